"""Tu, Li, Chen, Zu, Gu: Exploring efficient strategies for Minesweeper. AAAI Workshops (2017)."""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.endgame import best_move
from mastermine.minesweeper.guessing import certain, first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import whole_games
from mastermine.minesweeper.strategies.pseq import prudent_guess

FEW = 200
"""With so many layouts left, the best play is searched for."""


@strategy("endgame", game="minesweeper", cite="Tu et al. 2017", games=whole_games("endgame"))
def endgame(view: BoardView) -> Cell:
    """Like pseq, and the best play there can be as soon as only 200 layouts are possible."""
    return first_click(view) or certain(view) or _guess(view)


def _guess(view: BoardView) -> Cell:
    if view.knowledge.count() > FEW:
        return prudent_guess(view)
    return best_move(view.knowledge.board, view.rules.mines, most=FEW).cell
