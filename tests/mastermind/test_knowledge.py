from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mastermind.turns import drawn_turns

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec, TooLarge
from mastermine.core.game import Turn
from mastermine.core.strategy import Array, Heuristic, strategy
from mastermine.mastermind.feedback import Feedback, Pegs, Unknown
from mastermine.mastermind.kernels import SHIFT, cost_table
from mastermine.mastermind.knowledge import (
    Candidates,
    conflicting_turns,
    listable,
    repairs,
    universe,
)
from mastermine.mastermind.large.candidates import Unlisted
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.testing import RULES

CLASSIC = Mastermind(4, 6)

Turns = list[Turn[Code, Feedback]]


@given(st.sampled_from(RULES), st.integers(0, 10**6), st.integers(0, 4))
def test_what_is_left_is_what_fits(rules: Mastermind, seed: int, number: int) -> None:
    _secret, turns = drawn_turns(rules, seed, number)
    everything = list(rules.knowledge())
    assert everything == sorted(set(everything))
    fit = [
        code
        for code in everything
        if all(rules.respond(code, turn.action) == turn.feedback for turn in turns)
    ]
    known = rules.knowledge()
    for turn in turns:
        known = known.after(turn)
    assert list(known) == fit
    assert known.count() == len(known) == len(fit)
    assert known.first() == known[0] == fit[0]
    assert [code for code in everything if code in known] == fit
    assert list(Candidates(rules, turns)) == fit
    assert known.colours_known() == (len({tuple(sorted(code)) for code in fit}) == 1)
    guess = everything[seed % len(everything)]
    split = known.split(guess)
    assert split == Counter(rules.respond(code, guess) for code in fit)
    assert list(split) == sorted(split, key=rules.encode, reverse=True)


ANSWERS = "00 01 02 03 04 10 11 12 13 20 21 22 30 40"


# The first guesses of S. Gür, Mastermind Strategies: how many codes are left after each answer.
@pytest.mark.parametrize(
    ("guess", "left"),
    [
        ("1111", "625 0 0 0 0 500 0 0 0 150 0 0 20 1"),
        ("1112", "256 308 61 0 0 317 156 27 0 123 24 3 20 1"),
        ("1122", "256 256 96 16 1 256 208 36 0 114 32 4 20 1"),
        ("1123", "81 276 222 44 2 182 230 84 4 105 40 5 20 1"),
        ("1234", "16 152 312 136 9 108 252 132 8 96 48 6 20 1"),
    ],
)
def test_published_parts_of_the_first_guess(guess: str, left: str) -> None:
    answers = map(CLASSIC.parse_feedback, ANSWERS.split())
    published = dict(zip(answers, map(int, left.split()), strict=True))
    parts = CLASSIC.knowledge().split(CLASSIC.parse_action(guess))
    assert parts == {answer: n for answer, n in published.items() if n}
    assert sum(parts.values()) == 1296


@pytest.mark.parametrize("code", [(0, 0), (0, 0, 0, 6), (0, 0, 0, -1), (0,) * 5])
def test_what_is_no_code_is_not_possible(code: Code) -> None:
    assert code not in CLASSIC.knowledge()
    assert code not in CLASSIC.knowledge().after(Turn((0, 0, 1, 1), Pegs(0, 0)))


def test_a_contradiction_names_the_row_after_which_nothing_is_left() -> None:
    known = CLASSIC.knowledge()
    for guess, answer in (("1122", "0,0"), ("3344", "0,0"), ("5566", "2,0")):
        known = known.after(Turn(CLASSIC.parse_action(guess), CLASSIC.parse_feedback(answer)))
    with pytest.raises(Contradiction) as caught:
        known.after(Turn((0, 1, 2, 3), Pegs(1, 0)))
    assert caught.value.turn == 3
    assert str(caught.value) == (
        "row 4: no code is possible with the answer 1B 0W to 1234 and the rows before it"
    )
    assert known.count() == 2  # nothing was lost


def test_illegal_guesses_and_codes() -> None:
    for ask in (
        lambda: CLASSIC.knowledge().split((0, 0, 0)),
        lambda: CLASSIC.knowledge().after(Turn((0, 0, 0, 9), Pegs(0, 0))),
    ):
        with pytest.raises(IllegalMove):
            ask()
    assert (0, 0, 1, 2) not in parse_rules_of(Mastermind, "4x6-distinct").knowledge()


