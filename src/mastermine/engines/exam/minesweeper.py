"""Exams in Minesweeper."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mastermine.core.errors import IllegalMove
from mastermine.core.game import View
from mastermine.engines.exam.subject import Judged, Subject
from mastermine.i18n.text import _, pgettext
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.grading import graded_positions
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.renderings import RENDERINGS

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
        "and y its row, both counted from 0 at the top left; # is a closed cell. An open cell "
        "shows how many of the cells around it (up to eight, diagonals too) hold a mine. Choose "
        "one closed cell to open: one that is certainly safe if there is any, otherwise the one "
        "least likely to be a mine."
    )


def render(view: AnyView, rendering: str) -> str:
    """Writes the board."""
    field = cast("Field", view.knowledge)
    return RENDERINGS[rendering](field.board, field.rules.mines)


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
        "guess": pgettext("clicks at random", "guess"),
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
    render=render,
    titles=titles,
    heads=heads,
)
