from __future__ import annotations

import csv
import gzip
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from tests.arena.games import run_of

from mastermine.arena.records import COLUMNS, line_of, open_records
from mastermine.arena.run import FAILED, LOST, WON, Game, Run
from mastermine.arena.runner import conduct
from mastermine.arena.worker import play_part
from mastermine.core.errors import InvalidSpec
from mastermine.core.strategy import strategy


@pytest.fixture(params=[".jsonl", ".jsonl.gz", ".csv", ".parquet"])
def ending(request: pytest.FixtureRequest) -> str:
    if request.param == ".parquet":
        pytest.importorskip("duckdb")
    return str(request.param)


@strategy("fails")
def fails(view: Any) -> Any:
    """Fail, with a text that is hard to write."""
    raise RuntimeError('a "quoted", 日本\udcff')


RUNS = {
    "codes": run_of("3x4,limit=4", "knuth,random", 12, "a seed"),
    "fields": run_of("5x5x5", "single-point,safest", 6, "a seed"),
    "without moves": run_of("3x4", "knuth", 6, "a seed", moves=False),
    "failures": run_of("3x4", [fails, "knuth"], 3, 5),
}


def written(path: Path, run: Run) -> list[Game]:
    """Play a run and write it to a file, in several parts."""
    games = []
    with open_records(path, run) as records:
        for part in conduct(run, missing=[range(n, n + 3) for n in range(1, run.rounds, 3)]):
            records.add(part.games)
            games += part.games
    return games


def read(path: Path) -> list[dict[str, Any]]:
    """The records of a file, by the reader that others would take."""
    if path.name.endswith(".parquet"):
        duckdb = pytest.importorskip("duckdb")
        with duckdb.connect() as connection:
            rows = connection.execute("SELECT * FROM read_parquet(?)", [str(path)])
            names = [column[0] for column in rows.description]
            return [dict(zip(names, row, strict=True)) for row in rows.fetchall()]
    if path.name.endswith(".csv"):
        with path.open(newline="", encoding="utf-8") as file:
            return [dict(row) for row in csv.DictReader(file)]
    opened = gzip.open if path.name.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def record_of(run: Run, game: Game) -> dict[str, Any]:
    return {
        "rules": run.rules.spec(),
        "seed": run.seed,
        "round": game.round,
        "strategy": run.entrants[game.entrant].name,
        "outcome": game.outcome,
        "turns": game.turns,
        "guesses": game.guesses,
        "milliseconds": game.microseconds / 1000,
        "reason": game.reason,
        "secret": game.secret,
        "moves": None if game.moves is None else json.loads(game.moves),
    }


def expected(run: Run, game: Game, ending: str) -> dict[str, Any]:
    record = record_of(run, game)
    if game.reason is not None:
        record["reason"] = game.reason.replace("\udcff", "?")
    if ending == ".parquet":
        return record | {"seed": str(run.seed)}
    if ending == ".csv":
        texts = {name: "" if value is None else str(value) for name, value in record.items()}
        return texts | {"moves": game.moves or ""}
    return record


@pytest.mark.parametrize("which", RUNS)
def test_what_is_read_is_what_was_played(ending: str, which: str, tmp_path: Path) -> None:
    run = RUNS[which]
    path = tmp_path / f"it's {which}{ending}"
    path.write_text("what was there before")
    games = written(path, run)
    assert len(games) == run.rounds * len(run.entrants)
    assert read(path) == [expected(run, game, ending) for game in games]
    assert [p.name for p in tmp_path.iterdir()] == [path.name], "no draft is left"


def test_a_record_tells_all_of_a_game() -> None:
    run = RUNS["codes"]
    game = Game(3, 1, LOST, 2, None, 1500, None, "112", '[["123","1B 1W"],["134","1B 0W"]]')
    assert json.loads(line_of(run, game)) == {
        "rules": "mastermind:3x4,limit=4",
        "seed": "a seed",
        "round": 3,
        "strategy": "random",
        "outcome": "lost",
        "turns": 2,
        "guesses": None,
        "milliseconds": 1.5,
        "reason": None,
        "secret": "112",
        "moves": [["123", "1B 1W"], ["134", "1B 0W"]],
    }
    assert [*json.loads(line_of(run, game))] == [*COLUMNS]
    for each in (game, game._replace(moves=None)):
        assert json.loads(line_of(run, each)) == record_of(run, each)
    failed = game._replace(outcome=FAILED, reason="it\nbroke", moves="[]")
    assert line_of(run, failed).count("\n") == 1
    assert json.loads(line_of(run, failed)) == record_of(run, failed)


