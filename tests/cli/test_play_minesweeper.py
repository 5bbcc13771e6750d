"""Whole games of Minesweeper in the terminal, typed by a script."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from rich.console import Console
from tests.cli import program

from mastermine.cli import main
from mastermine.cli.minesweeper.minefield import Minefield
from mastermine.cli.terminal import Terminal
from mastermine.minesweeper.board import Board, Layout
from mastermine.minesweeper.probability import Analysis
from mastermine.minesweeper.rules import Minesweeper
from mastermine.minesweeper.win_chance import WinChance
from mastermine.session import MinesweeperSession, load
from mastermine.session.messages import minesweeper

screen = partial(program.printed, "play")
text_of = partial(program.text_of, "play")


LAYOUT = "*..../...../..*../*...."
"""The layout

    * 1 . . .
    1 2 1 1 .
    1 2 * 1 .
    * 2 1 1 .
"""

WON = ["4,0", "f 2,2", "3,2", "2,1", "1 3", "0,1 0,2"]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: 0.0)
    return tmp_path / "state" / "mastermine"


def hidden(layout: str = LAYOUT) -> str:
    """A file with a game that has this layout."""
    rows = layout.split("/")
    rules = Minesweeper(len(rows[0]), len(rows), layout.count("*"))
    MinesweeperSession(rules, secret=rules.parse_secret(layout), seed=1).save("hidden.json")
    return "hidden.json"


def resumed(output: str) -> str:
    """The file named in the command that resumes the game."""
    match = re.search(r"mastermine play --load (\S+)", output)
    assert match, output
    return match[1]


class TestWinning:
    def test_rows_first_counted_from_1(self) -> None:
        typed = ["help", "1,5", "f 3,3", "hint", "3,6", "3,4", "2,3", "4 2", "2,1 3,1"]
        output = text_of("--load", hidden(), "--rowcol", typed=typed)
        assert "1 # 1 · ·[·]1" in output
        assert "ROW,COLUMN" in output
        assert "its row and its column, counted from 1 at the top left, such as 3,3" in output
        assert "3,6 is outside the board: rows go from 1 to 4, columns from 1 to 5" in output
        assert "Won in " in output
        assert "--rowcol is not available in" in program.refused("play", "mini", "--rowcol")
        left = text_of("--load", hidden(), "--rowcol", typed=["1,5", "save here.json"])
        assert left.count("mastermine play --rowcol --load ") == 2  # Saved by name, and by the end.

    def test_won(self) -> None:
        output = screen("--load", hidden(), typed=WON)
        assert "5 x 4 cells, 3 mines, the first click is safe." in output
        assert (
            "   0 1 2 3 4\n"
            "0  # 1 · ·[·]0\n"
            "1  # 2 1 1 · 1\n"
            "2  # # # 1 · 2\n"
            "3  # # # 1 · 3\n"
            "3 mines left, 0:00: f 2,2\n"
        ) in output
        assert "2  # #[F]1 · 2" in output
        assert "2 mines left, 0:00: " in output
        assert "2  1 2 F 1 · 2\n3  F 2 1 1 · 3\nWon in " in output
        assert re.search(r"^Won in \d:\d\d\.\d\d with 6 clicks\.$", output, re.MULTILINE)
        assert "fewest clicks that open this board without flags: 6." in output
        assert "No click was a guess." in output
        assert "Help used" not in output
        assert "Seed" not in output

    def test_a_guess_is_explained(self) -> None:
        output = text_of("--load", hidden("*.."), typed=["1,0", "must I guess?", "2,0"])
        assert "Yes: " in output
        assert "You guessed once" in output

    def test_the_chance_to_win_is_found_while_thinking(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        during: list[object] = []
        found: list[int] = []
        think = Terminal.think

        def thinking(terminal: Terminal, work: Callable[..., Any], *arguments: Any) -> Any:
            during.append(work)
            try:
                return think(terminal, work, *arguments)
            finally:
                during.remove(work)

        def half(_analysis: Analysis) -> WinChance:
            found.append(len(during))
            return WinChance(0.5, exact=True)

        monkeypatch.setattr(Terminal, "think", thinking)
        monkeypatch.setattr("mastermine.minesweeper.win_chance.win_chance", half)
        output = text_of("--load", hidden(), typed=["4,0", "p"])
        assert "the chance to win from here is 50 %" in output
        assert found == [1]

    def test_few_clicks(self) -> None:
        typed = ["efficient", "4,0", "e", "f 2,2", "efficient"]
        output = text_of("--load", hidden(), typed=typed)
        assert "The first click is always safe." in output
        assert "Open 0,2. Flags and a chord would not save clicks now." in output
        assert "All mines around the 1 at 3,2 are flagged: one click on it opens 1 cell." in output

    def test_every_command(self) -> None:
        output = text_of(
            "--load",
            hidden(),
            typed=[
                "hint",
                "must i guess",
                "probabilities",
                "why 0,0",
                "/open 4,0",
                "hint",
                "p",
                "must i guess?",
                "why 2,2",
                "why",
                "mines",
                "check",
                "flag 0,0 1,2",
                "check",
                "check which",
                "undo",
                "undo",
                "redo",
                "chord 3,2",
                "undo",
                "board",
                "help",
                "o 2,3 1,2 1,3 0,1 0,2",
            ],
        )
        assert "first click" in output
        assert "is certainly safe, ** certainly a mine." in output
        assert "No: " in output
        assert "type why and a cell, such as why 2,2" in output
        assert "The flag is right." in output
        assert "1 of your 3 flags is wrong; check which names it." in output
        assert "1 flag is wrong: 1,2." in output
        assert output.count("1 flag cannot be proven yet: it may be right or wrong.") == 2
        assert "flag X,Y … flag cells" in output
        assert "Won in 0:00" in output
        assert "1 undo." in output

    def test_the_seed_gives_the_same_field(self) -> None:
        games = {screen("beginner", "--seed", "7", typed=["4,4", "give up"]) for _ in range(2)}
        assert len(games) == 1
        output = games.pop()
        assert "You gave up." in output
        assert "To play this board again, use seed 7 and click 4,4 first." in output

    def test_given_up_before_the_first_click(self) -> None:
        output = text_of("beginner", typed=["f 0,0", "give up"])
        assert "You gave up." in output
        assert "Seed" not in output

    def test_a_hint_for_a_flagged_cell(self) -> None:
        output = text_of(
            "--load", hidden("*.."), typed=["1,0", "f 0,0 2,0", "hint", "hint", "give up"]
        )
        assert "and open it." in output


class TestLosing:
    def test_lost_though_a_cell_was_safe(self) -> None:
        output = screen("--load", hidden(), typed=["4,0", "f 1,2 2,2", "0,0", ""])
        assert "0 [X]1 · · · 0" in output
        assert "3  # # # 1 · 3\n0,0 was a mine. The risk was " in output
        assert re.search(r"There was a safe cell, \d,\d:\n\S", output)
        assert "3  * # # 1 · 3" in output.rpartition("Enter to see all mines")[2]
        assert "2  # ! F 1 · 2" in output
        assert "1 flag was wrong (!): 1,2." in output
        assert re.search(r"Lost after \d:\d\d\.\d\d and 2 clicks\.", output)

    def test_lost_by_a_guess(self) -> None:
        output = text_of("--load", hidden("*.."), typed=["1,0", "hint", "0,0"])
        assert "0,0 was a mine" in output
        assert "no cell was certainly safe" in output.lower()
        assert re.search(r"Lost after \d:\d\d\.\d\d and 2 clicks\.", output)

    def test_a_slip_is_taken_back(self) -> None:
        output = text_of("--load", hidden(), typed=["4,0", "2,2", "perhaps", "/undo", *WON[1:]])
        assert "2,2 was certainly a mine." in output
        assert "The game is lost. Type undo, or press Enter." in output
        assert "Cleared, but" in output
        assert "Won" not in output
        assert "Help used: 0 hints, 1 undo." in output

    @pytest.mark.parametrize("last", ["", "quit", "/q", None])
    def test_the_mines_are_shown_when_it_is_not_taken_back(self, last: str | None) -> None:
        output = text_of(
            "--load", hidden(), typed=["4,0", "2,2", *([] if last is None else [last])]
        )
        before, _asked, after = output.partition("Enter to see all mines")
        assert "*" not in before
        assert after.count("*") == 2
        assert "Lost after" in after

    def test_it_stays_lost_when_it_is_resumed(self) -> None:
        file = resumed(screen("--load", hidden(), typed=["4,0", "2,2", "undo"]))
        assert "You hit a mine before: this game stays lost." in text_of("--load", file, typed=[])


class TestMistakes:
    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("9,9", "9,9 is outside the board: x goes from 0 to 4, y from 0 to 3"),
            ("4", "'4' is not a cell: write x,y"),
            ("1,2,3", "'1,2,3' is not a cell"),
            ("f", "type flag and a cell, such as flag "),
            ("f x", "'x' is not a cell"),
            ("hnit", "did you mean hint?"),
            ("prob", "did you mean probabilities?"),
            ("/nonsense", "'nonsense'"),
            ("frobnicate", "'frobnicate' is not understood. To open a cell, type"),
            ("save", "save takes a file name"),
            ("save .", "it was not overwritten"),
            ("why 7,7", "outside the board"),
            ("[bold]x", "is not a cell"),
            ("check which", "The flag is right."),
        ],
    )
    def test_mistakes_keep_the_game(self, line: str, answer: str) -> None:
        output = text_of("--load", hidden(), typed=[*WON[:2], line, "", *WON[2:]])
        assert answer in output
        assert re.search(r"Won in \d:\d\d\.\d\d with 6 clicks\.", output)

    def test_without_flags_there_is_nothing_to_check(self) -> None:
        output = text_of("--load", hidden(), typed=["4,0", "check", "give up"])
        assert "there are no flags to check" in output
        assert "Help used" not in output


class TestKeeping:
    def test_the_end_of_input_keeps_the_game(self, state: Path) -> None:
        output = screen("--load", hidden(), typed=["4,0", "f 2,2", "save mine.json", "0,1"])
        assert resumed(output) == "mine.json"
        session = load("mine.json")
        assert isinstance(session, MinesweeperSession)
        assert session.flags == {(2, 2)}
        assert "Won" in text_of("--load", "mine.json", typed=WON[2:])
        file = resumed(screen("beginner", typed=["4,4"]))
        assert file.startswith(str(state))
        assert "0:00: f 0,0" in text_of("--load", file, typed=["f 0,0"])
        text_of("--load", file, typed=["give up"])
        assert list(state.iterdir()) == []

    def test_a_finished_game_is_shown(self) -> None:
        session = load(hidden())
        assert isinstance(session, MinesweeperSession)
        session.click("4,0")
        session.click("2,2")
        session.save("done.json")
        assert "2,2 was certainly a mine." in text_of("--load", "done.json", typed=[])
        assert "counts as a loss" in text_of("--load", "done.json", typed=["undo", *WON[1:]])

    def test_nothing_is_kept_of_a_game_not_started(self, state: Path) -> None:
        assert "Goodbye." in text_of("expert", typed=["quit"])
        assert not state.exists()


def drawn(field: Minefield, width: int = 80, **options: Any) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=width, highlight=False, markup=False, **options)
    console.print(field)
    return out.getvalue().splitlines()


class TestField:
    def test_expert_fits_into_80_columns(self) -> None:
        lines = drawn(Minefield(Board.closed(30, 16), at=(29, 15)))
        assert max(map(len, lines)) <= 80
        assert lines[0].split() == ["0", "1", "2"]
        assert lines[1].split() == [str(x % 10) for x in range(30)]
        assert lines[0].index("2") == lines[1].rindex("0")
        assert lines[2].startswith(" 0  # #")
        assert lines[17].endswith("#[#]15")
        assert len(lines) == 2 + 16 + 2

    @pytest.mark.rest
    @pytest.mark.parametrize(("width", "height"), [(100, 100), (1, 1), (40, 3), (100, 1), (1, 100)])
    @pytest.mark.parametrize(("columns", "chances"), [(40, True), (80, False), (230, True)])
    def test_any_field_fits(self, width: int, height: int, columns: int, chances: bool) -> None:
        board = Board.closed(width, height)
        probabilities = np.full((height, width), 0.5) if chances else None
        for at in (None, (0, 0), (width - 1, height - 1), (width // 2, height // 2)):
            lines = drawn(Minefield(board, at=at, chances=probabilities), columns)
            assert max(map(len, lines)) <= columns
            if at is not None:
                assert any(re.match(rf" *{at[1]}[ >]", line) for line in lines)

    def test_of_a_large_field_the_part_around_a_cell_is_shown(self) -> None:
        board = Board.closed(100, 100).having([((50, 70), 5), ((99, 0), 7)])
        screen: dict[str, Any] = {"color_system": None, "height": 30, "force_terminal": True}
        lines = drawn(Minefield(board, at=(50, 70), elsewhere="Look around."), **screen)
        assert len(lines) <= 31
        assert any("5" in line[3:-3] for line in lines if line.startswith("70>"))
        text_of = " ".join(" ".join(lines).split())
        assert "Columns 14 to 86 of 100" in text_of
        assert text_of.endswith("rows 60 to 80 of 100. Look around.")
        corner = drawn(Minefield(board, at=(99, 0), elsewhere="Look around."))
        assert corner[3].rstrip().endswith("7<0")

    def test_where_there_is_no_other_look_all_is_shown_in_blocks(self) -> None:
        board = Board.closed(100, 40).having([((99, 39), 7)])
        lines = drawn(Minefield(board), force_terminal=True, color_system=None)
        assert max(map(len, lines)) <= 80
        assert [line.split()[0] for line in lines if "#" in line] == [str(y) for y in range(40)] * 2
        assert "7 39" in lines[-3]
        assert lines[lines.index("") + 1].split() == ["7", "8", "9"]

    def test_without_room_for_brackets_the_row_and_the_column_are_marked(self) -> None:
        lines = drawn(Minefield(Board.closed(30, 16), at=(12, 3)), 60)
        assert lines[2] == f"{'':15}v"
        assert lines[6] == f" 3>{'#' * 30}<3"
        assert sum(">" in line or "<" in line for line in lines) == 1
        assert "v" not in "".join(drawn(Minefield(Board.closed(30, 16)), 60))

    def test_chances_in_a_game_are_readable(self) -> None:
        board, chances = Board.closed(30, 16).having([((3, 3), 1)]), np.full((16, 30), 0.25)
        chances[3, 3] = np.nan
        screen: dict[str, Any] = {"color_system": None, "height": 24, "force_terminal": True}
        lines = drawn(Minefield(board, chances=chances, elsewhere="Look around."), **screen)
        assert lines[5] == " 3   #  # 25  1 25" + "  #" * 15 + " 3"
        assert sum(line.split()[-1] == "15" for line in lines if line) == 2
        large = np.full((100, 100), 0.25)
        part = Minefield(Board.closed(100, 100), chances=large, elsewhere="Look around.")
        assert len(drawn(part, **screen)) <= 24

    def test_in_a_game_it_is_said_how_to_see_another_part(self) -> None:
        text_of = " ".join(screen("100x3x20", typed=["board 99,0"]).split())
        assert "Columns 0 to" in text_of
        assert (
            "to 99 of 100, rows 0 to 2 of 3. Type board x,y to see the cells around x,y." in text_of
        )

    def test_a_command_for_a_cell_needs_one(self) -> None:
        output = text_of("5x5x3", typed=["flag", "chord", "open", "why"])
        for word in ("flag", "chord", "open", "why"):
            assert f"type {word} and a cell, such as {word} 2,2" in output

    def test_every_sign(self) -> None:
        board = Board.parse("012345678##*\n############")
        layout = Layout.of(12, 2, [(9, 0), (11, 0), (3, 1)])
        field = Minefield(board, {(9, 0), (0, 1)}, layout=layout)
        lines = drawn(field)
        assert lines[2] == "0  · 1 2 3 4 5 6 7 8 F # X 0"
        assert lines[3] == "1  ! # # * # # # # # # # # 1"

    def test_ascii_only(self) -> None:
        result = CliRunner(charset="ascii").invoke(
            main, ["play", "--load", hidden()], input="4,0\nhelp\n"
        )
        assert result.exit_code == 0
        assert result.output.replace("?", "").isascii()
        assert "0  # 1    [ ]0" in result.output

    def test_chances_in_percent(self) -> None:
        board = Board.parse("1####\n0##1#")
        nan = float("nan")
        chances = np.array([[nan, 0, 1, 0.004, 0.996], [nan, 0.05, 0.333, nan, 0.75]])
        lines = drawn(Minefield(board, chances=chances))
        assert lines[1:3] == ["0   1 ++ ** 01 99 0", "1   · 05 33  1 75 1"]
        narrow = drawn(Minefield(board, chances=chances), 16)
        assert narrow[1:3] == ["0   1 ++ ** 0", "1   · 05 33 1"]
        assert narrow[4:] == ["    3  4", "0  01 99 0", "1   1 75 1"]

    def test_chances_away_from_the_numbers(self) -> None:
        output = text_of("9x9x10", "--seed", "3", typed=["0,0", "p"])
        assert "#: no number next to the cell; chance of a mine: " in output
        certain = Minefield(Board.parse("1##"), chances=np.array([[np.nan, 1, 0]]))
        assert drawn(certain)[1] == "0   1 ** ++ 0"
        uncertain = Minefield(Board.parse("1##"), chances=np.array([[np.nan, 0.5, 0.5]]))
        assert drawn(uncertain)[1] == "0   1 50  # 0"

    def test_colours(self) -> None:
        board = Board.parse("1####\n0####")
        chances = np.array([[float("nan"), 0, 1, 0.004, 0.996]] * 2)
        for field in (Minefield(board, {(1, 0)}), Minefield(board, chances=chances)):
            assert "\x1b[" in "".join(drawn(field, force_terminal=True))
            assert "\x1b[" not in "".join(drawn(field))

    @pytest.mark.parametrize(
        ("seconds", "text"), [(0, "0:00"), (65.9, "1:05"), (3599, "59:59"), (3605, "1:00:05")]
    )
    def test_times(self, seconds: float, text: str) -> None:
        assert minesweeper.clock(seconds) == text

    @pytest.mark.parametrize(
        ("spec", "words"),
        [
            ("expert", "30 x 16 cells, 99 mines, the first click is safe."),
            ("9x9x10-open", "the first click opens all cells around it."),
            ("9x9x1-any", "1 mine, the first click may hit a mine."),
            ("9x9x10-noguess", "no guess is needed after it."),
        ],
    )
    def test_the_rules_are_shown(self, spec: str, words: str) -> None:
        assert words in text_of(spec, typed=[])
