"""Calls that outlast the door that they came through: how far each is, and what came of it (DOOR-12).

A job belongs to one caller. Whoever works on it says so every few seconds; one that nobody has spoken for since
`LOST_SECONDS` died with its process. Knows no tool and no document.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import sqlalchemy as sa
from sqlalchemy import Engine, RowMapping

from docforge.call import Call
from docforge.workspace.records.journal import Clock
from docforge.workspace.records.tables import jobs
from docforge.workspace.shapes import Json

JobState = Literal["queued", "running", "done", "refused", "failed"]
LOST_SECONDS = 60
_OPEN = ("queued", "running")
_ID_BYTES = 9


@dataclass(frozen=True, slots=True)
class Job:
    """One job. `answer` is the result where it is done, the refusal's object where it is refused or failed.

    `lost` is True where the process that worked on it has ended before the job did.
    """

    id: str
    tool: str
    digest: str
    request_id: str
    state: JobState
    progress: float
    answer: Json | None
    lost: bool


class Jobs:
    """The jobs of one tenant, each kept for `kept_seconds` (60 or more) after its end."""

    def __init__(self, engine: Engine, tenant: str, now: Clock, kept_seconds: int) -> None:
        self._reads, self._writes = engine, engine.execution_options(writes=True)
        self._tenant, self._now, self._kept = tenant, now, timedelta(seconds=kept_seconds)

    def add(self, call: Call, *, tool: str, digest: str, state: JobState, progress: float) -> str:
        """Record a job of the call, and forget those whose time is over; its id, which nobody guesses."""
        now, name = self._now(), secrets.token_urlsafe(_ID_BYTES)
        who = {"caller": call.caller, "request_id": call.request_id, "idempotency_key": call.idempotency_key}
        told = {"tool": tool, "digest": digest, "state": state, "progress": progress}
        times = {"made_at": now, "seen_at": now}
        with self._writes.begin() as connection:
            connection.execute(sa.delete(jobs).where(jobs.c.seen_at < now - self._kept))
            connection.execute(sa.insert(jobs).values(id=name, tenant=self._tenant, **who, **told, **times))
        return name

    def tell(self, name: str, state: JobState, progress: float) -> None:
        """Somebody is at work on the job, and that far; a job that has ended stays as it is."""
        self._update(name, {"state": state, "progress": progress, "seen_at": self._now()})

    def end(self, name: str, state: JobState, answer: Json) -> None:
        """The job has come to its end; `answer` is the result or the refusal's object."""
        told = {"state": state, "progress": 1.0, "seen_at": self._now(), "answer": {"v": 1, "answer": answer}}
        self._update(name, told)

    def find(self, call: Call, name: str) -> Job | None:
        """The caller's own job of that id; None for any other, and for one whose time is over."""
        return self._first(call, jobs.c.id == name)

    def find_open(self, call: Call, tool: str, digest: str) -> Job | None:
        """A job of an equal call of the caller that somebody is at work on (DOOR-11)."""
        same = jobs.c.digest == digest
        if call.idempotency_key is not None:
            same = jobs.c.idempotency_key == call.idempotency_key
        alive = jobs.c.state.in_(_OPEN) & (jobs.c.seen_at >= self._now() - timedelta(seconds=LOST_SECONDS))
        return self._first(call, (jobs.c.tool == tool) & same & alive)

    def _first(self, call: Call, wanted: sa.ColumnElement[bool]) -> Job | None:
        mine = (jobs.c.tenant == self._tenant) & (jobs.c.caller == call.caller)
        kept = jobs.c.seen_at >= self._now() - self._kept
        newest = sa.select(jobs).where(mine & kept & wanted).order_by(jobs.c.made_at.desc()).limit(1)
        with self._reads.connect() as connection:
            row = connection.execute(newest).mappings().first()
        return None if row is None else self._job(row)

    def _update(self, name: str, told: Json) -> None:
        here = (jobs.c.tenant == self._tenant) & (jobs.c.id == name) & jobs.c.state.in_(_OPEN)
        with self._writes.begin() as connection:
            connection.execute(sa.update(jobs).where(here).values(told))

    def _job(self, row: RowMapping) -> Job:
        lost = row["state"] in _OPEN and row["seen_at"] < self._now() - timedelta(seconds=LOST_SECONDS)
        answer = row["answer"] and row["answer"]["answer"]
        told = {name: row[name] for name in ("id", "tool", "digest", "request_id", "state", "progress")}
        return Job(**told, answer=answer, lost=lost)
