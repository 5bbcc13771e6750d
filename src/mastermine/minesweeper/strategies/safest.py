"""The simplest way to use exact mine probabilities."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.guessing import by_zero, certain, first_click, safest_cells
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import whole_games


@strategy("safest", game="minesweeper", cite=N_("folklore"), games=whole_games("safest"))
def safest(view: BoardView) -> Cell:
    """The cell with the lowest chance of a mine, by exact probabilities.

    Ties go to the cell that is most likely to show a zero, then to the first one. It starts in the
    corner.
    """
    return first_click(view) or certain(view) or by_zero(view, safest_cells(view))[0]
