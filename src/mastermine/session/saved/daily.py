"""Daily puzzles, the same for all players, and streaks.

A day is a UTC day, so that it starts everywhere at the same moment. The seed of a puzzle is a text
such as ``daily 2026-11-21 classic``. A minefield needs no guesses; its middle cell is open at the
start, since the first click determines the mines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.game import Outcome
from mastermine.core.random import Random
from mastermine.i18n.text import _, nearest
from mastermine.registry import parse_rules

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mastermine.arena.store import Store
    from mastermine.session import Played, Saved

LEVELS = {
    "classic": "classic",
    "super": "super",
    "beginner": "beginner-noguess",
    "intermediate": "intermediate-noguess",
    "expert": "expert-noguess",
}
"""Rules of each level with a daily puzzle."""

DAYS_AHEAD = 800
"""Number of days whose puzzles a server does not solve, also by the numbers of their seeds."""
_SEED = re.compile(r"daily (\d{4}-\d{2}-\d{2}) ([a-z0-9-]+)")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The puzzle of a level and day."""

    level: str
    day: date

    @property
    def seed(self) -> str:
        return f"daily {self.day.isoformat()} {self.level}"


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which the puzzle was solved."""

    current: int
    """Streak up to today, or up to yesterday while today's puzzle is not played."""
    longest: int
    today: Outcome | None
    """Outcome of today's puzzle; None while it is not played."""

    @property
    def today_done(self) -> bool:
        """True if today's puzzle was played, solved or not."""
        return self.today is not None


def today() -> date:
    """Returns the current day in UTC."""
    return datetime.now(UTC).date()


def named(level: str, day: date) -> Puzzle:
    """Returns the puzzle of a day and level. Raises InvalidSpec, which lists the levels."""
    name = level.strip().lower()
    if name not in LEVELS:
        raise InvalidSpec(
            _("there is no daily puzzle {level!r}; {hint}").format(
                level=level, hint=nearest(name, LEVELS)
            )
        )
    return Puzzle(name, day)


def puzzle(level: str, day: date) -> tuple[Any, str]:
    """Returns the rules and the seed of a puzzle. Raises InvalidSpec."""
    found = named(level, day)
    return parse_rules(LEVELS[found.level]), found.seed


def begin(level: str, day: date, strategy: str | None = None) -> Played:
    """Creates the game of a puzzle. Raises InvalidSpec.

    ``strategy`` gives the hints [default: that of the rules].
    """
    from mastermine.session.generic import session_class

    rules, seed = puzzle(level, day)
    game = session_class(rules.game).puzzle(rules, seed, strategy)
    game.daily = day.isoformat()
    return game


def of(game: Saved) -> Puzzle | None:
    """Returns the puzzle of a game; None if it is not a daily puzzle."""
    from mastermine.session import Mode
    from mastermine.session.multiplayer.match import Match

    if isinstance(game, Match) or game.daily is None:
        return None
    match = _SEED.fullmatch(str(game.seed))
    if match is None or match[1] != game.daily or match[2] not in LEVELS:
        return None
    fits = game.rules == parse_rules(LEVELS[match[2]]) and game.mode is Mode.COMPUTER
    return Puzzle(match[2], date.fromisoformat(game.daily)) if fits else None


def check_seed(seed: int | str) -> None:
    """Raises InvalidSpec for the seed of a puzzle whose day is not over.

    A server checks the seeds of all that it computes, or it would solve the puzzle.
    """
    match = _SEED.fullmatch(str(seed))
    day = _open_seeds(today()).get(Random(seed).seed) if match is None else match[1]
    if day is not None and day >= today().isoformat():
        raise InvalidSpec(
            _(
                "this is the seed of the daily puzzle of {day}, and that day is not over (UTC): "
                "play the daily puzzle, or use another seed"
            ).format(day=day),
            field="seed",
        )


@lru_cache(maxsize=2)
def _open_seeds(first: date) -> dict[int, str]:
    """Returns the days of the next puzzles by the numbers that their seeds stand for.

    Such a number as a seed gives the same game.
    """
    days = [first + timedelta(days=n) for n in range(DAYS_AHEAD)]
    return {Random(puzzle(level, day)[1]).seed: day.isoformat() for day in days for level in LEVELS}


def unfinished(puzzle: Puzzle) -> Path | None:
    """Returns the file of an unfinished daily puzzle, if any."""
    from mastermine.session import load
    from mastermine.session.saved import files

    for path in files.unfinished():
        try:
            game = load(path)
        except MastermineError:
            continue
        if of(game) == puzzle and game.open:
            return path
    return None


def todays(level: str) -> tuple[Played, Path | None]:
    """Loads today's puzzle with its file, or creates it. Raises InvalidSpec."""
    chosen = named(level, today())
    from mastermine.session import load

    path = unfinished(chosen)
    if path is not None:
        return cast("Played", load(path)), path
    return begin(chosen.level, chosen.day), None


def streak(store: Store, owner: str, level: str, today: date) -> Streak:
    """Returns an owner's streak at a level. Raises StoreError."""
    from mastermine.session.saved.history import puzzles

    return streak_of(puzzles(store, owner, level), today)


def streak_of(days: Mapping[date, Outcome], today: date) -> Streak:
    """Computes the streak from the outcome of each day. Days after today do not count."""
    solved = {day for day, outcome in days.items() if outcome is Outcome.WON and day <= today}
    longest = run = 0
    before: date | None = None
    for day in sorted(solved):
        run = run + 1 if before is not None and day - before == timedelta(1) else 1
        longest, before = max(longest, run), day
    pending = today not in days
    alive = before == today or (pending and before == today - timedelta(1))
    return Streak(run if alive else 0, longest, days.get(today))
