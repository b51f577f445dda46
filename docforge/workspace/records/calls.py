"""One row a call: who, what, how it ended, how long it took; and whether an equal call was carried out lately.

Rows hold hashes and paths, and the result that a repeated call is told. Knows no tool and no document.
"""

from __future__ import annotations

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy import Engine, RowMapping

from docforge.call import Call
from docforge.workspace.records.journal import Clock
from docforge.workspace.records.tables import calls
from docforge.workspace.shapes import Json

DONE = "done"
TURN_LASTS = timedelta(minutes=2)
_OWN = "~"  # begins a turn that no door named


class Calls:
    """The calls of one tenant."""

    def __init__(self, engine: Engine, tenant: str, now: Clock) -> None:
        self._reads, self._writes = engine, engine.execution_options(writes=True)
        self._tenant, self._now = tenant, now

    def add(self, call: Call, told: Json, result: Json | None) -> None:
        """Record a call; `told` has the columns tool, digest, outcome, path, version_before/after, milliseconds."""
        who = {
            "tenant": self._tenant,
            "at": self._now(),
            "caller": call.caller,
            "conversation": call.talk,
            "turn": self.turn_of(call, told["tool"]),
            "door": call.door,
            "request_id": call.request_id,
            "idempotency_key": call.idempotency_key,
        }
        kept = None if result is None else {"v": 1, "result": result}
        with self._writes.begin() as connection:
            connection.execute(sa.insert(calls).values(**who, **told, result=kept))

    def turn_of(self, call: Call, tool: str) -> str:
        """The turn that the door named; else the one of the caller's last call, where that was of the same tool and
        at most two minutes ago; else a new one (DOOR-10)."""
        if call.turn is not None:
            return call.turn
        last = self._last(call)
        goes_on = last is not None and last["tool"] == tool and last["at"] >= self._now() - TURN_LASTS
        own = last["turn"] if last is not None and goes_on else None
        return own if own and own.startswith(_OWN) else _OWN + call.request_id

    def _last(self, call: Call) -> RowMapping | None:
        mine = (calls.c.tenant == self._tenant) & (calls.c.caller == call.caller)
        spoken = mine & (calls.c.conversation == call.talk)
        newest = sa.select(calls.c.tool, calls.c.at, calls.c.turn).where(spoken).order_by(calls.c.id.desc()).limit(1)
        with self._reads.connect() as connection:
            return connection.execute(newest).mappings().first()

    def latest(self, call: Call, tool: str, digest: str, seconds: int) -> RowMapping | None:
        """The newest equal call that was carried out within `seconds` and whose result is kept."""
        same = calls.c.digest == digest
        if call.idempotency_key is not None:
            same = calls.c.idempotency_key == call.idempotency_key
        wanted = (
            (calls.c.tenant == self._tenant)
            & (calls.c.caller == call.caller)
            & (calls.c.tool == tool)
            & (calls.c.at >= self._now() - timedelta(seconds=seconds))
            & (calls.c.outcome == DONE)
            & calls.c.result.is_not(None)
            & same
        )
        newest = sa.select(calls).where(wanted).order_by(calls.c.id.desc()).limit(1)
        with self._reads.connect() as connection:
            return connection.execute(newest).mappings().first()
