"""What holds for every review, of either game."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mastermine.coach.review import BEST_SKILL, luck_of, review, skill_of, verdict, whole_luck
from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.mastermind import kernels
from mastermine.mastermind import reference as plain_codes
from mastermine.mastermind.knowledge import universe
from mastermine.minesweeper import endgame, probability
from mastermine.minesweeper import reference as plain_fields
from mastermine.registry import find_strategy, parse_rules
from mastermine.session.setup import session as start
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
    result = review(rules, turns)
    assert len(result.moves) == len(turns)
    for move, turn in zip(result.moves, turns, strict=True):
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
    assert (result.skill == BEST_SKILL) == (
        {move.skill for move in result.moves if move.choice} == {BEST_SKILL}
    )
    assert result.luck == whole_luck(result.moves)
    assert all(sentence.endswith(".") for sentence in result.sentences)


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
    result = review(rules, played(rules, seed))
    data = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert data["rules"] == rules.spec()
    assert data["sentences"] == list(result.sentences)
    assert [move["sentence"] for move in data["moves"]] == [move.sentence for move in result.moves]
    assert [move["skill"] for move in data["moves"]] == [move.skill for move in result.moves]


YARDSTICKS = {
    "mastermind": ("", "expected-size", "entropy", "most-parts", "random-consistent", "optimal"),
    "minesweeper": ("", "pseq", "farsighted", "thesis", "single-point"),
}
"""Strategies that give hints; "" is the default."""


def follow_hints(spec: str, name: str, seed: int) -> Any:
    """Plays every hint; returns the finished session."""
    session: Any = start(spec, seed=seed, strategy=name or None)
    most = session.rules.longest
    while session.outcome is None and len(session.turns) < most:
        hint = session.hint()
        move = hint.cell if session.rules.game == "minesweeper" else hint.guess
        session.do(f"{session.VERBS[0]} {session.rules.format_action(move)}")
    return session


@given(games, st.integers(0, 5))
@example((parse_rules("6x5x5"), 542), 4)  # The strategy chooses a certain mine.
def test_whoever_follows_the_hints_is_not_blamed(game: tuple[Any, int], which: int) -> None:
    rules, seed = game
    names = YARDSTICKS[rules.game]
    session = follow_hints(rules.spec(), names[which % len(names)], seed)
    result = session.review()
    assert result.strategy == session.strategy.name
    assert {move.skill for move in result.moves} <= {None, BEST_SKILL}
    assert all(move.best in (None, move.action) for move in result.moves)
    assert result.skill in (None, BEST_SKILL)
    assert not any(move.mistake for move in result.moves)
    for blame in ("would have been", " avoidable", "mistake"):
        assert blame not in " ".join(result.sentences)


@pytest.mark.parametrize(
    ("spec", "name", "seed"),
    [
        *(("classic", name, 9) for name in ("", "entropy", "expected-size", "most-parts")),
        ("bulls-and-cows", "", 1),
        *(("beginner", name, seed) for name in ("", "pseq", "farsighted") for seed in (1, 2)),
    ],
)
def test_nor_in_the_games_that_people_play(spec: str, name: str, seed: int) -> None:
    result = follow_hints(spec, name, seed).review()
    assert {move.skill for move in result.moves} <= {None, BEST_SKILL}
    assert result.skill == BEST_SKILL


@given(st.sampled_from(RULES), st.integers(0, 10**6))
def test_a_guess_of_equal_cost_is_best(rules: Any, seed: int) -> None:
    """Knuth's rule: the largest part, then codes that are possible; nothing else makes a guess."""
    turns = played(rules, seed, turns=2)
    known = rules.knowledge()
    for turn, move in zip(turns, review(rules, turns).moves, strict=True):
        costs = {
            code: (max(known.split(code).values()), code not in known)
            for code in map(tuple, universe(rules).tolist())
        }
        assert (move.skill == BEST_SKILL) == (costs[turn.action] == min(costs.values()))
        known = known.after(turn)


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


def test_skill_is_100_for_equals_only() -> None:
    assert skill_of(1.0, 1.0 + 1e-12, equal=False) == 99
    assert skill_of(1.0, 1.0 + 1e-12, equal=True) == 100
    assert skill_of(0.0, 1.0, equal=False) == 0
    assert skill_of(1.0, 2.0, equal=False) == 50


def test_nothing_was_played() -> None:
    for spec in ("classic", "expert"):
        result = review(parse_rules(spec), [])
        assert (result.moves, result.skill, result.luck) == ((), None, None)


def test_no_guess_is_rated_by_a_strategy_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse_rules("classic")
    turns = [Turn(rules.parse_action("1111"), rules.parse_feedback("0B 0W"))]
    strategy = find_strategy("knuth")

    def fails(_self: Any, _view: View[Any, Any, Any]) -> None:
        raise TooLarge("no")

    monkeypatch.setattr(type(strategy), "__call__", fails)
    (move,) = review(rules, turns, strategy).moves
    assert (move.skill, move.best) == (None, None)
    assert move.sentence == "1111 leaves at most 625 possible codes."


def test_a_person_is_no_yardstick() -> None:
    with pytest.raises(InvalidSpec, match="cannot review"):
        review(parse_rules("classic"), [], find_strategy("human"))


@pytest.mark.parametrize(
    ("skill", "mistakes", "words"),
    [
        (100, 0, "no move could have been better"),
        (99, 0, "very well played"),
        (89, 0, "well played, with room for better moves"),
        (50, 0, "several moves could have been better"),
        (90, 5, "with 5 mistakes"),
        (99, 1, "with 1 mistake."),
    ],
)
def test_the_verdict_agrees_with_the_mistakes(skill: int, mistakes: int, words: str) -> None:
    assert words in verdict(skill, mistakes)
    assert ("well played" in verdict(skill, mistakes)) == (not mistakes and 75 <= skill < 100)
