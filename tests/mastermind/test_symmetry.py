from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mastermine.mastermind.reference import all_codes
from mastermine.mastermind.rules import Code
from mastermine.mastermind.symmetry import numbers, representatives


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


def test_numbers_are_in_the_order_of_the_codes() -> None:
    for places, colours in ((4, 6), (16, 2), (3, 64)):
        assert (np.diff(numbers(all_codes(places, colours, False), colours)) == 1).all()
