"""Guesses that cannot be avoided, held against all layouts, listed."""

from __future__ import annotations

from itertools import combinations

import pytest

from mastermine.core.random import Random
from mastermine.minesweeper.board import Board, Cell
from mastermine.minesweeper.probability import Analysis, analyze
from mastermine.minesweeper.reference import fitting_layouts
from mastermine.minesweeper.rules import Minesweeper
from mastermine.minesweeper.twins import LIKELY, TELLERS, unavoidable
from mastermine.registry import parse_rules_of


def sees(cell: Cell, other: Cell) -> bool:
    return cell != other and abs(cell[0] - other[0]) < 2 and abs(cell[1] - other[1]) < 2


def listed(analysis: Analysis) -> dict[Cell, float]:
    """The same, counted: in how many of all layouts no opened cell could tell twins apart."""
    board = analysis.board
    layouts = fitting_layouts(board.array, analysis.mines, 10**6, 0.0, 0).tolist()
    cells = [board.cell(i) for i in range(len(board.cells))]
    pairs = [
        ({a}, {b}) for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    ]
    squares = [
        ({(x, y), (x + 1, y + 1)}, {(x + 1, y), (x, y + 1)})
        for x in range(board.width - 1)
        for y in range(board.height - 1)
    ]
    found = dict.fromkeys(cells, 0.0)
    for one, other in pairs + squares:
        tellers = {
            cell
            for cell in set(cells) - one - other
            if sum(sees(cell, each) for each in one) != sum(sees(cell, each) for each in other)
        }
        unknown = [cell for cell in tellers if analysis.risk(cell) < 1]
        taken = [analysis.risk(cell) for cell in [*one, *other, *unknown]]
        if len(unknown) > TELLERS or min(taken) < LIKELY:
            continue
        fits = 0
        for layout in layouts:
            mined = {cell for cell, mine in zip(cells, layout, strict=True) if mine}
            fits += one | tellers <= mined and not other & mined
        for cell in one | other:
            found[cell] += fits / len(layouts)
    risks = {cell: analysis.risk(cell) for cell in cells}
    return {cell: min(part, risks[cell], 1 - risks[cell]) for cell, part in found.items() if part}


def test_two_cells_in_a_corner() -> None:
    analysis = analyze(Board.parse("1#\n1#"), 1)
    assert unavoidable(analysis) == {(1, 0): 0.5, (1, 1): 0.5}


def test_a_square_with_two_mines() -> None:
    analysis = analyze(Board.parse("##1\n##2\n12*"), 3)
    assert unavoidable(analysis) == {(0, 0): 0.5, (1, 0): 0.5, (0, 1): 0.5, (1, 1): 0.5}


def test_a_cell_that_tells_them_apart_needs_no_guess() -> None:
    # The third cell is safe, and shows which it is.
    assert not unavoidable(analyze(Board.parse("???\n111\n###"), 1))
    assert not unavoidable(analyze(Board.parse("1#\n1#\n?#"), 1))


@pytest.mark.parametrize("spec", ["minesweeper:4x4x5", "minesweeper:6x3x7", "minesweeper:5x4x8"])
def test_they_are_as_likely_as_the_layouts_say(spec: str) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    some = 0
    for seed in range(25):
        rng = Random(seed)
        layout = rules.draw(rng, (0, 0))
        shown = dict(layout.opened((0, 0)))
        shown |= {cell: n for cell, n in layout.board().numbered() if rng.below(3) == 0}
        board = Board.closed(rules.width, rules.height).having(shown.items())
        analysis = analyze(board, rules.mines)
        expected = listed(analysis)
        assert unavoidable(analysis) == pytest.approx(expected)
        some += bool(expected)
    assert some > 8
