from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sa
from tests.arena.games import games_of, results, run_of

from mastermine import __version__
from mastermine.arena.run import FAILED, MAX_ROUNDS, Entrant, Game, Part, Run
from mastermine.arena.runner import conduct
from mastermine.arena.secret_source import Listed
from mastermine.arena.standings import Standings
from mastermine.arena.store import Store, StoreError, connect, open_store
from mastermine.arena.store.connect import InconsistentError
from mastermine.arena.store.tables import REVISION, VERSION_TABLE, metadata
from mastermine.core.errors import InvalidSpec
from mastermine.core.strategy import strategy
from mastermine.registry import parse_rules


def to_play(spec: str = "3x4", names: str = "knuth,random-consistent", rounds: int = 30) -> Run:
    return run_of(spec, names, rounds)


def invented(run: Run, numbers: range) -> Part:
    """A part that nobody played, for sizes that would take too long."""
    moves = '[["1122","0B 3W"],["3344","1B 1W"]]'
    games = [
        Game(n, e, "won", 2 + (n + e) % 5, None, 100 + n % 7, None, "1234", moves)
        for n in numbers
        for e in range(len(run.entrants))
    ]
    return Part(numbers, games, (), 0.1)


def all_games(store: Store, number: int, *bounds: int) -> list[Game]:
    return [game for batch in store.games(number, *bounds) for game in batch]


def test_a_run_is_kept_as_it_goes(where: str) -> None:
    run = to_play()
    counted = Standings(run.names, run.risky)
    played: list[Game] = []
    with open_store(where) as store:
        assert store.runs() == []
        assert store.begin(run, "mastermine match 3x4 …") == 1
        assert store.missing(1) == [range(1, 31)]
        for part in conduct(run, missing=[range(a, a + 7) for a in range(1, 29, 7)]):
            store.add(1, part)
            counted.add(part.games, part.drew)
            played += part.games
    with open_store(where) as store:
        stored = store.run(1)
        assert stored == store.runs()[0]
        assert stored.run.to_json() == run.to_json()
        assert (stored.id, stored.version, stored.rules) == (1, __version__, run.rules.spec())
        assert (stored.command, stored.names) == ("mastermine match 3x4 …", tuple(run.names))
        assert timedelta() <= datetime.now(UTC) - stored.created < timedelta(minutes=5)
        assert (stored.rounds, stored.rounds_played, stored.finished) == (30, 28, False)
        assert stored.drew == {1}
        assert store.missing(1) == [range(29, 31)]
        assert all_games(store, 1) == played
        assert all_games(store, 1, 5, 20) == played[8:40]
        standings = store.standings(1)
        assert standings.rounds == 28
        assert [vars(s) for s in standings.scores] == [vars(s) for s in counted.scores]
        for name in ("better", "both", "difference", "squares"):
            assert (getattr(standings, name) == getattr(counted, name)).all()
        for part in conduct(stored.run, missing=store.missing(1)):
            store.add(1, part)
        assert store.run(1).finished
        assert store.missing(1) == []
        plain = results(games_of(run))
        assert results(all_games(store, 1)) == plain


def test_the_same_part_again_changes_nothing(store: Store) -> None:
    run = to_play(rounds=9)
    parts = list(conduct(run, missing=[range(1, 5), range(5, 10)]))
    store.begin(run)
    for part in parts:
        store.add(1, part)
    before = (all_games(store, 1), store.run(1), store.missing(1))
    later = parts[0]._replace(games=[g._replace(microseconds=7) for g in parts[0].games])
    for part in (later, *parts):
        store.add(1, part)
    assert (all_games(store, 1), store.run(1), store.missing(1)) == before


