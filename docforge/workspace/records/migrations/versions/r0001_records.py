"""The first tables: documents, versions, claims, calls, handovers, cards, uploads. Knows no later shape."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

SHA256 = 64
ID = 32


def upgrade() -> None:
    """Make the tables."""
    _make_documents()
    _make_versions()
    _make_claims()
    _make_calls()
    _make_offers()


def downgrade() -> None:
    """Drop the tables."""
    for table in ("uploads", "cards", "handovers", "calls", "claims", "versions", "documents"):
        op.drop_table(table)


def _tenant(**options: Any) -> sa.Column[Any]:
    return sa.Column("tenant", sa.String(64), nullable=False, **options)


def _instant(name: str, *, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _make_documents() -> None:
    op.create_table(
        "documents",
        sa.Column("id", sa.String(ID), primary_key=True),
        _tenant(),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(SHA256), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        _instant("made_at"),
        sa.Column("template", sa.Text),
        sa.Column("template_sha256", sa.String(SHA256)),
        sa.Column("filled", sa.Boolean, nullable=False),
        _instant("ended_at", nullable=True),
    )
    open_only = sa.text("ended_at IS NULL")
    op.create_index(
        "documents_at_path",
        "documents",
        ["tenant", "path"],
        unique=True,
        sqlite_where=open_only,
        postgresql_where=open_only,
    )


def _make_versions() -> None:
    op.create_table(
        "versions",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _tenant(),
        sa.Column("document", sa.String(ID), nullable=False),
        sa.Column("sha256", sa.String(SHA256), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        _instant("at"),
        sa.Column("caller", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("tool", sa.Text, nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("places", sa.JSON, nullable=False),
    )
    op.create_index("versions_of_document", "versions", ["tenant", "document", "id"])


def _make_claims() -> None:
    op.create_table(
        "claims",
        _tenant(primary_key=True),
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("before", sa.String(SHA256)),
        sa.Column("after", sa.String(SHA256)),
        sa.Column("size", sa.BigInteger, nullable=False),
        _instant("at"),
        sa.Column("deed", sa.JSON, nullable=False),
    )


def _make_calls() -> None:
    op.create_table(
        "calls",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _tenant(),
        _instant("at"),
        sa.Column("caller", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        sa.Column("turn", sa.Text),
        sa.Column("door", sa.String(16), nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("tool", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("idempotency_key", sa.Text),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("path", sa.Text),
        sa.Column("version_before", sa.String(SHA256)),
        sa.Column("version_after", sa.String(SHA256)),
        sa.Column("milliseconds", sa.Float, nullable=False),
        sa.Column("result", sa.JSON),
    )
    op.create_index("calls_of_caller", "calls", ["tenant", "caller", "tool", "at"])


def _make_offers() -> None:
    op.create_table(
        "handovers",
        sa.Column("id", sa.String(ID), primary_key=True),
        _tenant(),
        sa.Column("document", sa.String(ID), nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(SHA256), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("caller", sa.Text, nullable=False),
        sa.Column("conversation", sa.Text, nullable=False),
        _instant("at"),
    )
    op.create_index("handovers_of_document", "handovers", ["tenant", "document", "at"])
    op.create_table(
        "cards",
        _tenant(primary_key=True),
        sa.Column("conversation", sa.Text, primary_key=True),
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("handover", sa.String(ID), nullable=False),
        _instant("made_at"),
        _instant("renewed_at"),
    )
    op.create_table(
        "uploads",
        sa.Column("id", sa.String(ID), primary_key=True),
        _tenant(),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("call", sa.JSON, nullable=False),
        _instant("expires_at"),
        _instant("used_at", nullable=True),
    )
