"""What holds for every review, of either game."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.coach.review import BEST_SKILL, luck_of, review, skill_of, whole_luck, whole_skill
from mastermine.core.errors import TooLarge
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.mastermind import kernels
from mastermine.mastermind import reference as plain_codes
from mastermine.minesweeper import endgame, probability
from mastermine.minesweeper import reference as plain_fields
from mastermine.registry import find_strategy, parse_rules
from mastermine.testing import FIELDS, RULES


def played(rules: Any, seed: int, turns: int = 30) -> list[Turn[Any, Any]]:
    """A game of somebody who knows the rules and no more: any closed cell, any code."""
    rng = Random(seed)
    made: list[Turn[Any, Any]] = []
    secret = None
    known = rules.knowledge()
    while len(made) < turns and rules.outcome(made) is None:
        if rules.game == "mastermind":
            if any(rules.solved(turn.feedback) for turn in made):
                break
            # Half of the guesses are possible, so that most games come to their end.
            action = known.first() if rng.below(2) else rules.draw(rng)
        else:
            closed = known.closed()
            action = closed[rng.below(len(closed))]
        secret = rules.draw(rng, action) if secret is None else secret
        made.append(Turn(action, rules.respond(secret, action)))
        known = known.after(made[-1])
    return made


games = st.tuples(st.sampled_from([*RULES, *FIELDS]), st.integers(0, 10**6))


@given(games)
def test_every_figure_is_one(game: tuple[Any, int]) -> None:
    rules, seed = game
    turns = played(rules, seed)
    told = review(rules, turns)
    assert len(told.moves) == len(turns)
    for move, turn in zip(told.moves, turns, strict=True):
        assert rules.parse_action(move.action) == turn.action
        assert rules.parse_feedback(move.feedback) == turn.feedback
        assert move.skill is not None
        assert 0 <= move.skill <= BEST_SKILL
        assert (move.skill == BEST_SKILL) == (move.best == move.action)
        assert move.luck is None or 0 <= move.luck <= BEST_SKILL
        assert move.sentence.endswith(".")
        assert "{" not in move.sentence
        if move.expected is not None and move.worst is not None:
            assert move.expected <= move.worst
            assert move.left is not None
            assert move.left <= move.worst
    assert told.skill == whole_skill(told.moves)
    assert told.luck == whole_luck(told.moves)
    assert all(sentence.endswith(".") for sentence in told.sentences)


@given(games)
def test_it_knows_nothing_of_what_comes_later(game: tuple[Any, int]) -> None:
    rules, seed = game
    turns = played(rules, seed)
    whole = review(rules, turns).moves
    for n in range(len(turns)):
        assert review(rules, turns[:n]).moves == whole[:n]


@given(games)
def test_it_is_json(game: tuple[Any, int]) -> None:
    rules, seed = game
    told = review(rules, played(rules, seed))
    data = json.loads(json.dumps(told.to_json(), allow_nan=False))
    assert data["rules"] == rules.spec()
    assert data["sentences"] == list(told.sentences)
    assert [move["sentence"] for move in data["moves"]] == [move.sentence for move in told.moves]
    assert [move["skill"] for move in data["moves"]] == [move.skill for move in told.moves]


@given(games, st.sampled_from(["", "pseq", "safest", "knuth", "random"]))
def test_a_strategy_only_says_which_of_equal_moves_is_named(
    game: tuple[Any, int], name: str
) -> None:
    rules, seed = game
    here = {"minesweeper": ("pseq", "safest"), "mastermind": ("knuth", "random")}[rules.game]
    if name not in here:
        return
    turns = played(rules, seed)
    alone, asked = (
        review(rules, turns, strategy) for strategy in (None, find_strategy(name, rules.game))
    )
    figures = ("before", "left", "expected", "worst", "skill", "luck", "choice", "necessary")
    for one, other in zip(alone.moves, asked.moves, strict=True):
        assert [getattr(one, each) for each in figures] == [
            getattr(other, each) for each in figures
        ]


@pytest.mark.parametrize("rules", [*RULES, *FIELDS], ids=lambda rules: rules.spec())
def test_the_plain_twin_says_the_same(rules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [played(rules, seed) for seed in range(4)]
    natively = [review(rules, turns).to_json() for turns in games]
    monkeypatch.setattr(kernels, "backend", plain_codes)
    for module in (endgame, probability):
        monkeypatch.setattr(module, "backend", plain_fields)
    for turns, native in zip(games, natively, strict=True):
        plain = review(rules, turns).to_json()
        assert plain["sentences"] == native["sentences"]
        for one, other in zip(plain["moves"], native["moves"], strict=True):
            assert one.keys() == other.keys()
            for name, value in one.items():
                about = pytest.approx(value) if isinstance(value, float) else value
                assert other[name] == about, name


parts = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 5)), min_size=1, max_size=8)


@given(parts)
def test_luck_is_a_half_on_average_and_grows_with_the_answer(parts: list[tuple[int, int]]) -> None:
    total = sum(size for size, _bad in parts)
    assert sum(size * luck_of(parts, bad) for size, bad in parts) / total == Fraction(BEST_SKILL, 2)
    for (_one, bad), (_other, worse) in product(parts, parts):
        if bad < worse:
            assert luck_of(parts, bad) > luck_of(parts, worse)


def test_skill_is_99_for_equals_only() -> None:
    assert skill_of(1.0, 1.0 + 1e-12, equal=False) == 98
    assert skill_of(1.0, 1.0 + 1e-12, equal=True) == 99
    assert skill_of(0.0, 1.0, equal=False) == 0
    assert skill_of(1.0, 2.0, equal=False) == 50


def test_nothing_was_played() -> None:
    for spec in ("classic", "expert"):
        told = review(parse_rules(spec), [])
        assert (told.moves, told.skill, told.luck) == ((), None, None)


def test_a_strategy_that_fails_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse_rules("classic")
    turns = [Turn(rules.parse_action("1111"), rules.parse_feedback("0B 0W"))]
    strategy = find_strategy("knuth")

    def fails(_self: Any, _view: View[Any, Any, Any]) -> None:
        raise TooLarge("no")

    monkeypatch.setattr(type(strategy), "__call__", fails)
    assert review(rules, turns, strategy) == review(rules, turns)
