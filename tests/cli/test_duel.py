"""``mastermine duel``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cli import program

from mastermine.arena.store import open_store
from mastermine.system.native import NATIVE

pytestmark = pytest.mark.usefixtures("own_data")

duel = partial(program.run, "duel", COLUMNS="100")
data = partial(program.data, "duel")


FAST = ["--no-store", "--jobs", "1", "--seed", "1"]
"""Nothing is stored, and no other process is started."""


def test_who_is_better_is_found_out() -> None:
    done = duel("entropy", "random", "3x4,limit=6", "--margin", "0.5", *FAST)
    assert done.exit_code == 0, done.output
    assert "entropy is better than random." in done.stdout
    assert re.search(r"LLR [\d.]+ \(-3\.00 … 3\.00\) after 1?\d0 rounds", done.stdout)
    assert "for a margin of 0.5 guesses, alpha 0.05 and beta 0.05" in done.stdout
    assert "mastermind:3x4,limit=6: " in done.stdout
    assert "A code that is not found counts as 7 guesses in the test." in done.stdout
    assert "Stopped" not in done.stdout


def test_where_every_code_can_be_played_the_exact_command_is_named() -> None:
    exact = "over all {n} codes: mastermine evaluate {spec} --strategy {names}\n"
    shown = duel("3x4,limit=6", "entropy", "knuth", "--rounds", "100", *FAST).stdout
    assert exact.format(n=64, spec="3x4,limit=6", names="entropy,knuth") in shown
    for words in (["3x4", "entropy", "random-consistent"], ["4x4x3", "safest", "pseq"]):
        assert "evaluate" not in duel(*words, "--rounds", "100", *FAST).stdout


def test_the_other_way_round_it_is_not_better() -> None:
    done = duel("random-consistent", "entropy", "3x4", "--margin", "0.2", *FAST)
    bounds = re.search(r"needs (\d\.\d+) .*\(95 %: (\d\.\d+) to (\d\.\d+)\)", done.stdout)
    assert bounds is not None, done.stdout
    assert 0 < float(bounds[2]) < float(bounds[1]) < float(bounds[3])
    assert "random-consistent is not better than entropy by 0.2 guesses." in done.stdout
    assert re.search(
        r"needs 0\.\d+ ± 0\.\d+ more guesses than entropy on the same codes \(95 %: ", done.stdout
    )


def test_who_is_worse_beyond_chance_is_said_to_be() -> None:
    done = duel("first-consistent", "entropy", "4x4,limit=12", "--margin", "0.2", *FAST)
    assert "first-consistent is not better than entropy by 0.2 guesses." in done.stdout
    assert "entropy is significantly better." in done.stdout


def test_minefields_count_wins_in_percentage_points() -> None:
    done = duel("5x5x5", "pseq", "single-point", "--margin", "10", *FAST)
    assert done.exit_code == 0, done.output
    assert "pseq is better than single-point." in done.stdout
    assert "for a margin of 10 percentage points" in done.stdout
    assert re.search(r"pseq wins \d+\.\d\d ± \d\.\d\d percentage points more", done.stdout)
    few = duel("5x5x5", "pseq", "single-point", "--rounds", "100", *FAST)
    assert "for a margin of 1 percentage point, alpha" in few.stdout
    message = data("5x5x5", "pseq", "single-point", "--margin", "10", *FAST)
    assert message["margin"] == 0.1
    assert message["verdict"] == "better"


def test_json_has_the_test_and_the_comparison() -> None:
    message = data(
        "entropy", "random-consistent", "3x4", "--margin", "0.3", "--alpha", "0.01", *FAST
    )
    assert message["verdict"] in ("better", "not better")
    assert (message["margin"], message["alpha"], message["beta"]) == (0.3, 0.01, 0.05)
    assert (message["lower"], message["upper"]) == pytest.approx((-2.996, 4.605), abs=1e-3)
    assert not message["lower"] < message["llr"] < message["upper"]
    assert message["rounds"] == message["comparison"]["rounds"]
    assert message["rounds"] % 20 == 0
    assert message["rounds_asked"] == message["rounds"]
    assert not message["stopped"]
    assert message["seed"] == 1
    assert [each["strategy"] for each in message["results"]] == ["entropy", "random-consistent"]
    # No code is lost, so what a round brings is what it saves in guesses.
    assert message["gain"] == pytest.approx(-message["comparison"]["turns"])


@pytest.mark.rest
def test_the_verdict_does_not_depend_on_who_plays() -> None:
    fixed = ["entropy", "random-consistent", "3x4", "--margin", "0.1", "--seed", "4", "--no-store"]
    one, two = (data(*fixed, "--jobs", jobs) for jobs in ("1", "2"))
    for each in (one, two):
        for score in each["results"]:
            del score["milliseconds"]
    assert one == two


@pytest.mark.parametrize(
    "words",
    [
        ("3x4", "entropy", "random"),
        ("entropy", "random", "3x4"),
        ("entropy", "random", "--game", "3x4"),
        ("-g", "3x4", "entropy", "random"),
    ],
)
def test_the_game_may_stand_anywhere(words: tuple[str, ...]) -> None:
    message = data(*words, "--limit", "5", "--margin", "1", *FAST)
    assert message["rules"] == "mastermind:3x4,limit=5"
    assert message["comparison"]["first"] == "entropy"


def test_the_usual_game_is_one_that_they_play() -> None:
    assert data("knuth", "random", "--margin", "2", *FAST)["rules"] == "mastermind:4x6,limit=10"


@pytest.mark.skipif(not NATIVE, reason="a hundred large minefields take minutes")
def test_the_usual_minefield_is_expert() -> None:
    message = data("single-point", "patterns", "--rounds", "100", *FAST)
    assert message["rules"] == "minesweeper:30x16x99"


def test_a_duel_may_end_without_a_verdict() -> None:
    fixed = ["entropy", "expected-size", "3x4", "--margin", "0.01", "--rounds", "100", *FAST]
    done = duel(*fixed)
    assert done.exit_code == 0
    assert "No decision yet whether entropy is better than expected-size." in done.stdout
    assert data(*fixed)["verdict"] is None


def test_a_duel_is_kept_up_to_its_last_round(tmp_path: Path) -> None:
    where = str(tmp_path / "duels.db")
    message = data(
        "entropy", "random", "3x4,limit=6", "--margin", "0.5", "--seed", "9", "--jobs", "1",
        "--store", where,
    )  # fmt: skip
    with open_store(where) as store:
        stored = store.run(message["run"])
        assert stored.rounds == stored.rounds_played == message["rounds"]
        assert stored.run.rounds == message["rounds"]
        assert store.missing(message["run"]) == []
        assert store.standings(message["run"]).rounds == message["rounds"]
        assert stored.command == (
            "mastermine duel mastermind:3x4,limit=6 entropy random --margin 0.5 --alpha 0.05 "
            "--beta 0.05 --rounds 100000 --seed 9"
        )
    again = data(*stored.command.split()[2:], "--no-store", "--jobs", "1")
    assert (again["llr"], again["rounds"]) == (message["llr"], message["rounds"])


def test_the_command_of_a_duel_has_every_digit(tmp_path: Path) -> None:
    where = str(tmp_path / "duels.db")
    words = ("entropy", "random", "3x4", "--seed", "9", "--jobs", "1", "--store", where)
    precise = ("--margin", "0.512345678", "--alpha", "0.0123456789", "--time-limit", "1234567")
    message = data(*words, *precise)
    assert message["margin"] == 0.512345678
    again = data("--resume", "1", "--store", where)
    assert [again[key] for key in ("margin", "alpha", "llr", "upper")] == [
        message[key] for key in ("margin", "alpha", "llr", "upper")
    ]
    with open_store(where) as store:
        assert store.run(1).command.endswith("--seed 9 --time-limit 1234567")


def test_ctrl_c_between_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    def parts(*_of: Any, **_options: Any) -> Iterator[Any]:
        yield ()
        raise KeyboardInterrupt

    monkeypatch.setattr("mastermine.cli.duel.Duel.parts", parts)
    done = duel("entropy", "random", "3x4", *FAST)
    assert done.exit_code == 130
    assert done.stdout == "Stopped after 0 of 100,000 rounds.\n"


STOPS = '''
"""Plays until it is interrupted."""
from mastermine.core.strategy import strategy

games = 0


@strategy("stops")
def stops(view):
    """Guess any code that fits, and be interrupted in game 150."""
    global games
    games += not view.turns
    if games == 150:
        raise KeyboardInterrupt
    return view.rng.choice(view.knowledge)
'''


def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(STOPS)
    where = str(tmp_path / "duels.db")
    done = duel(
        f"{file}:stops", "random-consistent", "-g", "3x4", "--margin", "0.001", "--seed", "1",
        "--jobs", "1", "--store", where,
    )  # fmt: skip
    assert done.exit_code == 130, done.output
    assert "No decision yet whether stops is better than random-consistent." in done.stdout
    assert "Stored as run 1. Resume it with: mastermine duel --resume 1" in done.stderr
    [stopped] = re.findall(r"Stopped after (\d+) of 100,000 rounds\.", done.stdout)
    with open_store(where) as store:
        assert store.run(1).rounds_played == int(stopped) > 0


def test_a_duel_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mastermine.arena.run import Run
    from mastermine.arena.worker import play_part

    where = str(tmp_path / "duels.db")
    fought = ("entropy", "random-consistent", "3x4", "--margin", "0.1", "--seed", "3")
    whole = data(*fought, "--jobs", "1", "--no-store")
    assert whole["rounds"] > 100

    def stopping(run: Run, numbers: range, *more: Any) -> Any:
        if 90 in numbers:
            raise KeyboardInterrupt
        return play_part(run, numbers, *more)

    monkeypatch.setattr("mastermine.arena.runner.play_part", stopping)
    assert duel(*fought, "--jobs", "1", "--store", where).exit_code == 130
    monkeypatch.undo()
    with open_store(where) as store:
        assert 0 < store.run(1).rounds_played < 90
    refused = program.run("match", "--resume", "1", "--store", where)
    assert "run 1 is a duel; resume it with mastermine duel --resume 1" in refused.stderr
    for _again in range(2):
        resumed = data("--resume", "1", "--jobs", "1", "--store", where)
        for key in ("rounds", "llr", "verdict", "comparison"):
            assert resumed[key] == whole[key]
    program.run("match", "3x4", "-s", "knuth", "--store", where)
    refused = duel("--resume", "last", "--store", where)
    assert "run 2 is not a duel; resume it with mastermine match --resume 2" in refused.stderr
