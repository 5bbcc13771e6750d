"""Boards of Minesweeper as text for language models, in three renderings."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import SIGNS, Board, Cell
from mastermine.minesweeper.deduction.position import Position, in_order


def grid(board: Board, _mines: int) -> str:
    """Formats a board as a table with the numbers of its columns and rows."""
    wide = len(str(max(board.width, board.height) - 1))
    heads = [" " * wide, *(f"{x:>{wide}}" for x in range(board.width))]
    rows = [
        [f"{y:>{wide}}", *(f"{SIGNS[board[x, y]]:>{wide}}" for x in range(board.width))]
        for y in range(board.height)
    ]
    return "\n".join(map(" ".join, [heads, *rows]))


def coordinates(board: Board, _mines: int) -> str:
    """Lists the open cells with their numbers, and the closed cells."""
    numbers = " ".join(f"{_cell(each)}={value}" for each, value in board.numbered())
    return "\n".join(
        [
            # Translators: {cells} is a list such as 3,0=1 4,0=2.
            _("Open: {cells}").format(cells=numbers or "–"),
            _("Closed: {cells}").format(cells=_cells(board.hidden)),
        ]
    )


def constraints(board: Board, mines: int) -> str:
    """Says what each number says about its closed neighbours. Raises ImpossibleBoard."""
    numbers = Position(board).numbers.values()
    lines = [
        ngettext(
            "{cell}: {n} mine in {cells}", "{cell}: {n} mines in {cells}", number.missing
        ).format(cell=_cell(number.cell), n=number.missing, cells=_cells(in_order(number.closed)))
        for number in numbers
    ]
    lines.append(
        ngettext("{n} mine in all closed cells", "{n} mines in all closed cells", mines).format(
            n=mines
        )
    )
    touched = frozenset[Cell]().union(*(number.closed for number in numbers))
    if others := [each for each in board.hidden if each not in touched]:
        # Translators: closed cells that touch no number.
        lines.append(_("Other closed cells: {cells}").format(cells=_cells(others)))
    return "\n".join(lines)


RENDERINGS: dict[str, Callable[[Board, int], str]] = {
    "grid": grid,
    "coordinates": coordinates,
    "constraints": constraints,
}
"""Functions of a board and its number of mines, by name."""


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _cells(cells: Iterable[Cell]) -> str:
    return " ".join(map(_cell, cells))
