"""What is drawn can be pasted: the same board is read."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console

from mastermine.cli.minesweeper.minefield import Minefield
from mastermine.core.errors import InvalidSpec
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell, read_board
from mastermine.minesweeper.cells import rows_first

pytestmark = pytest.mark.rest

sides = st.integers(1, 12) | st.sampled_from([20, 30, 71, 99, 100])


@st.composite
def fields(draw: st.DrawFn) -> Minefield:
    """A field with flags, and perhaps a highlighted cell."""
    width, height = draw(sides), draw(sides)
    some = draw(st.binary(min_size=1, max_size=300))
    cells = (some * (width * height // len(some) + 1))[: width * height]
    board = Board(width, height, bytes(value % (MINED + 1) for value in cells))
    flags = {cell for i, cell in enumerate(board.hidden) if some[i % len(some)] > 99}
    at = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return Minefield(board, flags, draw(st.none() | at))


def drawn(field: Minefield, width: int, encoding: str = "utf-8") -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding, newline="\n")
    Console(file=out, width=width, highlight=False, markup=False).print(field)
    out.seek(0)
    return out.read()


def read(text: str) -> tuple[Board, set[Cell]]:
    board, flags = read_board(text)
    return board, set(flags)


@given(fields(), st.sampled_from([40, 80, 230]), st.sampled_from(["utf-8", "ascii"]))
def test_a_drawn_field_is_read_back(field: Minefield, width: int, encoding: str) -> None:
    text = drawn(field, width, encoding)
    assert read(text) == (field.board, field.flags)
    indented = "".join(f"    {line}\n" for line in text.splitlines())
    assert read(indented) == (field.board, field.flags)
    around = f"3 mines left, 0:12: 1 2\n{text}2 mines left, 0:15: \n"
    assert read(around) == (field.board, field.flags)


@given(fields(), st.sampled_from([40, 80]))
@example(Minefield(Board.closed(1, 100), set()), 40)
def test_a_field_counted_from_1_is_read_back(field: Minefield, width: int) -> None:
    with rows_first():
        text = drawn(field, width)
    assert read(text) == (field.board, field.flags)


@given(fields(), st.sampled_from([40, 80]))
def test_blanks_around_all_do_not_matter(field: Minefield, width: int) -> None:
    assert read(drawn(field, width).strip()) == (field.board, field.flags)


@given(st.lists(fields(), min_size=2, max_size=3))
def test_of_several_fields_the_last_one_counts(several: list[Minefield]) -> None:
    text = "".join(drawn(field, 80) for field in several)
    assert read(text) == (several[-1].board, several[-1].flags)


def test_a_part_is_no_board() -> None:
    field = Minefield(Board.closed(100, 3), at=(99, 0), elsewhere="Look around.")
    with pytest.raises(InvalidSpec, match="cell 0,0 is missing"):
        Board.parse(drawn(field, 80))
    rows = drawn(Minefield(Board.closed(5, 3)), 80).splitlines()
    del rows[2]
    with pytest.raises(InvalidSpec, match="cell 0,1 is missing"):
        Board.parse("\n".join(rows))


@pytest.mark.parametrize("width", [1, 5, 30])
def test_chances_are_no_board(width: int) -> None:
    field = Minefield(Board.closed(width, 2), chances=np.full((2, width), 0.5))
    with pytest.raises(InvalidSpec, match="shows the chances of mines"):
        Board.parse(drawn(field, 80))


def test_a_field_between_rulers_of_two_lines() -> None:
    board = Board(12, 2, bytes([1, 0, CLOSED] * 8))
    text = drawn(Minefield(board, at=(11, 1)), 80)
    assert text.splitlines()[1] == "   0 1 2 3 4 5 6 7 8 9 0 1"
    assert text.splitlines()[3].endswith("·[#]1")
    assert Board.parse(text) == board
