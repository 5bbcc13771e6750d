"""Few clicks: certain cells in the order of a plan with flags and chords."""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.efficient import follow
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.strategies.champion import champion


@strategy("efficient", game="minesweeper", cite="Zimmermann & Nikolaus 2009")
def efficient(view: BoardView) -> Cell:
    """Opens the board with few clicks, by flags and chords; guesses like champion.

    It prefers the flags and chords that open the most 3BV per click, and otherwise the click that
    is most likely to show a zero or a number for a good chord. The cells that a chord opens are
    several turns.
    """
    return follow(view, champion.raw).waiting[0]
