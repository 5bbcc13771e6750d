from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.core.strategy import Heuristic
from mastermine.mastermind.reference import all_codes
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.mastermind.symmetry import numbers, representatives
from mastermine.registry import find_strategy, parse_rules_of


def smallest_of_each_orbit(
    codes: list[Code], history: list[Code], colours: int, ordered: bool
) -> list[Code]:
    """By trying every order of the places with every renaming of the colours."""
    places = len(codes[0])
    orders = [tuple(range(places))] if ordered else list(permutations(range(places)))
    moves = [
        (order, name)
        for order in orders
        for name in permutations(range(colours))
        if all(tuple(name[past[p]] for p in order) == past for past in history)
    ]
    return [
        code
        for code in codes
        if code == min(tuple(name[code[p]] for p in order) for order, name in moves)
    ]


@given(
    st.integers(1, 4), st.integers(1, 4), st.booleans(), st.booleans(), st.integers(0, 2), st.data()
)
def test_the_smallest_of_each_orbit(
    places: int, colours: int, distinct: bool, ordered: bool, guessed: int, data: st.DataObject
) -> None:
    distinct = distinct and colours >= places
    codes = all_codes(places, colours, distinct)
    rows = st.integers(0, len(codes) - 1)
    past = codes[[data.draw(rows) for _ in range(guessed)]].reshape(guessed, places)
    found = codes[representatives(codes, past, colours, ordered)]
    assert [tuple(code) for code in found.tolist()] == smallest_of_each_orbit(
        [tuple(code) for code in codes.tolist()],
        [tuple(code) for code in past.tolist()],
        colours,
        ordered,
    )


@pytest.mark.parametrize(
    ("spec", "first_guesses"),
    [
        ("4x6", "1111 1112 1122 1123 1234"),
        ("4x6-distinct", "1234"),
        ("5x8", "11111 11112 11122 11123 11223 11234 12345"),
        ("3x6-places", "111 112 121 122 123"),
    ],
)
def test_kinds_of_first_guess(spec: str, first_guesses: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    codes = all_codes(rules.places, rules.symbols, not rules.repeats)
    nothing = np.empty((0, rules.places), np.uint8)
    marked = representatives(codes, nothing, rules.symbols, "places" in spec)
    assert [rules.format_action(tuple(c)) for c in codes[marked].tolist()] == first_guesses.split()


def test_numbers_are_in_the_order_of_the_codes() -> None:
    for places, colours in ((4, 6), (16, 2), (3, 64)):
        assert (np.diff(numbers(all_codes(places, colours, False), colours)) == 1).all()


SPECS = [
    "4x3",
    "3x5",
    "3x4-places",
    "3x5-distinct-places",
    "4x3-black",
    "4x5-distinct",
    "3x3+blank",
]


@given(
    st.sampled_from(SPECS),
    st.integers(0, 10**6),
    st.integers(0, 3),
    st.sampled_from(["knuth", "entropy", "most-parts", "expected-size", "first-consistent"]),
)
def test_equivalent_guesses_left_out_change_nothing(
    spec: str, seed: int, guessed: int, name: str
) -> None:
    rules = parse_rules_of(Mastermind, spec)
    judge = find_strategy(name)
    assert isinstance(judge, Heuristic)
    rng = Random(seed)
    secret = rules.draw(rng)
    known = rules.knowledge()
    for _ in range(guessed):
        guess = rules.draw(rng)
        known = known.after(Turn(guess, rules.respond(secret, guess)))
    assert known.best(judge, True) == known.best(judge, False)
    assert known.histogram(judge, True) == known.histogram(judge, False)
