"""Finds the screen for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.i18n.text import _
from mastermine.registry import part
from mastermine.session import Match

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from mastermine.session import Saved


def screen_for(game: Saved) -> Callable[[Any], Screen[Any]]:
    """Returns the screen class for a game or a match between people. Raises NotOffered."""
    kind: Callable[[Any], Screen[Any]] = part(game.rules.game, "tui.screen", _("the full screen"))
    if isinstance(game, Match):
        from mastermine.tui.people import PeopleScreen

        return PeopleScreen
    return kind
