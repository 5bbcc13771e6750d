"""``mastermine match`` in minefields."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.cli import program
from tests.cli.program import run, without_times

from mastermine.arena.run import LOST, Game, Run
from mastermine.arena.worker import play_part
from mastermine.cli.round_printer import secrets
from mastermine.registry import find_strategy, parse_rules
from mastermine.system.native import NATIVE


def data(*arguments: str) -> Any:
    return without_times(program.data(*arguments))


ROUNDS = 150 if NATIVE else 12
MATCH = ("match", "beginner", "-s", "thesis,pseq", "--rounds", str(ROUNDS), "--seed", "3")


def test_the_table() -> None:
    shown = run(*MATCH)
    assert shown.exit_code == 0
    title, head, _line, thesis, pseq = shown.stdout.splitlines()
    assert title.startswith(f"minesweeper:9x9x10: {ROUNDS} rounds (seed 3)")
    assert head.split() == [
        *("strategy", "wins", "losses", "win", "rate,", "%"),
        *("guesses", "a", "game", "ms", "a", "game"),
    ]
    name, wins, losses, rate, sign, error, guesses, _ms = thesis.split()
    assert name == "thesis"
    assert int(wins) + int(losses) == ROUNDS
    assert (sign, float(rate)) == ("±", round(100 * int(wins) / ROUNDS, 2))
    assert 0 <= float(error) < 20
    assert 0 < float(guesses) < 3
    assert pseq.startswith("pseq")
    assert "code" not in shown.output


def test_json_does_not_depend_on_the_number_of_processes() -> None:
    one = data(*MATCH)
    assert data(*MATCH, "--jobs", "2") == one
    assert one["rules"] == "minesweeper:9x9x10"
    assert (one["rounds"], one["seed"]) == (ROUNDS, 3)
    score = one["results"][0]
    assert score["win_rate"] == score["wins"] / ROUNDS
    assert list(score) == [
        "strategy",
        "wins",
        "losses",
        "win_rate",
        "win_rate_error",
        "guesses",
        "exact",
    ]


def test_rounds_can_be_seen() -> None:
    match = ("match", "beginner", "-s", "safest,single-point", "--rounds", "3", "--seed", "3")
    seen = data(*match, "--show")
    assert seen["results"] == data(*match)["results"]
    for number, played in enumerate(seen["games"], 1):
        assert played["round"] == number
        assert played["layout"].count("*") == 10
        for game in played["games"]:
            assert game["clicks"] == len(game["turns"])
            assert game["turns"][0][0] == "0,0"
            assert (game["outcome"] == "lost") == (game["turns"][-1][1] == "mine")
    hidden = data(*match, "--show", "--hide-codes")["games"][0]
    assert hidden["layout"] is None
    assert hidden["games"][0]["turns"] is None
    shown = run(*match, "--show").stdout
    assert "Round 1\n" in shown
    assert "clicks  0,0 " in shown
    assert "code" not in shown
    assert f"Round 1\n{seen['games'][0]['layout']}\n" in shown
    assert "*" not in run(*match, "--show", "--hide-codes").stdout


def test_the_layout_of_each_is_shown_where_first_clicks_differ() -> None:
    found = [find_strategy(name, "minesweeper") for name in ("pseq", "thesis")]
    run = Run.of(parse_rules("3x1x1"), found, 1, 1)
    games = [
        Game(1, index, LOST, 1, 1, 5, None, layout, '[["0,0","mine"]]')
        for index, layout in enumerate(("*..", "..*"))
    ]
    assert secrets(run, games) == ["pseq: *..", "thesis: ..*"]
    assert secrets(run, games[:1]) == ["*.."]


def test_a_short_match_is_not_certain() -> None:
    shown = run("match", "minesweeper:2x1x1", "-s", "pseq", "--rounds", "20", "--seed", "1")
    assert "100.00 ± 2.38" in shown.stdout


def test_ascii_has_its_own_sign_for_an_error() -> None:
    shown = program.printed("match", "2x1x1", "-s", "pseq", "--rounds", "20", charset="ascii")
    assert "100.00 +- 2.38" in shown
    assert "?" not in shown


def test_json_says_that_a_match_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    requested = data("match", "2x1x1", "-s", "pseq", "--rounds", "3", "--seed", "1")
    assert (requested["rounds"], requested["rounds_asked"], requested["stopped"]) == (3, 3, False)

    def interrupted(run: Run, numbers: range, *more: Any) -> Any:
        if 200 in numbers:
            raise KeyboardInterrupt
        return play_part(run, numbers, *more)

    monkeypatch.setattr("mastermine.arena.runner.play_part", interrupted)
    result = run("match", "2x1x1", "-s", "pseq", "--rounds", "300", "--seed", "1", "--json")
    assert result.exit_code == 130
    read = json.loads(result.stdout)
    assert 1 <= read["rounds"] < 200
    assert (read["rounds_asked"], read["stopped"]) == (300, True)
    monkeypatch.undo()
    resumed = data("match", "--resume", str(read["run"]))
    assert (resumed["rounds"], resumed["stopped"]) == (300, False)
    requested = data("match", "2x1x1", "-s", "pseq", "--rounds", "300", "--seed", "1")
    assert resumed["results"] == requested["results"]
