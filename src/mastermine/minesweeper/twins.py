"""Guesses that cannot be avoided: cells that no number will ever tell apart.

Two neighbours of which one is a mine are twins where every cell that sees just one of them is a
mine, too. The same goes for the two diagonals of a square. No click elsewhere will ever say which
it is, so a player who gets that far has to guess; half of the chance of such an end is lost, no
matter when the guess is made. That a guess of this kind may as well be made at once, and how to
allow for those that are merely possible, is an idea of the JSMinesweeper solver (Hill 2020).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell
from mastermine.minesweeper.probability import Analysis, analyze

TELLERS = 2
"""With more cells than this that would have to be mines, twins are too unlikely to be looked at."""

LIKELY = 0.03
"""Twins are looked at where each mine that they take has at least this chance."""

POSSIBLE = 1e-12
"""What has a smaller chance than this is left out of account."""


class Twins(NamedTuple):
    """Either the cells of one side are mines or those of the other."""

    one: tuple[Cell, ...]
    other: tuple[Cell, ...]
    tellers: tuple[Cell, ...]
    """The cells that see more of one side: opened, they would tell."""


def unavoidable(analysis: Analysis) -> Mapping[Cell, float]:
    """For each cell the part of its risk that is lost anyway, to twins that have to be guessed.

    That it is a mine and one of twins. Where it may have several partners the chances are added, up
    to the chance that it is a mine, or is safe. Cells without such a chance are left out.
    """
    found: dict[Cell, float] = defaultdict(float)
    for twins in _twins(analysis.board.width, analysis.board.height):
        chance = _chance(analysis, twins)
        if chance > 0:
            for cell in twins.one + twins.other:
                found[cell] += chance
    risks = {cell: analysis.risk(cell) for cell in found}
    return {cell: min(chance, risks[cell], 1 - risks[cell]) for cell, chance in found.items()}


def _chance(analysis: Analysis, twins: Twins) -> float:
    """The chance that the one side, not the other, and all tellers are mines."""
    board = analysis.board
    tellers = [cell for cell in twins.tellers if analysis.risk(cell) < 1]
    if len(tellers) > TELLERS or any(board[cell] != CLOSED for cell in tellers):
        return 0.0
    if any(board[cell] != CLOSED for cell in twins.one + twins.other):
        return 0.0
    if min(map(analysis.risk, (*twins.one, *twins.other, *tellers))) < LIKELY:
        return 0.0
    chance = 1.0
    wanted = [(cell, MINED) for cell in (*tellers, *twins.one)]
    for cell, value in wanted + [(cell, UNNUMBERED) for cell in twins.other]:
        risk = analysis.risk(cell)
        chance *= risk if value == MINED else 1 - risk
        if chance < POSSIBLE:
            return 0.0
        analysis = analyze(analysis.board.having([(cell, value)]), analysis.mines)
    return chance


@lru_cache(maxsize=8)
def _twins(width: int, height: int) -> tuple[Twins, ...]:
    """All pairs of neighbours and all squares of a board."""

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
        seen = Counter(chain.from_iterable(map(board.neighbours, one)))
        seen.subtract(chain.from_iterable(map(board.neighbours, other)))
        found = (cell for cell, more in seen.items() if more and cell not in one + other)
        return tuple(sorted(found, key=board.index))

    return tuple(Twins(one, other, tellers(one, other)) for one, other in sides())
