"""Grades of positions of Mastermind: the number of possible codes."""

from __future__ import annotations

import pytest

from mastermine.core.game import View
from mastermine.mastermind.grading import GRADES, grade_of, graded_positions
from mastermine.mastermind.rules import Mastermind

CLASSIC = Mastermind(4, 6)
RANGES = {"one": (1, 1), "few": (2, 10), "some": (11, 100), "many": (101, 1296)}


@pytest.mark.parametrize("seed", [1, "a"])
def test_positions_have_as_many_codes_as_their_grade_says(seed: int | str) -> None:
    found = graded_positions(CLASSIC, seed, 5)
    assert tuple(found) == GRADES
    for grade, positions in found.items():
        least, most = RANGES[grade]
        assert len(positions) == 5
        for position in positions:
            known = View(CLASSIC, position.turns).knowledge
            assert least <= known.count() <= most
            assert grade_of(known) == position.grade == grade  # type: ignore[arg-type]
            # Each guess was consistent with the answers before it, and the code is not found.
            for at, turn in enumerate(position.turns):
                assert turn.action in View(CLASSIC, position.turns[:at]).knowledge  # type: ignore[operator]
                assert not CLASSIC.solved(turn.feedback)


def test_a_larger_number_continues_a_smaller_one() -> None:
    few, many = (graded_positions(CLASSIC, "b", n) for n in (1, 3))
    assert {grade: those[:1] for grade, those in many.items()} == few
