"""Minesweeper's rules: specs, clicks, answers, outcomes, and how each is written."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, infer
from hypothesis import strategies as st

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec, MastermineError
from mastermine.core.game import Outcome, Turn
from mastermine.core.oracle import Honest
from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell, Layout
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.presets import PRESETS
from mastermine.minesweeper.rules import Exploded, First, Minesweeper, Opened
from mastermine.registry import parse_rules

seeds = st.integers(0, 2**64 - 1)


@given(rules=infer)
def test_spec_is_read_back(rules: Minesweeper) -> None:
    assert Minesweeper.parse(rules.spec()) == rules
    assert parse_rules(rules.spec().removeprefix("minesweeper:")) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("minesweeper:30x16x99", Minesweeper(30, 16, 99)),
        ("minesweeper:9x9x10-safe", Minesweeper(9, 9, 10)),
        ("minesweeper:9x9x10-open", Minesweeper(9, 9, 10, First.OPEN)),
        ("minesweeper:9x9x10-any", Minesweeper(9, 9, 10, First.ANY)),
        ("minesweeper:9x9x10-noguess-open", Minesweeper(9, 9, 10, First.OPEN, True)),
        ("minesweeper:100x100x9999", Minesweeper(100, 100, 9999)),
        ("minesweeper:2x1x1", Minesweeper(2, 1, 1)),
        ("minesweeper:3x4x3-open", Minesweeper(3, 4, 3, First.OPEN)),
    ],
)
def test_parse(text: str, rules: Minesweeper) -> None:
    assert Minesweeper.parse(text) == rules


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rules '' are not understood; write width x height x mines"),
        ("9x9x10", "are not understood"),
        ("minesweeper:9x9", "such as minesweeper:30x16x99, then -open or -any, then -noguess"),
        ("minesweeper:9x9x-1", "are not understood"),
        ("minesweeper:9x9x10 ", "are not understood"),
        (f"minesweeper:{'9' * 5000}x9x1", "are not understood"),
        (
            "minesweeper:9x9x10-opne",
            "no option -opne; valid options are -any, -noguess, ",
        ),
        ("minesweeper:9x9x10+open", "there is no option +open"),
        ("minesweeper:9x9x10-open-any", "only one of -any, -open, -safe"),
        ("minesweeper:9x9x10-open-open", "only once"),
        ("minesweeper:9x9x10-noguess-noguess", "only once"),
        ("minesweeper:9x9x10-any-noguess", "-any and -noguess exclude each other"),
        ("minesweeper:0x9x1", "a board of 0x9 cells: each side must be 1 to 100"),
        ("minesweeper:101x9x1", "a board of 101x9 cells: each side must be 1 to 100"),
        ("minesweeper:9x9x0", "0 mines on a board of 9x9: there must be 1 to 80"),
        ("minesweeper:9x9x81", "81 mines on a board of 9x9: there must be 1 to 80"),
        ("minesweeper:9x9x73-open", "there must be 1 to 72"),
        ("minesweeper:2x9x13-open", "there must be 1 to 12"),
        ("minesweeper:1x1x1", "a board of 1x1 has no room for a mine"),
        ("minesweeper:3x3x1-open", "a board of 3x3 has no room for a mine"),
    ],
)
def test_rules_that_make_no_game(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec) as caught:
        Minesweeper.parse(text)
    assert message in str(caught.value)


def test_the_presets_are_those_of_windows() -> None:
    assert {name: preset.spec for name, preset in PRESETS.items()} == {
        "beginner": "minesweeper:9x9x10",
        "intermediate": "minesweeper:16x16x40",
        "expert": "minesweeper:30x16x99",
        "beginner-1990": "minesweeper:8x8x10",
    }
    for preset in PRESETS.values():
        rules = Minesweeper.parse(preset.spec)
        assert f"{rules.width} by {rules.height}" in preset.facts
        assert f"{rules.mines} mines" in preset.facts


# The first click.


@given(data=st.data(), rules=infer, seed=seeds)
def test_the_first_click_is_what_the_rules_promise(
    data: st.DataObject, rules: Minesweeper, seed: int
) -> None:
    rules = Minesweeper(rules.width, rules.height, rules.mines, rules.first)
    first = data.draw(cells(rules))
    layout = rules.draw(Random(seed), first)
    assert (layout.width, layout.height, layout.count) == (rules.width, rules.height, rules.mines)
    answer = rules.respond(layout, first)
    if rules.first is not First.ANY:
        assert isinstance(answer, Opened)
        assert rules.first is First.SAFE or (first, 0) in answer.cells


def cells(rules: Minesweeper) -> st.SearchStrategy[Cell]:
    return st.tuples(st.integers(0, rules.width - 1), st.integers(0, rules.height - 1))


def test_the_secret_is_drawn_for_the_first_click() -> None:
    rules = Minesweeper(9, 9, 72, First.OPEN)
    oracle = Honest(rules, rng=Random(1))
    assert oracle.reveal() is None
    answer = oracle.ask((4, 4))
    assert isinstance(answer, Opened)
    assert len(answer.cells) == 9
    with pytest.raises(IllegalMove, match="9,0 is outside"):
        rules.draw(Random(1), (9, 0))
    with pytest.raises(IllegalMove, match="outside"):
        Honest(rules).ask((0, -1))


@pytest.mark.parametrize("cell", [None, 3, (1,), (1, 2, 3), [1, 2], (1.0, 2), (True, 0), ("1", 2)])
def test_what_is_no_cell(cell: Any) -> None:
    with pytest.raises(IllegalMove, match=r"a cell is a pair \(x, y\) of whole numbers"):
        Minesweeper(9, 9, 10).check(cell)


# Answers.


def flooded(layout: Layout, start: Cell) -> dict[Cell, int]:
    """What a click opens, found by growing the set of open cells until it stays the same."""
    mines = set(layout.cells)
    everywhere = {(x, y) for x in range(layout.width) for y in range(layout.height)}

    def near(cell: Cell) -> set[Cell]:
        x, y = cell
        return {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & everywhere

    found = {start}
    while True:
        zeros = {cell for cell in found if not near(cell) & mines}
        grown = found.union(*map(near, zeros))
        if grown == found:
            return {cell: len(near(cell) & mines) for cell in found}
        found = grown


@given(data=st.data(), seed=seeds)
def test_a_cascade_is_a_flood_fill(data: st.DataObject, seed: int) -> None:
    width, height = data.draw(st.integers(2, 12)), data.draw(st.integers(1, 12))
    mines = data.draw(st.integers(1, max(1, width * height // 4)))
    rules = Minesweeper(width, height, min(mines, width * height - 1))
    layout = rules.draw(Random(seed))
    for cell in data.draw(st.lists(cells(rules), min_size=1, max_size=5)):
        answer = rules.respond(layout, cell)
        if cell in layout:
            assert answer == Exploded()
        else:
            assert isinstance(answer, Opened)
            assert dict(answer.cells) == flooded(layout, cell)
            assert list(answer.cells) == sorted(answer.cells, key=lambda each: each[0][::-1])


def test_what_a_click_opens() -> None:
    rules = Minesweeper(4, 1, 1)
    layout = Layout.parse("...*")
    both = Opened((((0, 0), 0), ((1, 0), 0), ((2, 0), 1)))
    assert rules.respond(layout, (0, 0)) == rules.respond(layout, (1, 0)) == both
    assert rules.respond(layout, (2, 0)) == Opened((((2, 0), 1),))
    assert rules.respond(layout, (3, 0)) == Exploded()
    layout = Layout.of(100, 100, [(99, 99)])
    assert len(layout.opened((0, 0))) == 9999


def test_outcomes() -> None:
    rules = Minesweeper(4, 1, 1)
    layout = Layout.parse(".*..")

    def after(*clicks: int) -> Outcome | None:
        return rules.outcome([Turn((x, 0), rules.respond(layout, (x, 0))) for x in clicks])

    assert after() is None
    assert after(0) is None
    assert after(0, 0, 0, 2) is None  # Shown again is not opened again.
    assert after(0, 3) is Outcome.WON
    assert after(3, 0) is Outcome.WON
    assert after(0, 1) is Outcome.LOST
    assert after(1) is Outcome.LOST


# Knowledge.


def test_knowledge_takes_what_is_shown() -> None:
    rules = Minesweeper(4, 1, 1)
    nothing = rules.knowledge()
    assert nothing.untouched
    assert nothing.count() == 4
    field = nothing.after(Turn((3, 0), Opened((((2, 0), 1), ((3, 0), 0)))))
    assert str(field.board) == "##10"
    assert not field.untouched
    assert (field.turns, field.closed()) == (1, ((0, 0), (1, 0)))
    assert nothing.turns == 0
    again = field.after(Turn((2, 0), Opened((((2, 0), 1),))))
    assert again.board == field.board
    lost = field.after(Turn((1, 0), Exploded()))
    assert str(lost.board) == "#*10"
    assert lost.closed() == ((0, 0),)


@pytest.mark.parametrize(
    "turn",
    [
        Turn((2, 0), Opened((((2, 0), 2),))),
        Turn((2, 0), Exploded()),
        Turn((0, 0), Opened((((0, 0), 0), ((3, 0), 1)))),
    ],
)
def test_a_cell_that_changes_is_a_contradiction(turn: Turn[Cell, Any]) -> None:
    field = Minesweeper(4, 1, 1).knowledge().after(Turn((3, 0), Opened((((2, 0), 1), ((3, 0), 0)))))
    with pytest.raises(Contradiction, match=r"click 2: cell \d,0 had another value before"):
        field.after(turn)


def test_a_mine_that_was_hit_cannot_be_opened_later() -> None:
    field = Minesweeper(4, 1, 1).knowledge().after(Turn((0, 0), Exploded()))
    with pytest.raises(Contradiction, match="click 2: cell 0,0"):
        field.after(Turn((0, 0), Opened((((0, 0), 0),))))
    rules = Minesweeper(3, 1, 1)
    field = Field(rules, Board.parse("?##"))
    assert str(field.after(Turn((0, 0), Opened((((0, 0), 1),)))).board) == "1##"
    with pytest.raises(Contradiction, match="click 1: cell 0,0"):
        field.after(Turn((0, 0), Exploded()))


def test_numbers_that_disagree_name_the_first_click_that_cannot_be_true() -> None:
    # A row with a mine at its end; then click 3 says too much, and 1,500 more change nothing.
    field = Minesweeper(9, 1, 1).knowledge()
    for x, number in ((0, 0), (1, 0), (4, 2)):
        field = field.after(Turn((x, 0), Opened((((x, 0), number),))))
    for _again in range(1500):
        field = field.after(Turn((0, 0), Opened((((0, 0), 0),))))
    with pytest.raises(Contradiction, match="mine") as caught:
        field.count()
    assert caught.value.turn == 2
    with pytest.raises(Contradiction):
        field.risk((8, 0))


@given(data=st.data(), rules=infer, seed=seeds)
def test_knowledge_shows_what_the_layout_has(
    data: st.DataObject, rules: Minesweeper, seed: int
) -> None:
    layout = Minesweeper(rules.width, rules.height, rules.mines).draw(Random(seed))
    field = rules.knowledge()
    for cell in data.draw(st.lists(cells(rules), max_size=4)):
        field = field.after(Turn(cell, rules.respond(layout, cell)))
    for i, value in enumerate(field.board.cells):
        assert value in (CLOSED, layout.numbers[i])
    assert field.board.cells.count(MINED) <= layout.count


# Notation.


@given(data=st.data(), rules=infer, seed=seeds)
def test_everything_is_read_back(data: st.DataObject, rules: Minesweeper, seed: int) -> None:
    cell = data.draw(cells(rules))
    assert rules.parse_action(rules.format_action(cell)) == cell
    layout = Minesweeper(rules.width, rules.height, rules.mines).draw(Random(seed))
    assert rules.parse_secret(rules.format_secret(layout)) == layout
    assert rules.parse_secret(str(layout)) == layout
    answer = rules.respond(layout, cell)
    assert rules.parse_feedback(rules.format_feedback(answer)) == answer


@pytest.mark.parametrize("text", ["3,0", " 3,0 ", "3 0", "(3, 0)", "3;0", "03,00"])
def test_ways_to_write_a_cell(text: str) -> None:
    assert Minesweeper(9, 9, 10).parse_action(text) == (3, 0)


@pytest.mark.parametrize("text", ["*", "mine", "MINE", " * "])
def test_ways_to_write_a_mine(text: str) -> None:
    assert Minesweeper(9, 9, 10).parse_feedback(text) == Exploded()


def test_the_cells_of_an_answer_may_stand_in_any_order() -> None:
    rules = Minesweeper(9, 9, 10)
    assert rules.parse_feedback("1,1:2 0,1:0 5,0:8") == Opened(
        (((5, 0), 8), ((0, 1), 0), ((1, 1), 2))
    )


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        ("action", "", "'' is not a cell: write x,y counted from 0 at the top left, such as 3,0"),
        *(("action", text, "is not a cell") for text in ("3", "-1,0", "a1", f"{'9' * 5000},0")),
        ("action", "9,0", "9,0 is outside the board: x goes from 0 to 8, y from 0 to 6"),
        ("action", "0,7", "0,7 is outside the board"),
        ("feedback", "", "'' is not an answer: write mine, or each open cell once with its number"),
        *(
            ("feedback", text, "is not an answer")
            for text in ("0,0", "0,0:9", "0,0:1 0,0:1", "mine 0,0:1")
        ),
        ("feedback", "9,9:1", "9,9 is outside the board"),
        ("secret", "", "a layout has 7 rows of 9 signs, . or * for a mine"),
        ("secret", "/".join(["........."] * 6), "a layout has 7 rows of 9 signs"),
        ("secret", "/".join(["........x"] * 7), "a layout has 7 rows of 9 signs"),
        ("secret", "/".join(["........*"] * 7), "the layout has 7 mines, but the game has 10"),
    ],
)
def test_what_cannot_be_read(read: str, text: str, message: str) -> None:
    with pytest.raises(MastermineError) as caught:
        getattr(Minesweeper(9, 7, 10), f"parse_{read}")(text)
    assert message in str(caught.value)
