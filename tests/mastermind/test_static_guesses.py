"""Guesses that are made all at once: found, proven, and checked by the rules alone."""

from __future__ import annotations

import json
import signal
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.core.errors import IllegalMove, TooLarge
from mastermine.mastermind import kernels
from mastermine.mastermind.kernels import distinguishing
from mastermine.mastermind.research.static_answers import (
    Answers,
    fewest_by_answers,
    most_answers,
)
from mastermine.mastermind.research.static_game import indistinguishable, static
from mastermine.mastermind.research.static_heuristic import greedy, improve
from mastermine.mastermind.research.static_search import _Search, most_distinguished
from mastermine.mastermind.research.static_search import distinguishing as plain
from mastermine.mastermind.rules import Answer, Mastermind
from mastermine.mastermind.symmetry import kinds_of
from mastermine.registry import parse_rules_of
from mastermine.system import native

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden/mastermind_static.json").read_text("utf-8")
)
PUBLISHED = {
    spec: guesses for each in GOLDEN["values"] for spec, guesses in each["guesses"].items()
}
PROVEN = GOLDEN["proven without a published figure"]
MAX_PLAIN_CODES = 200
NATIVE = pytest.mark.skipif(native.module is None, reason="too slow without the native core")
TINY = (
    "1x1",
    "1x4",
    "2x2",
    "2x3",
    "3x2",
    "2x3-black",
    "2x3-places",
    "3x3-distinct",
    "2x4-distinct",
)


def tells_all_apart(game: Answers, chosen: list[int]) -> bool:
    guesses = [tuple(game.guesses[guess].tolist()) for guess in chosen]
    return indistinguishable(game.rules, guesses) is None


def by_brute_force(rules: Mastermind) -> int:
    """Every set of guesses, the small ones first."""
    codes = list(rules.knowledge())
    return next(
        n
        for n in range(len(codes) + 1)
        if any(indistinguishable(rules, guesses) is None for guesses in combinations(codes, n))
    )


