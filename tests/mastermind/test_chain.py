"""Codes drawn by a Markov chain: they fit, the twins draw the same, and each is as likely."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mastermind.fitting import counted, fits, same
from tests.waiting import ctrl_c

from mastermine.core.random import Random
from mastermine.mastermind import reference
from mastermine.mastermind.large.chain import RATIOS, ladder
from mastermine.mastermind.large.constraints import NOT_GIVEN
from mastermine.system.native import module as native

native_only = pytest.mark.skipif(native is None, reason="the native module was not built")


def game(
    places: int, symbols: int, turns: int, seed: int, distinct: bool = False, forbidden: int = 0
) -> Any:
    """Constraints with true answers to random guesses, some colours forbidden at some places."""
    rng = Random(seed)

    def code() -> list[int]:
        if not distinct:
            return [rng.below(symbols) for _place in range(places)]
        row = list(range(symbols))
        rng.shuffle(row)
        return row[:places]

    secret = np.array(code(), np.uint8)
    guesses = np.array([code() for _turn in range(turns)], np.uint8).reshape(-1, places)
    allowed = np.ones((places, symbols), bool)
    for _colour in range(forbidden):
        allowed[rng.below(places), rng.below(symbols)] = False
    allowed[np.arange(places), secret] = True
    numbers = np.array([counted(guess, secret) for guess in guesses], np.int64).reshape(-1, 2)
    black, common = np.ascontiguousarray(numbers.T)
    return (allowed, guesses, black, common, distinct), secret


def same_sample(*arguments: Any) -> Any:
    return same("sampled", *arguments)


def chain(demanded: Any, start: Any, seed: int, *lengths: int) -> list[Any]:
    """All arguments; the lengths are burn, sweeps, every, samples."""
    _allowed, guesses, *_others = demanded
    ratios = RATIOS[: len(start)]
    return [*demanded, start, seed, *lengths, *ladder(ratios, 2 * guesses.size)]


@settings(max_examples=60)
@given(
    st.tuples(st.integers(1, 7), st.integers(1, 9), st.booleans()),
    st.integers(0, 5) | st.integers(14, 40),
    st.sampled_from([None, 2, 3]),
    st.integers(0, 8),
    st.integers(1, 6),
    st.integers(0, (1 << 64) - 1),
    st.tuples(st.integers(0, 9), st.integers(0, 30), st.integers(1, 4), st.integers(0, 40)),
)
def test_the_twins_draw_the_same_codes(
    size: tuple[int, int, bool],
    turns: int,
    untold: int | None,
    forbidden: int,
    replicas: int,
    seed: int,
    lengths: tuple[int, int, int, int],
) -> None:
    places, symbols, distinct = size
    distinct &= symbols >= places
    demanded, secret = game(places, symbols, turns, seed, distinct, forbidden)
    if untold:
        demanded[untold][:] = NOT_GIVEN
    codes = same_sample(*chain(demanded, np.tile(secret, (replicas, 1)), seed, *lengths))
    assert len(codes) <= lengths[3]
    assert all(fits(code, demanded) for code in codes)


@pytest.mark.parametrize(
    ("places", "symbols", "turns"), [(255, 256, 2), (255, 2, 2), (1, 256, 33), (1, 1, 1)]
)
def test_the_twins_draw_the_same_at_the_edges(places: int, symbols: int, turns: int) -> None:
    demanded, secret = game(places, symbols, turns, 8)
    codes = same_sample(*chain(demanded, np.tile(secret, (2, 1)), 1, 0, 3, 1, 9))
    assert all(fits(code, demanded) for code in codes)


def evenness(counts: Any) -> float:
    """Chi-square of counts that are expected to be alike, in standard deviations."""
    freedom = len(counts) - 1
    expected = counts.sum() / len(counts)
    chi_square = ((counts - expected) ** 2).sum() / expected
    return float((chi_square - freedom) / (2 * freedom) ** 0.5)


def drawn_evenly(core: Any, demanded: Any, secret: Any, seed: int, each: int, every: int) -> float:
    """The evenness of a sample of ``each`` times as many codes as fit."""
    places, symbols = demanded[0].shape
    given = [*demanded, 1 << 20]
    complete, codes = reference.listed(*given)
    assert complete
    assert len(codes) > 1
    rows = each * len(codes)
    start = np.tile(secret, (len(RATIOS), 1))
    drawn = core.sampled(*chain(demanded, start, seed, 100, 10**7, every, rows))
    assert len(drawn) == rows
    weights = symbols ** np.arange(places)
    numbers, counts = np.unique(drawn @ weights, return_counts=True)
    assert set(numbers.tolist()) <= set((codes @ weights).tolist())
    return evenness(np.concatenate([counts, np.zeros(len(codes) - len(counts), np.int64)]))


@native_only
@pytest.mark.parametrize(
    ("places", "symbols", "turns", "distinct", "forbidden", "untold"),
    [
        (4, 6, 1, False, 0, None),
        (4, 6, 2, False, 5, None),
        (4, 6, 2, False, 0, 3),
        (4, 6, 2, False, 0, 2),
        (4, 7, 2, True, 0, None),
        (4, 7, 1, True, 6, None),
        (5, 5, 1, True, 3, 3),
        (5, 3, 2, False, 2, None),
        (3, 8, 0, False, 4, None),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_each_code_is_as_likely(
    places: int,
    symbols: int,
    turns: int,
    distinct: bool,
    forbidden: int,
    untold: int | None,
    seed: int,
) -> None:
    demanded, secret = game(places, symbols, turns, seed, distinct, forbidden)
    if untold:
        demanded[untold][:] = NOT_GIVEN
    # Fifty sweeps apart, codes are all but independent.
    assert drawn_evenly(native, demanded, secret, seed, 50, 50) < 4


@pytest.mark.parametrize("distinct", [True, False])
def test_each_code_is_as_likely_to_the_plain_twin(distinct: bool) -> None:
    demanded, secret = game(3, 4, 1, 3, distinct, 2)
    assert drawn_evenly(reference, demanded, secret, 1, 30, 20) < 4


def test_codes_that_are_too_close_would_show() -> None:
    # The same test, of a walk whose codes still depend on each other.
    demanded, secret = game(5, 3, 2, 2, False, 2)
    assert drawn_evenly(native or reference, demanded, secret, 1, 50, 1) > 4


@pytest.mark.parametrize(("places", "symbols", "turns"), [(8, 12, 4), (12, 12, 6), (20, 20, 3)])
@native_only
def test_codes_of_large_games(places: int, symbols: int, turns: int) -> None:
    # From random codes, not from the secret.
    demanded, _secret = game(places, symbols, turns, 3)
    rng = Random(7)
    start = np.array([[rng.below(symbols) for _ in range(places)] for _ in RATIOS], np.uint8)
    drawn = native.sampled(*chain(demanded, start, 5, 200, 5000, 4, 1000))
    assert len(np.unique(drawn, axis=0)) > 500
    assert all(fits(code, demanded) for code in drawn[::50])


def test_where_nothing_fits_the_chain_ends() -> None:
    demanded, secret = game(4, 6, 2, 1)
    demanded[1][1] = demanded[1][0]
    demanded[2][:] = [0, 4]
    codes = same_sample(*chain(demanded, np.tile(secret, (3, 1)), 1, 5, 50, 1, 10))
    assert codes.shape == (0, 4)
    assert codes.dtype == np.uint8
    demanded, secret = game(3, 4, 1, 1)
    demanded[0][:] = False
    demanded[0][np.arange(3), secret] = True
    codes = same_sample(*chain(demanded, np.tile(secret, (2, 1)), 1, 0, 10, 1, 7))
    assert codes.tolist() == [secret.tolist()] * 7


def test_the_tables_are_powers() -> None:
    steps, exchanges = ladder([Fraction(1, 16), Fraction(1, 2), Fraction(3, 4)], 20)
    assert steps.dtype == exchanges.dtype == np.uint64
    assert steps.shape == (3, 21)
    assert steps[0, :5].tolist() == [2**64 - 1, 2**60, 2**56, 2**52, 2**48]
    assert steps[0, 17:].tolist() == [0, 0, 0, 0]  # too rare for a word
    assert steps[2, 2] == 9 * 2**60
    assert exchanges[0].tolist()[1:4] == [2**61, 2**58, 2**55]
    assert exchanges[1, 3] == 2**64 * 8 // 27
    assert [table.shape for table in ladder([Fraction(1, 2)], 0)] == [(1, 1), (0, 1)]


@native_only
@pytest.mark.parametrize("name", ["listed", "sampled"])
def test_ctrl_c_ends_a_long_search(name: str) -> None:
    # Neither can be, which the search sees only at the end of a code.
    guesses, told_pegs = np.zeros((2, 40), np.uint8), np.array([20, 19])
    untold = np.full(2, NOT_GIVEN)
    demanded = (np.ones((40, 12), bool), guesses, told_pegs, untold, False)
    given = [*demanded, 1 << 62]
    if name == "sampled":
        given = chain(demanded, guesses, 1, 0, 1 << 61, 1, 1)
    with ctrl_c():
        getattr(native, name)(*given)


def arguments(**others: Any) -> list[Any]:
    demanded, secret = game(2, 3, 1, 1)
    names = "allowed guesses black common distinct start seed burn sweeps every samples"
    given = chain(demanded, np.tile(secret, (2, 1)), 1, 0, 1, 1, 1)
    whole = dict(zip([*names.split(), "steps", "exchanges"], given, strict=True))
    return list((whole | others).values())


@native_only
@pytest.mark.parametrize(
    ("others", "line"),
    [
        ({"start": np.zeros((0, 2), np.uint8)}, "there is no replica"),
        ({"start": np.zeros((2, 3), np.uint8)}, "start has 3 places, but 2"),
        ({"start": np.full((2, 2), 3, np.uint8)}, "colour 3 at place 0, where it is not allowed"),
        ({"start": np.zeros((2, 2), np.uint8), "distinct": True}, "start has colour 0 twice"),
        ({"burn": -1}, "burn, sweeps and samples are 0 to"),
        ({"sweeps": 1 << 62}, "burn, sweeps and samples are 0 to"),
        ({"samples": -1}, "burn, sweeps and samples are 0 to"),
        ({"every": 0}, "every is at least 1, not 0"),
        ({"steps": np.zeros((1, 2), np.uint64)}, "steps has 1 rows, but 2"),
        ({"exchanges": np.zeros((2, 2), np.uint64)}, "exchanges has 2 rows, but 1"),
        ({"black": np.full(1, 3)}, "goes from -1 .untold. to 2, not 3"),
    ],
)
def test_arguments_that_do_not_fit(others: Any, line: str) -> None:
    with pytest.raises(ValueError, match=line):
        native.sampled(*arguments(**others))


@native_only
@pytest.mark.parametrize(
    "others",
    [
        {"start": np.zeros((2, 2), np.int64)},
        {"seed": -1},
        {"seed": 1 << 64},
        {"steps": np.zeros((2, 2), np.int64)},
        {"exchanges": None},
        {"every": 1.5},
    ],
)
def test_arguments_of_other_types(others: Any) -> None:
    with pytest.raises(TypeError):
        native.sampled(*arguments(**others))
