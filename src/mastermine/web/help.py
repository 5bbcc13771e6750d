"""Help with a game, as JSON values; the session counts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mastermine.i18n.text import _, nearest
from mastermine.registry import part
from mastermine.web.errors import NotFound

if TYPE_CHECKING:
    from mastermine.session import Played

Kinds = dict[str, Callable[[], dict[str, Any]]]
"""Kinds of help with a game, by name."""


def helped(game: Played, what: str, cell: str | None = None) -> dict[str, Any]:
    """Returns the requested help. Raises NotFound, IllegalMove, TooLarge, Contradiction."""
    kinds: Kinds = part(game.rules.game, "web.help", _("the page"))(game, cell or "")
    if what not in kinds:
        raise NotFound(
            _("there is no help called {what!r}; {hint}").format(
                what=what, hint=nearest(what, kinds)
            )
        )
    return kinds[what]()
