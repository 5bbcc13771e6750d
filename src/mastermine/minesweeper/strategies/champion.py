"""The strongest of these strategies: farsighted, with a learned rule for its guesses.

Which cells it compares, and some of their features, follow David Hill's solver
(github.com/DavidNHill/JSMinesweeper); the weights are our own.
"""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.endgame import best_of_few
from mastermine.minesweeper.guessing import certain, first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import MAX_LAYOUTS, whole_games
from mastermine.minesweeper.playouts import MAX_EFFORT, guess
from mastermine.minesweeper.reference.player import CHAMPION_LAYOUTS


@strategy(
    "champion",
    game="minesweeper",
    cite="Hill 2020",
    games=whole_games("champion", CHAMPION_LAYOUTS),
    ranges={"layouts": (0, MAX_LAYOUTS), "effort": (0, MAX_EFFORT)},
)
def champion(view: BoardView, *, layouts: int = CHAMPION_LAYOUTS, effort: int = 1) -> Cell:
    """Like farsighted, but its rule for guesses was learned from how millions of guesses ended.

    Of the cells that farsighted compares it opens the one with the best sum of weighted features,
    such as the safety of the next click, cells that then are certain, and guesses that cannot be
    avoided. The weights were fitted to games that were played on from each of several guesses. Once
    at most 1,000 layouts, or ``layouts``, are possible, it searches for best play. With an
    ``effort`` of 0 it has the rule of farsighted. With 2 to 12 it plays the game on before each
    guess, for up to six cells: in 100 layouts with an effort of 2, twice as many with each more.
    """
    sure = first_click(view) or certain(view)
    return sure or best_of_few(view, layouts) or guess(view, effort)
