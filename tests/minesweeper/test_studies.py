"""Studies of one step, and puzzles with one layout; z3 confirms what the counting says."""

from __future__ import annotations

from itertools import islice

import pytest
from tests import models

from mastermine.core.errors import InvalidSpec
from mastermine.minesweeper import (
    CLOSED,
    MINED,
    Board,
    Minesweeper,
    constraint_model,
    deduce,
    draw_puzzles,
    draw_studies,
    next_step,
)
from mastermine.minesweeper.deduction import LADDER, rung, rung_of
from mastermine.minesweeper.grading import GRADES as RULES
from mastermine.minesweeper.studies import GRADES, NEVER, PATTERNS, Study
from mastermine.registry import parse_rules_of

RARE = (
    "1-2-2-1",
    "1-4C+",
    "1-5",
    "1-5C",
    "1-5C+",
    "1-6C",
    "1-6C+",
    "1-7",
    "1-7C",
    "1-7C+",
    "corner 2-2-2",
)
"""Patterns whose search takes seconds."""

HARDEST = dict(zip(GRADES, ("single", "corners", "sets", "count"), strict=True))


def solutions(board: Board, mines: int | None) -> int:
    """The number of layouts up to 2, by a solver."""
    return len(models.clauses(constraint_model(board, mines, "dimacs"), 2))


def rules_of(spec: str) -> Minesweeper:
    return parse_rules_of(Minesweeper, spec)


def check_study(study: Study) -> None:
    step = next_step(study.board, study.mines)
    assert step is not None
    assert step.rule.removesuffix("R") == study.pattern
    assert step == study.step
    for at, rule in enumerate(LADDER[: rung_of(study.pattern)]):
        assert next(deduce(study.board, study.mines, [rule]), None) is None, at
    assert solutions(study.board, study.mines)
    for cells, wrong in ((step.safe, MINED), (step.mines, CLOSED)):
        for cell in cells:
            model = constraint_model(study.board, study.mines, "dimacs")
            number = study.board.hidden.index(cell) + 1
            always = {number in true for true in models.clauses(model)}
            assert always == {wrong is CLOSED}


@pytest.mark.parametrize("pattern", [each for each in PATTERNS if each not in RARE])
def test_the_simplest_step_of_a_study_is_its_pattern(pattern: str) -> None:
    for study in islice(draw_studies(pattern, 7, 5, 5), 2):
        check_study(study)


@pytest.mark.rest
@pytest.mark.parametrize("pattern", RARE)
def test_rare_patterns_have_studies_too(pattern: str) -> None:
    check_study(next(draw_studies(pattern, 1)))


def test_studies_depend_on_their_seed_alone() -> None:
    one, two = (list(islice(draw_studies("1-1", seed), 3)) for seed in (1, 2))
    assert one == list(islice(draw_studies("1-1", 1), 3))
    assert one != two
    assert all(max(each.board.width, each.board.height) <= 7 for each in one + two)


def test_a_crop_leaves_no_number_that_it_falsifies() -> None:
    for study in islice(draw_studies("1-2", "crop", 7, 7), 20):
        for cell, number in study.board.numbered():
            around = [study.board[each] for each in study.board.neighbours(cell)]
            assert around.count(MINED) <= number <= around.count(MINED) + around.count(CLOSED)


def test_wrong_patterns_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="there are no studies of '1-2-3'; did you mean 1-2-1"):
        next(draw_studies("1-2-3", 1))
    for name in NEVER:
        with pytest.raises(InvalidSpec, match="there are no studies of"):
            next(draw_studies(name, 1))


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("spec", ["5x5x5", "6x4x9"])
def test_exactly_one_layout_fits_a_puzzle(spec: str, grade: str) -> None:
    rules = rules_of(spec)
    for puzzle in islice(draw_puzzles(rules, 3, grade), 2):
        assert puzzle.grade == grade
        assert puzzle.mines == puzzle.layout.count == rules.mines
        assert solutions(puzzle.board, puzzle.mines) == 1
        numbers = puzzle.layout.board()
        assert all(numbers[cell] == value for cell, value in puzzle.board.numbered())
        assert (
            RULES[max(map(rung, puzzle.steps))]
            in {
                "easy": ("single",),
                "medium": ("pairs", "corners"),
                "hard": ("sets",),
                "expert": ("count",),
            }[grade]
        )
        ladder = LADDER[: RULES.index(HARDEST[grade]) + 1]
        mines = puzzle.mines if grade == "expert" else None
        for cell, _value in puzzle.board.numbered():
            fewer = puzzle.board.having([(cell, CLOSED)])
            if grade == "expert":
                assert solutions(fewer, mines) > 1
            else:
                found = {each for step in deduce(fewer, mines, ladder) for each in step.cells}
                assert len(found) < len(fewer.hidden)


def test_puzzles_of_any_grade_depend_on_their_seed_alone() -> None:
    rules = rules_of("6x6x8")
    one = list(islice(draw_puzzles(rules, "a"), 6))
    assert one == list(islice(draw_puzzles(rules_of("6x6x8-open"), "a"), 6))
    assert one[0] != next(draw_puzzles(rules, "b"))
    assert len({puzzle.grade for puzzle in one}) > 1


def test_wrong_puzzles_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="there is no grade 'hardd'; did you mean hard"):
        next(draw_puzzles(rules_of("5x5x5"), 1, "hardd"))
    with pytest.raises(InvalidSpec, match="at most 480 cells; use a smaller board"):
        next(draw_puzzles(rules_of("31x16x99"), 1))
    with pytest.raises(InvalidSpec, match="2x1x1 has too few puzzles of the grade medium"):
        next(draw_puzzles(rules_of("2x1x1"), 1, "medium"))
