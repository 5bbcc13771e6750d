"""Tu, Li, Chen, Zu, Gu: Exploring efficient strategies for Minesweeper. AAAI Workshops (2017)."""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.constants import SHORTLIST
from mastermine.minesweeper.guessing import (
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
    """Safety first; then the chance of a zero, the safety of the next click, progress, information.

    Of the safest cells it examines the eight that are most likely to show a zero. For each number
    that they can show it computes the safety of the next click, the chance that it is no guess, the
    number of cells that become certain, and the information gained. The names of the criteria are
    from the source; their definitions and weights (see ``guessing.prospect``) are our own. It
    starts in the corner.
    """
    return first_click(view) or certain(view) or prudent_guess(view)


def prudent_guess(view: BoardView) -> Cell:
    """Returns the guess of ``pseq``."""
    shortlist = by_zero(view, safest_cells(view))[:SHORTLIST]
    return shortlist[0] if len(shortlist) == 1 else best_prospect(view, shortlist)
