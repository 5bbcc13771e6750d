"""Several processes with one store, and processes that are killed while they write."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.arena.games import games_of, results, run_of
from tests.waiting import PATIENCE

from mastermine.arena.store import open_store

pytestmark = pytest.mark.rest

ROUNDS = 1000
SEED = 5
RUN = run_of("3x4", "knuth,random-consistent", ROUNDS, SEED)

# A process that waits for a line, and then plays what is missing of a run, a few rounds at a time.
# After 40 times it waits for another line, or the end of them, so that it is not done before it is
# killed, however late that is.
PLAYER = """
import sys
from mastermine.arena.runner import conduct
from mastermine.arena.run import Run
from mastermine.arena.store import open_store
from mastermine.registry import find_strategy, parse_rules

where, which, seed, step = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
rules = parse_rules("3x4")
strategies = [find_strategy(name) for name in ("knuth", "random-consistent")]
print("ready", flush=True)
sys.stdin.readline()
with open_store(where) as store:
    ids = [kept.id for kept in store.runs()]
    id = which if which in ids else store.begin(Run.of(rules, strategies, ROUNDS, seed))
    print("begun", flush=True)
    cut = [r[i : i + step] for r in store.missing(id) for i in range(0, len(r), step)]
    for number, part in enumerate(conduct(store.run(id).run, missing=cut)):
        store.add(id, part)
        if number == 40:
            sys.stdin.readline()
""".replace("ROUNDS", str(ROUNDS))


Player = subprocess.Popen[str]
Players = Callable[..., Player]


@pytest.fixture
def player() -> Iterator[Players]:
    """Starts such processes, and leaves none behind."""
    processes = []

    def start(where: str | Path, which: int, step: int = 2) -> Player:
        command = [sys.executable, "-c", PLAYER, str(where), str(which), str(SEED), str(step)]
        processes.append(
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        with process:
            process.communicate()


def let_go(process: Player) -> None:
    """Wait until it is ready, and let it begin."""
    assert process.stdout is not None
    assert process.stdin is not None
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("\n")
    process.stdin.flush()


def ended(process: Player) -> int:
    """Wait for its end; 0 is one by itself."""
    process.communicate(timeout=10 * PATIENCE)
    return process.returncode


def undisturbed() -> list[tuple[object, ...]]:
    return results(games_of(RUN))


def kept(where: str | Path, number: int) -> list[tuple[object, ...]]:
    with open_store(where) as store:
        return [game.result for batch in store.games(number) for game in batch]


def rounds_kept(where: Path) -> int:
    with open_store(where) as store:
        runs = store.runs()
    return runs[0].rounds_played if runs else 0


def sound(where: Path) -> bool:
    connection = sqlite3.connect(where)
    (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    return bool(answer == "ok")


def check_kills(player: Players, where: Path, seed: int, tries: int, seconds: float) -> None:
    """Play a run to its end although it is killed so often."""
    chance = random.Random(seed)
    progress: list[int] = []
    for _ in range(tries):
        process = player(where, 1)
        let_go(process)
        if chance.random() < 0.7:
            assert process.stdout is not None
            assert process.stdout.readline() == "begun\n"
            while process.poll() is None and rounds_kept(where) == max(progress, default=0):
                time.sleep(0.001)
        time.sleep(chance.uniform(0, seconds))
        process.kill()
        ended(process)
        if where.exists():
            assert sound(where)
            progress.append(rounds_kept(where))
            # Nothing is half there: what is kept of a round is all of it.
            assert not progress[-1] or len(kept(where, 1)) == 2 * progress[-1]
    last = player(where, 1)
    let_go(last)
    assert ended(last) == 0
    assert progress == sorted(progress)
    assert any(0 < rounds < ROUNDS for rounds in progress), "no kill was in the middle"
    with open_store(where) as store:
        assert [run.id for run in store.runs()] == [1]
        assert store.run(1).finished
        assert store.missing(1) == []
    assert kept(where, 1) == undisturbed()


@pytest.mark.parametrize("seed", range(8))
def test_runs_that_are_killed_at_many_moments(player: Players, tmp_path: Path, seed: int) -> None:
    check_kills(player, tmp_path / "runs.sqlite", 100 + seed, tries=15, seconds=0.03)


def test_a_store_that_is_made_while_it_is_killed(player: Players, tmp_path: Path) -> None:
    """Killed sooner after a kill that found it made, and later after one that did not."""
    chance = random.Random(3)
    moments: list[int] = []
    seconds = 0.25
    for number in range(40):
        where = tmp_path / f"{number}.sqlite"
        process = player(where, 1)
        let_go(process)
        time.sleep(chance.uniform(0, seconds))
        process.kill()
        ended(process)
        with open_store(where) as store:
            moments.append(len(store.runs()))
        seconds *= 0.8 if moments[-1] else 1.25
        assert sound(where)
    assert set(moments) == {0, 1}


def test_processes_share_a_store_that_none_of_them_has_made(player: Players, where: str) -> None:
    three = [player(where, 1), player(where, 1, step=4), player(where, 2)]
    for process in three:
        let_go(process)
    assert [ended(process) for process in three] == [0, 0, 0]
    with open_store(where) as store:
        runs = store.runs()
    # A worker that does not find its run starts an equal one.
    assert [run.id for run in runs] in ([1], [1, 2], [1, 2, 3])
    for run in runs:
        assert run.finished
        assert kept(where, run.id) == undisturbed()


def test_processes_play_the_same_rounds_of_one_run(player: Players, where: str) -> None:
    with open_store(where) as store:
        store.begin(RUN)
        both = [player(where, 1), player(where, 1, step=4)]
        for process in both:
            let_go(process)
        assert [ended(process) for process in both] == [0, 0]
        assert [run.id for run in store.runs()] == [1]
        assert store.missing(1) == []
    assert kept(where, 1) == undisturbed()


def test_many_processes_make_one_store(player: Players, tmp_path: Path) -> None:
    for number in range(5):
        where = tmp_path / f"{number}.sqlite"
        all_of_them = [player(where, 1 + n, step=40) for n in range(6)]
        for process in all_of_them:
            let_go(process)
        assert [ended(process) for process in all_of_them] == [0] * 6
        with open_store(where) as store:
            assert all(run.finished for run in store.runs())
