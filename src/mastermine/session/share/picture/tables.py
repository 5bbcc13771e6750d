"""Pictures of matches: the table, without boards, which others may still have to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.session.share.grid import CUP, text
from mastermine.session.share.picture.paint import INK, LINE, Painting, fitted

if TYPE_CHECKING:
    from mastermine.session import Match

EDGE, WIDTH, ROW = 24, 460, 34


def painted(match: Match[Any]) -> str:
    """Draws the rows of the shared text."""
    title, *rows = text(match).split("\n")
    picture = Painting(f"{title}. {'; '.join(rows)}")
    picture.text(title, EDGE, 40, fitted(title, 20, WIDTH - 2 * EDGE))
    for index, row in enumerate(rows):
        y = 62 + index * ROW
        picture.rectangle(EDGE, y, WIDTH - 2 * EDGE, 1, LINE)
        mark, _space, words = row.partition(" ")
        if mark == CUP:
            picture.symbol("★", EDGE + 9, y + 18, 15, "#9a6b00")
        picture.text(words, EDGE + 26, y + 23, fitted(words, 14, WIDTH - 2 * EDGE - 26), INK)
    return picture.svg(WIDTH, 62 + len(rows) * ROW + EDGE)
