"""Creates the tables of players' saved and finished games, and of the owners of runs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Creates the tables."""
    run = sa.ForeignKey("runs.id", ondelete="CASCADE")
    op.create_table(
        "begun",
        sa.Column("run", sa.Integer, run, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        comment="owners of runs started in a browser",
        sqlite_with_rowid=False,
    )
    op.create_table(
        "saved",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False, comment="increased at each change"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False, comment="spec of the rules"),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False, comment="new, open or over"),
        sa.Column("daily", sa.Text, comment="the day of the puzzle, in UTC"),
        sa.Column("puzzle", sa.Text, comment="the level of the daily puzzle"),
        sa.Column("changed", sa.DateTime, nullable=False, comment="UTC"),
        sa.Column("summary", sa.Text, nullable=False, comment="summary of the position as JSON"),
        sa.Column("data", sa.Text, nullable=False, comment="the whole game as JSON"),
        comment="saved games of players; owner '' is the player at the terminal",
        sqlite_with_rowid=False,
    )
    op.create_index("saved_by_change", "saved", ["changed"])
    op.create_table(
        "played",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("ended", sa.DateTime, nullable=False, comment="first end, UTC"),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False, comment="spec of the rules"),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("daily", sa.Text, comment="the day of the puzzle, in UTC"),
        sa.Column("puzzle", sa.Text, comment="the level of the daily puzzle"),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False, comment="guesses, or clicks"),
        sa.Column("seconds", sa.Integer),
        sa.Column("hints", sa.Integer, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False, comment="the record as JSON"),
        comment="finished games of players",
    )
    op.create_index("played_by_end", "played", ["owner", "ended"])