def test_parquet_has_types(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "games.parquet"
    games = written(path, RUNS["codes"])
    with duckdb.connect() as connection:
        described = connection.execute("DESCRIBE SELECT * FROM read_parquet(?)", [str(path)])
        assert {row[0]: row[1] for row in described.fetchall()} == COLUMNS
        wins = connection.execute(
            "SELECT strategy, count(*) FROM read_parquet(?) WHERE outcome = 'won' GROUP BY ALL",
            [str(path)],
        )
        assert dict(wins.fetchall())["knuth"] == sum(
            game.outcome == WON for game in games if game.entrant == 0
        )


def test_a_run_of_which_nothing_was_played(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"none{ending}"
    with open_records(path, RUNS["codes"]) as records:
        records.add([])
    assert read(path) == []
    with open_records(path, RUNS["codes"]):
        pass
    assert read(path) == []


def test_what_was_written_stays_when_the_run_is_stopped(ending: str, tmp_path: Path) -> None:
    run = RUNS["codes"]
    path = tmp_path / f"games{ending}"
    part = play_part(run, range(1, 4))
    with pytest.raises(KeyboardInterrupt), open_records(path, run) as records:  # noqa: PT012
        records.add(part.games)
        raise KeyboardInterrupt
    assert len(read(path)) == 6


KILLED = """
import os, signal, sys
from mastermine.arena.records import open_records
from mastermine.arena.run import Game, Run
from mastermine.registry import find_strategy, parse_rules
run = Run.of(parse_rules("3x4"), [find_strategy("knuth")], 30, 1)
with open_records(sys.argv[1], run) as records:
    for at in (1, 11, 21):
        records.add([Game(n, 0, "won", 3, None, 5, None, "123", "[]") for n in range(at, at + 10)])
    os._exit(9)
"""


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".csv"])
def test_a_process_that_is_killed_leaves_whole_lines(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{ending}"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert done.returncode == 9
    assert [int(record["round"]) for record in read(path)] == [*range(1, 31)]


@pytest.mark.parametrize("name", ["games", "games.txt", "jsonl", "games.jsonl.zip"])
def test_an_ending_that_says_nothing(name: str, tmp_path: Path) -> None:
    with pytest.raises(
        InvalidSpec, match=r"name must end in \.jsonl, \.jsonl\.gz, \.csv or \.parquet"
    ):
        open_records(tmp_path / name, RUNS["codes"])
    assert not [*tmp_path.iterdir()]


def test_a_file_that_cannot_be_written_is_reported_before_anything_is_played(
    ending: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidSpec, match=r"none.games.* cannot be written: No such file"):
        open_records(tmp_path / "none" / f"games{ending}", RUNS["codes"])
    (tmp_path / f"folder{ending}").mkdir()
    with pytest.raises(InvalidSpec, match=r"folder\..* cannot be written: Is a directory"):
        open_records(tmp_path / f"folder{ending}", RUNS["codes"])
    if os.geteuid():
        closed = tmp_path / f"closed{ending}"
        closed.touch(mode=0o444)
        with pytest.raises(InvalidSpec, match=r"closed.* cannot be written: Permission denied"):
            open_records(closed, RUNS["codes"])


def test_what_went_wrong_first_is_reported(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / f"games{ending}"
    if ending == ".parquet":
        path.write_text("what was there before")
    part = play_part(RUNS["codes"], range(1, 13))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill() -> None:
        for _ in range(100):
            records.add(part.games)

    too_large = rf"games{ending} cannot be written: File too large"
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, before[1]))
    try:
        with (
            pytest.raises(InvalidSpec, match=too_large),
            open_records(path, RUNS["codes"]) as records,
        ):
            fill()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [p.name for p in tmp_path.iterdir()] == [path.name], "no draft is left"
    if ending == ".parquet":
        assert path.read_text() == "what was there before"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_a_full_disk(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"full{ending}"
    path.symlink_to("/dev/full")
    message = "is a device; name a file" if ending == ".parquet" else "written: No space left"
    part = play_part(RUNS["codes"], range(1, 4))
    with pytest.raises(InvalidSpec, match=message), open_records(path, RUNS["codes"]) as records:
        records.add(part.games)
    assert path.is_symlink()
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_one(ending: str, there: bool, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / f"target{ending}"
    target.parent.mkdir()
    if there:
        target.touch()
    link = tmp_path / f"link{ending}"
    link.symlink_to(target)
    games = written(link, RUNS["codes"])
    assert link.is_symlink()
    assert len(read(target)) == len(games)
    assert [p.name for p in target.parent.iterdir()] == [target.name]


def test_what_parquet_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(InvalidSpec, match=r"needs duckdb: pip install 'mastermine\[parquet\]'"):
        open_records(tmp_path / "games.parquet", RUNS["codes"])


def test_the_memory_does_not_grow_with_the_games(ending: str, tmp_path: Path) -> None:
    games = [Game(n, 0, WON, 5, None, 7, None, "123", '[["1","1"]]') for n in range(200)]
    peaks = []
    for parts in (3, 15):
        with open_records(tmp_path / f"games{ending}", RUNS["codes"]) as records:
            tracemalloc.start()
            for _ in range(parts):
                records.add(games)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0] + 50_000


MEASURED = """
import sys
from mastermine.arena.records import open_records
from mastermine.arena.run import Game, Run
from mastermine.registry import find_strategy, parse_rules
rounds = int(sys.argv[2])
run = Run.of(parse_rules("3x4"), [find_strategy("knuth")], rounds, 1)
moves = "[" + ",".join(f'["{n},{n}","{n},{n}:1"]' for n in range(100)) + "]"
with open_records(sys.argv[1], run) as records:
    for at in range(0, rounds, 1000):
        records.add([Game(n, 0, "won", 3, None, 5, None, "1" * 400, moves)
                     for n in range(at + 1, at + 1001)])
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM:")))
"""
# Not ru_maxrss: at the start of a program that is as much as the one that started it had.


@pytest.mark.rest
def test_the_memory_of_parquet_does_not_grow_either(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    if not Path("/proc/self/status").exists():
        pytest.skip("only Linux says what a program alone needed")
    peaks = []
    for rounds in (20_000, 120_000):
        command = [sys.executable, "-c", MEASURED, str(tmp_path / "x.parquet"), str(rounds)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout) / 1024)
    assert peaks[1] < 1.3 * peaks[0] + 30
    assert peaks[1] < 300
