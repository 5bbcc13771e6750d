"""Puzzles: one code fits, no row is to spare, and the same seed gives the same puzzles."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec, TooLarge
from mastermine.core.turns import turns_of
from mastermine.mastermind import Mastermind, Puzzle, consistent_codes, draw_puzzles
from mastermine.mastermind.deduction import LADDER, Step, deduce, rung
from mastermine.mastermind.puzzles import FEWEST_ROWS, GRADES, MOST_ROWS
from mastermine.registry import parse_rules_of

SPECS = (
    *("classic", "3x10-distinct", "4x10-distinct", "5x8", "4x6+blank", "3x4"),
    *("4x6-black", "6x6-distinct-black", "4x10-places", "skocko", "1x4", "6x8-black"),
)


def rules_of(spec: str) -> Mastermind:
    return parse_rules_of(Mastermind, spec)


def first(spec: str, seed: int | str, number: int = 1) -> list[Puzzle]:
    return list(islice(draw_puzzles(rules_of(spec), seed), number))


@pytest.mark.parametrize("spec", SPECS)
def test_one_code_fits_and_no_row_is_to_spare(spec: str) -> None:
    for puzzle in first(spec, "unique", 5):
        assert FEWEST_ROWS <= len(puzzle.turns) <= MOST_ROWS
        assert not any(puzzle.rules.solved(turn.feedback) for turn in puzzle.turns)
        assert Puzzle.of(puzzle.rules, puzzle.turns) == puzzle
        assert all_known(puzzle.steps[-1], puzzle)
        for row in range(len(puzzle.turns)):
            others = puzzle.turns[:row] + puzzle.turns[row + 1 :]
            with pytest.raises(InvalidSpec, match="codes fit"):
                Puzzle.of(puzzle.rules, others)


@settings(max_examples=10, deadline=None)
@given(spec=st.sampled_from(SPECS), seed=st.integers(0, 10**6))
def test_a_solver_agrees(spec: str, seed: int) -> None:
    pytest.importorskip("ortools")
    (puzzle,) = first(spec, seed)
    found = consistent_codes(puzzle.rules, puzzle.turns, most=2)
    assert (found.codes, found.complete) == ([puzzle.code], True)
    for row in range(len(puzzle.turns)):
        others = puzzle.turns[:row] + puzzle.turns[row + 1 :]
        assert len(consistent_codes(puzzle.rules, others, most=2).codes) == 2


def test_a_seed_gives_the_same_puzzles() -> None:
    assert first("classic", 7, 4)[:2] == first("4x6", 7, 2) == first("mini", 7, 2)
    assert first("classic", 7) != first("classic", 8)
    assert len(set(first("classic", 7, 20))) == 20
    # Puzzles of a seed and a day are shared, so they must not change from version to version.
    assert first("3x10-distinct", "daily 2026-11-21 puzzle")[0].to_json() == {
        "rules": "mastermind:3x10-distinct",
        "turns": [
            {"guess": "462", "answer": "2B 0W"},
            {"guess": "492", "answer": "1B 0W"},
            {"guess": "341", "answer": "0B 2W"},
        ],
        "grade": "medium",
        "code": "463",
    }


def test_puzzles_vary() -> None:
    found = first("classic", "vary", 60)
    assert {len(puzzle.turns) for puzzle in found} >= {3, 4, 5}
    answers = {turn.feedback for puzzle in found for turn in puzzle.turns}
    assert len(answers) >= 11
    repeated = [len(puzzle.turns) - len({t.feedback for t in puzzle.turns}) for puzzle in found]
    assert sum(repeated) < len(found)


@cache
def of_all_grades() -> list[Puzzle]:
    return first("3x10-distinct", "grades", 60)


@pytest.mark.parametrize("grade", GRADES)
def test_puzzles_of_a_grade(grade: str) -> None:
    found = list(islice(draw_puzzles(rules_of("3x10-distinct"), "grades", grade), 2))
    assert [each for each in of_all_grades() if each.grade == grade][:2] == found
    for puzzle in found:
        # Without the hardest rule, the simpler ones do not lead to the code.
        simpler = LADDER[: max(map(rung, puzzle.steps))]
        last = [*deduce(puzzle.rules, puzzle.turns, ladder=simpler)][-1:]
        assert not any(all_known(step, puzzle) for step in last)
        assert all_known(puzzle.steps[-1], puzzle)


def all_known(step: Step, puzzle: Puzzle) -> bool:
    return list(map(set, step.after.domains)) == [{colour} for colour in puzzle.code]


def test_grades_that_no_puzzle_has() -> None:
    with pytest.raises(InvalidSpec, match="no grade 'hrd'; did you mean hard"):
        next(draw_puzzles(rules_of("classic"), 1, "hrd"))
    with pytest.raises(InvalidSpec, match="too few puzzles of the grade hard"):
        next(draw_puzzles(rules_of("1x4"), 1, "hard"))


def test_the_row_that_a_code_contradicts() -> None:
    rules = rules_of("3x10-distinct")
    puzzle = Puzzle.of(rules, turns_of(rules, ["063 1,0", "370 0,2", "418 1,0", "782 0,1"]))
    assert puzzle.misfit(puzzle.code) is None
    assert puzzle.misfit((0, 6, 4)) == (1, rules.parse_feedback("2,0"))
    assert puzzle.misfit((0, 2, 9)) == (2, rules.parse_feedback("0,1"))
    with pytest.raises(IllegalMove, match="repeat"):
        puzzle.misfit((1, 1, 1))


def test_rows_that_are_no_puzzle() -> None:
    rules = rules_of("classic")
    with pytest.raises(InvalidSpec, match="3333, 3334 and perhaps more codes fit"):
        Puzzle.of(rules, turns_of(rules, ["1122 0,0"]))
    with pytest.raises(Contradiction, match="row 2"):
        Puzzle.of(rules, turns_of(rules, ["1122 0,0", "3456 0,0"]))


def test_rules_without_puzzles() -> None:
    for spec in ("1x1", "2x2"):
        with pytest.raises(InvalidSpec, match="no puzzle of 3 to 7 rows"):
            first(spec, 1)
    with pytest.raises(TooLarge, match="too many to list"):
        first("12x12", 1)
