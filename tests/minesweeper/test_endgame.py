"""Exact play: published values, the slow twin, and what must hold for any best play."""

from __future__ import annotations

import json
import threading
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.waiting import ctrl_c

from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.core.random import Random
from mastermine.minesweeper import endgame, reference
from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    Cell,
    ImpossibleBoard,
    Layout,
)
from mastermine.minesweeper.endgame import best_move, optimal_play
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.system.native import NATIVE

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden/minesweeper_optimal.json").read_text("utf-8")
)
native = pytest.mark.skipif(not NATIVE, reason="the native module is not in use")

QUICK = {"native": 2500, "reference": 560}
"""Boards with up to so many layouts take less than a second."""


def cases() -> list[Any]:
    return [
        pytest.param(
            each,
            core,
            id=f"{each['rules']}-{core}",
            marks=[pytest.mark.rest] if each["layouts"] > QUICK[core] else [],
        )
        for each in GOLDEN
        for core in (["native", "reference"] if NATIVE else ["reference"])
        if core == "native" or each["layouts"] <= 3003
    ]


@pytest.fixture
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "reference":
        monkeypatch.setattr(endgame, "backend", reference)
    name: str = request.param
    return name


@pytest.mark.parametrize(("golden", "core"), cases(), indirect=["core"])
def test_value(golden: dict[str, Any], core: str) -> None:
    found = optimal_play(parse_rules_of(Minesweeper, golden["rules"]))
    assert (found.wins, found.layouts) == (golden["wins"], golden["layouts"])
    assert golden["source"] in ("published", "computed")


# What any best play must be.


