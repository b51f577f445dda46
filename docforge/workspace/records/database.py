"""Opening the records' database and bringing its tables to the newest revision. Knows no table's meaning."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, inspect, text

from docforge.workspace.locks import hold_file

HEAD = "0002"
BUSY_SECONDS = 30
_MIGRATING = 0x646F_6366  # the advisory lock that one process holds while it changes the tables
_REVISIONS = Path(__file__).parent / "migrations"


def open_database(url: str | URL, folder: Path) -> Engine:
    """An engine for `url` whose tables are at HEAD. `folder` is the workspace's own, for the lock while migrating.

    SQLite is opened in WAL with synchronous FULL: what was told as done is on disk. Any number of processes may
    start at once; one of them makes the tables and the others wait for it.
    """
    engine = create_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_at_once)
    if _revision(engine) != HEAD:
        _migrate(engine, folder)
    return engine


def open_lock_engine(engine: Engine) -> Engine | None:
    """Connections for locks that the database holds, apart from the pool so that they never use it up."""
    return create_engine(engine.url, poolclass=NullPool) if engine.dialect.name == "postgresql" else None


def _set_up_sqlite(connection: Any, record: object) -> None:  # noqa: ARG001  SQLAlchemy's hook
    connection.isolation_level = None  # transactions begin where `_begin_at_once` says so, not where the driver guesses
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.close()


def _begin_at_once(connection: Connection) -> None:
    """Take the right to write at the beginning: a reader that turns writer would be refused instead of waiting."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get("writes"))


def _revision(engine: Engine) -> str | None:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(engine: Engine, folder: Path) -> None:
    with _alone(engine, folder):
        if _revision(engine) == HEAD:
            return
        if engine.dialect.name == "sqlite":
            with engine.connect() as connection:
                _raw(connection).execute("PRAGMA journal_mode = WAL")
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            _upgrade(connection)


def _raw(connection: Connection) -> Any:
    return connection.connection.driver_connection


@contextmanager
def _alone(engine: Engine, folder: Path) -> Generator[None]:
    if engine.dialect.name == "sqlite":
        with hold_file(folder / "migrating.lock", BUSY_SECONDS):
            yield
        return
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _MIGRATING})
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _MIGRATING})


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415  slow to import, and needed only where the tables are not at HEAD
    from alembic.config import Config  # noqa: PLC0415  see above

    config = Config()
    config.set_main_option("script_location", str(_REVISIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
