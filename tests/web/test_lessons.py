"""What the lessons show is what the deduction finds, under the same name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the page needs mastermine[web]")

import mastermine.web
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.deduction import NAMES, deduce
from mastermine.minesweeper.deduction.pairs import LARGER
from mastermine.minesweeper.probability import analyze
from mastermine.web.mastermind.lessons import material
from mastermine.web.minesweeper.lessons import Lesson, lessons

ALL = lessons()


@pytest.mark.parametrize("lesson", ALL, ids=[lesson.pattern for lesson in ALL])
@pytest.mark.parametrize("part", [0, 1], ids=["example", "exercise"])
def test_each_position_shows_its_pattern(lesson: Lesson, part: int) -> None:
    board = Board.parse((lesson.example, lesson.exercise)[part])
    steps = list(deduce(board, lesson.mines[part]))
    assert steps[0].rule == lesson.pattern
    assert any(step.cells for step in steps)


@pytest.mark.parametrize("lesson", ALL, ids=[lesson.pattern for lesson in ALL])
def test_what_follows_is_true_in_all_layouts(lesson: Lesson) -> None:
    for drawing, mines in zip((lesson.example, lesson.exercise), lesson.mines, strict=True):
        board = Board.parse(drawing)
        steps = list(deduce(board, mines))
        if mines is None:
            continue
        analysis = analyze(board, mines)
        assert {cell for step in steps for cell in step.safe} == set(analysis.safe)
        assert {cell for step in steps for cell in step.mines} == set(analysis.mined)


def test_no_pattern_is_left_out() -> None:
    """Larger differences than a 1-2 have one lesson."""
    taught = {lesson.pattern.removesuffix("R") for lesson in ALL}
    assert taught == {name for name in NAMES if not name.startswith(LARGER[1:])} - {"chain"} | {
        "1-4"
    }


def test_the_server_tells_them(web: Any) -> None:
    message = web.get("/api/lessons").json()
    polish = web.get("/api/lessons", headers={"Accept-Language": "pl"}).json()["answers"]
    assert polish["1B 2W"] == ["1C 2B", "1 czarny, 2 białe"]
    assert len(message["answers"]) == 15
    assert [each["pattern"] for each in message["patterns"]] == [each.pattern for each in ALL]
    assert message["board"]["places"] == 4
    assert len(message["board"]["colours"]) == 6
    for each in message["patterns"]:
        for position in (each["example"], each["exercise"]):
            assert position["safe"] or position["mined"]
            assert sorted(position["safe"]) == sorted(
                cell for step in position["steps"] for cell in step["safe"]
            )


def test_the_page_lists_the_examples() -> None:
    """The list of the lessons stands in the page, which shows it before it asks the server."""
    page = Path(mastermine.web.__file__).parent / "static/js/learn/lessons.js"
    listed = re.findall(r'\["([a-z-]+)", (\d)\]', page.read_text("utf-8"))
    names = [
        f"{name}-{at}" if at > 1 else name for name, n in listed for at in range(1, int(n) + 1)
    ]
    assert names == [each["lesson"] for each in material()["puzzles"]]
