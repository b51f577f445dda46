"""What a store must offer: bytes, conditions and streams under keys. Knows no document, record or caller."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Protocol, Self

Step = Callable[[str], None]
"""Told the name of each boundary that a publish crosses, so that a test can end the process there."""

CHUNK = 256 * 1024


def no_step(name: str) -> None:
    """Crosses a boundary without a word."""


class Taken(Exception):  # noqa: N818  a condition that did not hold
    """Something lies under the key already; nothing was written."""


class Changed(Exception):  # noqa: N818  a condition that did not hold
    """What lies under the key is not what `tag` names; nothing was written."""


class Unusable(Exception):  # noqa: N818  a state of the store
    """What lies under the key is no plain file of the store's own. `rule` is a row of PHRASES."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class TooLarge(Exception):  # noqa: N818  a limit
    """What lies under the key is larger than the caller is ready to take; `size` in bytes."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


@dataclass(frozen=True, slots=True)
class Found:
    """A whole file: `tag` is what `replace` and `delete` compare."""

    data: bytes
    sha256: str
    modified: datetime
    tag: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A file to stream: `chunks` yields its bytes once, closing what was opened when it ends or is dropped."""

    size: int
    sha256: str
    modified: datetime
    tag: str
    chunks: Iterator[bytes]


@dataclass(frozen=True, slots=True)
class Published:
    """What a write left in the store."""

    modified: datetime
    tag: str


class Staged(Protocol):
    """Bytes on their way in, unseen by anybody until they are published. Leaving the block drops what was not."""

    size: int

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @property
    def sha256(self) -> str:
        """Hash of the bytes written so far."""
        ...

    def write(self, chunk: bytes) -> None:
        """Append a chunk."""
        ...

    def create(self, key: str) -> Published:
        """Publish under a free key, whole or not at all and lasting; Taken where something lies there."""
        ...

    def replace(self, key: str, tag: str) -> Published:
        """Publish over what `tag` names, whole or not at all and lasting; Changed where that is not what lies there."""
        ...


class Storage(Protocol):
    """Keys are `tenant/path`; a path beginning with `.docforge/` is the service's own."""

    def exists(self, key: str) -> bool:
        """True where anything lies under the key. Unusable where the way to it is none (a link, a file as folder)."""
        ...

    def read(self, key: str, limit: int) -> Found | None:
        """The whole file, or None. Unusable, TooLarge over `limit` bytes."""
        ...

    def open(self, key: str) -> Opened | None:
        """The file as a stream of one state of it, or None. Unusable."""
        ...

    def stage(self) -> Staged:
        """A place for bytes that are not published yet."""
        ...

    def delete(self, key: str, tag: str) -> None:
        """Remove what `tag` names; Changed where that is not what lies there."""
        ...

    def keys(self, prefix: str) -> Iterator[str]:
        """Keys of all plain files below `prefix` (which ends with `/`), sorted, in NFC."""
        ...

    def location(self, key: str) -> str:
        """Where the file lies, in words that its owner can use (a full path, an address of the bucket)."""
        ...


class Hashing:
    """Counts and hashes what passes through it."""

    def __init__(self) -> None:
        self.size = 0
        self._hash = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """Hash of the bytes so far, in hex."""
        return self._hash.hexdigest()

    def add(self, chunk: bytes) -> None:
        """Take a chunk into account."""
        self.size += len(chunk)
        self._hash.update(chunk)
