"""A folder as a store: files by their own names, temporaries only in `.docforge/tmp`. Knows no document and no caller.

The folder of the tenant `default` is the root itself, so that its owner sees the files; others lie in
`.docforge/tenants/NAME`. The whole root must be one file system.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
import time
import unicodedata
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from docforge.workspace.paths import broken_rule
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
    Unusable,
    no_step,
)
from docforge.workspace.storage.beneath import Beneath, OpenAt

OWN = ".docforge"
MAIN_TENANT = "default"
STALE_SECONDS = 86_400
_MODE = 0o644
_RULES = {errno.ELOOP: "path_link", errno.ENOTDIR: "path_in_file"}


@contextmanager
def _told() -> Generator[None]:
    """Turns the kernel's word for a way that is none into the store's."""
    try:
        yield
    except OSError as error:
        if error.errno in _RULES:
            raise Unusable(_RULES[error.errno]) from error
        raise


class LocalStorage:
    """Implements `Storage` on a folder. `way` and `unnamed` are for systems, and tests, that lack Linux's calls."""

    def __init__(
        self, folder: Path, step: Step = no_step, *, way: OpenAt | None = None, unnamed: bool | None = None
    ) -> None:
        self._folder, self._step, self._way = folder, step, way
        self._tmp = folder / OWN / "tmp"
        (folder / OWN).mkdir(mode=0o700, parents=True, exist_ok=True)
        self._tmp.mkdir(exist_ok=True)
        self._unnamed = _has_unnamed_files(self._tmp) if unnamed is None else unnamed
        self._sweep()

    def exists(self, key: str) -> bool:
        try:
            with self.parent(key) as (folder, leaf):
                os.stat(leaf, dir_fd=folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return True

    def read(self, key: str, limit: int) -> Found | None:
        root, path = self._root(key)
        try:
            with _told(), root.file(path) as opened:
                data, modified = self._whole(opened, limit)
        except FileNotFoundError:
            return None
        digest = hashlib.sha256(data).hexdigest()
        return Found(data, digest, modified, digest)

    def open(self, key: str) -> Opened | None:
        root, path = self._root(key)
        try:
            with _told(), root.file(path) as opened:
                self._check_plain(opened)
                kept = os.dup(opened)
        except FileNotFoundError:
            return None
        chunks = Chunks(kept)
        found = _hashed(kept)
        chunks.end = found.size
        return Opened(found.size, found.sha256, _modified(os.fstat(kept)), found.sha256, chunks)

    def stage(self) -> LocalStaged:
        return LocalStaged(self, self._tmp, self._step, unnamed=self._unnamed)

    def delete(self, key: str, tag: str) -> None:
        with self.parent(key) as (folder, leaf):
            self.check_same(folder, leaf, tag)
            os.unlink(leaf, dir_fd=folder)
            self._step("unlinked")
            os.fsync(folder)

    def keys(self, prefix: str) -> Iterator[str]:
        tenant = prefix.partition("/")[0]
        root, start = self._root(prefix)
        return iter(sorted(f"{tenant}/{path}" for path in set(_plain_files(root, start.rstrip("/")))))

    def location(self, key: str) -> str:
        root, path = self._root(key)
        return str((root.folder / path).absolute())

    @contextmanager
    def parent(self, key: str, *, make: bool = False) -> Generator[tuple[int, str]]:
        """A descriptor of the folder that the key lies in, and its last name there; `make` adds missing folders."""
        root, path = self._root(key)
        if make:
            root.folder.mkdir(parents=True, exist_ok=True)
        with _told(), root.parent(path, make=make) as found:
            yield found

    def _root(self, key: str) -> tuple[Beneath, str]:
        tenant, _, path = key.partition("/")
        folder = self._folder if tenant == MAIN_TENANT else self._folder / OWN / "tenants" / tenant
        return Beneath(folder, self._way), path

    def _whole(self, opened: int, limit: int) -> tuple[bytes, datetime]:
        status = self._check_plain(opened)
        if status.st_size > limit:
            raise TooLarge(status.st_size)
        with open(opened, "rb", buffering=0, closefd=False) as file:
            return file.readall(), _modified(status)

    def _check_plain(self, opened: int) -> os.stat_result:
        status = os.fstat(opened)
        if not stat.S_ISREG(status.st_mode):
            raise Unusable("path_not_file")
        if status.st_nlink > 1 and not self._unlink_leftover(status):
            raise Unusable("path_hard_link")
        return status

    def _unlink_leftover(self, status: os.stat_result) -> bool:
        """Remove the temporary name of a file that was published without having lost it yet."""
        names = [entry.name for entry in os.scandir(self._tmp) if entry.inode() == status.st_ino]
        for name in names:
            (self._tmp / name).unlink(missing_ok=True)
        return len(names) == status.st_nlink - 1

    def check_same(self, folder: int, leaf: str, tag: str) -> os.stat_result:
        """What the kernel knows of the file; Changed where its bytes are not those of `tag`."""
        try:
            opened = os.open(leaf, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        except FileNotFoundError:
            raise Changed from None
        try:
            status = self._check_plain(opened)
            found = _hashed(opened)
        finally:
            os.close(opened)
        if found.sha256 != tag:
            raise Changed
        return status

    def _sweep(self) -> None:
        """Remove temporaries that a process left when it was killed, long after any call can still be at work."""
        for left in self._tmp.iterdir():
            with suppress(FileNotFoundError):
                if left.lstat().st_mtime < time.time() - STALE_SECONDS:
                    left.unlink()


class LocalStaged:
    """Implements `Staged` by an unnamed file (or a named one in `.docforge/tmp`) on the store's own file system."""

    def __init__(self, store: LocalStorage, tmp: Path, step: Step, *, unnamed: bool) -> None:
        self._store, self._tmp, self._step = store, tmp, step
        self._hashing = Hashing()
        self._name: Path | None = None if unnamed else self._new_name()
        target, flags = (tmp, os.O_TMPFILE) if self._name is None else (self._name, os.O_CREAT | os.O_EXCL)
        self._file = os.open(target, flags | os.O_WRONLY | os.O_CLOEXEC, _MODE)
        self.size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)
        if self._name is not None:
            self._name.unlink(missing_ok=True)

    @property
    def sha256(self) -> str:
        return self._hashing.sha256

    def write(self, chunk: bytes) -> None:
        half = len(chunk) // 2
        for piece in (chunk[:half], chunk[half:]):
            view = memoryview(piece)
            while view:
                view = view[os.write(self._file, view) :]
            self._step("writing")
        self._hashing.add(chunk)
        self.size = self._hashing.size

    def create(self, key: str) -> Published:
        os.fsync(self._file)
        self._step("staged")
        with self._store.parent(key, make=True) as (folder, leaf):
            try:
                self._link(leaf, folder)
            except FileExistsError:
                raise Taken from None
            self._step("linked")
            self._forget_name()
            os.fsync(folder)
        return self._published()

    def replace(self, key: str, tag: str) -> Published:
        with self._store.parent(key) as (folder, leaf):
            before = self._store.check_same(folder, leaf, tag)
            os.fchmod(self._file, stat.S_IMODE(before.st_mode))
            os.fsync(self._file)
            self._step("staged")
            name = self._named()
            self._step("named")
            os.rename(name, leaf, dst_dir_fd=folder)
            self._name = None
            self._step("renamed")
            os.fsync(folder)
        return self._published()

    def _link(self, leaf: str, folder: int) -> None:
        if self._name is None:  # linkat(2) with AT_SYMLINK_FOLLOW, which os.link uses only where a descriptor is given
            os.link(f"/proc/self/fd/{self._file}", leaf, dst_dir_fd=folder, follow_symlinks=True)
        else:
            os.link(self._name, leaf, dst_dir_fd=folder, follow_symlinks=False)

    def _named(self) -> Path:
        if self._name is None:
            name = self._new_name()
            with _open_folder(self._tmp) as folder:
                self._link(name.name, folder)
            self._name = name
        return self._name

    def _new_name(self) -> Path:
        return self._tmp / f"{secrets.token_hex(16)}.part"

    def _forget_name(self) -> None:
        if self._name is not None:
            self._name.unlink(missing_ok=True)
            self._name = None

    def _published(self) -> Published:
        return Published(_modified(os.fstat(self._file)), self.sha256)


@contextmanager
def _open_folder(folder: Path) -> Generator[int]:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield opened
    finally:
        os.close(opened)


def _has_unnamed_files(folder: Path) -> bool:
    """True where the system has O_TMPFILE on this file system and shows descriptors in /proc (open(2))."""
    if not hasattr(os, "O_TMPFILE") or not Path("/proc/self/fd").is_dir():
        return False
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, _MODE))
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL):
            return False
        raise
    return True


