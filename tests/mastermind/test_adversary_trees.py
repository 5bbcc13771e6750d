"""An adversary that keeps the hardest part, and strategies that meet it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.arena.evaluation import evaluate
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn
from mastermine.core.oracle import Adversary
from mastermine.core.random import Random
from mastermine.mastermind.research.adversary import (
    Keep,
    adversary,
    hardness,
    least_guesses,
    meet_adversary,
)
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import find_strategy, parse_rules, parse_rules_of
from mastermine.system.native import NATIVE
from mastermine.testing import RULES

native = pytest.mark.skipif(not NATIVE, reason="takes minutes without the native core")


def by_brute_force(rules: Mastermind, codes: tuple[Code, ...]) -> tuple[int, int]:
    """The fewest guesses for the hardest code, then for all: every guess at every position."""
    every = tuple(rules.knowledge())

    @cache
    def least(part: tuple[Code, ...], depth: int) -> int | None:
        if depth == 0:
            return None
        totals = []
        for guess in every:
            answers: dict[object, list[Code]] = {}
            for code in part:
                answers.setdefault(rules.respond(code, guess), []).append(code)
            if len(answers) == 1 and rules.solution not in answers:
                continue
            below = [
                least(tuple(few), depth - 1)
                for each, few in answers.items()
                if each != rules.solution
            ]
            if None not in below:
                totals.append(len(part) + sum(total or 0 for total in below))
        return min(totals, default=None)

    depth = 1
    while (total := least(codes, depth)) is None:
        depth += 1
    return depth, total


@given(data=st.data())
@settings(max_examples=15)
def test_how_hard_some_codes_are(data: st.DataObject) -> None:
    rules = parse_rules_of(
        Mastermind, data.draw(st.sampled_from(["2x3", "2x4-black", "3x2", "2x3-places"]))
    )
    every = list(rules.knowledge())
    some = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=5, unique=True))
    codes = tuple(sorted(some))
    data_ = np.array(codes, np.uint8).tobytes()
    assert least_guesses(rules, data_) == by_brute_force(rules, codes)


@given(rules=st.sampled_from(RULES), seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_hardest_part_is_kept_and_never_a_lie(rules: Mastermind, seed: int) -> None:
    rng = Random(seed)
    oracle = adversary(rules)
    turns = []
    for _turn in range(4):
        guess = rules.draw(rng)
        before: Any = oracle.knowledge
        ranks = {
            each: hardness(before, Turn(guess, each), n) for each, n in before.split(guess).items()
        }
        answer = oracle.ask(guess)
        assert ranks[answer] == max(ranks.values())
        turns.append(Turn(guess, answer))
        if rules.solved(answer):
            assert len(ranks) == 1
            break
    secret = oracle.reveal()
    assert all(rules.respond(secret, turn.action) == turn.feedback for turn in turns)


def test_an_answer_that_ends_the_game_is_the_easiest_part() -> None:
    rules = Mastermind(2, 3)
    known: Any = rules.knowledge()
    guess: Code = (0, 1)
    ends, other = (Turn(guess, rules.parse_feedback(text)) for text in ("2B 0W", "0B 2W"))
    assert hardness(known, ends, 1) == (0, 0, 0) < hardness(known, other, 1) == (0, 1, 1)


@native
def test_large_parts_are_weighed_by_their_size() -> None:
    rules = Mastermind(5, 8)
    known: Any = rules.knowledge()
    guess: Code = (0, 0, 1, 1, 2)
    turn = Turn(guess, rules.parse_feedback("1B 0W"))
    assert hardness(known, turn, 5000) == (1, 5000, 0)
    assert hardness(known, turn, 5000) > hardness(known, turn, 2) == (0, 2, 3)


@native
@pytest.mark.parametrize("spec", ["3x4", "3x3", "2x5-black", "3x4-distinct"])
@pytest.mark.parametrize("keep", Keep)
def test_the_best_play_needs_against_it_what_its_hardest_code_needs_at_most(
    spec: str, keep: Keep
) -> None:
    rules = parse_rules_of(Mastermind, spec)
    for name in ("optimal-worst", "knuth"):
        strategy = find_strategy(name)
        met = meet_adversary(rules, strategy, keep)
        assert met.found
        assert met.guesses <= evaluate(rules, strategy).worst
        assert met == meet_adversary(rules, strategy, keep)


@native
def test_it_makes_the_best_play_need_as_much_as_there_can_be() -> None:
    # Every part is searched, so no answer makes the game easier than it is.
    for spec in ("3x4", "2x6", "3x3-black"):
        rules = parse_rules_of(Mastermind, spec)
        best = find_strategy("optimal-worst")
        assert meet_adversary(rules, best, Keep.HARDEST).guesses == evaluate(rules, best).worst


@native
def test_knuth_is_made_to_guess_five_times_in_the_classic_game() -> None:
    rules = parse_rules("classic")
    met = meet_adversary(rules, find_strategy("knuth"))
    assert met.guesses == 5 == evaluate(rules, find_strategy("knuth")).worst
    assert met.record.secret == met.record.turns[-1][0]
    assert met.record.rules == "mastermind:4x6"


def test_the_limit_of_guesses_does_not_end_a_game() -> None:
    assert meet_adversary(Mastermind(3, 4, limit=2), find_strategy("knuth")).found


def test_a_strategy_that_asks_a_person_is_refused() -> None:
    with pytest.raises(InvalidSpec, match="asks a person"):
        meet_adversary(Mastermind(2, 2), find_strategy("human"))


def test_an_adversary_weighs_as_it_is_told() -> None:
    rules = Mastermind(3, 3)
    oracle = Adversary(rules, lambda _known, turn, _n: turn.feedback.black)
    assert str(oracle.ask((0, 1, 2))) == "3B 0W"
