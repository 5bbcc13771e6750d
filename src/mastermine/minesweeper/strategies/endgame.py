"""Tu, Li, Chen, Zu, Gu: Exploring efficient strategies for Minesweeper. AAAI Workshops (2017)."""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.endgame import best_of_few
from mastermine.minesweeper.guessing import certain, first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import whole_games
from mastermine.minesweeper.strategies.pseq import prudent_guess


@strategy("endgame", game="minesweeper", cite="Tu et al. 2017", games=whole_games("endgame"))
def endgame(view: BoardView, *, layouts: int = ENDGAME_LAYOUTS) -> Cell:
    """Safety first, then the value of the next click; best play with at most 200 possible layouts.

    It guesses like pseq while more than 200 layouts, or ``layouts``, are possible.
    """
    sure = first_click(view) or certain(view)
    return sure or best_of_few(view, layouts) or prudent_guess(view)
