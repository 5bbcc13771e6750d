"""What a player may do to a cell of a minefield, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from mastermine.minesweeper.board import Board, Cell


def check_click(board: Board, flags: AbstractSet[Cell], cell: Cell) -> None:
    """Raises IllegalMove for a cell that is flagged, or open."""
    x, y = cell
    number = board[cell]
    if cell in flags:
        raise IllegalMove(
            _("{x},{y} is flagged; flag {x},{y} takes the flag away").format(x=x, y=y)
        )
    if number != CLOSED:
        raise IllegalMove(
            _("{x},{y} is open; chord {x},{y} opens what is not flagged around it").format(x=x, y=y)
            if number
            else _("{x},{y} is open, and so are all cells around it").format(x=x, y=y)
        )


def check_flag(board: Board, cell: Cell) -> None:
    """Raises IllegalMove for a cell that is open."""
    if board[cell] != CLOSED:
        x, y = cell
        raise IllegalMove(_("{x},{y} is open: only closed cells are flagged").format(x=x, y=y))


def chorded(board: Board, flags: AbstractSet[Cell], cell: Cell) -> list[Cell]:
    """What a chord opens, in reading order. Raises IllegalMove where there can be none."""
    x, y = cell
    number = board[cell]
    if number == CLOSED:
        raise IllegalMove(_("{x},{y} is closed: a chord is for an open number").format(x=x, y=y))
    closed = [each for each in board.neighbours(cell) if board[each] == CLOSED]
    flagged = len(flags & set(closed))
    if flagged != number:
        raise IllegalMove(
            ngettext(
                "{x},{y} shows {number} and has {n} flag around it: for a chord it needs {number}",
                "{x},{y} shows {number} and has {n} flags around it: for a chord it needs {number}",
                flagged,
            ).format(x=x, y=y, number=number, n=flagged)
        )
    if len(closed) == flagged:
        raise IllegalMove(_("around {x},{y} there is nothing to open").format(x=x, y=y))
    return [each for each in closed if each not in flags]
