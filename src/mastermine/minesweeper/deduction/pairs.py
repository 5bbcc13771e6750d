"""Two numbers that share closed cells, and the patterns that consist of such pairs.

Let one number need ``k`` more mines than another. Shared mines count for both, so the cells that
only the larger number touches hold ``k`` more mines than the cells that only the smaller one
touches. If there are exactly ``k`` of them, they are all mines, and all cells that only the smaller
number touches are safe. Two numbers prove nothing else that single numbers do not.

Players use these names:

- ``1-1``: equal numbers (``k`` is 0); the cells of one are a subset of the other's cells.
- ``1-2``: ``k`` is 1; ``1-3``, ``1-4`` and so on: ``k`` is larger.
- ``C``: cells on both sides are concluded.
- ``+``: several cells are safe.
- ``hole``: a 1-1 through an opening in the wall.
- ``1-2-1`` and ``1-2-2-1``: two 1-2C that face each other.

A final ``R`` means that known mines were subtracted from the numbers first (a *reduced* pattern).
"""

from __future__ import annotations

from collections.abc import Iterator

from mastermine.i18n.text import N_
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Number, Position, moved
from mastermine.minesweeper.deduction.step import Step, named, step

LARGER = tuple(f"1-{1 + more}" for more in range(1, 8))
"""Patterns of a number that needs more mines than another: 1-2 to 1-8."""

NAMES = (
    *("1-2-2-1", "1-2-1"),
    # Translators: the name of a pattern: two 1s, one of them in an opening of a wall.
    N_("hole"),
    *("1-1", "1-1+"),
    *(name + marks for name in LARGER for marks in ("", "C", "C+")),
)
"""Names of the patterns, the preferred ones first: a figure comes before its parts."""

RIGHT, DOWN, LEFT, UP = (1, 0), (0, 1), (-1, 0), (0, -1)

WALLS = ((RIGHT, UP), (RIGHT, DOWN), (DOWN, LEFT), (DOWN, RIGHT))
"""Direction of a row of numbers along a wall, and the side on which the wall is."""


def pairs(position: Position) -> Iterator[Step]:
    """Yields the steps of two numbers, and of figures of pairs, in the order of ``NAMES``.

    Within a name unreduced numbers come first, then the pairs that are closest together.
    """
    return iter(sorted([*rows(position), *differences(position)], key=_rank))


def _rank(found: Step) -> tuple[int, bool, int]:
    name = found.rule.removesuffix("R")
    (x, y), (u, v) = found.proof[:2]
    return NAMES.index(name), name != found.rule, (x - u) ** 2 + (y - v) ** 2


def differences(position: Position) -> Iterator[Step]:
    """Yields the steps of the rule of two numbers."""
    for large in position.numbers.values():
        for small in position.around(large):
            more = large.missing - small.missing
            if more < 0:
                continue
            only_large, only_small = large.closed - small.closed, small.closed - large.closed
            if len(only_large) == more and (more or only_small):
                name = _name(small, large, len(only_small))
                pair = small, large
                yield step(named(name, pair), pair, only_small, only_large)


def _name(small: Number, large: Number, only_small: int) -> str:
    more = large.missing - small.missing
    if not more and _looks_through(large, small):
        return "hole"
    both_sides = "C" if more and only_small else ""
    return f"1-{1 + more}" + both_sides + "+" * (only_small > 1)


def _looks_through(number: Number, hole: Number) -> bool:
    """Returns True if ``hole`` is an opening of one cell in the wall in front of ``number``."""
    (x, y), (u, v) = number.cell, hole.cell
    along = v - y, u - x
    both = {moved(hole.cell, along), moved(hole.cell, along, -1)}
    return abs(u - x) + abs(v - y) == 1 and number.closed == both


def rows(position: Position) -> Iterator[Step]:
    """Yields the steps of 1-2-1 and 1-2-2-1 along a wall of closed cells.

    Each 2 has two mines in the three wall cells that it touches, and a 1 beside it touches two of
    these. In 1-2-1 the mines are therefore the outer cells. In 1-2-2-1 each 2 has a mine in the
    cell that its 1 does not touch: both mines are in front of the 2s.
    """
    numbers = position.numbers
    for two in numbers.values():
        if two.missing != 2 or len(two.closed) != 3:
            continue
        for along, wall in WALLS:
            cells = [moved(two.cell, along, n) for n in (-1, 0, 1, 2)]
            before = [moved(cell, wall) for cell in cells]
            if two.closed != set(before[:3]):
                continue
            row = [numbers[cell] for cell in cells if cell in numbers]
            match [numbers[cell].missing if cell in numbers else None for cell in cells]:
                case [1, 2, 1, _]:
                    yield _figure("1-2-1", row[:3], {before[0], before[2]})
                case [1, 2, 2, 1] if row[2].closed == set(before[1:]):
                    yield _figure("1-2-2-1", row, {before[1], before[2]})


def _figure(name: str, numbers: list[Number], mines: set[Cell]) -> Step:
    """Returns the step of a figure that determines all cells of its numbers."""
    cells = frozenset[Cell]().union(*(number.closed for number in numbers))
    return step(named(name, numbers), numbers, cells - mines, mines)
