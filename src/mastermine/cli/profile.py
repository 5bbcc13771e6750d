"""The history of whoever is at the terminal: games that are over go into the store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _
from mastermine.session.saved import profile

if TYPE_CHECKING:
    from mastermine.cli.terminal import Terminal
    from mastermine.session import Saved


def remember(terminal: Terminal, game: Saved) -> None:
    """Put a game into the history where it is over; say the streak of a daily puzzle.

    Where it cannot be written down, that is said in a line; the game itself is not touched.
    """
    try:
        streak = profile.remember(game)
    except MastermineError as error:
        terminal.complain(_("The game is not in your statistics: {reason}").format(reason=error))
        return
    if streak is not None:
        terminal.say(profile.told_streak(*streak))
