from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import pytest
from tests.arena.games import games_of, results, run_of
from tests.waiting import PATIENCE

from mastermine.arena.executors import workers
from mastermine.arena.run import FAILED, WON, Game, Run
from mastermine.arena.runner import MAX_PENDING_CHUNKS, conduct
from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.random import Random

WICKED = '''
import ctypes, os, signal, sys, time

from mastermine.core.strategy import strategy


def swallow():
    while True:
        try:
            time.sleep(0.001)
        except BaseException:
            pass


def loop():
    while True:
        pass


TROUBLE = {
    "raise": lambda: 1 / 0,
    "loop": loop,
    "sleep": lambda: time.sleep(1e6),
    "swallow": swallow,
    "native": lambda: ctypes.PyDLL(None).sleep(1000),
    "leave": lambda: sys.exit("enough"),
    "interrupt": lambda: signal.raise_signal(signal.SIGINT) or exec("raise KeyboardInterrupt"),
    "exit": lambda: os._exit(7),
    "kill": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "crash": lambda: ctypes.string_at(0),
    "illegal": lambda: (9, 9, 9),
}


@strategy("wicked")
def wicked(view):
    """Any code that fits; only that in some games it does what WICKED says, if anything."""
    code = view.rng.choice(view.knowledge)
    what = os.environ.get("WICKED")
    if view.length == 1 and view.rng.below(16) == 0 and what:
        return TROUBLE[what]()
    return code
'''


@pytest.fixture
def wicked(tmp_path: Path) -> str:
    file = tmp_path / "wicked.py"
    file.write_text(WICKED, "utf-8")
    return f"{file}:wicked"


def two(home: str, rounds: int = 24, **options: Any) -> Run:
    return run_of("3x5", ["random-consistent", home], rounds, 3, **options)


def games(run: Run, executor: Executor | None = None, **options: Any) -> list[Game]:
    found = games_of(run, executor, **options)
    assert [(game.round, game.entrant) for game in found] == sorted(
        (game.round, game.entrant) for game in found
    )
    return found


LIMIT = 2.0
"""Seconds of a decision: no game in which nothing goes wrong takes them, however busy all is."""
REASONS = {
    "raise": "ZeroDivisionError: division by zero",
    "loop": f"it took longer than {LIMIT:g} s",
    "sleep": f"it took longer than {LIMIT:g} s",
    "swallow": f"it took longer than {LIMIT:g} s, and its worker had to be stopped",
    "native": f"it took longer than {LIMIT:g} s, and its worker had to be stopped",
    "leave": "SystemExit: enough",
    "interrupt": "it ended its worker with KeyboardInterrupt",
    "exit": "it ended its worker with exit status 7",
    "kill": "its worker was killed (SIGKILL), perhaps because memory ran out",
    "crash": "its worker was ended by SIGSEGV",
    "illegal": "colours are numbered from 0 to 4; (9, 9, 9) has another number",
}


def check_trouble(
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    what: str,
    pool: AbstractContextManager[Executor | None],
) -> list[Game]:
    """Play where something goes wrong in some games, and see that all others are as usual."""
    monkeypatch.delenv("WICKED", raising=False)
    usual = games(run)
    monkeypatch.setenv("WICKED", "raise")
    lost = {(g.round, g.entrant) for g in games(run) if g.outcome == FAILED}
    assert lost
    monkeypatch.setenv("WICKED", what)
    with pool as executor:  # Only now: workers have the environment of their beginning.
        played = games(run, executor)
    assert {(g.round, g.entrant) for g in played if g.outcome == FAILED} == lost
    for game, before in zip(played, usual, strict=True):
        if (game.round, game.entrant) in lost:
            assert game.entrant == 1
            assert before.outcome == WON
        else:
            assert game.result == before.result
    return [game for game in played if game.outcome == FAILED]


@pytest.mark.parametrize(
    "what",
    [
        *("raise", "leave", "illegal"),
        *(pytest.param(name, marks=pytest.mark.rest) for name in ("loop", "sleep")),
    ],
)
@pytest.mark.parametrize("threads", [0, 2])
def test_a_strategy_loses_no_more_than_the_games_in_which_it_goes_wrong(
    monkeypatch: pytest.MonkeyPatch, wicked: str, what: str, threads: int
) -> None:
    run = two(wicked, time_limit=LIMIT)
    if threads and what == "sleep":
        pytest.skip("nothing but a signal, in the main thread, ends a call that waits")
    pool = ThreadPoolExecutor(threads) if threads else nullcontext()
    failed = check_trouble(monkeypatch, run, what, pool)
    assert all(REASONS[what] in str(game.reason) for game in failed), failed[0].reason


@pytest.mark.rest
@pytest.mark.parametrize("what", REASONS)
def test_nor_where_it_ends_its_worker(
    monkeypatch: pytest.MonkeyPatch, wicked: str, what: str
) -> None:
    run = two(wicked, 10, time_limit=LIMIT)
    failed = check_trouble(monkeypatch, run, what, workers(2))
    assert all(REASONS[what] in str(game.reason) for game in failed), failed[0].reason


@pytest.mark.rest
@pytest.mark.parametrize("what", ["sleep", "swallow", "native", "interrupt", "exit", "crash"])
def test_nor_where_it_ends_a_worker_of_a_cluster(
    monkeypatch: pytest.MonkeyPatch, wicked: str, what: str
) -> None:
    pytest.importorskip("distributed")
    run = two(wicked, 10, time_limit=LIMIT)
    failed = check_trouble(monkeypatch, run, what, workers(cluster="local:2"))
    reason = REASONS["interrupt"] if what == "interrupt" else "its worker ended: it crashed"
    assert all(reason in str(game.reason) for game in failed), failed[0].reason


