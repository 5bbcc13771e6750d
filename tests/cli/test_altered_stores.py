"""Commands that read a store which somebody altered: one clear line, and soon."""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cli.program import refused, run
from tests.fuzz.reading import spoiled

import mastermine as mm
from mastermine.arena.run import Run
from mastermine.arena.store import open_store
from mastermine.arena.store.tables import metadata
from mastermine.arena.worker import play_part
from mastermine.i18n.text import printable
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy
from mastermine.session.saved.history import store_finished
from mastermine.session.saved.profile import OWNER

COMMANDS = ("show 1", "plot 1", "export 1", "match --resume 1", "report 1")
ROWS = (
    *("rounds = 'x'", "version = x'ff'", "rules = CAST(x'ff' AS TEXT)", "command = x'ff'"),
    *("created = 7", "run = x'ff'"),
)
GAMES = ("entrant = 7", "entrant = 'x'", "turns = 200000000", "turns = 'x'", "outcome = x'ff'")


def altered(change: str) -> list[str]:
    """The option of a store with two runs, of which somebody altered the first."""
    path = Path("altered.sqlite")
    with open_store(path) as store:
        match = Run.of(Mastermind(2, 3), [find_strategy("knuth")], 2, 1)
        for _n in range(2):
            store.add(store.begin(match, "mastermine match 2x3"), play_part(match, range(1, 2)))
    connection = sqlite3.connect(path)
    connection.executescript(change)
    connection.close()
    return ["--store", str(path)]


@pytest.mark.parametrize("row", [*ROWS, "name = x'ff'"])
def test_an_altered_run_is_named_and_can_be_removed(row: str) -> None:
    table, key = ("entrants", "run") if row.startswith("name") else ("runs", "id")
    store = altered(f"UPDATE {table} SET {row} WHERE {key} = 1")
    for command in ("runs", "runs --json", *COMMANDS):
        assert "damaged" in refused(*command.split(), *store)
    assert run("runs", "--remove", "1", *store).exit_code == 0
    assert run("runs", *store).exit_code == 0


@pytest.mark.parametrize("row", GAMES)
@pytest.mark.parametrize("command", [each for each in COMMANDS if not each.startswith("export")])
def test_altered_games_are_damaged(row: str, command: str) -> None:
    store = altered(f"UPDATE games SET {row} WHERE run = 1")
    assert "run 1 in " in refused(*command.split(), *store)


@pytest.mark.parametrize("words", ["a b", "'a", "--nosuch", "--rounds x"])
def test_a_duel_with_an_altered_command_is_not_resumed(words: str) -> None:
    command = f"mastermine duel {words}".replace("'", "''")
    store = altered(f"UPDATE runs SET command = '{command}' WHERE id = 1")
    assert "run 1 in " in refused("duel", "--resume", "1", *store)


@pytest.mark.parametrize("table", ["runs", "entrants"])
@pytest.mark.parametrize("command", ["runs", "stats", *COMMANDS])
def test_a_store_without_a_table_is_refused_in_one_line(command: str, table: str) -> None:
    assert "is damaged" in refused(*command.split(), *altered(f"DROP TABLE {table}"))


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
SQL_OF_OTHERS = (
    f"DROP TABLE runs; CREATE VIEW runs AS {ENDLESS} SELECT x AS id FROM n",
    f"CREATE TRIGGER t AFTER DELETE ON runs BEGIN INSERT INTO parts {ENDLESS} SELECT x FROM n; END",
    "ALTER TABLE runs ADD COLUMN more AS (zeroblob(900000000))",
    "DROP TABLE parts; CREATE VIRTUAL TABLE parts USING fts5(run)",
)


