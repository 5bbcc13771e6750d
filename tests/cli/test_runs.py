"""Stored runs: listed, shown, resumed, extended, written to files."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.cli import program
from tests.cli.program import refused
from tests.waiting import PATIENCE

from mastermine.arena.run import Run
from mastermine.arena.store import open_store
from mastermine.cli import main
from mastermine.cli.signals import ENDING


def results(found: Any) -> Any:
    return program.without_times(found)["results"]


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "runs.sqlite")


def run(where: str, *arguments: str, fails: bool = False) -> Result:
    options = [] if "--no-store" in arguments else ["--store", where]
    result = CliRunner().invoke(main, [*arguments, *options], catch_exceptions=False)
    assert (result.exit_code != 0) == fails, result.output
    return result


def data(where: str, *arguments: str) -> Any:
    return json.loads(run(where, *arguments, "--json").stdout)


MATCH = ("match", "3x4", "-s", "knuth,random-consistent", "--seed", "7", "--rounds")


def test_what_is_played_is_listed_and_shown(where: str) -> None:
    played = data(where, *MATCH, "12")
    assert played["run"] == 1
    run(where, "match", "beginner", "-s", "safest", "--rounds", "2", "--seed", "any word")
    [first, second] = data(where, "runs")
    assert (first["rules"], first["strategies"], first["rounds"]) == (
        "mastermind:3x4",
        ["knuth", "random-consistent"],
        12,
    )
    assert second["command"] == (
        "mastermine match minesweeper:9x9x10 --strategy safest --rounds 2 --seed 'any word'"
    )
    listed = run(where, "runs").stdout
    assert "  3x4 " in listed
    assert "seed any word" in listed
    shown = data(where, "show", "1")
    assert results(shown) == results(played)
    assert (shown["command"], shown["rounds"]) == (first["command"], 12)
    assert first["command"] in run(where, "show", "1").stdout
    assert data(where, "show", "last")["run"] == 2


def test_a_round_is_shown_turn_by_turn(where: str) -> None:
    rounds = data(where, *MATCH, "5", "--show")["games"]
    assert data(where, "show", "1", "--round", "4", "--round", "2")["games"] == [
        rounds[3],
        rounds[1],
    ]
    assert (
        f"Round 4: the code was {rounds[3]['code']}"
        in run(where, "show", "1", "--round", "4").stdout
    )
    error = run(where, "show", "1", "--round", "6", fails=True).stderr
    assert "run 1 has no round 6; 5 of 5 rounds were played" in error


def test_what_is_missing_is_played_and_no_more(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from mastermine.arena.worker import play_part

    whole = results(data(where, *MATCH, "60"))
    numbers_played: list[int] = []

    def stopping(run: Run, numbers: range, *more: Any) -> Any:
        if 30 in numbers and not numbers_played:
            raise KeyboardInterrupt
        return play_part(run, numbers, *more)

    monkeypatch.setattr("mastermine.arena.runner.play_part", stopping)
    stopped = run(where, *MATCH, "60", fails=True)
    assert stopped.exit_code == 130
    assert re.search(r"Stopped after \d+ of 60 rounds", stopped.stdout)
    assert "Stored as run 2. Resume it with: mastermine match --resume 2" in stopped.stderr

    def watched(run: Run, numbers: range, *more: Any) -> Any:
        numbers_played.extend(numbers)
        return play_part(run, numbers, *more)

    monkeypatch.setattr("mastermine.arena.runner.play_part", watched)
    with open_store(where) as store:
        [missing] = store.missing(2)
    assert results(data(where, "match", "--resume", "2")) == whole
    assert numbers_played == list(missing)
    assert 30 in missing


def test_a_run_is_made_longer(where: str) -> None:
    whole = results(data(where, *MATCH, "20"))
    run(where, *MATCH, "8")
    assert results(data(where, "match", "--resume", "last", "--rounds", "20")) == whole
    [_whole, longer] = data(where, "runs")
    assert (longer["rounds"], longer["rounds_asked"]) == (20, 20)
    assert longer["command"].endswith("--rounds 20 --seed 7")
    less = run(where, "match", "--resume", "2", "--rounds", "3", fails=True).stderr
    assert "20 rounds of run 2 were played; it cannot be shortened to 3" in less
    run(where, "match", "2x3", "-s", "knuth", "--every")
    given = run(where, "match", "--resume", "last", "--rounds", "50", fails=True).stderr
    assert "run 3 plays 9 given secrets" in given


def test_every_secret_and_those_of_a_file(where: str, tmp_path: Path) -> None:
    every = data(where, "match", "2x3", "-s", "knuth,random", "--every", "--seed", "1")
    assert (every["rounds"], every["field"]) == (9, "every")
    assert [score["exact"] for score in every["results"]] == [True, False]
    shown = run(where, "show", "last").stdout
    assert "(every secret once)" in shown
    assert re.search(r"knuth +9 +0 +2\.667 exact", shown)
    codes = tmp_path / "codes.txt"
    codes.write_text("".join(f"{a}{b}\n\n" for a in (1, 2, 3) for b in (1, 2, 3)))
    listed = data(
        where, "match", "2x3", "-s", "knuth,random", "--secrets", str(codes), "--seed", "1"
    )
    assert [{**score, "exact": None} for score in results(listed)] == [
        {**score, "exact": None} for score in results(every)
    ]
    assert not listed["results"][0]["exact"]
    assert f"--secrets {codes}" in data(where, "runs")[-1]["command"]
    fields = data(where, "match", "2x2x1", "-s", "safest", "--every")
    assert (fields["rounds"], fields["results"][0]["wins"]) == (3, 1)


def test_games_go_to_a_file(where: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    run(where, *MATCH, "6", "--out", str(out))
    lines = out.read_text("utf-8").splitlines()
    assert len(lines) == 12
    assert json.loads(lines[0])["round"] == 1
    assert run(where, "export", "last").stdout.splitlines() == lines
    again = tmp_path / "again.jsonl"
    assert f"Wrote 12 games to {again}." in run(where, "export", "1", "--out", str(again)).stderr
    assert again.read_bytes() == out.read_bytes()


def test_the_file_of_a_run_that_is_resumed_has_all_games(where: str, tmp_path: Path) -> None:
    run(where, *MATCH, "4")
    out = tmp_path / "games.jsonl"
    run(where, "match", "--resume", "1", "--rounds", "9", "--out", str(out))
    rounds = [json.loads(line)["round"] for line in out.read_text("utf-8").splitlines()]
    assert rounds == [n for n in range(1, 10) for _entrant in range(2)]


def test_pairs_and_ranking(where: str) -> None:
    found = data(where, *MATCH, "30", "--pairs", "--ranking")
    [pair] = found["pairs"]
    assert (pair["first"], pair["second"], pair["rounds"]) == ("knuth", "random-consistent", 30)
    assert {rated["strategy"] for rated in found["ranking"]} == {"knuth", "random-consistent"}
    shown = run(where, "show", "1", "--pairs", "--ranking").stdout
    assert f"{pair['sentence']}." in " ".join(shown.split())
    assert "rating" in shown
    duel = ("duel", "3x4", "knuth", "random-consistent", "--rounds", "100", "--jobs", "1")
    pair = data(where, *duel, "--seed", "7")["comparison"]
    shown = run(where, "show", "2", "--pairs", "--ranking").stdout
    assert shown.count(pair["sentence"]) == 1
    assert "rating" in shown


def test_a_run_is_removed(where: str) -> None:
    run(where, *MATCH, "2")
    run(where, *MATCH, "3")
    assert "Removed run 1." in run(where, "runs", "--remove", "1").stderr
    assert [kept["run"] for kept in data(where, "runs")] == [2]
    message = run(where, "runs", "--remove", "last", "--remove", "2")
    assert message.stderr.count("Removed run 2.") == 1
    assert "No runs are stored yet" in message.stdout
    for words in (["show", "1"], ["match", "--resume", "last"]):
        assert "has no runs yet" in refused(*words, "--store", where)


def test_a_seed_may_be_any_word(where: str) -> None:
    words = ("match", "3x4", "-s", "knuth", "--rounds", "2", "--seed", "{n} {x}")
    assert "mastermind:3x4: 2 rounds (seed {n} {x})" in run(where, *words).stdout
    assert "(seed {n} {x})" in run(where, "show", "1").stdout


def test_nothing_is_kept_on_request(where: str) -> None:
    result = run(where, *MATCH, "2", "--no-store")
    assert result.stderr == ""
    assert not Path(where).exists()


def test_who_fails_loses_and_the_round_is_named(where: str, tmp_path: Path) -> None:
    file = tmp_path / "moody.py"
    file.write_text(
        "from mastermine import strategy\n"
        '@strategy("moody")\n'
        "def moody(view):\n"
        '    """Any code that fits, but not always."""\n'
        "    return view.rng.choice(view.knowledge) if view.rng.below(9) else None\n"
    )
    match = ("match", "3x4", "-s", f"{file},knuth", "--rounds", "30", "--seed", "1", "--jobs", "1")
    found = data(where, *match)
    moody, knuth = found["results"]
    assert moody["failures"] == moody["losses"] > 0
    assert knuth["wins"] == 30
    first = moody["reasons"][0]
    message = " ".join(run(where, "show", "1").stdout.split())
    assert f"first in round {first['round']}: strategy moody" in message
    shown = data(where, "show", "1", "--round", str(first["round"]))["games"][0]["games"][0]
    assert (shown["outcome"], shown["reason"]) == ("failed", first["reason"])


def test_a_store_that_is_named_must_be_there(where: str) -> None:
    for command in (("runs",), ("show", "1"), ("export", "1"), ("match", "--resume", "1")):
        [line] = run(where, *command, fails=True).stderr.splitlines()
        assert where in line
        assert not Path(where).exists()


def test_minefields_that_the_rules_exclude_are_refused(where: str, tmp_path: Path) -> None:
    fields = tmp_path / "fields.txt"
    fields.write_text(
        "\ufeff# The second one has a mine in the corner.\n..*/..*/...\n*../.../*..\n"
    )
    refused = run(where, "match", "3x3x2", "-s", "pseq", "--secrets", str(fields), fails=True)
    assert f"{fields}, line 3, '*../.../*..': " in refused.stderr
    assert "the first click, 0,0, is a mine" in refused.stderr
    found = data(where, "match", "3x3x2-any", "pseq", "--secrets", str(fields))
    assert found["rounds"] == 2
    assert found["results"][0]["losses"] >= 1


def test_native_games_are_exact_where_nothing_is_drawn(where: str) -> None:
    match = ("match", "3x3x2", "pseq", "single-point", "--every")
    assert [score["exact"] for score in data(where, *match)["results"]] == [True, False]


def test_a_command_that_fails_keeps_no_run(where: str) -> None:
    for mistake in (["--out", "games.txt"], ["--cluster", "nonsense"]):
        run(where, "match", "3x4", "knuth", *mistake, fails=True)
    assert data(where, "runs") == []


def test_what_strategies_print_is_no_part_of_the_json(where: str, tmp_path: Path) -> None:
    file = tmp_path / "talks.py"
    file.write_text(
        "from mastermine import strategy\n"
        '@strategy("talks")\n'
        "def talks(view):\n"
        '    """Any code that fits, and many words."""\n'
        '    print("a word")\n'
        "    return view.knowledge[0]\n"
    )
    played = run(where, "match", "3x4", str(file), "--rounds", "2", "--jobs", "1", "--json")
    assert json.loads(played.stdout)["rounds"] == 2
    assert "a word" in played.stderr


def started(where: str, ignoring: Sequence[int] = ()) -> subprocess.Popen[str]:
    """An endless match that has played two rounds."""
    set_ = "signal.signal({}, signal.{})"
    handlers = [set_.format(int(n), "SIG_IGN" if n in ignoring else "SIG_DFL") for n in ENDING]
    program = "\n".join(["import signal", *handlers, "from mastermine.cli import main", "main()"])
    command = ["match", "3x4", "two-by-two", "--show", "--rounds", "1000000", "--store", where]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdout is not None
    while not process.stdout.readline().startswith("Round 2: "):
        pass
    return process


@pytest.mark.rest
@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send")
@pytest.mark.parametrize("number", ENDING)
def test_who_is_asked_to_end_reports_what_was_played(where: str, number: int) -> None:
    with started(where) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Stored as run 1. Resume it with: mastermine match --resume 1" in err
    [stopped] = re.findall(r"Stopped after ([\d,]+) of", out)
    rounds = int(stopped.replace(",", ""))
    with open_store(where) as store:
        assert store.run(1).rounds_played == rounds
    name, wins, losses, *_figures = out.replace(",", "").splitlines()[-1].split()
    assert (name, int(wins), int(losses)) == ("two-by-two", rounds, 0)


@pytest.mark.rest
@pytest.mark.skipif(sys.platform == "win32", reason="no signals to send")
def test_a_window_may_close_where_that_is_ignored(where: str) -> None:
    with started(where, [signal.SIGHUP]) as process:
        process.send_signal(signal.SIGHUP)
        assert process.stdout is not None
        for _line in range(500):
            assert process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        out, _err = process.communicate(timeout=PATIENCE)
    assert "Stopped after" in out
