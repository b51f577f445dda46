"""Tries what a workspace stands on, as a call would use it, and leaves nothing behind. Knows no document and no door.

Each check returns what it found in a few words, and raises Refusal cannot_start where a promise is not kept, else
whatever the system says.
"""

from __future__ import annotations

import secrets
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from docforge.config import Settings
from docforge.errors import Phrase, Refusal
from docforge.workspace.backing import database_of, open_storage, own_folder, secret_of
from docforge.workspace.locks import Busy, hold_file
from docforge.workspace.records.database import HEAD, open_database
from docforge.workspace.records.tables import claims
from docforge.workspace.storage.base import Changed, Published, Staged, Storage, Taken
from docforge.workspace.storage.local import MAIN_TENANT, OWN

Publish = Callable[[Staged], Published]
_PROBE = b"docforge"


def _broken(code: str, **facts: Any) -> Refusal:
    """The system did what it was asked not to do, or not what it was asked to."""
    return Refusal("cannot_start", why=Phrase(code, facts))


def check_storage(settings: Settings) -> str:
    """Write, read back, and be refused a second file under the same name and a change of another state."""
    storage = open_storage(settings)
    key = f"{MAIN_TENANT}/{OWN}/probe-{secrets.token_hex(8)}"
    tag = _write(storage, lambda staged: staged.create(key)).tag
    try:
        _refuses(storage, Taken, "storage_overwrites", lambda staged: staged.create(key))
        _refuses(storage, Changed, "storage_replaces", lambda staged: staged.replace(key, tag[::-1]))
        found = storage.read(key, len(_PROBE))
        if found is None or found.data != _PROBE:
            raise _broken("storage_reads_wrong")
    finally:
        left = storage.read(key, sys.maxsize)
        storage.delete(key, left.tag if left else tag)
    return storage.location(f"{MAIN_TENANT}/").rstrip("/")


def _write(storage: Storage, publish: Publish) -> Published:
    with storage.stage() as staged:
        staged.write(_PROBE)
        return publish(staged)


def _refuses(storage: Storage, refusal: type[Exception], broken: str, publish: Publish) -> None:
    try:
        _write(storage, publish)
    except refusal:
        return
    raise _broken(broken)


def check_locks(settings: Settings) -> str:
    """Take a lock, and be refused it a second time."""
    path = own_folder(settings) / "doctor.lock"
    with hold_file(path, 0), suppress(Busy):
        with hold_file(path, 0):
            pass
        raise _broken("locks_shared")
    return "flock"


def check_records(settings: Settings) -> str:
    """Open the database, bring it to the newest revision, and write a row that is taken back."""
    engine = open_database(database_of(settings), own_folder(settings))
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin() as begun:
            row = {"tenant": "-", "path": secrets.token_hex(8), "size": 0, "at": datetime.now(UTC), "deed": {"v": 1}}
            connection.execute(sa.insert(claims).values(row))
            begun.rollback()
        return f"{engine.url.render_as_string(hide_password=True)} ({HEAD})"
    finally:
        engine.dispose()


def check_secret(settings: Settings) -> str:
    """The secret is long enough, and one that is kept is its owner's alone; where it is from."""
    secret_of(settings)
    if settings.secret is not None:
        return "DOCFORGE_SECRET"
    path = own_folder(settings) / "secret"
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise _broken("secret_open", path=str(path), mode=f"{mode:o}")
    return str(path)
