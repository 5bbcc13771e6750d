"""What the lessons show: each pattern of Minesweeper with a position and an exercise.

The positions are those of docs/background/patterns.md; what follows from them, and why, is not
written here but asked of the deduction that plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mastermine.i18n.text import _
from mastermine.minesweeper import Board, Cell, deduce
from mastermine.web.minesweeper.help import named, step_of


@dataclass(frozen=True, slots=True)
class Lesson:
    """One pattern: how it is recognized, a position, and one to be solved."""

    pattern: str
    """Its name, as a step of the deduction has it."""
    idea: str
    example: str
    """Rows of a board, with slashes between them."""
    exercise: str
    mines: tuple[int | None, int | None] = None, None
    """How many mines there are in each of the two; None where the count does not matter."""


def lessons() -> tuple[Lesson, ...]:
    """All of them, the simplest first, in the language in use."""
    return (
        Lesson(
            "single number",
            _(
                "A number whose mines are all known is done: the rest around it is safe. A number "
                "that still needs as many mines as there are closed cells around it takes them "
                "all. These two sentences are nearly the whole game."
            ),
            "*1#/?1#",
            "111#/1#1#/111#",
        ),
        Lesson(
            "1-1",
            _(
                "Equal numbers: where the cells of one are all touched by the other, the rest of "
                "the other's cells are safe. Look for it along walls, from the edge inwards."
            ),
            "####/11??",
            "#?/#?/#1/#1",
        ),
        Lesson(
            "1-1+",
            _("The same with several cells to open, as round a corner."),
            "###/11#/??#",
            "??#/11#/###",
        ),
        Lesson(
            "hole",
            _(
                "A 1-1 through an opening in the wall. The 1 behind it has its mine on one side "
                "of the opening or the other, which is all that the 1 in the opening needs."
            ),
            "#####/##1##/?111?",
            "##?/##1/#11/##1/##?",
        ),
        Lesson(
            "1-2",
            _("The 2 needs one mine more and has one cell for itself."),
            "####/12??",
            "#?/#?/#2/#1",
        ),
        Lesson(
            "1-2+",
            _("The same with a larger difference: 1-3 with two cells, 1-4 with three."),
            "###/14#/??#",
            "###/#41/#??",
        ),
        Lesson(
            "1-2C",
            _(
                "Both sides conclude. When the cell of the 2 is a mine, the mine of the 1 is one "
                "that they share, so the cell that the 1 has for itself is safe."
            ),
            "####/?12?",
            "?#/2#/1#/?#",
        ),
        Lesson(
            "1-2C+",
            _("The same where one of them has several cells for itself."),
            "####/?14#/???#",
            "???#/?14#/####",
        ),
        Lesson(
            "1-2-1",
            _("Two 1-2C that face each other: the mines are before the 1s."),
            "#####/?121?",
            "?#/1#/2#/1#/?#",
        ),
        Lesson(
            "1-2-2-1",
            _("Another two: the mines are before the 2s."),
            "######/?1221?",
            "#?/#1/#2/#2/#1/#?",
        ),
        Lesson(
            "1-2-1R",
            _(
                "A number less the mines around it that are known is what counts. An R after the "
                "name of a pattern says that it was reduced in this way: this 2-3-2 is a 1-2-1. "
                "Most patterns in a real game are of this kind."
            ),
            "#####/?232?/??*??",
            "??#/?2#/*3#/?2#/??#",
        ),
        Lesson(
            "corner 1-3-1",
            _(
                "Numbers go round a corner of the closed cells. Each 1 can give the 3 one mine "
                "only, so the corner is a mine, and the far ends are safe."
            ),
            "####/?13#/??1#/???#",
            "#???/#1??/#31?/####",
        ),
        Lesson(
            "corner 2-2-2",
            _(
                "Each outer 2 has one cell away from the middle, so it gives the middle 2 at "
                "least one mine. So the corner is safe, and the far ends are mines."
            ),
            "####/?22#/??2#/???#",
            "???#/??2#/?22#/####",
        ),
        Lesson(
            "0112 square",
            _(
                "Four open cells with a 0 across from a 2, and a 1 on either side. Each 1 gives "
                "the 2 one mine, and the 2 needs no more, so the corner is safe."
            ),
            "01#/12#/###",
            "###/#21/#10",
        ),
        Lesson(
            "smallest set",
            _(
                "Some cells are certain for a reason that has no name. Then look for the fewest "
                "numbers that prove anything: suppose the cell were otherwise, and follow them "
                "until they contradict each other."
            ),
            "###1/12##",
            "##21/1###",
        ),
        Lesson(
            "mine count",
            _(
                "Towards the end it helps to count. When all mines are found, the rest is safe; "
                "when as many are left as there are closed cells, all of them are mines. Or the "
                "numbers need all that are left: in both of these one mine is left."
            ),
            "#1#?#",
            "#?#/??1/#?#",
            (1, 1),
        ),
        Lesson(
            "joint mine count",
            _("The same with several fronts, which share no cell: only the count connects them."),
            "#1#?#?#1#",
            "#1#/???/##?/???/#1#",
            (2, 2),
        ),
    )


def patterns() -> dict[str, Any]:
    """Each pattern with two positions."""
    return {
        "patterns": [
            {
                "pattern": lesson.pattern,
                "idea": lesson.idea,
                "example": _position(lesson.example, lesson.mines[0]),
                "exercise": _position(lesson.exercise, lesson.mines[1]),
            }
            for lesson in lessons()
        ]
    }


def _position(drawing: str, mines: int | None) -> dict[str, Any]:
    """A board and all that follows from it, step by step."""
    board = Board.parse(drawing)
    steps = list(deduce(board, mines))
    return {
        "board": str(board),
        "mines": mines,
        "safe": named(_cells(step.safe for step in steps)),
        "mined": named(_cells(step.mines for step in steps)),
        "steps": [step_of(step) for step in steps],
    }


def _cells(parts: Any) -> list[Cell]:
    return sorted((cell for part in parts for cell in part), key=lambda cell: (cell[1], cell[0]))
