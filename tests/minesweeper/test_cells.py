"""Cells as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove
from mastermine.minesweeper.cells import named, parse_cell, parse_x_y, rows_first

SIDES = st.integers(1, 100)


@given(SIDES, SIDES, st.data(), st.booleans())
def test_what_is_named_is_read_back(width: int, height: int, data: st.DataObject, on: bool) -> None:
    cell = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    with rows_first(on):
        assert parse_cell(named(cell), width, height) == cell
        assert parse_x_y("{},{}".format(*cell), width, height) == cell


def test_row_and_column_count_from_1() -> None:
    with rows_first():
        assert named((3, 0)) == "1,4"
        assert parse_cell("(2 7)", 9, 5) == (6, 1)
        outside = "6,1 is outside the board: rows go from 1 to 5, columns from 1 to 9"
        with pytest.raises(IllegalMove, match=outside):
            parse_cell("6,1", 9, 5)
        with pytest.raises(IllegalMove, match="0,3 is outside the board"):
            parse_cell("0,3", 9, 5)
        with pytest.raises(IllegalMove, match="row and its column, counted from 1"):
            parse_cell("a1", 9, 5)
    with pytest.raises(IllegalMove, match="9,0 is outside the board: x goes from 0 to 8"):
        parse_cell("9,0", 9, 5)
