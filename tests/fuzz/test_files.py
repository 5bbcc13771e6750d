"""Files, links and rows that were damaged or made up: they are read, or there is one clear line."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from tests.fuzz.reading import damaged, read_or_refused, spoiled
from tests.mastermind.simple_prover import packed, proof

from mastermine.arena.results import Results
from mastermine.arena.run import Run
from mastermine.arena.runner import conduct
from mastermine.arena.secret_source import Every
from mastermine.arena.store import StoreError, open_store
from mastermine.cli.lab.settings import Settings
from mastermine.cli.mastermind.turn_options import read_turns
from mastermine.cli.review import _read as read_review
from mastermine.core.errors import InvalidSpec
from mastermine.core.options import read_home
from mastermine.i18n.languages import LANGUAGES, find_language, of_environment, of_header
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.optimal.certificate import check_stream
from mastermine.mastermind.optimal.search import Objective, optimal_play
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.replays import rawvf
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import expand, find_strategy, parse_rules
from mastermine.session import (
    Contest,
    MastermindSession,
    MinesweeperSession,
    Mode,
    Race,
    load,
    restore,
)
from mastermine.session.saved import files
from mastermine.session.saved.recorded import recorded
from mastermine.session.saved.saved_games import SavedGames
from mastermine.session.share.links import link, read_link

few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
"""For what opens files; each target is tried again and again until its time is up."""


# ---- trees ----


@cache
def a_tree() -> Tree:
    rules = Mastermind(2, 3)
    return Tree.of_strategy(rules, find_strategy("knuth"), notes=("a note",))


@given(st.data())
def test_trees(data: st.DataObject) -> None:
    text = a_tree().text().encode()
    given = data.draw(damaged(text) | damaged(gzip.compress(text, mtime=0)) | st.binary())
    tree = read_or_refused(Tree.decode, given)
    if tree is not None:
        assert Tree.parse(tree.text()).text() == tree.text()


def test_the_tree_that_is_damaged_is_one() -> None:
    assert Tree.decode(a_tree().text().encode()) == a_tree()


# ---- certificates ----


@given(st.data())
def test_certificates(data: st.DataObject) -> None:
    total, hints = proof("3x3")
    good = packed("mastermind:3x3", total, hints)
    inside = data.draw(damaged(gzip.decompress(good)))
    given = data.draw(damaged(good) | st.just(gzip.compress(inside, mtime=0)) | st.binary())
    found = read_or_refused(check_stream, io.BytesIO(given))
    if found is not None and found.rules.spec() == "mastermind:3x3":
        assert found.total <= total


def test_the_certificate_that_is_damaged_is_one() -> None:
    assert check_stream(io.BytesIO(packed("mastermind:3x3", *proof("3x3")))).total == 73


# ---- searches that go on ----


@cache
def a_checkpoint(home: Path) -> list[Any]:
    path = home / "search.jsonl"
    optimal_play(Mastermind(2, 3), checkpoint=path)
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@few
@given(data=st.data())
def test_checkpoints(home: Path, data: st.DataObject) -> None:
    lines = data.draw(spoiled(a_checkpoint(home)))
    assume(isinstance(lines, list))
    path = home / "damaged.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)) + "\n")
    found = read_or_refused(lambda: optimal_play(Mastermind(2, 3), checkpoint=path))
    if found is not None:
        assert found.proven


@few
@given(data=st.data())
def test_checkpoints_as_bytes(home: Path, data: st.DataObject) -> None:
    text = "\n".join(map(json.dumps, a_checkpoint(home))) + "\n"
    path = home / "bytes.jsonl"
    path.write_bytes(data.draw(damaged(text.encode())))
    read_or_refused(lambda: optimal_play(Mastermind(2, 3), checkpoint=path))


@given(st.integers() | st.sampled_from([100, 101, 255, 2**31, 2**63, 10**400]))
@example(100)
def test_searches_within_so_many_guesses(most: int) -> None:
    found = read_or_refused(
        lambda: optimal_play(Mastermind(2, 3), Objective.MOST_WITHIN, max_depth=most)
    )
    assert found is None or found.proven


# ---- saved games ----


@cache
def saved_games() -> tuple[dict[str, Any], ...]:
    code = Mastermind(4, 6)
    field = Minesweeper(5, 4, 4)
    plain = MastermindSession(code, secret=code.parse_secret("1234"))
    for guess in ("1122", "1344", "2156"):
        plain.guess(guess)
    plain.undo()
    person = MastermindSession(code, Mode.PERSON, names=tuple("abcdef"))
    adversary = MastermindSession(code, Mode.ADVERSARY, seed="x")
    adversary.guess("1122")
    mines = MinesweeperSession(field, seed=3)
    mines.click("0,0")
    hostile = MinesweeperSession(field, Mode.ADVERSARY, seed=4)
    hostile.click("2,2")
    match = Contest(Mastermind(2, 3, limit=3), ["A", "B", "C"])
    match.hide("11")
    assert match.board is not None
    match.board[1].guess("12")
    race = Race(field, ["A", "B"])
    race.begin()
    games = (plain, person, adversary, mines, hostile, match, race)
    return tuple(json.loads(files.text_of(game.data())) for game in games)


def test_the_saved_games_that_are_spoiled_are_such() -> None:
    for fields in saved_games():
        stored = restore(fields).data()
        assert {name: fields[name] for name in stored} == json.loads(json.dumps(stored))


@given(st.data())
def test_saved_games(data: st.DataObject) -> None:
    fields = data.draw(spoiled(data.draw(st.sampled_from(saved_games()))))
    assume(isinstance(fields, dict))
    game = read_or_refused(restore, fields)
    if game is not None:
        again = restore(json.loads(json.dumps(game.data())))
        assert again.public() | {"seconds": 0} == game.public() | {"seconds": 0}  # The clock runs.
        start = read_or_refused(read_link, link(game))
        assert start is not None


@few
@given(data=st.data())
def test_saved_games_as_files(home: Path, data: st.DataObject) -> None:
    path = home / "game.json"
    fields = data.draw(st.sampled_from(saved_games()))
    path.write_bytes(data.draw(damaged(json.dumps(fields).encode())))
    read_or_refused(load, path)


# ---- runs, results, settings ----


@cache
def runs() -> tuple[Any, ...]:
    rules = Mastermind(2, 3)
    players = [find_strategy(name) for name in ("knuth", "random")]
    sample = Run.of(rules, players, 5, "seed")
    every = Run(rules, sample.entrants, Every.of(rules), 7, None, False)
    listed = json.loads(every.to_json()) | {"field": {"kind": "listed", "secrets": ["11", "12"]}}
    return (*(json.loads(run.to_json()) for run in (sample, every)), listed)


@given(st.data())
def test_runs(data: st.DataObject) -> None:
    fields = data.draw(spoiled(data.draw(st.sampled_from(runs()))))
    run = read_or_refused(Run.from_json, json.dumps(fields))
    if run is not None:
        assert Run.from_json(run.to_json()) == run


EVALUATION = {
    "rules": "mastermind:4x6",
    "results": [
        {
            "strategy": "knuth", "total": 9, "average": 2.25, "worst": 3,
            "histogram": {"1": 1, "2": 1, "3": 2}, "exact": True, "standard_error": None,
        }
    ],
}  # fmt: skip


@given(spoiled(EVALUATION))
def test_evaluations(fields: Any) -> None:
    results = read_or_refused(Results.of_evaluation, json.dumps(fields), "file")
    if results is not None:
        assert results.caption()


def test_the_evaluation_that_is_spoiled_is_one() -> None:
    assert Results.of_evaluation(json.dumps(EVALUATION), "file").rounds == 4


@given(spoiled(json.loads(Settings(Mastermind(4, 6)).to_json())))
def test_settings_of_the_laboratory(fields: Any) -> None:
    found = read_or_refused(Settings.from_json, json.dumps(fields))
    if found is not None:
        assert Settings.from_json(found.to_json()) == found


GAME = {"rules": "4x6", "turns": [["1122", "0B 3W"], ["3344", "1,1"]], "outcome": "won"}
SWEPT = {"rules": "3x3x2", "moves": [["0,0", "0,0:1"], ["2,2", "mine"]]}


@given(spoiled(GAME) | spoiled(SWEPT))
def test_games_to_look_back_on(fields: Any) -> None:
    read_or_refused(read_review, json.dumps(fields))


# ---- what is typed ----


turn_like = st.lists(
    st.sampled_from(["1122", "red", "->", ":", "=", "0,0", "1B", "2W", "1 1", "٣", "9" * 5000]),
    max_size=8,
).map(" ".join)


@given(st.lists(st.text() | turn_like, max_size=3))
def test_turns(texts: list[str]) -> None:
    rules = Mastermind(4, 6)
    turns = read_or_refused(read_turns, texts, Notation(rules))
    if turns is not None:
        written = [
            f"{rules.format_action(turn.action)} {rules.format_feedback(turn.feedback)}"
            for turn in turns
        ]
        assert read_turns(written, Notation(rules)) == turns


name_like = st.lists(
    st.sampled_from(
        ["knuth", "endgame", "sampled", ":", "=", "first=1122", "first=every", "layouts=100",
         "layouts=1e999", "layouts=-1", "x.py", "layouts=٣", "=", ".", "nan", "9" * 5000, "\ud800"]
    ),
    max_size=6,
).map("".join)  # fmt: skip


@given(st.text() | name_like, st.sampled_from(["mastermind", "minesweeper"]))
def test_names_of_strategies(text: str, game: str) -> None:
    home = read_or_refused(read_home, text)
    if home is not None and home.path is None:
        read_or_refused(find_strategy, text, game)
        read_or_refused(expand, text, parse_rules("4x6" if game == "mastermind" else "5x5x3"))


LINKS = (
    "https://example.org/mastermind?rules=4x6&seed=hello&colours=a,b,c,d,e,f&strategy=knuth",
    "/minesweeper?rules=5x4x4&seed=7&first=0,0&mode=adversary",
    "/minesweeper?b=0504&m=00g0&rules=5x4x4",
    "/mastermind?rules=2x3&player=Ana&player=Boris&rounds=2&score=guesses",
    "/mastermind?daily=classic&day=2026-11-21",
    "/mastermind?rules=4x6&code=MTIzNA&keep=hardest&word=",
)


@given(st.data())
@example(None)
def test_links(data: st.DataObject | None) -> None:
    if data is None:
        texts = ["?rules=4x6&seed=" + "9" * 5000, "?rounds=" + "9" * 4000, "http://[", "?b=%ff"]
    else:
        good = data.draw(st.sampled_from(LINKS))
        texts = [data.draw(st.text()), data.draw(damaged(good.encode())).decode(errors="replace")]
    for text in texts:
        read_or_refused(read_link, text)


@given(st.text() | st.text("srenLat-_@;q=0.5, nichx*", max_size=40))
@example("sr;q=nan, en;q=1e999, de;q=-1")
def test_languages(text: str) -> None:
    found = find_language(text)
    assert found is None or find_language(found.tag) is found
    assert of_header(text).tag in LANGUAGES
    assert of_environment({"LANG": text, "LANGUAGE": text}).tag in LANGUAGES


# ---- the store ----


@cache
def a_store(home: Path) -> bytes:
    path = home / "runs.sqlite"
    with open_store(path) as store:
        run = Run.of(
            Mastermind(2, 3),
            [find_strategy("knuth"), find_strategy("random")],
            6,
            1,
        )
        number = store.begin(run, "mastermine match 2x3")
        for part in conduct(run):
            store.add(number, part)
        code = Mastermind(4, 6)
        SavedGames(store).save("me", MastermindSession(code, secret=code.parse_secret("1234")))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    return path.read_bytes()


def look_at(path: Path) -> None:
    """All questions to a store."""
    with open_store(path, create=False) as store:
        for stored in store.runs():
            for ask in (
                lambda n=stored.id: store.run(n).run,
                lambda n=stored.id: store.missing(n),
                lambda n=stored.id: store.standings(n),
                lambda n=stored.id: list(store.games(n)),
                lambda n=stored.id: store.resize(n, 9, "more"),
            ):
                read_or_refused(ask)
        for game in SavedGames(store).all("me"):
            read_or_refused(SavedGames(store).load, "me", game.id)


@few
@given(data=st.data())
def test_stores_as_bytes(home: Path, data: st.DataObject) -> None:
    path = home / "damaged.sqlite"
    path.write_bytes(data.draw(damaged(a_store(home))))
    read_or_refused(look_at, path)


@few
@given(data=st.data())
def test_stores_whose_rows_somebody_changed(home: Path, data: st.DataObject) -> None:
    path = home / "rows.sqlite"
    path.write_bytes(a_store(home))
    values = st.sampled_from(
        [None, -1, 0, 2**63 - 1, -(2**63), 1e300, "", "x", "[", "[[]]", b"\xff"]
    ) | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
    connection = sqlite3.connect(path)
    with connection:
        for _ in range(data.draw(st.integers(1, 3))):
            names = [
                row[0]
                for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            table = data.draw(st.sampled_from(sorted(set(names) - {"sqlite_sequence"})))
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            column = data.draw(st.sampled_from(columns))
            try:
                connection.execute(f"UPDATE {table} SET {column} = ?", (data.draw(values),))
            except sqlite3.IntegrityError:
                continue
    connection.close()
    read_or_refused(look_at, path)


def changed_store(home: Path, change: str, *values: object) -> Path:
    """A store in which somebody changed a row."""
    path = home / "changed.sqlite"
    path.write_bytes(a_store(home))
    with sqlite3.connect(path) as connection:
        connection.execute(change, values)
    connection.close()
    return path


def test_a_game_whose_version_is_no_number_is_refused(home: Path) -> None:
    path = changed_store(home, "UPDATE saved SET id = 'mine', version = 'x'")
    with open_store(path, create=False) as store:
        shelf = SavedGames(store)
        assert shelf.all("me") == []
        for ask in (shelf.load, shelf.version):
            with pytest.raises(InvalidSpec, match="is damaged"):
                ask("me", "mine")


@pytest.mark.parametrize("revision", ["", "head", "base", "+1", "a\nb"])
def test_a_store_whose_tables_are_of_no_revision_is_refused(home: Path, revision: str) -> None:
    path = changed_store(home, "UPDATE mastermine_revision SET version_num = ?", revision)
    with pytest.raises(StoreError, match=r"newer version.*\(revision [^\n]*\)"):
        look_at(path)


def test_a_store_whose_schema_is_not_utf_8_is_refused(home: Path) -> None:
    path = home / "schema.sqlite"
    path.write_bytes(a_store(home).replace(b"tablesavedsaved", b"tables\xffvedsaved"))
    with pytest.raises(StoreError, match="is damaged"):
        look_at(path)


def test_a_run_that_is_no_text_is_refused(home: Path) -> None:
    path = changed_store(home, "UPDATE runs SET run = ?", b"\xff")
    with (
        open_store(path, create=False) as store,
        pytest.raises(StoreError, match=r"run 1 in .* is damaged; remove it"),
    ):
        store.runs()


# ---- recorded games ----

RECORDED_LINES = (
    *("Width: 5", "Mines: 2", "Marks: On", "Timestamp: 2021-05-22", "Board:", "*0000", "0000*"),
    *("00000", "Events:", "0 lc 2 1", "0.1 lr 2 1 (20 4)", "-0.5 rc 1 1", "1e9 rr 1 1", "2 mc 2 1"),
    *("2 mr 2 1", "3 sc 2 1", "number1 2 1", "blast 1 1", "flag 1 1", "won", "4 zz 1 1", "", "9"),
)


@given(st.lists(st.sampled_from(RECORDED_LINES) | st.text(max_size=12), max_size=40))
@example([*RECORDED_LINES[:8], *RECORDED_LINES[8:13]])
def test_recorded_games(lines: list[str]) -> None:
    text = "\n".join(lines)
    replay = read_or_refused(rawvf.read, text)
    if replay is not None:
        again = rawvf.read(rawvf.write_replay(replay.layout, replay.actions))
        assert [each.turns for each in again.actions] == [each.turns for each in replay.actions]
    read_or_refused(recorded, "rows.txt", text.encode(errors="replace"), "4x6")
    read_or_refused(recorded, "rows.txt", text.encode(errors="replace"))
