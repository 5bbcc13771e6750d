"""The tables of a store, as they are at the newest revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from sqlalchemy import Dialect

REVISION = "0002"
"""The newest revision: the head of ``migrations``, which are not looked at when a store has it."""
VERSION_TABLE = "mastermine_revision"
"""Where a store says which revision it has."""

metadata = MetaData()


def _of_run(*more: Column[int]) -> list[Column[int]]:
    """The columns by which a row is found: its run, and what else makes it unique."""
    run = ForeignKey("runs.id", ondelete="CASCADE")
    return [Column("run", Integer, run, primary_key=True), *more]


def _key(name: str) -> Column[int]:
    return Column(name, Integer, primary_key=True, autoincrement=False)


runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("created", DateTime, nullable=False, comment="UTC"),
    Column("version", Text, nullable=False, comment="of mastermine"),
    Column("command", Text, nullable=False),
    Column("rules", Text, nullable=False, comment="their spec"),
    Column("rounds", Integer, nullable=False, comment="as many as there are to be"),
    Column("run", Text, nullable=False, comment="all of it, as JSON"),
    sqlite_autoincrement=True,  # A number is never given twice.
)
entrants = Table(
    "entrants",
    metadata,
    *_of_run(_key("entrant")),
    Column("name", Text, nullable=False),
    Column("drew", Boolean, nullable=False, server_default=text("false")),
)
parts = Table(
    "parts",
    metadata,
    *_of_run(_key("first"), _key("last")),
    comment="the rounds that were played; they may overlap",
    sqlite_with_rowid=False,
)
games = Table(
    "games",
    metadata,
    *_of_run(_key("round"), _key("entrant")),
    Column("outcome", Text, nullable=False),
    Column("turns", Integer),
    Column("guesses", Integer),
    Column("microseconds", BigInteger, nullable=False),
    Column("reason", Text),
    # For the histograms: about 20 bytes a game, and eight times as fast.
    Index("games_by_outcome", "run", "entrant", "outcome", "turns"),
    sqlite_with_rowid=False,
)
moves = Table(
    "moves",
    metadata,
    *_of_run(_key("round"), _key("entrant")),
    Column("secret", Text),
    Column("moves", Text, comment="JSON: [[action, answer], …]"),
    comment="apart from the games: they are long, and seldom read",
)
begun = Table(
    "begun",
    metadata,
    *_of_run(),
    Column("owner", Text, nullable=False),
    comment="runs that were begun in a browser, and by whom",
    sqlite_with_rowid=False,
)
saved = Table(
    "saved",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False, comment="one more at each change"),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False, comment="their spec"),
    Column("mode", Text, nullable=False),
    Column("state", Text, nullable=False, comment="new, open or over"),
    Column("daily", Text, comment="the day of the puzzle, in UTC"),
    Column("puzzle", Text, comment="the level of the daily puzzle"),
    Column("changed", DateTime, nullable=False, comment="UTC"),
    Column("summary", Text, nullable=False, comment="how it stands, as JSON"),
    Column("data", Text, nullable=False, comment="all of it, as JSON"),
    Index("saved_by_change", "changed"),
    comment="games of people, to go on with; owner '' is whoever is at the terminal",
    sqlite_with_rowid=False,
)
played = Table(
    "played",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("ended", DateTime, nullable=False, comment="for the first time, UTC"),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False, comment="their spec"),
    Column("mode", Text, nullable=False),
    Column("daily", Text, comment="the day of the puzzle, in UTC"),
    Column("puzzle", Text, comment="the level of the daily puzzle"),
    Column("outcome", Text, nullable=False),
    Column("turns", Integer, nullable=False, comment="guesses, or clicks"),
    Column("seconds", Integer),
    Column("hints", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("record", Text, nullable=False, comment="how it was played, as JSON"),
    Index("played_by_end", "owner", "ended"),
    comment="games of people that are over",
)


def inserting(table: Table, dialect: Dialect) -> sqlite.Insert | postgresql.Insert:
    """An insert that can be told what to do with rows that are there already."""
    return sqlite.insert(table) if dialect.name == "sqlite" else postgresql.insert(table)
