"""After JSMinesweeper (Hill 2020): almost safest cells, valued by the next click.

The ideas are from David Hill's solver (github.com/DavidNHill/JSMinesweeper): a margin of safety, no
cells without information, and unavoidable guesses early. The value of a click is computed as in
``pseq``; the weights are our own.
"""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.endgame import best_of_few
from mastermine.minesweeper.guessing import certain, far_sighted_guess, first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import whole_games


@strategy("farsighted", game="minesweeper", cite="Hill 2020", games=whole_games("farsighted"))
def farsighted(view: BoardView, *, layouts: int = ENDGAME_LAYOUTS) -> Cell:
    """Like endgame, but risks a little more for a better next click; unavoidable guesses early.

    It compares all cells that give information and whose chance to be safe is at least 93 % of the
    best one, by the chance to be safe times the value of the next click as in pseq. Risk that
    cannot be avoided later, since no number will ever distinguish two cells, does not count against
    a cell. It plays best play once at most 200 layouts, or ``layouts``, are possible.
    """
    sure = first_click(view) or certain(view)
    return sure or best_of_few(view, layouts) or far_sighted_guess(view)
