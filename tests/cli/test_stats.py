"""Games that are over, in the terminal: statistics, daily puzzles, what is shared."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.cli.program import data, run, text_of

from mastermine.core.random import Random
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.session import MastermindSession, load
from mastermine.session.saved import daily, history
from mastermine.session.saved.files import unfinished

DAY = date(2026, 11, 21)


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(daily, "today", lambda: DAY)


def hidden(secret: str = "3411", spec: str = "classic", *, chosen: bool = False) -> str:
    rules = parse_rules_of(Mastermind, spec)
    game = MastermindSession(rules, secret=rules.parse_secret(secret))
    game.given = chosen  # Else as if it were drawn.
    game.save("hidden.json")
    return "hidden.json"


def code_of(level: str, day: date) -> str:
    rules, seed = daily.puzzle(level, day)
    assert isinstance(rules, Mastermind)
    return rules.format_secret(rules.draw(Random(seed)))


class TestStatistics:
    def test_nothing_is_played(self) -> None:
        assert (
            text_of("stats") == "You have not finished a game yet. Play one with: mastermine play"
        )
        assert data("stats") == []

    def test_each_game_that_is_over_is_counted_once(self) -> None:
        text_of("play", "--load", hidden(), typed=("1122", "3411"))
        text_of("play", "--load", hidden(), typed=("3411", ""))
        text_of("play", "--load", hidden(), typed=("give up",))
        run("play", "--load", hidden(), typed=("1122",))
        (each,) = data("stats")
        assert (each["level"], each["mode"], each["games"], each["won"]) == (
            "classic",
            "computer",
            3,
            2,
        )
        assert (each["turns"], each["best_turns"]) == (1.5, 1)
        assert (each["streak"], each["longest_streak"]) == (0, 2)
        assert "classic computer 3 2 67 ±24 % 1.50 ±0.50 1 0 2" in text_of("stats")

    def test_no_name_and_no_figure_is_broken_where_there_is_little_room(self) -> None:
        text_of("play", "--load", hidden("1234", "bulls-and-cows"), typed=("1234", ""))
        for columns, is_table in (("120", True), ("60", False), ("40", False)):
            shown = run("stats", COLUMNS=columns).stdout
            assert "bulls-and-cows" in shown
            assert "100 %" in shown
            assert max(map(len, shown.splitlines())) <= int(columns)
            assert ("─" in shown) == is_table

    def test_a_loss_that_was_taken_back_stays_lost(self) -> None:
        rules = parse_rules_of(Minesweeper, "3x1x1-any")
        hit = next(x for x in range(3) if (x, 0) in rules.draw(Random("mine"), (x, 0)).cells)
        text_of("play", "3x1x1-any", "--seed", "mine", typed=(f"{hit},0", "undo", "give up", ""))
        (each,) = data("stats")
        assert (each["rules"], each["games"], each["won"]) == ("minesweeper:3x1x1-any", 1, 0)

    def test_games_with_a_chosen_secret_or_seed_are_not_the_best(self) -> None:
        text_of("play", "--load", hidden(), typed=("1122", "3411", ""))
        assert "chosen" not in text_of("stats")
        text_of("play", "--load", hidden(chosen=True), typed=("3411", ""))
        text_of("play", "classic", "--seed", "1", typed=("give up", ""))
        (each,) = data("stats")
        assert (each["games"], each["won"], each["chosen"]) == (3, 2, 2)
        assert (each["best_turns"], each["streak"], each["longest_streak"]) == (2, 1, 1)
        said = "2 games with a chosen seed or secret do not count for best results and streaks."
        for columns in ("120", "40"):
            assert said in text_of("stats", COLUMNS=columns)

    def test_a_minefield_counts_seconds(self) -> None:
        text_of("play", "2x1x1", typed=("0,0", ""))
        (each,) = data("stats")
        assert (each["won"], each["best_turns"]) == (1, 1)
        assert 0 <= each["best_seconds"] < 60
        assert f"{each['best_seconds']:.2f} s" in text_of("stats")

    def test_of_a_match_of_people_each_board_is_counted(self) -> None:
        typed = ("1234", "1234", "", "4321", "give up")
        text_of("play", "4x6", "--players", "Ana,Boris", typed=typed)
        (each,) = data("stats")
        assert (each["mode"], each["games"], each["won"]) == ("people", 2, 1)

    def test_the_store_is_that_of_the_variable(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("MASTERMINE_STORE", str(tmp_path / "mine.sqlite"))
        text_of("play", "--load", hidden(), typed=("3411",))
        assert data("stats")[0]["games"] == 1
        monkeypatch.delenv("MASTERMINE_STORE")
        assert data("stats") == []
        assert data("stats", "--store", "mine.sqlite")[0]["games"] == 1
        missing = run("stats", "--store", "none.sqlite")
        assert (missing.exit_code, "there is no store" in missing.output) == (2, True)
        assert not Path("none.sqlite").exists()

    def test_a_store_that_cannot_be_written_takes_no_game_away(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MASTERMINE_STORE", "no/folder/x.sqlite")
        output = text_of("play", "--load", hidden(), typed=("3411", ""))
        assert "Found in 1 guess." in output
        assert output.count("The game was not added to your statistics: there is no folder") == 1

    def test_a_game_that_is_over_but_not_reviewed(self) -> None:
        text_of("play", "--load", hidden(), typed=("3411",))  # The input ends at the question.
        assert data("stats")[0]["games"] == 1


class TestDaily:
    def test_it_is_played_once_a_day(self) -> None:
        code = code_of("classic", DAY)
        output = text_of("play", "--daily", typed=(code, ""))
        assert "The classic puzzle of 2026-11-21." in output
        assert "Daily classic: a streak of 1 day; your longest is 1." in output
        again = text_of("play", "--daily")
        assert again == (
            "You have solved the classic puzzle of 2026-11-21; the next one comes at 0:00 UTC. "
            "Daily classic: a streak of 1 day; your longest is 1."
        )

    def test_days_in_a_row(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for number in range(3):
            day = DAY + timedelta(number)
            monkeypatch.setattr(daily, "today", lambda day=day: day)
            output = text_of("play", "--daily", "classic", typed=(code_of("classic", day), ""))
            assert f"a streak of {number + 1} day" in output
        monkeypatch.setattr(daily, "today", lambda: DAY + timedelta(3))
        output = text_of("play", "--daily", typed=("give up",))
        assert "a streak of 0 days; your longest is 3." in output
        assert "You have played the classic puzzle" in text_of("play", "--daily")

    def test_what_was_left_continues(self) -> None:
        wrong = "1122" if code_of("classic", DAY) != "1122" else "3344"
        assert "Saved the game" in text_of("play", "--daily", typed=(wrong, "quit"))
        assert len(unfinished()) == 1
        output = text_of("play", "--daily", typed=(code_of("classic", DAY), ""))
        assert "Found in 2 guesses." in output
        assert unfinished() == []

    def test_a_minefield_begins_with_its_middle_open(self) -> None:
        output = text_of("play", "--daily", "beginner", typed=("quit",))
        assert "The beginner puzzle of 2026-11-21." in output
        game = load(unfinished()[0])
        assert daily.of(game) == daily.Puzzle("beginner", DAY)

    def test_it_is_played_without_a_store(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MASTERMINE_STORE", "no/folder/x.sqlite")
        output = text_of("play", "--daily", typed=(code_of("classic", DAY), ""))
        assert "Cannot read your streak: there is no folder" in output
        assert "Found in 1 guess." in output

    def test_the_list(self) -> None:
        text_of("play", "--daily", typed=(code_of("classic", DAY), ""))
        text_of("play", "--daily", "super", typed=("give up",))
        output = text_of("daily")
        assert "classic solved 1 1" in output
        assert "super not solved 0 0" in output
        assert "expert not played yet 0 0" in output
        first = data("daily")[0]
        assert first == {
            "level": "classic",
            "rules": "mastermind:4x6,limit=10",
            "day": "2026-11-21",
            "outcome": "won",
            "streak": 1,
            "longest": 1,
        }


class TestSharing:
    def test_in_the_game_and_after_it(self) -> None:
        typed = ("1122", "share", "3411", "share", "")
        output = text_of("play", "--load", hidden(), typed=typed)
        assert "Mastermind classic 1/10… ⚪⚪➖➖" in output
        assert "Mastermind classic 2/10 ⚪⚪➖➖ 🟢🟢🟢🟢" in output
        links = re.findall(r"mastermine play --link '([^']+)'", output)
        assert [("code=" in link) for link in links] == [False, True]
        assert "The code was: ■3 ◆4 ●1 ●1 3411" in text_of(
            "play", "--link", links[1], typed=("give up",)
        )

    def test_a_picture(self) -> None:
        typed = ("1122", "share board.svg", "share board.gif", "share no/board.svg", "quit")
        output = text_of("play", "--load", hidden(), typed=typed)
        assert "Saved the picture to board.svg." in output
        assert "not '.gif'" in output
        assert "no/board.svg cannot be written: No such file or directory" in output
        assert ET.parse("board.svg").getroot().tag.endswith("svg")

    def test_a_saved_game(self) -> None:
        file = hidden()
        assert "mastermine play --link '/mastermind?rules=4x6,limit=10" in text_of("share", file)
        assert data("share", file)["text"] == "Mastermind classic 0/10…"
        pytest.importorskip("resvg_py")
        text_of("share", file, "--picture", "board.png")
        assert Path("board.png").read_bytes().startswith(b"\x89PNG")
        missing = run("share", "none.json")
        assert (missing.exit_code, "cannot be read" in missing.output) == (2, True)


def test_records_are_in_the_store() -> None:
    from mastermine.arena.store import open_store

    text_of("play", "--load", hidden(), typed=("1122", "3411"))
    with open_store() as store:
        (record,) = history.records(store, "")
    assert record.secret == "3411"
    assert [guess for guess, _answer in record.turns] == ["1122", "3411"]