@pytest.mark.parametrize("change", SQL_OF_OTHERS)
def test_sql_in_a_store_does_not_run(change: str) -> None:
    store = altered(change)
    for command in ("runs", "runs --remove 1", "stats"):  # A process: endless SQL hears no signal.
        done = subprocess.run(
            [sys.executable, "-m", "mastermine", *command.split(), *store],
            capture_output=True, check=False, text=True, timeout=60,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith("restore it from a backup\n")


def test_a_revision_is_quoted_in_a_short_line() -> None:
    store = altered("UPDATE mastermine_revision SET version_num = printf('%.*c', 1000000, 'a')")
    assert len(refused("runs", *store)) < 20_000


COLUMNS = [f"{table.name} {column.name}" for table in metadata.sorted_tables for column in table.c]
VALUES = (
    *("'x'", "x'ff'", "''", "NULL", "char(0)", "'\x1b[31m\u202e'", f"'{'[' * 5000}'"),
    *("'{}'", "'null'"),
    *("0", "1", "2", "7", "-1", "1.5", "200000000", "9223372036854775807", "1e300", "9e999"),
    *("'minesweeper:9x9x10'", "'9999-12-31 23:59:59.999999'", '\'[["1", "2"]]\''),
    *("CAST(x'edb080' AS TEXT)", "printf('%.*c', 1000000, 'a')", "zeroblob(1000000)"),
)
SCHEMAS = (
    "DROP TABLE {}",
    "ALTER TABLE {} RENAME TO other",
    "DROP TABLE {0}; CREATE TABLE {0} (x); INSERT INTO {0} VALUES (1)",
    *(
        f"PRAGMA writable_schema = ON; UPDATE sqlite_master SET {change} WHERE name = '{{}}'"
        for change in (
            *("sql = x'ff'", "sql = NULL", "sql = 'CREATE TABLE \x1b[31m(a)'", "name = x'ff'"),
            *("sql = replace(sql, 'INTEGER', 'DATETIME')", "type = 'view'", "tbl_name = x'ff'"),
            *("rootpage = 99999", "rootpage = 0", "rootpage = 2", "rootpage = 6"),
        )
    ),
)
JSON = ("runs run", "moves moves", "played record")
READING = (
    *("runs", "runs --json", "stats", "stats --json", "daily", "show 1", "show 1 --json"),
    *("show 1 --pairs --ranking", "show last --round 1", "plot 1", "plot 1 --kind left --json"),
    *("report 1 --out r.html", "export 1 --out g.csv", "match --resume 1 --jobs 1"),
    *("runs --remove 1", "runs"),
)
QUICK = ("runs", "stats", "show 1", "plot 1", "match --resume 1 --jobs 1", "runs --remove 1")
MAX_SECONDS = 20
"""Processor time of a command; the slowest one draws a report."""
MAX_GROWTH = 1 << 30
"""Address space that a command may reserve in addition."""


@st.composite
def changes(draw: st.DrawFn) -> str:
    """SQL that damages a store."""
    match draw(st.sampled_from(["column", "column", "json", "schema"])):
        case "schema":
            return draw(st.sampled_from(SCHEMAS)).format(draw(st.sampled_from([*metadata.tables])))
        case "json":
            table, column = draw(st.sampled_from(JSON)).split()
            text = json.dumps(draw(spoiled(json.loads(whole_json(table, column)))))
            return "UPDATE {} SET {} = '{}'".format(table, column, text.replace("'", "''"))
    table, column = draw(st.sampled_from(COLUMNS)).split()
    return f"UPDATE {table} SET {column} = {draw(st.sampled_from(VALUES))}"


@cache
def whole_store() -> bytes:
    """A store with rows in all tables that the commands read."""
    path = Path("whole.sqlite")
    with open_store(path) as store:
        for rules, names in ((Mastermind(2, 3), ("knuth", "random")), (field(), ("safest",))):
            players = [find_strategy(name, rules.game) for name in names]
            match = Run.of(rules, players, 3, 1)
            number = store.begin(match, f"mastermine match {rules.spec()}")
            store.add(number, play_part(match, range(1, 3)))
        for level in ("2x3", "5x5x3"):
            game = mm.session(level)
            game.do("give up")
            store_finished(store, OWNER, game)
    return path.read_bytes()


def field() -> Minesweeper:
    return Minesweeper(4, 4, 2)


@cache
def whole_json(table: str, column: str) -> str:
    """The text of a row."""
    Path("one.sqlite").write_bytes(whole_store())
    with closing(sqlite3.connect("one.sqlite")) as connection:
        text: str = connection.execute(f"SELECT {column} FROM {table}").fetchone()[0]
        return text


@contextmanager
def bounded() -> Iterator[None]:
    """Fails if the code inside takes too much time or memory."""
    begin = process_time()
    if sys.platform == "linux":
        before = resource.getrlimit(resource.RLIMIT_AS)
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MAX_GROWTH, before[1]))
    try:
        yield
    finally:
        if sys.platform == "linux":
            resource.setrlimit(resource.RLIMIT_AS, before)
    assert process_time() - begin < MAX_SECONDS


def check(change: str, commands: Sequence[str]) -> None:
    """Each command reads an altered store, or refuses it in one line."""
    path = Path("fuzzed.sqlite")
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    path.write_bytes(whole_store())
    with closing(sqlite3.connect(path)) as connection, suppress(sqlite3.Error):
        connection.executescript(change)
    for command in commands:
        with bounded():
            found = run(*command.split(), "--store", str(path))  # It raises any exception.
        assert found.exit_code in (0, 2), (command, found.output)
        assert printable(found.output) == found.output, command
        if found.exit_code:
            *said, line = found.stderr.splitlines()
            assert said in ([], ["Removed run 1."]), (command, found.stderr)
            assert line.startswith("mastermine: "), (command, found.stderr)
            assert len(line) < 20_000, command
            assert "not enough memory" not in line, command


few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@given(changes())
@settings(few, max_examples=20)
def test_whatever_is_altered_is_read_or_refused_in_one_line(change: str) -> None:
    check(change, QUICK)


@pytest.mark.rest
@given(changes())
@settings(few, max_examples=60)
def test_whatever_is_altered_is_read_or_refused_by_all_commands(change: str) -> None:
    check(change, READING)


@pytest.mark.parametrize("column", ["game", "rules", "level", "mode"])
@pytest.mark.parametrize("value", ["x'ff'", "CAST(x'ff' AS TEXT)"])
def test_altered_statistics_are_damaged(column: str, value: str) -> None:
    store = Path("altered.sqlite")
    store.write_bytes(whole_store())
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(f"UPDATE played SET {column} = {value}")
    for command in ("stats", "stats --json"):
        assert "is damaged" in refused(*command.split(), "--store", str(store))


def test_statistics_without_values_are_damaged() -> None:
    names = ", ".join(column.name for column in metadata.tables["played"].c)
    store = altered(
        f"DROP TABLE played; CREATE TABLE played ({names}); INSERT INTO played (owner) VALUES ('')"
    )
    assert "is damaged" in refused("stats", *store)


def test_a_run_that_cannot_be_deleted_is_damaged() -> None:
    check(SCHEMAS[-1].format("runs"), ["runs --remove 1"])
