"""After JSMinesweeper (Hill 2020): cells of almost the least risk, valued by the click after them.

David Hill's solver (github.com/DavidNHill/JSMinesweeper) gave the ideas: a margin of safety, cells
that tell nothing left out, guesses that cannot be avoided made early. What a click promises is
reckoned as in ``pseq``, and how all this is weighed is our own.
"""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.endgame import best_of_few
from mastermine.minesweeper.guessing import certain, far_sighted_guess, first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import whole_games
from mastermine.minesweeper.reference.player import ENDGAME_LAYOUTS


@strategy("farsighted", game="minesweeper", cite="Hill 2020", games=whole_games("farsighted"))
def farsighted(view: BoardView, *, layouts: int = ENDGAME_LAYOUTS) -> Cell:
    """Like endgame, but risks a little more for a better next click; unavoidable guesses early.

    Every cell counts that tells something and whose safety is 93 % of the best or more: the chance
    that it is safe times what it promises then, as pseq reckons it. Risk that has to be taken some
    time, since no number will ever tell two cells apart, is no reason against a cell. With 200
    layouts left, or as many as ``layouts`` says, it is the best play there can be.
    """
    sure = first_click(view) or certain(view)
    return sure or best_of_few(view, layouts) or far_sighted_guess(view)