def _chunks(opened: int) -> Iterator[bytes]:
    """The file's bytes from its start."""
    at = 0
    while chunk := os.pread(opened, CHUNK, at):
        at += len(chunk)
        yield chunk


def _hashed(opened: int) -> Hashing:
    found = Hashing()
    for chunk in _chunks(opened):
        found.add(chunk)
    return found


class Chunks:
    """The first `end` bytes of a descriptor, once; it is closed at the end, or when nobody holds this any more."""

    def __init__(self, opened: int) -> None:
        self._opened, self._at, self.end = opened, 0, 0

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        chunk = os.pread(self._opened, min(CHUNK, self.end - self._at), self._at) if self._opened >= 0 else b""
        self._at += len(chunk)
        if not chunk:
            self.close()
            raise StopIteration
        return chunk

    def close(self) -> None:
        """Close the descriptor; again is nothing."""
        opened, self._opened = self._opened, -1
        if opened >= 0:
            os.close(opened)

    __del__ = close


def _modified(status: os.stat_result) -> datetime:
    return datetime.fromtimestamp(status.st_mtime, UTC)


def _plain_files(root: Beneath, start: str) -> Iterator[str]:
    """Paths in NFC of the plain files below `start`, without links and without what no caller may name."""
    try:
        with _told(), root.inside(start) as top:
            for folder, folders, names, opened in os.fwalk(".", dir_fd=top, follow_symlinks=False):
                above = _joined(start, folder.removeprefix(".").lstrip("/"))
                folders[:] = [name for name in folders if _nameable(_joined(above, name))]
                plain = (_joined(above, name) for name in names if _is_plain(opened, name))
                yield from (unicodedata.normalize("NFC", path) for path in plain if _nameable(path))
    except FileNotFoundError:
        return


def _joined(above: str, name: str) -> str:
    return f"{above}/{name}" if above and name else above or name


def _nameable(path: str) -> bool:
    return path.startswith(f"{OWN}/") or broken_rule(path) is None


def _is_plain(folder: int, name: str) -> bool:
    with suppress(FileNotFoundError):
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        return stat.S_ISREG(status.st_mode) and status.st_nlink == 1
    return False
