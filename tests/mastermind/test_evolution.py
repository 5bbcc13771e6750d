"""Populations of codes, how they vary, and the strategies that breed their guesses."""

from __future__ import annotations

from statistics import mean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, infer, settings
from hypothesis import strategies as st
from tests.mastermind.turns import drawn_turns

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import play
from mastermine.core.random import Random
from mastermine.mastermind import kernels
from mastermine.mastermind.large.constraints import Constraints
from mastermine.mastermind.rules import Mastermind
from mastermine.mastermind.schemes import evolution
from mastermine.mastermind.schemes.evolution import (
    Eligible,
    Space,
    Words,
    cheapest,
    costs,
    crossover,
    distances,
    exchange,
    invert,
    keys,
    uniform_crossover,
    without_duplicates,
)
from mastermine.mastermind.strategies.entropy import entropy
from mastermine.mastermind.strategies.expected_size import expected_size
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.testing import check_strategy

BREEDERS = ["genetic", "evolutionary"]
SEEDS = st.integers(0, 2**64 - 1)


def space_of(rules: Mastermind) -> Space:
    return Space.of(Constraints.of(rules))


def same_colours(codes: Any, others: Any) -> bool:
    return bool((np.sort(codes, axis=1) == np.sort(others, axis=1)).all())


# Words.


@given(seed=SEEDS, takes=st.lists(st.integers(0, 5000), max_size=5))
@settings(max_examples=15)
def test_words_are_those_of_the_generator(seed: int, takes: list[int]) -> None:
    rng, words = Random(seed), Words(seed)
    for n in takes:
        assert words.take(n).tolist() == [rng.word() for _word in range(n)]


@given(seed=SEEDS, bound=st.integers(1, 2**31))
def test_numbers_are_below_their_bound(seed: int, bound: int) -> None:
    numbers = Words(seed).below(bound, 3, 20)
    assert numbers.shape == (3, 20)
    assert (numbers >= 0).all()
    assert (numbers < bound).all()


def test_numbers_are_about_equally_frequent() -> None:
    counts = np.bincount(Words(1).below(7, 70_000), minlength=7)
    assert len(counts) == 7
    assert (abs(counts - 10_000) < 500).all()  # more than five standard deviations
    assert abs(len(Words(2).chosen(3, 100_000)) - 3000) < 300
    bounds = np.array([1, 2, 5])
    numbers = Words(1).below(bounds, 200, 3)
    assert numbers.max(axis=0).tolist() == [0, 1, 4]


# Codes drawn and changed.


@given(rules=infer, seed=SEEDS)
def test_what_is_drawn_and_mutated_is_a_code(rules: Mastermind, seed: int) -> None:
    space, words = space_of(rules), Words(seed)
    codes = space.draw(words, 20)
    assert codes.shape == (20, rules.places)
    for code in codes.tolist():
        rules.check(tuple(code))
    before = codes.copy()
    rows = np.array([0, 3, 19])
    space.mutate(words, codes, rows)
    changed = codes != before
    assert (changed.sum(axis=1) <= 1).all()
    assert not np.delete(changed, rows, axis=0).any()
    for code in space.repair(words, codes).tolist():
        rules.check(tuple(code))


