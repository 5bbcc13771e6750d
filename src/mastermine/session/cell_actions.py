"""Checks of clicks, flags and chords on a board of Minesweeper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.cells import named

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from mastermine.minesweeper.board import Board, Cell


def flagged(cell: str) -> str:
    """Says that a flagged cell cannot be opened."""
    return _("{cell} is flagged; remove the flag first").format(cell=cell)


def unflaggable(cell: str) -> str:
    """Says that an open cell cannot be flagged."""
    return _("{cell} is already open; only closed cells can be flagged").format(cell=cell)


def unmatched(cell: str, number: object, n: int) -> str:
    """Says that a number has ``n`` flags around it, which is too few or too many for a chord."""
    return ngettext(
        "{cell} shows {number} but has {n} flag around it; a chord needs {number}",
        "{cell} shows {number} but has {n} flags around it; a chord needs {number}",
        n,
    ).format(cell=cell, number=number, n=n)


def check_click(board: Board, flags: AbstractSet[Cell], cell: Cell) -> None:
    """Raises IllegalMove for a flagged or open cell."""
    number = board[cell]
    if cell in flags:
        raise IllegalMove(flagged(named(cell)))
    if number != CLOSED:
        text = (
            _("{cell} is already open; a chord opens the unflagged cells around it")
            if number
            else _("{cell} is open, and so are all cells around it")
        )
        raise IllegalMove(text.format(cell=named(cell)))


def check_flag(board: Board, cell: Cell) -> None:
    """Raises IllegalMove for an open cell."""
    if board[cell] != CLOSED:
        raise IllegalMove(unflaggable(named(cell)))


def chord_cells(board: Board, flags: AbstractSet[Cell], cell: Cell) -> list[Cell]:
    """Returns the cells that a chord opens, in reading order. Raises IllegalMove."""
    number = board[cell]
    if number == CLOSED:
        text = _("{cell} is closed; a chord needs an open number")
        raise IllegalMove(text.format(cell=named(cell)))
    closed = [each for each in board.neighbours(cell) if board[each] == CLOSED]
    n = len(flags & set(closed))
    if n != number:
        raise IllegalMove(unmatched(named(cell), number, n))
    if len(closed) == n:
        text = _("there is nothing to open around {cell}")
        raise IllegalMove(text.format(cell=named(cell)))
    return [each for each in closed if each not in flags]
