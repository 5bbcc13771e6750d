"""The puzzle of the day: the same for everybody, and how many days in a row it was solved.

A day is one of UTC, so that it begins everywhere at the same moment. The seed of a puzzle is a text
such as ``daily 2026-11-21 classic``. In a minefield no guess is needed, and the cell in the middle
is open at the start: the first click decides where the mines are, so it is everybody's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.game import Outcome
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
"""The rules of each level of which there is a puzzle every day."""

_SEED = re.compile(r"daily (\d{4}-\d{2}-\d{2}) ([a-z0-9-]+)")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The puzzle of one level on one day."""

    level: str
    day: date

    @property
    def seed(self) -> str:
        """The seed from which it is drawn."""
        return f"daily {self.day.isoformat()} {self.level}"


@dataclass(frozen=True, slots=True)
class Streak:
    """So many days in a row."""

    current: int
    """Up to today; or up to yesterday as long as today's puzzle is not done."""
    longest: int
    today: Outcome | None
    """How today's puzzle ended; None while it is not done."""

    @property
    def today_done(self) -> bool:
        """Whether today's puzzle was played, solved or not."""
        return self.today is not None


def today() -> date:
    """The day that it is now, in UTC."""
    return datetime.now(UTC).date()


def named(level: str, day: date) -> Puzzle:
    """The puzzle of a day at a level. Raises InvalidSpec, naming the levels there are."""
    name = level.strip().lower()
    if name not in LEVELS:
        raise InvalidSpec(
            _("there is no daily puzzle {level!r}; {hint}").format(
                level=level, hint=nearest(name, LEVELS)
            )
        )
    return Puzzle(name, day)


def puzzle(level: str, day: date) -> tuple[Any, str]:
    """The rules and the seed of a puzzle. Raises InvalidSpec."""
    asked = named(level, day)
    return parse_rules(LEVELS[asked.level]), asked.seed


def begin(level: str, day: date, strategy: str | None = None) -> Played:
    """The game of a puzzle, ready to be played. Raises InvalidSpec.

    ``strategy`` gives the hints: the usual one, if none is named.
    """
    from mastermine.session.generic import session_class

    rules, seed = puzzle(level, day)
    game = session_class(rules.game).puzzle(rules, seed, strategy)
    game.daily = day.isoformat()
    return game


def of(game: Saved) -> Puzzle | None:
    """The puzzle that a game is; None where it is none."""
    from mastermine.session import Mode
    from mastermine.session.multiplayer.match import Match

    if isinstance(game, Match) or game.daily is None:
        return None
    match = _SEED.fullmatch(str(game.seed))
    if match is None or match[1] != game.daily or match[2] not in LEVELS:
        return None
    fits = game.rules == parse_rules(LEVELS[match[2]]) and game.mode is Mode.COMPUTER
    return Puzzle(match[2], date.fromisoformat(game.daily)) if fits else None


def left(puzzle: Puzzle) -> Path | None:
    """The file with a daily puzzle that was left, and is not over."""
    from mastermine.session import load
    from mastermine.session.saved import files

    for path in files.left():
        try:
            game = load(path)
        except MastermineError:
            continue
        if of(game) == puzzle and game.open:
            return path
    return None


def todays(level: str) -> tuple[Played, Path | None]:
    """The puzzle of today: as it was left, with its file, or anew. Raises InvalidSpec."""
    asked = named(level, today())
    from mastermine.session import load

    path = left(asked)
    if path is not None:
        return cast("Played", load(path)), path
    return begin(asked.level, asked.day), None


def streak(store: Store, owner: str, level: str, today: date) -> Streak:
    """The streak of an owner at a level: days of which the puzzle was solved. Raises StoreError."""
    from mastermine.session.saved.history import puzzles

    return counted(puzzles(store, owner, level), today)


def counted(days: Mapping[date, Outcome], today: date) -> Streak:
    """The streak of these days, each with how its puzzle ended. Days after today do not count."""
    solved = {day for day, outcome in days.items() if outcome is Outcome.WON and day <= today}
    longest = run = 0
    before: date | None = None
    for day in sorted(solved):
        run = run + 1 if before is not None and day - before == timedelta(1) else 1
        longest, before = max(longest, run), day
    pending = today not in days
    alive = before == today or (pending and before == today - timedelta(1))
    return Streak(run if alive else 0, longest, days.get(today))