def test_rounds_may_come_in_any_order_and_overlap(store: Store) -> None:
    run = to_play(rounds=40)
    store.begin(run)
    for first, last in ((21, 25), (22, 23), (3, 6), (5, 9), (10, 10), (5, 7), (40, 40)):
        store.add(1, invented(run, range(first, last + 1)))
    assert store.missing(1) == [range(1, 3), range(11, 21), range(26, 40)]
    stored = store.run(1)
    assert (stored.rounds_played, stored.finished) == (14, False)
    numbers = [*range(3, 11), *range(21, 26), 40]
    assert [g[:2] for g in all_games(store, 1)] == [(n, e) for n in numbers for e in (0, 1)]
    assert [g.round for g in all_games(store, 1, 6, 22)] == [
        n for n in (6, 7, 8, 9, 10, 21, 22) for _ in (0, 1)
    ]
    assert all_games(store, 1, 11, 20) == []
    assert store.standings(1).rounds == 14


def test_a_part_is_kept_whole_or_not_at_all(store: Store) -> None:
    run = to_play(rounds=5)
    part = invented(run, range(1, 6))
    nameless = part.games[-1]._replace(outcome=cast("str", None))
    broken = part._replace(games=[*part.games[:-1], nameless])
    store.begin(run)
    with pytest.raises(InconsistentError):
        store.add(1, broken)
    assert all_games(store, 1) == []
    assert store.missing(1) == [range(1, 6)]
    with store.engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM games")) == 0


