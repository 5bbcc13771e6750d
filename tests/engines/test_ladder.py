"""The ladder: added engines and our players on the same secrets."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from tests.cli.program import printed, refused, run

from mastermine.arena.store import open_store
from mastermine.engines import ladder
from mastermine.system.folders import data_folder

ENGINE = Path(__file__).with_name("engine.py")


def command(*words: str) -> str:
    """The command line of the engine of the tests."""
    return shlex.join([sys.executable, str(ENGINE), *words])


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A ladder of small games, in a folder of its own."""
    monkeypatch.setattr(ladder, "SPECS", {"mastermind": "2x6", "minesweeper": "4x4x3"})
    monkeypatch.setattr(
        ladder, "OURS", {"mastermind": ("knuth",), "minesweeper": ("pseq", "single-point")}
    )
    monkeypatch.setattr(ladder, "TIMED_GAMES", 1)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def test_engines_are_added_and_removed() -> None:
    assert printed("ladder") == "No engine was added yet: mastermine ladder add NAME COMMAND\n"
    added = printed("ladder", "add", "mine", command())
    assert added == "mine was added; it plays mastermind, minesweeper.\n"
    assert printed("ladder") == f"mine: {command()}\n"
    assert "did you mean mine" in refused("ladder", "remove", "min")
    printed("ladder", "remove", "mine")
    assert "No engine" in printed("ladder")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("a b", "true"), "'a b' is not a name"),
        (("knuth", command()), "knuth is a player of the ladder; choose another name"),
        (("mmstrat", "."), "there is no .: name its program mmstrat"),
        (("mine", "no-such-program"), "there is no program no-such-program"),
        (("mine", "true"), "it ended with exit status 0"),
        (("mine", command("chess")), "mine plays no game of the ladder"),
        (("mine", f"{command()}:depth=12"), "depth=12"),
    ],
)
def test_what_is_no_engine_is_not_added(words: tuple[str, str], reason: str) -> None:
    assert reason in refused("ladder", "add", *words)
    assert ladder.Ladder.read().engines == {}


@pytest.mark.parametrize(
    "text", ["[]", '{"mine": "true"}', '{"mine": {"command": 1, "about": ""}}']
)
def test_a_damaged_file_is_named(text: str) -> None:
    file = ladder.Ladder.read().file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    assert refused("ladder").endswith("ladder.json is damaged; delete it and add the engines again")


def test_all_play_the_same_secrets_and_a_page_is_written() -> None:
    printed("ladder", "add", "mine", f"{command()}:depth=3", "--about", "commit 1234567")
    run("ladder", "run", "--rounds", "120", "--jobs", "1")
    page = Path("ladder.md").read_text("utf-8")
    places = re.findall(r"\| (\d) \| ([\w-]+) \|", page)
    assert [place for place, _name in places] == ["1", "2", "1", "2", "3"]
    assert [name for _place, name in places][:3] == ["knuth", "mine", "pseq"]
    assert "| exact |" in page
    assert "\n- mine (commit 1234567): `mastermine " in page
    assert f"--strategy 'cmd:{command()}'" in page
    with open_store(data_folder() / "ladder.sqlite") as store:
        assert [stored.run.rounds for stored in store.runs()] == [36, 36, 120, 120, 120]


def test_its_folder_is_made() -> None:
    run("ladder", "run", "--game", "minesweeper", "--rounds", "1", "--jobs", "1")
    assert (data_folder() / "ladder.sqlite").exists()


def test_it_goes_on_where_it_was() -> None:
    run("ladder", "run", "--game", "minesweeper", "--rounds", "20", "--jobs", "1")
    printed("ladder", "add", "mine", command())
    run("ladder", "run", "--game", "minesweeper", "--rounds", "30", "--jobs", "1")
    with open_store(data_folder() / "ladder.sqlite") as store:
        assert [stored.run.rounds for stored in store.runs()] == [30, 30, 30]
        assert not any(store.missing(stored.id) for stored in store.runs())
    assert "## Mastermind" not in Path("ladder.md").read_text("utf-8")


def test_failed_games_can_be_reviewed() -> None:
    printed("ladder", "add", "mine", command("claims"))
    run("ladder", "run", "--game", "minesweeper", "--rounds", "10", "--jobs", "1")
    page = Path("ladder.md").read_text("utf-8")
    records = Path("ladder-minesweeper.jsonl").read_text("utf-8").splitlines()
    [*disputes] = re.findall(r"round \d+: .*it claims that .*`mastermine review (\S+) (\d+)`", page)
    assert len(disputes) == len(records) > 0
    assert all(json.loads(record)["rules"] == "minesweeper:4x4x3" for record in records)
