"""Three numbers round a corner of the closed cells, and the square of four.

All of them stand around a convex corner: the middle number sees two walls, its neighbours one each.

::

    end  #    #    corner
    ..   a    b    #
    ..   ..   c    #
    ..   ..   ..   end

Of the cells of ``b`` some are touched by ``a``, some by ``c``, and the *corner* by neither. So the
mines of ``b`` are what ``a`` and ``c`` give, and the corner. They give most when all their mines
lie before ``b``, and least when all their *ends*, the cells away from ``b``, are mines:

- ``corner 1-3-1``: two 1s give at most two, so the corner is the third mine. Both ends are safe.
- ``corner 2-2-2``: two 2s with one end each give at least two, so the corner is safe. Both ends are
  mines.
- ``0112 square``: two 1s beside a 2, and across from the 2 an open cell around which nothing is
  left to find, so that the numbers 0, 1, 1, 2 make a square. Where neither 1 has an end, they give
  just two, and the corner is safe. Where there is no corner, they must give two, and the ends are
  safe.

The thesis that names the square (Horvat, Osijek 2023) shows no figure. Here it is what follows from
adding up. Of the cells around any square of four open cells, two numbers across from one another
touch the same cells as the other two, and as often; only the four outermost cells, one beyond each
number, are touched by that number alone. From 0 + 2 = 1 + 1 follows that as many mines are beyond
the 0 and the 2 as beyond the two 1s. Beyond the 0 there is none, so the corner beyond the 2 holds
as many as the two ends beyond the 1s. (With the 0 beside the 2 instead of across from it everything
follows, too, but from a 1-2C already.)
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
    # Translators: the name of a pattern: the numbers 1, 3, 1 round a corner.
    N_("corner 1-3-1"),
    # Translators: the name of a pattern: the numbers 2, 2, 2 round a corner.
    N_("corner 2-2-2"),
)
"""The names, the one to be preferred first."""

SIDES: tuple[tuple[Cell, Cell], ...] = (
    ((-1, 0), (0, -1)), ((-1, 0), (0, 1)), ((1, 0), (0, -1)), ((1, 0), (0, 1)),
)  # fmt: skip
"""Where the two neighbours of the middle number stand, as seen from it."""


def corners(position: Position) -> Iterator[Step]:
    """What three numbers round a corner say: in the order of ``NAMES``."""
    found = [each for corner in _corners(position) for each in _concluded(position, *corner)]
    return iter(sorted(found, key=lambda each: NAMES.index(each.rule.removesuffix("R"))))


def _corners(position: Position) -> Iterator[tuple[Number, Number, Number, Cell]]:
    """The numbers round each corner, the middle one second, and the corner.

    The outer ones share no cell, and touch all cells of the middle one but the corner.
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
