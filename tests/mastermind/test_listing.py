"""All codes that fit, listed by a search: held against a look at every code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mastermind.fitting import counted, fits, same

from mastermine.core.random import Random
from mastermine.mastermind import reference
from mastermine.mastermind.large.constraints import NOT_GIVEN
from mastermine.system.native import module as native

BACKENDS = [
    reference,
    pytest.param(
        native, marks=pytest.mark.skipif(native is None, reason="the native module was not built")
    ),
]


@st.composite
def demands(draw: st.DrawFn, most_codes: int = 300) -> Any:
    """Constraints of a small game: true answers or arbitrary ones, and colours ruled out."""
    places = draw(st.integers(1, 6))
    most = next(symbols for symbols in range(64, 0, -1) if symbols**places <= most_codes)
    symbols = draw(st.integers(1, most))
    distinct = symbols >= places and draw(st.booleans())
    rng = Random(draw(st.integers(0, 10**6)))
    turns = draw(st.integers(0, 10))
    draws = [[rng.below(symbols) for _place in range(places)] for _turn in range(turns + 1)]
    *guesses, secret = np.array(draws, np.uint8)
    answers = [counted(guess, secret) for guess in guesses]
    if draw(st.booleans()) and turns:
        answers[rng.below(turns)] = (rng.below(places + 1), rng.below(places + 1))
    allowed = np.ones((places, symbols), bool)
    if draw(st.booleans()):
        allowed = np.array([[rng.below(4) > 0 for _ in range(symbols)] for _ in range(places)])
    numbers = np.array(answers, np.int64).reshape(-1, 2)
    untold = draw(st.sampled_from([(), (1,), (0,)]))
    for kind in untold:
        numbers[:, kind] = NOT_GIVEN
    return (
        allowed,
        np.array(guesses, np.uint8).reshape(-1, places),
        np.ascontiguousarray(numbers[:, 0]),
        np.ascontiguousarray(numbers[:, 1]),
        distinct,
    )


@given(demands())
def test_all_codes_that_fit(demanded: Any) -> None:
    places, symbols = demanded[0].shape
    complete, codes = same("listed", *demanded, 1 << 20)
    assert complete is True
    every = reference.all_codes(places, symbols, False)
    assert codes.tolist() == [code.tolist() for code in every if fits(code, demanded)]


@given(demands(10**9), st.integers(0, 5000))
def test_the_twins_agree_within_a_limit(demanded: Any, nodes: int) -> None:
    complete, codes = same("listed", *demanded, nodes)
    assert complete or codes.shape == (0, demanded[0].shape[0])


def long_game(places: int, symbols: int, turns: int, free: int, seed: int) -> Any:
    """A code of many places, all but a few of them known."""
    rng = Random(seed)
    code, *guesses = np.array(
        [[rng.below(symbols) for _ in range(places)] for _ in range(turns + 1)], np.uint8
    )
    allowed = np.zeros((places, symbols), bool)
    allowed[np.arange(places), code] = True
    for place in {rng.below(places) for _ in range(free)}:
        allowed[place] = True
    numbers = np.array([counted(guess, code) for guess in guesses], np.int64)
    return (
        allowed,
        np.array(guesses),
        np.ascontiguousarray(numbers[:, 0]),
        np.ascontiguousarray(numbers[:, 1]),
        False,
    ), code


@pytest.mark.parametrize(
    ("places", "symbols", "turns", "free"),
    [(127, 20, 3, 3), (128, 20, 3, 3), (255, 256, 9, 1), (255, 3, 40, 8), (20, 256, 14, 2)],
)
def test_long_codes(places: int, symbols: int, turns: int, free: int) -> None:
    # From 128 places on the native search counts in two bytes.
    demanded, code = long_game(places, symbols, turns, free, 5)
    complete, codes = same("listed", *demanded, 1 << 18)
    assert complete
    assert code.tolist() in codes.tolist()


@given(demands())
def test_the_limit_is_exact(demanded: Any) -> None:
    # A node is what the twins call one: the limit is found by the first that passes.
    low, high = 0, 1
    while not same("listed", *demanded, high)[0]:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        if same("listed", *demanded, middle)[0]:
            high = middle
        else:
            low = middle + 1
    assert same("listed", *demanded, high)[0]
    assert high == 0 or not same("listed", *demanded, high - 1)[0]


@pytest.mark.parametrize("core", BACKENDS)
def test_nodes_are_prefixes(core: Any) -> None:
    # Without turns every prefix is consistent: 3 + 9 + 27.
    none = np.zeros(0, np.int64)
    free = (np.ones((3, 3), bool), np.zeros((0, 3), np.uint8), none, none, False)
    assert core.listed(*free, 39)[0]
    assert not core.listed(*free, 38)[0]
    # One black peg of 00: the prefixes 0, 1, 2 and then 01, 02, 10, 20.
    one, untold = np.ones(1, np.int64), np.array([NOT_GIVEN])
    demanded = (np.ones((2, 3), bool), np.zeros((1, 2), np.uint8), one, untold, False)
    complete, codes = core.listed(*demanded, 7)
    assert complete
    assert codes.tolist() == [[0, 1], [0, 2], [1, 0], [2, 0]]
    assert not core.listed(*demanded, 6)[0]


@pytest.mark.parametrize("core", BACKENDS)
def test_where_nothing_fits(core: Any) -> None:
    # Two blacks of 0000, and none of the same: no node, however large the space is.
    guesses = np.zeros((2, 200), np.uint8)
    black, common = np.array([0, 200]), np.array([0, 200])
    complete, codes = core.listed(np.ones((200, 99), bool), guesses, black, common, False, 0)
    assert complete
    assert codes.shape == (0, 200)
    assert codes.dtype == np.uint8


def arguments(**others: Any) -> list[Any]:
    whole = {
        "allowed": np.ones((2, 3), bool),
        "guesses": np.zeros((1, 2), np.uint8),
        "black": np.ones(1, np.int64),
        "common": np.ones(1, np.int64),
        "distinct": False,
        "nodes": 9,
    }
    return list((whole | others).values())


@pytest.mark.skipif(native is None, reason="the native module was not built")
@pytest.mark.parametrize(
    ("others", "line"),
    [
        ({"allowed": np.ones((0, 3), bool)}, "1 to 255 places, not 0"),
        ({"allowed": np.ones((256, 3), bool)}, "1 to 255 places, not 256"),
        ({"allowed": np.ones((2, 257), bool)}, "1 to 256 colours, not 257"),
        ({"guesses": np.zeros((1, 3), np.uint8)}, "guesses has 3 places, but 2"),
        ({"guesses": np.full((1, 2), 3, np.uint8)}, "colour 3, but colours go from 0 to 2"),
        ({"black": np.ones(2, np.int64)}, "there are 1 guesses, but 2 numbers"),
        ({"common": np.full(1, 3)}, "to 2, not 3"),
        ({"black": np.full(1, -2)}, "not -2"),
        ({"nodes": -1}, "nodes is not negative, not -1"),
    ],
)
def test_arguments_that_do_not_fit(others: Any, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        native.listed(*arguments(**others))


@pytest.mark.skipif(native is None, reason="the native module was not built")
@pytest.mark.parametrize(
    "others",
    [
        {"allowed": np.ones((2, 3), np.uint8)},
        {"allowed": [[True]]},
        {"guesses": np.zeros((1, 2), np.int64)},
        {"black": np.ones(1, np.int32)},
        {"nodes": "many"},
    ],
)
def test_arguments_of_other_types(others: Any) -> None:
    with pytest.raises(TypeError):
        native.listed(*arguments(**others))
