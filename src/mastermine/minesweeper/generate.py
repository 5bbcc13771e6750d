"""Generation of layouts: uniform ones, many at once, and those that need no guess.

**Uniform.** All layouts in which the first click is what the rules promise are equally likely.

**Without guesses.** After the first click some closed cell is always safe in all possible layouts,
until all safe cells are open. If there is room, the first click opens a zero. Uniform layouts are
drawn until one needs no guess, so all such layouts are equally likely. If the first click opens a
zero in the middle of the board, 91 % of the layouts qualify at beginner, 70 % at intermediate and
16 % at expert. On much larger or denser boards such layouts are too rare. There, after
``MAX_UNIFORM_CELLS``, the mines around a cell at which deduction stopped are shuffled, together
with those of a few cells elsewhere; the change is kept unless it opens fewer cells; and so on.
Layouts changed in this way are *not* equally likely; ``docs/reference/notation.md`` says by how
much. Changing a layout where deduction stops is the idea of Mines by Simon Tatham (2005).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.minesweeper.board import (
    MINED,
    UNNUMBERED,
    Board,
    Cell,
    Layout,
    neighbour_table,
)
from mastermine.minesweeper.cells import axes
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import analyze, call
from mastermine.minesweeper.reference.layouts import DRAWN, draw
from mastermine.minesweeper.rules import First, Minesweeper

MAX_UNIFORM_CELLS = 200_000
"""Number of cells in uniform layouts that are tried before mines are moved: 416 expert layouts."""

MAX_FRUITLESS_MOVES = 200
"""Number of moves of mines without gain after which the search for a layout stops."""


_FINE = 1 << 53
"""Number of steps in which a chance is drawn: the precision of floating point."""


def opens_zero(rules: Minesweeper, first: Cell) -> bool:
    """Returns True if the rules promise that this first click opens a zero.

    They do with ``-open``, and with ``-noguess`` if the mines fit elsewhere.
    """
    if rules.first is First.OPEN:
        return True
    around = len(neighbour_table(rules.width, rules.height)[first[1] * rules.width + first[0]])
    return rules.noguess and rules.mines <= rules.cells - 1 - around


def allowed(rules: Minesweeper, first: Cell | None) -> list[int]:
    """Returns the indices of the cells that may hold a mine if ``first`` is the first click."""
    clear: set[int] = set()
    if first is not None and rules.first is not First.ANY:
        index = first[1] * rules.width + first[0]
        clear = {index}
        if opens_zero(rules, first):
            clear.update(neighbour_table(rules.width, rules.height)[index])
    return [i for i in range(rules.cells) if i not in clear]


def draw_layout(rules: Minesweeper, rng: Random, first: Cell | None = None) -> Layout:
    """Draws a layout in which ``first`` is what the rules promise.

    Raises IllegalMove for ``noguess`` without ``first``, and InvalidSpec if no layout without
    guesses was found.
    """
    if rules.noguess:
        return draw_noguess(rules, rng, first)[0]
    mines = draw(allowed(rules, first), rules.mines, rules.cells, rng)
    return Layout(rules.width, rules.height, bytes(mines))


def draw_consistent(board: Board, mines: int, rng: Random) -> Layout:
    """Draws a layout of ``mines`` mines that is consistent with a board; all are equally likely.

    The cells beside numbers are decided one by one, each with its exact chance of a mine given
    those before it. Raises ImpossibleBoard, TooLarge.
    """
    while True:
        analysis = analyze(board, mines)
        near = [(cell, analysis.risk(cell)) for cell in board.hidden if board.beside_number(cell)]
        if not near:
            break
        decided = [(cell, risk) for cell, risk in near if risk in (0.0, 1.0)]
        if not decided:
            cell, risk = near[0]
            decided = [(cell, float(rng.below(_FINE) < risk * _FINE))]
        board = board.having((cell, MINED if mined else UNNUMBERED) for cell, mined in decided)
    known, rest = board.all(MINED), list(board.hidden)
    rng.shuffle(rest)
    return Layout.of(board.width, board.height, [*known, *rest[: mines - len(known)]])


def draw_noguess(
    rules: Minesweeper,
    rng: Random,
    first: Cell | None,
    *,
    tries: int | None = None,
    patience: int = MAX_FRUITLESS_MOVES,
) -> tuple[Layout, bool]:
    """Draws a layout that needs no guess after ``first``; also returns whether it is uniform.

    The layout depends only on the rules, the first click and the next word of ``rng``. ``tries`` is
    the number of layouts drawn before mines are moved, ``patience`` the number of moves without
    gain after which the search stops. Raises IllegalMove without a first click, InvalidSpec if no
    layout was found, and TooLarge.
    """
    if first is None:
        raise IllegalMove(_("a layout without guesses needs a first click: choose a cell"))
    result = call(
        backend.draw_noguess,
        _mask(rules, first),
        rules.mines,
        first[1] * rules.width + first[0],
        rng.word(),
        MAX_UNIFORM_CELLS // rules.cells if tries is None else tries,
        patience,
    )
    if len(result) == 1:
        raise InvalidSpec(
            _(
                "no layout of {spec} without guesses was found for a first click on {x},{y}: use "
                "another first click, or fewer mines (one fifth of the cells is always possible)"
            ).format(spec=rules.spec(), **axes(first))
        )
    layout = Layout(rules.width, rules.height, result[1:].tobytes())
    return layout, int(result[0]) == DRAWN


def draw_many(
    rules: Minesweeper, seeds: Iterable[int], first: Cell | None = None
) -> NDArray[np.uint8]:
    """Draws one layout per seed, as ``draw`` with ``Random(seed)``.

    Returns uint8 of shape (seeds, cells), 1 for a mine.
    """
    words = np.array([seed & (1 << 64) - 1 for seed in seeds], np.uint64)
    if not rules.noguess:
        drawn: NDArray[np.uint8] = backend.draw_layouts(_mask(rules, first), rules.mines, words)
        return drawn
    rows = [
        np.frombuffer(draw_layout(rules, Random(int(word)), first).mines, np.uint8)
        for word in words
    ]
    return np.array(rows, np.uint8).reshape(len(rows), rules.cells)


def deduce(layout: Layout, first: Cell) -> Board:
    """Returns the board after all deductions from a first click, without any guess.

    All certainly safe cells are open, all certain mines are MINED; nothing is certain about the
    cells that are still closed. The number of mines is used. Raises IllegalMove for a first click
    on a mine, and TooLarge.
    """
    if first in layout:
        raise IllegalMove(_("{x},{y} is a mine: nothing opens there").format(**axes(first)))
    mines = np.frombuffer(layout.mines, np.uint8).reshape(layout.height, layout.width)
    known = call(backend.deduce, mines, first[1] * layout.width + first[0])
    return Board(layout.width, layout.height, known.tobytes())


def needs_no_guess(layout: Layout, first: Cell) -> bool:
    """Returns True if deduction alone opens all safe cells after a first click."""
    return first not in layout and not deduce(layout, first).hidden


def _mask(rules: Minesweeper, first: Cell | None) -> NDArray[np.uint8]:
    """Returns uint8 of shape (height, width), 1 for each cell that may hold a mine."""
    mask = np.zeros(rules.cells, np.uint8)
    mask[allowed(rules, first)] = 1
    return mask.reshape(rules.height, rules.width)
