"""What all workspaces of one process and one setting share: the store, the database, the locks, the secret.

Knows no tenant.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import URL, Engine

from docforge.config import Settings
from docforge.errors import Phrase, Refusal
from docforge.workspace.links import kept_secret
from docforge.workspace.locks import PathLocks
from docforge.workspace.records.database import open_database, open_lock_engine
from docforge.workspace.storage.base import Step, Storage, no_step
from docforge.workspace.storage.local import OWN, LocalStorage
from docforge.workspace.storage.opening import open_s3


@dataclass(frozen=True, slots=True)
class Backing:
    """Opened once a process and setting; safe to use from any thread."""

    storage: Storage
    engine: Engine
    locks: PathLocks
    secret: bytes


_SHORTEST_SECRET = 16
_opened: dict[tuple[object, ...], Backing] = {}
_opening = threading.Lock()


def shared_backing(settings: Settings) -> Backing:
    """The backing of these settings, opened at first use; a forked process opens its own."""
    key = _identity(settings)
    with _opening:
        if key not in _opened:
            _opened[key] = open_backing(settings)
        return _opened[key]


def open_backing(settings: Settings, step: Step = no_step) -> Backing:
    """Open everything anew; makes the workspace's `.docforge` and the database's tables where they are missing."""
    own = own_folder(settings)
    storage = open_storage(settings, step)
    engine = open_database(database_of(settings), own)
    locks = PathLocks(own / "locks", open_lock_engine(engine))
    return Backing(storage, engine, locks, secret_of(settings))


def own_folder(settings: Settings) -> Path:
    """Where DocForge keeps what is its own."""
    return settings.workspace.absolute() / OWN


def open_storage(settings: Settings, step: Step = no_step) -> Storage:
    """The store of these settings; Refusal cannot_start for one that cannot be used, or cannot keep a document safe."""
    local = LocalStorage(settings.workspace.absolute(), step)  # also makes the folder that uploads to a bucket wait in
    return local if settings.storage == "local" else open_s3(settings, own_folder(settings) / "tmp", step)


def database_of(settings: Settings) -> str | URL:
    """The address of the records."""
    return settings.database_url or URL.create("sqlite", database=str(own_folder(settings) / "records.db"))


def secret_of(settings: Settings) -> bytes:
    """The secret that signs links and handles; Refusal cannot_start where it is too short or damaged."""
    given = _shown(settings.secret).encode()
    if 0 < len(given) < _SHORTEST_SECRET:
        raise Refusal("cannot_start", why=Phrase("secret_short", {"least": _SHORTEST_SECRET}))
    return given or kept_secret(own_folder(settings))


def _identity(settings: Settings) -> tuple[object, ...]:
    return (
        os.getpid(),
        settings.workspace.absolute(),
        settings.storage,
        settings.storage_endpoint,
        settings.storage_region,
        _shown(settings.storage_key),
        _shown(settings.storage_secret),
        settings.database_url,
        _shown(settings.secret),
    )


def _shown(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""
