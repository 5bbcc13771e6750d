"""Alembic environment: runs the missing revisions in the open transaction."""

from __future__ import annotations

from alembic import context

from mastermine.arena.store.tables import VERSION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
context.run_migrations()
