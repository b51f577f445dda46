"""What is recorded of documents: their lineage, their versions, and the claim that a write makes before it happens.

A claim row says what is about to change from which hash to which. It is settled after the store has been written; a
claim that is found by somebody who holds the path's lock is the trace of a process that died, and `settle` tells from
the bytes that lie there whether the write took place. Knows no store and no lock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, RowMapping
from sqlalchemy.exc import IntegrityError

from docforge.workspace.records.tables import claims, documents, handovers, versions
from docforge.workspace.shapes import Deed, Json, Lineage, version_of

Clock = Callable[[], datetime]
OUTSIDE = "changed_outside"


@dataclass(frozen=True, slots=True)
class Claim:
    """A write that is about to happen, or did when its process died: from `before` to `after` (None: no file)."""

    path: str
    before: str | None
    after: str | None
    size: int
    at: datetime
    deed: Json  # {v, caller, conversation, request_id, tool, action, places, template, template_sha256, filled}


@dataclass(frozen=True, slots=True)
class State:
    """What the records say of a path: the hash of its document, if any, and a claim that is not settled, if any."""

    sha256: str | None
    claim: Claim | None


def deed_row(deed: Deed) -> Json:
    """A deed as it is kept in a claim."""
    call = deed.call
    return {
        "v": 1,
        "caller": call.caller,
        "conversation": call.talk,
        "request_id": call.request_id,
        "tool": deed.tool,
        "action": deed.action,
        "places": list(deed.places),
        "template": deed.template,
        "template_sha256": deed.template_sha256,
        "filled": deed.filled,
    }


class Claimed(Exception):  # noqa: N818  a state of the records
    """Another machine's write of the path is under way."""


