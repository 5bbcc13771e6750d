"""Exams in Minesweeper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from mastermine.core.errors import IllegalMove
from mastermine.core.game import View
from mastermine.engines.exam.subject import Judged, Subject
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.grading import graded_positions
from mastermine.minesweeper.knowledge import Field

if TYPE_CHECKING:
    from mastermine.engines.exam.subject import AnyView
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.rules import Minesweeper

EQUAL = 1 + 1e-9
"""Ratio of risks that are equal but for rounding."""


def draw(rules: Minesweeper, seed: int | str, number: int) -> dict[str, list[AnyView]]:
    """Draws so many positions of each grade. Raises InvalidSpec."""
    found = graded_positions(rules, seed, number)
    return {
        grade: [View(rules, knowledge=Field(rules, each.board)) for each in those]
        for grade, those in found.items()
    }


def judge(view: AnyView, cell: Cell) -> Judged:
    """Judges a click by the exact chances of mines. Raises IllegalMove for an open cell."""
    field = cast("Field", view.knowledge)
    if field.board[cell] != CLOSED:
        raise IllegalMove(_("{cell} is already open").format(cell=view.rules.format_action(cell)))
    risk, least = field.risk(cell), min(map(field.risk, field.closed()))
    return Judged(risk <= least * EQUAL, 100 * (risk - least), risk == 1)


def rules_text(view: AnyView) -> str:
    """Explains the game and the task."""
    rules = cast("Minesweeper", view.rules)
    return (
        f"This is a game of Minesweeper. The board has {rules.width} columns and {rules.height} "
        f"rows, and {rules.mines} of its cells hold a mine. A cell is written x,y: x is its column "
        "and y its row, both counted from 0 at the top left. An open cell shows how many of the "
        "cells around it (up to eight, diagonals too) hold a mine. Choose one closed cell to open: "
        "one that is certainly safe if there is any, otherwise the one least likely to be a mine."
    )


def grid(view: AnyView) -> str:
    """Writes the board with the numbers of its columns and rows."""
    board = cast("Field", view.knowledge).board
    rows = str(board).splitlines()
    lines = ["  ".join(["   y\\x", *map(str, range(board.width))])]
    lines += [f"{y:>6}  {'  '.join(row)}" for y, row in enumerate(rows)]
    return "\n".join(["The board, where # is a closed cell:", *lines])


def coordinates(view: AnyView) -> str:
    """Lists the open cells with their numbers, and the closed cells."""
    board = cast("Field", view.knowledge).board
    cells = [board.cell(index) for index in range(len(board.cells))]
    open_ = [f"{x},{y}: {board[x, y]}" for x, y in cells if board[x, y] != CLOSED]
    return (
        f"Open cells and their numbers: {'; '.join(open_)}\n\nClosed cells: {_cells(board.hidden)}"
    )


def constraints(view: AnyView) -> str:
    """Lists what each number says about the closed cells around it."""
    field = cast("Field", view.knowledge)
    board, lines = field.board, []
    for index, number in enumerate(board.cells):
        x, y = board.cell(index)
        closed = [cell for cell in board.neighbours((x, y)) if board[cell] == CLOSED]
        if number != CLOSED and closed:
            lines.append(f"Exactly {number} of these hold a mine: {_cells(closed)}")
    lines.append(f"Exactly {field.rules.mines} of all closed cells hold a mine.")
    return "\n".join([f"Closed cells: {_cells(board.hidden)}", *dict.fromkeys(lines)])


def _cells(cells: Any) -> str:
    return " ".join(f"{x},{y}" for x, y in cells)


def titles() -> dict[str, str]:
    """Returns the names of the grades."""
    return {
        "single": _("single number"),
        # Translators: hardest reason in a position: two numbers are compared.
        "pairs": _("two numbers"),
        # Translators: hardest reason in a position: three numbers around a corner.
        "corners": _("corner pattern"),
        # Translators: hardest reason in a position: several numbers prove it only together.
        "sets": _("several numbers"),
        "count": _("mine count"),
        # Translators: kind of position: nothing is certain.
        "guess": _("guess"),
    }


def heads() -> tuple[str, str, str, str]:
    """Returns the heads of the table."""
    # Translators: heads of the columns of a table about an exam, also the next ones.
    return _("hardest reason"), _("least risk"), _("risk lost, %"), _("certain mines")


EXAM = Subject(
    spec="minesweeper:8x8x12",
    draw=draw,
    judge=judge,
    verb="move",
    example="3,0",
    rules=rules_text,
    renderings={"grid": grid, "coordinates": coordinates, "constraints": constraints},
    titles=titles,
    heads=heads,
)
