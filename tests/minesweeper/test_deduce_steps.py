"""Deduction held against the list of all layouts, on boards small enough for that."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mastermine.minesweeper.board import CLOSED, MINED, UNNUMBERED, Board, Cell, ImpossibleBoard
from mastermine.minesweeper.board import Layout as Field
from mastermine.minesweeper.deduction import (
    LADDER,
    NAMES,
    Position,
    counting,
    deduce,
    explain,
    explanations,
    must_guess,
    next_step,
    proofs,
)
from mastermine.minesweeper.deduction.corners import corners
from mastermine.minesweeper.deduction.pairs import pairs
from mastermine.minesweeper.deduction.single import single_numbers


class Enumerated:
    """All layouts of the closed cells of a board that fit some of its numbers."""

    def __init__(self, board: Board, numbers: Iterable[Cell], mines: int | None = None) -> None:
        self.closed = board.hidden
        k = len(self.closed)
        bits: NDArray[np.int64] = np.arange(1 << k)[:, None] >> np.arange(k) & 1
        fits = np.ones(len(bits), bool)
        for cell in numbers:
            around = board.neighbours(cell)
            touched = np.array([each in around for each in self.closed], np.int64)
            known = sum(board[each] == MINED for each in around)
            fits &= bits @ touched + known == board[cell]
        if mines is not None:
            fits &= bits.sum(axis=1) + board.cells.count(MINED) == mines
        self.bits = bits[fits]

    def certain(self, value: int) -> set[Cell]:
        """The cells that hold this value, 0 or 1, in every layout."""
        always = (self.bits == value).all(axis=0)
        return {cell for cell, each in zip(self.closed, always, strict=True) if each}


def board_of(text: str) -> Board:
    return Board.parse(text.replace(" ", "\n"))


def forced(board: Board, mines: int | None) -> tuple[set[Cell], set[Cell]]:
    every = Enumerated(board, (cell for cell, _value in board.numbered()), mines)
    return every.certain(0), every.certain(1)


@st.composite
def boards(draw: st.DrawFn, most_closed: int = 12) -> tuple[Board, int]:
    """A board that comes from a layout, and how many mines that has."""
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    size = width * height
    mines = draw(st.lists(st.integers(0, 3).map(lambda n: n == 0), min_size=size, max_size=size))
    field = Field(width, height, bytes(mines))
    kinds = draw(st.lists(st.integers(0, 9), min_size=size, max_size=size))
    cells = bytearray(field.numbers)
    closed = 0
    for i, kind in enumerate(kinds):
        if (mines[i] and kind > 1) or (not mines[i] and kind < 3):
            if closed < most_closed:
                cells[i] = CLOSED
                closed += 1
        elif not mines[i] and kind == 3:
            cells[i] = UNNUMBERED
    return Board(width, height, bytes(cells)), field.count


def known_on(board: Board, safe: Iterable[Cell], mines: Iterable[Cell]) -> Board:
    return board.having([*((c, UNNUMBERED) for c in safe), *((c, MINED) for c in mines)])


@given(boards(), st.booleans())
def test_every_step_follows_from_its_numbers_and_all_that_is_certain_is_found(
    given_board: tuple[Board, int], counted: bool
) -> None:
    board, total = given_board
    mines = total if counted else None
    now = board
    safe: set[Cell] = set()
    mined: set[Cell] = set()
    for step in deduce(board, mines):
        assert step.cells
        assert all(now[cell] == CLOSED for cell in step.cells), "it was known already"
        proof = Enumerated(now, step.proof, mines if "mine count" in step.rule else None)
        assert len(proof.bits)
        assert set(step.safe) <= proof.certain(0), step
        assert set(step.mines) <= proof.certain(1), step
        if step.rule in ("smallest set", "mine count", "joint mine count"):
            assert_smallest(now, step.proof, mines if "mine count" in step.rule else None)
        assert step.sentence.endswith(".")
        assert all(f"{x},{y}" in step.sentence for x, y in step.cells)
        assert all(f"{x},{y}" in step.sentence for x, y in step.proof)
        now = known_on(now, step.safe, step.mines)
        safe.update(step.safe)
        mined.update(step.mines)
    assert (safe, mined) == forced(board, mines)


def assert_smallest(board: Board, proof: tuple[Cell, ...], mines: int | None) -> None:
    """No smaller set of numbers concludes anything."""
    numbers = [cell for cell, _value in board.numbered()]
    for fewer in combinations(numbers, len(proof) - 1) if proof else ():
        every = Enumerated(board, fewer, mines)
        assert not every.certain(0) | every.certain(1)


@given(boards(), st.booleans())
def test_questions_about_a_position(given_board: tuple[Board, int], counted: bool) -> None:
    board, total = given_board
    mines = total if counted else None
    safe, mined = forced(board, mines)
    steps = list(deduce(board, mines))
    assert next_step(board, mines) == (steps[0] if steps else None)
    assert must_guess(board, mines) == (not safe and len(mined) < len(board.hidden))
    for i in range(len(board.cells)):
        cell = board.cell(i)
        chain = explain(board, mines, cell)
        assert bool(chain) == (cell in safe | mined)
        assert [step for step in steps if step in chain] == chain
        now = board
        for step in chain:  # They need no step that was left out.
            counts = "mine count" in step.rule
            proof = Enumerated(now, step.proof, mines if counts else None)
            assert set(step.safe) <= proof.certain(0)
            assert set(step.mines) <= proof.certain(1)
            now = known_on(now, step.safe, step.mines)
        assert not chain or cell in chain[-1].cells


@given(boards(), st.booleans(), st.booleans(), st.booleans())
def test_turning_a_board_changes_no_pattern(
    given_board: tuple[Board, int], across: bool, down: bool, transposed: bool
) -> None:
    board, mines = given_board

    def turn(cell: Cell) -> Cell:
        x = board.width - 1 - cell[0] if across else cell[0]
        y = board.height - 1 - cell[1] if down else cell[1]
        return (y, x) if transposed else (x, y)

    size = (board.height, board.width) if transposed else (board.width, board.height)
    values = {board.cell(i): value for i, value in enumerate(board.cells)}
    other = Board.closed(*size).having((turn(cell), value) for cell, value in values.items())
    for rule in (single_numbers, pairs, corners):
        here = {
            (s.rule, *(frozenset(map(turn, cells)) for cells in (s.proof, s.safe, s.mines)))
            for s in rule(Position(board))
        }
        there = {
            (s.rule, *map(frozenset, (s.proof, s.safe, s.mines))) for s in rule(Position(other))
        }
        assert here == there
    ours = [(step.rule, map(turn, step.cells)) for step in deduce(board, mines)]
    theirs = [(step.rule, step.cells) for step in deduce(other, mines)]
    assert {cell for _rule, cells in ours for cell in cells} == {
        cell for _rule, cells in theirs for cell in cells
    }
    assert [rule for rule, _cells in ours[:1]] == [rule for rule, _cells in theirs[:1]]


@given(st.data())
def test_a_board_that_no_layout_fits_is_found_out(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    size = width * height
    values = st.sampled_from([CLOSED, CLOSED, CLOSED, 0, 1, 1, 2, 2, 3, UNNUMBERED, MINED])
    board = Board(width, height, bytes(data.draw(st.lists(values, min_size=size, max_size=size))))
    mines = data.draw(st.none() | st.integers(0, size))
    numbers = [cell for cell, _value in board.numbered()]
    if len(Enumerated(board, numbers, mines).bits):
        list(deduce(board, mines))
        return
    with pytest.raises(ImpossibleBoard) as caught:
        list(deduce(board, mines))
    assert "\n" not in str(caught.value)


CONFLICTS = [
    ("4# ##", None, "the 4 at 0,0 has room for only 3 mines around it"),
    ("1* #*", None, "the 1 at 0,0 has 2 known mines around it"),
    ("## ##", 5, "5 mines do not fit: with 4 closed cells there is room for 4"),
    ("#* *#", 1, "the board shows 2 known mines, but the total is only 1"),
    ("2# ##", 1, "no layout with 1 mine in all is consistent with these numbers: 2 at 0,0"),
]


@pytest.mark.parametrize(("text", "mines", "message"), CONFLICTS)
def test_what_is_impossible_is_said(text: str, mines: int | None, message: str) -> None:
    with pytest.raises(ImpossibleBoard, match=f"^{message}$"):
        list(deduce(board_of(text), mines))


def test_numbers_in_conflict_are_named() -> None:
    board = board_of("#### 3#32 ?##1 1###")
    with pytest.raises(ImpossibleBoard, match="these numbers contradict each other: "):
        list(deduce(board))
    numbers = proofs.contradiction(board, None).cells
    assert numbers == ((0, 1), (2, 1), (3, 1))
    assert not len(Enumerated(board, numbers).bits)
    for left_out in numbers:
        assert len(Enumerated(board, set(numbers) - {left_out}).bits)


# Reasons beyond two numbers, each on a small board.

BEYOND = [
    ("###1 12##", None, "smallest set", 3, "???1 12?s"),
    ("##1 1?# #2# ?#1", None, "smallest set", 4, "Ms1 1?M s2? ??1"),
    ("1#### #?2#2 #1#1#", None, "smallest set", 5, "1???? ??2?2 ?1s1?"),
    ("##2### 2##4#3 #2##2#", None, "smallest set", 6, "??2?M? 2??4?3 ?2??2?"),
    ("#1 #1 ?? ##", 1, "mine count", 1, "?1 ?1 ?? ss"),
    ("2## ##?", 3, "mine count", 1, "2?M ???"),
    ("#22# ##?#", 3, "mine count", 2, "?22? ?M??"),
    ("#1#?#?#1#", 2, "joint mine count", 2, "?1??s??1?"),
    ("###11# 2##?##", 4, "joint mine count", 3, "???11? 2???s?"),
    ("#2##1 1#### #2###", 6, "joint mine count", 4, "?2??1 1???? ?2?MM"),
    ("##?*", 1, "mine count", 0, "ss?*"),
    ("##?*", 3, "mine count", 0, "MM?*"),
]


@pytest.mark.parametrize(("text", "mines", "rule", "numbers", "forced_text"), BEYOND)
def test_reasons_beyond_two_numbers(
    text: str, mines: int | None, rule: str, numbers: int, forced_text: str
) -> None:
    step = next_step(board_of(text), mines)
    assert step is not None
    assert (step.rule, len(step.proof)) == (rule, numbers)
    signs = dict(enumerate(forced_text.replace(" ", "")))
    board = board_of(text)
    assert step.safe == tuple(board.cell(i) for i, sign in signs.items() if sign == "s")
    assert step.mines == tuple(board.cell(i) for i, sign in signs.items() if sign == "M")


@pytest.mark.parametrize("limits", ["TO_MINIMISE", "TO_MINIMISE TO_REFUTE TO_REDUCE", "TO_FIT"])
@pytest.mark.parametrize(("text", "mines", "rule", "numbers", "forced_text"), BEYOND)
def test_without_time_to_search_for_the_smallest_proof(
    text: str,
    mines: int | None,
    rule: str,
    numbers: int,
    forced_text: str,
    limits: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (proofs, counting):
        for limit in limits.split():
            monkeypatch.setattr(module, limit, 0, raising=False)
    board = board_of(text)
    steps = list(deduce(board, mines))
    if limits != "TO_MINIMISE" and mines is None:
        assert rule not in {step.rule for step in steps}
        return
    if rule == "smallest set":
        assert steps[0].rule == "chain"
        assert steps[0].sentence.startswith("chain: ")
    for step in steps:
        proof = Enumerated(board, step.proof, mines if "mine count" in step.rule else None)
        assert set(step.safe) <= proof.certain(0)
        assert set(step.mines) <= proof.certain(1)
        if step.rule == "chain":  # No number can be left out.
            for left_out in step.proof:
                fewer = Enumerated(board, set(step.proof) - {left_out})
                assert not (fewer.certain(0) | fewer.certain(1)) >= set(step.cells)
        board = known_on(board, step.safe, step.mines)
    assert {cell for step in steps for cell in step.cells} == set().union(
        *forced(board_of(text), mines)
    )


def test_a_board_without_numbers() -> None:
    board = Board.closed(5, 4)
    assert not list(deduce(board, 7))
    assert must_guess(board, 7)
    assert not must_guess(board, 20)
    assert not must_guess(Board.parse("1*"))
    assert explain(board, 0, (2, 2))[0].safe == board.hidden


def test_only_what_is_needed_is_explained() -> None:
    """Two walls that have nothing to do with each other."""
    board = Board.parse("####?###\n1221?121\n????????\n????????\n111?????\n1#1?????")
    rules = [
        [step.rule for step in explain(board, None, cell)] for cell in ((1, 0), (5, 0), (1, 5))
    ]
    assert rules == [["1-2-2-1"], ["1-2-1"], ["single number"]]
    assert explain(board, None, (0, 1)) == []
    chained = explain(Board.parse("1##\n11?\n?1#"), None, (2, 2))
    assert chained[-1].rule == "single number"
    assert len(chained) == 2


SENTENCES = [
    (
        "0# ##",
        None,
        "The 0 at 0,0 touches no mine, so its closed neighbours 1,0, 0,1 and 1,1 are safe.",
    ),
    ("0#", None, "The 0 at 0,0 touches no mine, so its closed neighbour 1,0 is safe."),
    (
        "*1# ?1#",
        None,
        (
            "The 1 at 1,0 already touches its mine at 0,0, so its other closed neighbours 2,0 and "
            "2,1 are safe."
        ),
    ),
    (
        "*2# ?*?",
        None,
        (
            "The 2 at 1,0 already touches its mines at 0,0 and 1,1, so its other closed neighbour "
            "2,0 is safe."
        ),
    ),
    ("1#", None, "The 1 at 0,0 still needs 1 mine and has only 1 cell for it, so 1,0 is a mine."),
    (
        "*3# ??#",
        None,
        (
            "The 3 at 1,0 (1 mine known) still needs 2 mines and has only 2 cells for them, so 2,0 "
            "and 2,1 are mines."
        ),
    ),
    (
        "#### 11??",
        None,
        (
            "1-1: wherever the mine of the 1 at 0,1 is, it also touches the 1 at 1,1, which needs "
            "no other mine, so 2,0 is safe."
        ),
    ),
    (
        "#### 12??",
        None,
        (
            "1-2: the 2 at 1,1 needs 1 more mine than the 1 at 0,1 and has only 1 cell that the 1 "
            "at 0,1 does not touch, so 2,0 is a mine."
        ),
    ),
    (
        "#### ?34? ?**?",
        None,
        (
            "1-2 (with known mines): the 4 at 2,1 (still needs 2) needs 1 more mine than the 3 at "
            "1,1 (still needs 1) and has only 1 cell that the 3 at 1,1 does not touch, so 3,0 is a "
            "mine; then all mines of the 3 at 1,1 are in cells that both numbers touch, and 0,0 is "
            "safe."
        ),
    ),
    (
        "### 14# ??#",
        None,
        (
            "1-4: the 4 at 1,1 needs 3 more mines than the 1 at 0,1 and has only 3 cells that the "
            "1 at 0,1 does not touch, so 2,0, 2,1 and 2,2 are mines."
        ),
    ),
    (
        "##### ##1## ?222? ??*??",
        None,
        (
            "hole (with known mines): the 1 at 2,1 touches both cells where the mine of the 2 at "
            "2,2 (still needs 1) can be, and needs no other mine, so 1,0, 2,0 and 3,0 are safe."
        ),
    ),
    (
        "###1 12##",
        None,
        (
            "smallest set: suppose that 3,1 is a mine. Then 2,0 and 2,1 are safe because of the 1 "
            "at 3,0; at most 1 of 0,0 and 1,0 is a mine because of the 1 at 0,1; but then the 2 at "
            "1,1 has too few cells for its mines. So 3,1 is safe."
        ),
    ),
    (
        "#1#?#?#1#",
        2,
        (
            "joint mine count: 2 mines are left, and the 1 at 1,0 and the 1 at 7,0 need them all, "
            "so 4,0 is safe."
        ),
    ),
    (
        "#1#?#",
        1,
        "mine count: 1 mine is left, and the 1 at 1,0 needs it, so 4,0 is safe.",
    ),
    ("##?*", 1, "mine count: all mines are found, so 0,0 and 1,0 are safe."),
    (
        "##?*",
        3,
        (
            "mine count: 2 mines are left, and only 2 closed cells are still unknown, "
            "so 0,0 and 1,0 are mines."
        ),
    ),
    (
        "2## ##?",
        3,
        "mine count: 3 mines are left, so the 2 at 0,0 can be right only if 2,0 is a mine.",
    ),
]


@pytest.mark.parametrize(("text", "mines", "sentence"), SENTENCES)
def test_sentences(text: str, mines: int | None, sentence: str) -> None:
    step = next_step(board_of(text), mines)
    assert step is not None
    assert step.sentence == sentence


def test_every_rule_has_a_name_and_a_sentence() -> None:
    plain = {name.rstrip("C+") for name in NAMES}
    assert plain == {*explanations.PLAIN, *explanations.PATTERNS}


def test_a_shorter_ladder() -> None:
    """A strategy that knows single numbers and pairs only."""
    board = board_of("#1#?#?#1# ????????? 1221?121? ####?###?")
    assert [step.rule for step in deduce(board, 6)] == ["1-2-2-1", "1-2-1", "joint mine count"]
    assert [step.rule for step in deduce(board, 6, LADDER[:2])] == ["1-2-2-1", "1-2-1"]
    assert list(deduce(board, 6, LADDER[:1])) == []


def test_of_many_cells_only_some_are_named() -> None:
    step = next_step(Board.closed(8, 8), 0)
    assert step is not None
    assert step.sentence.endswith("2,1, 3,1 and 52 more are safe.")
    assert len(step.sentence) < 120