def test_batches_are_whole_rounds_and_the_memory_does_not_grow(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mastermine.arena.store.BATCH_GAMES", 100)
    run = to_play(names="knuth,random,random-consistent", rounds=4000)
    store.begin(run)
    peaks = []
    for first, last in ((1, 400), (401, 4000)):
        store.add(1, invented(run, range(first, last + 1)))
        sizes = set()
        tracemalloc.start()
        for batch in store.games(1):
            sizes.add(len(batch))
            assert [g.entrant for g in batch[:3]] == [0, 1, 2]
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert max(sizes) == 99
    assert peaks[1] < 2 * peaks[0] + 100_000


def test_games_without_moves_and_failures_are_kept(store: Store) -> None:
    @strategy("raises")
    def raises(view: Any) -> Any:
        """Fail, with a text that no database takes as it is."""
        raise RuntimeError("no\0such \udcff thing")

    run = run_of("3x4", [raises, "knuth"], 3, "a \udcff seed", moves=False)
    store.begin(run, "mastermine \udcff")
    (part,) = conduct(run, missing=[range(1, 2)])
    store.add(1, part)
    failed, found = all_games(store, 1)
    assert failed.outcome == FAILED
    assert failed.reason is not None
    assert "no\ufffdsuch \ufffd thing" in failed.reason
    assert (found.moves, found.secret) == (None, None)
    assert found == part.games[1]
    assert store.run(1).run.seed == "a \udcff seed"
    with store.engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT count(*) FROM moves")) == 0


def test_what_a_run_is_made_of_comes_back(store: Store) -> None:
    rules = parse_rules("3x4")
    listed = Run(
        rules,
        (Entrant("knuth", "knuth"), Entrant("mine", "mine.py:mine", "# its text, é\n")),
        Listed.of(rules, ["123", "441"]),
        "seed",
        time_limit=None,
        moves=False,
    )
    fields = to_play("5x5x4", "single-point,safest", 2)
    for run in (listed, fields):
        number = store.begin(run)
        assert replace(store.run(number).run).to_json() == run.to_json()
    for part in conduct(fields):
        store.add(2, part)
    assert results(all_games(store, 2)) == results(games_of(fields))
    assert all(g.guesses is not None for g in all_games(store, 2))


def test_a_run_that_this_version_does_not_understand(store: Store) -> None:
    store.begin(to_play())
    with store.engine.begin() as connection:
        json = to_play().to_json().replace("3x4", "3x4-hexagonal")
        connection.execute(sa.update(metadata.tables["runs"]).values(run=json, version="9.9"))
    (stored,) = store.runs()
    assert stored.names == ("knuth", "random-consistent")
    with pytest.raises(InvalidSpec, match=r"^run 1 was stored by mastermine 9\.9; .*hexagonal"):
        _ = stored.run
    with pytest.raises(InvalidSpec, match="run 1 was stored by"):
        store.standings(1)


def test_runs_are_named_by_number_or_as_the_last(store: Store) -> None:
    for text in ("1", "last"):
        with pytest.raises(InvalidSpec, match="has no runs yet"):
            store.resolve(text)
    for _ in range(3):
        store.begin(to_play())
    assert [store.resolve(text) for text in ("2", " last", "LAST")] == [2, 3, 3]
    store.delete(3)
    assert store.resolve("last") == 2
    assert store.begin(to_play()) == 4
    for text in ("3", "-1", "0", "one", "", "9" * 30, "²"):
        with pytest.raises(InvalidSpec, match=r"choose from 1, 2, 4, or write last"):
            store.resolve(text)
    for question in (store.run, store.missing, store.standings, store.delete):
        with pytest.raises(InvalidSpec, match=r"no run 7 in .* choose from 1, 2, 4"):
            question(7)
    with pytest.raises(InvalidSpec, match="no run 7"):
        next(store.games(7))
    with pytest.raises(InvalidSpec, match="run 7 is no longer"):
        store.add(7, invented(to_play(), range(1, 2)))
    for _ in range(10):
        store.begin(to_play())
    with pytest.raises(InvalidSpec, match="choose from …, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, or"):
        store.resolve("one")


def test_who_reads_sees_one_moment_whatever_others_write(where: str) -> None:
    with open_store(where) as store, open_store(where) as other:
        store.begin(to_play())
        started: list[int] = []

        def meanwhile(_c: Any, _cursor: Any, statement: str, *_more: Any) -> None:
            if "FROM runs" in statement and not started:
                started.append(other.begin(to_play()))

        sa.event.listen(store.engine, "after_cursor_execute", meanwhile)
        assert [(stored.id, len(stored.names)) for stored in store.runs()] == [(1, 2)]
        assert started == [2]
        assert [(stored.id, len(stored.names)) for stored in store.runs()] == [(1, 2), (2, 2)]


def test_more_rounds_than_can_be_kept_are_refused(store: Store) -> None:
    assert store.begin(to_play(rounds=MAX_ROUNDS)) == 1
    assert store.missing(1) == [range(1, MAX_ROUNDS + 1)]
    with pytest.raises(InvalidSpec, match="the maximum is 2,147,483,647"):
        store.begin(to_play(rounds=MAX_ROUNDS + 1))
    assert len(store.runs()) == 1


def test_a_run_is_forgotten_with_all_that_is_its_own(store: Store) -> None:
    run = to_play(rounds=5)
    for number in (1, 2):
        store.begin(run)
        store.add(number, invented(run, range(1, 6)))
    assert [stored.id for stored in store.runs(latest=1)] == [2]
    store.delete(1)
    assert [stored.id for stored in store.runs()] == [2]
    assert len(all_games(store, 2)) == 10
    with store.engine.connect() as connection:
        for table in metadata.sorted_tables:
            if "owner" in table.c:  # It is of no run.
                continue
            column = table.c.id if table.name == "runs" else table.c.run
            assert set(connection.scalars(sa.select(column))) == {2}, table.name


def test_the_tables_are_those_of_the_newest_revision(where: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    assert ScriptDirectory.from_config(connect.migrations()).get_heads() == [REVISION]
    with open_store(where) as store, store.engine.connect() as connection:
        options = {"version_table": VERSION_TABLE, "compare_server_default": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, metadata) == []


def test_sqlite_stores_rows_as_the_tables_say(tmp_path: Path) -> None:
    engine = sa.create_engine("sqlite://")
    metadata.create_all(engine)
    listing = sa.text("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    with open_store(tmp_path / "s") as store, store.engine.connect() as ours:
        made = {row[:2]: re.findall(r"\w+|\S", row[2]) for row in ours.execute(listing)}
    with engine.connect() as new:
        wanted = {row[:2]: re.findall(r"\w+|\S", row[2]) for row in new.execute(listing)}
    engine.dispose()
    made.pop(("table", VERSION_TABLE))
    assert made.keys() == wanted.keys()
    for key, words in wanted.items():
        assert sorted(made[key]) == sorted(words), key


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            f"UPDATE {VERSION_TABLE} SET version_num = '9999'",
            "a newer version .* upgrade mastermine",
        ),
        (f"DROP TABLE {VERSION_TABLE}", "a database of another program; use another store"),
    ],
)
def test_stores_of_others(change: str, message: str, where: str) -> None:
    with open_store(where) as store, store.engine.begin() as connection:
        connection.execute(sa.text(change))
    with pytest.raises(StoreError, match=message):
        open_store(where)


