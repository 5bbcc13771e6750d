"""Sets of graded positions to train on and to test with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.grading import grade_of
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.probability import analyze
from mastermine.ml.positions import Puzzle, position_set, split_of
from mastermine.registry import parse_rules

GRADES = ["single", "pairs", "guess"]


def minefields(split: str, seed: int = 0, number: int = 4) -> list[Puzzle]:
    return position_set("5x5x5", split, number, seed, GRADES)


def test_positions_have_their_grades() -> None:
    puzzles = minefields("train")
    assert [puzzle.grade for puzzle in puzzles] == ["single"] * 4 + ["pairs"] * 4 + ["guess"] * 4
    rules: Any = parse_rules("5x5x5")
    for puzzle in puzzles:
        assert grade_of(Field(rules, Board.parse(puzzle.position))) == puzzle.grade


def test_the_same_seed_gives_the_same_positions() -> None:
    assert minefields("test") == minefields("test")
    assert minefields("test") != minefields("test", seed=1)


def test_no_position_is_in_both_sets() -> None:
    both = [
        {each.position for seed in range(6) for each in minefields(split, seed)}
        for split in ("train", "test")
    ]
    assert not both[0] & both[1]


def test_rotations_and_reflections_belong_to_the_same_set() -> None:
    for puzzle in minefields("test"):
        board = np.array([list(row) for row in puzzle.position.split("/")])
        for other in (board.T, board[::-1], np.rot90(board)):
            text = "/".join(map("".join, other.tolist()))
            assert split_of(Puzzle(puzzle.game, text, puzzle.grade)) == "test"


def test_moves_are_judged_by_their_exact_worth() -> None:
    for puzzle in minefields("train"):
        analysis = analyze(puzzle.position, 5)
        risks = {cell: analysis.risk(cell) for cell in analysis.board.hidden}
        least = min(risks.values())
        for (x, y), risk in risks.items():
            reply = puzzle.judge(f"I open [{x},{y}].")
            assert reply.reward == pytest.approx(least - risk, abs=1e-12)
        assert puzzle.judge("[9,9]").reward == -1
        assert puzzle.judge("[9,9]").info["mistake"]


def test_prompts_in_all_renderings() -> None:
    [puzzle] = position_set("5x5x5", "train", 1, grades=["single"])
    rows = puzzle.position.split("/")
    assert "0 " + " ".join(rows[0]) in puzzle.prompt()
    assert "Closed: " in puzzle.prompt("coordinates")
    assert "5 mines in all closed cells" in puzzle.prompt("constraints")


def test_positions_of_mastermind() -> None:
    puzzles = position_set("3x4", "train", 2, grades=["one", "few"])
    assert [puzzle.grade for puzzle in puzzles] == ["one", "one", "few", "few"]
    for puzzle in puzzles:
        known: Any = parse_rules("3x4").view_at(puzzle.position).knowledge
        assert len(known) == 1 if puzzle.grade == "one" else 1 < len(known) <= 10
        assert puzzle.position.split("; ")[-1] in puzzle.prompt()
        reply = puzzle.judge(known.texts()[0])
        assert reply.info["possible"]
        assert reply.reward <= 0
    assert puzzles[0].judge(parse_rules("3x4").format_action(_another(puzzles[0]))).reward == -1


def _another(puzzle: Puzzle) -> Any:
    rules: Any = parse_rules("3x4")
    known = rules.view_at(puzzle.position).knowledge
    return next(code for code in rules.secrets() if code not in known)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="there is no split 'dev': use train or test"):
        position_set("5x5x5", "dev", 1)
    with pytest.raises(InvalidSpec, match="there is no grade 'hard': use one few some many"):
        position_set("3x4", "test", 1, grades=["hard"])
