"""Data of the Minesweeper lessons: each pattern with a position and an exercise.

The positions are those of docs/background/patterns.md; the deduction module supplies the
conclusions and their reasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mastermine.i18n.text import _
from mastermine.minesweeper import Board, Cell, deduce, named
from mastermine.web.minesweeper.help import step_of


@dataclass(frozen=True, slots=True)
class Lesson:
    """A pattern: its idea, an example and an exercise."""

    pattern: str
    """Its name in the deduction module."""
    idea: str
    example: str
    """Rows of a board, separated by slashes."""
    exercise: str
    mines: tuple[int | None, int | None] = None, None
    """Numbers of mines in example and exercise; None if the number does not matter."""


def lessons() -> tuple[Lesson, ...]:
    """Returns all lessons, the simplest first, in the current language."""
    return (
        Lesson(
            "single number",
            _(
                "If all mines around a number are known, its other closed cells are safe. If a "
                "number still needs as many mines as it has closed cells, all of them are mines. "
                "These two rules are nearly the whole game."
            ),
            "*1#/?1#",
            "111#/1#1#/111#",
        ),
        Lesson(
            "1-1",
            _(
                "Two equal numbers: if all closed cells of one are also next to the other, the "
                "remaining cells of the other are safe. Look for it along walls, from the edge "
                "inwards."
            ),
            "####/11??",
            "#?/#?/#1/#1",
        ),
        Lesson(
            "1-1+",
            _("The same with several safe cells, for example around a corner."),
            "###/11#/??#",
            "??#/11#/###",
        ),
        Lesson(
            "hole",
            _(
                "A 1-1 through an opening in the wall. The mine of the 1 behind the opening is on "
                "one of its two sides, and it is also the only mine of the 1 in the opening."
            ),
            "#####/##1##/?111?",
            "##?/##1/#11/##1/##?",
        ),
        Lesson(
            "1-2",
            _("The 2 needs one mine more than the 1 and has one cell of its own: a mine."),
            "####/12??",
            "#?/#?/#2/#1",
        ),
        Lesson(
            "1-4",
            _("The same with a larger difference: 1-3 with two cells, 1-4 with three."),
            "###/14#/??#",
            "###/#41/#??",
        ),
        Lesson(
            "1-2C",
            _(
                "A 1-2 with conclusions on both sides. The 2's own cell is a mine, so its other "
                "mine is shared with the 1, and the 1's own cell is safe."
            ),
            "####/?12?",
            "?#/2#/1#/?#",
        ),
        Lesson(
            "1-2C+",
            _("The same if the 1 has several cells of its own: all of them are safe."),
            "####/#12?/????",
            "??#/?2#/?1#/?##",
        ),
        Lesson(
            "1-2-1",
            _("Two 1-2C that face each other: the mines are next to the 1s."),
            "#####/?121?",
            "?#/1#/2#/1#/?#",
        ),
        Lesson(
            "1-2-2-1",
            _("Another two: the mines are next to the 2s."),
            "######/?1221?",
            "#?/#1/#2/#2/#1/#?",
        ),
        Lesson(
            "1-2-1R",
            _(
                "Subtract the known mines around each number first: this 2-3-2 is a 1-2-1 with "
                "known mines. Most patterns in a real game are of this kind."
            ),
            "#####/?232?/??*??",
            "??#/?2#/*3#/?2#/??#",
        ),
        Lesson(
            "corner 1-3-1",
            _(
                "Numbers around a corner of the closed cells. Each 1 shares at most one mine with "
                "the 3, so the corner is a mine, and the far ends are safe."
            ),
            "####/?13#/??1#/???#",
            "#???/#1??/#31?/####",
        ),
        Lesson(
            "corner 2-2-2",
            _(
                "Each outer 2 has only one cell away from the middle, so it shares at least one "
                "mine with the middle 2. So the corner is safe, and the far ends are mines."
            ),
            "####/?22#/??2#/???#",
            "???#/??2#/?22#/####",
        ),
        Lesson(
            "0112 square",
            _(
                "Four open cells with a 0 diagonal to a 2, and a 1 on each side. Each 1 shares "
                "its mine with the 2, and the 2 needs no more, so the corner is safe."
            ),
            "01#/12#/###",
            "###/#21/#10",
        ),
        Lesson(
            "smallest set",
            _(
                "Some conclusions have no named pattern. Then look for the smallest set of numbers "
                "that proves one: assume the opposite, and follow the numbers until they "
                "contradict each other."
            ),
            "###1/12##",
            "##21/1###",
        ),
        Lesson(
            "mine count",
            _(
                "Towards the end, count the mines. If all are found, the other closed cells are "
                "safe; if as many remain as there are closed cells, all of them are mines. Or the "
                "numbers need all remaining mines: in both boards here, one mine remains."
            ),
            "#1#?#",
            "#?#/??1/#?#",
            (1, 1),
        ),
        Lesson(
            "joint mine count",
            _("The same with separate groups of numbers: only the mine count connects them."),
            "#1#?#?#1#",
            "#1#/???/##?/???/#1#",
            (2, 2),
        ),
    )


def patterns() -> dict[str, Any]:
    """Returns each pattern with two positions."""
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
    """Serialises a board with all conclusions, step by step."""
    board = Board.parse(drawing)
    steps = list(deduce(board, mines))
    return {
        "board": str(board),
        "mines": mines,
        "safe": list(map(named, _cells(step.safe for step in steps))),
        "mined": list(map(named, _cells(step.mines for step in steps))),
        "steps": [step_of(step) for step in steps],
    }


def _cells(parts: Any) -> list[Cell]:
    return sorted((cell for part in parts for cell in part), key=lambda cell: (cell[1], cell[0]))
