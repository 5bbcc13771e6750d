"""``mastermine static`` and ``mastermine adversary``: what they say, and what they refuse."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from tests.cli import program
from tests.cli.program import data, refused, run

from mastermine.mastermind.research.adversary import Keep
from mastermine.system.native import NATIVE

text_of = partial(program.lines, COLUMNS="200")


native = pytest.mark.skipif(not NATIVE, reason="takes minutes without the native core")


# static


def test_static_prints_guesses_and_what_is_proven() -> None:
    shown = text_of("static", "3x4")
    assert shown[:2] == [
        "mastermind:3x4: 64 codes",
        "3 guesses, made at once, tell all codes apart:",
    ]
    assert len(shown[2].split()) == 3
    assert "The final guess, which is the code, is not counted." in shown
    assert "Proven: at least 3 guesses are needed." in shown
    assert text_of("static", "3x4", *(f"--guess={guess}" for guess in shown[2].split())) == [
        "mastermind:3x4: these 3 guesses tell all codes apart."
    ]


def test_static_as_json() -> None:
    found = data("static", "2x5")
    assert found["rules"] == "mastermind:2x5"
    assert found["count"] == len(found["guesses"]) == found["lower_bound"] == 4
    assert found["proven"] is True
    checked = data("static", "2x5", "--guess", ",".join(found["guesses"]))
    assert checked["tells_apart"] is True
    assert checked["guesses"] == found["guesses"]


def test_static_that_is_stopped_says_what_is_not_proven() -> None:
    shown = text_of("static", "4x4-black", "--time-limit", "0.000001")
    assert "Not proven: fewer guesses may be enough." in shown


def test_guesses_in_a_file_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "guesses.txt"
    file.write_text("112  # the first\n\n123\n233\n", "utf-8")
    assert text_of("static", "3x3", "--verify", str(file)) == [
        "mastermind:3x3: these 3 guesses tell all codes apart."
    ]
    file.write_text("112\n", "utf-8")
    result = run("static", "3x3", "--verify", str(file))
    assert result.exit_code == 1
    assert result.stderr == (
        "mastermine: mastermind:3x3: 111 and 113 give the same answers to these guesses\n"
    )
    file.write_text("# none yet\n", "utf-8")
    assert refused("static", "3x3", "--verify", str(file)) == (
        f"{file} has no guesses; write one per line"
    )
    file.write_bytes(b"\xff\xfe")
    assert "is not a text file" in refused("static", "3x3", "--verify", str(file))
    assert "cannot be read" in refused("static", "3x3", "--verify", str(tmp_path / "none"))


# adversary


@native
@pytest.mark.parametrize("keep", [each.value for each in Keep])
def test_adversary_prints_a_game_of_each_strategy(keep: str) -> None:
    requested = ("adversary", "3x4", "-s", "knuth,first-consistent", "--keep", keep)
    shown = text_of(*requested)
    games = data(*requested)["games"]
    assert [game["strategy"] for game in games] == ["knuth", "first-consistent"]
    for row, game in zip(shown[3:], games, strict=True):
        turns = ", ".join(f"{guess} {answer.replace(' ', '')}" for guess, answer in game["turns"])
        assert row == f"{game['strategy']} {game['guesses']} {game['code']} {turns}"
        assert game["found"]
        assert game["turns"][-1][0] == game["code"]


def test_adversary_leaves_out_the_middle_of_a_long_game() -> None:
    game = data("adversary", "3x6", "-s", "random")["games"][0]
    assert len(game["turns"]) > 12
    assert "…" in " ".join(text_of("adversary", "3x6", "-s", "random"))
