"""An S3-compatible bucket as a store: conditional writes only, so that many machines need no lock. Knows no document.

RFC 9110, 13.1: `If-None-Match: *` creates, `If-Match` replaces. A server that ignores them is refused at start.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast
from uuid import uuid4

import obstore
from obstore.exceptions import AlreadyExistsError, PreconditionError
from obstore.store import S3Store

from docforge.workspace.media import media_type
from docforge.workspace.storage.base import (
    CHUNK,
    Changed,
    Found,
    Hashing,
    Opened,
    Published,
    Step,
    Taken,
    TooLarge,
    no_step,
)

_IN_MEMORY = 8 * 2**20
_HASH, _WRITE = "docforge-sha256", "docforge-write"


class ConditionsIgnored(Exception):  # noqa: N818  says what the server does
    """The server overwrites what it was told to leave, so it cannot keep a document safe.

    `condition` is what it ignores: create, replace, or tag where it gives none to compare.
    """

    def __init__(self, condition: str) -> None:
        super().__init__(condition)
        self.condition = condition


class S3Storage:
    """Implements `Storage` on a bucket. Uploads wait in `tmp`, or in memory while they are small."""

    def __init__(self, store: S3Store, address: str, tmp: Path, step: Step = no_step) -> None:
        self._store, self._address, self._tmp, self._step = store, address.rstrip("/"), tmp, step

    def check_conditions(self) -> None:
        """Try both conditions on an object of our own; ConditionsIgnored where one does not hold."""
        key = f".docforge-probe/{uuid4().hex}"
        tag = self.put(key, b"1", "create").tag
        try:
            self._refuses("create", key, Taken, "create")
            changed = self.put(key, b"2", tag)
            self._refuses("replace", key, Changed, tag if changed.tag != tag else "")
        finally:
            obstore.delete(self._store, key)

    def _refuses(self, what: str, key: str, refusal: type[Exception], condition: str) -> None:
        try:
            self.put(key, b"3", condition)
        except refusal:
            return
        raise ConditionsIgnored(what)

    def exists(self, key: str) -> bool:
        try:
            obstore.head(self._store, key)
        except FileNotFoundError:
            return False
        return True

    def read(self, key: str, limit: int) -> Found | None:
        try:
            got = obstore.get(self._store, key)
        except FileNotFoundError:
            return None
        if got.meta["size"] > limit:
            raise TooLarge(got.meta["size"])
        data = bytes(got.bytes())
        digest = hashlib.sha256(data).hexdigest()
        return Found(data, digest, got.meta["last_modified"], _tag(got.meta))

    def open(self, key: str) -> Opened | None:
        try:
            got = obstore.get(self._store, key)
        except FileNotFoundError:
            return None
        digest = cast("dict[str, str]", got.attributes).get(_HASH) or self._hash(key)
        chunks = (bytes(chunk) for chunk in got.stream(min_chunk_size=CHUNK))
        return Opened(got.meta["size"], digest, got.meta["last_modified"], _tag(got.meta), chunks)

    def _hash(self, key: str) -> str:
        """The hash of an object that somebody else put there."""
        hashing = Hashing()
        for chunk in obstore.get(self._store, key).stream(min_chunk_size=CHUNK):
            hashing.add(bytes(chunk))
        return hashing.sha256

    def stage(self) -> S3Staged:
        return S3Staged(self, self._tmp, self._step)

    def delete(self, key: str, tag: str) -> None:
        try:
            meta = obstore.head(self._store, key)
        except FileNotFoundError:
            raise Changed from None
        if _tag(meta) != tag:
            raise Changed
        obstore.delete(self._store, key)
        self._step("unlinked")

    def keys(self, prefix: str) -> Iterator[str]:
        listed = self._store.list(  # pyright: ignore[reportUnknownMemberType]  an overload gives pyarrow, which is absent
            prefix.rstrip("/"), chunk_size=1000
        )
        return iter(sorted(meta["path"] for page in listed for meta in page))

    def location(self, key: str) -> str:
        return f"{self._address}/{key}"

    def put(self, key: str, data: Any, condition: str, sha256: str = "") -> Published:
        """Write `data` (bytes, or an open file) where `condition` holds: "create", or the tag of what is replaced."""
        mark = uuid4().hex
        attributes: Any = {"Content-Type": media_type(key), _HASH: sha256, _WRITE: mark}
        new = condition == "create"
        mode: Any = "create" if new else {"e_tag": condition}
        try:
            done = obstore.put(self._store, key, data, mode=mode, use_multipart=False, attributes=attributes)
        except (AlreadyExistsError, PreconditionError):
            return self._lost_answer(key, mark, Taken if new else Changed)
        except FileNotFoundError:
            if new:
                raise  # the bucket is missing
            raise Changed from None
        return Published(datetime.now(UTC), _tag(done))

    def _lost_answer(self, key: str, mark: str, refusal: type[Exception]) -> Published:
        """What a write left that was carried out although its repeat was refused, its answer being lost."""
        try:
            got = obstore.get(self._store, key)
        except FileNotFoundError:
            raise refusal from None
        if cast("dict[str, str]", got.attributes).get(_WRITE) != mark:
            raise refusal
        return Published(got.meta["last_modified"], _tag(got.meta))


class S3Staged:
    """Implements `Staged` by a temporary file that has no name."""

    def __init__(self, store: S3Storage, tmp: Path, step: Step) -> None:
        self._store, self._step = store, step
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY, dir=str(tmp))  # noqa: SIM115  closed by __exit__
        self._hashing = Hashing()
        self.size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    @property
    def sha256(self) -> str:
        return self._hashing.sha256

    def write(self, chunk: bytes) -> None:
        self._file.write(chunk)
        self._hashing.add(chunk)
        self.size = self._hashing.size
        self._step("writing")

    def create(self, key: str) -> Published:
        return self._put(key, "create")

    def replace(self, key: str, tag: str) -> Published:
        return self._put(key, tag)

    def _put(self, key: str, condition: str) -> Published:
        self._step("staged")
        self._file.seek(0)
        published = self._store.put(key, self._file.read(), condition, self.sha256)
        self._step("put")
        return published


def _tag(meta: Any) -> str:
    tag = meta["e_tag"]
    if not tag:
        raise ConditionsIgnored("tag")
    return cast("str", tag)
