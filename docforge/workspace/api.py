"""TEMPORARY: the shape of the workspace that higher floors build on. Knows no store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from docforge.call import Call
from docforge.config import Settings

Json = dict[str, Any]
Action = Literal["edited", "copied_and_edited", "created", "copied", "converted", "restored", "uploaded"]


@dataclass(frozen=True, slots=True)
class Stored:
    """One file as it lies in the store. `version` is the first 12 hex digits of `sha256`, the bytes' own hash."""

    path: str
    data: bytes
    sha256: str
    modified: datetime
    tag: str  # what the store compares on replace (local: sha256; S3: ETag)

    @property
    def version(self) -> str:
        return self.sha256[:12]


@dataclass(frozen=True, slots=True)
class Deed:
    """What is recorded of one change (MATRIX-9)."""

    call: Call
    tool: str
    action: Action
    places: Sequence[str] = ()
    template: str | None = None  # path of the template, when the document was made from one
    template_sha256: str | None = None
    filled: bool = True  # False: a copy still in template state


@dataclass(frozen=True, slots=True)
class Lineage:
    """What is known of a document: its template and that version's hash, its calls in order, versions handed over."""

    path: str
    template: str | None
    template_sha256: str | None
    filled: bool
    made_by: str  # caller
    made_at: datetime
    calls: Sequence[Json]  # [{v, at, caller, conversation, tool, action, version, places}]
    handed_over: Sequence[str]  # versions, oldest first


@dataclass(frozen=True, slots=True)
class Card:
    """The offer of a file to the user (ATTACH-2): either `url` and `expires`, or `location` where nothing listens."""

    path: str
    name: str
    size: int
    media_type: str
    version: str
    url: str | None = None
    expires: datetime | None = None
    location: str | None = None


class PathTaken(Exception):  # noqa: N818
    """A file lies at the path already; nothing was written."""


class FileChanged(Exception):  # noqa: N818
    """The file is not what it was when it was read; nothing was written."""


class Workspace:
    """One tenant's workspace. Paths are strings that `path()` has returned: relative, NFC, with `/`."""

    settings: Settings
    tenant: str

    def path(self, text: str, argument: str = "path") -> str:
        """A safe path for what a caller typed; Refusal bad_path(argument, rule). NFC; never leaves the workspace."""
        raise NotImplementedError

    def is_template_path(self, path: str) -> bool:
        """True below one of the template folders."""
        raise NotImplementedError

    def read(self, path: str) -> Stored | None:
        """The file's bytes, or None. Heals the records when the bytes differ from what was recorded (MATRIX-7)."""
        raise NotImplementedError

    def exists(self, path: str) -> bool:
        raise NotImplementedError

    def files(self, folder: str = "") -> Iterator[str]:
        """Paths of all files, sorted; nothing of `.docforge/`, no links."""
        raise NotImplementedError

    def near(self, path: str, candidates: Sequence[str], limit: int = 3) -> list[str]:
        """The candidates whose names are nearest to `path`, best first."""
        raise NotImplementedError

    def free_path(self, path: str) -> str:
        """`path` when nothing lies there, else `name-2.ext`, `name-3.ext` …"""
        raise NotImplementedError

    def lock(self, path: str) -> AbstractContextManager[None]:
        """Exclusive over processes and machines for one path; Refusal busy after settings.lock_seconds."""
        raise NotImplementedError

    def create(self, path: str, data: bytes, deed: Deed) -> Stored:
        """Publish a new file whole or not at all; PathTaken where one lies there. Call under `lock`."""
        raise NotImplementedError

    def replace(self, before: Stored, data: bytes, deed: Deed) -> Stored:
        """Publish over `before`, keeping its bytes as a version; FileChanged where it is no longer what lies there."""
        raise NotImplementedError

    def version_bytes(self, sha256: str) -> bytes | None:
        """Bytes of a kept version by its hash (also the template's, as it was when copied)."""
        raise NotImplementedError

    def lineage(self, path: str) -> Lineage | None:
        raise NotImplementedError

    def hand_over(self, call: Call, stored: Stored) -> Card:
        """Make or renew the card of this path in this conversation (ATTACH-3) and remember the version handed over."""
        raise NotImplementedError

    def cards(self, call: Call) -> list[Card]:
        """Cards of the call's conversation, oldest first."""
        raise NotImplementedError

    def upload_link(self, call: Call, path: str) -> tuple[str, datetime]:
        """A signed one-time address that takes the file at `path`, and when it ends."""
        raise NotImplementedError

    def done_before(self, call: Call, tool: str, digest: str) -> tuple[datetime, Json] | None:
        """When and with what result an equal call was carried out within settings.repeat_seconds (DOOR-11).

        `digest` is the hash of the arguments; the call's idempotency key stands for it where a door gave one.
        None also when the document that it wrote has changed since.
        """
        raise NotImplementedError

    def audit(
        self,
        call: Call,
        *,
        tool: str,
        digest: str,
        outcome: str,
        path: str | None,
        before: str | None,
        after: str | None,
        milliseconds: float,
        result: Json | None,
    ) -> None:
        """One row a call: outcome is "done" or the refusal's code; `result` is kept for done_before."""
        raise NotImplementedError