def test_an_sqlite_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "bookmarks.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        open_store(file)
    assert file.read_bytes() == before


def test_what_is_no_store(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("these are my notes\n" * 100)
    with pytest.raises(StoreError, match=r"notes\.txt is not a store of runs; use another file"):
        open_store(text)
    assert text.read_text().startswith("these are")
    with pytest.raises(StoreError, match="is a folder; name a file in it, such as"):
        open_store(tmp_path)
    with pytest.raises(StoreError, match=r"there is no folder .*/a/b for the store c\.sqlite"):
        open_store(tmp_path / "a" / "b" / "c.sqlite")
    with pytest.raises(StoreError, match=r"there is no store .*typo"):
        open_store(tmp_path / "typo", create=False)
    with pytest.raises(StoreError, match="not a valid file"):
        open_store("a\0b")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["notes.txt"]


def with_a_run(folder: Path) -> Path:
    """A store with a run that is played."""
    file = folder / "runs.sqlite"
    with open_store(file) as store:
        store.begin(to_play(rounds=5))
        store.add(1, invented(to_play(rounds=5), range(1, 6)))
    return file


@pytest.fixture
def only_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nothing could be written, also by those who may."""
    ask = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and ask(path, mode))


def check_that_it_is_read(file: Path) -> None:
    with open_store(file, create=False) as store:
        assert store.run(store.resolve("last")).rounds_played == 5
        assert len(all_games(store, 1)) == 10
        assert store.standings(1).rounds == 5
        assert not store.lost()
        for change in (
            lambda: store.begin(to_play()),
            lambda: store.add(1, invented(to_play(), range(6, 7))),
            lambda: store.delete(1),
        ):
            with pytest.raises(StoreError, match=r"sqlite cannot be written: it is read-only$"):
                change()
    with pytest.raises(StoreError, match=r"sqlite cannot be written: it is read-only$"):
        open_store(file)
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.usefixtures("only_to_read")
def test_a_store_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    check_that_it_is_read(with_a_run(tmp_path).rename(tmp_path / "a ?#% of another.sqlite"))


@pytest.mark.parametrize("closed", ["file", "folder", "both"])
def test_a_read_only_store_is_read(closed: str, tmp_path: Path) -> None:
    file = with_a_run(tmp_path)
    if closed != "folder":
        file.chmod(0o444)
    if closed != "file":
        tmp_path.chmod(0o555)
    if os.access(tmp_path if closed == "folder" else file, os.W_OK):
        pytest.skip("whoever runs this may write everywhere")
    try:
        if closed == "folder":
            with open_store(file, create=False) as store:
                assert len(all_games(store, 1)) == 10
                with pytest.raises(StoreError, match="cannot be written: it is read-only"):
                    store.delete(1)
            with pytest.raises(StoreError, match=r"cannot be written: no file can be written in"):
                open_store(tmp_path / "new.sqlite")
        else:
            check_that_it_is_read(file)
        file.chmod(0o000)
        with pytest.raises(StoreError, match=r"sqlite cannot be read: Permission denied"):
            open_store(file, create=False)
    finally:
        tmp_path.chmod(0o755)


@pytest.mark.usefixtures("only_to_read")
def test_what_another_process_writes_is_read(tmp_path: Path) -> None:
    file = tmp_path / "runs.sqlite"
    with open_store(file) as writer:
        writer.begin(to_play())
        with open_store(file, create=False) as reader:
            assert len(reader.runs()) == 1
            writer.begin(to_play())
            assert len(reader.runs()) == 2
        # A copy of a store whose writer was killed, without the memory that they shared.
        copy = tmp_path / "copy" / file.name
        copy.parent.mkdir()
        for end in ("", "-wal"):
            copy.with_name(file.name + end).write_bytes(
                file.with_name(file.name + end).read_bytes()
            )
        with pytest.raises(StoreError, match=r"read: while .*-wal exists, its folder must"):
            open_store(copy, create=False)


def test_a_store_that_is_removed_or_replaced_is_lost(where: str) -> None:
    with open_store(where) as store:
        store.begin(to_play())
        assert not store.lost()
        if "://" in where:
            return
        Path(where).rename(where + ".moved")
        assert store.lost()
        open_store(where).close()
        assert store.lost()
        Path(where + ".moved").replace(where)
        assert not store.lost()


def test_a_run_that_is_removed_while_it_is_played(where: str) -> None:
    with open_store(where) as store, open_store(where) as other:
        number = store.begin(to_play())
        store.add(number, invented(to_play(), range(1, 3)))
        other.delete(number)
        with pytest.raises(InvalidSpec, match=r"run 1 is no longer in .*: it was removed"):
            store.add(number, invented(to_play(), range(3, 5)))
        assert list(store.runs()) == []


def test_a_run_that_is_removed_while_it_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mastermine.arena.store.BATCH_GAMES", 4)
    run = to_play(rounds=6)
    store.begin(run)
    store.add(1, invented(run, range(1, 7)))
    batches = store.games(1)
    assert len(next(batches)) == 4
    store.delete(1)
    assert list(batches) == []


DAMAGED_ROWS = [
    "UPDATE games SET outcome = 'hmm' WHERE round = 3",
    "UPDATE games SET turns = 'x' WHERE round = 3",
    "UPDATE games SET turns = -3 WHERE round = 3",
    "UPDATE games SET microseconds = 'x' WHERE round = 3",
    "UPDATE games SET entrant = 7 WHERE round = 3 AND entrant = 1",
    "DELETE FROM games WHERE round = 3",
    "DELETE FROM games WHERE round = 3 AND entrant = 0",
    "DELETE FROM games",
    "DELETE FROM entrants",
    "DELETE FROM games; DELETE FROM entrants",
    "UPDATE entrants SET name = 'other' WHERE entrant = 1",
    "UPDATE runs SET created = 'hello'",
    "UPDATE runs SET rounds = 'x'",
    "UPDATE runs SET rounds = 50",
    "UPDATE parts SET first = 'x'",
    "INSERT INTO parts VALUES (1, 5000, 6000)",
    'UPDATE runs SET run = replace(run, \'"home": "knuth"\', \'"home": 6\')',
    'UPDATE runs SET run = replace(run, \'"name": "knuth"\', \'"name": 6\')',
    "UPDATE moves SET moves = 'zz' WHERE round = 3",
    "UPDATE moves SET moves = '5' WHERE round = 3",
    "UPDATE moves SET moves = '[[1,2]]' WHERE round = 3",
    "UPDATE moves SET moves = '[\"ab\"]' WHERE round = 3",
    "UPDATE moves SET secret = x'ff' WHERE round = 3",
]


@pytest.mark.parametrize("change", DAMAGED_ROWS)
def test_rows_that_somebody_changed_are_reported_in_a_line(change: str, tmp_path: Path) -> None:
    file = with_a_run(tmp_path)
    connection = sqlite3.connect(file)
    with connection:
        for each in change.split("; "):
            assert connection.execute(each).rowcount > 0
    connection.close()
    with (
        open_store(file) as store,
        pytest.raises((StoreError, InvalidSpec), match=r"^run 1 .*is damaged") as caught,
    ):
        _ = (store.run(1).run, store.missing(1), store.standings(1), all_games(store, 1))
    assert "\n" not in str(caught.value)
    with open_store(file) as store:
        store.delete(1)
        assert store.runs() == []


def test_a_run_of_deep_json_is_reported_in_a_line(store: Store) -> None:
    store.begin(to_play())
    with store.engine.begin() as connection:
        connection.execute(sa.update(metadata.tables["runs"]).values(run="[" * 100_000))
    with pytest.raises(InvalidSpec, match=r"run 1 was stored by .*: invalid run: .*recursion"):
        _ = store.run(1).run


def test_no_folder_for_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError, match=r"the store .* cannot be written: "):
        open_store()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with open_store(create=False) as store:
        assert store.runs() == []
        assert store.name == str(tmp_path / "data" / "mastermine" / "runs.sqlite")


def test_a_relative_path_is_the_same_store_wherever_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with open_store("runs ?#%.sqlite") as store:
        monkeypatch.chdir("/")
        store.begin(to_play())
        assert (tmp_path / "runs ?#%.sqlite").stat().st_size > 0


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("mysql://me@here/runs", "a file or a postgresql:// URL, not a mysql:// URL"),
        ("postgresql://me@here:port/runs", "is not a valid URL; write postgresql://USER"),
        ("://", "is not a valid URL"),
        ("postgresql://me:hidden@127.0.0.1:1/runs", r"postgresql://me:\*\*\*@127.0.0.1:1/runs"),
    ],
)
def test_urls_at_which_there_is_no_store(url: str, complaint: str) -> None:
    if "127" in url:
        pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match=complaint) as caught:
        open_store(url)
    assert "\n" not in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_what_postgresql_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"needs psycopg: pip install 'mastermine\[postgres\]'"):
        open_store("postgresql://me@127.0.0.1:1/runs")


def test_a_full_disk_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    run = to_play(rounds=100_000)
    stored = []
    with open_store(tmp_path / "s") as store:
        store.begin(run)
        with store.engine.connect() as connection:
            # As if the disk had no more room; it holds for the one connection that there is.
            connection.exec_driver_sql("PRAGMA max_page_count = 60")
        full = "no space is left for .*; the games stored so far are safe"
        with pytest.raises(StoreError, match=full):  # noqa: PT012
            for at in range(1, 100_000, 50):
                part = invented(run, range(at, at + 50))
                store.add(1, part)
                stored += part.games
    with open_store(tmp_path / "s") as store:
        assert len(stored) > 500
        assert all_games(store, 1) == stored
        assert store.missing(1) == [range(len(stored) // 2 + 1, 100_001)]
        store.add(1, invented(run, store.missing(1)[0][:10]))


def test_one_who_writes_too_long_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connect, "LOCK_SECONDS", 0)
    with open_store(tmp_path / "s") as one, open_store(tmp_path / "s") as other:
        number = one.begin(to_play())
        with one.writing(), pytest.raises(StoreError, match="another process has been writing"):
            other.begin(to_play())
        assert other.run(number).id == number, "reading goes on while another writes"


def test_opening_a_store_again_does_not_load_alembic(tmp_path: Path) -> None:
    file = tmp_path / "s"
    open_store(file).close()
    script = (
        "import sys; from mastermine.arena.store import open_store; "
        f"open_store({str(file)!r}).runs(); print([m for m in sys.modules if 'alembic' in m])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.split() == [b"[]"]
