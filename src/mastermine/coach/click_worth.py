"""The worth of a click in Minesweeper: the measure of the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.minesweeper.endgame import Wins, click_wins
from mastermine.minesweeper.guessing import billionths
from mastermine.minesweeper.reference.player import ENDGAME_LAYOUTS

if TYPE_CHECKING:
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import Field


def worths(field: Field, wins: Wins | None) -> dict[Cell, int]:
    """Returns the worth of each closed cell: ratios and ties are those of the moves.

    It is the chance to win by best play after the click where that is known (``exact_wins``), and
    the chance that the cell is safe elsewhere. Raises TooLarge.
    """
    if wins is not None:
        return wins.clicks
    return {cell: billionths(1 - field.risk(cell)) for cell in field.closed()}


def exact_wins(field: Field) -> Wins | None:
    """Returns the chances to win by best play; None with too many possible layouts."""
    if field.untouched or field.count() > ENDGAME_LAYOUTS:
        return None
    return click_wins(field.board, field.rules.mines, most=ENDGAME_LAYOUTS)