def positions(seed: str, n: int, most: int = 400) -> list[tuple[Board, int, Layout]]:
    """Positions of all shapes, with their mines and the layout they come from."""
    rng = Random(seed)
    found: list[tuple[Board, int, Layout]] = []
    while len(found) < n:
        large = rng.below(3) == 0
        least, sizes = (6, 3) if large else (1, 4)
        width, height = least + rng.below(sizes), least + rng.below(sizes)
        size = width * height
        if size < 2:
            continue
        mines = 1 + rng.below(size // 5 + 1 if large else size - 1)
        places = list(range(size))
        rng.shuffle(places)
        layout = Layout(width, height, bytes(i in places[:mines] for i in range(size)))
        values = bytearray([CLOSED]) * size
        for i in places[mines:]:
            if rng.below(8) < (7 if large else 3):
                values[i] = UNNUMBERED if rng.below(9) == 0 else layout.numbers[i]
        for i in places[:mines]:
            if rng.below(4) == 0:
                values[i] = MINED
        board = Board(width, height, bytes(values))
        fit = backend.fitting_layouts(board.array, mines, most, 0, 0)
        if len(fit) <= most:
            found.append((board, mines, layout))
    return found


def layouts_of(board: Board, mines: int, core: Any = backend) -> NDArray[np.uint8]:
    found: NDArray[np.uint8] = core.fitting_layouts(board.array, mines, 10**6, 0, 0)
    return found


@native
@pytest.mark.parametrize("seed", range(4))
def test_native_and_reference_agree(seed: int) -> None:
    for board, mines, layout in positions(f"twin {seed}", 40, most=120):
        ours, theirs = layouts_of(board, mines), layouts_of(board, mines, reference)
        assert sorted(map(bytes, ours)) == sorted(map(bytes, theirs))
        assert layout.mines in set(map(bytes, ours))
        play = backend.best_play(ours, board.array, 0, 0)
        assert play[:2].tolist() == reference.best_play(theirs, board.array, 0, 0)[:2].tolist()
        clicks = np.array([board.index(cell) for cell in board.hidden], np.int64)
        wins = backend.click_wins(ours, board.array, clicks, 0, 0)
        slow = reference.click_wins(theirs, board.array, clicks, 0, 0)
        assert (wins[:, :9] == slow[:, :9]).all()
        assert play[1] == max(wins[:, :9].sum(axis=1), default=1) or play[0] < 0


@pytest.mark.parametrize("core", ["native", "reference"] if NATIVE else ["reference"])
def test_layouts_are_all_that_fit(core: str) -> None:
    module = backend if core == "native" else reference
    for board, mines, _layout in positions("layouts", 30, most=200):
        if len(board.cells) > 16:
            continue
        fit = [
            layout.mines
            for cells in combinations(range(len(board.cells)), mines)
            if fits(layout := layout_with(board, cells), board)
        ]
        assert sorted(map(bytes, layouts_of(board, mines, module))) == sorted(fit)
        few = module.fitting_layouts(board.array, mines, len(fit) - 1, 0, 0)
        assert len(few) == len(fit)
        if len(fit) > 3:
            few = module.fitting_layouts(board.array, mines, 2, 0, 0)
            assert len(few) == 3
            assert set(map(bytes, few)) <= set(fit)


def layout_with(board: Board, mines: tuple[int, ...]) -> Layout:
    return Layout(board.width, board.height, bytes(i in mines for i in range(len(board.cells))))


def fits(layout: Layout, board: Board) -> bool:
    return all(
        shown in (CLOSED, true) or (shown == UNNUMBERED and true != MINED)
        for shown, true in zip(board.cells, layout.numbers, strict=True)
    )


def turned(board: Board, mirrored: bool, turns: int) -> Board:
    grid = np.rot90(board.array[:, ::-1] if mirrored else board.array, turns)
    return Board(grid.shape[1], grid.shape[0], grid.tobytes())


def test_turning_and_mirroring_changes_nothing() -> None:
    for board, mines, _layout in positions("turned", 40):
        n = len(layouts_of(board, mines))
        worth = {
            tuple(backend.best_play(layouts_of(each, mines), each.array, 0, 0)[1:2].tolist())
            for mirrored in (False, True)
            for turns in range(4)
            if len(layouts_of(each := turned(board, mirrored, turns), mines)) == n
        }
        assert len(worth) == 1


@pytest.mark.parametrize("spec", ["5x2x3", "3x4x3", "4x4x2", "3x3x4"])
def test_a_board_is_worth_as_much_when_it_lies_on_its_side(spec: str) -> None:
    width, height, mines = map(int, spec.split("x"))
    upright, lying = (
        optimal_play(parse_rules_of(Minesweeper, f"{w}x{h}x{mines}"))
        for w, h in ((width, height), (height, width))
    )
    assert {(y, x): click for (x, y), click in upright.clicks.items()} == lying.clicks


def test_equal_first_clicks_are_really_equal() -> None:
    board = Board.closed(4, 3)
    layouts = layouts_of(board, 3)
    wins = backend.click_wins(layouts, board.array, np.arange(12), 0, 0)[:, :9].sum(axis=1)
    clicks = optimal_play(Minesweeper(4, 3, 3)).clicks
    assert [clicks[board.cell(i)].wins for i in range(12)] == wins.tolist()
    assert list(clicks) == list(board.hidden)


def safest(layouts: NDArray[np.uint8], values: NDArray[np.uint8], opened: frozenset[int]) -> int:
    """How many layouts are won by opening the safest cell, again and again."""
    if len(layouts) == 0:
        return 0
    risks = layouts.sum(axis=0)
    cells = [i for i in range(layouts.shape[1]) if i not in opened and risks[i] < len(layouts)]
    if not cells:
        return len(layouts)
    cell = min(cells, key=lambda i: (risks[i], i))
    return sum(
        safest(layouts[shown], values[shown], opened | {cell})
        for number in range(9)
        if (shown := values[:, cell] == number).any()
    )


def test_no_other_play_is_better() -> None:
    better = 0
    for board, mines, _layout in positions("safest", 60):
        layouts = layouts_of(board, mines)
        numbers = [Layout(board.width, board.height, bytes(row)).numbers for row in layouts]
        values = np.frombuffer(b"".join(numbers), np.uint8).reshape(layouts.shape)
        opened = frozenset(i for i, value in enumerate(board.cells) if value != CLOSED)
        cell, wins, _nodes = backend.best_play(layouts, board.array, 0, 0).tolist()
        assert wins >= safest(layouts, values, opened)
        better += wins > safest(layouts, values, opened)
        closed = [i for i in range(len(board.cells)) if i not in opened]
        risks = layouts[:, closed].sum(axis=0)
        open_to_it = risks[risks < len(layouts)]
        assert wins <= len(layouts) - min(open_to_it, default=0)
        if len(open_to_it) and not open_to_it.min():
            assert not layouts[:, cell].any()
    assert better


@cache
def chosen(board: Board, mines: int) -> Cell:
    return best_move(board, mines).cell


@pytest.mark.parametrize(
    ("spec", "core"),
    [
        pytest.param(spec, core, id=f"{spec}-{core}")
        for spec in ("4x4x3", "5x2x3", "3x4x2-open", "3x3x3-any")
        for core in (["native", "reference"] if NATIVE else ["reference"])
    ],
    indirect=["core"],
)
def test_as_many_games_are_won_as_promised(spec: str, core: str) -> None:
    chosen.cache_clear()
    rules = parse_rules_of(Minesweeper, spec)
    found = optimal_play(rules)
    first = found.best[0]
    won = played = 0
    for places in combinations(range(rules.cells), rules.mines):
        layout = layout_with(Board.closed(rules.width, rules.height), places)
        if first in layout and "any" not in spec:
            continue
        if "open" in spec and layout.numbers[first[1] * rules.width + first[0]] != 0:
            continue
        played += 1
        board = Board.closed(rules.width, rules.height)
        cell = first
        while cell not in layout:
            board = board.having(layout.opened(cell))
            if board.cells.count(CLOSED) == rules.mines:
                won += 1
                break
            cell = chosen(board, rules.mines)
    assert (won, played) == (found.wins, found.layouts)


def test_certain_cells_are_opened_first_and_the_best_guess_is_known() -> None:
    assert best_move(Board.parse("1#\n##\n"), 1) == ((1, 0), 1, 3)
    assert best_move(Board.parse("#1#\n"), 1) == ((0, 0), 1, 2)
    assert best_move(Board.parse("0#1#\n"), 1) == ((1, 0), 1, 1)
    # Each half is an even chance; the corner in the middle tells nothing about either.
    assert best_move(Board.parse("#1#?#1#"), 2)[1:] == (1, 4)
    # Any cell but the mine leads to all others; of equal ones the first.
    assert best_move(Board.closed(5, 1), 1) == ((0, 0), 4, 5)


# The rules.


def test_what_the_first_click_is_sure_to_be() -> None:
    safe, any_, open_ = (
        optimal_play(parse_rules_of(Minesweeper, f"4x4x3{rule}")) for rule in ("", "-any", "-open")
    )
    assert [click.wins for click in safe.clicks.values()] == [
        click.wins for click in any_.clicks.values()
    ]
    assert {click.layouts for click in safe.clicks.values()} == {comb(15, 3)}
    assert {click.layouts for click in any_.clicks.values()} == {comb(16, 3)}
    around = {(0, 0): 4, (1, 0): 6, (1, 1): 9}
    for cell, clear in around.items():
        assert open_.clicks[cell].layouts == comb(16 - clear, 3)
    layouts = layouts_of(Board.closed(4, 4), 3)
    zeros = backend.click_wins(layouts, Board.closed(4, 4).array, np.array([0, 1, 5]), 0, 0)
    assert [open_.clicks[cell].wins for cell in around] == zeros[:, 0].tolist()
    assert open_.probability >= safe.probability >= any_.probability
    assert safe.best == ((0, 0), (3, 0), (0, 3), (3, 3))


def test_one_first_click_alone() -> None:
    rules = Minesweeper(4, 4, 3)
    everything = optimal_play(rules)
    for cell in ((0, 0), (2, 1), (3, 0)):
        alone = optimal_play(rules, cell)
        assert alone.clicks == {cell: everything.clicks[cell]}
        assert alone.best == (cell,)


@pytest.mark.parametrize("spec", ["1x2x1", "2x2x3", "3x3x8", "1x9x1", "4x4x7-open"])
def test_the_smallest_boards(spec: str) -> None:
    found = optimal_play(parse_rules_of(Minesweeper, spec))
    assert 0 < found.probability <= 1
    if spec in ("1x2x1", "2x2x3", "3x3x8"):
        assert found.probability == 1


# What cannot be had.


@pytest.mark.parametrize("spec", ["expert", "9x9x10", "9x9x10-open", "6x6x7"])
def test_too_large_a_board_is_refused_at_once(spec: str) -> None:
    with pytest.raises(TooLarge, match=r"layouts; the best play can be computed for at most"):
        optimal_play(parse_rules_of(Minesweeper, spec))


def test_limits_end_in_a_clear_line() -> None:
    rules = Minesweeper(5, 5, 5)
    with pytest.raises(TooLarge, match="5x5x5: finding the best play takes too much work"):
        optimal_play(rules, work_limit=10**6)
    with pytest.raises(TooLarge, match="more than 1 MB of memory"):
        optimal_play(rules, memory_limit=1_000_000)
    with pytest.raises(TooLarge, match="more than 10 layouts are possible"):
        best_move(Board.closed(4, 4), 3, most=10)


def test_what_has_no_best_move() -> None:
    with pytest.raises(IllegalMove, match="every safe cell is open"):
        best_move(Board.parse("1#"), 1)
    with pytest.raises(ImpossibleBoard, match="2"):
        best_move(Board.parse("2#"), 1)
    with pytest.raises(IllegalMove, match="outside the board"):
        optimal_play(Minesweeper(4, 4, 3), (4, 0))
    with pytest.raises(InvalidSpec, match="every game without guesses is won"):
        optimal_play(parse_rules_of(Minesweeper, "4x4x3-noguess"))


@native
def test_ctrl_c_ends_the_search() -> None:
    with ctrl_c():
        optimal_play(Minesweeper(5, 5, 6))


@native
def test_a_full_table_of_positions_costs_time_and_no_value() -> None:
    board = Board.closed(5, 5)
    layouts = layouts_of(board, 4)
    middle = np.array([12])
    large = backend.click_wins(layouts, board.array, middle, 0, 0)
    memory = len(layouts) * 60  # enough for the layouts; half of it is less than the table needs
    small = backend.click_wins(layouts, board.array, middle, 0, memory)
    assert small[0, 9] > large[0, 9]
    assert (small[:, :9] == large[:, :9]).all()


ONE = np.array([[1, 0, 0]], np.uint8)
ROW = np.full((1, 3), CLOSED, np.uint8)


@native
@pytest.mark.parametrize(
    ("layouts", "cells", "message"),
    [
        (ONE[:0], ROW, "there is no layout"),
        (ONE[:, :2].copy(), ROW, "a layout has 2 cells, the field has 3"),
        (ONE * 2, ROW, "layout 0 does not fit"),
        (ONE, np.array([[1, 9, 9]], np.uint8), "layout 0 does not fit"),
        (ONE, np.array([[9, 11, 9]], np.uint8), "layout 0 does not fit"),
        (np.array([[1, 0, 0], [1, 1, 0]], np.uint8), ROW, "equally many mines"),
        (ONE, np.full((1, 3), 12, np.uint8), "a cell is 0 to 11"),
    ],
)
def test_a_bad_argument_gets_a_clear_line(layouts: Any, cells: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        backend.best_play(layouts, cells, 0, 0)
    with pytest.raises(ValueError, match=message):
        backend.click_wins(layouts, cells, np.zeros(0, np.int64), 0, 0)


@pytest.mark.parametrize("core", ["native", "reference"] if NATIVE else ["reference"])
def test_mines_are_not_negative(core: str) -> None:
    module = backend if core == "native" else reference
    with pytest.raises(ValueError, match="0 or more mines, not -1"):
        module.fitting_layouts(ROW, -1, 5, 0, 0)


@native
def test_a_search_that_is_too_deep_ends_in_an_error() -> None:
    n = 2500  # each click but the last leaves one layout less
    with pytest.raises(MemoryError, match="too deep"):
        backend.best_play(np.eye(n, dtype=np.uint8), np.full((1, n), CLOSED, np.uint8), 0, 0)
    few = backend.best_play(np.eye(99, dtype=np.uint8), np.full((1, 99), CLOSED, np.uint8), 0, 0)
    assert few[:2].tolist() == [0, 98]


@native
def test_layouts_of_a_large_field_need_no_deep_stack() -> None:
    field = np.full((128, 256), CLOSED, np.uint8)  # the first mine found is in the last cell
    found: list[int] = []
    before = threading.stack_size(1 << 18)
    try:
        work = threading.Thread(
            target=lambda: found.extend(backend.fitting_layouts(field, 1, 2, 0, 0).argmax(axis=1))
        )
        work.start()
    finally:
        threading.stack_size(before)
    work.join()
    assert sorted(found) == [field.size - 3, field.size - 2, field.size - 1]


@native
def test_only_closed_cells_are_clicked() -> None:
    board = Board.parse("1##")
    layouts = layouts_of(board, 1)
    for place in (-1, 0, 3):
        with pytest.raises(ValueError, match=f"cell {place} is not closed"):
            backend.click_wins(layouts, board.array, np.array([place]), 0, 0)
