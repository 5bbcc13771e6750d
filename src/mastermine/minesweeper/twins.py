"""Unavoidable guesses: cells that no number will ever distinguish.

Two neighbours, one of which is a mine, are *twins* if every cell that touches only one of them is a
mine. The same holds for the two diagonals of a square. No other click can ever show which one is
the mine, so the player has to guess, and half of these games are lost whenever the guess is made.
Making such a guess at once, and weighting guesses that are only possibly unavoidable, are ideas of
the JSMinesweeper solver (Hill 2020).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.probability import Analysis


def unavoidable(analysis: Analysis) -> Mapping[Cell, float]:
    """Returns for each cell the part of its mine probability that is due to unavoidable guesses.

    It is the probability that the cell is a mine of twins, added up over all possible twins, but at
    most the probability that the cell is a mine, or that it is safe. Cells with 0 are left out.
    """
    risks = analysis.mine_probability.ravel()
    return _by_cell(analysis, np.minimum(analysis.twin_chances[0], np.minimum(risks, 1 - risks)))


def settled(analysis: Analysis) -> Mapping[Cell, float]:
    """Returns for each teller the chance that it is a mine and so leaves twins to a guess.

    It is added up over all possible twins: if the cell is safe, it distinguishes them.
    """
    return _by_cell(analysis, analysis.twin_chances[1])


def _by_cell(analysis: Analysis, chances: NDArray[np.float64]) -> dict[Cell, float]:
    return {
        analysis.board.cell(at): float(chances[at]) for at in np.flatnonzero(chances > 0).tolist()
    }
