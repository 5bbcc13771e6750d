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
from mastermine.minesweeper.player import whole_games


@strategy("pseq", game="minesweeper", cite="Tu et al. 2017", games=whole_games("pseq"))
def pseq(view: BoardView) -> Cell:
    """Safety first; then the chance of a zero, how safe the next click is, progress, information.

    Of the safest cells the eight that are most likely to show a zero are looked at for each number
    that they may show: how safe the click after it will be, how likely it is no guess, how many
    cells become certain, how much is learnt. The criteria have the names of those of the source;
    how they are defined and weighed against each other (see ``guessing.prospect``) is our own. It
    begins in the corner.
    """
    return first_click(view) or certain(view) or prudent_guess(view)


def prudent_guess(view: BoardView) -> Cell:
    """The guess of ``pseq``, where nothing is certain."""
    shortlist = by_zero(view, safest_cells(view))[:SHORTLIST]
    return shortlist[0] if len(shortlist) == 1 else best_prospect(view, shortlist)
