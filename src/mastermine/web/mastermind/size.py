"""The largest board of Mastermind that a page has room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import TooLarge
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.mastermind import Mastermind

MOST_PLACES, MOST_COLOURS = 32, 64
"""The largest board of the page; on the command line there are larger ones."""


def check_board(rules: Mastermind) -> None:
    """Raises TooLarge for rules whose board has no room on a page."""
    if rules.places > MOST_PLACES or rules.colours > MOST_COLOURS:
        raise TooLarge(
            # Translators: {places} is 32, {colours} is 64.
            _(
                "{spec} is too large for a page: there may be {places} places and {colours} "
                "colours; on the command line there may be more"
            ).format(spec=rules.spec(), places=MOST_PLACES, colours=MOST_COLOURS)
        )
