"""Games of people: those that go on, and those that are over; and who began a run."""

from __future__ import annotations

from alembic import op

from mastermine.arena.store.tables import begun, played, saved

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables, which have not changed since: who changes one writes here how it was."""
    for table in (begun, saved, played):
        table.create(op.get_bind())