@pytest.mark.parametrize("spec", TINY)
def test_no_set_of_guesses_is_smaller(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    found = static(rules)
    assert found.proven
    assert len(found.guesses) == by_brute_force(rules)


@pytest.mark.rest
@pytest.mark.parametrize(("spec", "guesses"), PUBLISHED.items())
def test_what_was_published_comes_out(spec: str, guesses: int) -> None:
    rules = parse_rules_of(Mastermind, spec)
    if native.module is None and rules.size > MAX_PLAIN_CODES:
        pytest.skip("too slow without the native core")
    found = static(rules)
    assert found.proven
    assert len(found.guesses) == guesses
    assert indistinguishable(rules, found.guesses) is None


def test_guesses_that_tell_two_codes_alike_are_named() -> None:
    rules = Mastermind(3, 3)
    alike = indistinguishable(rules, [(0, 0, 1)])
    assert alike is not None
    one, other = alike
    assert one != other
    assert rules.respond(one, (0, 0, 1)) == rules.respond(other, (0, 0, 1))
    assert indistinguishable(rules, list(rules.knowledge())) is None
    with pytest.raises(IllegalMove):
        indistinguishable(rules, [(0, 0)])


@pytest.mark.parametrize("spec", ["3x4", "4x3", "3x5-distinct", "4x3-black", "3x3-places"])
def test_a_draft_tells_all_codes_apart_and_gets_no_worse(spec: str) -> None:
    game = Answers.of(parse_rules_of(Mastermind, spec))
    first = greedy(game)
    better = improve(game, first, rounds=10)
    assert len(better) <= len(first)
    assert tells_all_apart(game, first)
    assert tells_all_apart(game, better)
    assert improve(game, first, rounds=10) == better
    assert len(improve(game, first, least=len(first))) == len(first)


def test_a_search_that_is_out_of_time_leaves_the_best_so_far() -> None:
    found = static(parse_rules_of(Mastermind, "4x4-black"), time_limit=1e-9)
    assert indistinguishable(found.rules, found.guesses) is None
    assert not found.proven
    for search in distinguishing, lambda rules, *limits: plain(*game_of(rules), *limits):
        guesses, nodes, stopped = search(Mastermind(4, 6), 5, 1e-9)
        assert guesses is None
        assert nodes == 1
        assert stopped


@NATIVE
def test_a_search_is_interrupted() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            distinguishing(Mastermind(5, 5), 5, 60)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@NATIVE
@pytest.mark.parametrize(("spec", "guesses"), [("2x12-black", 14), ("2x30-black", 17)])
def test_guesses_that_can_be_exchanged_cost_little(spec: str, guesses: int) -> None:
    found, _nodes, stopped = distinguishing(parse_rules_of(Mastermind, spec), guesses, 30)
    assert found is None
    assert not stopped


def test_limits() -> None:
    assert static(Mastermind(3, 3, limit=1)).guesses == static(Mastermind(3, 3)).guesses
    with pytest.raises(TooLarge, match="up to 100,000"):
        static(Mastermind(8, 12))
    game = Answers.of(Mastermind(5, 7))
    assert not game.complete
    assert len(game.guesses) < len(game.codes) == 7**5


@given(data=st.data())
@settings(max_examples=20)
def test_classes_are_counted_as_they_are_split(data: st.DataObject) -> None:
    spec = data.draw(st.sampled_from(["2x4", "3x3", "2x3-places", "3x3-black"]))
    game = Answers.of(parse_rules_of(Mastermind, spec))
    guesses = data.draw(st.lists(st.integers(0, len(game.codes) - 1), min_size=1, max_size=4))
    classes = game.together()
    for guess in guesses:
        before, classes = classes, game.split(classes, guess)
        message = game.counts(before, np.array([guess, guess]))
        assert message.tolist() == [classes.max() + 1] * 2
    requested = [tuple(game.guesses[guess].tolist()) for guess in guesses]
    answers = {
        tuple(game.rules.respond(code, guess) for guess in requested)
        for code in game.rules.knowledge()
    }
    assert len(answers) == classes.max() + 1


@given(data=st.data())
@settings(max_examples=25)
def test_guesses_are_alike_that_a_motion_takes_to_each_other(data: st.DataObject) -> None:
    rules = parse_rules_of(
        Mastermind, data.draw(st.sampled_from(["3x3", "2x4", "3x3-places", "3x4-distinct"]))
    )
    codes = np.array(list(rules.knowledge()), np.uint8)
    rows = st.integers(0, len(codes) - 1)
    history = codes[data.draw(st.lists(rows, max_size=2))]
    ordered = rules.answer is Answer.PLACES
    kinds = kinds_of(codes, history, rules.symbols, ordered)
    index = {tuple(code): n for n, code in enumerate(codes.tolist())}
    reached = {n: {n} for n in range(len(codes))}
    orders = [tuple(range(rules.places))] if ordered else list(permutations(range(rules.places)))
    for order in orders:
        for name in permutations(range(rules.symbols)):
            images = np.array(name, np.uint8)[codes[:, order]]
            if all((np.array(name, np.uint8)[row[list(order)]] == row).all() for row in history):
                for n, image in enumerate(images.tolist()):
                    reached[n].add(index[tuple(image)])
    for n, others in reached.items():
        assert {other for other in range(len(codes)) if kinds[other] == kinds[n]} == others


def test_so_many_codes_are_distinguished_at_most() -> None:
    assert [most_distinguished(14, 13, n) for n in range(3)] == [1, 14, 171]
    assert [most_distinguished(3, 3, n) for n in range(3)] == [1, 3, 9]
    assert fewest_by_answers(Answers.of(Mastermind(4, 6))) == 3
    assert fewest_by_answers(Answers.of(Mastermind(1, 1))) == 0


@pytest.mark.parametrize("spec", ["2x3", "4x3", "4x3-black", "3x4-distinct", "3x3-places", "1x4"])
def test_no_guess_has_more_answers(spec: str) -> None:
    game = Answers.of(parse_rules_of(Mastermind, spec))
    assert most_answers(game) == max(len(set(row)) for row in game.answers.tolist())


def enough(answers: list[list[int]], guesses: int) -> bool:
    """Whether so many guesses tell all codes apart: every set of so many is tried."""
    return any(
        len(set(zip(*chosen, strict=True))) == len(answers)
        for chosen in combinations(answers, guesses)
    )


SOUND = {  # of each game the fewest guesses, by every set of them
    "2x2": 2,
    "2x4": 3,
    "3x3": 3,
    "4x2": 3,
    "5x2": 3,
    "2x4-black": 4,
    "3x2-black": 3,
    "4x2-black": 4,
    "5x2-black": 4,
    "3x3-black": 4,
    "2x5-distinct": 3,
    "3x4-distinct": 4,
    "4x4-distinct": 4,
    "2x5-black-distinct": 5,
    "2x6-black-distinct": 6,
    "3x4-black-distinct": 4,
    "4x4-black-distinct": 4,
    "2x4-places": 3,
    "3x2-places": 1,
    "3x3-places": 2,
    "2x6-places-distinct": 5,
    "3x4-places-distinct": 3,
}


@pytest.mark.parametrize(("spec", "guesses"), SOUND.items())
def test_the_search_alone_says_what_every_set_of_guesses_says(spec: str, guesses: int) -> None:
    rules = parse_rules_of(Mastermind, spec)
    game = Answers.of(rules)
    answers = game.answers.tolist()
    assert enough(answers, guesses)
    assert not enough(answers, guesses - 1)
    for number in range(guesses + 2):
        for found, _nodes, stopped in (
            distinguishing(rules, number),
            plain(*game_of(rules), number, 0.0),
        ):
            assert not stopped
            assert (found is not None) == (number >= guesses)
            if found is not None:
                assert len(found) <= number
                assert indistinguishable(rules, map(tuple, found.tolist())) is None
    assert fewest_by_answers(game) <= guesses


def game_of(rules: Mastermind) -> tuple[int, int, bool, int]:
    return rules.places, rules.symbols, not rules.repeats, kernels.kind(rules)


def goes_on_soundly(spec: str, chosen: list[int], left: int) -> bool:
    """The plain search after some guesses agrees with trying every set of further guesses."""
    rules = parse_rules_of(Mastermind, spec)
    game, search = Answers.of(rules), _Search(*game_of(rules), 0.0)
    classes = game.together()
    for guess in chosen:
        classes = game.split(classes, guess)
    others = np.setdiff1d(np.arange(len(game.codes)), chosen)
    allowed = sum(1 << guess for guess in others.tolist())
    found = search.extend(classes, allowed, chosen, left)
    if found is not None:
        assert len(set(zip(*game.answers[found].tolist(), strict=True))) == len(game.codes)
    known, answers = classes.tolist(), game.answers.tolist()
    possible = any(
        len(set(zip(known, *(answers[guess] for guess in more), strict=True))) == len(known)
        for more in combinations(others.tolist(), left)
    )
    return (found is not None) == possible


@given(data=st.data())
@settings(max_examples=60)
def test_the_search_continues_soundly_after_any_guesses(data: st.DataObject) -> None:
    spec = data.draw(st.sampled_from(sorted(SOUND)))
    number = parse_rules_of(Mastermind, spec).size
    codes = st.integers(0, number - 1)
    chosen = data.draw(st.lists(codes, min_size=1, max_size=min(3, number - 2), unique=True))
    assert goes_on_soundly(spec, chosen, data.draw(st.integers(0, 2)))


@pytest.mark.parametrize("spec", ["4x4-distinct", "4x4-black-distinct"])
def test_guesses_need_not_be_codes_of_the_class_that_they_split(spec: str) -> None:
    # A bound that takes one part to be a single code, the guess, leaves out sets that do.
    for other in range(1, parse_rules_of(Mastermind, spec).size):
        assert goes_on_soundly(spec, [0, other], 2)


# Games in which the two searches try many sets: they exclude images of each other differently.
@pytest.mark.parametrize(
    ("spec", "guesses"),
    [("4x4", 4), ("5x3", 4), ("3x6", 5), ("7x2", 5), ("3x4-black", 6), ("6x2-black", 5)],
)
def test_the_twins_find_the_same_number(spec: str, guesses: int) -> None:
    rules = parse_rules_of(Mastermind, spec)
    for number in guesses - 1, guesses:
        fast, _nodes, _stopped = distinguishing(rules, number)
        slow, _nodes, _stopped = plain(*game_of(rules), number, 0.0)
        assert (fast is not None) == (slow is not None) == (number == guesses)


@NATIVE
@pytest.mark.rest
@pytest.mark.parametrize(("spec", "guesses"), PROVEN.items())
def test_games_without_a_published_figure(spec: str, guesses: int) -> None:
    found = static(parse_rules_of(Mastermind, spec))
    assert found.proven
    assert len(found.guesses) == guesses
