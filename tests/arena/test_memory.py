"""Strategies that use too much memory, and those that crash again and again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.arena.games import games_of, results, run_of

from mastermine.arena import memory
from mastermine.arena.executors import workers
from mastermine.arena.memory import default_limit, memory_of, size
from mastermine.arena.run import FAILED, MAX_CRASHES, MAX_CRASHES_IN_A_ROW, WON, Crashes, Game
from mastermine.arena.standings import Standings
from mastermine.core.errors import InvalidSpec

WICKED = '''
import os, subprocess, sys, time
from mastermine.core.strategy import strategy

LEAK = "import time; kept = [b'x' * 10_000_000 for _ in range(60)]; time.sleep(1000)"
kept = []


@strategy("leaks")
def leaks(view):
    """Keep 600 MB and wait."""
    kept.extend(b"x" * 10_000_000 for _ in range(60))
    time.sleep(1000)


@strategy("parent")
def parent(view):
    """Start a program that keeps 600 MB and waits."""
    subprocess.run([sys.executable, "-c", LEAK])


@strategy("exits")
def exits(view):
    """End the process."""
    os._exit(7)


@strategy("sets")
def sets(view):
    """Change the rules."""
    view.rules.limit = 99
    return view.knowledge[0]
'''
LIMIT = 400_000_000
"""Bytes; an ordinary worker uses a quarter of them."""


@pytest.fixture
def wicked(tmp_path: Path) -> str:
    file = tmp_path / "wicked.py"
    file.write_text(WICKED, "utf-8")
    return f"{file}:"


@pytest.mark.rest
# An interrupted strategy does not wait for the end of its program.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", ["leaks", "parent"])
@pytest.mark.parametrize("given", [{"jobs": 1}, {"jobs": 2}, {"cluster": "local:1"}])
def test_who_uses_too_much_memory_loses_and_nobody_else(
    wicked: str, name: str, given: dict[str, Any]
) -> None:
    if "cluster" in given:
        pytest.importorskip("distributed")
    run = run_of("3x4", ["knuth", wicked + name], 2)
    with workers(**given, memory=LIMIT) as executor:
        played = games_of(run, executor, memory=LIMIT)
    assert [game.outcome for game in played] == [WON, FAILED] * 2
    assert {game.reason for game in played if game.entrant} == {
        "it used more than 400 MB of memory"
    }


@pytest.mark.rest
def test_who_crashes_again_and_again_is_given_up_also_after_a_resume(wicked: str) -> None:
    run = run_of("3x4", ["knuth", wicked + "exits"], 30)
    with workers(2) as executor:
        played = games_of(run, executor)
    assert results(played[::2]) == results(games_of(run_of("3x4", "knuth", 30)))
    crashed = [game for game in played if game.entrant]
    assert {g.reason for g in crashed[:3]} == {"it ended its worker with exit status 7"}
    assert {g.reason for g in crashed[3:]} == {"it was given up after 3 crashes"}
    standings = Standings(run.names, run.risky)
    standings.add(played[: 2 * 20])
    assert standings.scores[1].mistakes.endswith(
        "after 3 crashes it was given up and lost all other games"
    )
    assert standings.to_dict()[1]["given_up"]
    crashes = [score.crashes for score in standings.scores]
    with workers(2) as executor:
        rest = games_of(run, executor, missing=[range(21, 31)], crashes=crashes)
    assert results(rest) == results(played[2 * 20 :])


def after(*games: Game) -> Crashes:
    crashes = Crashes()
    for game in games:
        crashes.add(game)
    return crashes


def test_crashes_count_in_a_row_and_in_all() -> None:
    crash, won = Game.crash(1, 0, "it ended"), Game(1, 0, WON, 3, None, 9)
    row, pairs = [crash] * MAX_CRASHES_IN_A_ROW, [crash, won] * MAX_CRASHES
    assert not after(*row[1:], won, *row[1:]).given_up
    assert after(*row).given_up
    assert not after(*pairs[:-2]).given_up
    assert after(*pairs).given_up
    assert after(*row, won, crash) == after(*row)
    assert after(*row).lost(5, 2).crashed
    assert not Game(1, 0, FAILED, None, None, 12, "it took longer than 1 s").crashed


def test_who_changes_the_rules_loses_alone(wicked: str) -> None:
    run = run_of("3x4", ["knuth", wicked + "sets"], 3)
    played = games_of(run)
    assert results(played[::2]) == results(games_of(run_of("3x4", "knuth", 3)))
    assert all("cannot assign to field" in str(game.reason) for game in played[1::2])


@pytest.mark.parametrize(
    ("text", "found"), [("2G", 2 * 10**9), ("500m", 5 * 10**8), ("1.5 GB", 1.5e9), (10**9, 10**9)]
)
def test_sizes_are_read(text: object, found: float) -> None:
    assert memory_of(text) == found


@pytest.mark.parametrize("text", ["", "2", "2X", "100M", "-1G", True, None, "9" * 400, 10**30])
def test_other_sizes_are_refused(text: object) -> None:
    with pytest.raises(InvalidSpec):
        memory_of(text)


def test_the_default_is_a_share_of_the_machine() -> None:
    assert default_limit(2, 64 * 10**9) == 16 * 10**9
    assert default_limit(64, 64 * 10**9) == memory.MIN_DEFAULT_BYTES
    assert default_limit(1, 2 * 10**9) == 1.5 * 10**9
    assert (size(1.2e9), size(5e8)) == ("1.2 GB", "500 MB")


def test_the_limit_of_a_container_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kinds, name in (("", "memory.max"), ("memory", "memory.limit_in_bytes")):
        top = tmp_path / (kinds or "two")
        (top / kinds / "a/b").mkdir(parents=True)
        (top / kinds / "a" / name).write_text("123456789\n", "ascii")
        (top / kinds / "a/b" / name).write_text("max\n", "ascii")
        own = tmp_path / f"own{kinds}"
        own.write_text(f"3:{kinds}:/a/b\n", "utf-8")
        monkeypatch.setattr(memory, "CGROUPS", top)
        monkeypatch.setattr(memory, "OWN_CGROUPS", own)
        assert memory.machine_memory() == 123456789
