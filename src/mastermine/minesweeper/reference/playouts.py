"""Games played on from a position, in layouts that fit it, as the strategy ``safest`` guesses."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine.core.game import View
from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Layout
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.reference.probability import analyze

__all__ = ["playouts"]


def playouts(
    cells: NDArray[np.uint8], mines: int, places: NDArray[np.int64], layouts: int, seed: int
) -> NDArray[np.float64]:
    """Returns the values of clicks; see `mastermine._native.playouts`; it draws other layouts."""
    height, width = cells.shape
    rng = Random(seed)
    found = np.full((layouts, len(places)), np.nan)
    if not analyze(cells, mines, 0, 0).size:
        return found[:0]
    for row in found:
        layout = drawn(cells, mines, rng)
        for at, place in enumerate(places.tolist()):
            if not layout[place]:
                row[at] = _rest(cells, Layout(width, height, layout.tobytes()), place)
    return found


def drawn(cells: NDArray[np.uint8], mines: int, rng: Random) -> NDArray[np.uint8]:
    """Draws one of the layouts that fit a position, each equally likely: 1 for a mine, flat.

    Cell by cell, by the mine probability that each has after those before it.
    """
    cells = cells.copy()
    for place in np.flatnonzero(cells == CLOSED).tolist():
        risk = float(analyze(cells, mines, 0, 0).flat[place])
        cells.flat[place] = MINED if rng.below(1 << 53) < risk * (1 << 53) else UNNUMBERED
    layout: NDArray[np.uint8] = (cells.ravel() == MINED).astype(np.uint8)
    return layout


def _rest(cells: NDArray[np.uint8], layout: Layout, place: int) -> float:
    """Returns 1 minus the risks of the guesses after a click, and of best play at the end."""
    from mastermine.minesweeper.endgame import best_move  # These need the functions of this module.
    from mastermine.minesweeper.guessing import by_zero, safest_cells
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.rules import Minesweeper

    rules = Minesweeper(layout.width, layout.height, layout.count)
    board = Board(layout.width, layout.height, cells.tobytes())
    clicks, value = [board.cell(place), *board.all(UNNUMBERED)], 1.0
    while True:
        board = board.having(each for click in clicks for each in layout.opened(click))
        field = Field(rules, board)
        if len(board.hidden) + len(board.all(MINED)) == layout.count:
            return value
        if field.analysis.safe:
            clicks = list(field.analysis.safe)
            continue
        if field.count() <= ENDGAME_LAYOUTS:
            best = best_move(board, layout.count, most=ENDGAME_LAYOUTS)
            return value - (1 - best.wins / best.layouts)
        view: Any = View(rules, knowledge=field)
        click = by_zero(view, safest_cells(view))[0]
        value -= field.risk(click)
        if click in layout:
            return value
        clicks = [click]
