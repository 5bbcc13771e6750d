"""Guessing by single numbers, as in the thesis (Horvat, Osijek 2023)."""

from __future__ import annotations

from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Position, in_order

THREATENING = 0.25
"""From this lowest threat on, a corner of the board is guessed instead."""


def least_threatened(position: Position) -> Cell:
    """Returns the cell with the lowest threat; of equal ones the last, column by column.

    The threat of a number is its missing mines divided by its unknown cells; the threat of a cell
    is the highest threat of its numbers. If even the lowest threat reaches ``THREATENING``, the
    first corner of the board without open neighbours is returned, if there is one. If no unknown
    cell touches a number, the first unknown cell is returned.
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
