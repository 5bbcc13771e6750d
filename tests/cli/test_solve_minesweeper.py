"""``mastermine solve`` on a minefield."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from tests.cli import program

from mastermine.core.random import Random
from mastermine.core.random import fresh_seed as draw_seed
from mastermine.minesweeper import generate
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of

run = partial(program.run, "solve")
data = partial(program.data, "solve")


def test_every_step_is_shown_with_the_board_after_it() -> None:
    result = run("9x9x10-noguess", "--seed", "7", "--explain")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "minesweeper:9x9x10-noguess, guesses by endgame (seed 7)"
    steps = len(data("9x9x10-noguess", "--seed", "7")["steps"])
    assert sum(line.startswith(f"{n}. ") for n in range(1, steps + 1) for line in lines) == steps
    assert lines[-1] == f"Won in {steps} steps, with 0 guesses."
    assert "single number" in result.output


def test_a_drawn_seed_typed_back_gives_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.cli.minesweeper.solve.fresh_seed", draw_seed)
    drawn = data("beginner")
    assert isinstance(drawn["seed"], str)
    assert data("beginner", "--seed", drawn["seed"]) == drawn


def test_a_guess_is_marked_with_its_chance_and_its_reason() -> None:
    game = data("expert", "--seed", "3")
    guesses = [step for step in game["steps"] if step["risk"] > 0]
    assert game["guesses"] == len(guesses) > 0
    for guess in guesses:
        assert guess["rule"] == "guess"
        assert guess["why"]
    text = run("expert", "--seed", "3", "--explain").output
    assert text.count(": chance of a mine ") == len(guesses)


def test_the_data_are_those_of_one_game() -> None:
    game = data("beginner", "--seed", "2", "--first", "4,4")
    rules = parse_rules_of(Minesweeper, game["rules"])
    layout = rules.parse_secret(game["secret"])
    turns = [turn for step in game["steps"] for turn in step["turns"]]
    assert turns[0][0] == "4,4"
    assert game["clicks"] == len(turns)
    for action, shown in turns:
        cell = rules.parse_action(action)
        assert rules.parse_feedback(shown) == rules.respond(layout, cell)
    assert game["outcome"] in ("won", "lost")
    assert game == data("beginner", "--seed", "2", "--first", "4,4")


def test_without_reasons_it_counts_the_rules() -> None:
    result = run("beginner", "--seed", "1")
    assert result.exit_code == 0
    assert "single number" in result.output
    assert result.output.splitlines()[-1].split()[0] in ("Won", "Lost")


def test_the_layout_can_be_given(tmp_path: Path) -> None:
    rows = "*....\n.....\n....*\n"
    path = tmp_path / "layout.txt"
    path.write_text(rows)
    by_file = data("5x3x2", "--secret", str(path), "--first", "2,1", "--seed", "1")
    by_text = data(
        "5x3x2", "--secret", rows.strip().replace("\n", "/"), "--first", "2,1", "--seed", "1"
    )
    assert by_file == by_text
    assert by_file["secret"] == "*..../...../....*"
    assert "(seed" not in run("5x3x2", "--secret", str(path), "--first", "2,1").output


@pytest.mark.parametrize(
    ("arguments", "broken", "right"),
    [
        ("5x3x2 *..../...../....*", "0,0, is a mine", "--first 2,0, or the rules"),
        ("5x3x2-open *..../...../....* --first 1,0", "1,0, opens no zero", "--first 2,0, or"),
        ("4x4x3-noguess ..*./*.../.../...* --first 0,0", "4 rows of 4 signs", "slashes"),
        ("4x4x3-noguess ..*./*.../..../...* --first 0,0", "opens no zero", "--first 0,3, or"),
        ("5x3x3-noguess ..*.*/..*../..... --first 0,2", "needs a guess", "5x3x3-any"),
        (
            "4x4x4-open *.../...*/*.../...* --first 1,1",
            "opens no zero",
            "and no other cell works; use",
        ),
    ],
)
@pytest.mark.parametrize("form", ["", "--explain", "--json"])
def test_a_layout_keeps_what_the_rules_promise(
    arguments: str, broken: str, right: str, form: str
) -> None:
    spec, secret, *first = arguments.split()
    result = run(spec, "--secret", secret, *first, *form.split())
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert broken in line
    assert right in line


def test_the_first_click_that_is_named_is_right() -> None:
    rules = parse_rules_of(Minesweeper, "6x6x6-noguess")
    for seed in range(20):
        layout = generate.draw_layout(rules, Random(seed), (seed % 6, 3))
        secret = rules.format_secret(layout)
        result = run(rules.spec(), "--secret", secret, "--first", "0,0")
        if result.exit_code:
            named = result.stderr.split("--first ")[1].split()[0].rstrip(",")
            game = data(rules.spec(), "--secret", secret, "--first", named)
            assert (game["outcome"], game["guesses"]) == ("won", 0)
        else:
            assert generate.needs_no_guess(layout, (0, 0))


def test_without_a_promise_the_first_click_may_be_lost() -> None:
    assert data("5x3x2-any", "--secret", "*..../...../....*")["outcome"] == "lost"


def test_nothing_is_shown_that_cannot_be_typed_here() -> None:
    text = run("100x3x20", "--seed", "1").output
    assert "board x,y" not in text
    board = Board.parse(text)
    assert (board.width, board.height) == (100, 3)


def test_the_thesis_gives_its_threats_and_its_rule() -> None:
    text = " ".join(run("9x9x10", "--secret", CORNERED, "-s", "thesis", "--explain").output.split())
    assert "The lowest threat is 33.3 %" in text
    assert "corner of the board without open neighbours: 8,0." in text
    rows = " ".join(
        run(
            *("9x9x10", "--secret", CORNERED, "-s", "thesis", "--explain", "--rowcol"),
            *("--first", "1,1"),
        ).output.split()
    )
    assert "corner of the board without open neighbours: 1,9." in rows


def test_json_contains_x_y_in_each_notation() -> None:
    words = ("9x9x10", "--seed", "5")
    assert data(*words, "--first", "3,1", "--rowcol") == data(*words, "--first", "0,2")


CORNERED = ".*......./........./" + "/".join(["........."] * 6) + "/*********"
"""A layout of 10 mines with a 1 in the first corner."""


def test_a_game_id_starts_with_its_first_click() -> None:
    game = data("9x9:0,0,me0691ca8a278f3c371688")
    assert game["rules"] == "minesweeper:9x9x35"
    assert game["steps"][0]["turns"][0][0] == "0,0"
    assert game["secret"].startswith(".....****/..**.*.*./")
    refused = partial(program.refused, "match", "--rounds", "1", "--no-store", "-s", "safest")
    assert "one board of Simon Tatham's Mines, not rules" in refused("9x9:me0691ca8a278f3c371688")
    assert "only that program can read" in refused("9x9n10#1234")
