"""Tu, Li, Chen, Zu, Gu: Exploring efficient strategies for Minesweeper. AAAI Workshops (2017)."""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.guessing import (
    SHORTLIST,
    best_prospect,
    by_zero,
    certain,
    first_click,
    safest_cells,
)
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.player import WholeGames


@strategy("pseq", game="minesweeper", cite="Tu et al. 2017", games=WholeGames("pseq"))
def pseq(view: BoardView) -> Cell:
    """Safety first, then the chance of a zero, then what is to be expected of the click after it.

    Of the safest cells the six that are most likely to show a zero are looked at for each number
    that they may show: how safe the next click will be, and how likely that it is no guess. The
    criteria are those of the source, as far as they are known from what others tell of it; how
    they are weighed against each other is our own. It begins in the corner.
    """
    return first_click(view) or certain(view) or prudent_guess(view)


def prudent_guess(view: BoardView) -> Cell:
    """The guess of ``pseq``, where nothing is certain."""
    shortlist = by_zero(view, safest_cells(view))[:SHORTLIST]
    return shortlist[0] if len(shortlist) == 1 else best_prospect(view, shortlist)
