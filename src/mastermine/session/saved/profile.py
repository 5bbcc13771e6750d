"""The history of the player at this terminal: finished games in the store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from mastermine.arena.store import Store
    from mastermine.session import Saved
    from mastermine.session.saved.daily import Puzzle, Streak

OWNER = ""
"""Owner of the games at this terminal."""


def own_store(where: str | None = None, create: bool = True) -> Store:
    """Opens a store [default: that of ``MASTERMINE_STORE``, or else the usual one].

    ``create``: allow a new file. Raises StoreError.
    """
    from mastermine.arena.store import open_store

    return open_store(where or os.environ.get("MASTERMINE_STORE") or None, create)


def is_over(game: Saved) -> bool:
    """Returns True if a game, or at least a round of a match, is over."""
    from mastermine.session.multiplayer.match import Match

    return game.round > 0 if isinstance(game, Match) else game.outcome is not None


def remember(game: Saved) -> tuple[Puzzle, Streak] | None:
    """Stores a finished game in the history; returns the streak of a daily puzzle.

    Raises StoreError; the game itself does not change.
    """
    if not is_over(game):
        return None
    from mastermine.session.saved import daily, history

    puzzle = daily.of(game)
    with own_store() as store:
        history.store_finished(store, OWNER, game)
        if puzzle is None:
            return None
        return puzzle, daily.streak(store, OWNER, puzzle.level, daily.today())


def not_added(reason: object) -> str:
    """Says why a game was not added to the history."""
    return _("The game was not added to your statistics: {reason}").format(reason=reason)


def streak_message(puzzle: Puzzle, streak: Streak) -> str:
    """Formats the streak of a daily puzzle."""
    days = ngettext("{n} day", "{n} days", streak.current).format(n=whole(streak.current))
    return _("Daily {level}: a streak of {days}; your longest is {longest}.").format(
        level=puzzle.level, days=days, longest=whole(streak.longest)
    )


def own_streaks(
    day: date, levels: Iterable[str], where: str | None = None, create: bool = True
) -> dict[str, Streak]:
    """Returns the streaks of daily puzzles by level, from a store as ``own_store`` opens it.

    Raises StoreError.
    """
    from mastermine.session.saved import daily

    with own_store(where, create) as store:
        return {level: daily.streak(store, OWNER, level, day) for level in levels}


def done_today(puzzle: Puzzle) -> list[str]:
    """Returns ``done_messages`` of today's puzzle. Raises StoreError."""
    return done_messages(puzzle, own_streaks(puzzle.day, [puzzle.level])[puzzle.level])


def done_messages(puzzle: Puzzle, streak: Streak) -> list[str]:
    """Says that today's puzzle was played, with the streak; empty if it was not."""
    if streak.today is None:
        return []
    solved = _("You have solved the {level} puzzle of {day}; the next one comes at 0:00 UTC.")
    missed = _("You have played the {level} puzzle of {day}; the next one comes at 0:00 UTC.")
    message = solved if streak.today is Outcome.WON else missed
    return [message.format(level=puzzle.level, day=puzzle.day), streak_message(puzzle, streak)]
