"""What strategies choose by: what is certain, what is safest, and what a click may lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mastermine.minesweeper.board import Board, Cell, neighbour_table
from mastermine.minesweeper.probability import Analysis, analyze

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.minesweeper.knowledge import BoardView

CORNER: Cell = (0, 0)
"""The first click, as in the literature: the fewest neighbours, so the best chance of a zero."""

SHORTLIST = 6
"""So many cells are looked at more closely."""

PROGRESS = 0.1
"""What it adds to a chance of survival, as a part of it, that the next click is no guess."""

POSSIBLE = 1e-12
"""What has a smaller chance than this is left out of account."""


def billionths(chance: float) -> int:
    """A chance as it is compared: equal ones are equal, however they were rounded."""
    return int(np.floor(chance * 1e9 + 0.5))


def first_click(view: BoardView) -> Cell | None:
    """The corner, where nothing is open yet."""
    return CORNER if view.knowledge.untouched else None


def certain(view: BoardView) -> Cell | None:
    """The first cell that is safe in all layouts, if there is one."""
    return next(iter(view.knowledge.analysis.safe), None)


def safest_cells(view: BoardView) -> list[Cell]:
    """The closed cells with the least risk, in reading order."""
    analysis = view.knowledge.analysis
    risks = {cell: billionths(analysis.risk(cell)) for cell in view.knowledge.closed()}
    return [cell for cell, risk in risks.items() if risk == min(risks.values())]


def by_zero(view: BoardView, cells: Sequence[Cell]) -> list[Cell]:
    """The cells, those first that are most likely to show a zero; equal ones keep their order."""
    chances = dict(zip(cells, _zero_chances(view.knowledge.analysis, cells), strict=True))
    return sorted(cells, key=lambda cell: -chances[cell])


def _zero_chances(analysis: Analysis, cells: Sequence[Cell]) -> list[int]:
    """The chance of each cell to show a zero, in billionths.

    Far from all numbers it depends only on how many neighbours a cell has.
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
    """What a cell promises once it is safe, in billionths.

    The chance that the click after it is safe, too, if that takes the least risk; and a little more
    for the chance that it is no guess.
    """
    analysis = view.knowledge.analysis
    numbers = analysis.numbers(cell)
    survival = progress = 0.0
    for number in range(9):
        if numbers[number] > POSSIBLE:
            least = _least_risk(analysis.board.having([(cell, number)]), analysis.mines)
            survival += numbers[number] * (1 - least)
            progress += numbers[number] * (least == 0)
    safe = 1 - numbers[9]
    return billionths(survival / safe * (1 + PROGRESS * progress / safe))


def _least_risk(board: Board, mines: int) -> float:
    """The risk of the safest click; 0 where only mines are closed."""
    least = float(np.nanmin(analyze(board, mines).mine_probability, initial=1.0))
    return 0.0 if least == 1 else least


def best_prospect(view: BoardView, cells: Iterable[Cell]) -> Cell:
    """The cell that promises most; of equal ones the first."""
    return max(cells, key=lambda cell: prospect(view, cell))
