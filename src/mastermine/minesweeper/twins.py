"""Unavoidable guesses: cells that no number will ever distinguish.

Two neighbours, one of which is a mine, are *twins* if every cell that touches only one of them is a
mine. The same holds for the two diagonals of a square. No other click can ever show which one is
the mine, so the player has to guess, and half of these games are lost whenever the guess is made.
Making such a guess at once, and weighting guesses that are only possibly unavoidable, are ideas of
the JSMinesweeper solver (Hill 2020).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell
from mastermine.minesweeper.probability import Analysis, analyze

MAX_TELLERS = 2
"""Maximum number of tellers; twins with more are too unlikely to matter."""

LIKELY = 0.03
"""Minimum mine probability of each cell of twins and tellers."""

POSSIBLE = 1e-12
"""Smaller probabilities are ignored."""


class Twins(NamedTuple):
    """Two sets of cells; the mines are either all in one or all in the other."""

    one: tuple[Cell, ...]
    other: tuple[Cell, ...]
    tellers: tuple[Cell, ...]
    """Cells that touch more of one side; if one of them is open, it distinguishes the sides."""


def unavoidable(analysis: Analysis) -> Mapping[Cell, float]:
    """Returns for each cell the part of its mine probability that is due to unavoidable guesses.

    It is the probability that the cell is a mine of twins, added up over all possible twins, but at
    most the probability that the cell is a mine, or that it is safe. Cells with 0 are left out.
    """
    found, _tellers = _sums(analysis)
    risks = {cell: analysis.risk(cell) for cell in found}
    return {cell: min(chance, risks[cell], 1 - risks[cell]) for cell, chance in found.items()}


def settled(analysis: Analysis) -> Mapping[Cell, float]:
    """Returns for each teller the chance that it is a mine and so leaves twins to a guess.

    It is added up over all possible twins: if the cell is safe, it distinguishes them.
    """
    return _sums(analysis)[1]


@lru_cache(maxsize=1)
def _sums(analysis: Analysis) -> tuple[Mapping[Cell, float], Mapping[Cell, float]]:
    """Returns the chances of all possible twins, added up for their cells and for their tellers."""
    cells: dict[Cell, float] = defaultdict(float)
    tellers: dict[Cell, float] = defaultdict(float)
    for twins in _twins(analysis.board.width, analysis.board.height):
        open_to_doubt = [cell for cell in twins.tellers if analysis.risk(cell) < 1]
        chance = _chance(analysis, twins, open_to_doubt)
        if chance > 0:
            for cell in twins.one + twins.other:
                cells[cell] += chance
            for cell in open_to_doubt:
                tellers[cell] += chance
    return cells, tellers


def _chance(analysis: Analysis, twins: Twins, tellers: Sequence[Cell]) -> float:
    """Returns the probability that ``one`` and all tellers are mines, and ``other`` is safe."""
    board = analysis.board
    if len(tellers) > MAX_TELLERS or any(board[cell] != CLOSED for cell in tellers):
        return 0.0
    if any(board[cell] != CLOSED for cell in twins.one + twins.other):
        return 0.0
    if min(map(analysis.risk, (*twins.one, *twins.other, *tellers))) < LIKELY:
        return 0.0
    chance = 1.0
    mines = [(cell, MINED) for cell in (*tellers, *twins.one)]
    for cell, value in mines + [(cell, UNNUMBERED) for cell in twins.other]:
        risk = analysis.risk(cell)
        chance *= risk if value == MINED else 1 - risk
        if chance < POSSIBLE:
            return 0.0
        analysis = analyze(analysis.board.having([(cell, value)]), analysis.mines)
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

    def tellers(one: tuple[Cell, ...], other: tuple[Cell, ...]) -> tuple[Cell, ...]:
        touched = Counter(chain.from_iterable(map(board.neighbours, one)))
        touched.subtract(chain.from_iterable(map(board.neighbours, other)))
        found = (cell for cell, more in touched.items() if more and cell not in one + other)
        return tuple(sorted(found, key=board.index))

    return tuple(Twins(one, other, tellers(one, other)) for one, other in sides())
