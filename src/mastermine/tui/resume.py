"""Saved games and daily puzzles for the start screen."""

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
"""Maximum number of saved games that are listed."""


@dataclass(frozen=True)
class SavedGame:
    """A saved game and its label."""

    path: Path
    label: str


@dataclass(frozen=True)
class Today:
    """Today's puzzle of a level."""

    level: str
    label: str
    streak: int
    """Number of consecutive days on which it was solved."""
    done: list[str] = field(default_factory=list)
    """Sentences about its result; empty if it was not played."""


def saved_games() -> list[SavedGame]:
    """Returns the latest saved games that have a full screen, the latest first."""
    found: list[SavedGame] = []
    for path in files.unfinished():
        try:
            game = load(path)
            screen_for(game)
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
        except (MastermineError, OSError):
            continue
        if game.open:
            level = level_of(game) or game.rules.spec()
            found.append(SavedGame(path, game.saved_label(level, f"{when:%Y-%m-%d %H:%M}")))
        if len(found) == MAX_SAVED_GAMES:
            break
    return found


def todays() -> list[Today]:
    """Returns today's puzzles with their streaks; without a history, all can be played."""
    from mastermine.session.saved.profile import done_messages, own_streaks

    day = daily.today()
    found = []
    try:
        streaks = own_streaks(day, daily.LEVELS)
    except MastermineError:
        streaks = {}
    for level in daily.LEVELS:
        streak = streaks.get(level)
        if streak is None or streak.today is None:
            found.append(Today(level, level, streak.current if streak else 0))
            continue
        mark = "✓" if streak.today is Outcome.WON else "✗"
        done = done_messages(daily.Puzzle(level, day), streak)
        found.append(Today(level, f"{level} {mark}", streak.current, done))
    return found


def format_streaks(todays: Iterable[Today]) -> str:
    """Returns a sentence about the streaks; an empty text if there are none."""
    parts = [
        _("{level} {n}").format(level=each.level, n=whole(each.streak))
        for each in todays
        if each.streak
    ]
    return _("Solved in a row: {levels}.").format(levels=", ".join(parts)) if parts else ""
