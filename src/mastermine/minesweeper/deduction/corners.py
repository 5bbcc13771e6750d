"""Patterns of three numbers around a corner of the closed cells, and the square of four.

The numbers stand around a convex corner: the middle number touches two walls, its neighbours one
wall each.

::

    end  #    #    corner
    ..   a    b    #
    ..   ..   c    #
    ..   ..   ..   end

Each cell of ``b`` is shared with ``a`` or with ``c``, except the *corner*. So ``b`` counts the
mines that it shares with ``a``, those that it shares with ``c``, and the corner. It shares most
mines if no *end* (a cell of ``a`` or ``c`` that ``b`` does not touch) is a mine, and fewest if all
ends are:

- ``corner 1-3-1``: ``b`` shares at most two mines with the two 1s, so the corner is the third mine.
  Both ends are safe.
- ``corner 2-2-2``: ``b`` shares at least two mines with two 2s that have one end each, so the
  corner is safe. Both ends are mines.
- ``0112 square``: two 1s beside a 2, and diagonally opposite the 2 an open cell with only known
  neighbours, so that the numbers 0, 1, 1, 2 form a square. If neither 1 has an end, the 2 shares
  two mines with them and the corner is safe. If there is no corner, it must share two mines with
  them and the ends are safe.

The thesis that names the square (Horvat, Osijek 2023) does not explain it (its figure 4.4.4.1 has
one in the corner of a board); this definition follows from arithmetic. Around any square of four
open cells, each diagonal pair of numbers touches the same cells equally often, except the four
outermost cells, each of which touches only the number beside it. As 0 + 2 = 1 + 1, the outermost
cells of the 0 and the 2 hold as many mines as those of the two 1s. The 0 has none, so the corner
beyond the 2 holds as many mines as the two ends beyond the 1s. (If the 0 is beside the 2 instead, a
1-2C already gives the same conclusions.)
"""

from __future__ import annotations

from collections.abc import Iterator

from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Number, Position, moved
from mastermine.minesweeper.deduction.step import Step, named, step

NAMES = (
    # Translators: the name of a pattern: four open cells with the numbers 0, 1, 1, 2.
    N_("0112 square"),
    # Translators: the name of a pattern: the numbers 1, 3, 1 around a corner.
    N_("corner 1-3-1"),
    # Translators: the name of a pattern: the numbers 2, 2, 2 around a corner.
    N_("corner 2-2-2"),
)
"""Names of the patterns, the preferred ones first."""

SIDES: tuple[tuple[Cell, Cell], ...] = (
    ((-1, 0), (0, -1)), ((-1, 0), (0, 1)), ((1, 0), (0, -1)), ((1, 0), (0, 1)),
)  # fmt: skip
"""Directions from the middle number to its two neighbours in the pattern."""


def corners(position: Position) -> Iterator[Step]:
    """Yields the steps of all corner patterns, in the order of ``NAMES``."""
    found = [each for corner in _corners(position) for each in _concluded(position, *corner)]
    return iter(sorted(found, key=lambda each: NAMES.index(each.rule.removesuffix("R"))))


def _corners(position: Position) -> Iterator[tuple[Number, Number, Number, Cell]]:
    """Yields the three numbers around each corner, the middle one second, and the corner cell.

    The outer numbers share no cell and touch all cells of the middle number except the corner.
    """
    numbers = position.numbers
    for middle in numbers.values():
        for one_side, other_side in SIDES:
            one = numbers.get(moved(middle.cell, one_side))
            other = numbers.get(moved(middle.cell, other_side))
            if one is None or other is None or not one.closed.isdisjoint(other.closed):
                continue
            corner = moved(moved(middle.cell, one_side, -1), other_side, -1)
            if middle.closed - {corner} <= one.closed | other.closed:
                yield one, middle, other, corner


def _concluded(
    position: Position, one: Number, middle: Number, other: Number, corner: Cell
) -> Iterator[Step]:
    figure: tuple[Number, ...] = one, middle, other
    ends = one.closed - middle.closed, other.closed - middle.closed
    both_ends = ends[0] | ends[1]
    has_corner = corner in middle.closed
    match one.missing, middle.missing, other.missing:
        case 1, 2, 1 if has_corner != bool(both_ends):
            (x, y), (u, v), (across, down) = one.cell, other.cell, middle.cell
            zero = position.done((x + u - across, y + v - down))
            if zero is not None:
                figure = zero, *figure
                yield step(named("0112 square", figure), figure, safe=both_ends or {corner})
        case 1, 3, 1 if has_corner:
            yield step(named("corner 1-3-1", figure), figure, both_ends, {corner})
        case 2, 2, 2 if len(ends[0]) == len(ends[1]) == 1:
            yield step(named("corner 2-2-2", figure), figure, {corner} & middle.closed, both_ends)
