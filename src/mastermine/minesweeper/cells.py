"""Cells as people write them: ``x,y`` counted from 0, or ``ROW,COLUMN`` counted from 1.

Files, links, JSON and the options of strategies always contain ``x,y``. The other notation is that
of a context (``rows_first``), and only for what a person types and reads there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeGuard

from mastermine.core.errors import IllegalMove
from mastermine.core.given import checked, short_repr
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.minesweeper.board import Cell

_PAIR = re.compile(r"\(?\s*(\d{1,9})\s*[\s,;]\s*(\d{1,9})\s*\)?")

_rows_first: ContextVar[bool] = ContextVar("rows first", default=False)


@contextmanager
def rows_first(wanted: bool = True) -> Iterator[None]:
    """Writes and reads cells as ``ROW,COLUMN`` counted from 1 in this context, if ``wanted``."""
    token = _rows_first.set(wanted)
    try:
        yield
    finally:
        _rows_first.reset(token)


def is_rows_first() -> bool:
    """Returns True if people write ``ROW,COLUMN`` in this context."""
    return _rows_first.get()


def first_label() -> int:
    """Returns the number of the first row and column: 0, or 1 where rows come first."""
    return int(_rows_first.get())


def pair(cell: Cell) -> tuple[int, int]:
    """Returns the two numbers of a cell in the order in which people read them."""
    x, y = cell
    return (y + 1, x + 1) if _rows_first.get() else cell


def axes(cell: Cell) -> dict[str, int]:
    """Returns the two numbers of a cell for a message that contains ``{x},{y}``."""
    return dict(zip("xy", pair(cell), strict=True))


def named(cell: Cell) -> str:
    """Formats a cell for people."""
    return "{},{}".format(*pair(cell))


def parse_cell(text: str, width: int, height: int) -> Cell:
    """Parses a cell as people write it: two numbers. Raises IllegalMove."""
    found = _pair(text)
    if found is None:
        raise IllegalMove(
            _(
                "{text!r} is not a cell: write its row and its column, counted from 1 at the top "
                "left, such as 1,4"
            ).format(text=text)
            if _rows_first.get()
            else _not_x_y(text)
        )
    first, second = found
    cell = (second - 1, first - 1) if _rows_first.get() else found
    check_cell(cell, width, height)
    return cell


def parse_x_y(text: str, width: int, height: int) -> Cell:
    """Parses ``x,y`` or ``x y`` in any context, as files and links contain it.

    Raises IllegalMove.
    """
    cell = _pair(text)
    if cell is None:
        raise IllegalMove(_not_x_y(text))
    check_cell(cell, width, height)
    return cell


def cell_of(given: Cell | str, width: int, height: int) -> Cell:
    """Returns a cell, given as such or as text for ``parse_cell``. Raises IllegalMove."""
    if isinstance(given, str):
        return parse_cell(given, width, height)
    return checked(given, lambda cell: check_cell(cell, width, height))


def is_cell(given: object, width: int, height: int) -> TypeGuard[Cell]:
    """Returns True for a pair of integers on a board of this size; a fast check."""
    if type(given) is tuple and len(given) == 2:
        x, y = given
        return type(x) is int and type(y) is int and 0 <= x < width and 0 <= y < height
    return False


def check_cell(cell: Cell, width: int, height: int) -> None:
    """Raises IllegalMove if a cell is not on a board of this size."""
    given: object = cell  # A strategy may return any object.
    if not isinstance(given, tuple) or len(given) != 2 or set(map(type, given)) != {int}:
        raise IllegalMove(
            _("a cell is a pair (x, y) of whole numbers, not {cell}").format(cell=short_repr(given))
        )
    x, y = cell
    if 0 <= x < width and 0 <= y < height:
        return
    text = (
        _("{x},{y} is outside the board: rows go from 1 to {bottom}, columns from 1 to {right}")
        if _rows_first.get()
        else _("{x},{y} is outside the board: x goes from 0 to {right}, y from 0 to {bottom}")
    )
    right, bottom = width - 1 + first_label(), height - 1 + first_label()
    raise IllegalMove(text.format(**axes(cell), right=right, bottom=bottom))


def _pair(text: str) -> tuple[int, int] | None:
    match = _PAIR.fullmatch(text.strip())
    return None if match is None else (int(match[1]), int(match[2]))


def _not_x_y(text: str) -> str:
    return _(
        "{text!r} is not a cell: write x,y counted from 0 at the top left, such as 3,0"
    ).format(text=text)
