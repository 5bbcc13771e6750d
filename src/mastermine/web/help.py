"""Help with a game, as JSON values; the session counts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mastermine.i18n.text import _, nearest
from mastermine.registry import part
from mastermine.session import Depth
from mastermine.session.messages.help import deeper
from mastermine.web.errors import NotFound

if TYPE_CHECKING:
    from mastermine.session import Played, Tip

Kinds = dict[str, Callable[[], dict[str, Any]]]
"""Kinds of help with a game, by name."""


def tip_of(game: Played, depth: Depth, figures: Callable[[Tip], dict[str, Any]]) -> dict[str, Any]:
    """Serialises a hint at a depth; ``figures`` are left out where it says only where to look."""
    tip = game.tip(depth)
    return {
        "depth": tip.depth.name.lower(),
        "lines": list(tip.lines),
        "deeper": deeper(tip),
        **({} if tip.depth is Depth.WHERE else figures(tip)),
    }


def helped(
    game: Played, what: str, cell: str | None = None, depth: Depth = Depth.WHY
) -> dict[str, Any]:
    """Returns the requested help; ``depth`` is for a hint.

    Raises NotFound, IllegalMove, TooLarge, Contradiction.
    """
    kinds: Kinds = part(game.rules.game, "web.help", _("the page"))(game, cell or "", depth)
    if what not in kinds:
        raise NotFound(
            _("there is no help called {what!r}; {hint}").format(
                what=what, hint=nearest(what, kinds)
            )
        )
    return kinds[what]()
