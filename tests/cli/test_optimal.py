"""``mastermine optimal`` of a minefield: what it prints, as text and JSON, and what it refuses."""

from __future__ import annotations

from functools import partial

from tests.cli import program

text_of = partial(program.lines, "optimal")
data = partial(program.data, "optimal")


def test_the_value_and_that_of_each_first_click() -> None:
    shown = text_of("minesweeper:4x4x3")
    assert shown[:3] == [
        "minesweeper:4x4x3: the best play wins 400/455 of the games, 87.912 %",
        "Best first click: 0,0 3,0 0,3 3,3",
        "",
    ]
    assert shown[3:5] == ["Games won in %, by first click:", "0 1 2 3"]
    assert shown[-4:-2] == ["0 87.91 85.05 85.05 87.91", "1 85.05 84.84 84.84 85.05"]


def test_a_board_that_is_too_wide_becomes_a_list() -> None:
    shown = text_of("15x1x3", COLUMNS="80")
    assert (shown[1], shown[4]) == ("Best first click: 3,0 11,0", "% first clicks")
    assert len(shown[5:]) == 8
    assert (shown[-7], shown[-1]) == ("68.13 3,0 11,0", "63.74 1,0 13,0")


def test_one_first_click() -> None:
    assert text_of("4x4x3", "--first", "1,1") == [
        "minesweeper:4x4x3: the best play wins 386/455 of the games, 84.835 %"
    ]
    assert data("4x4x3", "--first", "0 0")["clicks"] == [
        {"cell": [0, 0], "wins": 400, "layouts": 455, "probability": 400 / 455}
    ]


def test_where_all_first_clicks_are_equal_no_board_is_shown() -> None:
    assert text_of("2x2x1") == [
        "minesweeper:2x2x1: the best play wins 1/3 of the games, 33.333 %",
        "Best first click: 0,0 1,0 0,1 1,1",
    ]


def test_json() -> None:
    found = data("4x4x2")
    assert list(found) == ["rules", "wins", "layouts", "probability", "first", "clicks"]
    assert found["rules"] == "minesweeper:4x4x2"
    assert (found["wins"], found["layouts"]) == (102, 105)
    assert found["probability"] == 102 / 105
    assert found["first"] == [[0, 0], [3, 0], [0, 3], [3, 3]]
    assert [click["cell"] for click in found["clicks"]] == [
        [x, y] for y in range(4) for x in range(4)
    ]
    assert max(click["wins"] for click in found["clicks"]) == 102


def test_what_the_first_click_is_sure_to_be_counts() -> None:
    assert data("4x4x3-any")["layouts"] == 560
    assert data("4x4x3-open")["first"] == [[1, 1], [2, 1], [1, 2], [2, 2]]


def test_the_time_limit_ends_the_search() -> None:
    result = program.run("optimal", "minesweeper:5x5x5", "--time-limit", "0.05")
    assert result.exit_code == 2
    message = "mastermine: minesweeper:5x5x5: the best play was not found within 0.05 s; allow more"
    assert result.stderr.startswith(message)
