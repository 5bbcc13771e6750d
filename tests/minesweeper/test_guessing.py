"""What strategies choose by, held against its definition."""

from __future__ import annotations

from itertools import combinations
from math import log
from types import SimpleNamespace
from typing import Any

import pytest
from tests.minesweeper.views import shown

from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.minesweeper import kernels, probability
from mastermine.minesweeper.board import Board, Cell, Layout
from mastermine.minesweeper.constants import (
    CELLS,
    INFORMATION,
    LIKELY_TWINS,
    MARGIN,
    MAX_TELLERS,
    PROGRESS,
)
from mastermine.minesweeper.guessing import (
    best_prospect,
    billionths,
    by_zero,
    certain,
    far_sighted_guess,
    first_click,
    prospect,
    safest_cells,
)
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.probability import Analysis, analyze
from mastermine.minesweeper.reference import fitting_layouts
from mastermine.minesweeper.rules import Minesweeper
from mastermine.minesweeper.twins import settled, unavoidable
from mastermine.registry import parse_rules, parse_rules_of


def positions() -> list[Any]:
    """Views of small games, played until nothing is certain."""
    found = []
    for seed in range(12):
        rules = parse_rules("minesweeper:6x5x7")
        layout = rules.draw(Random(seed), (0, 0))
        view: View[Any, Any, Any] = View(rules)
        view = view.after(Turn((0, 0), rules.respond(layout, (0, 0))))
        known: Any = view.knowledge
        while known.analysis.safe:
            cell = known.analysis.safe[0]
            view = view.after(Turn(cell, rules.respond(layout, cell)))
            known = view.knowledge
        if rules.outcome(view.turns) is None:
            found.append(view)
    assert len(found) > 6
    return found


def test_twins_of_a_large_field_are_chances() -> None:
    # It has more layouts than a floating-point number counts.
    field = Board.closed(80, 80).having([((0, 0), 1), ((79, 79), 1)])
    found = unavoidable(analyze(field, 1300))
    assert found
    assert all(0 < chance <= 0.5 for chance in found.values())


def test_chances_are_compared_in_billionths() -> None:
    assert billionths(0.1 + 0.2) == billionths(0.3) == 300_000_000
    assert (billionths(0), billionths(1)) == (0, 10**9)


def test_the_first_click_and_what_is_certain() -> None:
    rules = parse_rules("minesweeper:3x1x1")
    view: Any = View(rules)
    assert first_click(view) == (0, 0)
    layout = Layout.of(3, 1, [(1, 0)])
    later: Any = view.after(Turn((0, 0), rules.respond(layout, (0, 0))))
    assert first_click(later) is None
    assert certain(later) == (2, 0)
    for view in positions():
        assert certain(view) is None


def test_the_safest_cells_have_the_least_risk() -> None:
    for view in positions():
        field: Field = view.knowledge
        risks = {cell: field.risk(cell) for cell in field.closed()}
        least = min(risks.values())
        assert safest_cells(view) == [cell for cell in risks if risks[cell] < least + 1e-9]


def test_zeros_come_in_order_of_their_chance() -> None:
    for view in positions():
        analysis = view.knowledge.analysis
        cells = view.knowledge.closed()
        ordered = by_zero(view, cells)
        chances = [billionths(analysis.numbers(cell)[0]) for cell in ordered]
        assert chances == sorted(chances, reverse=True)
        assert sorted(ordered) == sorted(cells)
        for one, other, a, b in zip(ordered, ordered[1:], chances, chances[1:], strict=False):
            assert a > b or cells.index(one) < cells.index(other)


def test_a_prospect_is_what_it_says() -> None:
    for view in positions():
        field: Field = view.knowledge
        values = {}
        for cell in field.closed():
            numbers = field.analysis.numbers(cell).tolist()
            if numbers[9] == 1:
                continue
            survival = progress = cells = information = 0.0
            for number, chance in enumerate(numbers[:9]):
                if not chance:
                    continue
                chance /= sum(numbers[:9])
                later = analyze(field.board.having([(cell, number)]), field.rules.mines)
                closed = [later.risk(c) for c in later.board.hidden]
                won = set(closed) <= {1.0}
                survival += chance * (1 if won else 1 - min(closed))
                progress += chance * (won or min(closed) == 0)
                cells += chance * closed.count(0)
                information += chance * log(1 / chance)
            value = survival * (1 + PROGRESS * progress) + CELLS * cells + INFORMATION * information
            values[cell] = value
            assert prospect(view, cell) == pytest.approx(1e9 * value, abs=2)
        best = best_prospect(view, list(values))
        assert values[best] >= max(values.values()) - 2e-9


