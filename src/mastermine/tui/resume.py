"""What can be gone on with: games that were left, and the puzzles of the day."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from mastermine.core.errors import MastermineError
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.session import load
from mastermine.session.levels import level_of
from mastermine.session.saved import daily, files
from mastermine.tui.opening import screen_for

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MAX_SAVED_GAMES = 5
"""The most saved games that are offered, the latest ones."""


@dataclass(frozen=True)
class Begun:
    """A game that was left."""

    path: Path
    told: str


@dataclass(frozen=True)
class Today:
    """The puzzle of a level today."""

    level: str
    told: str
    streak: int
    """So many days in a row it was solved."""
    done: list[str] = field(default_factory=list)
    """Sentences that it was played, where it was."""


def begun() -> list[Begun]:
    """The games that were left last and can be opened on the screen, the last one first."""
    found: list[Begun] = []
    for path in files.unfinished():
        try:
            game = load(path)
            screen_for(game)
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        except (MastermineError, OSError):
            continue
        if game.open:
            level = level_of(game.rules.spec()) or game.rules.spec()
            found.append(Begun(path, game.saved_label(level, f"{when:%Y-%m-%d %H:%M}")))
        if len(found) == MAX_SAVED_GAMES:
            break
    return found


def todays() -> list[Today]:
    """The puzzles of today, each with its streak. Where nobody can know it, they can be played."""
    from mastermine.session.saved.profile import OWNER, done_messages, own_store

    day = daily.today()
    found = []
    try:
        with own_store() as store:
            streaks = {level: daily.streak(store, OWNER, level, day) for level in daily.LEVELS}
    except MastermineError:
        streaks = {}
    for level in daily.LEVELS:
        streak = streaks.get(level)
        if streak is None or streak.today is None:
            found.append(Today(level, level, streak.current if streak else 0))
            continue
        mark = "✓" if streak.today is Outcome.WON else "✗"
        done = done_messages(daily.Puzzle(level, day))
        found.append(Today(level, f"{level} {mark}", streak.current, done))
    return found


def told_streaks(todays: Iterable[Today]) -> str:
    """How many days in a row puzzles were solved; nothing where none was."""
    parts = [
        _("{level} {n}").format(level=each.level, n=whole(each.streak))
        for each in todays
        if each.streak
    ]
    return _("Solved in a row: {levels}.").format(levels=", ".join(parts)) if parts else ""
