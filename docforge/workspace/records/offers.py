"""Hand-overs, the cards that show them, and addresses for uploads. Knows no store and signs nothing."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy import Connection, Engine, RowMapping
from sqlalchemy.exc import IntegrityError

from docforge.call import Call
from docforge.workspace.records.journal import Clock, Journal
from docforge.workspace.records.tables import cards, handovers, uploads
from docforge.workspace.shapes import Json, Stored

ID_BYTES = 9


def new_id() -> str:
    """An id nobody guesses, 12 characters of URL-safe base64."""
    return secrets.token_urlsafe(ID_BYTES)


@dataclass(frozen=True, slots=True)
class Handover:
    """One version given to the user of a conversation."""

    id: str
    tenant: str
    path: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Expected:
    """A file that somebody was given an address for. `call` is who asked for the address."""

    id: str
    tenant: str
    path: str
    call: Call
    expires_at: datetime
    used_at: datetime | None


class Offers:
    """The hand-overs and expected uploads of one tenant."""

    def __init__(self, engine: Engine, tenant: str, now: Clock, journal: Journal) -> None:
        self._reads, self._writes = engine, engine.execution_options(writes=True)
        self._tenant, self._now, self._journal = tenant, now, journal

    def hand_over(self, call: Call, stored: Stored) -> Handover:
        """Record that this version was given, and make it what the conversation's card of the path shows."""
        try:
            return self._hand_over(call, stored)
        except IntegrityError:  # somebody else made the same card, or the document's first row, at this moment
            return self._hand_over(call, stored)

    def _hand_over(self, call: Call, stored: Stored) -> Handover:
        given = Handover(new_id(), self._tenant, stored.path, stored.sha256, len(stored.data))
        at = self._now()
        with self._writes.begin() as connection:
            document = self._journal.document(connection, stored.path, stored.sha256, given.size)
            row = {"id": given.id, "path": given.path, "sha256": given.sha256, "size": given.size, "at": at}
            who = {"tenant": self._tenant, "document": document, "caller": call.caller, "conversation": call.talk}
            connection.execute(sa.insert(handovers).values(**row, **who))
            self._renew_card(connection, call.talk, given, at)
        return given

    def _renew_card(self, connection: Connection, conversation: str, given: Handover, at: datetime) -> None:
        here = (cards.c.tenant == self._tenant) & (cards.c.conversation == conversation) & (cards.c.path == given.path)
        renewed = {"handover": given.id, "renewed_at": at}
        if connection.execute(sa.update(cards).where(here).values(renewed)).rowcount == 0:
            key = {"tenant": self._tenant, "conversation": conversation, "path": given.path}
            connection.execute(sa.insert(cards).values(**key, **renewed, made_at=at))

    def cards(self, conversation: str) -> list[Handover]:
        """What the conversation's cards show, in the order in which the cards were first made."""
        mine = (cards.c.tenant == self._tenant) & (cards.c.conversation == conversation)
        both = sa.select(handovers).join(cards, cards.c.handover == handovers.c.id).where(mine)
        with self._reads.connect() as connection:
            rows = connection.execute(both.order_by(cards.c.made_at, cards.c.path)).mappings().all()
        return [_handover(row) for row in rows]

    def handover(self, name: str) -> Handover | None:
        """The hand-over of that id, of whatever tenant: a link is followed by somebody who has no key."""
        with self._reads.connect() as connection:
            row = connection.execute(sa.select(handovers).where(handovers.c.id == name)).mappings().first()
        return None if row is None else _handover(row)

    def expect(self, call: Call, path: str, expires_at: datetime) -> Expected:
        """Record that a file may be sent to `path` until `expires_at`, once."""
        expected = Expected(new_id(), self._tenant, path, call, expires_at, None)
        row = {"id": expected.id, "tenant": self._tenant, "path": path, "call": _call_row(call)}
        with self._writes.begin() as connection:
            connection.execute(sa.insert(uploads).values(**row, expires_at=expires_at))
        return expected

    def expected(self, name: str) -> Expected | None:
        """The expected upload of that id, of whatever tenant."""
        with self._reads.connect() as connection:
            row = connection.execute(sa.select(uploads).where(uploads.c.id == name)).mappings().first()
        return None if row is None else _expected(row)

    def is_open(self, name: str) -> bool:
        """True while the expected upload has not been used."""
        expected = self.expected(name)
        return expected is not None and expected.used_at is None

    def use(self, name: str) -> None:
        """Mark an expected upload as used."""
        with self._writes.begin() as connection:
            connection.execute(sa.update(uploads).where(uploads.c.id == name).values(used_at=self._now()))


def _handover(row: RowMapping) -> Handover:
    return Handover(row["id"], row["tenant"], row["path"], row["sha256"], row["size"])


def _call_row(call: Call) -> Json:
    told = ("tenant", "caller", "conversation", "turn", "language", "zone", "door", "local", "request_id")
    return {"v": 1} | {name: getattr(call, name) for name in told}


def _expected(row: RowMapping) -> Expected:
    told = {key: value for key, value in row["call"].items() if key != "v"}
    return Expected(row["id"], row["tenant"], row["path"], Call(**told), row["expires_at"], row["used_at"])
