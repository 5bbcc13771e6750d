"""The tables of a store at the newest revision."""

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

REVISION = "0006"
"""Newest revision, the head of ``migrations``."""
VERSION_TABLE = "mastermine_revision"
"""Table with the revision of a store."""

metadata = MetaData()


def _of_run(*more: Column[int]) -> list[Column[int]]:
    """Returns the primary key: the run and more columns."""
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
    Column("rules", Text, nullable=False, comment="spec of the rules"),
    Column("rounds", Integer, nullable=False, comment="rounds to play"),
    Column("run", Text, nullable=False, comment="the whole run as JSON"),
    sqlite_autoincrement=True,  # numbers are never reused
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
    comment="ranges of played rounds; they may overlap",
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
    # Makes histograms eight times as fast, for about 20 bytes per game.
    Index("games_by_outcome", "run", "entrant", "outcome", "turns"),
    sqlite_with_rowid=False,
)
moves = Table(
    "moves",
    metadata,
    *_of_run(_key("round"), _key("entrant")),
    Column("secret", Text),
    Column("moves", Text, comment="JSON: [[action, answer], ...]"),
    comment="separate from the games: long, and rarely read",
)
owners = Table(
    "begun",
    metadata,
    *_of_run(),
    Column("owner", Text, nullable=False),
    comment="owners of runs started in a browser",
    sqlite_with_rowid=False,
)
saved = Table(
    "saved",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False, comment="increased at each change"),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False, comment="spec of the rules"),
    Column("mode", Text, nullable=False),
    Column("state", Text, nullable=False, comment="new, open or over"),
    Column("daily", Text, comment="the day of the puzzle, in UTC"),
    Column("puzzle", Text, comment="the level of the daily puzzle"),
    Column("changed", DateTime, nullable=False, comment="UTC"),
    Column("summary", Text, nullable=False, comment="summary of the position as JSON"),
    Column("data", Text, nullable=False, comment="the whole game as JSON"),
    Index("saved_by_change", "changed"),
    comment="saved games of players; owner '' is the player at the terminal",
    sqlite_with_rowid=False,
)
played = Table(
    "played",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("ended", DateTime, nullable=False, comment="first end, UTC"),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False, comment="spec of the rules"),
    Column("level", Text, comment="the name of the rules, '' for none; null in older games"),
    Column("mode", Text, nullable=False),
    Column("daily", Text, comment="the day of the puzzle, in UTC"),
    Column("puzzle", Text, comment="the level of the daily puzzle"),
    Column("outcome", Text, nullable=False),
    Column("turns", Integer, nullable=False, comment="guesses, or clicks"),
    Column("seconds", Integer),
    Column("hints", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("record", Text, nullable=False, comment="the record as JSON"),
    Column("chosen", Boolean, comment="whether the seed or secret was given; null in older games"),
    Column("hundredths", Integer, comment="hundredths after the seconds; null in older games"),
    Index("played_by_end", "owner", "ended"),
    comment="finished games of players",
)


def inserting(table: Table, dialect: Dialect) -> sqlite.Insert | postgresql.Insert:
    """Returns an insert statement that supports ``on_conflict_do_nothing``."""
    return sqlite.insert(table) if dialect.name == "sqlite" else postgresql.insert(table)
