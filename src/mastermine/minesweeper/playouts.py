"""Guesses compared by playouts, as ``champion`` does with an ``effort`` above 1.

Layouts that fit the position are drawn. In each of them every cell that is compared is opened, and
the game is played on. In a few hundred games chance makes more difference than the cells do: so the
results correct the values of the learned rule only as far as they are certain (``TRUE_SPREAD``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.random import Random
from mastermine.minesweeper import preference
from mastermine.minesweeper.guessing import far_sighted_guess, shortlist
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import call

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import BoardView

MAX_EFFORT = 12
"""Greatest effort: 102,400 layouts for each guess."""

COMPARED = 6
"""Number of cells that are compared: those with the best values by the learned rule."""

LAYOUTS = 100
"""Number of layouts that are drawn with an effort of 2; each step more doubles it."""

SLOPE = 0.75
"""Differences in games of ``champion``, as a part of those in playouts."""

TRUE_SPREAD = 0.006
"""Standard deviation of the errors of the learned rule, in chances to win.

This and ``SLOPE`` were estimated from playouts of both kinds at 196 guesses of ``champion``.
"""

DOUBT = 2.0
"""A cell is dropped if it is worse than the best by so many standard errors."""


def guess(view: BoardView, effort: int) -> Cell:
    """Returns the cell to open if nothing is certain, the better the greater the effort.

    0: ``far_sighted_guess``. 1: ``preferred_guess``. Above: that rule and playouts together; the
    same for the same position.
    """
    if effort == 0:
        return far_sighted_guess(view)
    if effort == 1 or preference.weights() is None:
        return preference.preferred_guess(view)
    values = {cell: preference.value(view, cell) / 1e9 for cell in shortlist(view)}
    if len(values) == 1:
        return next(iter(values))
    cells = sorted(values, key=lambda cell: -values[cell])[:COMPARED]
    return cells[_best(view, cells, np.array([values[cell] for cell in cells]), effort)]


def _best(view: BoardView, cells: list[Cell], rule: NDArray[np.float64], effort: int) -> int:
    """Returns the index of the best cell; those that seem worse are soon dropped."""
    board, mines = view.knowledge.board, view.rules.mines
    risks = np.array([view.knowledge.risk(cell) for cell in cells])
    places = np.array([board.index(cell) for cell in cells])
    rng = Random(f"{mines} {board}")
    left, played = np.arange(len(cells)), np.empty((0, len(cells)))
    while True:
        more = len(played) or LAYOUTS
        found = call(backend.playouts, board.array, mines, places[left], more, rng.word())
        played = np.vstack([played, found])
        better, errors = compared(rule[left], played, risks[left])
        best = int(better.argmax())
        kept = better + DOUBT * errors >= better[best]
        kept[0] = True  # The others are compared with it.
        if len(played) >= LAYOUTS << (effort - 2) or kept.sum() == 1:
            return int(left[best])
        left, played = left[kept], played[:, kept]


def compared(
    rule: NDArray[np.float64], played: NDArray[np.float64], risks: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns by how much each cell is better than the first, and the standard errors.

    ``rule`` are values by the learned rule, whose errors are taken to be normally distributed;
    ``played`` are results of playouts, of shape (layouts, cells), nan for a mine.
    """
    chances = without_mines(played, risks)
    seen = SLOPE * (chances - chances[:, :1])
    variance = seen.var(axis=0) / len(seen)
    trust = TRUE_SPREAD**2 / (TRUE_SPREAD**2 + variance)
    trust[0] = 0.0
    return trust * seen.mean(axis=0) + (1 - trust) * (rule - rule[0]), np.sqrt(trust * variance)


def without_mines(played: NDArray[np.float64], risks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns values whose mean is the chance to win, as is that of the results with 0 for a mine.

    The risk of a mine is known, so it does not matter how often there was one: an average counts
    instead, and is then taken off as often as there should be one.
    """
    safe = played[~np.isnan(played)]
    average = float(safe.mean()) if len(safe) else 0.0
    return np.where(np.isnan(played), average, played) - risks * average
