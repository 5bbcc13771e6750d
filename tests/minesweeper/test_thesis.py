"""The four figures of the thesis (Horvat, Minolovac, Osijek 2023), as printed there.

In them ``?`` is a closed cell, ``F`` a flag, and cells are ROW, COLUMN counted from 1.
"""

from __future__ import annotations

import pytest
from tests.minesweeper.views import shown

from mastermine.minesweeper.board import Board, Cell
from mastermine.minesweeper.cells import named, parse_cell, rows_first
from mastermine.minesweeper.deduction.position import Position
from mastermine.minesweeper.formats import read_position
from mastermine.minesweeper.strategies.thesis import reasons, thesis, thesis_rules
from mastermine.minesweeper.threats import least_threatened, threat_reasons, threats

FIGURE_4_4_4_1 = """
.  1 50
1  2 50 29
50 50 2 29
.  29 29 29
"""
"""The threats, in percent, beside the open corner; numbers of one digit are open cells."""

FIGURE_4_4_4_2 = "1????????/" + "/".join(["?????????"] * 8)

FIGURE_4_5_8 = """
1 ? ? ? ? 1 1 1 1
? ? ? F ? ? 1 ? ?
2 F 4 3 3 1 1 1 1
1 1 2 F 1 0 0 0 0
0 0 1 1 1 0 0 0 0
1 1 2 1 1 0 0 0 0
1 F 2 F 1 0 0 0 0
1 1 2 1 1 0 0 1 1
0 0 0 0 0 0 0 1 F
"""

FIGURE_4_5_9 = (
    """
1 ? ? ? ? ? ? ? ? F 1 0 0 0 0 0
? ? ? ? ? ? ? ? ? 2 2 2 2 1 0 0
? ? ? ? ? ? ? ? ? 1 1 F F 2 1 1
? ? ? ? ? ? ? ? ? 1 2 5 ? 3 ? ?
"""
    + "? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?\n" * 12
)


def position(figure: str, mines: int) -> Position:
    reading = read_position(figure, mines)
    assert reading.closed_marks
    return Position(reading.board, mines).after((), reading.flags)


def cell(row: int, column: int) -> Cell:
    with rows_first():
        return parse_cell(f"{row},{column}", 30, 30)


def test_the_threats_beside_an_open_corner() -> None:
    rows = [line.split() for line in FIGURE_4_4_4_1.split("\n") if line]
    printed = {(x, y): text for y, row in enumerate(rows) for x, text in enumerate(row)}
    found = threats(Position(Board.parse("01##/12##/##2#/####")))
    percent = {cell: f"{100 * threat:.0f}" for cell, threat in found.items()}
    assert percent == {cell: text for cell, text in printed.items() if len(text) == 2}


def test_from_a_quarter_on_it_opens_a_corner() -> None:
    start = Position(Board.parse(FIGURE_4_4_4_2.replace("?", "#")), 10)
    assert min(threats(start).values()) == pytest.approx(1 / 3)
    assert least_threatened(start) == cell(1, 9)
    reasons = " ".join(threat_reasons(start))
    assert "The lowest threat is 33.3 %: 1,0, 0,1 and 1,1." in reasons
    assert (
        "At least 25 %, so it takes a corner of the board without open neighbours: 8,0" in reasons
    )


def test_of_equal_cells_it_takes_the_first() -> None:
    before = position(FIGURE_4_5_8, 10)
    found = threats(before)
    least = {each for each, threat in found.items() if threat == min(found.values())}
    assert found[cell(1, 2)] == pytest.approx(1 / 3)
    assert {cell(1, 2), cell(1, 5)} <= least
    assert least_threatened(before) == cell(1, 2)
    assert threat_reasons(before)[-1] == "Of equal cells it takes the first."
    # It shows 1; then the "11 pattern" with ROW 1 COLUMN 1 opens a 3 and a 4.
    board = before.board.having([(cell(1, 2), 1)])
    after = Position(board, 10).after((), before.mines)
    [step] = thesis_rules(after)
    assert (step.rule, step.proof) == ("1-1", (cell(1, 1), cell(1, 2)))
    assert step.safe == (cell(1, 3), cell(2, 3))


def test_below_a_quarter_it_takes_the_least_threat() -> None:
    before = position(FIGURE_4_5_9, 40)
    assert min(threats(before).values()) == pytest.approx(1 / 5)
    assert least_threatened(before) == cell(5, 9)
    with rows_first():
        assert named(least_threatened(before)) == "5,9"
    assert "The lowest threat is 20 %" in " ".join(threat_reasons(before))


def test_a_guess_has_reasons_and_a_safe_cell_needs_none() -> None:
    guess, certain = shown("1####/#####", 2), shown("01##", 1)
    assert reasons(guess) == threat_reasons(Position(guess.knowledge.board, 2))
    assert reasons(certain) == []


def test_a_position_without_a_safe_cell_is_answered() -> None:
    assert thesis(shown("#1/11", mines=1)) == (0, 0)
