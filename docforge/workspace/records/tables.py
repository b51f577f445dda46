"""The tables of the records, as the newest revision leaves them. Data only; knows no query.

Every table has `tenant`; every JSON column carries `v`, the number of its own shape.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    text,
)

METADATA = MetaData()
_SHA256 = 64
_ID = 32


class Instant(TypeDecorator[datetime]):
    """A moment in UTC; SQLite gives moments back without their zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  SQLAlchemy's hook
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  SQLAlchemy's hook
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _tenant(**options: Any) -> Column[Any]:
    return Column("tenant", String(64), nullable=False, **options)


documents = Table(
    "documents",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    _tenant(),
    Column("path", Text, nullable=False),
    Column("sha256", String(_SHA256), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("template", Text),
    Column("template_sha256", String(_SHA256)),
    Column("filled", Boolean, nullable=False),
    Column("ended_at", Instant),
    Index(
        "documents_at_path",
        "tenant",
        "path",
        unique=True,
        sqlite_where=text("ended_at IS NULL"),
        postgresql_where=text("ended_at IS NULL"),
    ),
)

versions = Table(
    "versions",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _tenant(),
    Column("document", String(_ID), nullable=False),
    Column("sha256", String(_SHA256), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("at", Instant, nullable=False),
    Column("caller", Text, nullable=False),
    Column("conversation", Text, nullable=False),
    Column("request_id", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("action", String(32), nullable=False),
    Column("places", JSON, nullable=False),
    Index("versions_of_document", "tenant", "document", "id"),
)

claims = Table(
    "claims",
    METADATA,
    _tenant(primary_key=True),
    Column("path", Text, primary_key=True),
    Column("before", String(_SHA256)),
    Column("after", String(_SHA256)),
    Column("size", BigInteger, nullable=False),
    Column("at", Instant, nullable=False),
    Column("deed", JSON, nullable=False),
)

calls = Table(
    "calls",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    _tenant(),
    Column("at", Instant, nullable=False),
    Column("caller", Text, nullable=False),
    Column("conversation", Text, nullable=False),
    Column("turn", Text),
    Column("door", String(16), nullable=False),
    Column("request_id", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("idempotency_key", Text),
    Column("outcome", Text, nullable=False),
    Column("path", Text),
    Column("version_before", String(_SHA256)),
    Column("version_after", String(_SHA256)),
    Column("milliseconds", Float, nullable=False),
    Column("result", JSON(none_as_null=True)),
    Index("calls_of_caller", "tenant", "caller", "tool", "at"),
)

handovers = Table(
    "handovers",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    _tenant(),
    Column("document", String(_ID), nullable=False),
    Column("path", Text, nullable=False),
    Column("sha256", String(_SHA256), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("caller", Text, nullable=False),
    Column("conversation", Text, nullable=False),
    Column("at", Instant, nullable=False),
    Index("handovers_of_document", "tenant", "document", "at"),
)

cards = Table(
    "cards",
    METADATA,
    _tenant(primary_key=True),
    Column("conversation", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("handover", String(_ID), nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("renewed_at", Instant, nullable=False),
)

jobs = Table(
    "jobs",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    _tenant(),
    Column("caller", Text, nullable=False),
    Column("request_id", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("idempotency_key", Text),
    Column("state", String(16), nullable=False),
    Column("progress", Float, nullable=False),
    Column("made_at", Instant, nullable=False),
    Column("seen_at", Instant, nullable=False),
    Column("answer", JSON(none_as_null=True)),
    Index("jobs_of_caller", "tenant", "caller", "tool", "made_at"),
    Index("jobs_by_age", "seen_at"),
)

uploads = Table(
    "uploads",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    _tenant(),
    Column("path", Text, nullable=False),
    Column("call", JSON, nullable=False),
    Column("expires_at", Instant, nullable=False),
    Column("used_at", Instant),
)