def pids(executor: Any) -> list[int]:
    """The processes that play."""
    pool = executor._many.pool
    if pool is None:  # The next one has not started.
        return []
    if hasattr(pool, "client"):
        nannies = pool.client.cluster.workers.values()
        return [n.process.pid for n in nannies if n.process is not None and n.process.pid]
    return list(pool.executor._processes)


def killed(run: Run, executor: Executor | None, every: int, seed: int) -> tuple[list[Game], int]:
    """Play while after some parts a worker is killed; how often it was."""
    chance = Random(seed)
    found: list[Game] = []
    kills, wait = 0, every
    for part in conduct(run, executor):
        found += part.games
        wait -= 1
        there = pids(executor) if wait <= 0 else []
        if there:
            with suppress(ProcessLookupError):
                os.kill(chance.choice(there), signal.SIGKILL)
                kills += 1
            wait = chance.choice(range(1, 2 * every))
    return found, kills


@pytest.fixture(params=[None, pytest.param("local:2", id="dask")])
def cluster(request: pytest.FixtureRequest) -> str | None:
    """No cluster, and one of this machine."""
    if request.param:
        pytest.importorskip("distributed")
    return cast("str | None", request.param)


@pytest.mark.rest
@pytest.mark.parametrize("seed", range(3))
def test_however_many_are_killed(cluster: str | None, seed: int) -> None:
    run = two("random", 2000, moves=True)
    with workers(None if cluster else 3, cluster) as executor:
        played, kills = killed(run, executor, 8, seed)
    assert kills >= 10
    assert results(played) == results(games(run))


def test_any_executor_plays_the_same() -> None:
    run = two("random", 60)
    usual = results(games(run))
    with ThreadPoolExecutor(2) as threads:
        assert results(games(run, threads)) == usual
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert results(games(run, processes)) == usual


class Slow(Executor):
    """Runs a task when its result is requested, and counts the others."""

    def __init__(self) -> None:
        self.most = self.open = 0
        self.futures: list[Future[Any]] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        executor = self

        class Later(Future[Any]):
            def result(self, timeout: float | None = None) -> Any:
                executor.open -= 1
                return function(*args, **kwargs)

        self.futures.append(Later())
        self.open += 1
        self.most = max(self.most, self.open)
        return self.futures[-1]


def test_few_parts_are_given_away_at_a_time_and_the_rest_is_taken_back() -> None:
    executor = Slow()
    parts: Any = conduct(two("random", 1000), executor)
    first = [next(parts) for _ in range(3)]
    assert [part.numbers for part in first] == [range(1, 2), range(2, 3), range(3, 4)]
    assert executor.most == MAX_PENDING_CHUNKS
    parts.close()
    assert sum(future.cancelled() for future in executor.futures) == executor.open


def test_only_what_is_missing_is_played() -> None:
    run = two("random", 40)
    usual = [game for game in games(run) if game.round in (3, *range(10, 20), 40)]
    missing = [range(3, 4), range(10, 20), range(40, 41)]
    assert results(games(run, missing=missing)) == results(usual)
    with ThreadPoolExecutor(2) as threads:
        assert results(games(run, threads, missing=missing)) == results(usual)


def test_parts_grow_until_they_take_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.arena.runner.CHUNK_SECONDS", PATIENCE)
    sizes = [len(part.numbers) for part in conduct(two("random", 400))]
    assert sizes[:3] == [1, 4, 16]
    assert sum(sizes) == 400


@pytest.mark.parametrize("threads", [False, True])
def test_who_cannot_play_at_all_is_reported_at_once(threads: bool) -> None:
    run = run_of("mastermind:9x30", "optimal", 5)
    with ThreadPoolExecutor(1) as pool, pytest.raises(TooLarge):
        conduct(run, pool if threads else None)


@pytest.mark.rest
def test_a_strategy_that_crashes_at_once_does_not_take_this_process_along(
    tmp_path: Path,
) -> None:
    file = tmp_path / "crash.py"
    file.write_text(
        "import ctypes\n"
        "from mastermine.core.strategy import strategy\n"
        "@strategy('crash')\n"
        "def crash(view):\n"
        "    ctypes.string_at(0)\n",
        "utf-8",
    )
    run = run_of("3x4", [f"{file}:crash"], 1)
    with workers(2) as executor:
        (game,) = games(run, executor)
    assert game.reason == "its worker was ended by SIGSEGV"


@pytest.mark.rest
def test_who_takes_long_at_first_holds_up_nobody_for_long(
    tmp_path: Path,
) -> None:
    """A look at whether it can play costs one worker at most, and not a worker for each try."""
    started = tmp_path / "begun"
    file = tmp_path / "slow.py"
    file.write_text(
        "import ctypes\n"
        "from mastermine.core.strategy import strategy\n"
        "@strategy('slow')\n"
        "def slow(view):\n"
        f"    with open({str(started)!r}, 'a') as file:\n"
        "        file.write('.')\n"
        "    ctypes.PyDLL(None).usleep(7_500_000)\n"
        "    return view.knowledge[0]\n",
        "utf-8",
    )
    run = run_of("1x1", [f"{file}:slow"], 1)
    with workers(2) as executor:
        parts = conduct(run, executor)
        assert started.read_text("utf-8") == "."
        [part] = parts
    assert part.games[0].outcome == WON


def test_a_person_plays_one_round_after_the_other() -> None:
    run = run_of("3x4", "human", 3)
    with (
        ThreadPoolExecutor(1) as pool,
        pytest.raises(InvalidSpec, match="the rounds one by one"),
    ):
        conduct(run, pool)
