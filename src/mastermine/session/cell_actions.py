"""Checks of clicks, flags and chords on a board of Minesweeper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from mastermine.minesweeper.board import Board, Cell


def check_click(board: Board, flags: AbstractSet[Cell], cell: Cell) -> None:
    """Raises IllegalMove for a flagged or open cell."""
    x, y = cell
    number = board[cell]
    if cell in flags:
        raise IllegalMove(_("{x},{y} is flagged; flag {x},{y} removes the flag").format(x=x, y=y))
    if number != CLOSED:
        raise IllegalMove(
            _("{x},{y} is open; chord {x},{y} opens the unflagged cells around it").format(x=x, y=y)
            if number
            else _("{x},{y} is open, and so are all cells around it").format(x=x, y=y)
        )


def check_flag(board: Board, cell: Cell) -> None:
    """Raises IllegalMove for an open cell."""
    if board[cell] != CLOSED:
        x, y = cell
        raise IllegalMove(_("{x},{y} is open; only closed cells can be flagged").format(x=x, y=y))


def chord_cells(board: Board, flags: AbstractSet[Cell], cell: Cell) -> list[Cell]:
    """Returns the cells that a chord opens, in reading order. Raises IllegalMove."""
    x, y = cell
    number = board[cell]
    if number == CLOSED:
        raise IllegalMove(_("{x},{y} is closed; a chord needs an open number").format(x=x, y=y))
    closed = [each for each in board.neighbours(cell) if board[each] == CLOSED]
    flagged = len(flags & set(closed))
    if flagged != number:
        raise IllegalMove(
            ngettext(
                "{x},{y} shows {number} but has {n} flag around it; a chord needs {number}",
                "{x},{y} shows {number} but has {n} flags around it; a chord needs {number}",
                flagged,
            ).format(x=x, y=y, number=number, n=flagged)
        )
    if len(closed) == flagged:
        raise IllegalMove(_("there is nothing to open around {x},{y}").format(x=x, y=y))
    return [each for each in closed if each not in flags]
