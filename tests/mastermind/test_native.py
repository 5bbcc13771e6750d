"""The native core and its plain twin give the same answers to the same questions."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.core.random import Random
from mastermine.mastermind import reference
from mastermine.mastermind.kernels import cost_table, kind
from mastermine.mastermind.rules import Answer, Mastermind

try:
    from mastermine import _native
except ImportError:
    pytest.skip("the native module was not built", allow_module_level=True)

native: ModuleType = _native
KINDS = list(Answer)


def same(name: str, *arguments: Any) -> Any:
    """The value of both twins, if it is the same in every way."""
    plain, fast = (np.asarray(getattr(core, name)(*arguments)) for core in (reference, native))
    assert fast.dtype == plain.dtype
    assert fast.shape == plain.shape
    assert fast.tolist() == plain.tolist()
    return fast


@st.composite
def some_rules(draw: st.DrawFn, most_codes: int, most_places: int = 16) -> Mastermind:
    places = draw(st.integers(1, most_places))
    repeats = draw(st.booleans())
    most = next(c for c in range(64, 0, -1) if c == 1 or Mastermind(places, c).size <= most_codes)
    colours = draw(st.integers(1, most))
    if not repeats and colours < places:
        repeats = True
    return Mastermind(places, colours, repeats, answer=draw(st.sampled_from(KINDS)))


def rows(rules: Mastermind, seed: int, number: int) -> Any:
    rng = Random(seed)
    codes = [rules.draw(rng) for _ in range(number)]
    return np.array(codes, np.uint8).reshape(number, rules.places)


@st.composite
def tables(draw: st.DrawFn, most: int) -> tuple[Any, bool, int]:
    """Costs of whole numbers, small ones so that there are ties, or of fractions."""
    rng = Random(draw(st.integers(0, 10**6)))
    spread = draw(st.sampled_from([1, 2, 5, 1000]))
    values = [rng.below(2 * spread + 1) - spread for _ in range(most + 1)]
    shift = draw(st.sampled_from([0, 0, 1, 7]))
    return np.array(values, np.int64), draw(st.booleans()), shift


def situation(rules: Mastermind, seed: int, number: int) -> tuple[Any, Any]:
    """The candidates after some turns, and the guesses made."""
    history = rows(rules, seed, number)
    codes = reference.all_codes(rules.places, rules.symbols, not rules.repeats)
    secret = rows(rules, seed + 1, 1)[0]
    for guess in history:
        answers = reference.respond(guess, codes, rules.symbols, kind(rules))
        answer = reference.respond(guess, secret[np.newaxis], rules.symbols, kind(rules))[0]
        codes = codes[answers == answer]
    return np.ascontiguousarray(codes), history


wide = st.builds(
    Mastermind,
    st.integers(1, 16),
    st.integers(16, 64),
    st.booleans(),
    st.booleans().map(lambda _: False),
    st.sampled_from(KINDS),
)


@given(wide | some_rules(10**9), st.integers(0, 10**6), st.integers(0, 200))
def test_respond(rules: Mastermind, seed: int, number: int) -> None:
    codes = rows(rules, seed, number)
    guess = codes[0] if number and seed % 3 == 0 else rows(rules, seed + 1, 1)[0]
    answers = same("respond", guess, codes, rules.symbols, kind(rules))
    for code, answer in list(zip(codes.tolist(), answers.tolist(), strict=True))[:5]:
        assert rules.respond(tuple(code), tuple(guess.tolist())) == rules.decode(answer)
    sizes = same("split", guess, codes, rules.symbols, kind(rules))
    assert len(sizes) == rules.win + 1
    for answer in (*answers[:3].tolist(), 0):
        left = same("consistent", guess, codes, rules.symbols, kind(rules), answer)
        assert len(left) == sizes[answer]


@given(
    st.lists(st.floats(-1e5, 1e5) | st.integers(-9, 9).map(lambda n: n / 2)), st.integers(-9, 40)
)
def test_rounded(numbers: list[float], exponent: int) -> None:
    same("rounded", np.array(numbers), exponent)


@given(some_rules(3000))
def test_all_codes(rules: Mastermind) -> None:
    codes = same("all_codes", rules.places, rules.symbols, not rules.repeats)
    assert len(codes) == rules.size


@given(
    wide | some_rules(10**9),
    st.integers(0, 10**6),
    st.integers(0, 70),
    st.integers(1, 300),
    st.data(),
)
def test_score(
    rules: Mastermind, seed: int, guesses: int, candidates: int, data: st.DataObject
) -> None:
    same(
        "score",
        rows(rules, seed, guesses),
        rows(rules, seed + 1, candidates),
        rules.symbols,
        kind(rules),
        *data.draw(tables(candidates)),
    )


@settings(max_examples=100)
@given(some_rules(1500), st.integers(0, 10**6), st.integers(0, 3), st.booleans(), st.data())
def test_choose(
    rules: Mastermind, seed: int, turns: int, symmetry: bool, data: st.DataObject
) -> None:
    candidates, history = situation(rules, seed, turns)
    same(
        "choose",
        candidates,
        history,
        rules.symbols,
        not rules.repeats,
        kind(rules),
        *data.draw(tables(len(candidates))),
        symmetry,
    )


HEURISTICS: dict[str, tuple[Any, Any]] = {
    "knuth": (lambda size: size, "max"),
    "expected-size": (lambda size: size * size, "sum"),
    "entropy": (lambda size: size * np.log2(size), "sum"),
    "most-parts": (lambda size: 0 * size - 1, "sum"),
    "first": (lambda size: 0 * size, "sum"),
    "largest-log": (np.log, "max"),
    "root": (lambda size: -np.sqrt(size), "sum"),
}


def table(name: str, most: int) -> tuple[Any, bool, int]:
    from mastermine.core.strategy import Heuristic

    function, combine = HEURISTICS[name]
    made = cost_table(Heuristic(name, "mastermind", "", function, combine), most, most)
    return made.values, made.largest, made.shift


@settings(max_examples=40)
@given(
    some_rules(130),
    st.integers(0, 10**6),
    st.integers(0, 2),
    st.sampled_from(sorted(HEURISTICS)),
    st.booleans(),
)
def test_evaluate(rules: Mastermind, seed: int, turns: int, name: str, symmetry: bool) -> None:
    candidates, history = situation(rules, seed, turns)
    histogram = same(
        "evaluate",
        candidates,
        history,
        rules.symbols,
        not rules.repeats,
        kind(rules),
        *table(name, len(candidates)),
        symmetry,
    )
    assert histogram.sum() == len(candidates)


@pytest.mark.parametrize("places", [7, 8])
@pytest.mark.parametrize("symmetry", [True, False])
def test_many_places(places: int, symmetry: bool) -> None:
    # At seven places all 5040 orders are tried, beyond only the colours are renamed.
    candidates, history = situation(Mastermind(places, 2), 5, 1)
    same("choose", candidates, history, 2, False, 0, *table("entropy", len(candidates)), symmetry)


@pytest.mark.parametrize("symmetry", [True, False])
def test_a_guess_that_tells_nothing_is_refused_by_both(symmetry: bool) -> None:
    candidates, history = situation(Mastermind(3, 4), 8, 1)
    costs = -(np.arange(len(candidates) + 1, dtype=np.int64) ** 2)
    for core in (reference, native):
        with pytest.raises(ValueError, match="tells nothing"):
            core.evaluate(candidates, history, 4, False, 0, costs, False, 0, symmetry)


@given(st.integers(0, 2**64 - 1), st.integers(0, 50))
def test_random_words(seed: int, number: int) -> None:
    words = same("random_words", seed, number)
    rng = Random(seed)
    assert words.tolist() == [rng.word() for _ in range(number)]


def test_arrays_are_not_changed_and_may_be_read_only() -> None:
    candidates, history = situation(Mastermind(4, 3), 3, 1)
    values, largest, shift = table("entropy", len(candidates))
    costs = np.array(values)
    before = candidates.copy(), history.copy(), costs.copy()
    for array in (candidates, history, costs):
        array.flags.writeable = False
    same("evaluate", candidates, history, 3, False, 0, costs, largest, shift, True)
    for array, copy in zip((candidates, history, costs), before, strict=True):
        assert array.tolist() == copy.tolist()