@given(rules=infer, seed=SEEDS)
def test_children_are_of_their_parents(rules: Mastermind, seed: int) -> None:
    space, words = space_of(rules), Words(seed)
    mothers, fathers = space.draw(words, 12), space.draw(words, 12)
    children = crossover(words, mothers, fathers)
    one, other = children[:12], children[12:]
    first = (one == mothers) & (other == fathers)
    assert (first | ((one == fathers) & (other == mothers))).all()
    # What comes from the father is one stretch of places.
    swapped = np.pad(~first, ((0, 0), (1, 1))).astype(int)
    assert (np.count_nonzero(np.diff(swapped, axis=1) == 1, axis=1) <= 1 + rules.places // 2).all()
    mixed = uniform_crossover(words, mothers, fathers)
    assert ((mixed == mothers) | (mixed == fathers)).all()
    for code in [*space.repair(words, children).tolist(), *space.repair(words, mixed).tolist()]:
        rules.check(tuple(code))


def test_cuts_are_one_or_two() -> None:
    mothers, fathers = np.zeros((400, 6), np.uint8), np.ones((400, 6), np.uint8)
    children = crossover(Words(1), mothers, fathers)
    assert (children[:400] + children[400:] == 1).all()
    assert (children[:400, 0] == 0).all()  # the mother's first place stays
    cuts = np.count_nonzero(np.diff(children[:400].astype(int), axis=1), axis=1)
    assert set(cuts.tolist()) == {0, 1, 2}


@given(rules=infer, seed=SEEDS)
def test_another_order_keeps_the_colours(rules: Mastermind, seed: int) -> None:
    words = Words(seed)
    codes = space_of(rules).draw(words, 15)
    rows = np.array([1, 2, 7])
    for changed in (exchange, invert):
        after = codes.copy()
        changed(words, after, rows)
        assert same_colours(codes, after)
        assert (np.delete(after, rows, axis=0) == np.delete(codes, rows, axis=0)).all()
    exchange(words, codes, np.zeros(0, np.intp))
    invert(words, codes, np.zeros(0, np.intp))


def test_two_places_are_exchanged_and_a_stretch_is_turned_round() -> None:
    rows = np.arange(300)
    plain = np.tile(np.arange(6, dtype=np.uint8), (300, 1))
    swapped, turned = plain.copy(), plain.copy()
    exchange(Words(1), swapped, rows)
    assert set(np.count_nonzero(swapped != plain, axis=1).tolist()) == {0, 2}
    invert(Words(1), turned, rows)
    seen = {tuple(code) for code in turned.tolist()}
    stretches = {(a, b) for a in range(6) for b in range(a, 6)}
    order = list(range(6))
    assert seen == {
        tuple(order[:a] + order[a : b + 1][::-1] + order[b + 1 :]) for a, b in stretches
    }


def test_repeats_give_way_to_colours_that_are_not_used() -> None:
    space = space_of(parse_rules_of(Mastermind, "4x4-distinct"))
    codes = np.array([[0, 1, 2, 3], [0, 0, 1, 1], [3, 3, 3, 3], [2, 1, 2, 0]], np.uint8)
    fixed = space.repair(Words(5), codes.copy())
    assert fixed[0].tolist() == [0, 1, 2, 3]
    assert fixed[1, [0, 2]].tolist() == [0, 1]
    assert fixed[3].tolist() == [2, 1, 3, 0]
    assert same_colours(fixed, codes[[0, 0, 0, 0]])


def test_places_that_are_known_keep_to_their_colours() -> None:
    rules: Any = parse_rules_of(Mastermind, "3x6-places")
    turns: list[Any] = [
        Turn((0, 1, 2), rules.parse_feedback("+--")),
        Turn((0, 3, 4), rules.parse_feedback("+--")),
    ]
    codes = Space.of(Constraints.of(rules, turns)).draw(Words(1), 300)
    assert [sorted(set(column.tolist())) for column in codes.T] == [
        [0],
        [0, 2, 4, 5],
        [0, 1, 3, 5],
    ]


def test_colours_of_a_guess_without_pegs_are_not_drawn_on_request() -> None:
    rules: Any = Mastermind(4, 6)
    constraints = Constraints.of(rules, [Turn((0, 0, 1, 2), rules.parse_feedback("0,0"))])
    assert set(Space.of(constraints, narrow=True).draw(Words(1), 99).ravel().tolist()) == {3, 4, 5}
    assert len(set(Space.of(constraints).draw(Words(1), 99).ravel().tolist())) == 6


# Fitness.


@given(rules=infer, seed=SEEDS, n=st.integers(0, 5))
def test_a_code_is_at_no_distance_if_and_only_if_it_fits(
    rules: Mastermind, seed: int, n: int
) -> None:
    secret, turns = drawn_turns(rules, seed, n)
    constraints = Constraints.of(rules, turns)
    codes = np.vstack([np.array([secret], np.uint8), space_of(rules).draw(Words(seed), 30)])
    expected = [
        all(rules.respond(tuple(code), turn.action) == turn.feedback for turn in turns)
        for code in codes.tolist()
    ]
    assert (distances(constraints, codes) == 0).tolist() == expected
    assert expected[0]


def differences(rules: Any, turns: Any, codes: Any) -> list[int]:
    """By how many pegs each code misses the answers, peg by peg."""
    return [
        sum(
            abs(mine - theirs)
            for turn in turns
            for mine, theirs in zip(
                rules.respond(tuple(code), turn.action), turn.feedback, strict=True
            )
        )
        for code in codes.tolist()
    ]


@given(seed=SEEDS, spec=st.sampled_from(["4x6", "5x3", "4x7-distinct", "3x4+blank", "4x5-black"]))
def test_the_distance_is_the_sum_of_the_differences_of_pegs(seed: int, spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    _secret, turns = drawn_turns(rules, seed, 4)
    codes = space_of(rules).draw(Words(seed), 10)
    assert distances(Constraints.of(rules, turns), codes).tolist() == differences(
        rules, turns, codes
    )


@pytest.mark.parametrize("spec", ["255x2", "255x255", "255x1+blank", "200x255-black"])
def test_distances_of_the_longest_codes(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    secret, turns = drawn_turns(rules, 3, 3)
    zeros, ones = (0,) * rules.places, (1,) * rules.places
    turns = (*turns, Turn(zeros, rules.respond(ones, zeros)))
    codes = np.array([secret, zeros, ones], np.uint8)
    assert distances(Constraints.of(rules, turns), codes).tolist() == differences(
        rules, turns, codes
    )


@pytest.mark.parametrize("spec", ["6x9", "4x8-places"])
def test_distances_in_blocks_are_those_at_once(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = parse_rules_of(Mastermind, spec)
    _secret, turns = drawn_turns(rules, 2, 3)
    constraints = Constraints.of(rules, turns)
    codes = space_of(rules).draw(Words(1), 50)
    at_once = distances(constraints, codes).tolist()
    monkeypatch.setattr(evolution, "_CELLS", 60)
    assert distances(constraints, codes).tolist() == at_once


# What is collected.


@given(rules=infer, seed=SEEDS)
def test_keys_tell_codes_apart(rules: Mastermind, seed: int) -> None:
    codes = space_of(rules).draw(Words(seed), 40)
    found = keys(codes)
    same = (codes[:, np.newaxis] == codes).all(axis=2)
    assert ((found[:, np.newaxis] == found) == same).all()


def test_codes_that_are_there_before_are_renewed() -> None:
    space = space_of(Mastermind(6, 9))
    codes = np.tile(np.arange(6, dtype=np.uint8), (50, 1))
    new = without_duplicates(space, Words(1), codes.copy())
    assert new[0].tolist() == codes[0].tolist()
    assert len(np.unique(new, axis=0)) > 45


def test_each_code_is_collected_once_in_the_order_it_was_found() -> None:
    found = Eligible(2, 4, patience=9)
    found.add(np.zeros((0, 2), np.uint8))
    found.add(np.array([[3, 3], [1, 1], [3, 3]], np.uint8))
    found.add(np.array([[1, 1]], np.uint8))
    assert (len(found), found.enough) == (2, False)
    found.add(np.array([[1, 1], [0, 0], [2, 2], [4, 4]], np.uint8))
    assert (len(found), found.enough) == (4, True)
    found.add(np.array([[5, 5]], np.uint8))
    assert found.codes.tolist() == [[3, 3], [1, 1], [0, 0], [2, 2]]


def test_patience_ends_when_there_are_codes_and_no_new_ones() -> None:
    found = Eligible(1, 9, patience=2)
    nothing = np.zeros((0, 1), np.uint8)
    enough = []
    for codes in (nothing, nothing, nothing, [[1]], [[1]], [[2]], nothing, [[2], [1]]):
        found.add(np.array(codes, np.uint8))
        enough.append(found.enough)
    assert enough == [False] * 7 + [True]


@pytest.mark.parametrize("heuristic", [entropy, expected_size])
@pytest.mark.parametrize("spec", ["4x6", "4x6-distinct", "3x5-places", "4x5-black"])
def test_costs_are_those_of_the_split(heuristic: Any, spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    codes = np.unique(space_of(rules).draw(Words(3), 30), axis=0)
    given = costs(rules, heuristic, codes, 30)
    raw = []
    for guess in codes.tolist():
        answers = [
            rules.encode(rules.respond(tuple(code), tuple(guess))) for code in codes.tolist()
        ]
        sizes = np.bincount(answers)
        raw.append(sum(heuristic.costs(sizes[sizes > 0].tolist())))
    least = min(raw)
    assert raw[int(given.argmin())] == pytest.approx(least)
    best = [tuple(c) for c, cost in zip(codes.tolist(), raw, strict=True) if cost < least + 1e-9]
    assert cheapest(rules, heuristic, codes, 30) == min(best)


# The strategies.


@pytest.mark.rest
@pytest.mark.parametrize("name", BREEDERS)
def test_a_breeder_of_few_plays_fair_and_to_the_end(name: str) -> None:
    few = [
        parse_rules_of(Mastermind, spec)
        for spec in ("2x3-distinct", "2x3+blank", "2x5-black", "2x3-places")
    ]
    check_strategy(find_strategy(name).having(population=3), few)


def games(name: str, spec: str, rounds: int) -> list[int]:
    rules: Any = parse_rules_of(Mastermind, spec)
    found = find_strategy(name)
    lengths = []
    for seed in range(rounds):
        rng = Random(seed)
        record = play(rules, found, Honest(rules, rng=rng.fork("secret")), rng.fork("player"), 20)
        lengths.append(len(record.turns))
    return lengths


@pytest.mark.rest
@pytest.mark.parametrize("name", BREEDERS)
def test_a_breeder_needs_few_guesses(name: str) -> None:
    # Far less than for random codes that fit, and safe by several standard errors of 0.14.
    assert mean(games(f"{name}:population=80", "4x6", 24)) < 4.9


@pytest.mark.parametrize("name", BREEDERS)
@pytest.mark.parametrize("spec", ["5x8", "4x10-distinct", "8x3-black", "10x4+blank-places"])
def test_every_guess_fits_all_answers_before(name: str, spec: str) -> None:
    rules: Any = parse_rules_of(Mastermind, spec)
    rng = Random(4)
    secret = rules.draw(rng)
    view: View[Any, Any, Any] = View(rules, rng=rng)
    while rules.outcome(view.turns) is None:
        guess = find_strategy(name)(view)
        for turn in view.turns:
            assert rules.respond(guess, turn.action) == turn.feedback
        view = view.after(Turn(guess, rules.respond(secret, guess)))
    assert len(view.turns) < 20


@pytest.mark.parametrize("name", BREEDERS)
def test_where_nothing_is_bred_that_fits_a_code_that_does_is_drawn(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = __import__(f"mastermine.mastermind.strategies.{name}", fromlist=[name])
    monkeypatch.setattr(module, "ATTEMPTS", 0)
    rules: Any = Mastermind(4, 6)
    _secret, turns = drawn_turns(rules, 1, 3)
    view: View[Any, Any, Any] = View(rules, turns, rng=Random(1))
    known: Any = view.knowledge
    assert find_strategy(name)(view) in known


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("genetic:population=1", "population must be 2 to 10,000, not 1"),
        ("genetic:generations=0", "generations must be 1 to 10,000, not 0"),
        ("genetic:eligible=99999", "eligible must be 1 to 10,000, not 99999"),
        ("evolutionary:population=-3", "population must be 2 to 10,000, not -3"),
        ("evolutionary:consistent=0", "consistent must be 1 to 10,000, not 0"),
    ],
)
def test_options_that_make_no_sense_are_refused(text: str, sentence: str) -> None:
    view: View[Any, Any, Any] = View(Mastermind(4, 6), rng=Random(1))
    with pytest.raises(InvalidSpec, match=sentence):
        find_strategy(text)(view)


def test_codes_too_large_for_the_native_core_are_compared_by_its_twin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = Mastermind(5, 8)
    codes = space_of(rules).draw(Words(1), 25)
    fast = costs(rules, entropy, codes, 25)
    monkeypatch.setattr(kernels, "MAX_PLACES", 4)
    np.testing.assert_array_equal(costs(rules, entropy, codes, 25), fast)
