"""The learned rule of ``champion``: which of several nearly equally safe cells to open.

A cell's value is the weighted sum of its features (``features``). Each weight changes with the part
of the safe cells that is still closed, and with the density of mines. The weights are in
``champion.json``, with the command that trained them: they are those with which the values predict
best, over many games, how much better one cell turned out than others of the same position.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine.i18n.text import _
from mastermine.minesweeper import learned
from mastermine.minesweeper.board import CLOSED, Cell
from mastermine.minesweeper.constants import DENSITIES, LIKELY_SAFE
from mastermine.minesweeper.guessing import billionths, far_sighted_guess, outlooks, shortlist
from mastermine.minesweeper.probability import Analysis
from mastermine.minesweeper.twins import settled, unavoidable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mastermine.minesweeper.knowledge import BoardView

VERSION = 2
"""Version of the features: weights of other versions do not fit."""

FEATURES = (
    "safe",
    "unavoidable",
    "settled",
    "survival squared",
    "second survival",
    "progress",
    "certain cells",
    "likely cells",
    "information",
    "number",
    "open neighbours",
    "neighbours at numbers",
)
"""Names of the features, in the order of ``features``."""

FILE = "champion.json"


def preferred_guess(view: BoardView) -> Cell:
    """Returns the cell of the ``shortlist`` with the highest value, the first of equal ones.

    Without usable weights it is ``far_sighted_guess``, with a warning.
    """
    if weights() is None:
        return far_sighted_guess(view)
    return max(shortlist(view), key=lambda cell: value(view, cell))


def value(view: BoardView, cell: Cell) -> int:
    """Returns the value of a cell in billionths; 0 without usable weights."""
    fitted = weights()
    if fitted is None:
        return 0
    rules = view.rules
    closed = len(view.knowledge.closed()) - rules.mines
    left = closed / (rules.width * rules.height - rules.mines)
    density = min(max(rules.mines / (rules.width * rules.height), DENSITIES[0]), DENSITIES[1])
    scale = fitted @ (1.0, left, density)
    return billionths(float(scale @ features(view.knowledge.analysis, cell)))


def features(analysis: Analysis, cell: Cell) -> NDArray[np.float64]:
    """Returns what speaks for a cell: float64 of shape (len(FEATURES),).

    - safe: the chance that it is safe; the next seven count only then, too.
    - unavoidable, settled: see ``twins``.
    - survival squared: the square of the chance that the safest next click is safe.
    - second survival: the chance that the second safest cell is safe then.
    - progress: 1 if the next click is no guess.
    - certain cells, likely cells: closed cells that are certainly safe then, or whose risk is less
      than ``LIKELY_SAFE``.
    - information: about the layout in nats (Shannon 1948).
    - number: the number that it shows.
    - open neighbours, neighbours at numbers: of the cell, the latter closed.
    """
    board = analysis.board
    numbers = analysis.numbers(cell)
    safe = 1 - numbers[9]
    sums = np.zeros(7)
    for number, after in outlooks(analysis, cell, numbers):
        outlook = (*_outlook(after), -np.log(numbers[number] / safe), number)
        sums += numbers[number] * np.array(outlook)
    near = board.neighbours(cell)
    unknown = [other for other in near if board[other] == CLOSED and analysis.risk(other) < 1]
    return np.array([
        safe,
        unavoidable(analysis).get(cell, 0.0),
        settled(analysis).get(cell, 0.0),
        *sums,
        sum(board[other] < CLOSED for other in near),
        sum(map(board.beside_number, unknown)),
    ])  # fmt: skip


def _outlook(analysis: Analysis) -> tuple[float, ...]:
    """Returns survival squared, second survival, progress, and certain and likely cells."""
    risks = np.sort(analysis.mine_probability[np.isfinite(analysis.mine_probability)])
    if not len(risks) or risks[0] == 1:  # Nothing but mines is closed.
        return 1.0, 1.0, 1.0, 0.0, 0.0
    least, second = risks[0], risks[1] if len(risks) > 1 and risks[1] < 1 else risks[0]
    return (
        (1 - least) ** 2,
        1 - second,
        float(least == 0),
        float((risks == 0).sum()),
        float((risks < LIKELY_SAFE).sum()),
    )


@cache
def weights() -> NDArray[np.float64] | None:
    """Returns the weights: float64 of shape (len(FEATURES), 3), or None, with a warning.

    Added to the first column are the second, times the part of the safe cells that is still closed,
    and the third, times the density of mines.
    """
    try:
        return read_weights(learned.stored(FILE))
    except (OSError, ValueError) as error:
        message = _("champion plays as farsighted: its weights in {file} are unusable: {error}")
        warnings.warn(message.format(file=FILE, error=error), stacklevel=2)
        return None


def read_weights(text: str) -> NDArray[np.float64]:
    """Returns the weights of a file. Raises ValueError."""
    found = learned.read(text, VERSION)
    if not isinstance(found, dict) or tuple(found) != FEATURES:
        raise ValueError(_("other features are expected"))
    return np.array(list(found.values()), np.float64)


def write_weights(rows: NDArray[np.float64], **about: Any) -> str:
    """Returns the text of a file with weights of the shape (len(FEATURES), 3)."""
    found = dict(zip(FEATURES, rows.round(6).tolist(), strict=True))
    return learned.text_of(VERSION, found, **about)
