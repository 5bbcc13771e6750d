"""Where the mines go: uniform layouts, many at once, and those in which no guess is needed.

**Uniform.** Every layout that gives the first click what the rules promise is equally likely.

**Without guesses.** From the first click on, at every moment some closed cell is safe in all
layouts with so many mines that fit what is open, until all safe cells are open. Where there is room
for it, the first click opens a zero. Uniform layouts are drawn and thrown away until one is of that
kind, so that each of them is equally likely: of those whose first click opens a zero, in the middle
of the field, 91 % are at beginner, 70 % at intermediate and 16 % at expert. Fields that are much
larger or denser have too few of them. There, after ``TRIES`` cells' worth of layouts, the mines
around a cell at which deduction ended are shuffled, with those of a few cells elsewhere; that is
kept unless less can be opened than before; and so on. Layouts made in this way are *not* equally
likely; ``docs/reference/notation.md`` says by how much. To change a layout where deduction ends,
instead of starting afresh, is the idea of Mines by Simon Tatham (2005).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.minesweeper.board import Board, Cell, Layout, neighbour_table
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import ask
from mastermine.minesweeper.reference.layouts import DRAWN, lay
from mastermine.minesweeper.rules import First, Minesweeper

MAX_UNIFORM_CELLS = 200_000
"""Cells filled with uniform layouts before mines are moved: 416 layouts at expert."""

MAX_FRUITLESS_MOVES = 200
"""The search for a layout without guesses ends after this many moves of mines without gain."""


def opens_zero(rules: Minesweeper, first: Cell) -> bool:
    """Whether the first click, on this cell, is to open a zero.

    With ``-open`` it is; with ``-noguess`` where there is room for the mines elsewhere.
    """
    if rules.first is First.OPEN:
        return True
    around = len(neighbour_table(rules.width, rules.height)[first[1] * rules.width + first[0]])
    return rules.noguess and rules.mines <= rules.cells - 1 - around


def allowed(rules: Minesweeper, first: Cell | None) -> list[int]:
    """The indices of the cells that may hold a mine when ``first`` is opened first."""
    clear: set[int] = set()
    if first is not None and rules.first is not First.ANY:
        index = first[1] * rules.width + first[0]
        clear = {index}
        if opens_zero(rules, first):
            clear.update(neighbour_table(rules.width, rules.height)[index])
    return [i for i in range(rules.cells) if i not in clear]


def draw_layout(rules: Minesweeper, rng: Random, first: Cell | None = None) -> Layout:
    """A layout in which ``first`` is what the rules promise, drawn as this module says.

    Raises IllegalMove where ``noguess`` is asked for and ``first`` is not known, and InvalidSpec
    where no layout without guesses was found.
    """
    if rules.noguess:
        return draw_noguess(rules, rng, first)[0]
    mines = lay(allowed(rules, first), rules.mines, rules.cells, rng)
    return Layout(rules.width, rules.height, bytes(mines))


def draw_noguess(
    rules: Minesweeper,
    rng: Random,
    first: Cell | None,
    *,
    tries: int | None = None,
    patience: int = MAX_FRUITLESS_MOVES,
) -> tuple[Layout, bool]:
    """A layout that needs no guess after ``first``, and whether all such were equally likely.

    It is a function of the rules, the first click and the next word of ``rng``. ``tries`` is how
    many layouts are drawn before mines are moved, ``patience`` how many moves may gain nothing.
    Raises IllegalMove without a first click, InvalidSpec where nothing was found, and TooLarge.
    """
    if first is None:
        raise IllegalMove(_("a layout without guesses is made for a first click: say where it is"))
    result = ask(
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
                "no layout of {spec} was found that needs no guess from {x},{y}: take fewer mines, "
                "or another first click; with up to a fifth of the cells there is one"
            ).format(spec=rules.spec(), x=first[0], y=first[1])
        )
    layout = Layout(rules.width, rules.height, result[1:].tobytes())
    return layout, int(result[0]) == DRAWN


def draw_many(
    rules: Minesweeper, seeds: Iterable[int], first: Cell | None = None
) -> NDArray[np.uint8]:
    """``draw`` with ``Random(seed)`` for each seed: uint8 of shape (seeds, size), 1 is a mine."""
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
    """What is known when deduction from a first click on a safe cell has come to its end.

    Open are all cells that can be opened without a guess, MINED all that must then be mines; of a
    cell that is still closed nothing is certain, though the number of mines is known. Raises
    IllegalMove for a first click on a mine, and TooLarge.
    """
    if first in layout:
        raise IllegalMove(
            _("{x},{y} is a mine: nothing opens there").format(x=first[0], y=first[1])
        )
    mines = np.frombuffer(layout.mines, np.uint8).reshape(layout.height, layout.width)
    known = ask(backend.deduce, mines, first[1] * layout.width + first[0])
    return Board(layout.width, layout.height, known.tobytes())


def needs_no_guess(layout: Layout, first: Cell) -> bool:
    """Whether all safe cells can be opened from a first click by deduction alone."""
    return first not in layout and not deduce(layout, first).hidden


def _mask(rules: Minesweeper, first: Cell | None) -> NDArray[np.uint8]:
    """1 where a mine may be; uint8 of shape (height, width)."""
    mask = np.zeros(rules.cells, np.uint8)
    mask[allowed(rules, first)] = 1
    return mask.reshape(rules.height, rules.width)
