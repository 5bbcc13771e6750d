"""The chance to win from a position, before anything more is opened.

With few possible layouts it is exact: best play is searched. Otherwise it is an estimate: a small
neural network was fitted to games that ``champion`` played on boards of many sizes and densities.
It knows only the mine probabilities (``features``), so it says how often such positions are won.
"""

from __future__ import annotations

import warnings
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mastermine.i18n.text import _
from mastermine.minesweeper import learned
from mastermine.minesweeper.board import CLOSED, MINED
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.endgame import best_move
from mastermine.minesweeper.probability import beside_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mastermine.minesweeper.board import Board
    from mastermine.minesweeper.probability import Analysis

VERSION = 1
"""Version of the features: a network for others does not fit."""

FILE = "win_chance.json"

INPUTS = 33
"""Number of the features."""

MIN_SIDE, MAX_CELLS, DENSITIES = 5, 1300, (0.05, 0.27)
"""Boards to which the network was fitted, or nearly: shortest side, size, part of the mines."""

BINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.499999, 0.500001, 0.6, 0.8, 1.0)
"""Limits of the groups of mine probabilities whose cells are counted."""

EVEN = 1e-9
"""Mine probabilities that differ from one half by less are one half."""


class WinChance(NamedTuple):
    """A chance to win."""

    chance: float
    exact: bool
    """True for the value of best play, False for an estimate."""


def win_chance(analysis: Analysis) -> WinChance | None:
    """Returns the chance to win from an analysed position.

    It is None for a board on which nothing is open, since the first click has rules of its own, for
    one that is far from those to which the network was fitted (``MIN_SIDE``, ``MAX_CELLS``,
    ``DENSITIES``), and without a usable network, with a warning. Raises TooLarge.
    """
    board = analysis.board
    left = analysis.mine_probability[board.array == CLOSED]
    if np.isin(left, (0.0, 1.0)).all():
        return WinChance(1.0, True)
    if len(left) == len(board.cells):
        return None
    if analysis.solutions <= ENDGAME_LAYOUTS:
        best = best_move(board, analysis.mines, most=ENDGAME_LAYOUTS)
        return WinChance(best.wins / best.layouts, True)
    density = analysis.mines / len(board.cells)
    fits = min(board.width, board.height) >= MIN_SIDE and len(board.cells) <= MAX_CELLS
    layers = network() if fits and DENSITIES[0] <= density <= DENSITIES[1] else None
    if layers is None:
        return None
    found = features(board, analysis.mines, analysis.mine_probability, analysis.twin_chances)
    return WinChance(estimate(layers, found), False)


def estimate(layers: Sequence[Layer], given: NDArray[np.float64]) -> float:
    """Returns what a network says of the features of a position."""
    for matrix, shift in layers[:-1]:
        given = np.tanh(given @ matrix + shift)
    matrix, shift = layers[-1]
    return float(1 / (1 + np.exp(-(given @ matrix + shift)[0])))


class Layer(NamedTuple):
    """A layer of a network."""

    matrix: NDArray[np.float64]
    """Weights, of shape (inputs, outputs)."""
    shift: NDArray[np.float64]
    """Summands of the weighted sums, of shape (outputs,)."""


def features(
    board: Board,
    mines: int,
    probabilities: NDArray[np.float64],
    twins: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Returns what the network knows of a position: float64 of shape (INPUTS,).

    - The board: logarithm of its cells, density of mines, length of its edges.
    - What is left: the part of the safe cells, and their number; density and number of mines;
      doubtful cells on the frontier (beside a number) and elsewhere, and the risk there.
    - The certain cells: their number, and whether there are any.
    - The least risk, the second and the fifth one, and the least if nothing is certain.
    - Cells with a risk of one half, and pairs of such neighbours.
    - Guesses that cannot be avoided (see ``twins``): about how many, the likeliest one, and how
      many another cell still may settle.
    - The entropy of all risks and of those on the frontier, in units of 10 nats.
    - How many cells of the frontier have a risk in each of the ``BINS``.

    Numbers of cells are given by the logarithm of one more.
    """
    values = board.array
    near = beside_numbers(board)
    closed = values == CLOSED
    safe = closed & (probabilities == 0)
    doubtful = closed & (probabilities > 0) & (probabilities < 1)
    known = int((values == MINED).sum() + (closed & (probabilities == 1)).sum())
    every, front = probabilities[doubtful], probabilities[doubtful & near]
    far = probabilities[doubtful & ~near]
    certain, left = int(safe.sum()), mines - known
    to_open = len(every) - left + certain
    order = np.sort(every)
    least, second, fifth = (float(order[min(at, len(order) - 1)]) for at in (0, 1, 4))
    even = doubtful & (abs(probabilities - 0.5) < EVEN)
    pairs = (even[:, 1:] & even[:, :-1]).sum() + (even[1:] & even[:-1]).sum()
    risks = np.where(closed, probabilities, 0.0).ravel()
    anyway = np.minimum(twins[0], np.minimum(risks, 1 - risks))
    height, width = values.shape
    return np.array([
        np.log(values.size),
        mines / values.size,
        1 / np.sqrt(width) + 1 / np.sqrt(height),
        to_open / (values.size - mines),
        np.log1p(to_open),
        left / len(every),
        np.log1p(left),
        np.log1p(len(front)),
        np.log1p(len(far)),
        far[0] if len(far) else 0.0,
        np.log1p(certain),
        float(certain > 0),
        least,
        second,
        fifth,
        least * (certain == 0),
        even.sum() / 2,
        pairs,
        anyway.sum() / 2,
        anyway.max(),
        twins[1].sum(),
        _entropy(every) / 10,
        _entropy(front) / 10,
        *np.log1p(np.histogram(front, BINS)[0]),
    ])  # fmt: skip


def _entropy(risks: NDArray[np.float64]) -> float:
    return float(-(risks * np.log(risks) + (1 - risks) * np.log1p(-risks)).sum())


@cache
def network() -> tuple[Layer, ...] | None:
    """Returns the network of the package, or None, with a warning."""
    try:
        return read_network(learned.stored(FILE))
    except (OSError, ValueError) as error:
        message = _("there are no chances to win: the network in {file} is unusable: {error}")
        warnings.warn(message.format(file=FILE, error=error), stacklevel=2)
        return None


def read_network(text: str) -> tuple[Layer, ...]:
    """Returns the network of a file. Raises ValueError."""
    found = learned.read(text, VERSION)
    try:
        layers = tuple(Layer(*(np.array(each, np.float64) for each in layer)) for layer in found)
        sizes = [INPUTS, *(len(layer.shift) for layer in layers)]
    except TypeError:
        sizes = []
    if sizes[-1:] != [1] or [layer.matrix.shape for layer in layers] != [*pairwise(sizes)]:
        raise ValueError(_("other features are expected"))
    return layers


def write_network(layers: Sequence[Layer], **about: Any) -> str:
    """Returns the text of a file with a network."""
    short = np.vectorize(lambda number: float(f"{number:.6g}"))
    rows = [[short(part).tolist() for part in layer] for layer in layers]
    return learned.text_of(VERSION, rows, **about)
