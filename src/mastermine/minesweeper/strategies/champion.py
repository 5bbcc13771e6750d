"""The strongest of these strategies: farsighted, with a learned rule for its guesses.

Which cells it compares, and some of their features, follow David Hill's solver
(github.com/DavidNHill/JSMinesweeper); the weights are our own.
"""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.endgame import best_of_few
from mastermine.minesweeper.guessing import certain, first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import whole_games
from mastermine.minesweeper.preference import preferred_guess
from mastermine.minesweeper.reference.player import ENDGAME_LAYOUTS


@strategy("champion", game="minesweeper", cite="Hill 2020", games=whole_games("champion"))
def champion(view: BoardView, *, layouts: int = ENDGAME_LAYOUTS) -> Cell:
    """Like farsighted, but its rule for guesses was learned from how millions of guesses ended.

    Of the cells that farsighted compares it opens the one with the best sum of weighted features,
    such as the safety of the next click, cells that then are certain, and guesses that cannot be
    avoided. The weights were fitted to games that were played on from each of several guesses.
    """
    sure = first_click(view) or certain(view)
    return sure or best_of_few(view, layouts) or preferred_guess(view)
