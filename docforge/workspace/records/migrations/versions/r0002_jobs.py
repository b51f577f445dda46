"""Jobs: calls that outlast their doors. Knows no later shape."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("tenant", sa.String(64), nullable=False),
        sa.Column("caller", sa.Text, nullable=False),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("tool", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("idempotency_key", sa.Text),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("progress", sa.Float, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer", sa.JSON),
    )
    op.create_index("jobs_of_caller", "jobs", ["tenant", "caller", "tool", "made_at"])
    op.create_index("jobs_by_age", "jobs", ["seen_at"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("jobs")
