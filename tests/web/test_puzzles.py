"""Puzzles on the page: drawn, read from a link, explained and checked."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from tests.web.client import begin, error, moved

from mastermine.mastermind import EXAMPLES

pytest.importorskip("fastapi", reason="the page needs mastermine[web]")

LOCK = "014:2B0W;732:1B0W;125:0B0W"


def test_a_seed_and_a_grade_give_a_puzzle(web: Any) -> None:
    asked = "/api/puzzles?rules=classic&grade=easy&seed=7"
    found = web.get(asked).json()
    assert found == web.get(asked).json()
    assert (found["rules"], found["grade"], found["graded"]) == ("mastermind:4x6", "easy", "Easy")
    assert found["steps"][-1]["known"] == list(found["code"])
    assert web.get("/api/puzzles?rules=classic&grade=easy&seed=8").json() != found


def test_the_puzzle_of_a_day_is_the_same_for_everybody(web: Any) -> None:
    found = web.get("/api/puzzles?daily=true").json()
    assert found["rules"] == "mastermind:3x10-distinct"
    assert found == web.get("/api/puzzles?daily=true").json()
    assert web.get("/api/puzzles").json() != found


def test_the_puzzle_of_a_link_is_explained_in_the_language(web: Any) -> None:
    found = web.get(f"/api/puzzles/rows?turns={LOCK}").json()
    assert (found["code"], found["grade"], found["colours"]) == ("034", "easy", None)
    assert found["turns"] == [["014", "2B 0W"], ["732", "1B 0W"], ["125", "0B 0W"]]
    assert found["answers"]["2B 0W"][0] == "2B 0C"
    assert found["sentences"][2] == "No digit is right"
    assert [(step["name"], step["rows"]) for step in found["steps"]] == [
        ("Empty row", [3]),
        ("Places of a row", [1]),
        ("Places of a row", [2]),
    ]
    assert found["steps"][1]["known"] == ["0", None, "4"]


def test_pegs_have_the_names_of_the_link(web: Any) -> None:
    rows = "turns=5616:0B0W;4454:2B1W;5234:2B0W&rules=4x6"
    found = web.get(f"/api/puzzles/rows?{rows}&colours=skocko").json()
    assert found["shape"]["vocabulary"] == "skocko"
    assert found["colours"] == ["skocko"]
    assert "star" in found["steps"][0]["sentence"]
    assert web.get("/api/puzzles?rules=skocko").json()["colours"] == ["skocko"]
    assert error(web.get(f"/api/puzzles/rows?{rows}&colours=red,red"))[1] == "InvalidSpec"


@pytest.mark.parametrize(
    ("code", "right", "row"), [("034", True, None), ("014", False, 1), ("024", False, 2)]
)
def test_a_code_is_checked(web: Any, code: str, right: bool, row: int | None) -> None:
    found = web.get(f"/api/puzzles/check?turns={LOCK}&code={code}").json()
    assert (found["right"], found["row"]) == (right, row)
    assert code in found["sentence"]


@pytest.mark.parametrize(
    ("asked", "kind", "words"),
    [
        ("?rules=beginner", "NotOffered", "a puzzle"),
        ("?grade=hrd", "InvalidSpec", "hard"),
        ("?rules=nonsense", "InvalidSpec", "nonsense"),
        ("?rules=10x10", "TooLarge", "10x10"),
        ("/rows?turns=014:2B0W", "InvalidSpec", "no puzzle"),
        ("/rows?turns=014:2B0W;014:1B0W", "Contradiction", ""),
        ("/rows?turns=014", "IllegalMove", ""),
        ("/rows?turns=nonsense", "IllegalMove", "nonsense"),
        (f"/check?turns={LOCK}&code=0344", "IllegalMove", "0344"),
        (f"/rows?turns={'9' * 5000}", "InvalidRequest", "turns"),
    ],
)
def test_a_wrong_request_is_explained(web: Any, asked: str, kind: str, words: str) -> None:
    answer = web.get(f"/api/puzzles{asked}")
    status, found, message = error(answer)
    assert (found, 400 <= status < 500) == (kind, True), message
    assert words in message


def test_the_rows_of_a_running_game_count_as_a_hint_there(web: Any) -> None:
    game = begin(web, rules="3x10-distinct", secret="034")
    for guess in ("014", "732", "125"):
        game = moved(web, game, f"guess {guess}")
    assert web.get(f"/api/puzzles/rows?turns={LOCK}").json()["code"] == "034"
    assert web.get(f"/api/games/{game['id']}").json()["hints"] == game["hints"] + 1


@pytest.mark.parametrize(
    "asked", ["rows?turns=014:2B0W;732:1B0W", "check?turns=014:2B0W;732:1B0W&code=034"]
)
def test_an_error_that_names_codes_of_a_running_game_counts_as_a_hint_there(
    web: Any, asked: str
) -> None:
    game = begin(web, rules="3x10-distinct", secret="034")
    for guess in ("014", "732"):
        game = moved(web, game, f"guess {guess}")
    assert "more codes fit" in error(web.get(f"/api/puzzles/{asked}"))[2]
    assert web.get(f"/api/games/{game['id']}").json()["hints"] == game["hints"] + 1


def test_an_analysis_explains_what_is_certain(web: Any) -> None:
    turns = [["3442", "0B 0W"], ["1111", "?"], ["5561", "0B 2W"], ["1664", "1B 2W"]]
    found = web.post("/api/analyse", json={"rules": "4x6", "turns": turns}).json()["steps"]
    assert [(step["name"], step["rows"]) for step in found][:2] == [
        ("Empty row", [1]),
        ("Nothing in place", [3]),
    ]
    assert found[-1]["sentence"].endswith("so place 2 is olive.")
    many = [["1122", "0B 0W"]] * 13
    assert web.post("/api/analyse", json={"rules": "4x6", "turns": many}).json()["steps"] == []


def test_every_lesson_has_its_puzzle(web: Any) -> None:
    lessons = web.get("/api/lessons").json()["puzzles"]
    assert len({each["lesson"] for each in lessons}) == len(EXAMPLES)
    for each, example in zip(lessons, EXAMPLES, strict=True):
        rows = ";".join(":".join(turn) for turn in each["turns"])
        asked = f"rules={each['rules']}&turns={quote(rows)}"
        if each["colours"]:
            asked += f"&colours={','.join(each['colours'])}"
        found = web.get(f"/api/puzzles/rows?{asked}").json()
        assert found["steps"][-1]["sentence"] == example.puzzle.steps[-1].sentence(example.notation)
        assert each["idea"] == example.idea
