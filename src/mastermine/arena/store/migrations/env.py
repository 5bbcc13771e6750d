"""What Alembic runs: the revisions that are missing, in the transaction that is open."""

from __future__ import annotations

from alembic import context

from mastermine.arena.store.tables import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
