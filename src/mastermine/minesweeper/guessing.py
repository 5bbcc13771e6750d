"""Criteria of strategies for a cell: certainty, safety, and the value of the next click."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mastermine.minesweeper.board import Cell, neighbour_table
from mastermine.minesweeper.constants import (
    CELLS,
    INFORMATION,
    MARGIN,
    POSSIBLE,
    PROGRESS,
    SHORTLIST,
)
from mastermine.minesweeper.probability import Analysis, analyze
from mastermine.minesweeper.twins import unavoidable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from mastermine.minesweeper.knowledge import BoardView

CORNER: Cell = (0, 0)
"""The first click, as in the literature: the fewest neighbours, so the best chance of a zero."""


def billionths(chance: float) -> int:
    """Rounds a probability for comparison, so that rounding errors do not matter."""
    return int(np.floor(chance * 1e9 + 0.5))


def first_click(view: BoardView) -> Cell | None:
    """Returns the corner if no cell is open yet, else None."""
    return CORNER if view.knowledge.untouched else None


def first_cells(width: int, height: int) -> list[Cell]:
    """Returns one cell of each symmetry class of an empty board, in reading order."""
    return [
        (x, y)
        for y in range((height + 1) // 2)
        for x in range((width + 1) // 2)
        if width != height or x >= y
    ]


def certain(view: BoardView) -> Cell | None:
    """Returns the first certainly safe cell, or None."""
    return next(iter(view.knowledge.analysis.safe), None)


def safest_cells(view: BoardView) -> list[Cell]:
    """Returns the closed cells with the lowest mine probability, in reading order."""
    analysis = view.knowledge.analysis
    risks = {cell: billionths(analysis.risk(cell)) for cell in view.knowledge.closed()}
    least = min(risks.values())
    return [cell for cell, risk in risks.items() if risk == least]


def by_zero(view: BoardView, cells: Sequence[Cell]) -> list[Cell]:
    """Sorts cells by their chance to show a zero, the highest first (stable)."""
    chances = dict(zip(cells, _zero_chances(view.knowledge.analysis, cells), strict=True))
    return sorted(cells, key=lambda cell: -chances[cell])


def _zero_chances(analysis: Analysis, cells: Sequence[Cell]) -> list[int]:
    """Returns the chance of each cell to show a zero, in billionths.

    Far from all numbers it depends only on the number of neighbours.
    """
    board = analysis.board
    around = neighbour_table(board.width, board.height)

    def touched(index: int) -> bool:
        return any(board.cells[other] < 9 for other in around[index])

    kinds: dict[Cell, object] = {}
    for cell in cells:
        near = around[board.index(cell)]
        far = not touched(board.index(cell)) and not any(map(touched, near))
        kinds[cell] = len(near) if far else cell
    first = {kind: cell for cell, kind in reversed(kinds.items())}
    table = analysis.number_table(tuple(first.values()))
    chance = {kind: billionths(row[0]) for kind, row in zip(first, table, strict=True)}
    return [chance[kinds[cell]] for cell in cells]


def prospect(view: BoardView, cell: Cell) -> int:
    """Returns the value of a cell if it is safe, in billionths.

    It combines:

    - Survival: the chance that the safest next click is safe too.
    - Progress: the chance that the next click is no guess; and the expected number of cells that
      are then certainly safe.
    - Information: the expected information about the layout in nats (Shannon 1948).
    """
    analysis = view.knowledge.analysis
    numbers = analysis.numbers(cell)
    survival = progress = cells = information = 0.0
    for number, after in outlooks(analysis, cell, numbers):
        chance = numbers[number] / (1 - numbers[9])
        least = next_risk(after)
        survival += chance * (1 - least)
        progress += chance * (least == 0)
        cells += chance * len(after.safe)
        information -= chance * float(np.log(chance))
    return billionths(
        survival * (1 + PROGRESS * progress) + CELLS * cells + INFORMATION * information
    )


def outlooks(
    analysis: Analysis, cell: Cell, numbers: NDArray[np.float64]
) -> Iterator[tuple[int, Analysis]]:
    """Yields each number that a cell may show, and the analysis of the board with it.

    ``numbers`` are the chances of ``Analysis.numbers``. Raises TooLarge.
    """
    for number in np.flatnonzero(numbers[:9] > POSSIBLE).tolist():
        yield number, analyze(analysis.board.having([(cell, number)]), analysis.mines)


def next_risk(analysis: Analysis) -> float:
    """Returns the risk of the safest click; 0 if only mines are closed (the game is won)."""
    least = float(np.nanmin(analysis.mine_probability, initial=1.0))
    return 0.0 if least == 1 else least


def best_prospect(view: BoardView, cells: Iterable[Cell]) -> Cell:
    """Returns the first cell with the highest ``prospect``."""
    return max(cells, key=lambda cell: prospect(view, cell))


def far_sighted_guess(view: BoardView) -> Cell:
    """Returns the cell of the ``shortlist`` with the highest chance to be safe times ``prospect``.

    Ties go to the safer cell, then to the one more likely to show a zero, then to the first.
    """
    chances = shortlist(view)
    return max(chances, key=lambda cell: chances[cell] * prospect(view, cell))


def shortlist(view: BoardView) -> dict[Cell, int]:
    """Returns cells that are nearly the safest, and their chances to be safe in billionths.

    Risk that cannot be avoided later (see ``twins``) does not count. Frontier cells that give no
    information are left out if there are others. Of the rest, the cells within ``MARGIN`` of the
    best are listed: up to ``SHORTLIST`` on the frontier and as many elsewhere; safer cells come
    first, then those more likely to show a zero.
    """
    analysis = view.knowledge.analysis
    anyway = unavoidable(analysis)
    chances = {
        cell: billionths(1 - analysis.risk(cell) + anyway.get(cell, 0.0))
        for cell in view.knowledge.closed()
        if analysis.risk(cell) < 1
    }
    cells: list[Cell] = []
    for cell in sorted(chances, key=lambda cell: -chances[cell]):
        if cells and chances[cell] < MARGIN * chances[cells[0]]:
            break
        if not _is_dead(analysis, cell):
            cells.append(cell)
    cells = sorted(by_zero(view, cells or list(chances)), key=lambda cell: -chances[cell])
    near = {cell for cell in cells if analysis.board.beside_number(cell)}
    kinds = [[cell for cell in cells if (cell in near) == beside] for beside in (True, False)]
    listed = {cell for kind in kinds for cell in kind[:SHORTLIST]}
    return {cell: chances[cell] for cell in cells if cell in listed}


def _is_dead(analysis: Analysis, cell: Cell) -> bool:
    """Returns True if a frontier cell shows the same number in all layouts where it is safe."""
    if not analysis.board.beside_number(cell):
        return False
    chances = analysis.numbers(cell)[:9]
    return bool(chances.max() >= chances.sum() * (1 - 1e-9))
