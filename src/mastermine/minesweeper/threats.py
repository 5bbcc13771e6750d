"""How to guess by single numbers, as in the thesis (Horvat, Osijek 2023)."""

from __future__ import annotations

from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Position, in_order

THREATENING = 0.25
"""Where even the least threat is so large, a corner of the board is a better guess."""


def least_threatened(position: Position) -> Cell:
    """The cell whose most threatening number threatens it least; the last one, column by column.

    The threat of a number is the mines it misses over its closed cells. If even the least one is
    large, the first corner of the board with nothing open beside it is taken, where there is one;
    and where no cell is beside a number, the first one of which nothing is known.
    """
    threats: dict[Cell, float] = {}
    for number in position.numbers.values():
        threat = number.missing / len(number.closed)
        for cell in number.closed:
            threats[cell] = max(threats.get(cell, 0), threat)
    if not threats:
        return in_order(position.unknown)[0]
    chosen = min(sorted(threats, reverse=True), key=threats.__getitem__)
    if threats[chosen] >= THREATENING:
        return _untouched_corner(position) or chosen
    return chosen


def _untouched_corner(position: Position) -> Cell | None:
    board = position.board
    right, bottom = board.width - 1, board.height - 1
    for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        if corner in position.unknown and not board.beside_number(corner):
            return corner
    return None
