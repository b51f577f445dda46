"""Opening files below one folder, and never anything else: no link is followed, whoever renames what meanwhile.

Linux's openat2(2) resolves a whole path beneath a folder; where it is missing, each folder is opened from the one
before it without following links. Knows no key and no document.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import stat
import struct
import sys
import unicodedata
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

_OPENAT2 = 437  # the same on every architecture that got it with Linux 5.6
_BENEATH = 0x08 | 0x04 | 0x02  # RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_RETRIES = 100

_LIBC = ctypes.CDLL(None, use_errno=True)

OpenAt = Callable[[int, str, int], int]


def open_whole(folder: int, path: str, flags: int) -> int:
    """A descriptor of `path` beneath the descriptor `folder` by openat2; OSError ELOOP for any link."""
    how = struct.pack("=QQQ", flags | os.O_CLOEXEC, 0, _BENEATH)
    for _ in range(_RETRIES):
        number, at, size = ctypes.c_long(_OPENAT2), ctypes.c_long(folder), ctypes.c_size_t(len(how))
        opened = _LIBC.syscall(number, at, os.fsencode(path), how, size)
        if opened >= 0:
            return opened
        if ctypes.get_errno() != errno.EAGAIN:  # EAGAIN: something was renamed on the way
            break
    fault = ctypes.get_errno()
    fault = errno.ELOOP if fault == errno.EXDEV else fault  # openat2's word for a way out of the folder
    raise OSError(fault, os.strerror(fault))


def open_by_steps(folder: int, path: str, flags: int) -> int:
    """The same by opening one name after the other without following links."""
    *folders, leaf = path.split("/")
    at = os.dup(folder)
    try:
        for name in folders:
            below = _open_name(at, name, _FOLDER)
            os.close(at)
            at = below
        return _open_name(at, leaf, flags | os.O_CLOEXEC)
    finally:
        os.close(at)


def _open_name(folder: int, name: str, flags: int) -> int:
    try:
        opened = os.open(name, flags | os.O_NOFOLLOW, dir_fd=folder)
    except NotADirectoryError:
        if _is_link(folder, name):  # O_DIRECTORY hides what it met
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
        raise
    here = os.fstat(opened)
    there = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if (here.st_dev, here.st_ino) != (there.st_dev, there.st_ino):  # some sandboxes follow in spite of O_NOFOLLOW
        os.close(opened)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return opened


def _is_link(folder: int, name: str) -> bool:
    with suppress(FileNotFoundError):
        return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    return False


def _name_in(folder: int, name: str) -> str:
    with suppress(FileNotFoundError):
        os.stat(name, dir_fd=folder, follow_symlinks=False)
        return name
    names = (there for there in os.listdir(folder) if unicodedata.normalize("NFC", there) == name)
    return next(names, name)


@functools.cache
def best_way() -> OpenAt:
    """`open_whole` where the kernel has it and no filter forbids it, else `open_by_steps`."""
    if sys.platform != "linux":
        return open_by_steps
    here = os.open(".", _FOLDER)
    try:
        os.close(open_whole(here, ".", _FOLDER))
    except OSError as error:
        if error.errno not in (errno.ENOSYS, errno.EPERM):
            raise
        return open_by_steps
    finally:
        os.close(here)
    return open_whole


class Beneath:
    """One folder and what lies below it. Paths are NFC; a name that lies on disk in another form is found too."""

    def __init__(self, folder: Path, way: OpenAt | None = None) -> None:
        self.folder = folder
        self._way = way or best_way()

    @contextmanager
    def root(self) -> Generator[int]:
        """A descriptor of the folder itself."""
        opened = os.open(self.folder, _FOLDER)
        try:
            yield opened
        finally:
            os.close(opened)

    @contextmanager
    def file(self, path: str) -> Generator[int]:
        """A descriptor for reading; FileNotFoundError, or OSError ELOOP for a link."""
        with self.root() as root:
            opened = self._open(root, path, os.O_RDONLY | os.O_NONBLOCK)  # a fifo must not make anybody wait
        try:
            yield opened
        finally:
            os.close(opened)

    @contextmanager
    def inside(self, path: str) -> Generator[int]:
        """A descriptor of the folder at `path` ("" is the root); FileNotFoundError, or OSError for a link."""
        with self.root() as root:
            opened = self._open(root, path, _FOLDER) if path else os.dup(root)
        try:
            yield opened
        finally:
            os.close(opened)

    @contextmanager
    def parent(self, path: str, *, make: bool = False) -> Generator[tuple[int, str]]:
        """A descriptor of the folder that holds `path`, and the file's name as it lies there; `make` adds folders."""
        above, _, _ = path.rpartition("/")
        with self.root() as root:
            if make:
                self._make(root, above)
            spelled = self._spelled(root, path)
            above, _, leaf = spelled.rpartition("/")
            opened = self._way(root, above, _FOLDER) if above else os.dup(root)
        try:
            yield opened, leaf
        finally:
            os.close(opened)

    def _open(self, root: int, path: str, flags: int) -> int:
        try:
            return self._way(root, path, flags)
        except FileNotFoundError:
            spelled = self._spelled(root, path)
            if spelled == path:
                raise
        return self._way(root, spelled, flags)

    def _spelled(self, root: int, path: str) -> str:
        """`path` as its names lie on disk: Linux keeps the decomposed names that other systems write."""
        if path.isascii():
            return path
        done = ""
        for name in path.split("/"):
            done = f"{done}/{self._spelled_name(root, done, name)}" if done else self._spelled_name(root, done, name)
        return done

    def _spelled_name(self, root: int, above: str, name: str) -> str:
        if name.isascii():
            return name
        try:
            folder = self._way(root, above, _FOLDER) if above else os.dup(root)
        except FileNotFoundError:
            return name
        try:
            return _name_in(folder, name)
        finally:
            os.close(folder)

    def _make(self, root: int, path: str) -> None:
        spelled = self._spelled(root, path) if path else ""
        names = [name for name in spelled.split("/") if name]
        for level in range(len(names)):
            above = "/".join(names[:level])
            folder = self._way(root, above, _FOLDER) if above else os.dup(root)
            try:
                with suppress(FileExistsError):
                    os.mkdir(names[level], dir_fd=folder)
                    os.fsync(folder)
            finally:
                os.close(folder)