def test_knowledge_does_not_change() -> None:
    start = CLASSIC.knowledge()
    later = start.after(Turn((0, 0, 1, 1), Pegs(1, 1)))
    assert (start.count(), later.count()) == (1296, 208)
    for known in (start, later):
        with pytest.raises(ValueError, match="read-only"):
            known.codes[0, 0] = 5


@pytest.mark.parametrize("spec", ["16x64", "9x8", "5x64", "16x3", "17x2", "2x66"])
def test_a_space_too_large_to_list(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    assert not listable(rules)
    assert isinstance(rules.knowledge(), Unlisted)
    with pytest.raises(TooLarge, match=r"too many to list|at most 16 places and 65 colours"):
        universe(rules)


@pytest.mark.parametrize("spec", ["6x10", "5x8+blank", "4x25", "3x64", "16x2", "8x9-distinct"])
def test_a_space_that_can_be_listed(spec: str) -> None:
    assert listable(parse_rules_of(Mastermind, spec))


HEURISTICS = ["knuth", "expected-size", "entropy", "most-parts", "first-consistent"]


@given(
    st.sampled_from(RULES),
    st.integers(0, 10**6),
    st.integers(0, 3),
    st.sampled_from(HEURISTICS),
)
def test_the_best_guess_costs_least_then_is_possible_then_smallest(
    rules: Mastermind, seed: int, number: int, name: str
) -> None:
    judge = find_strategy(name)
    assert isinstance(judge, Heuristic)
    known = Candidates(rules, drawn_turns(rules, seed, number)[1])
    combine = max if judge.combine == "max" else sum

    def cost(guess: Code) -> float:
        return float(combine(judge.costs(known.split(guess).values())))

    # Rounded, so that costs that are equal but for the order of a sum count as equal.
    expected = min(
        rules.knowledge(), key=lambda code: (round(cost(code), 9), code not in known, code)
    )
    # Whether guesses that are like others are left out or not.
    assert known.best(judge, True) == known.best(judge, False) == expected
    assert known.histogram(judge, True) == known.histogram(judge, False)


def test_costs_are_taken_as_integers() -> None:
    whole = cost_table(judge_of(lambda size: size * size), 5, 5)
    assert (whole.values.tolist(), whole.largest, whole.shift) == ([0, 1, 4, 9, 16, 25], False, 0)
    parts = cost_table(judge_of(lambda size: size / 3), 4, 4)
    assert parts.shift == SHIFT
    steps = np.diff(parts.values)
    assert steps.max() - steps.min() < 1 << SHIFT >> 1
    # The sum for the worst partition stays in a signed 64-bit number, whatever the costs are.
    for function in (np.log, lambda size: 1e150 * np.sqrt(size), lambda size: 2.0**61 + size):
        values = cost_table(judge_of(function), 1000, 1000).values.tolist()
        assert max(map(abs, values)) * 1000 < 2**61


def judge_of(function: Any, combine: Any = "sum") -> Heuristic:
    def mine(size: Array) -> Array:
        costs: Array = function(size)
        return costs

    made = strategy("mine", combine=combine)(mine)
    assert isinstance(made, Heuristic)
    return made


@pytest.mark.parametrize(
    "function",
    [
        lambda size: np.full_like(size, np.nan),
        lambda size: 1 / (size - 1),
        lambda size: np.log(size - 1),
        lambda size: size * 1e300 * 1e300,
        lambda size: 1e307 * size,
        lambda size: size[:-1],
        lambda size: np.stack([size, size, size]),
        lambda size: "cheap",
        lambda size: None,
        lambda size: [[1], [1, 2]],
    ],
)
def test_costs_that_are_none(function: Any) -> None:
    with pytest.raises(InvalidSpec, match="strategy mine: the costs must be finite"):
        Mastermind(3, 3).knowledge().best(judge_of(function))


def test_a_function_may_write_into_the_sizes() -> None:
    def square(size: Array) -> Array:
        size *= size
        return size

    assert cost_table(judge_of(square), 3, 3).values.tolist() == [0, 1, 4, 9]


@pytest.mark.parametrize("combine", ["sum", "max"])
@pytest.mark.parametrize("symmetry", [True, False])
def test_costs_that_prefer_to_learn_nothing(combine: str, symmetry: bool) -> None:
    never = judge_of(lambda size: -size * size, combine)
    known = CLASSIC.knowledge().after(Turn((0, 0, 0, 0), Pegs(2, 0)))
    with pytest.raises(
        InvalidSpec, match="strategy mine prefers a guess that gives no information"
    ):
        known.histogram(never, symmetry)


@given(st.sampled_from(RULES[:8]), st.integers(0, 10**6), st.integers(2, 5))
def test_without_one_of_conflicting_turns_the_others_agree(
    rules: Mastermind, seed: int, number: int
) -> None:
    _secret, turns = drawn_turns(rules, seed, number)
    _other, wrong = drawn_turns(rules, seed + 1, 2)
    turns = (*turns, *wrong)
    found = conflicting_turns(rules, turns)
    codes = list(rules.knowledge())

    def possible(these: list[int]) -> bool:
        return any(
            all(rules.respond(code, turns[n].action) == turns[n].feedback for n in these)
            for code in codes
        )

    assert bool(found) is not possible(list(range(len(turns))))
    assert not found or not possible(list(found))
    assert all(possible([each for each in found if each != n]) for n in found)


@given(st.sampled_from(RULES[:8]), st.integers(0, 10**6), st.integers(1, 4), st.integers(0, 2))
def test_repairs_are_all_other_answers_that_leave_a_code(
    rules: Mastermind, seed: int, number: int, wrong: int
) -> None:
    _secret, right = drawn_turns(rules, seed, number)
    _other, more = drawn_turns(rules, seed + 1, wrong)
    turns = [*right, *more]
    codes = list(rules.knowledge())

    def fitting(these: list[Turn[Any, Any]]) -> int:
        return sum(all(rules.fits(code, turn) for turn in these) for code in codes)

    expected: dict[int, dict[Any, int]] = {}
    if not fitting(turns):
        for n, turn in enumerate(turns):
            for answer in {rules.respond(code, turn.action) for code in codes}:
                changed = [*turns]
                changed[n] = Turn(turn.action, answer)
                if count := fitting(changed):
                    expected.setdefault(n, {})[answer] = count
    found = repairs(rules, turns)
    assert found == expected
    assert all(turns[n].feedback not in answers for n, answers in found.items())
    assert all(
        [*answers.values()] == sorted(answers.values(), reverse=True) for answers in found.values()
    )


@given(st.sampled_from(RULES[:8]), st.integers(0, 10**6), st.integers(0, 3), st.data())
def test_an_unknown_answer_changes_nothing_but_the_number_of_the_row(
    rules: Mastermind, seed: int, number: int, data: st.DataObject
) -> None:
    _secret, right = drawn_turns(rules, seed, number)
    _other, more = drawn_turns(rules, seed + 1, 2)
    turns: Turns = [*right, *more]
    at = data.draw(st.integers(0, len(turns)))
    rows: Turns = [*turns[:at], Turn(rules.knowledge().first(), Unknown.ANSWER), *turns[at:]]

    def row(turn: int) -> int:
        return turn + (turn >= at)

    assert conflicting_turns(rules, rows) == tuple(map(row, conflicting_turns(rules, turns)))
    found = {row(n): answers for n, answers in repairs(rules, turns).items()}
    assert repairs(rules, rows) == found
    first, moved = (_contradiction(rules, these) for these in (turns, rows))
    if first is None:
        assert moved is None
        assert list(Candidates(rules, tuple(rows))) == list(Candidates(rules, tuple(turns)))
        assert all(code in Candidates(rules, tuple(rows)) for code in Candidates(rules, (*turns,)))
    else:
        assert moved is not None
        assert moved.turn == row(first.turn)
        assert str(moved).startswith(f"row {moved.turn + 1}:")


def _contradiction(rules: Mastermind, turns: Turns) -> Contradiction | None:
    known = rules.knowledge()
    try:
        for turn in turns:
            known = known.after(turn)
    except Contradiction as error:
        return error
    return None
