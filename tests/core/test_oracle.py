from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove
from mastermine.core.game import Turn, View
from mastermine.core.oracle import Adversary, Honest, Human, Scripted
from mastermine.core.person import person, present
from mastermine.core.play import play
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Pegs
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy, parse_rules
from mastermine.testing import RULES

CLASSIC = Mastermind(4, 6)


class Robot:
    """A person who guesses the first possible code and answers what is written on a card."""

    def __init__(self, card: str = "") -> None:
        self.card = card

    def act(self, view: View[Any, Any, Any]) -> Any:
        known: Any = view.knowledge
        return known.first()

    def answer(self, rules: Any, action: Any) -> Any:
        return rules.parse_feedback(self.card)


def test_oracles_answer() -> None:
    oracle = Honest(CLASSIC, (0, 1, 2, 3))
    assert oracle.ask((3, 1, 0, 0)) == Pegs(1, 2)
    assert oracle.reveal() == (0, 1, 2, 3)
    with pytest.raises(IllegalMove, match="4 pegs, this one has 3"):
        oracle.ask((0, 0, 0))
    script: Scripted[Any, Pegs] = Scripted([Pegs(1, 0), Pegs(4, 0)])
    assert [script.ask("anything"), script.ask("anything")] == [Pegs(1, 0), Pegs(4, 0)]
    for _ in range(2):
        with pytest.raises(IllegalMove, match="no more answers"):
            script.ask("anything")
    assert Human(CLASSIC, Robot("1,2")).ask((0, 0, 1, 1)) == Pegs(1, 2)
    assert not hasattr(Human(CLASSIC, Robot()), "reveal")


def test_honest_draws_its_secret_at_the_first_action() -> None:
    drawn: list[Any] = []

    class Watched:
        check = CLASSIC.check
        respond = CLASSIC.respond

        def draw(self, rng: Random, first: Any = None) -> Any:
            drawn.append(first)
            return CLASSIC.draw(rng, first)

    rules: Any = Watched()
    oracle = Honest(rules, rng=Random(3))
    assert oracle.reveal() is None
    with pytest.raises(IllegalMove):
        oracle.ask((0, 0, 0))
    assert drawn == []
    answers = [oracle.ask((0, 0, 1, 1)), oracle.ask((2, 3, 4, 5))]
    assert drawn == [(0, 0, 1, 1)]
    secret = CLASSIC.draw(Random(3))
    assert oracle.reveal() == secret
    assert answers == [CLASSIC.respond(secret, g) for g in [(0, 0, 1, 1), (2, 3, 4, 5)]]
    by_chance = Honest(CLASSIC)
    answer = by_chance.ask((0, 0, 1, 1))
    chosen: Any = by_chance.reveal()
    assert answer == CLASSIC.respond(chosen, (0, 0, 1, 1))


def test_the_strategy_human_asks_who_is_present() -> None:
    with pytest.raises(IllegalMove, match="there is no player"):
        person()
    token = present.set(Robot())
    try:
        record = play(CLASSIC, find_strategy("human"), Honest(CLASSIC, (0, 0, 0, 1)))
    finally:
        present.reset(token)
    assert record.turns == (("1111", "3B 0W"), ("1112", "4B 0W"))
    assert record.strategy == "human"


@given(st.sampled_from(RULES), st.integers(0, 10**6))
def test_the_adversary_never_contradicts_itself_and_keeps_the_largest_part(
    rules: Mastermind, seed: int
) -> None:
    rng = Random(seed)
    oracle = Adversary(rules)
    possible = list(rules.knowledge())
    turns = []
    for _ in range(6):
        guess = rules.draw(rng)
        answer = oracle.ask(guess)
        turns.append(Turn(guess, answer))
        parts: dict[Any, list[Any]] = {}
        for code in possible:
            parts.setdefault(rules.respond(code, guess), []).append(code)
        assert len(parts[answer]) == max(map(len, parts.values()))
        if rules.solved(answer):
            assert len(possible) == 1, "it gave the code away without need"
        possible = parts[answer]
    secret = oracle.reveal()
    assert all(rules.respond(secret, turn.action) == turn.feedback for turn in turns)


def test_the_adversary_answers_alike_each_time() -> None:
    rules = parse_rules("4x6")
    games = [play(rules, find_strategy("knuth"), Adversary(rules)) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].turns[0] == ("1122", "0B 0W")  # as large as 1B 0W: 256 codes
    assert games[0].secret == games[0].turns[-1][0]
    # 1 splits {1, 2, 3} into 1 code (right) and 2; 2 splits {2, 3} evenly: it stays hidden.
    oracle = Adversary(parse_rules("1x3"))
    assert [str(oracle.ask((c,))) for c in range(3)] == ["0B 0W", "0B 0W", "1B 0W"]


def test_a_function_that_repeats_its_guess_is_stopped_at_once() -> None:
    asked: list[Any] = []

    def stubborn(view: View[Any, Any, Any]) -> Any:
        asked.append(view)
        return (0, 0, 0, 0)

    with pytest.raises(IllegalMove, match="repeats its guess"):
        play(CLASSIC, stubborn, Honest(CLASSIC, (1, 2, 3, 4)))
    assert len(asked) == 2
