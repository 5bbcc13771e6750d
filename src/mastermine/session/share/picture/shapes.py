"""Shapes of pegs and cells: SVG paths in a 24 by 24 box, centred at 12, 12."""

from __future__ import annotations

from functools import cache

from mastermine.mastermind.colours import NAMED_COLOURS, palette
from mastermine.session.share.picture.letters import bounds, glyphs

BOX = 24
"""Side of the box."""

FLAG = "M7 3h2v18h-2zM9 4l9 4.5l-9 4.5z"
MINE = (
    "M12 6a6 6 0 1 1 0 12a6 6 0 1 1 0 -12zM11 2h2v20h-2zM2 11h20v2h-20z"
    "M4.2 5.6l1.4 -1.4l14.2 14.2l-1.4 1.4zM18.4 4.2l1.4 1.4l-14.2 14.2l-1.4 -1.4z"
)
CROSS = "M4 6l2 -2l14 14l-2 2zM18 4l2 2l-14 14l-2 -2z"

_GIVEN = {
    "●": "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0 -18z",
    "▲": "M12 3l10 17h-20z",
    "■": "M4 4h16v16h-16z",
    "◆": "M12 2l9 10l-9 10l-9 -10z",
    "★": "M12 1.5l2.9 6.9l7.5 .6l-5.7 4.9l1.8 7.3l-6.5 -3.9l-6.5 3.9l1.8 -7.3l-5.7 -4.9l7.5 -.6z",
    "✚": "M9 3h6v6h6v6h-6v6h-6v-6h-6v-6h6z",
    "▼": "M12 21l-10 -17h20z",
    "□": "M3 3h18v18h-18zM6 6v12h12v-12z",
    "◇": "M12 1l10 11l-10 11l-10 -11zM12 5.5l-6 6.5l6 6.5l6 -6.5z",
    "△": "M12 2l11 19h-22zM12 7.5l-6.2 10.7h12.4z",
    "▽": "M12 22l-11 -19h22zM12 16.5l6.2 -10.7h-12.4z",
    "·": "M12 9a3 3 0 1 0 0 6a3 3 0 1 0 0 -6z",
}


@cache
def shapes() -> dict[str, tuple[str, str]]:
    """Returns path and transform of each symbol of the standard colours.

    The transform fits the path into the box; it is empty if that is not needed.
    """
    symbols = [colour.symbol for colour in palette(NAMED_COLOURS, blank=True)]
    return {symbol: _shape(symbol) for symbol in symbols}


def _shape(symbol: str) -> tuple[str, str]:
    if symbol in _GIVEN:
        return _GIVEN[symbol], ""
    box = bounds(symbol)
    scale = 20 / max(box.right - box.left, box.bottom - box.top)
    x = BOX / 2 - scale * (box.left + box.right) / 2
    y = BOX / 2 - scale * (box.top + box.bottom) / 2
    return glyphs()[symbol].outline, f"translate({x:.2f} {y:.2f}) scale({scale:.4f})"
