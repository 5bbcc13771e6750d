"""Finished games of players, and their statistics."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from mastermine.arena.statistics import win_rate_error
from mastermine.arena.store.tables import inserting, played
from mastermine.core.game import Outcome
from mastermine.core.play import Record
from mastermine.registry import PRESETS
from mastermine.session.levels import level_of, name_of
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved import daily
from mastermine.session.session import Mode

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mastermine.arena.store import Store
    from mastermine.session import Played, Saved

PEOPLE = "people"
"""Mode of the games of a match."""
BATCH_RECORDS = 500
"""Number of records per query."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of the games with the same rules and mode."""

    game: str
    rules: str
    """Spec of the rules."""
    level: str | None
    """Name of the rules that the games were started with, if any."""
    mode: str
    """``computer``, ``adversary``, ``person`` or ``people``.

    With ``person`` the computer guessed, and won.
    """
    games: int
    won: int
    rate_error: float
    """Standard error of ``rate``."""
    turns: float | None
    """Average number of guesses or clicks in the games won."""
    turns_error: float | None
    """Standard error of ``turns``; None for fewer than two games."""
    best_turns: int | None
    """Fewest guesses or clicks of a game won without hints; None if there is none."""
    seconds: float | None
    """Average time of the games won; None for untimed games."""
    seconds_error: float | None
    best_seconds: float | None
    """Shortest time of a game won without hints; None if there is none."""
    streak: int
    """Games won since the last loss."""
    longest_streak: int
    by_turns: dict[int, int]
    """Number of games won, by the number of guesses or clicks."""
    by_seconds: dict[int, int]
    """Number of games won, by their whole seconds; empty for untimed games."""
    chosen: int
    """Games whose seed or secret was given; they do not count for bests and streaks."""

    @property
    def rate(self) -> float:
        """Share of games won."""
        return self.won / self.games

    def to_json(self) -> dict[str, Any]:
        """Returns all statistics as JSON values."""
        return {**asdict(self), "rate": self.rate}


def store_finished(store: Store, owner: str, session: Saved) -> None:
    """Stores a finished game in the history; does nothing for a game in progress.

    Storing it again updates everything but the time of its end, for a game that was undone and
    ended differently. Of a match, each board of a finished round is stored as a game without a
    player. Raises StoreError.
    """
    rows = rows_of(owner, session)
    if rows:
        with store.writing() as connection:
            store_rows(connection, rows)


