"""Boards and layouts: cells, numbers, and how they are written."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, infer
from hypothesis import strategies as st

from mastermine.core.errors import InvalidSpec
from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    ImpossibleBoard,
    Layout,
    neighbour_table,
    read_board,
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    cells = st.binary(min_size=width * height, max_size=width * height)
    return Board(width, height, bytes(value % (MINED + 1) for value in draw(cells)))


@given(boards())
def test_a_board_is_read_back(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert board.array.shape == (board.height, board.width)
    assert board.array.tobytes() == board.cells
    assert not board.array.flags.writeable


@given(layout=infer)
def test_a_layout_is_read_back(layout: Layout) -> None:
    assert Layout.parse(str(layout)) == layout
    assert Layout.parse(str(layout).replace("\n", "/")) == layout
    assert Layout.of(layout.width, layout.height, layout.cells) == layout
    assert layout.count == len(layout.cells) == str(layout).count("*")


@given(layout=infer)
def test_numbers_count_the_mines_around(layout: Layout) -> None:
    around = neighbour_table(layout.width, layout.height)
    for i, number in enumerate(layout.numbers):
        assert number == (MINED if layout.mines[i] else sum(layout.mines[j] for j in around[i]))
    assert layout.board().cells == layout.numbers


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "/"])
def test_any_end_of_a_line_will_do(end: str) -> None:
    assert Layout.parse(f".*.{end}..*{end}") == Layout.of(3, 2, [(1, 0), (2, 1)])


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (3, 0), (0, 2)])
def test_no_mine_is_outside(cell: tuple[int, int]) -> None:
    with pytest.raises(InvalidSpec, match="outside the board: x goes from 0 to 2, y from 0 to 1"):
        Layout.of(3, 2, [cell])


def test_ways_to_write_a_board() -> None:
    board, flags = read_board("\n  1 F . \n\n  0 1 #\n")
    assert board == Board(3, 2, bytes([1, CLOSED, CLOSED, 0, 1, CLOSED]))
    assert flags == {(1, 0)}
    assert str(board) == "1##\n01#"
    assert read_board("1f.\n[0]1!") == (board, frozenset({(1, 0), (2, 1)}))
    assert Board.parse("1F#/·1#/") == board
    assert Board.parse("X") == Board.parse("*")
    assert Board.parse("?*") == Board(2, 1, bytes([UNNUMBERED, MINED]))


def test_digits_without_a_ruler_are_cells() -> None:
    for text in ("012345678\n012345678", "0 1 2\n1 2 1\n", "1\n1", "0 1 2\n0 1 0"):
        rows = text.split("\n")
        board = Board.parse(text)
        assert str(board) == text.replace(" ", "").strip()
        assert board.height == len([row for row in rows if row])


def test_cells_are_counted_from_the_top_left() -> None:
    board = Board.parse("012\n345")
    assert board[2, 0] == 2
    assert board[0, 1] == 3
    assert board.index((1, 1)) == 4
    assert board.cell(4) == (1, 1)
    assert board.neighbours((0, 0)) == ((1, 0), (0, 1), (1, 1))
    assert board.having([((1, 1), MINED)]) == Board.parse("012\n3*5")
    assert list(Board.parse("#1\n?0").numbered()) == [((1, 0), 1), ((1, 1), 0)]
    assert Board.parse("#1\n?#").hidden == ((0, 0), (1, 1))


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 4), (5, 1), (2, 2), (4, 3)])
def test_neighbours_touch(width: int, height: int) -> None:
    cells = [(x, y) for y in range(height) for x in range(width)]
    for i, near in enumerate(neighbour_table(width, height)):
        x, y = cells[i]
        expected = [
            j for j, (u, v) in enumerate(cells) if j != i and max(abs(u - x), abs(v - y)) == 1
        ]
        assert list(near) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the board is empty: write its rows, with # for a closed cell"),
        (" \n ", "the board is empty"),
        ("##\n#", "row 1 has 1 cell, row 0 has 2: all rows must have the same length"),
        ("##\n###", "row 1 has 3 cells, row 0 has 2"),
        ("#9", "'9' at 1,0 is not a cell: use 0 to 8, # or . for a closed cell"),
        ("#\n-", "'-' at 0,1 is not a cell"),
        ("#" * 101, "a board of 101x1 cells: each side must be 1 to 100"),
        ("#\n" * 101, "a board of 1x101 cells: each side must be 1 to 100"),
    ],
)
def test_what_is_no_board(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec) as caught:
        Board.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "/", ".*/.", "..x", "#*"])
def test_what_is_no_layout(text: str) -> None:
    with pytest.raises(InvalidSpec, match="a layout needs rows of the same length"):
        Layout.parse(text)


def test_sizes_are_checked() -> None:
    with pytest.raises(InvalidSpec, match="a board of 2x2 cells needs 4 bytes from 0 to 11"):
        Board(2, 2, bytes(3))
    with pytest.raises(InvalidSpec, match="needs 1 byte from 0 to 11"):
        Board(1, 1, bytes([MINED + 1]))
    with pytest.raises(InvalidSpec, match="a layout of 2x2 cells needs 4 bytes, each 0 or 1"):
        Layout(2, 2, bytes(3))
    with pytest.raises(InvalidSpec, match="needs 1 byte, 0 or 1"):
        Layout(1, 1, bytes([2]))
    with pytest.raises(InvalidSpec, match="a board of 0x2 cells"):
        Layout.of(0, 2, [])


def test_values_compare_and_travel() -> None:
    layout = Layout.parse("..*/*..")
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert {layout: 1}[Layout.parse("..*\n*..")] == 1
    assert (2, 0) in layout
    assert (0, 0) not in layout
    error = pickle.loads(pickle.dumps(ImpossibleBoard("no", ((1, 2),))))
    assert (str(error), error.cells) == ("no", ((1, 2),))
    assert np.frombuffer(Board.closed(2, 2).cells, np.uint8).tolist() == [CLOSED] * 4
