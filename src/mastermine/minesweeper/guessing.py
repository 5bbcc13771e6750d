"""What strategies choose by: what is certain, what is safest, and what a click may lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mastermine.minesweeper.board import Cell, neighbour_table
from mastermine.minesweeper.probability import Analysis, analyze
from mastermine.minesweeper.twins import POSSIBLE, unavoidable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.minesweeper.knowledge import BoardView

CORNER: Cell = (0, 0)
"""The first click, as in the literature: the fewest neighbours, so the best chance of a zero."""

SHORTLIST = 8
"""The number of cells that are examined more closely."""

PROGRESS, CELLS, INFORMATION = 0.1, 0.01, 0.02
"""How much progress, cells that become certain, and information count beside survival.

Found by trying on 40,000 games at expert: without the last two 0.3 % fewer are won, and within a
factor of two the weights hardly matter.
"""

MARGIN = 0.93
"""Cells whose chance to be safe is at least this part of the best are worth a look.

Found by trying on 30,000 games at expert: with 0.9 or 0.95 as many are won, with 1 fewer.
"""


def billionths(chance: float) -> int:
    """A chance as it is compared: equal ones are equal, however they were rounded."""
    return int(np.floor(chance * 1e9 + 0.5))


def first_click(view: BoardView) -> Cell | None:
    """The corner, where nothing is open yet."""
    return CORNER if view.knowledge.untouched else None


def first_cells(width: int, height: int) -> list[Cell]:
    """The cells that differ on an empty field, in reading order.

    Of those that are alike when it is turned or mirrored, one is there.
    """
    return [
        (x, y)
        for y in range((height + 1) // 2)
        for x in range((width + 1) // 2)
        if width != height or x >= y
    ]


def certain(view: BoardView) -> Cell | None:
    """The first cell that is safe in all layouts, if there is one."""
    return next(iter(view.knowledge.analysis.safe), None)


def safest_cells(view: BoardView) -> list[Cell]:
    """The closed cells with the least risk, in reading order."""
    analysis = view.knowledge.analysis
    risks = {cell: billionths(analysis.risk(cell)) for cell in view.knowledge.closed()}
    least = min(risks.values())
    return [cell for cell, risk in risks.items() if risk == least]


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

    - Survival: the chance that the click after it is safe, too, if that takes the least risk.
    - Progress: the chance that this click is no guess; and how many cells are then certainly safe.
    - Information: the expected logarithm by which the layouts become fewer (Shannon 1948).
    """
    analysis = view.knowledge.analysis
    numbers = analysis.numbers(cell)
    survival = progress = cells = information = 0.0
    for number in range(9):
        if numbers[number] > POSSIBLE:
            chance = numbers[number] / (1 - numbers[9])
            risks = analyze(analysis.board.having([(cell, number)]), analysis.mines)
            least = _least(risks)
            survival += chance * (1 - least)
            progress += chance * (least == 0)
            cells += chance * len(risks.safe)
            information -= chance * float(np.log(chance))
    return billionths(
        survival * (1 + PROGRESS * progress) + CELLS * cells + INFORMATION * information
    )


def _least(analysis: Analysis) -> float:
    """The risk of the safest click; 0 where only mines are closed, since the game is won."""
    least = float(np.nanmin(analysis.mine_probability, initial=1.0))
    return 0.0 if least == 1 else least


def best_prospect(view: BoardView, cells: Iterable[Cell]) -> Cell:
    """The cell that promises most; of equal ones the first."""
    return max(cells, key=lambda cell: prospect(view, cell))


def far_sighted_guess(view: BoardView) -> Cell:
    """The cell with the best chance to be safe now, times what it promises then.

    Risk that has to be taken anyway (see ``twins``) is not counted. Cells beside numbers that can
    tell nothing are left out, where others can; of the rest those are looked at whose chance is
    within a margin of the best, up to eight beside numbers, and as many elsewhere. Of equal cells
    that with the better chance to be safe is taken, then to show a zero, then the first.
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
    shortlist = {cell for kind in kinds for cell in kind[:SHORTLIST]}
    return max(
        (cell for cell in cells if cell in shortlist),
        key=lambda cell: chances[cell] * prospect(view, cell),
    )


def _is_dead(analysis: Analysis, cell: Cell) -> bool:
    """Whether a cell beside a number shows the same in all layouts where it is safe."""
    if not analysis.board.beside_number(cell):
        return False
    shown = analysis.numbers(cell)[:9]
    return bool(shown.max() >= shown.sum() * (1 - 1e-9))
