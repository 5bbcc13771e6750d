"""``mastermine puzzle``: puzzles as text and JSON, and one that is played."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cli import program

from mastermine.minesweeper import Board, Layout, analyze, read
from mastermine.session.saved import daily

run = partial(program.run, "puzzle")


def data(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_rows_and_question() -> None:
    lines = run("--seed", "1").stdout.splitlines()
    rows = [line.split() for line in lines if line[:1].isdigit()][1:]
    (puzzle,) = data("--seed", "1")["puzzles"]
    assert [("".join(row[1:4]), "".join(row[5:])) for row in rows] == [
        (turn["guess"], turn["answer"].replace("W", "C").replace(" ", ""))
        for turn in puzzle["turns"]
    ]
    assert lines[-1] == "Exactly one code fits all rows. Which one?"
    assert "code" not in puzzle


def test_a_drawn_seed_shows_the_solution() -> None:
    seed = run("--solution", "--json").stdout
    assert data("--seed", str(json.loads(seed)["seed"]), "--solution") == json.loads(seed)
    last = run().stdout.splitlines()[-1]
    assert last.startswith("For the solution, add --seed ")
    again = last.removesuffix(".").split()[4:]
    (puzzle,) = data(*again)["puzzles"]
    assert puzzle["code"] in run(*again).stdout


def test_several_with_solutions() -> None:
    made = data("classic", "--seed", "x", "-n", "3", "--solution")
    shown = run("classic", "--seed", "x", "-n", "3", "--solution").stdout
    assert made["seed"] == "x"
    assert len(made["puzzles"]) == 3
    for number, puzzle in enumerate(made["puzzles"], start=1):
        assert f"Puzzle {number}" in shown
        assert puzzle["code"] in shown
    assert made["puzzles"][:1] == data("4x6", "--seed", "x", "--solution")["puzzles"]


def test_the_solution_step_by_step() -> None:
    made = data("classic", "--seed", "x", "--grade", "medium", "--solution")["puzzles"][0]
    shown = " ".join(
        run("classic", "--seed", "x", "--grade", "medium", "--solution").stdout.split()
    )
    assert made["grade"] == "medium"
    assert "Puzzle 1: medium" in shown
    for at, step in enumerate(made["steps"], start=1):
        assert [*step] == ["rule", "name", "rows", "sentence"]
        assert f"{at}. {step['sentence']}" in shown
        assert all(1 <= row <= len(made["turns"]) for row in step["rows"])
    assert shown.endswith(made["code"])


def test_answers_as_sentences() -> None:
    (puzzle,) = data("--seed", "1", "--sentences")["puzzles"]
    assert puzzle["sentences"][0] == "1 digit is right and in its place"
    assert puzzle["sentences"][1] == "2 digits are right but in the wrong place"
    shown = run("--seed", "1", "--sentences").stdout
    assert all(sentence in shown for sentence in puzzle["sentences"])


def test_the_puzzle_of_a_day() -> None:
    day = daily.today().isoformat()
    assert data("--daily", day) == data("--daily") != data("--daily", "2026-11-21")
    assert data("--daily", day)["seed"] == f"daily {day} puzzle"
    wrong = run("--daily", "classic")
    assert wrong.exit_code == 2
    assert "'classic' is not a date; write one such as" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "mistake"),
    [
        (("--daily", "2026-11-21", "--seed", "1"), "--daily and --seed exclude each other"),
        (("--play", "-n", "2"), "--play and --number exclude each other"),
        (("--sheet", "a.pdf", "--play"), "--play and --sheet exclude each other"),
        (("--title", "Locks"), "--title needs --sheet"),
        (("--no-solutions",), "--no-solutions needs --sheet"),
        (("--grade", "hrd"), "there is no grade 'hrd'; did you mean hard?"),
        (("--play", "--json"), "--play and --json exclude each other"),
        (("12x12",), "too many to list"),
        (("2x2",), "has no puzzle of 3 to 7 rows; use rules with more codes"),
    ],
)
def test_refusals(arguments: tuple[str, ...], mistake: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert mistake in result.stderr


def test_a_puzzle_that_is_played() -> None:
    (puzzle,) = data("--seed", "1", "--solution")["puzzles"]
    typed = f"111\n123\nsolution1\n{puzzle['code']}\n"
    result = run("--seed", "1", "--play", typed=typed)
    assert result.exit_code == 0
    shown = result.stdout
    assert "111 has a repeat" in shown
    assert "123 does not fit row 2: it would get 0B 1C." in shown
    assert "there is no command 'solution1'" in shown
    assert shown.endswith(f"Right: {puzzle['code']} fits all rows.\n")


def test_hints_in_three_depths() -> None:
    (puzzle,) = data("--seed", "1", "--solution")["puzzles"]
    first, second, *_others = puzzle["steps"]
    shown = " ".join(run("--seed", "1", "--play", typed="hint\n" * 5 + "quit\n").stdout.split())
    at = [
        shown.index(text)
        for text in (
            f"Look at row {first['rows'][0]}.",
            f"The rule: {first['rule']}.",
            first["sentence"],
            f"Look at row {second['rows'][0]}.",
            f"The rule: {second['rule']}.",
        )
    ]
    assert at[:3] == sorted(at[:3])
    assert second["sentence"] not in shown
    every = run("--seed", "1", "--play", typed="hint\n" * 3 * (len(puzzle["steps"]) + 1) + "quit\n")
    assert "Every place is known now: type the code." in every.stdout


def test_a_player_who_gives_up() -> None:
    (puzzle,) = data("--seed", "1", "--solution")["puzzles"]
    assert run("--seed", "1", "--play", typed="solution\n").stdout.endswith(f"{puzzle['code']}\n")
    quitting = run("--seed", "1", "--play", typed="quit\n")
    assert quitting.exit_code == 0
    assert puzzle["code"] not in quitting.stdout


def test_a_sheet(tmp_path: Path) -> None:
    file = tmp_path / "sheet.svg"
    words = ("classic", "--seed", "it's", "--grade", "easy", "--sheet", str(file))
    result = run(*words, "--title", "Locks", "--no-solutions")
    assert " ".join(result.stdout.split()) == f"Wrote 1 page to {file}."
    assert 'aria-label="Locks"' in file.read_text(encoding="utf-8")
    # By default as many puzzles as fill a page, and their solutions.
    assert "Wrote 2 pages" in run(*words, "--per-page", "4").stdout


def test_a_study() -> None:
    words = ("--pattern", "several rows", "--seed", "1")
    made = data(*words, "--solution")["puzzles"][0]
    assert (made["pattern"], len(made["steps"]), "code" in made) == ("several rows", 1, False)
    shown = run(*words).stdout
    assert "What can you conclude by this rule, and why?" in shown
    assert made["steps"][0]["sentence"] not in " ".join(shown.split())
    for other in ("--play", "--grade", "--sheet"):
        given = [other] if other == "--play" else [other, "x"]
        assert f"--pattern and {other} exclude each other" in run(*words, *given).stderr


def test_a_puzzle_of_minesweeper() -> None:
    made = data("6x6x8", "--seed", "1", "--grade", "easy", "-n", "2", "--solution")
    assert [puzzle["grade"] for puzzle in made["puzzles"]] == ["easy", "easy"]
    shown = run("6x6x8", "--seed", "1", "--grade", "easy", "-n", "2", "--solution").stdout
    words = " ".join(shown.split())
    for number, puzzle in enumerate(made["puzzles"], start=1):
        board = Board.parse("/".join(puzzle["board"]))
        layout = Layout.parse("/".join(puzzle["layout"]))
        assert analyze(board, puzzle["mines"]).mined == layout.cells
        assert read(puzzle["puzzlink"]).board == board
        assert f"Puzzle {number}: easy" in shown
        for at, step in enumerate(puzzle["steps"], start=1):
            assert f"{at}. {step['why']}" in words
    assert words.count("Exactly one layout of 8 mines fits all numbers. Where are they?") == 2


def test_a_puzzle_of_minesweeper_without_its_solution() -> None:
    (puzzle,) = data("6x6x8", "--seed", "1", "--grade", "easy")["puzzles"]
    assert {*puzzle} == {"grade", "board", "mines", "puzzlink"}
    last = run("5x5x5", "--grade", "easy").stdout.splitlines()[-1]
    assert last.startswith("For the solution, add --seed ")


def test_studies_of_a_pattern() -> None:
    made = data("beginner", "--seed", "1", "--pattern", "mine count", "-n", "2", "--solution")
    shown = run("beginner", "--seed", "1", "--pattern", "mine count", "-n", "2", "--solution")
    words = " ".join(shown.stdout.split())
    assert words.count("Mine count") == 2
    for study in made["puzzles"]:
        assert study["pattern"] == "mine count"
        (step,) = study["steps"]
        assert step["rule"] == "mine count"
        assert f"1. {step['why']}" in words
        assert f"There are {study['mines']} mines. Which cells are certain by this rule" in words
    (study,) = data("beginner", "--seed", "1", "--pattern", "1-1")["puzzles"]
    assert study["mines"] is None
    assert "steps" not in study


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("classic --pattern 1-1", "there are no studies of '1-1'; known are: empty row, "),
        ("beginner --play", "--play is not available in minesweeper:9x9x10"),
        ("beginner --sentences", "--sentences is not available in minesweeper:9x9x10"),
        ("beginner --colours a,b", "--colours is not available in minesweeper:9x9x10"),
        ("beginner --pattern 1-1 --grade easy", "--pattern and --grade exclude each other"),
        ("beginner --pattern 1-9", "there are no studies of '1-9'; did you mean"),
        ("beginner --grade 1", "there is no grade '1'; known are: easy, medium, hard, expert"),
    ],
)
def test_what_puzzles_of_minesweeper_do_not_have(words: str, right: str) -> None:
    result = run(*words.split())
    assert result.exit_code == 2
    assert right in result.stderr
