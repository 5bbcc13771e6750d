"""The history of whoever is at the terminal: games that are over go into the store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mastermine.core.errors import MastermineError
from mastermine.core.game import Outcome
from mastermine.core.text import _, ngettext

if TYPE_CHECKING:
    from datetime import date

    from mastermine.arena.store import Store
    from mastermine.cli.terminal import Terminal
    from mastermine.session import Saved
    from mastermine.session.daily import Puzzle, Streak

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
    from mastermine.session.match import Match

    return game.round > 0 if isinstance(game, Match) else game.outcome is not None


def remember(terminal: Terminal, game: Saved) -> None:
    """Put a game into the history where it is over; say the streak of a daily puzzle.

    Where it cannot be written down, that is said in a line; the game itself is not touched.
    """
    if not is_over(game):
        return
    from mastermine.session import daily, history

    puzzle = daily.of(game)
    try:
        with own_store() as store:
            history.finished(store, OWNER, game)
            streak = puzzle and daily.streak(store, OWNER, puzzle.level, daily.today())
    except MastermineError as error:
        terminal.complain(_("The game is not in your statistics: {reason}").format(reason=error))
        return
    if puzzle and streak:
        tell_streak(terminal, puzzle, streak)


def tell_streak(terminal: Terminal, puzzle: Puzzle, streak: Streak) -> None:
    """Say how many days in a row the puzzle was solved."""
    days = ngettext("{n} day", "{n} days", streak.current).format(n=streak.current)
    terminal.say(
        _("Daily {level}: a streak of {days}; your longest is {longest}.").format(
            level=puzzle.level, days=days, longest=streak.longest
        )
    )


def played_today(level: str, day: date) -> tuple[Outcome, Streak] | None:
    """How the puzzle of today ended, and the streak; None where it is still to be played.

    Raises StoreError.
    """
    from mastermine.session import daily

    with own_store() as store:
        streak = daily.streak(store, OWNER, level, day)
    return None if streak.today is None else (streak.today, streak)
