"""Runs, their entrants, the parts that were played, the games, and their moves."""

from __future__ import annotations

from alembic import op

from mastermine.arena.store.tables import entrants, games, moves, parts, runs

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables, which have not changed since: who changes one writes here how it was."""
    for table in (runs, entrants, parts, games, moves):
        table.create(op.get_bind())