class Journal:
    """The documents of one tenant."""

    def __init__(self, engine: Engine, tenant: str, now: Clock) -> None:
        self._reads, self._writes = engine, engine.execution_options(writes=True)
        self._tenant, self._now = tenant, now

    def state(self, path: str) -> State:
        """What the records say of `path`."""
        with self._reads.connect() as connection:
            document, claim = _document(connection, self._tenant, path), _claim(connection, self._tenant, path)
        return State(document["sha256"] if document else None, claim)

    def claim(self, path: str, *, before: str | None, after: str | None, size: int, deed: Json) -> Claim:
        """Record that `path` is about to change. The caller holds the lock and has settled any earlier claim.

        Claimed where a machine with which no lock is shared has claimed the path meanwhile.
        """
        claim = Claim(path, before, after, size, self._now(), deed)
        row = {"before": before, "after": after, "size": size, "at": claim.at, "deed": deed}
        try:
            with self._writes.begin() as connection:
                connection.execute(sa.insert(claims).values(tenant=self._tenant, path=path, **row))
        except IntegrityError:
            raise Claimed from None
        return claim

    def drop(self, claim: Claim) -> None:
        """The write did not happen."""
        with self._writes.begin() as connection:
            self._forget(connection, claim.path)

    def finish(self, claim: Claim) -> None:
        """The write happened: make it part of the document's lineage."""
        with self._writes.begin() as connection:
            self._finish(connection, claim)

    def settle(self, path: str, sha256: str | None, size: int, modified: datetime | None) -> None:
        """Bring the records to what lies at `path` (None: no file). The caller holds the lock and has just looked."""
        with self._writes.begin() as connection:
            claim = _claim(connection, self._tenant, path)
            if claim is not None and claim.after == sha256:
                self._finish(connection, claim)
            elif claim is not None:
                self._forget(connection, path)
            document = _document(connection, self._tenant, path)
            if document is None or document["sha256"] == sha256:
                return
            if sha256 is None:
                self._end(connection, path)
            else:
                self._note_outside(connection, document["id"], sha256, size, modified or self._now())

    def lineage(self, path: str) -> Lineage | None:
        """What is known of the document at `path`, or None."""
        with self._reads.connect() as connection:
            document = _document(connection, self._tenant, path)
            if document is None:
                return None
            made = connection.execute(_of(versions, document).order_by(versions.c.id)).mappings().all()
            given = connection.execute(_of(handovers, document).order_by(handovers.c.at)).mappings().all()
        return Lineage(
            path=path,
            template=document["template"],
            template_sha256=document["template_sha256"],
            filled=document["filled"],
            made_by=document["made_by"],
            made_at=document["made_at"],
            calls=[_call_row(row) for row in made],
            handed_over=_without_repeats([version_of(row["sha256"]) for row in given]),
        )

    def document(self, connection: Connection, path: str, sha256: str, size: int) -> str:
        """The id of the document at `path`; one that came from outside gets its row now."""
        document = _document(connection, self._tenant, path)
        if document is not None:
            return document["id"]
        return self._begin(connection, path, sha256, size, {"caller": "", "filled": True})

    def _finish(self, connection: Connection, claim: Claim) -> None:
        self._forget(connection, claim.path)
        if claim.after is None:
            self._end(connection, claim.path)
            return
        if claim.before is None:
            self._end(connection, claim.path)
            document = self._begin(connection, claim.path, claim.after, claim.size, claim.deed)
        else:
            document = self.document(connection, claim.path, claim.before, claim.size)
            changed = {"sha256": claim.after, "size": claim.size, "filled": claim.deed["filled"]}
            connection.execute(sa.update(documents).where(documents.c.id == document).values(changed))
        self._add_version(connection, document, sha256=claim.after, size=claim.size, at=claim.at, deed=claim.deed)

    def _begin(self, connection: Connection, path: str, sha256: str, size: int, deed: Json) -> str:
        document = uuid4().hex
        row = {
            "id": document,
            "tenant": self._tenant,
            "path": path,
            "sha256": sha256,
            "size": size,
            "made_by": deed["caller"],
            "made_at": self._now(),
            "template": deed.get("template"),
            "template_sha256": deed.get("template_sha256"),
            "filled": deed["filled"],
        }
        connection.execute(sa.insert(documents).values(row))
        return document

    def _end(self, connection: Connection, path: str) -> None:
        here = (documents.c.tenant == self._tenant) & (documents.c.path == path) & documents.c.ended_at.is_(None)
        connection.execute(sa.update(documents).where(here).values(ended_at=self._now()))

    def _forget(self, connection: Connection, path: str) -> None:
        connection.execute(sa.delete(claims).where((claims.c.tenant == self._tenant) & (claims.c.path == path)))

    def _note_outside(self, connection: Connection, document: str, sha256: str, size: int, at: datetime) -> None:
        changed = {"sha256": sha256, "size": size}
        connection.execute(sa.update(documents).where(documents.c.id == document).values(changed))
        deed: Json = {"caller": "", "conversation": "", "request_id": "", "tool": "", "action": OUTSIDE, "places": []}
        self._add_version(connection, document, sha256=sha256, size=size, at=at, deed=deed)

    def _add_version(
        self, connection: Connection, document: str, *, sha256: str, size: int, at: datetime, deed: Json
    ) -> None:
        told = {name: deed[name] for name in ("caller", "conversation", "request_id", "tool", "action")}
        row = {"document": document, "sha256": sha256, "size": size, "at": at, **told}
        places = {"v": 1, "at": deed["places"]}
        connection.execute(sa.insert(versions).values(tenant=self._tenant, places=places, **row))


def _document(connection: Connection, tenant: str, path: str) -> RowMapping | None:
    here = (documents.c.tenant == tenant) & (documents.c.path == path) & documents.c.ended_at.is_(None)
    return connection.execute(sa.select(documents).where(here)).mappings().first()


def _claim(connection: Connection, tenant: str, path: str) -> Claim | None:
    here = (claims.c.tenant == tenant) & (claims.c.path == path)
    row = connection.execute(sa.select(claims).where(here)).mappings().first()
    if row is None:
        return None
    return Claim(path, row["before"], row["after"], row["size"], row["at"], row["deed"])


def _of(table: sa.Table, document: RowMapping) -> sa.Select[Any]:
    return sa.select(table).where((table.c.tenant == document["tenant"]) & (table.c.document == document["id"]))


def _call_row(row: RowMapping) -> Json:
    told = {key: row[key] for key in ("at", "caller", "conversation", "tool", "action", "sha256")}
    return {"v": 1, **told, "version": version_of(row["sha256"]), "places": row["places"]["at"]}


def _without_repeats(items: Sequence[str]) -> list[str]:
    return [item for at, item in enumerate(items) if at == 0 or items[at - 1] != item]
