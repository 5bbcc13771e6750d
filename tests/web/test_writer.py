"""Games are saved: in groups, and while the store is locked or gone."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.waiting import PATIENCE, until
from tests.web.client import begin, error, move

from mastermine.arena.store import open_store
from mastermine.arena.store.tables import played, saved
from mastermine.registry import parse_rules
from mastermine.session import MastermindSession
from mastermine.session.saved.saved_games import Draft, VersionConflict
from mastermine.web.writer import Writer

WON = "guess 3614"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.web.writer.PATIENCE_SECONDS", 0.1)
    monkeypatch.setattr("mastermine.web.writer.RETRY_SECONDS", 0.1)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process writes to the store, and does not end."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def gone(file: Path) -> Iterator[None]:
    """The file of the store is somewhere else."""
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    yield
    elsewhere.rename(file)


def rows(file: Path, table: sa.Table) -> list[Any]:
    with open_store(file) as store, store.reading() as connection:
        return list(connection.execute(sa.select(table)).all())


@pytest.mark.parametrize("away", [locked, gone])
def test_moves_are_kept_while_the_store_is_away(serve, tmp_path, away, caplog):
    file = tmp_path / "s.sqlite"
    with open_store(file) as store, serve(store) as web:
        game = begin(web, rules="classic", secret="3614")
        path = f"/api/games/{game['id']}"
        with away(file):
            game = move(web, game, "guess 1122").json()
            assert game["version"] == 2
            assert web.get(path).json() == game
            again = begin(web, rules="classic", secret="3614")
            over = move(web, again, WON).json()
            assert (over["outcome"], over["version"]) == ("won", 2)
            assert error(move(web, again, "guess 1122", 1))[0] == 409
            assert web.get("/").status_code == 200
            if away is locked:
                assert [each["version"] for each in web.get("/api/games").json()] == [2]
                assert error(web.delete(path))[:2] == (503, "StoreError")
                # Another server with the same store reads what is not in it yet.
                with open_store(file) as same, serve(same) as other:
                    other.cookies = web.cookies
                    assert other.get(path).json()["turns"] == game["turns"]
                    game = move(other, game, "guess 1212").json()
                    assert game["version"] == 3
                    assert web.get(path).json()["turns"] == game["turns"]
        writer = web.app.state.live_games.writer
        until(lambda: not writer.away)
        assert web.get(path).json()["version"] == game["version"]
        assert move(web, game, WON).json()["outcome"] == "won"
        kept = {row.id: row.version for row in rows(file, saved)}
        assert kept == {game["id"]: game["version"] + 1, again["id"]: 2}
        assert sorted(row.id for row in rows(file, played)) == sorted(kept)
        [level] = web.get("/api/statistics").json()
        assert level["games"] == 2
        assert not rows(writer._path, saved)
        assert not rows(writer._path, played)
    messages = [record.getMessage() for record in caplog.records]
    assert sum("games are kept in" in each for each in messages) >= 1
    assert any("taken from the journal" in each for each in messages)


def test_of_two_writers_one_replaces_a_version_in_the_journal(tmp_path):
    file = tmp_path / "s.sqlite"
    game = MastermindSession(parse_rules("classic"), seed=1)
    with open_store(file) as one, open_store(file) as two:
        writers = [Writer(one), Writer(two)]
        writers[0].save(Draft.of("me", game)).result(PATIENCE)
        with locked(file):
            for writer, guess in zip(writers, ("1122", "3344"), strict=True):
                made = MastermindSession.from_data(game.data())
                made.do(f"guess {guess}")
                future = writer.save(Draft.of("me", made, 1))
                if writer is writers[0]:
                    future.result(PATIENCE)
                else:
                    with pytest.raises(VersionConflict):
                        future.result(PATIENCE)
            kept, version = writers[1].load("me", game.id)
            assert isinstance(kept, MastermindSession)
            assert (version, kept.rules.format_action(kept.turns[0].action)) == (2, "1122")
        for writer in writers:
            writer.close()


def test_a_journal_outlives_the_server(serve, tmp_path):
    file = tmp_path / "s.sqlite"
    with open_store(file) as store, serve(store) as web, locked(file):
        game = move(web, begin(web, rules="classic", secret="3614"), "guess 1122").json()
        token = web.cookies["mastermine"]
        assert rows(file, saved) == []
    with open_store(file) as store, serve(store) as web:
        assert [(row.id, row.version) for row in rows(file, saved)] == [(game["id"], 2)]
        web.cookies["mastermine"] = token
        assert web.get(f"/api/games/{game['id']}").json()["turns"] == game["turns"]


def test_a_conflict_concerns_only_its_game(serve, tmp_path):
    file = tmp_path / "s.sqlite"
    with open_store(file) as store, serve(store) as web:
        games = [begin(web, rules="classic", secret="3614") for _game in range(12)]
        stale = games[0]["id"]
        with store.writing() as connection:  # Another server made a move.
            connection.execute(sa.update(saved).where(saved.c.id == stale).values(version=7))
        with locked(file), ThreadPoolExecutor(12) as pool:
            # All wait for one commit.
            answers = list(pool.map(lambda game: move(web, game, "guess 1122"), games))
        assert {answer.status_code for answer in answers} <= {200, 409}
        until(lambda: not web.app.state.live_games.writer.away)
        versions = {row.id: row.version for row in rows(file, saved)}
        assert versions == {game["id"]: 7 if game["id"] == stale else 2 for game in games}


def test_games_of_a_server_survive_a_power_cut(serve, tmp_path):
    durable = []
    with open_store(tmp_path / "s.sqlite") as store:

        @sa.event.listens_for(store.engine, "commit")
        def _commit(connection: sa.Connection) -> None:
            cursor = connection.connection.cursor()
            durable.append(cursor.execute("PRAGMA synchronous").fetchone()[0])

        with serve(store) as web:
            move(web, begin(web, rules="classic"), "guess 1122")
    assert durable.count(2) >= 2, "synchronous = FULL"
