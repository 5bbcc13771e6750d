"""Overhead of the arena: time per game, scaling over cores, memory, and whole commands.

Overhead: CPU time of a run (conducted in this process, added to standings, stored) minus that of
the same games played by core.play, or natively as whole games. The arena caches guesses of
deterministic strategies, so all strategies here are random or play whole games.

Whole commands: wall time with start, workers and store.

arena.py --long adds measurements that take minutes. Two workers: a long run in one process and in
three, of which two play and one counts and stores; the start is excluded by the difference between
runs of two lengths. The ratio of CPU times estimates the speed-up on two idle cores. Memory: a
million rounds compared with ten thousand.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from functools import partial
from operator import attrgetter
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.table import Table

from common import machine, table_of
from mastermine import find_strategy, parse_rules
from mastermine.arena.executors import workers
from mastermine.arena.run import Run
from mastermine.arena.runner import conduct
from mastermine.arena.standings import Standings
from mastermine.arena.store import open_store
from mastermine.arena.worker import stream
from mastermine.core.oracle import Honest
from mastermine.core.play import play

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

OVERHEAD = (
    ("classic", "random-consistent", True, 4000),
    ("classic", "random", True, 4000),
    ("bulls-and-cows", "random-consistent", True, 2000),
    ("beginner", "safest", False, 8000),
    ("expert", "single-point", False, 4000),
)
"""Rules, strategy, True to store the moves, and number of rounds."""
REPEATS = 5
CORES = (
    ("classic", "random-consistent", True, 200_000),
    ("expert", "safest", False, 44_000),
)
SHORT = 11
"""Ratio of the long run to the short one."""
GOALS = (
    ("classic", "random-consistent", 100_000, 10.0),
    ("expert", "safest", 10_000, 15.0),
)
"""Commands with their budgets of wall time in seconds."""
FEW, MANY = 10_000, 1_000_000
CHEAP = ("3x4", "random-consistent")


def run_of(spec: str, name: str, moves: bool, rounds: int) -> Run:
    rules = parse_rules(spec)
    return Run.of(rules, [find_strategy(name, rules.game)], rounds, 1, moves=moves)


def conducted(run: Run, where: Path | None = None, executor: Executor | None = None) -> Standings:
    """Plays a run, counts it, and stores it in the file ``where``, if given."""
    standings = Standings(run.names, run.risky)
    if where is None:
        for part in conduct(run, executor):
            standings.add(part.games, part.drew)
        return standings
    with open_store(where) as store:
        number = store.begin(run)
        for part in conduct(run, executor):
            store.add(number, part)
            standings.add(part.games, part.drew)
    return standings


def alone(run: Run) -> None:
    """Plays the same games without the arena."""
    [strategy] = run.strategies
    streams = [stream(run.seed, number) for number in range(1, run.rounds + 1)]
    if strategy.games and not run.moves:
        strategy.games(run.rules, streams, [each.fork(strategy.name) for each in streams])
        return
    for rng in streams:
        play(run.rules, strategy, Honest(run.rules, None, rng), rng.fork(strategy.name))


def least(*functions: Callable[[], object]) -> list[float]:
    """Returns the minimum CPU seconds of each function; they are repeated in turn."""
    rows = []
    for _repeat in range(REPEATS):
        row = []
        for function in functions:
            start = time.process_time()
            function()
            row.append(time.process_time() - start)
        rows.append(row)
    return [min(column) for column in zip(*rows, strict=True)]


def overhead(folder: Path) -> Table:
    table = table_of(
        "Overhead of the arena: CPU time a game, µs",
        ("rules", "strategy", "games", "alone", "arena", "with store", "more", "with store"),
        words=2,
    )
    for spec, name, moves, rounds in OVERHEAD:
        run = run_of(spec, name, moves, rounds)
        kept = partial(conducted, run, folder / "overhead.db")
        times = least(partial(alone, run), partial(conducted, run), kept)
        plain, counted, stored = (1e6 * seconds / rounds for seconds in times)
        figures = (plain, counted, stored, counted - plain, stored - plain)
        table.add_row(spec, name, f"{rounds:,}", *(f"{figure:.1f}" for figure in figures))
    return table


class Used(NamedTuple):
    """Resources used by a run and its workers."""

    wall: float
    """Wall time in seconds."""
    processor: float
    """CPU time in seconds."""
    memory: int
    """Peak memory of this process in bytes."""
    of_a_worker: int
    """Peak memory of a worker in bytes."""


def used(spec: str, name: str, moves: bool, rounds: int, jobs: int) -> Used:
    """Measures a run in a new process."""
    arguments = json.dumps([spec, name, moves, rounds, jobs])
    done = subprocess.run(
        [sys.executable, __file__, "--one", arguments], check=True, capture_output=True, text=True
    )
    return Used(*json.loads(done.stdout))


def one(spec: str, name: str, moves: bool, rounds: int, jobs: int) -> Used:
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        with workers(jobs) as executor:
            conducted(run_of(spec, name, moves, rounds), Path(folder) / "runs.db", executor)
        wall = time.perf_counter() - start
    mine, theirs = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    processor = sum(each.ru_utime + each.ru_stime for each in (mine, theirs))
    return Used(wall, processor, mine.ru_maxrss * 1024, theirs.ru_maxrss * 1024)


def cores() -> Table:
    table = table_of(
        "Two workers on long runs, with a store",
        (
            "rules",
            "strategy",
            "games",
            "wall, s: one",
            "two",
            "ratio",
            "CPU, s: one",
            "two",
            "ratio × 2",
        ),
        words=2,
    )
    for spec, name, moves, rounds in CORES:
        short = rounds // SHORT
        # Short and long runs, each in one process and with two workers.
        cases = [(n, jobs) for n in (short, rounds) for jobs in (1, 2)]
        repeats = [[used(spec, name, moves, n, jobs) for n, jobs in cases] for _repeat in range(3)]
        (wall_1, wall_2), (cpu_1, cpu_2) = (
            (long_1 - short_1, long_2 - short_2)
            for short_1, short_2, long_1, long_2 in (
                [min(get(row[at]) for row in repeats) for at in range(4)]
                for get in (attrgetter("wall"), attrgetter("processor"))
            )
        )
        table.add_row(
            *(spec, name, f"{rounds - short:,}"),
            *(f"{wall_1:.2f}", f"{wall_2:.2f}", f"{wall_1 / wall_2:.2f}"),
            *(f"{cpu_1:.2f}", f"{cpu_2:.2f}", f"{2 * cpu_1 / cpu_2:.2f}"),
        )
    return table


def goals(folder: Path) -> Table:
    table = table_of("Whole commands", ("command", "wall, s", "CPU, s", "goal, s"))
    for spec, name, rounds, goal in GOALS:
        command = ["match", spec, "--strategy", name, "--rounds", str(rounds), "--seed", "1"]
        walls, processors = [], []
        for repeat in range(2):
            store = folder / f"goal-{spec}-{repeat}.db"
            before, start = getrusage(RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "mastermine", *command, "--store", str(store)],
                check=True,
                capture_output=True,
            )
            walls.append(time.perf_counter() - start)
            after = getrusage(RUSAGE_CHILDREN)
            processors.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        line = " ".join(["mastermine", *command])
        table.add_row(line, f"{min(walls):.1f}", f"{min(processors):.1f}", f"{goal:.0f}")
    return table


def memory() -> Table:
    table = table_of(
        "Memory, MB: two workers and a store",
        ("rules", "strategy", "games", "this process", "a worker", "all three", "wall, s"),
        words=2,
    )
    spec, name = CHEAP
    for rounds in (FEW, MANY):
        run = used(spec, name, True, rounds, 2)
        sizes = (run.memory, run.of_a_worker, run.memory + 2 * run.of_a_worker)
        figures = (f"{size / 1e6:.0f}" for size in sizes)
        table.add_row(spec, name, f"{rounds:,}", *figures, f"{run.wall:.0f}")
    return table


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(*json.loads(sys.argv[2]))))
        return
    console = Console(width=110)
    console.print(machine())
    with TemporaryDirectory() as name:
        folder = Path(name)
        console.print(overhead(folder))
        console.print(goals(folder))
    if "--long" in sys.argv[1:]:
        console.print(cores())
        console.print(memory())


if __name__ == "__main__":
    main()
