"""Games on a matrix: known ones, and that neither side of any can do better."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.mastermind.research.matrix_game import equilibrium

SIZES = st.tuples(st.integers(1, 5), st.integers(1, 5))


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    wide, high = draw(SIZES)
    row = st.lists(st.integers(-5, 5), min_size=wide, max_size=wide)
    return draw(st.lists(row, min_size=high, max_size=high))


@pytest.mark.parametrize(
    ("matrix", "value", "rows", "columns"),
    [
        ([[7]], 7, "1", "1"),
        ([[1, -1], [-1, 1]], 0, "1/2 1/2", "1/2 1/2"),
        ([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], 0, "1/3 1/3 1/3", "1/3 1/3 1/3"),
        ([[0, -2, 3], [2, 0, -4], [-3, 4, 0]], 0, "4/9 1/3 2/9", "4/9 1/3 2/9"),
        ([[3, 0], [1, 2]], Fraction(3, 2), "1/4 3/4", "1/2 1/2"),
        ([[4, 5], [1, 2]], 2, "0 1", "0 1"),
    ],
)
def test_known_games(
    matrix: list[list[int]], value: Fraction | int, rows: str, columns: str
) -> None:
    found = equilibrium(matrix)
    assert found.value == value
    assert " ".join(map(str, found.rows)) == rows
    assert " ".join(map(str, found.columns)) == columns


@given(matrices())
def test_neither_side_can_do_better(matrix: list[list[int]]) -> None:
    found = equilibrium(matrix)
    for mixture in (found.rows, found.columns):
        assert min(mixture) >= 0
        assert sum(mixture) == 1
    paid = [
        sum(part * row[at] for part, row in zip(found.rows, matrix, strict=True))
        for at in range(len(matrix[0]))
    ]
    pays = [sum(part * pay for part, pay in zip(found.columns, row, strict=True)) for row in matrix]
    assert max(paid) == found.value == min(pays)


@given(matrices(), st.fractions(-3, 3, max_denominator=9))
def test_what_is_paid_besides_changes_nothing(matrix: list[list[int]], more: Fraction) -> None:
    found, other = equilibrium(matrix), equilibrium([[pay + more for pay in row] for row in matrix])
    assert other.value == found.value + more
    assert (other.rows, other.columns) == (found.rows, found.columns)


def test_games_that_are_degenerate_end() -> None:
    rows = list(product((0, 1), repeat=4))
    assert equilibrium(rows).value == 0
    assert equilibrium(rows[1:]).value == Fraction(1, 4)


@pytest.mark.parametrize("matrix", [[], [[]], [[1, 2], [3]]])
def test_what_is_no_matrix_is_refused(matrix: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="rows of one length"):
        equilibrium(matrix)
