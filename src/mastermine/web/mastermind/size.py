"""Maximum size of a Mastermind board on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import TooLarge
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.mastermind import Mastermind

MAX_PLACES, MAX_COLOURS = 32, 64
"""Maximum size on the page; the command line has none."""


def check_board(rules: Mastermind) -> None:
    """Raises TooLarge if the board is too large for the page."""
    if rules.places > MAX_PLACES or rules.colours > MAX_COLOURS:
        raise TooLarge(
            # Translators: {places} is 32, {colours} is 64.
            _(
                "{spec} is too large for the page; the maximum is {places} places and {colours} "
                "colours; play larger games on the command line"
            ).format(spec=rules.spec(), places=MAX_PLACES, colours=MAX_COLOURS)
        )