def store_rows(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Stores rows of finished games in the history."""
    if not rows:
        return
    new = inserting(played, connection.dialect)
    later = {
        column.name: new.excluded[column.name]
        for column in played.c
        if column.name not in ("owner", "id", "ended")
    }
    connection.execute(new.on_conflict_do_update(index_elements=["owner", "id"], set_=later), rows)


def statistics(store: Store, owner: str) -> list[Statistics]:
    """Returns an owner's statistics for each rules and mode, most games first."""
    names = [
        "game",
        "rules",
        "level",
        "mode",
        "outcome",
        "turns",
        "seconds",
        "hundredths",
        "hints",
        "chosen",
    ]
    chosen = (
        sa.select(*(played.c[name] for name in names))
        .where(played.c.owner == owner)
        .order_by(played.c.ended, played.c.id)
    )
    groups: dict[tuple[str, str, str | None, str], list[Any]] = {}
    with store.reading() as connection:
        for row in connection.execute(chosen):
            texts = row.game, row.rules, row.level or "", row.mode
            if not all(isinstance(text, str) for text in texts):
                raise store.damaged(None)
            level = _earlier_level(row) if row.level is None else row.level or None
            groups.setdefault((row.game, row.rules, level, row.mode), []).append(row)
        # Inside, since damaged rows raise here.
        found = [_statistics(*key, rows) for key, rows in groups.items()]
    return sorted(found, key=lambda each: (-each.games, each.rules, each.level or "", each.mode))


def records(store: Store, owner: str) -> Iterator[Record]:
    """Yields the records of an owner's games, the oldest first."""
    position: tuple[datetime, str] | None = None
    while True:
        chosen = sa.select(played.c.ended, played.c.id, played.c.record).where(
            played.c.owner == owner
        )
        if position is not None:
            chosen = chosen.where(sa.tuple_(played.c.ended, played.c.id) > sa.tuple_(*position))
        with store.reading() as connection:
            rows = connection.execute(
                chosen.order_by(played.c.ended, played.c.id).limit(BATCH_RECORDS)
            ).all()
        for row in rows:
            yield Record.from_json(row.record)
        if len(rows) < BATCH_RECORDS:
            return
        position = (rows[-1].ended, rows[-1].id)


def puzzles(store: Store, owner: str, level: str) -> dict[date, Outcome]:
    """Returns the outcomes of an owner's daily puzzles of a level, by day.

    If a puzzle was played more than once, the first game counts.
    """
    chosen = (
        sa.select(played.c.daily, played.c.outcome)
        .where(played.c.owner == owner, played.c.puzzle == level)
        .order_by(played.c.ended.desc(), played.c.id.desc())
    )
    with store.reading() as connection:
        return {
            date.fromisoformat(row.daily): Outcome(row.outcome)
            for row in connection.execute(chosen)
        }


def game_columns(owner: str, game: Saved) -> dict[str, Any]:
    """Returns the columns that describe a game or match in a store."""
    puzzle = daily.of(game)
    return {
        "owner": owner,
        "id": game.id,
        "game": game.KIND if isinstance(game, Match) else game.rules.game,
        "rules": game.rules.spec(),
        "mode": PEOPLE if isinstance(game, Match) else game.mode.value,
        "daily": puzzle and puzzle.day.isoformat(),
        "puzzle": puzzle and puzzle.level,
    }


def rows_of(owner: str, game: Saved) -> list[dict[str, Any]]:
    """Returns the rows of a finished game, or of the finished rounds of a match."""
    if isinstance(game, Match):
        boards = [board for row in game.boards[: game.round] for board in row]
        common = {"mode": PEOPLE, "level": level_of(game) or "", "chosen": game.seed_chosen}
        return [_row(owner, board) | common for board in boards]
    return [] if game.outcome is None else [_row(owner, game)]


def _row(owner: str, game: Played) -> dict[str, Any]:
    assert game.outcome is not None
    seconds, hundredths = None, None
    if game.seconds is not None:
        seconds, hundredths = divmod(round(100 * game.seconds), 100)
    return {
        **game_columns(owner, game),
        "level": level_of(game) or "",
        "ended": datetime.now(UTC).replace(tzinfo=None),
        "outcome": game.outcome.value,
        "turns": game.move_count,
        "seconds": seconds,
        "hundredths": hundredths,
        "hints": game.hints,
        "undos": game.undos,
        "record": game.record().to_json(),
        "chosen": (game.seed_chosen or game.given)
        and daily.of(game) is None
        and game.mode is not Mode.PERSON,
    }


def _earlier_level(row: Any) -> str | None:
    """Returns the level of a game that an earlier version stored; None if it is not certain."""
    several = sum(preset.spec == row.rules for preset in PRESETS.values()) > 1
    limited = row.mode == PEOPLE and ",limit=" in row.rules  # A match may have set the limit.
    return None if several or limited else name_of(row.rules)


def _statistics(
    game: str, rules: str, level: str | None, mode: str, rows: Sequence[Any]
) -> Statistics:
    drawn = [row for row in rows if not row.chosen]
    streak = longest = 0
    for row in drawn:
        streak = streak + 1 if row.outcome == Outcome.WON.value else 0
        longest = max(longest, streak)
    won = [row for row in rows if row.outcome == Outcome.WON.value]
    best = [row for row in won if not row.chosen and not row.hints]
    turns = [row.turns for row in won]
    seconds = [_time(row) for row in won if row.seconds is not None]
    error = win_rate_error(len(won), len(rows))
    assert error is not None
    return Statistics(
        game,
        rules,
        level,
        mode,
        len(rows),
        len(won),
        error,
        *_mean(turns),
        min((row.turns for row in best), default=None),
        *_mean(seconds),
        min((_time(row) for row in best if row.seconds is not None), default=None),
        streak,
        longest,
        dict(sorted(Counter(turns).items())),
        dict(sorted(Counter(map(int, seconds)).items())),
        len(rows) - len(drawn),
    )


def _time(row: Any) -> float:
    """Returns the time of a game in seconds."""
    return float(row.seconds + (row.hundredths or 0) / 100)


def _mean(values: Sequence[float]) -> tuple[float | None, float | None]:
    n = len(values)
    return fmean(values) if n else None, stdev(values) / sqrt(n) if n > 1 else None
