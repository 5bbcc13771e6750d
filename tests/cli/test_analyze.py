"""``mastermine analyze``: pasted positions, their chances, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mastermine.cli import main
from mastermine.minesweeper import probability
from mastermine.minesweeper.board import Board

WALL = "#####\n?121?\n"


def run(*arguments: str, board: str | bytes = "") -> Result:
    return CliRunner().invoke(main, ["analyze", *arguments], input=board)


def data(*arguments: str, board: str) -> Any:
    result = run(*arguments, "--json", board=board)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_chances_are_exact() -> None:
    found = data("-", "--mines", "1", board="##\n1#\n")
    assert found["solutions"] == "3"
    third = pytest.approx(1 / 3)
    assert found["mine_probability"] == [[third, third], [None, third]]
    assert found["safe"] == found["mines"] == []
    assert found["advice"]["risk"] == third
    assert found["advice"]["steps"] == []


def test_what_is_certain_is_told_with_its_reason() -> None:
    found = data("-", "--mines", "2", board=WALL)
    assert found["solutions"] == "1"
    assert found["mines"] == [[1, 0], [3, 0]]
    assert found["safe"] == [[0, 0], [2, 0], [4, 0]]
    assert found["advice"]["risk"] == 0
    assert found["advice"]["open"] in found["safe"]
    assert [step["rule"] for step in found["advice"]["steps"]]


def test_the_picture() -> None:
    result = run("-", "--mines", "2", board=WALL)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "5x2 cells, 2 mines: 1 layout fits."
    assert "++ ** ++ ** ++" in lines[2]
    assert lines[-1].startswith("Open ")


def test_large_numbers_are_rounded_for_people_only() -> None:
    field = ("#" * 30 + "\n") * 16
    assert "about 5.6e+104 layouts fit" in run("-", "--rules", "expert", board=field).output
    assert len(data("-", "--rules", "expert", board=field)["solutions"]) == 105


def test_flags_are_opinions() -> None:
    found = data("-", "--mines", "2", board="FF###\n?121?\n")
    assert found["wrong_flags"] == [[0, 0]]
    assert "This flag is wrong: 0,0." in run("-", "--mines", "2", board="FF###\n?121?\n").output


def test_known_mines_and_numbers_that_do_not_matter() -> None:
    found = data("-", "--mines", "3", board="*##\n2#?\n")
    assert found["mine_probability"][0][0] == 1.0
    assert found["mine_probability"][1][2] is None


@pytest.mark.parametrize("mines", ["0", "2"])
def test_nothing_left_to_find(mines: str) -> None:
    result = run("-", "--mines", mines, board="##\n??\n")
    assert "each closed cell is known" in result.output
    assert data("-", "--mines", mines, board="##\n??\n")["advice"] is None


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(WALL)
    assert run(str(path), "--mines", "2").output == run("-", "--mines", "2", board=WALL).output


@pytest.mark.parametrize(
    ("arguments", "board", "message"),
    [
        (["--mines", "1"], "3##\n1##\n", "the 3 at 0,0"),
        (["--mines", "1"], "1#1\n###\n1#3\n", "2,2"),
        (["--mines", "9"], "1#\n##\n", "9 mines do not fit: with 3 closed cells there is room"),
        (["--mines", "1"], "?\n", "1 mine does not fit: with 0 closed cells there is room for 0"),
        (["--mines", "9" * 30], "1#\n##\n", "9 mines do not fit"),
        (["--mines", "0"], "*#\n", "1 known mine, but there shall be only 0"),
        (["--mines", "1"], "#" * 101, "each side must be 1 to 100"),
        (["--mines", "2"], "2x1x1\n1H\n", "the file says that there is 1 mine, not 2"),
        ([], "2x1x2\n1H\n", "the first line says 2 mines, but the board has room for 0 to 1"),
        ([], "3x1x1\n1H\n", "the first line says 3x1 cells, but there are 2x1"),
        (["--mines", "1", "--time-limit", "0"], "1#\n", "0.0 is not in the range"),
        (["--mines", "-1"], "1#\n##\n", "0 or more mines"),
        (["--mines", "1"], "1##\n1#\n", "row 1 has 2 cells, row 0 has 3"),
        (["--mines", "1"], "1x#\n", "'x' in cell 1,0 is no cell"),
        (["--mines", "1"], "", "there is no board"),
        (["--mines", "1"], "#" * 1_000_001, "standard input is too long for a board"),
        (["--mines", "1"], "  0 1\n1 # # 1\n", "cell 0,0 is missing from the field"),
        (["--mines", "1"], b"\xff\xfe\x00", "this is no text"),
        ([], "1#\n", "add --mines N"),
        (["--mines", "1", "--rules", "expert"], "1#\n", "--mines or --rules"),
        (["--rules", "expert"], "1#\n", "the board has 2x1 cells, in expert there are 30x16"),
        (["--rules", "classic"], "1#\n", "for Minesweeper"),
        (["--mines", "1", "-s", "psek"], "1#\n", "did you mean pseq?"),
    ],
)
def test_mistakes_are_one_clear_line(
    arguments: list[str], board: str | bytes, message: str
) -> None:
    result = run("-", *arguments, board=board)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_a_missing_file() -> None:
    result = run("there-is-none.txt", "--mines", "1")
    assert result.exit_code == 2
    assert "there-is-none.txt cannot be read: No such file or directory" in result.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no endless file")
def test_an_endless_file() -> None:
    result = run("/dev/zero", "--mines", "1")
    assert result.exit_code == 2
    assert "/dev/zero is too long for a board: it has more than 1,000,000 bytes" in result.stderr


@pytest.mark.rest
def test_a_large_field_is_whole_and_readable() -> None:
    field = "\n".join(["1" + "#" * 99] + ["#" * 100] * 99)
    lines = run("-", "--mines", "2000", board=field).output.splitlines()
    assert max(map(len, lines)) <= 80
    # Five blocks, each with two rulers of two lines above and below 100 rows.
    assert [line.split()[0] for line in lines if line.endswith("  #  # 99")] == ["99"] * 5
    assert lines[3].startswith(" 0   1 33  #  #")


def test_a_field_as_a_game_draws_it() -> None:
    drawn = "3 mines left\n   0 1 2\n0  # F # 0\n1  1[2]1 1\n2  · · · 2\n2 mines left: \n"
    assert data("-", "--mines", "2", board=drawn) == data("-", "--mines", "2", board="#f#/121/000")


def test_a_board_that_is_too_hard_ends_in_time() -> None:
    # Every second cell of every second row is open: a front that fills the plane.
    rows = ["#" * 60 if y % 2 else "3#" * 30 for y in range(60)]
    result = run("-", "--mines", "1100", "--time-limit", "0.2", board="\n".join(rows))
    assert result.exit_code == 2
    assert "too hard" in result.stderr


def test_a_guess_is_a_closed_cell() -> None:
    found = data("-", "--mines", "2", board="01##\n01##\n")
    assert found["advice"]["open"][0] >= 2
    assert found["advice"]["risk"] > 0


def test_a_mine_file_says_how_many_mines_there_are(tmp_path: Path) -> None:
    path = tmp_path / "board.mine"
    path.write_text("5x2x2\nFFHHH\nH121H\n")
    found = data(str(path), board="")
    assert (found["mines_in_all"], found["solutions"]) == (2, "1")
    assert found["wrong_flags"] == [[0, 0]]
    assert found == data(str(path), "--mines", "2", board="")
    assert data(str(path), "--rules", "5x2x2", board="") == found


def test_dots_and_known_mines_are_a_board() -> None:
    found = data("-", "--mines", "2", board="*..\n...\n")
    assert found["solutions"] == "5"
    assert found["mine_probability"][0][:2] == [1.0, pytest.approx(1 / 5)]


def test_of_a_layout_everything_is_known() -> None:
    result = run("?b=1&m=o020000800142g060")
    assert result.output.startswith("9x9 cells, 10 mines: 1 layout fits.")
    assert "There is nothing to find out" in result.output


def test_one_mine_is_no_mines() -> None:
    assert run("-", "--mines", "1", board="1#\n##\n").output.startswith("2x2 cells, 1 mine: 3")


def test_the_sign_for_cells_away_is_told_only_where_it_is_shown() -> None:
    assert "# is next to no number: 50 %." in run("-", "--mines", "2", board="1#?##\n").output
    assert "next to no number" not in run("-", "--mines", "1", board="1#?##\n").output


def test_the_time_limit_holds_for_the_advice_too(monkeypatch: pytest.MonkeyPatch) -> None:
    # What was counted within the time is not counted again within another.
    counted = []
    count = probability.analyze

    def counting(board: Board, mines: int, **limits: Any) -> probability.Analysis:
        counted.append((board, limits))
        return count(board, mines, **limits)

    monkeypatch.setattr(probability, "analyze", counting)
    board = "##\n1#\n"
    result = run("-", "--mines", "1", "--time-limit", "99", "-s", "safest", board=board)
    assert result.exit_code == 0
    assert [limits for each, limits in counted if each == Board.parse(board)] == [
        {"time_limit": 99.0}
    ]


@pytest.mark.parametrize("name", ["single-point", "patterns", "thesis", "safest", "endgame"])
def test_any_strategy_guesses_in_a_position_from_elsewhere(name: str) -> None:
    # Of the closed cells 1,0 and 3,0 hold a mine together; 4,1 holds one, which not all can see.
    found = data("-", "--mines", "3", "-s", name, board="?#?#?\n*?1?#\n")
    assert found["advice"]["risk"] > 0
    assert found["advice"]["open"] in ([1, 0], [3, 0], [4, 1])
