"""Solvers of others find exactly the possible layouts in the models of boards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import models

from mastermine.core.errors import InvalidSpec
from mastermine.core.random import Random
from mastermine.minesweeper import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    Layout,
    Minesweeper,
    analyze,
    constraint_model,
)
from mastermine.registry import parse_rules_of

Position = tuple[Board, int | None]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A small board with up to 8 closed cells; some are impossible."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    size = width * height
    layout = Layout(
        width, height, bytes(draw(st.lists(st.booleans(), min_size=size, max_size=size)))
    )
    closed = draw(st.sets(st.integers(0, size - 1), max_size=8))
    cells = bytearray(layout.numbers)
    for index in range(size):
        if index in closed:
            cells[index] = CLOSED
        elif cells[index] != MINED and draw(st.integers(0, 5)) == 0:
            cells[index] = draw(st.sampled_from([UNNUMBERED, 1, 2]))
    mines = draw(st.none() | st.just(layout.count) | st.integers(0, size))
    return Board(width, height, bytes(cells)), mines


def layouts(board: Board, mines: int | None) -> list[bytes]:
    """The possible layouts, by trying all."""
    found = []
    for values in product((0, 1), repeat=len(board.hidden)):
        known = dict(zip(board.hidden, values, strict=True))
        cells = (known.get(board.cell(i), value == MINED) for i, value in enumerate(board.cells))
        layout = Layout(board.width, board.height, bytes(map(int, cells)))
        numbers = layout.numbers
        if all(numbers[board.index(cell)] == value for cell, value in board.numbered()) and (
            mines in (None, layout.count)
        ):
            found.append(layout.mines)
    return found


def filled(board: Board, mines: set[tuple[int, int]]) -> bytes:
    known = [*mines, *board.all(MINED)]
    return Layout.of(board.width, board.height, known).mines


def layouts_of_clauses(board: Board, text: str) -> list[bytes]:
    closed = board.hidden
    return sorted(
        filled(board, {closed[n - 1] for n in true if n <= len(closed)})
        for true in models.clauses(text)
    )


def layouts_of_integers(board: Board, text: str) -> list[bytes]:
    return sorted(
        filled(board, {cell for cell in board.hidden if found["mine_{}_{}".format(*cell)]})
        for found in models.integers(text)
    )


@given(positions())
def test_the_solutions_of_the_clauses_are_the_layouts(position: Position) -> None:
    model = constraint_model(*position, "dimacs")
    assert layouts_of_clauses(position[0], model) == layouts(*position)


@given(positions())
@settings(max_examples=30)
def test_the_integers_are_the_layouts(position: Position) -> None:
    model = constraint_model(*position, "smtlib")
    assert layouts_of_integers(position[0], model) == layouts(*position)


@given(positions())
@settings(max_examples=5)
def test_minizinc_prints_the_layouts(position: Position) -> None:
    printed = models.printed(constraint_model(*position, "minizinc"))
    assert sorted(Layout.parse(text).mines for text in printed) == layouts(*position)


@pytest.mark.parametrize("seed", range(3))
def test_a_position_of_a_game(seed: int) -> None:
    rules = parse_rules_of(Minesweeper, "beginner")
    layout = rules.draw(Random(seed), (4, 4))
    shown = Board.closed(9, 9).having(layout.opened((4, 4)))
    around = {cell for each, _n in shown.numbered() for cell in shown.neighbours(each)}
    board = shown.having(
        (cell, layout.board()[cell]) for cell in shown.hidden if cell not in around
    )
    found = layouts_of_clauses(board, constraint_model(board, 10, "dimacs"))
    assert len(found) == analyze(board, 10).solutions
    assert layout.mines in found
    assert layouts_of_integers(board, constraint_model(board, 10, "smtlib")) == found


def test_the_variable_that_a_comment_names_exists() -> None:
    model = constraint_model(Board.parse("12\n##"), 1, "smtlib")
    assert "; The variable of a closed cell, such as mine_0_1, is 1 if it is a mine" in model
    assert "(declare-const mine_0_1 Int)" in model
    assert "such as mine" not in constraint_model(Board.parse("00"), 0, "smtlib")


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="there is no format 'smt'; did you mean smtlib"):
        constraint_model(Board.parse("1#"), None, "smt")
