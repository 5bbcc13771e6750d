"""People who race at Minesweeper, and a computer that lays no mines: typed by a script."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest
from tests.cli import program

from mastermine.core.game import Outcome
from mastermine.session import MinesweeperSession, Mode, Race, load

if TYPE_CHECKING:
    from pathlib import Path

text_of = partial(program.text_of, "play")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in ("STATE", "DATA"):
        monkeypatch.setenv(f"XDG_{folder}_HOME", str(tmp_path / folder.lower()))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "state" / "mastermine"


# The seed places one mine on a board of three cells in a row: the middle one shows a 1.
RACE = ["3x1x1", "--players", "Ana,Boris", "--seed", "2"]


def test_a_race() -> None:
    output = text_of(
        *RACE, typed=["", "1,0", "hint", "undo", "mines", "give up", "", "1 0", "give up"]
    )
    assert "Ana, Boris: 2 rounds." in output
    assert "Round 1 of 2. Ana," in output
    for word in ("hint", "undo", "mines"):
        assert f"{word} is not available here" in output
    assert "Ana: gave up with 1 cell open" in output
    assert "Round 1 of 2. Boris, press Enter when you are ready." in output
    assert "Boris: gave up with 1 cell open" in output
    assert "Ana: Ana" not in output
    assert "Nobody won the round." in output
    assert "After round 1 of 2" in output
    assert "Round 2 of 2. Boris, press Enter when you are ready." in output


def test_who_hits_a_mine_loses_to_who_clears() -> None:
    for cells in (["0,0", "2,0"], ["2,0", "0,0"]):  # One of them is right for each.
        output = text_of(*RACE, typed=["", "1,0", cells[0], "", cells[1], *["", "give up"] * 2])
        won = re.findall(r"(Ana|Boris): cleared in 0\.\d s", output)
        lost = re.findall(r"(Ana|Boris): hit a mine at [02],0 with 1 cell open", output)
        assert {won[0], lost[0]} == {"Ana", "Boris"}
        assert f"Round won by {won[0]}." in output
        assert "Final table" in output


def test_a_race_is_kept_and_continues(tmp_path: Path, state: Path) -> None:
    path = str(tmp_path / "race.json")
    output = text_of(*RACE, typed=["", "1,0", f"save {path}", "give up", ""])
    assert "Saved the game; resume it with:" in output
    (kept,) = state.glob("race-*.json")
    race = load(kept)
    assert isinstance(race, Race)
    assert race.player == "Boris"
    assert "Round 1 of 2" not in text_of("--load", path, typed=["give up"]).partition("Ana:")[0]
    text_of("--load", str(kept), typed=["give up", *["", "give up"] * 2])
    assert not kept.exists()


def test_who_waits_can_leave(state: Path) -> None:
    output = text_of(*RACE, typed=["", "1,0", "give up", "quit"])
    assert "Saved the game; resume it with:" in output
    assert len(list(state.glob("race-*.json"))) == 1


def test_a_computer_that_lays_no_mines(tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    output = text_of("4x4x3-open", "--adversary", "--seed", "1", typed=["0,0", f"save {path}"])
    assert "I place the mines as late as possible" in output
    session = load(path)
    assert isinstance(session, MinesweeperSession)
    assert session.mode is Mode.ADVERSARY
    moves = []
    while session.outcome is None:
        cell = session.hint().cell
        moves.append(f"{cell[0]},{cell[1]}")
        session.click(moves[-1])
    assert session.outcome is Outcome.WON
    output = text_of("--load", path, typed=[*moves, ""])
    assert "Won in" in output
    assert "To play this board again" not in output


def test_a_forced_guess_is_safe() -> None:
    output = text_of("3x1x1-any", "--adversary", typed=["1,0", "hint", "hint", "give up", ""])
    assert ": a guess that you cannot avoid is safe." in output
