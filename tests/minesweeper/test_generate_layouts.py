"""Layouts: uniform where that is promised, alike in C++ and Python, and without guesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chances import chi_square, limit

from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.core.random import Random
from mastermine.minesweeper import generate, reference
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell, Layout
from mastermine.minesweeper.generate import draw_many, draw_noguess, needs_no_guess
from mastermine.minesweeper.reference.layouts import DRAWN, NONE, REPAIRED
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.system.native import module as native

fast_only = pytest.mark.skipif(native is None, reason="too slow without the native core")
both = pytest.mark.parametrize(
    "kernel",
    [
        pytest.param(
            native, marks=pytest.mark.skipif(native is None, reason="not built"), id="native"
        ),
        pytest.param(reference, id="reference"),
    ],
)


def mask(rules: Minesweeper, first: Cell | None) -> Any:
    allowed = np.zeros(rules.cells, np.uint8)
    allowed[generate.allowed(rules, first)] = 1
    return allowed.reshape(rules.height, rules.width)


# Uniform layouts.


@pytest.mark.parametrize(
    ("spec", "first", "layouts"),
    [
        ("4x3x2", (1, 1), 55),  # 2 of 11 cells
        ("4x3x2-any", (1, 1), 66),  # 2 of 12
        ("5x3x2-open", (0, 0), 55),  # 2 of 11
        ("4x4x3-open", (1, 1), 35),  # 3 of 7
        ("4x3x2", None, 66),
        ("4x3x2-open", None, 66),
    ],
)
def test_every_layout_is_equally_likely(spec: str, first: Cell | None, layouts: int) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    drawn = Counter(row.tobytes() for row in draw_many(rules, range(layouts * 200), first))
    assert len(drawn) == layouts
    assert chi_square(drawn, layouts) < limit(layouts)
    one_by_one = Counter(rules.draw(Random(seed), first).mines for seed in range(layouts * 20))
    assert set(one_by_one) <= set(drawn)
    assert chi_square(one_by_one, layouts) < limit(layouts)


@pytest.mark.parametrize(
    ("rows", "mines"),
    [("####/#2##/####", 3), ("1#1/###/1##", 2), ("?##*/12##/####", 4), ("###/###", 2)],
)
def test_every_layout_of_a_position_is_equally_likely(rows: str, mines: int) -> None:
    board = Board.parse(rows)
    cells = [board.cell(i) for i in range(len(board.cells))]
    layouts = {
        layout.mines
        for these in combinations(cells, mines)
        for layout in [Layout.of(board.width, board.height, these)]
        if all(
            value == CLOSED
            or (
                (value == MINED) == (cell in layout)
                and (value > 8 or layout.numbers[board.index(cell)] == value)
            )
            for cell, value in zip(cells, board.cells, strict=True)
        )
    }
    drawn = Counter(
        generate.draw_consistent(board, mines, Random(seed)).mines
        for seed in range(len(layouts) * 50)
    )
    assert set(drawn) == layouts
    assert chi_square(drawn, len(layouts)) < limit(len(layouts))


@pytest.mark.parametrize("spec", ["9x9x10", "30x16x99-open", "1x7x3-any", "100x100x9999", "3x3x8"])
@pytest.mark.parametrize("first", [None, (0, 0)])
def test_a_batch_is_the_layouts_of_its_seeds(spec: str, first: Cell | None) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    seeds = [0, 1, 2**63, 2**64 - 1, -1]
    rows = draw_many(rules, seeds, first)
    assert rows.shape == (5, rules.cells)
    assert rows.dtype == np.uint8
    for row, seed in zip(rows, seeds, strict=True):
        assert row.tobytes() == generate.draw_layout(rules, Random(seed), first).mines
    assert draw_many(rules, [], first).shape == (0, rules.cells)


# Printed once, and never to change: a seed that was noted down means the same game for ever.
@pytest.mark.parametrize(
    ("spec", "first", "layout"),
    [
        ("6x4x6", (2, 2), "*....*/*.**../....../.*...."),
        ("6x4x4-open", (2, 2), "**..*./*...../....../......"),
        ("6x4x5-noguess", (0, 0), "..**.*/....../..*.../....*."),
    ],
)
def test_golden_layouts(spec: str, first: Cell, layout: str) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    assert rules.format_secret(rules.draw(Random(2024), first)) == layout


# Without guesses.


def opened_without_a_guess(layout: Layout, first: Cell, every: list[Layout]) -> bool:
    """The same by looking, at each moment, at all layouts that fit what is open."""
    size = layout.width * layout.height
    seen = dict(layout.opened(first))
    while len(seen) < size - layout.count:
        shown = [(y * layout.width + x, number) for (x, y), number in seen.items()]
        every = [each for each in every if all(each.numbers[i] == n for i, n in shown)]
        safe = {i for i in range(size) if not any(each.mines[i] for each in every)}
        new = {(i % layout.width, i // layout.width) for i in safe} - set(seen)
        if not new:
            return False
        for cell in new:
            seen.update(layout.opened(cell))
    return True


@pytest.mark.rest
@pytest.mark.parametrize(
    "spec", ["4x4x2", "4x4x3-open", "5x3x3", "6x2x2-open", "7x1x3", "4x5x3-open"]
)
def test_deduction_finds_all_that_is_certain(spec: str) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    every = [
        Layout(rules.width, rules.height, bytes(i in mines for i in range(rules.cells)))
        for mines in combinations(range(rules.cells), rules.mines)
    ]
    found = Counter[bool]()
    for seed in range(25):
        layout = rules.draw(Random(seed), (0, 0))
        expected = opened_without_a_guess(layout, (0, 0), every)
        assert needs_no_guess(layout, (0, 0)) == expected
        found[expected] += 1
    assert len(found) == 2


def test_what_is_known_where_deduction_ends() -> None:
    layout = Layout.parse("..*./..../...*/...*")
    assert str(generate.deduce(layout, (0, 0))) == "01*1\n0122\n002*\n002*"
    # A wall of mines, and behind it a mine that may be in either of two cells.
    layout = Layout.parse("..*.*/..*..")
    known = generate.deduce(layout, (0, 0))
    assert str(known) == "02*##\n02*##"
    assert not needs_no_guess(layout, (0, 0))
    assert not needs_no_guess(layout, (2, 0))
    with pytest.raises(IllegalMove, match="2,0 is a mine: nothing opens there"):
        generate.deduce(layout, (2, 0))


@pytest.mark.parametrize(
    ("spec", "first"),
    [
        ("beginner", (0, 0)),
        ("beginner", (4, 4)),
        ("intermediate", (0, 7)),
        ("expert", (0, 0)),
        ("expert", (15, 8)),
        pytest.param("30x16x130", (3, 3), marks=fast_only),
        pytest.param("9x9x30", (4, 4), marks=fast_only),
        pytest.param("40x30x250", (20, 10), marks=fast_only),
    ],
)
def test_no_guess_is_needed(spec: str, first: Cell) -> None:
    rules = parse_rules_of(Minesweeper, parse_rules_of(Minesweeper, spec).spec() + "-noguess")
    for seed in range(4):
        layout = rules.draw(Random(seed), first)
        assert layout.count == rules.mines
        assert (first, 0) in layout.opened(first)
        check_deducible(layout, first)


def check_deducible(layout: Layout, first: Cell) -> None:
    """Plays a layout by the exact analysis, which has to know a safe cell until all is open."""
    from mastermine.minesweeper.probability import analyze

    board = Board.closed(layout.width, layout.height).having(layout.opened(first))
    while board.cells.count(CLOSED) > layout.count:
        safe = analyze(board, layout.count).safe
        assert safe, f"a guess is needed:\n{board}"
        for cell in safe:
            board = board.having(layout.opened(cell))
    assert needs_no_guess(layout, first)


def without_guess(rules: Minesweeper, first: Cell) -> set[bytes]:
    """All layouts of this kind."""
    found = set()
    for mines in combinations(generate.allowed(rules, first), rules.mines):
        layout = Layout(rules.width, rules.height, bytes(i in mines for i in range(rules.cells)))
        if needs_no_guess(layout, first):
            found.add(layout.mines)
    return found


@fast_only
@pytest.mark.parametrize(("spec", "first"), [("5x3x4-noguess", (0, 0)), ("4x4x4-noguess", (1, 1))])
def test_drawn_layouts_without_guesses_are_equally_likely(spec: str, first: Cell) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    every = without_guess(rules, first)
    drawn: Counter[bytes] = Counter()
    for seed in range(100 * len(every)):
        layout, uniform = draw_noguess(rules, Random(seed), first)
        assert uniform
        drawn[layout.mines] += 1
    assert set(drawn) == every
    assert chi_square(drawn, len(every)) < limit(len(every))


@fast_only
def test_layouts_by_moving_mines_are_all_possible_but_not_equally_likely() -> None:
    rules, first = parse_rules_of(Minesweeper, "5x4x5-noguess"), (0, 0)
    every = without_guess(rules, first)
    drawn: Counter[bytes] = Counter()
    changed = 0
    for seed in range(20 * len(every)):
        layout, uniform = draw_noguess(rules, Random(seed), first, tries=0)
        drawn[layout.mines] += 1
        changed += not uniform
    assert changed > drawn.total() / 2
    assert set(drawn) <= every
    assert len(drawn) > 0.99 * len(every)
    apart = sum(abs(drawn[each] / drawn.total() - 1 / len(every)) for each in every) / 2
    assert 0.2 < apart < 0.35  # docs/reference/notation.md tells of it


def test_whether_the_first_click_opens_a_zero() -> None:
    def zero(spec: str, first: Cell) -> bool:
        return generate.opens_zero(parse_rules_of(Minesweeper, spec), first)

    assert zero("9x9x10-open", (0, 0))
    assert not zero("9x9x10", (0, 0))
    assert zero("4x4x7-noguess", (1, 1))
    assert not zero("4x4x8-noguess", (1, 1))
    assert zero("4x4x8-noguess", (0, 0))
    layout = parse_rules_of(Minesweeper, "4x4x12-noguess").draw(Random(1), (0, 0))
    assert (((0, 0), 0)) in layout.opened((0, 0))
    crowded = parse_rules_of(Minesweeper, "4x4x15-noguess").draw(Random(1), (2, 1))
    assert crowded.count == 15
    assert (2, 1) not in crowded


def test_where_there_is_no_layout_without_guesses() -> None:
    rules = parse_rules_of(Minesweeper, "3x3x6-noguess")
    with pytest.raises(InvalidSpec) as caught:
        rules.draw(Random(1), (1, 1))
    assert str(caught.value) == (
        "no layout of minesweeper:3x3x6-noguess without guesses was found for a first click on "
        "1,1: use another first click, or fewer mines (one fifth of the cells is always possible)"
    )
    with pytest.raises(IllegalMove, match="needs a first click: choose a cell"):
        rules.draw(Random(1))


def test_a_position_that_takes_too_much_memory_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any) -> Any:
        raise MemoryError("the analysis takes too much memory")

    monkeypatch.setattr(generate, "backend", SimpleNamespace(draw_noguess=refuse, deduce=refuse))
    message = "a position on this board is too hard: .* more than 1074 MB; use a smaller board"
    with pytest.raises(TooLarge, match=message):
        draw_noguess(Minesweeper(9, 9, 10), Random(1), (4, 4))
    with pytest.raises(TooLarge, match=message):
        needs_no_guess(Layout(2, 1, b"\0\1"), (0, 0))


# The native functions and their twins.


@st.composite
def games(draw: st.DrawFn) -> tuple[Minesweeper, Cell]:
    width, height = draw(st.integers(2, 9)), draw(st.integers(1, 7))
    mines = draw(st.integers(1, max(1, width * height // 3)))
    first = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
    return Minesweeper(width, height, min(mines, width * height - 1), First.SAFE), first


@pytest.mark.skipif(native is None, reason="the native module was not built")
@settings(max_examples=60)
@given(games(), st.integers(0, 2**64 - 1), st.integers(0, 3))
def test_native_and_reference_agree(game: tuple[Minesweeper, Cell], seed: int, tries: int) -> None:
    rules, first = game
    allowed, index = mask(rules, first), first[1] * rules.width + first[0]
    seeds = np.array([seed, 1], np.uint64)
    rows = native.draw_layouts(allowed, rules.mines, seeds)
    assert np.array_equal(rows, reference.draw_layouts(allowed, rules.mines, seeds))
    layout = rows[0].reshape(allowed.shape)
    assert np.array_equal(native.deduce(layout, index), reference.deduce(layout, index))
    arguments = allowed, rules.mines, index, seed, tries, 15
    assert np.array_equal(native.draw_noguess(*arguments), reference.draw_noguess(*arguments))


@pytest.mark.skipif(native is None, reason="the native module was not built")
@pytest.mark.parametrize("spec", ["16x16x40-noguess", "30x16x99-noguess", "16x16x60-noguess"])
def test_native_and_reference_agree_on_the_levels(spec: str) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    for seed, tries in ((1, 400), (2, 0)):
        arguments = mask(rules, (4, 4)), rules.mines, 4 * rules.width + 4, seed, tries, 100
        found = native.draw_noguess(*arguments)
        assert np.array_equal(found, reference.draw_noguess(*arguments))


@both
def test_how_a_layout_came_about(kernel: Any) -> None:
    rules = parse_rules_of(Minesweeper, "9x9x20-noguess")
    arguments = mask(rules, (4, 4)), 20, 40
    assert {int(kernel.draw_noguess(*arguments, seed, 0, 50)[0]) for seed in range(30)} == {
        DRAWN,
        REPAIRED,
    }
    nothing = kernel.draw_noguess(mask(Minesweeper(3, 3, 6), (1, 1)), 6, 4, 1, 5, 20)
    assert nothing.tolist() == [NONE]


@both
def test_deduce_knows_the_mines_once_all_is_open(kernel: Any) -> None:
    layout = np.array([[0, 0, 1, 0, 1]], np.uint8)
    assert kernel.deduce(layout, 0).tolist() == [0, 1, MINED, CLOSED, CLOSED]
    assert kernel.deduce(layout, 3).tolist() == [0, 1, MINED, 2, MINED]  # By counting mines.
    layout = np.array([[1, 0, 1]], np.uint8)
    assert kernel.deduce(layout, 1).tolist() == [MINED, 2, MINED]


FREE = np.ones((3, 3), np.uint8)
CENTRE = FREE.copy()
CENTRE[1, 1] = 0
SEEDS = np.zeros(1, np.uint64)
BAD: dict[str, tuple[Callable[[Any], Any], str]] = {
    "too many": (lambda k: k.draw_layouts(CENTRE, 9, SEEDS), "9 mines do not fit into 8 cells"),
    "negative": (lambda k: k.draw_layouts(CENTRE, -1, SEEDS), "-1 mines do not fit"),
    "too many without guesses": (lambda k: k.draw_noguess(CENTRE, 9, 4, 1, 1, 1), "do not fit"),
    "tries": (lambda k: k.draw_noguess(CENTRE, 4, 4, 1, -1, 1), "0 or more tries, not -1"),
    "on a mine": (lambda k: k.draw_noguess(FREE, 2, 4, 1, 1, 1), "on a safe cell, not on 4"),
    "outside": (lambda k: k.deduce(CENTRE, 9), "must be on a safe cell, not on 9"),
    "before": (lambda k: k.deduce(CENTRE, -1), "must be on a safe cell, not on -1"),
    "mined": (lambda k: k.deduce(CENTRE, 0), "must be on a safe cell, not on 0"),
    "values": (lambda k: k.deduce(CENTRE * 2, 4), "only 0 and 1 are expected, not 2"),
    "bytes": (lambda k: k.draw_layouts(FREE * 200, 1, SEEDS), "only 0 and 1 are expected, not 200"),
}


@both
@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_get_a_clear_line(kernel: Any, case: str) -> None:
    call, message = BAD[case]
    with pytest.raises(ValueError, match=message):
        call(kernel)
