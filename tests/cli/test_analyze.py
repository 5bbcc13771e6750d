"""``mastermine analyze``: pasted positions, their chances, and what is wrong with them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cli import program

from mastermine.minesweeper import probability
from mastermine.minesweeper.board import Board

run = partial(program.run, "analyze")
data = partial(program.data, "analyze")


WALL = "#####\n?121?\n"


def test_chances_are_exact() -> None:
    found = data("-", "--mines", "1", typed="##\n1#\n")
    assert found["solutions"] == "3"
    third = pytest.approx(1 / 3)
    assert found["mine_probability"] == [[third, third], [None, third]]
    assert found["safe"] == found["mines"] == []
    assert found["win_chance"] == {"chance": third, "exact": True}
    assert found["advice"]["risk"] == third
    assert found["advice"]["steps"] == []


def test_rules_without_guesses_promise_a_safe_cell() -> None:
    board, sentence = "##\n1#\n", "In a game without guesses some closed cell is always"
    without = ("-", "--rules", "2x2x1-noguess")
    assert sentence in run(*without, typed=board).output
    assert data(*without, typed=board)["win_chance"] is None
    assert sentence not in run("-", "--rules", "2x2x1", typed=board).output
    for sure in ("##\n##\n", "1#\n11\n", "11\n1#\n"):
        assert sentence not in run(*without, typed=sure).output
    safe = run("-", "--rules", "5x2x2-noguess", typed="#####\n?121?\n").output
    assert sentence not in safe


def test_what_is_certain_is_shown_with_its_reason() -> None:
    found = data("-", "--mines", "2", typed=WALL)
    assert found["solutions"] == "1"
    assert found["mines"] == [[1, 0], [3, 0]]
    assert found["safe"] == [[0, 0], [2, 0], [4, 0]]
    assert found["advice"]["risk"] == 0
    assert found["advice"]["open"] in found["safe"]
    assert [step["rule"] for step in found["advice"]["steps"]]


def test_the_picture() -> None:
    result = run("-", "--mines", "2", typed=WALL)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert "1 layout" in lines[0]
    assert "++ ** ++ ** ++" in lines[2]
    assert lines[-1].startswith("Open ")


def test_large_numbers_are_rounded_for_people_only() -> None:
    field = ("#" * 30 + "\n") * 16
    assert (
        "about 5.6e+104 layouts are possible" in run("-", "--rules", "expert", typed=field).output
    )
    assert len(data("-", "--rules", "expert", typed=field)["solutions"]) == 105


def test_without_the_number_of_mines_it_shows_what_is_certain() -> None:
    found = data("-", typed=WALL)
    assert (found["mines_in_all"], found["mines"]) == (None, [[1, 0], [3, 0]])
    assert found["safe"] == [[0, 0], [2, 0], [4, 0]]
    assert found["steps"][0]["rule"] == "1-2-1"
    shown = " ".join(run("-", typed=WALL).output.split())
    assert found["steps"][0]["why"] in shown
    assert "Open 0,0 2,0 4,0." in shown
    assert shown.endswith("conclusions from the number of mines, add --mines N.")
    assert "Nothing is certain from the numbers alone." in run("-", typed="1#\n##\n").output


def test_rows_come_first_and_count_from_1_on_demand() -> None:
    shown = run("-", "--rowcol", typed=WALL).output
    assert shown.splitlines()[0].split() == ["1", "2", "3", "4", "5"]
    assert "Open 1,1 1,3 1,5." in shown
    assert "the 2 at 2,3" in " ".join(shown.split())
    assert data("-", "--rowcol", typed=WALL) == data("-", typed=WALL)


def test_a_question_mark_that_can_only_be_closed() -> None:
    shown = run("-", "--mines", "2", typed="?????\n.121?\n")
    assert shown.stderr == "Read ? as a closed cell: as open cells, they contradict the numbers.\n"
    found = data("-", "--mines", "2", typed="?????\n.121?\n")
    assert found["note"] == shown.stderr.strip()
    assert found["mines"] == data("-", "--mines", "2", typed="#####\n#121#\n")["mines"]


def test_flags_are_opinions() -> None:
    found = data("-", "--mines", "2", typed="FF###\n?121?\n")
    assert found["wrong_flags"] == [[0, 0]]
    assert "1 flag is wrong: 0,0." in run("-", "--mines", "2", typed="FF###\n?121?\n").output


def test_known_mines_and_numbers_that_do_not_matter() -> None:
    found = data("-", "--mines", "3", typed="*##\n2#?\n")
    assert found["mine_probability"][0][0] == 1.0
    assert found["mine_probability"][1][2] is None


@pytest.mark.parametrize(
    ("mines", "said"),
    [("0", "2 cells are certainly safe."), ("2", "Every closed cell is already known.")],
)
def test_nothing_left_to_find(mines: str, said: str) -> None:
    result = run("-", "--mines", mines, typed="##\n??\n")
    assert said in result.output
    assert data("-", "--mines", mines, typed="##\n??\n")["advice"] is None


CHORD = "2####1\n##1###\n####21\n111#10\n001#10\n"


def test_few_clicks() -> None:
    asked = ("-", "--mines", "5", "--efficient")
    lines = run(*asked, typed=CHORD).output.splitlines()
    assert lines[-1] == "Flag 3,3, then click on the 1 at 2,3: 2 clicks open 4 cells."
    opens = [[1, 2], [2, 2], [3, 2], [3, 4]]
    assert data(*asked, typed=CHORD)["efficient"] == {
        "flag": [[3, 3]],
        "chord": [2, 3],
        "opens": opens,
        "clicks": 2,
    }
    marked = data(*asked, typed=CHORD.replace("111#", "111*"))
    assert marked["efficient"]["clicks"] == 2  # A known mine has no flag.
    flagged = CHORD.replace("111#", "111F")
    assert data(*asked, typed=flagged)["efficient"]["clicks"] == 1
    assert "efficient" not in data("-", "--mines", "5", typed=CHORD)
    assert "\nOpen 0,0.\n" in run("-", "--mines", "0", "--efficient", typed="##").output


def test_few_clicks_need_certain_cells_and_the_number_of_mines() -> None:
    wall = "##\n1#\n"
    assert "efficient" not in data("-", "--mines", "1", "--efficient", typed=wall)
    found = run("-", "--mines", "1", "--efficient", typed=wall).output
    assert "No closed cell is certainly safe, so you must guess." in found
    refused = program.refused("analyze", "-", "--efficient", typed=CHORD)
    assert "--efficient needs the number of mines" in refused


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(WALL)
    assert run(str(path), "--mines", "2").output == run("-", "--mines", "2", typed=WALL).output


def test_what_is_too_long_or_no_text() -> None:
    refused = partial(program.refused, "analyze", "--mines", "1")
    assert "standard input has more than 1,000,000 bytes" in refused("-", typed="#" * 1_000_001)
    assert "this is neither text" in refused("-", typed=b"\xff\xfe\x00")
    if Path("/dev/zero").exists():
        too_long = "/dev/zero has more than 1,000,000 bytes, too many for a board"
        assert too_long in refused("/dev/zero")


@pytest.mark.rest
def test_a_large_field_is_whole_and_readable() -> None:
    field = "\n".join(["1" + "#" * 99] + ["#" * 100] * 99)
    lines = run("-", "--mines", "2000", typed=field).output.splitlines()
    assert max(map(len, lines)) <= 80
    # Five blocks, each with two rulers of two lines above and below 100 rows.
    assert [line.split()[0] for line in lines if line.endswith("  #  # 99")] == ["99"] * 5
    assert lines[3].startswith(" 0   1 33  #  #")


def test_a_field_as_a_game_draws_it() -> None:
    drawn = "3 mines left\n   0 1 2\n0  # F # 0\n1  1[2]1 1\n2  · · · 2\n2 mines left: \n"
    assert data("-", "--mines", "2", typed=drawn) == data("-", "--mines", "2", typed="#f#/121/000")


def test_a_board_that_is_too_hard_ends_in_time() -> None:
    # Every second cell of every second row is open: a front that fills the plane.
    rows = ["#" * 60 if y % 2 else "3#" * 30 for y in range(60)]
    result = run("-", "--mines", "1100", "--time-limit", "0.2", typed="\n".join(rows))
    assert result.exit_code == 2
    assert "too hard: counting its layouts took longer than 0.2 s" in result.stderr


def test_a_guess_is_a_closed_cell() -> None:
    found = data("-", "--mines", "2", typed="01##\n01##\n")
    assert found["advice"]["open"][0] >= 2
    assert found["advice"]["risk"] > 0


def test_a_mine_file_says_how_many_mines_there_are(tmp_path: Path) -> None:
    path = tmp_path / "board.mine"
    path.write_text("5x2x2\nFFHHH\nH121H\n")
    found = data(str(path), typed="")
    assert (found["mines_in_all"], found["solutions"]) == (2, "1")
    assert found["wrong_flags"] == [[0, 0]]
    assert found == data(str(path), "--mines", "2", typed="")
    assert data(str(path), "--rules", "5x2x2", typed="") == found


def test_dots_and_known_mines_are_a_board() -> None:
    found = data("-", "--mines", "2", typed="*..\n...\n")
    assert found["solutions"] == "5"
    assert found["mine_probability"][0][:2] == [1.0, pytest.approx(1 / 5)]


def test_of_a_layout_everything_is_known() -> None:
    result = run("?b=1&m=o020000800142g060")
    assert result.output.startswith("9x9 cells, 10 mines: 1 layout is possible.")
    assert "Every closed cell is already known." in result.output


def test_one_mine_is_no_mines() -> None:
    assert run("-", "--mines", "1", typed="1#\n##\n").output.startswith("2x2 cells, 1 mine: 3")


def test_the_sign_for_cells_away_is_reported_only_where_it_is_shown() -> None:
    assert "#: no number" in run("-", "--mines", "2", typed="1#?##\n").output
    assert "no number next to" not in run("-", "--mines", "1", typed="1#?##\n").output


def test_a_board_is_counted_once_and_with_a_time_limit_without_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = []
    count = probability.analyze

    def counting(board: Board, mines: int, **limits: Any) -> probability.Analysis:
        counted.append((board, limits))
        return count(board, mines, **limits)

    monkeypatch.setattr(probability, "analyze", counting)
    board = "##\n1#\n"
    result = run("-", "--mines", "1", "--time-limit", "99", "-s", "safest", typed=board)
    assert result.exit_code == 0
    assert [limits for each, limits in counted if each == Board.parse(board)] == [
        {"work_limit": None}
    ]


@pytest.mark.parametrize("name", ["single-point", "patterns", "thesis", "safest", "endgame"])
def test_any_strategy_guesses_in_a_position_from_elsewhere(name: str) -> None:
    # Of the closed cells 1,0 and 3,0 hold a mine together; 4,1 holds one, which not all can see.
    found = data("-", "--mines", "3", "-s", name, typed="?#?#?\n*?1?#\n")
    assert found["advice"]["risk"] > 0
    assert found["advice"]["open"] in ([1, 0], [3, 0], [4, 1])


def test_an_open_board_without_the_number_of_mines() -> None:
    assert run("-", typed="000\n000\n").output.endswith("\n\nNo cell is closed.\n")
