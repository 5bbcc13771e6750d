"""A store of an older version becomes one of this when it is opened."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Timer
from typing import Any

import pytest
import sqlalchemy as sa
from tests.arena.games import run_of

from mastermine.arena.runner import conduct
from mastermine.arena.store import StoreError, connect, open_store
from mastermine.arena.store.tables import REVISION, VERSION_TABLE
from mastermine.registry import parse_rules
from mastermine.session import MastermindSession, Mode
from mastermine.session.saved import history
from mastermine.session.saved.saved_games import SavedGames

NEWER = ("saved", "played", "begun")


def tables(where: str) -> set[str]:
    with open_store(where) as store:
        return set(sa.inspect(store.engine).get_table_names())


@pytest.fixture
def old(where: str) -> str:
    """A store at revision 0001, with a run of three rounds."""
    run = run_of("3x4", "knuth", 3)
    with open_store(where) as store:
        number = store.begin(run, "mastermine match 3x4")
        for part in conduct(run):
            store.add(number, part)
        with store.writing() as connection:
            for name in NEWER:
                connection.exec_driver_sql(f"DROP TABLE {name}")
            connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '0001'")
        assert not set(NEWER) & set(sa.inspect(store.engine).get_table_names())
    return where


def test_it_gets_the_tables_that_are_missing(old: str) -> None:
    assert set(NEWER) <= tables(old)
    with open_store(old) as store, store.engine.connect() as connection:
        found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalar()
        assert found == REVISION


def test_its_runs_stay_and_games_of_people_come_to_them(old: str) -> None:
    game: Any = MastermindSession(parse_rules("classic"), secret=(0, 1, 2, 3))
    game.do("guess 1234")
    with open_store(old) as store:
        assert store.run(1).rounds_played == 3
        assert sum(len(batch) for batch in store.games(1)) == 3
        SavedGames(store).save("", game)
        history.store_finished(store, "", game)
        assert [each.games for each in history.statistics(store, "")] == [1]


@pytest.fixture
def named_before(where: str) -> str:
    """A store at revision 0002, with a run and a game of the strategy then called methodical."""
    run = run_of("3x4", "knuth,one-colour,one-colour:first=123", 3)
    game: Any = MastermindSession(
        parse_rules("classic"), strategy="one-colour", secret=(0, 1, 2, 3)
    )
    with open_store(where) as store:
        command = "mastermine match 3x4 knuth,one-colour,one-colour:first=123 --out one-colour.csv"
        number = store.begin(run, command)
        for part in conduct(run, missing=[range(1, 3)]):
            store.add(number, part)
        game.id = "a" * 22
        SavedGames(store).save("", game)
        rules: Any = parse_rules("4x6")
        solved: Any = MastermindSession(rules, Mode.PERSON, strategy="one-colour")
        solved.do("answer 4B 0W")
        history.store_finished(store, "", solved)
        with store.writing() as connection:
            columns = ("runs.run", "runs.command", "entrants.name", "saved.data", "played.record")
            for table, column in (each.split(".") for each in columns):
                old = f"replace({column}, 'one-colour', 'methodical')"
                connection.exec_driver_sql(f"UPDATE {table} SET {column} = {old}")
            for column in ("level", "chosen", "hundredths"):
                connection.exec_driver_sql(f"ALTER TABLE played DROP COLUMN {column}")
            connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '0002'")
    return where


def test_a_strategy_that_had_another_name(named_before: str) -> None:
    with open_store(named_before) as store:
        stored = store.run(1)
        names = ("knuth", "one-colour", "one-colour:first=123")
        assert stored.names == names
        assert tuple(each.name for each in stored.run.strategies) == names
        assert stored.command == (
            "mastermine match 3x4 knuth,one-colour,one-colour:first=123 --out methodical.csv"
        )
        note = "Stored by an earlier version: its strategy methodical is now called one-colour."
        assert stored.note.startswith(note)
        for part in conduct(stored.run, missing=store.missing(1)):
            store.add(1, part)
        store.resize(1, 4, stored.command)
        assert store.run(1).note == stored.note
        game: Any = SavedGames(store).load("", "a" * 22)[0]
        assert (game.strategy.name, game.note) == ("one-colour", note)
        assert [each.strategy for each in history.records(store, "")] == ["one-colour"]
        assert [each.chosen for each in history.statistics(store, "")] == [0]
        # A new run names what is called methodical now.
        later = store.run(store.begin(run_of("3x4", "methodical", 1)))
        assert (later.names, later.note) == (("methodical",), "")
    with open_store(named_before) as store:
        assert [each.names[-1] for each in store.runs()] == ["one-colour:first=123", "methodical"]


def test_an_older_file_that_is_read_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "runs.sqlite"
    with open_store(path) as store, store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '0002'")
    monkeypatch.setattr(connect, "_writable", lambda _path: False)
    with pytest.raises(StoreError, match="earlier version of mastermine and is read-only; copy it"):
        open_store(path, create=False)


def test_a_store_made_by_revisions_is_one_made_at_once(where: str) -> None:
    from alembic import command

    engine, _name = connect.connected(where, True)
    with engine.connect() as connection:
        connection = connection.execution_options(writes=True)
        with connection.begin():
            config = connect.migrations()
            config.attributes["connection"] = connection
            command.check(config)
    engine.dispose()


# A store that several processes make at once.


def held(path: Path) -> sqlite3.Connection:
    """A new file in which somebody writes."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN EXCLUSIVE")
    return connection


def test_who_comes_second_waits(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    other = held(path)
    timer = Timer(0.3, other.execute, ["ROLLBACK"])
    timer.start()
    with open_store(path) as store:
        assert store.runs() == []
    timer.join()
    other.close()


def test_who_waits_too_long_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.arena.store.connect.LOCK_SECONDS", 0.1)
    path = tmp_path / "runs.sqlite"
    other = held(path)
    with pytest.raises(StoreError, match="another process"):
        open_store(path)
    other.close()


@pytest.mark.parametrize("wanted", range(3))
def test_many_make_it_at_once(tmp_path: Path, wanted: int) -> None:
    path, start = tmp_path / f"{wanted}.sqlite", Barrier(4)

    def make(_number: int) -> int:
        start.wait()
        with open_store(path) as store:
            return len(store.runs())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(make, range(4))) == [0] * 4
