"""Commands that read a store which somebody altered: one clear line, and soon."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.cli.program import refused, run

from mastermine.arena.run import Run
from mastermine.arena.store import open_store
from mastermine.arena.worker import play_part
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy

COMMANDS = ("show 1", "plot 1", "export 1", "match --resume 1", "report 1")
ROWS = ("rounds = 'x'", "version = x'ff'", "command = x'ff'", "created = 7", "run = x'ff'")
GAMES = ("entrant = 7", "entrant = 'x'", "turns = 200000000", "turns = 'x'", "outcome = x'ff'")


def altered(change: str) -> list[str]:
    """The option of a store with two runs, of which somebody altered the first."""
    path = Path("altered.sqlite")
    with open_store(path) as store:
        match = Run.of(Mastermind(2, 3), [find_strategy("knuth")], 2, 1)
        for _n in range(2):
            store.add(store.begin(match, "mastermine match 2x3"), play_part(match, range(1, 2)))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(change)
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
@pytest.mark.parametrize("command", ["runs", *COMMANDS])
def test_a_store_without_a_table_is_refused_in_one_line(command: str, table: str) -> None:
    assert f"no such table: {table}" in refused(*command.split(), *altered(f"DROP TABLE {table}"))