def test_a_far_sighted_guess_is_the_best_of_those_nearly_as_safe() -> None:
    for view in positions():
        field: Field = view.knowledge
        anyway = unavoidable(field.analysis)
        safe, values = {}, {}
        for cell in field.closed():
            numbers = field.analysis.numbers(cell)[:9]
            if numbers.sum() > 0 and numbers.max() < numbers.sum() - 1e-9:
                safe[cell] = 1 - field.risk(cell) + anyway.get(cell, 0)
        least = MARGIN * max(safe.values())
        for cell, chance in safe.items():
            if chance >= least - 1e-9:
                values[cell] = chance * prospect(view, cell) / 1e9
        chosen = far_sighted_guess(view)
        assert values[chosen] >= max(values.values()) - 3e-9


def test_a_far_sighted_guess_may_be_risky() -> None:
    view = shown("1**3##1\n123####\n012####\n02*3###\n02*####", 9)
    analysis = view.knowledge.analysis
    chosen = far_sighted_guess(view)
    assert (chosen, chosen in unavoidable(analysis)) == ((6, 4), False)
    assert MARGIN * 8 / 9 < 1 - analysis.risk(chosen) < 8 / 9
    assert analysis.risk(safest_cells(view)[0]) == pytest.approx(1 / 9)


def test_a_guess_that_cannot_be_avoided_is_made_if_it_tells_something() -> None:
    # The corner and the cell above it are probably never distinguished: half of that is lost.
    view = shown("0001###\n0123#3#\n12**2##\n##4##2#\n#######", 9)
    analysis = view.knowledge.analysis
    chosen = far_sighted_guess(view)
    risk, least = analysis.risk(chosen), analysis.risk(safest_cells(view)[0])
    assert chosen == (0, 4)
    assert 1 - risk < MARGIN * (1 - least)
    assert 1 - risk + unavoidable(analysis)[chosen] > 1 - least


def test_a_cell_that_tells_nothing_is_left_alone() -> None:
    # One of the first two is a mine; the other would show 1, or 3, as everyone knows.
    view = shown("#1?####\n#3?####\n**?####\n???####", 8)
    analysis = view.knowledge.analysis
    anyway = unavoidable(analysis)
    assert (anyway[0, 0], anyway[0, 1]) == pytest.approx((0.5, 0.5))
    assert far_sighted_guess(view)[0] > 2


# Guesses that cannot be avoided, held against all layouts, listed.


def sees(cell: Cell, other: Cell) -> bool:
    return cell != other and abs(cell[0] - other[0]) < 2 and abs(cell[1] - other[1]) < 2


def listed(analysis: Analysis) -> dict[Cell, float]:
    """The same, counted: in how many of all layouts no opened cell could tell twins apart."""
    board = analysis.board
    layouts = fitting_layouts(board.array, analysis.mines, 10**6, 0, 0).tolist()
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
        if len(unknown) > MAX_TELLERS or min(taken) < LIKELY_TWINS:
            continue
        fits = 0
        for layout in layouts:
            mined = {cell for cell, mine in zip(cells, layout, strict=True) if mine}
            fits += one | tellers <= mined and not other & mined
        for cell in one | other:
            found[cell] += fits / len(layouts)
    risks = {cell: analysis.risk(cell) for cell in cells}
    return {cell: min(part, risks[cell], 1 - risks[cell]) for cell, part in found.items() if part}


def test_twins_on_small_boards() -> None:
    analysis = analyze(Board.parse("1#\n1#"), 1)
    assert unavoidable(analysis) == {(1, 0): 0.5, (1, 1): 0.5}
    analysis = analyze(Board.parse("##1\n##2\n12*"), 3)
    assert unavoidable(analysis) == {(0, 0): 0.5, (1, 0): 0.5, (0, 1): 0.5, (1, 1): 0.5}
    # The third cell is safe, and shows which it is.
    assert not unavoidable(analyze(Board.parse("???\n111\n###"), 1))
    assert not unavoidable(analyze(Board.parse("1#\n1#\n?#"), 1))


def test_twins_are_found_once_for_each_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    native = kernels.backend

    def twins(cells: Any, *arguments: Any) -> Any:
        found.append(cells.shape)
        return native.twins(cells, *arguments)

    given = [analyze(Board.parse(text), 1) for text in ("1#\n1#", "###\n1#1")]
    monkeypatch.setattr(probability, "backend", SimpleNamespace(twins=twins))
    for analysis in given * 2:
        unavoidable(analysis)
        settled(analysis)
    assert found == [(2, 2), (2, 3)]


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
