"""Alembic's entry: runs the revisions on the connection that `database` opened. Knows no revision."""

from alembic import context

from docforge.workspace.records.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
