"""The example puzzles: one solution, no row to spare, and each needs the reason that it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.mastermind import EXAMPLES, IDEAS, LADDER, Example, Puzzle, deduce, rung

each_example = pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.rows[:12])


@each_example
def test_one_code_fits_and_no_row_is_to_spare(example: Example) -> None:
    puzzle = example.puzzle
    assert not any(puzzle.rules.solved(turn.feedback) for turn in puzzle.turns)
    for row in range(len(puzzle.turns)):
        with pytest.raises(InvalidSpec, match="codes fit"):
            Puzzle.of(puzzle.rules, puzzle.turns[:row] + puzzle.turns[row + 1 :])


@each_example
def test_its_hardest_reason_is_needed_and_no_harder_one(example: Example) -> None:
    puzzle = example.puzzle
    assert max(map(rung, puzzle.steps)) == example.rung
    assert all(len(domain) == 1 for domain in puzzle.steps[-1].after.domains)
    simpler = list(deduce(puzzle.rules, puzzle.turns, ladder=LADDER[: example.rung]))
    assert not simpler or any(len(domain) > 1 for domain in simpler[-1].after.domains)


def test_each_reason_has_an_idea_and_one_to_three_examples_in_rising_order() -> None:
    assert len(IDEAS) == len(LADDER)
    rungs = [example.rung for example in EXAMPLES]
    assert all(1 <= rungs.count(each) <= 3 for each in range(len(LADDER)))
    hardness = [(example.rung, len(example.puzzle.steps)) for example in EXAMPLES]
    assert hardness == sorted(hardness)


def test_the_games_vary() -> None:
    words = {example.notation.vocabulary for example in EXAMPLES}
    assert words >= {"colours", "digits", "skocko"}


def test_the_document_has_every_idea() -> None:
    document = Path(__file__).parents[2] / "docs" / "background" / "reasons.md"
    words = " ".join(document.read_text(encoding="utf-8").split())
    assert [idea for idea in IDEAS if idea not in words] == []
