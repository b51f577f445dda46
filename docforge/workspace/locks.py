"""Exclusive locks by path, over threads, processes and machines, freed by the kernel when their holder dies.

flock(2) on a file named by the path's hash; where the records are PostgreSQL also its advisory lock, for machines.
Knows no store: two writers that had no common lock are still kept apart by the store's conditions.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.05
_LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL, appendix A


class Busy(Exception):  # noqa: N818  a state of the workspace
    """The lock was not free in time."""


@contextmanager
def hold_file(path: Path, seconds: float) -> Generator[None]:
    """Hold flock(2) on `path`, which is made and never removed; Busy after `seconds`."""
    opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _flock(opened, seconds)
        yield
    finally:
        os.close(opened)


def _flock(opened: int, seconds: float) -> None:
    end, pause = time.monotonic() + seconds, _FIRST_PAUSE
    while True:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() + pause > end:
                raise Busy from None
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
        else:
            return


@contextmanager
def _hold_in_database(engine: Engine, name: str, seconds: float) -> Generator[None]:
    number = int.from_bytes(bytes.fromhex(name[:16]), "big", signed=True)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(
            text("SELECT set_config('lock_timeout', :time, false)"), {"time": f"{_milliseconds(seconds)}ms"}
        )
        try:
            connection.execute(text("SELECT pg_advisory_lock(:number)"), {"number": number})
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                raise Busy from None
            raise
        yield  # closing the connection frees the lock


def _milliseconds(seconds: float) -> int:
    return max(1, int(seconds * 1000))  # 0 would mean to wait for ever


class PathLocks:
    """Locks by name. A thread that holds one is known, so that what it calls need not take it again."""

    def __init__(self, folder: Path, database: Engine | None) -> None:
        self._folder, self._database = folder, database
        self._mine = threading.local()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def is_held(self, key: str) -> bool:
        """True where this thread holds the lock of `key`."""
        return key in self._held()

    @contextmanager
    def hold(self, key: str, seconds: float) -> Generator[None]:
        """Hold the lock of `key`, waiting at most `seconds` for another holder; Busy after that."""
        name = hashlib.sha256(key.encode()).hexdigest()
        started = time.monotonic()
        with hold_file(self._folder / f"{name[:40]}.lock", seconds):
            left = max(0.0, seconds - (time.monotonic() - started))
            with _hold_in_database(self._database, name, left) if self._database else nullcontext():
                self._held().add(key)
                try:
                    yield
                finally:
                    self._held().discard(key)

    def _held(self) -> set[str]:
        if not hasattr(self._mine, "keys"):
            self._mine.keys = set[str]()
        return self._mine.keys
