"""Twins: cells that no number will ever tell apart, by an analysis for each mine that they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell
from mastermine.minesweeper.constants import LIKELY_TWINS, MAX_TELLERS, POSSIBLE
from mastermine.minesweeper.reference.probability import Watch, analyzed

__all__ = ["twins"]

Places = tuple[int, ...]
"""Cells, as places in reading order."""


class Twins(NamedTuple):
    """Two sets of cells; the mines are either all in one or all in the other."""

    one: Places
    other: Places
    tellers: Places
    """Cells that touch more of one side; if one of them is open, it distinguishes the sides."""


def twins(cells: NDArray[np.uint8], mines: int, work: int, memory: int) -> NDArray[np.float64]:
    """Returns the chances of all possible twins; see `mastermine._native.twins`."""
    watch = Watch(work, memory)
    risks = analyzed(cells, mines, watch).ravel()
    if not risks.size:
        return np.empty((0, cells.size))
    values = cells.ravel()
    risks = np.where(values == CLOSED, risks, values == MINED)
    likely = (values == CLOSED) & (risks >= LIKELY_TWINS)
    height, width = cells.shape
    found = np.zeros((2, cells.size))
    for each in _twins(width, height):
        sides = each.one + each.other
        doubtful = tuple(place for place in each.tellers if risks[place] < 1)
        if len(doubtful) <= MAX_TELLERS and all(likely[place] for place in sides + doubtful):
            chance = _chance(cells, mines, doubtful + each.one, each.other, watch)
            found[0, [*sides]] += chance
            found[1, [*doubtful]] += chance
    return found


def _chance(
    cells: NDArray[np.uint8], total: int, mines: Places, safe: Places, watch: Watch
) -> float:
    """Returns the probability of mines in some closed cells and none in others."""
    chance = 1.0
    cells = cells.copy()
    for place, value in [(each, MINED) for each in mines] + [(each, UNNUMBERED) for each in safe]:
        risk = float(analyzed(cells, total, watch).flat[place])
        chance *= risk if value == MINED else 1 - risk
        if chance < POSSIBLE:
            return 0.0
        cells.flat[place] = value
    return chance


@lru_cache(maxsize=8)
def _twins(width: int, height: int) -> tuple[Twins, ...]:
    """Returns all pairs of neighbours and all squares of a board."""

    def sides() -> Iterator[tuple[tuple[Cell, ...], tuple[Cell, ...]]]:
        for y in range(height):
            for x in range(width):
                right, below = x + 1 < width, y + 1 < height
                if right:
                    yield ((x, y),), ((x + 1, y),)
                if below:
                    yield ((x, y),), ((x, y + 1),)
                if right and below:
                    yield ((x, y), (x + 1, y + 1)), ((x + 1, y), (x, y + 1))

    board = Board.closed(width, height)

    def tellers(one: tuple[Cell, ...], other: tuple[Cell, ...]) -> Places:
        touched = Counter(chain.from_iterable(map(board.neighbours, one)))
        touched.subtract(chain.from_iterable(map(board.neighbours, other)))
        found = (cell for cell, more in touched.items() if more and cell not in one + other)
        return tuple(sorted(map(board.index, found)))

    def places(cells: tuple[Cell, ...]) -> Places:
        return tuple(map(board.index, cells))

    return tuple(Twins(places(one), places(other), tellers(one, other)) for one, other in sides())
