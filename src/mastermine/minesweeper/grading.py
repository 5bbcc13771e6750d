"""Positions of Minesweeper graded by the hardest reason that they need, for exams and training.

This is the only place that grades positions of Minesweeper. A grade is the first rule of the ladder
of reasons (``deduction.LADDER``) with which, and with the rules before it, a closed cell is proved
safe. ``GUESS`` is the grade of a position in which no closed cell is certainly safe.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial

from mastermine.core.game import Turn
from mastermine.core.grading import draw_graded
from mastermine.core.random import Random
from mastermine.minesweeper.board import MINED, Board, Cell
from mastermine.minesweeper.deduction import deduce, rung
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.rules import Minesweeper

GUESS = "guess"

GRADES = ("single", "pairs", "corners", "sets", "count", GUESS)
"""All grades, the easiest first; but for ``GUESS`` one for each rule of ``deduction.LADDER``."""


@dataclass(frozen=True, slots=True)
class GradedPosition:
    """A position in a game: what the player sees, before a click."""

    rules: Minesweeper
    board: Board
    grade: str
    """One of ``GRADES``."""


def grade_of(field: Field) -> str | None:
    """Returns the grade of a position, one of ``GRADES``.

    None if some cell is safe, but no rule proves one within its work limit, and for a board that
    is closed or solved. Raises ImpossibleBoard, TooLarge.
    """
    return _simplest(field)[0]


def _simplest(field: Field) -> tuple[str | None, tuple[Cell, ...]]:
    """Returns the grade, and the safe cells of the first step that proves any.

    Each step is one of the simplest rule that has any, so no harder rule is used before it must be.
    """
    if field.untouched or _is_solved(field):
        return None, ()
    if not field.analysis.safe:
        return GUESS, ()
    hardest = 0
    for step in deduce(field.board, field.rules.mines):
        hardest = max(hardest, rung(step))
        if step.safe:
            return GRADES[hardest], step.safe
    return None, field.analysis.safe


def _is_solved(field: Field) -> bool:
    return len(field.closed()) + len(field.board.all(MINED)) == field.rules.mines


def positions_of_game(rules: Minesweeper, rng: Random) -> Iterator[GradedPosition]:
    """Yields the graded positions of one game, in which the simplest safe cells are opened.

    Where a guess is needed, one of the least risky cells is opened; a mine there ends the game.
    Positions to guess in which all cells are equally risky are left out. Raises TooLarge.
    """
    first = rng.below(rules.width), rng.below(rules.height)
    layout = rules.draw(rng, first)
    field = rules.knowledge()
    cells: tuple[Cell, ...] = (first,)
    while True:
        for cell in cells:
            if cell in layout:
                return
            if not field.is_known(cell):
                field = field.after(Turn(cell, rules.respond(layout, cell)))
        if _is_solved(field):
            return
        grade, cells = _simplest(field)
        if not cells:
            risks = {cell: field.risk(cell) for cell in field.closed()}
            least = min(risks.values())
            cells = (rng.choice([cell for cell, risk in risks.items() if risk == least]),)
            if max(risks.values()) == least:
                continue
        if grade is not None:
            yield GradedPosition(rules, field.board, grade)


def graded_positions(
    rules: Minesweeper, seed: int | str, number: int, grades: Collection[str] = GRADES
) -> dict[str, list[GradedPosition]]:
    """Draws ``number`` positions of each grade, as ``core.grading.draw_graded``.

    Raises InvalidSpec, TooLarge.
    """
    play = partial(positions_of_game, rules)
    return draw_graded(rules.spec(), play, seed, number, grades)
