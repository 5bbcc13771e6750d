"""A computer that lays its mines as late as can be."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.core.play import play
from mastermine.core.random import Random
from mastermine.minesweeper.adversary import Adversary
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell, Layout
from mastermine.minesweeper.reference.layouts import Deduction
from mastermine.minesweeper.rules import Exploded, First, Minesweeper, Opened
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.system.native import NATIVE

if TYPE_CHECKING:
    from mastermine.minesweeper.probability import Analysis
    from mastermine.minesweeper.rules import Feedback

small = st.builds(
    lambda w, h, part, first: Minesweeper(
        w, h, max(1, min(round(w * h * part), w * h - 1 - 8 * (first is First.OPEN))), first
    ),
    st.integers(3, 6),
    st.integers(4, 6),
    st.floats(0.05, 0.5),
    st.sampled_from(First),
)


def requested(adversary: Adversary, cell: Cell) -> tuple[bool, bool, Feedback]:
    """Whether the cell was certainly safe, whether any closed one was; and the answer."""
    field = adversary.field
    if field.untouched:
        return adversary.rules.first is not First.ANY, False, adversary.ask(cell)
    safe = field.analysis.safe
    return cell in safe, bool(safe), adversary.ask(cell)


@given(small, st.integers(0, 10**6), st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_hit_and_what_is_safe(rules: Minesweeper, seed: int, data: st.DataObject) -> None:
    adversary = Adversary(rules, seed)
    answers: list[tuple[Cell, Feedback]] = []
    while closed := adversary.field.closed():
        cell = data.draw(st.sampled_from(closed))
        untouched = adversary.field.untouched
        certain, other, answer = requested(adversary, cell)
        answers.append((cell, answer))
        if certain:
            assert isinstance(answer, Opened)
        elif other:
            assert isinstance(answer, Exploded)
        elif isinstance(answer, Exploded):
            # No layout spares it.
            assert not untouched
            before = Adversary(rules, seed)
            for earlier, _answer in answers[:-1]:
                before.ask(earlier)
            assert before.field.risk(cell) == 1
        layout = adversary.reveal()
        assert layout.count == rules.mines
        for earlier, message in answers:
            assert rules.respond(layout, earlier) == message
        if isinstance(answer, Exploded) or len(adversary.field.closed()) == rules.mines:
            break


@given(small, st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_who_deduces_and_guesses_only_where_one_must_wins(
    rules: Minesweeper, seed: int, choices: int
) -> None:
    adversary, rng = Adversary(rules, seed), Random(choices)
    while len(closed := adversary.field.closed()) > rules.mines:
        field = adversary.field
        safe = () if field.untouched else field.analysis.safe
        possible = [cell for cell in closed if field.untouched or field.risk(cell) < 1]
        assert isinstance(adversary.ask(rng.choice(safe or possible)), Opened)


@given(small, st.integers(0, 10**6), st.lists(st.integers(0, 35), min_size=1, max_size=8))
@settings(max_examples=40, deadline=None)
def test_the_same_clicks_get_the_same_answers(
    rules: Minesweeper, seed: int, clicks: list[int]
) -> None:
    cells = [(i % rules.width, i // rules.width % rules.height) for i in clicks]

    def answers() -> list[Feedback]:
        adversary = Adversary(rules, seed)
        return [adversary.ask(cell) for cell in cells]

    assert answers() == answers()


SQUARE = Minesweeper(4, 4, 4)
LAYOUTS = [
    Layout.of(4, 4, ((i % 4, i // 4) for i in chosen)).numbers
    for chosen in combinations(range(16), 4)
]
"""What all layouts show, found by trying."""


def fitting(board: Board) -> int:
    """How many layouts fit a board."""
    shown = [(i, value) for i, value in enumerate(board.cells) if value != CLOSED]
    return sum(all(numbers[i] == value for i, value in shown) for numbers in LAYOUTS)


@pytest.mark.parametrize("seed", range(6))
def test_the_number_shown_leaves_the_most_layouts(seed: int) -> None:
    rules, rng = SQUARE, Random(seed)
    adversary = Adversary(rules, seed)
    while len(adversary.field.closed()) > rules.mines:
        before = adversary.field.board
        field = adversary.field
        safe = () if field.untouched else field.analysis.safe
        cell = rng.choice(safe or field.closed())
        answer = adversary.ask(cell)
        if isinstance(answer, Exploded):
            break
        number = dict(answer.cells)[cell]
        left = [fitting(before.having([(cell, each)])) for each in range(9)]
        assert left[number] == max(left)


def test_seeds_choose_among_answers_that_leave_equally_many() -> None:
    # One mine in three cells: the corner may show 0 or 1... the middle one always shows 1.
    rules = Minesweeper(3, 1, 1)
    message = {Adversary(rules, seed).ask((0, 0)) for seed in range(20)}
    assert message == {
        Opened((((0, 0), 1),)),
        Opened((((0, 0), 0), ((1, 0), 1))),
    }


def test_the_first_click_is_what_the_rules_say() -> None:
    for seed in range(5):
        opened = Adversary(Minesweeper(9, 9, 40, First.OPEN), seed).ask((4, 4))
        assert isinstance(opened, Opened)
        assert dict(opened.cells)[4, 4] == 0
        assert len(opened.cells) >= 9
        assert isinstance(Adversary(Minesweeper(2, 2, 3), seed).ask((1, 1)), Opened)
        assert isinstance(Adversary(Minesweeper(2, 2, 3, First.ANY), seed).ask((1, 1)), Opened)


def test_clicks_that_lay_no_mines() -> None:
    adversary = Adversary(Minesweeper(9, 9, 10, First.OPEN), 1)
    assert adversary.ask((4, 4)) == adversary.ask((4, 4))
    adversary = Adversary(Minesweeper(9, 9, 10), 5)
    assert adversary.reveal() == Adversary(Minesweeper(9, 9, 10), 5).reveal()
    assert adversary.reveal().count == 10
    with pytest.raises(InvalidSpec, match="remove -noguess"):
        Adversary(Minesweeper(9, 9, 10, noguess=True))
    with pytest.raises(IllegalMove, match="outside"):
        Adversary(Minesweeper(9, 9, 10)).ask((9, 0))


def test_what_a_click_opens_is_what_the_twin_opens() -> None:
    rng = Random(7)
    rules = Minesweeper(8, 8, 6)
    for _game in range(20):
        layout = rules.draw(rng)
        board = layout.board()
        for cell in board.all(0):
            twin = Deduction(8, 8, layout.mines, board.index(cell)).cells
            there = [(board.cell(i), value) for i, value in enumerate(twin) if value < CLOSED]
            assert list(board.opened(cell)) == there
        assert all(layout.numbers[board.index(cell)] == MINED for cell in board.all(MINED))


def test_a_strategy_plays_against_it() -> None:
    rules = parse_rules_of(Minesweeper, "beginner")
    record = play(rules, find_strategy("pseq", rules.game), Adversary(rules, 3), Random(3))
    assert record.outcome == "won"
    assert record.secret is not None
    layout = rules.parse_secret(record.secret)
    for action, feedback in record.turns:
        message = rules.respond(layout, rules.parse_action(action))
        assert rules.format_feedback(message) == feedback


def test_a_click_that_is_too_hard_to_answer_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_hard(_board: Board, _mines: int) -> Analysis:
        raise TooLarge("the board is too hard")

    adversary = Adversary(parse_rules_of(Minesweeper, "beginner"))
    adversary.ask((4, 4))
    before = adversary.field
    cell = before.closed()[0]
    monkeypatch.setattr("mastermine.minesweeper.adversary.analyze", too_hard)
    monkeypatch.setattr("mastermine.minesweeper.probability.analyze", too_hard)
    with pytest.raises(TooLarge, match=r"cannot answer this click: .* smaller board"):
        adversary.ask(cell)
    assert adversary.field is before


@pytest.mark.skipif(not NATIVE, reason="the native module is not in use")
def test_a_game_of_expert_size_is_won() -> None:
    rules = parse_rules_of(Minesweeper, "expert")
    record = play(rules, find_strategy("pseq", rules.game), Adversary(rules, 1), Random(1))
    assert record.outcome == "won"
