"""Exact probabilities: against full enumeration, golden positions, and themselves turned about."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import product
from math import comb
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.core.random import Random
from mastermine.minesweeper import probability, reference
from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    ImpossibleBoard,
    neighbour_table,
)
from mastermine.minesweeper.probability import analyze
from mastermine.system import native

GOLDEN = Path(__file__).parents[1] / "golden" / "minesweeper_positions.jsonl.gz"
CORES: list[ModuleType] = [reference, *([native.module] if native.NATIVE else [])]
both = pytest.mark.parametrize("core", CORES, ids=lambda core: core.__name__.split(".")[-1])


class Field:
    """All layouts of a small field."""

    def __init__(self, width: int, height: int) -> None:
        size = width * height
        self.shape = height, width
        self.mines = (np.arange(1 << size)[:, None] >> np.arange(size) & 1).astype(np.uint8)
        beside = np.zeros((size, size), np.uint8)
        for cell, others in enumerate(neighbour_table(width, height)):
            beside[cell, list(others)] = 1
        self.numbers = self.mines @ beside
        self.totals = self.mines.sum(axis=1)

    def boards(self, opened: int) -> Iterator[tuple[Any, Any]]:
        """Every board on which just these cells (bits) are open, and the layouts that fit it."""
        size = self.mines.shape[1]
        is_open = (opened >> np.arange(size) & 1).astype(bool)
        fitting = np.flatnonzero(~self.mines[:, is_open].any(axis=1))
        seen = np.column_stack([self.totals[fitting], self.numbers[fitting][:, is_open]])
        order = np.lexsort(seen.T)
        ordered = seen[order]
        starts = np.flatnonzero(np.any(ordered[1:] != ordered[:-1], axis=1)) + 1
        for group in np.split(fitting[order], starts):
            cells = np.full(size, CLOSED, np.uint8)
            cells[is_open] = self.numbers[group[0], is_open]
            yield cells.reshape(self.shape), group

    def check(self, core: ModuleType, opened: int, also_numbers: int = 0) -> int:
        """Holds each such board against its layouts; `also_numbers` of every so many boards."""
        checked = 0
        for cells, group in self.boards(opened):
            mines = int(self.totals[group[0]])
            expected = self.mines[group].mean(axis=0)
            chances = core.analyze(cells, mines, 0, 0)
            hidden = cells.ravel() == CLOSED
            found = chances.ravel()[hidden]
            assert chances.shape == cells.shape
            assert np.isnan(chances.ravel()[~hidden]).all()
            assert np.allclose(found, expected[hidden], rtol=1e-13, atol=0)
            assert np.array_equal(found == 1, expected[hidden] == 1)
            checked += 1
            if also_numbers and checked % also_numbers == 0 and hidden.any():
                self.check_numbers(core, cells, mines, group)
        return checked

    def check_numbers(self, core: ModuleType, cells: Any, mines: int, group: Any) -> None:
        places = np.flatnonzero(cells.ravel() == CLOSED)
        shown = np.where(self.mines[group], 9, self.numbers[group])[:, places]
        expected = np.array([np.bincount(each, minlength=10) for each in shown.T]) / len(group)
        chances = core.number_chances(cells, mines, places, 0, 0)
        assert np.allclose(chances, expected, rtol=1e-13, atol=0)
        board = Board(cells.shape[1], cells.shape[0], cells.tobytes())
        counts = core.front_counts(cells, mines, 0, 0)
        outside = probability._outside(board)
        left = mines - board.cells.count(MINED)
        assert len(group) == sum(
            int.from_bytes(row.tobytes(), "little") * comb(outside, left - m)
            for m, row in enumerate(counts)
        )


@lru_cache(maxsize=4)
def field(width: int, height: int) -> Field:
    return Field(width, height)


@pytest.mark.rest
@both
@pytest.mark.parametrize(("width", "height"), [*product((1, 2, 3), (1, 2, 3)), (8, 1), (1, 9)])
def test_every_board_of_a_tiny_field(core: ModuleType, width: int, height: int) -> None:
    size = width * height
    step = 1 if core is not reference or size < 8 else 5
    every = 3 if core is not reference else 40
    checked = sum(
        field(width, height).check(core, opened, also_numbers=every)
        for opened in range(0, 1 << size, step)
    )
    assert checked > 1


@pytest.mark.rest
@pytest.mark.skipif(not native.NATIVE, reason="takes hours without the native module")
@pytest.mark.parametrize(("width", "height"), [(3, 4), (2, 5), (4, 4)])
def test_every_board_of_a_small_field(width: int, height: int) -> None:
    places = np.arange(width * height).reshape(height, width)
    turned = [places, places[::-1], places[:, ::-1], places[::-1, ::-1]]
    if width == height:
        turned += [each.T for each in turned]
    weights = 1 << np.array([each.ravel() for each in turned])
    some = 1 if width * height < 16 else 7  # All of them would take minutes.
    for opened in range(0, 1 << width * height, some):
        images = weights[:, [opened >> i & 1 == 1 for i in range(width * height)]].sum(axis=1)
        if opened == images.min():  # Its rotations and mirror images are checked elsewhere.
            field(width, height).check(native.module, opened, also_numbers=10)


def seen_board(width: int, height: int, mines: int, opened: int, seed: int) -> Any:
    """A position of a random field: a share of the cells open or known, in percent."""
    rng = Random(seed)
    size = width * height
    cells = list(range(size))
    for i in range(size):  # Only the first of a shuffle are needed.
        j = i + rng.below(size - i)
        cells[i], cells[j] = cells[j], cells[i]
    mined = set(cells[:mines])
    board = bytearray([CLOSED]) * size
    for i, others in enumerate(neighbour_table(width, height)):
        if rng.below(100) < opened:
            unknown = rng.below(8) == 0
            number = UNNUMBERED if unknown else len(mined.intersection(others))
            board[i] = (MINED if unknown else CLOSED) if i in mined else number
    return np.frombuffer(bytes(board), np.uint8).reshape(height, width)


@st.composite
def positions(draw: st.DrawFn, most: int = 8) -> tuple[Any, int]:
    """A position with `?` and `*`; now and then an impossible one."""
    width, height = draw(st.integers(1, most)), draw(st.integers(1, most))
    mines = draw(st.integers(0, width * height))
    cells = seen_board(width, height, mines, draw(st.integers(0, 100)), draw(st.integers(0, 10**6)))
    if draw(st.integers(0, 4)) == 0:
        mines = max(0, mines + draw(st.integers(-2, 2)))
        cells = cells.copy()
        cells.flat[draw(st.integers(0, cells.size - 1))] = draw(st.integers(0, MINED))
    return cells, mines


@pytest.mark.skipif(not native.NATIVE, reason="the native module was not built")
@settings(max_examples=300, deadline=None)
@given(positions(), st.data())
def test_the_native_core_equals_its_twin(position: tuple[Any, int], data: st.DataObject) -> None:
    try:
        plain = reference.analyze(*position, 10**8, 0)
    except TimeoutError:
        return
    fast = native.module.analyze(*position, 0, 0)
    assert fast.shape == plain.shape
    assert fast.dtype == plain.dtype
    assert np.allclose(fast, plain, rtol=1e-13, atol=0, equal_nan=True)
    assert np.array_equal(fast == 1, plain == 1)
    counts = [core.front_counts(*position, 0, 0) for core in CORES]
    assert counts[0].dtype == counts[1].dtype
    assert counts[0].tolist() == counts[1].tolist()
    places = np.flatnonzero(position[0].ravel() == CLOSED)
    if len(places):
        places = places[[data.draw(st.integers(0, len(places) - 1))]]
        numbers = [core.number_chances(*position, places, 0, 0) for core in CORES]
        assert numbers[0].shape == numbers[1].shape
        assert np.allclose(numbers[0], numbers[1], rtol=1e-13, atol=0)


@pytest.mark.skipif(not native.NATIVE, reason="the native module was not built")
@settings(max_examples=100, deadline=None)
@given(positions(4))
def test_the_twins_are_those_of_the_reference(position: tuple[Any, int]) -> None:
    fast, plain = (core.twins(*position, 0, 0) for core in CORES)
    assert fast.shape == plain.shape
    assert np.allclose(fast, plain, rtol=1e-9, atol=1e-11)


@both
@settings(max_examples=100, deadline=None)
@given(positions(4))
def test_with_signs_it_equals_enumeration(core: ModuleType, position: tuple[Any, int]) -> None:
    cells, mines = position
    flat = cells.ravel()
    all_layouts = field(cells.shape[1], cells.shape[0])
    fits = all_layouts.totals == mines
    for i, value in enumerate(flat):
        if value != CLOSED:
            fits &= all_layouts.mines[:, i] == (value == MINED)
        if value < CLOSED:
            fits &= all_layouts.numbers[:, i] == value
    group = np.flatnonzero(fits)
    chances = core.analyze(cells, mines, 0, 0)
    if not len(group):
        assert chances.size == 0
        assert core.front_counts(cells, mines, 0, 0).shape == (0, 1)
        return
    closed = flat == CLOSED
    expected = all_layouts.mines[group].mean(axis=0)
    assert np.allclose(chances.ravel()[closed], expected[closed], rtol=1e-13, atol=0)
    assert (chances.ravel()[flat == MINED] == 1).all()
    assert np.isnan(chances.ravel()[(flat != MINED) & ~closed]).all()
    if closed.any():
        all_layouts.check_numbers(core, cells, mines, group)


def golden() -> list[dict[str, Any]]:
    with gzip.open(GOLDEN, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


HARD = ("scatter16", "scatter30", "exp_hard", "dense130")


@pytest.mark.parametrize("case", golden(), ids=lambda case: case["id"])
def test_a_golden_position(case: dict[str, Any]) -> None:
    if not native.NATIVE and case["id"].startswith(HARD):
        pytest.skip("takes long without the native module")
    board = Board.parse("\n".join(case["rows"]))
    analysis = analyze(board, case["mines"])
    expected = np.array(case["mine_probability"], np.float64).reshape(board.height, board.width)
    found = analysis.mine_probability
    assert np.allclose(found, expected, rtol=1e-12, atol=0, equal_nan=True)
    assert np.array_equal(found == 1, expected == 1)
    assert str(analysis.solutions) == case["solutions"]


@given(positions(7))
@settings(max_examples=60, deadline=None)
def test_rotations_and_mirror_images_change_nothing(position: tuple[Any, int]) -> None:
    cells, mines = position
    core = CORES[-1]
    chances = core.analyze(cells, mines, 0, 0)
    for turned in range(4):
        for mirror in (1, -1):
            other = np.ascontiguousarray(np.rot90(cells[:, ::mirror], turned))
            again = core.analyze(other, mines, 0, 0)
            if not chances.size:
                assert again.size == 0
                continue
            assert np.allclose(
                np.rot90(again, -turned)[:, ::mirror], chances, rtol=1e-13, atol=0, equal_nan=True
            )


@given(positions(7))
@settings(max_examples=100, deadline=None)
def test_number_chances_agree_with_the_risk(position: tuple[Any, int]) -> None:
    cells, mines = position
    board = Board(cells.shape[1], cells.shape[0], cells.tobytes())
    try:
        analysis = analyze(board, mines)
    except ImpossibleBoard:
        return
    table = analysis.number_table(board.hidden)
    assert table.shape == (len(board.hidden), 10)
    for cell, chances in zip(board.hidden, table, strict=True):
        assert chances[9] == analysis.risk(cell)
        assert chances.sum() == pytest.approx(1, rel=1e-13)
        assert chances.tolist() == analysis.numbers(cell).tolist()
        for number, chance in enumerate(chances[:9].tolist()):
            assert (chance == 0) == (not fits(board.having([(cell, number)]), mines))


def fits(board: Board, mines: int) -> bool:
    return bool(CORES[-1].analyze(board.array, mines, 0, 0).size)


# The Python face.


def test_an_analysis_tells_all() -> None:
    board = Board.parse("*1##\n?1##\n??##")
    analysis = analyze(board, 2)
    # The ones have their mine: the third column is safe, and one of three cells beyond has a mine.
    assert analysis.safe == ((2, 0), (2, 1), (2, 2))
    assert analysis.mined == ()
    assert analysis.solutions == 3
    assert analysis.risk((3, 1)) == pytest.approx(1 / 3)
    assert analysis.risk((0, 0)) == 1
    assert analysis.risk((0, 1)) == 0
    assert analysis.mine_probability[0, 0] == 1
    assert np.isnan(analysis.mine_probability[1, 0])
    assert analysis.numbers((2, 0)).tolist() == pytest.approx([1 / 3, 2 / 3, *[0] * 8])
    assert analysis.numbers((3, 2))[9] == analysis.risk((3, 2))
    with pytest.raises(ValueError, match="read-only"):
        analysis.mine_probability[0, 0] = 0
    analysis = analyze(Board.parse("1#\n11"), 1)
    assert analysis.mined == ((1, 0),)
    assert analysis.safe == ()
    assert analysis.solutions == 1
    analysis = analyze(Board.parse("*1\n?1"), 1)
    assert analysis.solutions == 1
    assert analysis.number_table(()).shape == (0, 10)
    analysis = analyze(Board.closed(30, 16), 99)
    assert analysis.solutions == comb(480, 99)
    assert (analysis.mine_probability == 99 / 480).all()
    assert analysis.numbers((0, 0))[0] == pytest.approx(comb(476, 99) / comb(480, 99), rel=1e-12)


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (4, 0), (-1, 0), (0, 3)])
def test_only_closed_cells_have_number_chances(cell: tuple[int, int]) -> None:
    analysis = analyze(Board.parse("*1##\n?1##\n??##"), 2)
    with pytest.raises(IllegalMove, match=f"cell {cell[0]},{cell[1]} is not closed"):
        analysis.numbers(cell)


# Impossible boards.


@pytest.mark.parametrize(
    ("rows", "mines", "message", "cells"),
    [
        ("3#\n##", 4, "4 mines do not fit: with 3 closed cells there is room for 3", ()),
        ("**\n##", 1, "2 known mines, but", ()),
        ("4#\n##", 3, "the 4 at 0,0", ((0, 0),)),
        ("1*\n#*", 2, "the 1 at 0,0", ((0, 0),)),
        ("1?", 0, "the 1 at 0,0 has no closed cell around it", ((0, 0),)),
        ("1#2", 1, "the 2 at 2,0 has room for only 1 mine around it", ((2, 0),)),
        ("1#0#", 1, "contradict each other: 1 at 0,0, 0 at 2,0", ((0, 0), (2, 0))),
        ("#1#?#2#??#1#", 2, "with 2 mines in all is consistent .*: 2 at 5,0, 1 at 10,0", None),
        ("1#", 2, "2 mines do not fit", ()),
        ("1#?1#?##", 1, "with 1 mine in all is .*: 1 at 0,0, 1 at 3,0", ((0, 0), (3, 0))),
        ("1##", 0, "with 0 mines in all is consistent with these numbers: 1 at 0,0", ((0, 0),)),
        ("1##\n1##", 4, "with 4 mines in all .*: 1 at 0,[01]", None),
    ],
)
def test_an_impossible_board_names_what_disagrees(
    rows: str, mines: int, message: str, cells: tuple[tuple[int, int], ...] | None
) -> None:
    with pytest.raises(ImpossibleBoard, match=message) as caught:
        analyze(Board.parse(rows), mines)
    if cells is not None:
        assert caught.value.cells == cells


@given(positions(6))
@settings(max_examples=150, deadline=None)
def test_the_numbers_named_cannot_be_fewer(position: tuple[Any, int]) -> None:
    cells, mines = position
    rng = Random(int(cells.sum()))
    wrong = cells.copy()
    numbers = np.flatnonzero(cells.ravel() < CLOSED)
    for _ in range(min(2, len(numbers))):
        wrong.flat[numbers[rng.below(len(numbers))]] = rng.below(4)
    board = Board(cells.shape[1], cells.shape[0], wrong.tobytes())
    known, room = board.cells.count(MINED), board.cells.count(CLOSED)
    try:
        analyze(board, mines)
        return
    except ImpossibleBoard as error:
        named = error.cells
    if not known <= mines <= known + room:
        assert named == ()
        return
    assert named

    def only(kept: set[tuple[int, int]]) -> Board:
        others = [(cell, UNNUMBERED) for cell, _ in board.numbered() if cell not in kept]
        return board.having(others)

    assert not fits(only(set(named)), mines)
    # The numbers alone, or with the number of mines: without any one there is no conflict left.
    alone = not any(fits(only(set(named)), m) for m in range(known, known + room + 1))
    totals = range(known, known + room + 1) if alone else (mines,)
    for cell in named:
        assert any(fits(only(set(named) - {cell}), m) for m in totals)


# Large and hard boards.


def lattice(width: int, height: int, mines: int) -> Board:
    """Every other cell of every other row is open: hardly anything follows from anything."""
    rng = Random(3)
    closed = [y * width + x for y in range(height) for x in range(width) if x % 2 or y % 2]
    for i in range(mines):
        j = i + rng.below(len(closed) - i)
        closed[i], closed[j] = closed[j], closed[i]
    mined = set(closed[:mines])
    cells = bytearray([CLOSED]) * (width * height)
    for i, others in enumerate(neighbour_table(width, height)):
        if not i % width % 2 and not i // width % 2:
            cells[i] = len(mined.intersection(others))
    return Board(width, height, bytes(cells))


@both
@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"work_limit": 2 * 10**7}, "takes too much work; allow more"),
        ({"memory_limit": 3_000_000}, "needs more than 3 MB; allow more memory"),
    ],
)
def test_what_is_too_hard_ends_soon(
    core: ModuleType,
    limits: dict[str, Any],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probability, "backend", core)
    for board in (lattice(100, 100, 3000), lattice(40, 40, 500)):
        with pytest.raises(TooLarge, match=message):
            analyze(board, board.width * board.width * 3 // 10, **limits)


@both
def test_limits_do_not_remember_earlier_boards(core: ModuleType) -> None:
    if core is not reference:
        core.analyze(lattice(20, 20, 100).array, 100, 0, 0)
    assert core.analyze(Board.parse("1###\n####").array, 2, 10**9, 100_000).shape == (2, 4)


@both
def test_a_limit_of_work_does_not_depend_on_the_time(core: ModuleType) -> None:
    size, mines = (8, 12) if core is reference else (20, 100)
    board = lattice(size, size, mines)

    def fits(work: int) -> bool:
        try:
            return bool(core.analyze(board.array, mines, work, 0).size)
        except TimeoutError:
            return False

    least, most = 1, 1 << 40
    assert not fits(least)
    assert fits(most)
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if fits(middle) else (middle, most)
    for _again in range(3):
        assert not fits(least)
        core.analyze(lattice(12, 12, 30).array, 30, 0, 0)
        assert fits(most)


@both
def test_twins_keep_within_the_limits_of_the_analysis(core: ModuleType) -> None:
    size, mines = (6, 8) if core is reference else (16, 60)
    cells = lattice(size, size, mines).array
    expected = core.twins(cells, mines, 0, 0)
    work = 1
    while True:
        with suppress(TimeoutError):
            core.analyze(cells, mines, work, 0)
            break
        work *= 2
    with pytest.raises(TimeoutError):
        core.twins(cells, mines, work, 0)
    with pytest.raises(MemoryError):
        core.twins(cells, mines, 0, 1000)
    assert core.twins(cells[:5, :5].copy(), 3, 0, 0).shape[1] == 25
    assert np.array_equal(core.twins(cells, mines, 0, 0), expected)


@both
def test_more_layouts_than_a_double_can_count(core: ModuleType) -> None:
    cells = np.full((40, 40), CLOSED, np.uint8)
    cells[20, 1::7] = 3
    cells[0, 0] = 1
    cells[1, 0] = 2
    chances = core.analyze(cells, 800, 0, 0)
    others = reference.analyze(cells, 800, 0, 0)
    assert np.allclose(chances, others, rtol=1e-12, atol=0, equal_nan=True)
    query = np.array([41 + 40, 2, 20 * 40 + 2, 1599])
    numbers = [each.number_chances(cells, 800, query, 0, 0) for each in (core, reference)]
    assert np.allclose(numbers[0], numbers[1], rtol=1e-12, atol=1e-300)
    counts = [each.front_counts(cells, 800, 0, 0) for each in (core, reference)]
    assert counts[0].tolist() == counts[1].tolist()


@pytest.mark.rest
@pytest.mark.skipif(not native.NATIVE, reason="takes long without the native module")
@pytest.mark.parametrize("opened", [5, 20, 30, 60])
def test_a_field_of_100_by_100(opened: int) -> None:
    cells = seen_board(100, 100, 2000, opened, opened)
    board = Board(100, 100, cells.tobytes())
    analysis = analyze(board, 2000, work_limit=None)
    chances = analysis.mine_probability
    assert np.nansum(chances) == pytest.approx(2000, rel=1e-11)
    assert analysis.solutions > 0
    # Each cell that is called certain is: the opposite is impossible.
    for cell in (*analysis.safe[:3], *analysis.mined[:3]):
        opposite = MINED if analysis.risk(cell) == 0 else UNNUMBERED
        assert not fits(board.having([(cell, opposite)]), 2000)
    likely = [cell for cell in board.hidden if 0 < analysis.risk(cell) < 1][::997]
    table = analysis.number_table(likely)
    assert np.allclose(table.sum(axis=1), 1, rtol=1e-11)


def test_a_rare_layout_is_not_lost() -> None:
    # With hardly any mines left a cell may hold one in one layout of a great many.
    board = Board.closed(100, 100).having([((0, 0), 1), ((50, 50), 8)])
    for mines in (10, 5000, 9990):
        chances = analyze(board, mines).mine_probability
        closed = chances[~np.isnan(chances)]
        assert (closed > 0).all()
        assert np.nansum(chances) == pytest.approx(mines, rel=1e-11)


def test_impossible_by_the_last_mine() -> None:
    board = Board.parse("1##1\n####\n1##1")
    assert analyze(board, 4).solutions == 1
    with pytest.raises(ImpossibleBoard, match="with 5 mines in all"):
        analyze(board, 5)
    with pytest.raises(InvalidSpec, match="at least 0, not -1"):
        analyze(Board.closed(3, 3), -1)


def test_the_words_do_not_depend_on_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = set()
    for core in CORES:
        monkeypatch.setattr(probability, "backend", core)
        with pytest.raises(ImpossibleBoard) as caught:
            analyze(Board.parse("1#0#"), 1)
        texts.add(str(caught.value))
    assert len(texts) == 1
