"""Few clicks: certain cells in the order of a plan with flags and chords."""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.efficient import follow
from mastermine.minesweeper.endgame import best_of_few
from mastermine.minesweeper.guessing import first_click
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.preference import preferred_guess
from mastermine.minesweeper.reference.player import CHAMPION_LAYOUTS


@strategy("efficient", game="minesweeper", cite="Zimmermann & Nikolaus 2009")
def efficient(view: BoardView) -> Cell:
    """Opens the board with few clicks, by flags and chords; guesses like champion.

    It prefers the flags and chords that open the most 3BV per click, and otherwise the click that
    is most likely to show a zero or a number for a good chord. The cells that a chord opens are
    several turns.
    """
    return follow(view, efficient_guess).waiting[0]


def efficient_guess(view: BoardView) -> Cell:
    """Returns the first click, or the guess of ``champion``."""
    few = first_click(view) or best_of_few(view, CHAMPION_LAYOUTS)
    return few or preferred_guess(view)
