"""What the workspace hands to higher floors, and what they hand to it. Data only; knows no storage and no table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from docforge.call import Call

Json = dict[str, Any]
Action = Literal["edited", "copied_and_edited", "created", "copied", "converted", "restored", "uploaded", "deleted"]

VERSION_DIGITS = 12


def version_of(sha256: str) -> str:
    """The version that callers see: the first 12 hex digits of the bytes' SHA-256."""
    return sha256[:VERSION_DIGITS]


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
        return version_of(self.sha256)


@dataclass(frozen=True, slots=True)
class Filed:
    """A file that was streamed in; its bytes were never held whole. `created` is False where it replaced another."""

    path: str
    size: int
    sha256: str
    created: bool

    @property
    def version(self) -> str:
        return version_of(self.sha256)


@dataclass(frozen=True, slots=True)
class Download:
    """A file to stream out: `chunks` gives its bytes once, `name` is its last name, `size` its length in bytes."""

    path: str
    name: str
    size: int
    media_type: str
    sha256: str
    chunks: Iterator[bytes]

    @property
    def version(self) -> str:
        return version_of(self.sha256)


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
    """What is known of a document: its template and that version's hash, its calls in order, versions handed over.

    A change made outside DocForge is a call with the action `changed_outside` and the caller "". `made_by` is ""
    where the document itself came from outside.
    """

    path: str
    template: str | None
    template_sha256: str | None
    filled: bool
    made_by: str  # caller
    made_at: datetime
    calls: Sequence[Json]  # [{v, at, caller, conversation, tool, action, version, sha256, places}]
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


class PathTaken(Exception):  # noqa: N818  a state of the workspace, not a fault
    """A file lies at the path already; nothing was written."""


class FileChanged(Exception):  # noqa: N818  a state of the workspace, not a fault
    """The file is not what it was when it was read; nothing was written."""
