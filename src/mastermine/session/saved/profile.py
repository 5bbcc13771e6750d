"""The history of whoever plays at this terminal: games that are over go into the store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.arena.store import Store
    from mastermine.session import Saved
    from mastermine.session.saved.daily import Puzzle, Streak

OWNER = ""
"""The owner of the games at this terminal."""


def own_store(where: str | None = None, create: bool = True) -> Store:
    """The store that is named, or that of ``MASTERMINE_STORE``, or the usual one.

    ``create``: whether a file that is named may be a new one. Raises StoreError.
    """
    from mastermine.arena.store import open_store

    return open_store(where or os.environ.get("MASTERMINE_STORE") or None, create)


def is_over(game: Saved) -> bool:
    """Whether there is something to be remembered: a game, or a round of a match, that is over."""
    from mastermine.session.multiplayer.match import Match

    return game.round > 0 if isinstance(game, Match) else game.outcome is not None


def remember(game: Saved) -> tuple[Puzzle, Streak] | None:
    """Put a game into the history where it is over; the streak, where it is a daily puzzle.

    Raises StoreError; the game itself is not touched.
    """
    if not is_over(game):
        return None
    from mastermine.session.saved import daily, history

    puzzle = daily.of(game)
    with own_store() as store:
        history.finished(store, OWNER, game)
        if puzzle is None:
            return None
        return puzzle, daily.streak(store, OWNER, puzzle.level, daily.today())


def told_streak(puzzle: Puzzle, streak: Streak) -> str:
    """How many days in a row the puzzle was solved, in a sentence."""
    days = ngettext("{n} day", "{n} days", streak.current).format(n=streak.current)
    return _("Daily {level}: a streak of {days}; your longest is {longest}.").format(
        level=puzzle.level, days=days, longest=streak.longest
    )


def told_done(puzzle: Puzzle) -> list[str]:
    """Sentences that the puzzle of today was played, and the streak; none while it was not.

    Raises StoreError.
    """
    from mastermine.session.saved import daily

    with own_store() as store:
        streak = daily.streak(store, OWNER, puzzle.level, puzzle.day)
    if streak.today is None:
        return []
    solved = _("You have solved the {level} puzzle of {day}; the next one comes at 0:00 UTC.")
    missed = _("You have played the {level} puzzle of {day}; the next one comes at 0:00 UTC.")
    told = solved if streak.today is Outcome.WON else missed
    return [told.format(level=puzzle.level, day=puzzle.day), told_streak(puzzle, streak)]
