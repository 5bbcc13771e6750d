"""Grades of positions: the hardest reason that they need, checked against parts of the ladder."""

from __future__ import annotations

import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.core.random import Random
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.deduction import LADDER, deduce
from mastermine.minesweeper.grading import (
    GRADES,
    GUESS,
    GradedPosition,
    grade_of,
    graded_positions,
    positions_of_game,
)
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.rules import Minesweeper

SMALL = Minesweeper(6, 6, 7)
EASY = [grade for grade in GRADES if grade not in ("corners", "sets")]
"""Grades that are not rare."""


def first_rung(position: GradedPosition) -> int | None:
    """Number of rules, the simplest first, that prove some cell safe; None if all do not."""
    for rules in range(1, len(LADDER) + 1):
        steps = deduce(position.board, position.rules.mines, LADDER[:rules])
        if any(step.safe for step in steps):
            return rules
    return None


def test_a_grade_is_the_first_rule_that_proves_a_safe_cell() -> None:
    found = [each for n in range(40) for each in positions_of_game(SMALL, Random(n))]
    assert {each.grade for each in found} >= set(EASY)
    for position in found:
        rules = first_rung(position)
        assert position.grade == (GUESS if rules is None else GRADES[rules - 1]), position.board
        assert grade_of(Field(SMALL, position.board)) == position.grade


@pytest.mark.parametrize(
    ("board", "mines", "grade"),
    [
        ("#1/11", 1, None),  # won
        ("###/###/###", 1, None),
        ("###/121/000", 2, "pairs"),
        ("###/#1#/###", 1, GUESS),
        ("#10/110/000", 1, None),
        ("*1##", 2, "single"),
    ],
)
def test_grades_of_known_boards(board: str, mines: int, grade: str | None) -> None:
    parsed = Board.parse(board)
    rules = Minesweeper(parsed.width, parsed.height, mines)
    assert grade_of(Field(rules, parsed)) == grade


def test_a_seed_gives_the_same_positions_and_a_larger_number_continues_them() -> None:
    few = graded_positions(SMALL, "a", 2, EASY)
    many = graded_positions(SMALL, "a", 4, EASY)
    assert {grade: those[:2] for grade, those in many.items()} == few
    assert graded_positions(SMALL, "a", 2, ["count"]) == {"count": few["count"]}
    others = graded_positions(SMALL, "b", 4, EASY)
    for grade in EASY:
        assert all(each.grade == grade for each in many[grade])
        assert many[grade] != others[grade]


def test_a_position_to_guess_has_a_choice() -> None:
    for position in graded_positions(SMALL, 1, 10, [GUESS])[GUESS]:
        field = Field(SMALL, position.board)
        assert len({field.risk(cell) for cell in field.closed()}) > 1
        assert min(field.risk(cell) for cell in field.closed()) > 0


def test_rules_without_positions_of_a_grade_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="1x3x1 has too few positions of the grade corners"):
        graded_positions(Minesweeper(1, 3, 1), 1, 1, ["corners"])
