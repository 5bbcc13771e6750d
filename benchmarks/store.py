"""The store: records written per second, a group-by over a million of them, and the standings.

The games are copies of games of classic; all are added by ``Store.add``, with moves, in chunks as
in a run.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from rich.console import Console

from common import machine, table_of
from mastermine.arena.run import Game, Part, Run
from mastermine.arena.store import open_store
from mastermine.arena.worker import play_part
from mastermine.registry import find_strategy, parse_rules

RECORDS = 1_000_000
PART = 1000
"""Rounds per chunk."""
SAMPLE = 1000
"""Number of rounds that are played and copied."""
BY_OUTCOME = sa.text(
    "SELECT entrant, outcome, turns, count(*) FROM games WHERE run = :run "
    "GROUP BY entrant, outcome, turns"
)
TIMES = sa.text(
    "SELECT name, outcome, count(*), avg(turns), avg(microseconds) FROM games "
    "JOIN entrants USING (run, entrant) WHERE run = :run GROUP BY name, outcome"
)


def main() -> None:
    console = Console(width=110)
    table = table_of(
        f"The store, SQLite, {RECORDS:,} records, {machine()}",
        ("", "with moves", "without", "goal"),
    )
    columns = [measured(moves) for moves in (True, False)]
    goals = {
        "written, records/s": "50,000",
        "histograms (group by), s": "1",
        "bytes a record": "",
    }
    for name in columns[0]:
        table.add_row(name, *(column[name] for column in columns), goals.get(name, ""))
    console.print(table)


def measured(moves: bool) -> dict[str, str]:
    """Measures storing and reading a run of two entrants."""
    rules = parse_rules("classic")
    strategies = [find_strategy(name) for name in ("random-consistent", "first-consistent")]
    run = Run.of(rules, strategies, RECORDS // 2, 1, moves=moves)
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder) / "runs.sqlite"
        with open_store(where) as store:
            number = store.begin(run)
            writing = busy = 0.0
            for part in parts(run):
                start, start_cpu = time.perf_counter(), time.process_time()
                store.add(number, part)
                writing += time.perf_counter() - start
                busy += time.process_time() - start_cpu
            figures = {
                "written, records/s": f"{RECORDS / writing:,.0f}",
                "written, records/s of processor time": f"{RECORDS / busy:,.0f}",
            }
            for name, query in (
                ("histograms (group by), s", BY_OUTCOME),
                ("averages by name, s", TIMES),
            ):
                with store.engine.connect() as connection:
                    start = time.perf_counter()
                    connection.execute(query, {"run": number}).all()
                    figures[name] = f"{time.perf_counter() - start:.2f}"
            start = time.perf_counter()
            assert store.standings(number).rounds == RECORDS // 2
            figures["standings(), s"] = f"{time.perf_counter() - start:.1f}"
            start = time.perf_counter()
            assert sum(len(batch) for batch in store.games(number)) == RECORDS
            figures["games(), s"] = f"{time.perf_counter() - start:.1f}"
        start = time.perf_counter()
        with open_store(where) as store:
            store.missing(number)
        figures["open and ask what is missing, s"] = f"{time.perf_counter() - start:.3f}"
        figures["bytes a record"] = f"{where.stat().st_size / RECORDS:.0f}"
    return figures


def parts(run: Run) -> Iterator[Part]:
    """Yields the chunks of the run, with copies of the sample games."""
    rng = random.Random(1)
    played = play_part(run, range(1, SAMPLE + 1))
    pool: list[list[Game]] = [[], []]
    for game in played.games:
        pool[game.entrant].append(game)
    for first in range(1, run.rounds + 1, PART):
        numbers = range(first, min(first + PART, run.rounds + 1))
        games = [
            rng.choice(pool[entrant])._replace(round=number)
            for number in numbers
            for entrant in (0, 1)
        ]
        yield Part(numbers, games, played.drew, played.seconds)


if __name__ == "__main__":
    main()
