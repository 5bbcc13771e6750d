"""Creates the tables of runs, entrants, finished chunks, games and moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates the tables."""
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("created", sa.DateTime, nullable=False, comment="UTC"),
        sa.Column("version", sa.Text, nullable=False, comment="of mastermine"),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False, comment="spec of the rules"),
        sa.Column("rounds", sa.Integer, nullable=False, comment="rounds to play"),
        sa.Column("run", sa.Text, nullable=False, comment="the whole run as JSON"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entrants",
        *_keys("entrant"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("drew", sa.Boolean, nullable=False, server_default=sa.text("false")),
    )
    op.create_table(
        "parts",
        *_keys("first", "last"),
        comment="ranges of played rounds; they may overlap",
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        *_keys("round", "entrant"),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("turns", sa.Integer),
        sa.Column("guesses", sa.Integer),
        sa.Column("microseconds", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("games_by_outcome", "games", ["run", "entrant", "outcome", "turns"])
    op.create_table(
        "moves",
        *_keys("round", "entrant"),
        sa.Column("secret", sa.Text),
        sa.Column("moves", sa.Text, comment="JSON: [[action, answer], ...]"),
        comment="separate from the games: long, and rarely read",
    )


def _keys(*names: str) -> list[sa.Column[int]]:
    run = sa.ForeignKey("runs.id", ondelete="CASCADE")
    return [
        sa.Column("run", sa.Integer, run, primary_key=True),
        *(sa.Column(name, sa.Integer, primary_key=True, autoincrement=False) for name in names),
    ]
