"""Games of people: those that go on, and those that are over; and who began a run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables."""
    run = sa.ForeignKey("runs.id", ondelete="CASCADE")
    op.create_table(
        "begun",
        sa.Column("run", sa.Integer, run, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        comment="runs that were begun in a browser, and by whom",
        sqlite_with_rowid=False,
    )
    op.create_table(
        "saved",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False, comment="one more at each change"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False, comment="their spec"),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False, comment="new, open or over"),
        sa.Column("daily", sa.Text, comment="the day of the puzzle, in UTC"),
        sa.Column("puzzle", sa.Text, comment="the level of the daily puzzle"),
        sa.Column("changed", sa.DateTime, nullable=False, comment="UTC"),
        sa.Column("summary", sa.Text, nullable=False, comment="how it stands, as JSON"),
        sa.Column("data", sa.Text, nullable=False, comment="all of it, as JSON"),
        comment="games of people, to go on with; owner '' is whoever is at the terminal",
        sqlite_with_rowid=False,
    )
    op.create_index("saved_by_change", "saved", ["changed"])
    op.create_table(
        "played",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("ended", sa.DateTime, nullable=False, comment="for the first time, UTC"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False, comment="their spec"),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("daily", sa.Text, comment="the day of the puzzle, in UTC"),
        sa.Column("puzzle", sa.Text, comment="the level of the daily puzzle"),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False, comment="guesses, or clicks"),
        sa.Column("seconds", sa.Integer),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False, comment="how it was played, as JSON"),
        comment="games of people that are over",
    )
    op.create_index("played_by_end", "played", ["owner", "ended"])
