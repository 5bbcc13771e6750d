"""The native search for the best tree: against its twin, against itself, and by its trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.mastermind.processors import outputs_by_width
from tests.mastermind.questions import COSTS, POLICIES, SMALL, Question, all_codes, rules_of
from tests.waiting import ctrl_c

from mastermine.core.random import Random
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.optimal.brute_force import (
    ANY,
    CONSISTENT,
    IMPOSSIBLE,
    LAST,
    MISSED,
    NONE,
    PREVIOUS,
    TOTAL,
)
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.rules import Mastermind

native = pytest.importorskip("mastermine._native", reason="the native module was not built")


@pytest.fixture(autouse=True, scope="module")
def native_kernels() -> Iterator[None]:
    """Uses the native core, whichever core is the default."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernels, "backend", native)
        yield


SYMMETRY, EQUAL, TABLE, BOUNDS, IDEAL, FEW, AHEAD, FORMS, INHERITED = (1 << bit for bit in range(9))
"""The bits of ``without``."""

PLAIN = 511
RULES = [*(1 << bit for bit in range(9)), PLAIN]


def whole(spec: str, **more: Any) -> Question:
    rules = rules_of(spec)
    return Question(rules, all_codes(rules), **more)


def part(spec: str, number: int, seed: int = 1, **more: Any) -> Question:
    """So many codes of the rules, drawn."""
    rules = rules_of(spec)
    return Question(rules, drawn(all_codes(rules), number, Random(seed)), **more)


def drawn(codes: Any, number: int, rng: Random) -> Any:
    order = sorted(range(len(codes)), key=lambda _index: rng.word())
    return np.ascontiguousarray(codes[sorted(order[:number])])


def depths(cost: int) -> list[int]:
    return [0, 1, 2, 3, 4, 6] if cost == TOTAL else [1, 2, 3, 4, 6]


# Against the twin.


@st.composite
def questions(draw: st.DrawFn, rules: list[Mastermind], most: int) -> Question:
    game = draw(st.sampled_from(rules))
    everything = all_codes(game)
    rng = Random(draw(st.integers(0, 10**6)))
    codes = drawn(everything, draw(st.integers(1, min(most, len(everything)))), rng)
    cost = draw(st.sampled_from(COSTS))
    first = drawn(everything, draw(st.sampled_from([0, 0, 1, 3])), rng)
    below = draw(st.just(IMPOSSIBLE) | st.integers(-1, 4 * len(codes)) | st.just(1 << 62))
    without = draw(st.sampled_from([0, 0, *RULES]))
    return Question(
        game,
        codes,
        first[::-1].copy(),
        draw(st.sampled_from(POLICIES)),
        draw(st.sampled_from(depths(cost))),
        cost,
        below,
        without=without,
    )


GAMES = [
    *SMALL,
    Mastermind(2, 4),
    *map(rules_of, ["3x3", "3x3-black", "3x3-places", "4x2", "2x5-distinct", "5x2-places"]),
]


GAMES_OF_27 = ["3x3", "3x3-black", "3x3-places", "2x5", "4x4-distinct"]


@settings(max_examples=300)
@given(questions(GAMES, 9))
def test_the_twin_comes_to_the_same(requested: Question) -> None:
    fast, plain = requested.of(), requested.of(reference)
    assert fast[0] == plain[0]
    requested.check(fast)
    if fast[0] < 0:
        assert fast[1] <= plain[1]
    if plain[1] < IMPOSSIBLE:
        best = replace(requested, below=plain[1] + 1).of()
        assert best[:2] == (plain[1], plain[1])
        assert replace(requested, below=plain[1]).of()[:2] == (-1, plain[1])


@pytest.mark.parametrize(
    ("spec", "policy"),
    [
        *((spec, policy) for policy in POLICIES for spec in GAMES_OF_27),
        ("2x6", CONSISTENT),
        ("3x4", CONSISTENT),
    ],
)
def test_the_twin_comes_to_the_same_for_all_codes(spec: str, policy: int) -> None:
    requested = whole(spec, policy=policy)
    assert requested.of()[:2] == requested.of(reference)[:2]


@pytest.mark.parametrize("below", [-(1 << 63), -1, 0, 1, IMPOSSIBLE, IMPOSSIBLE + 1, (1 << 63) - 1])
@pytest.mark.parametrize("depth", [0, 1, 2, 5])
def test_any_number_is_a_limit_of_the_cost(below: int, depth: int) -> None:
    for requested in (
        whole("2x3", depth=depth, below=below),
        whole("3x4", depth=depth, below=below),
    ):
        requested.check(requested.of())


# Rules of pruning.


LARGER = [
    ("3x4", 64), ("2x9", 60), ("3x5-distinct", 55), ("3x5-black", 50), ("4x4-places", 52),
    ("2x7", 40), ("6x2", 64), ("3x7-distinct", 60), ("6x4-places", 70),
]  # fmt: skip


@pytest.mark.rest
@pytest.mark.parametrize("without", [0, *RULES[:9], SYMMETRY + EQUAL, TABLE + FEW, IDEAL + AHEAD])
@pytest.mark.parametrize(("spec", "number"), LARGER)
def test_larger_sets(spec: str, number: int, without: int) -> None:
    for policy in POLICIES:
        requested = part(spec, number, policy=policy)
        if without == 0:
            requested.check(requested.of())
        best = requested.of()[0]
        # A proof that there is nothing better is all search, and quicker than to search freely.
        for below in (best, best + 1):
            result = replace(requested, below=below, without=without, seconds=60).of()
            assert result[:2] == (-1 if below == best else best, best)


@settings(max_examples=40)
@given(
    st.sampled_from(LARGER),
    st.sampled_from(POLICIES),
    st.sampled_from(
        [
            (TOTAL, 4),
            (TOTAL, 5),
            (LAST, 4),
            (LAST, 5),
            (NONE, 3),
            (NONE, 4),
            (MISSED, 3),
            (MISSED, 4),
        ]
    ),
    st.sampled_from(RULES[:9]),
    st.integers(33, 60),
    st.integers(0, 999),
)
def test_random_larger_sets(
    game: tuple[str, int], policy: int, limit: tuple[int, int], without: int, number: int, seed: int
) -> None:
    cost, depth = limit
    requested = part(game[0], min(number, game[1]), seed, policy=policy, cost=cost, depth=depth)
    result = replace(requested, seconds=1).of()
    assume(result[1] in (result[0], IMPOSSIBLE))
    requested.check(result)
    other = replace(requested, without=without, seconds=2).of()
    assert other[1] <= result[1]
    if result[0] < 0:
        assert other[0] < 0
    elif other[0] >= 0:
        assert other[0] >= result[0]
        assert other[0] == requested.played(other[2])


def test_colours_that_cannot_occur_cost_no_time() -> None:
    codes = np.array([(a, b) for a in range(30, 37) for b in range(30, 36)], np.uint8)
    requested = Question(Mastermind(2, 37), codes, below=254, seconds=60)
    assert requested.of()[:2] == (162, 162)


def test_all_answers_of_eight_places_are_computed() -> None:
    requested = whole("8x2-places")
    assert requested.of()[:2] == (511, 511)
    assert replace(requested, below=512).of()[:2] == (511, 511)
    assert replace(requested, policy=CONSISTENT, below=512).of()[:2] == (511, 511)


# Weights.


@settings(max_examples=150)
@given(questions(GAMES, 9), st.sampled_from([1, 2, 4, 1000, 1 << 32]), st.booleans(), st.data())
def test_weighted_codes(requested: Question, most: int, free: bool, data: st.DataObject) -> None:
    weight = st.integers(0 if free else 1, most) | st.sampled_from([int(not free), most])
    number = len(requested.codes)
    weights = data.draw(st.lists(weight, min_size=number, max_size=number))
    requested = replace(requested, depth=0, cost=TOTAL, weights=np.array(weights, np.int64))
    if requested.below > 0:
        requested = replace(
            requested, below=min(IMPOSSIBLE, requested.below * (1 + sum(weights) // number))
        )
    fast = requested.of()
    requested.check(fast)
    assert fast[0] == requested.of(reference)[0]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("spec", ["3x4", "2x7", "3x5-distinct", "2x6-black"])
def test_weights_break_the_symmetry_of_a_set(spec: str, policy: int) -> None:
    requested = whole(spec, policy=policy)
    rng = Random(5)
    for most in (2, 12):
        weights = np.array([rng.below(most) for _code in requested.codes], np.int64)
        heavy = replace(requested, weights=weights)
        result = heavy.of()
        heavy.check(result)
        assert replace(heavy, without=SYMMETRY).of()[:2] == result[:2]


def test_what_has_no_weight_is_found_all_the_same() -> None:
    requested = whole("3x4")
    weights = np.zeros(len(requested.codes), np.int64)
    weights[[3, 40]] = 1 << 32
    value, bound, tree, _nodes = replace(requested, weights=weights).of()
    assert (value, bound) == (3 << 32, 3 << 32)
    assert sum(Tree.from_preorder(requested.rules, requested.codes, tree).histogram) == len(
        requested.codes
    )


# Limits of width and time.


@settings(max_examples=100)
@given(
    st.sampled_from(LARGER),
    st.sampled_from(POLICIES),
    st.sampled_from(
        [(TOTAL, 0), (TOTAL, 4), (TOTAL, 6), (LAST, 4), (LAST, 6), (NONE, 5), (MISSED, 3)]
    ),
    st.integers(1, 4),
    st.integers(0, 999),
)
def test_a_narrow_search_finds_a_tree_that_is_one(
    game: tuple[str, int], policy: int, limit: tuple[int, int], width: int, seed: int
) -> None:
    cost, depth = limit
    requested = part(*game, seed, policy=policy, cost=cost, depth=depth, width=width)
    value, bound, tree, _nodes = requested.of()
    if value < 0:
        assert bound <= IMPOSSIBLE
        return
    assert requested.played(tree) == value >= bound
    assert replace(requested, below=value).of()[0] < value


NEAR = ["4x5", "4x6", "3x7", "4x5-black", "3x7-places", "3x9-distinct", "5x4"]


@settings(max_examples=100)
@given(
    st.sampled_from(NEAR),
    st.integers(1, 2),
    st.sampled_from([ANY, PREVIOUS]),
    st.sampled_from([0, TABLE, AHEAD, BOUNDS + AHEAD]),
    st.integers(0, 999),
)
@example("4x5", 1, ANY, AHEAD, 0)
def test_what_is_said_when_time_is_up_is_true(
    spec: str, distance: int, policy: int, without: int, seed: int
) -> None:
    rules = rules_of(spec)
    rng = Random(seed)
    everything = all_codes(rules)
    # Of codes that differ little, none tells much of the others.
    near = everything[(everything != rules.draw(rng)).sum(axis=1) <= distance]
    requested = Question(rules, drawn(near, 48, rng), policy=policy)
    best = replace(requested, seconds=1).of()
    assume(best[0] == best[1])
    value, bound, tree, _nodes = replace(requested, without=without, seconds=1e-9).of()
    assert bound <= best[0]
    if value >= 0:
        assert best[0] <= value == requested.played(tree)


@pytest.mark.parametrize("seconds", [1e-9, 0.05, 0.2])
def test_time_ends_the_search_of_a_large_game(seconds: float) -> None:
    requested = whole("4x7", seconds=seconds)
    value, bound, tree, _nodes = requested.of()
    assert len(requested.codes) <= bound <= 11228
    if value < 0:
        assert tree.shape == (0, 4)
    else:
        assert value >= 11228
        assert Tree.from_preorder(requested.rules, requested.codes, tree).total == value


def test_ctrl_c_ends_the_search() -> None:
    with ctrl_c():
        whole("5x6", seconds=60).of()


# The same everywhere.


PROGRAM = """
import hashlib
import numpy as np
from mastermine import _native
from mastermine.mastermind.reference import all_codes
words = _native.random_words(1, 100_000).astype(np.int64) & 0xFFFF
for places, colours, kind, number, policy in (
    (3, 4, 0, 64, 0), (4, 4, 0, 256, 0), (4, 4, 0, 150, 2), (4, 6, 0, 200, 0), (5, 3, 0, 150, 0),
    (6, 3, 0, 200, 0), (6, 2, 0, 64, 1), (7, 2, 0, 128, 0), (7, 3, 0, 100, 0), (8, 2, 0, 256, 1),
    (8, 3, 0, 60, 0), (9, 2, 0, 80, 1), (11, 2, 0, 60, 1), (15, 2, 0, 60, 1), (16, 2, 0, 60, 1),
    (3, 4, 1, 64, 0), (5, 2, 2, 32, 0), (5, 3, 2, 200, 0), (6, 3, 2, 200, 0), (7, 2, 2, 128, 0),
    (7, 3, 2, 300, 0), (8, 2, 2, 256, 0), (8, 3, 2, 60, 0),
):
    drawn = words[: 5 * number * places].reshape(-1, places) % colours
    codes = np.unique(drawn.astype(np.uint8), axis=0)[:: 3 if places > 3 else 1][:number]
    codes = np.ascontiguousarray(codes)
    asked = codes, colours, False, kind, codes[:0], policy, 0, 0, 1 << 60
    found = [_native.optimum(*asked, width, 0, 0.0) for width in (0, 1)[len(codes) > 64 :]]
    told = [(*each[:2], each[3], hashlib.sha256(each[2].tobytes()).hexdigest()) for each in found]
    print(places, colours, kind, len(codes), told)
"""


def test_every_kind_of_processor_finds_the_same() -> None:
    widest, *others = outputs_by_width(PROGRAM).values()
    assert widest.count("\n") == 23
    assert others == [widest, widest]


@pytest.mark.parametrize("places", [8, 9, 15, 16])
@pytest.mark.parametrize("answer", ["", "-black"])
def test_codes_of_many_places(places: int, answer: str) -> None:
    rules = rules_of(f"{places}x2{answer}")
    rng = Random(places)
    codes = np.unique(np.array([rules.draw(rng) for _code in range(40)], np.uint8), axis=0)
    for policy in (CONSISTENT, PREVIOUS):
        first = codes[:2] if policy == PREVIOUS else None
        requested = Question(rules, codes, first, policy)
        value, bound, tree, _nodes = requested.of()
        assert value == bound
        assert Tree.from_preorder(rules, codes, tree).total == value


# Known totals.


@pytest.mark.parametrize(
    ("spec", "more", "expected"),
    [
        ("4x6", {}, 5625),
        ("4x6", {"depth": 6}, 5625),
        ("4x6", {"depth": 5}, 5626),
        ("4x6", {"depth": 5, "cost": LAST}, 539),
        ("4x6", {"depth": 5, "cost": NONE}, 0),
        ("4x6", {"depth": 4, "cost": MISSED}, 1296 - 768),
        ("4x6", {"depth": 4}, -1),
        ("4x6", {"policy": CONSISTENT}, 5660),
        ("4x6", {"policy": PREVIOUS}, 5629),
        ("4x7", {}, 11228),
        pytest.param("4x10-distinct", {"depth": 7}, 26274, marks=pytest.mark.rest),
        pytest.param("4x10-distinct", {"depth": 6, "cost": MISSED}, 50, marks=pytest.mark.rest),
    ],
)
def test_known_totals(spec: str, more: dict[str, int], expected: int) -> None:
    requested = whole(spec, **more)
    value, bound, tree, _nodes = requested.of()
    if expected < 0:
        assert (value, bound) == (-1, IMPOSSIBLE)
        return
    assert value == bound == expected
    grown = Tree.from_preorder(requested.rules, requested.codes, tree)
    assert sum(grown.histogram) == len(requested.codes)
    if requested.cost == MISSED:
        assert sum(grown.histogram[requested.depth :]) == expected
        return
    assert not requested.depth or grown.worst <= requested.depth
    if requested.cost == TOTAL:
        assert grown.total == expected
    if requested.cost == LAST:
        assert grown.histogram[requested.depth - 1] == expected


# Bad arguments.


CODES = whole("3x3").codes
GOOD = {
    "codes": CODES,
    "symbols": 3,
    "distinct": False,
    "kind": 0,
    "first": CODES[:0],
    "policy": ANY,
    "depth": 0,
    "cost": TOTAL,
    "below": IMPOSSIBLE,
    "width": 0,
    "without": 0,
    "seconds": 0.0,
}
WEIGHTS = np.ones(len(CODES), np.int64)
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "none": ({"codes": CODES[:0]}, "no candidate"),
    "order": ({"codes": CODES[::-1].copy()}, "numeric order"),
    "twice": ({"codes": CODES[[0, 0, 1]]}, "there twice"),
    "colour": ({"symbols": 2}, "has colour 2"),
    "no colour": ({"symbols": 0}, "1 to 65 colours"),
    "colours": ({"symbols": 66}, "1 to 65 colours"),
    "places": ({"codes": np.zeros((1, 17), np.uint8)}, "1 to 16 places"),
    "no places": ({"codes": np.zeros((1, 0), np.uint8)}, "1 to 16 places"),
    "first place": ({"first": CODES[:, :2].copy()}, "2 places, but 3"),
    "first colour": ({"first": CODES + 1}, "first has colour 3"),
    "kind": ({"kind": 3}, "kind is 0"),
    "policy": ({"policy": 3}, "policy is 0"),
    "negative policy": ({"policy": -1}, "policy is 0"),
    "cost": ({"cost": 4}, "cost is 0"),
    "depth": ({"depth": 101}, "depth goes from 0 to 100"),
    "negative depth": ({"depth": -1}, "depth goes from 0 to 100"),
    "no depth": ({"cost": LAST}, "without a depth"),
    "none without depth": ({"cost": NONE}, "without a depth"),
    "width": ({"width": -1}, "width is not negative"),
    "weights": ({"weights": WEIGHTS[1:].copy()}, "as many weights"),
    "negative weight": ({"weights": -WEIGHTS}, "a weight goes from 0"),
    "weight": ({"weights": WEIGHTS << 33}, "a weight goes from 0"),
    "weights and depth": ({"weights": WEIGHTS, "depth": 5}, "without a depth"),
    "distinct": ({"distinct": True}, "none of these rules"),
    "distinct colours": ({"distinct": True, "symbols": 2}, "not possible"),
    "first of other rules": (
        {"distinct": True, "codes": CODES[[5, 7]], "first": CODES[:1]},
        "none of these rules",
    ),
    "guesses": (
        {"codes": np.zeros((1, 16), np.uint8), "symbols": 2, "first": np.zeros((0, 16), np.uint8)},
        "too many codes",
    ),
    "candidates": (
        {"codes": np.zeros((65536, 3), np.uint8), "policy": CONSISTENT},
        "65535 candidates|there twice",
    ),
    "many places": (
        {"codes": np.zeros((1, 9), np.uint8), "kind": 2, "first": np.zeros((0, 9), np.uint8)},
        "more than 8 places",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_argument_gets_a_clear_line(case: str) -> None:
    arguments, message = BAD[case]
    with pytest.raises(ValueError, match=message):
        native.optimum(**GOOD | arguments)


def test_too_many_candidates() -> None:
    everything = reference.all_codes(16, 2, False)
    with pytest.raises(ValueError, match="at most 65535 candidates are searched, not 65536"):
        native.optimum(
            **GOOD | {"codes": everything, "symbols": 2, "first": everything[:0], "policy": 1}
        )


OTHER: dict[str, dict[str, Any]] = {
    "wide codes": {"codes": CODES.astype(np.int64)},
    "signed codes": {"codes": CODES.astype(np.int8)},
    "order": {"codes": np.asfortranarray(CODES)},
    "one dimension": {"codes": CODES[0]},
    "no array": {"codes": CODES.tolist()},
    "nothing": {"codes": None},
    "wide first": {"first": CODES.astype(np.int64)},
    "small weights": {"weights": WEIGHTS.astype(np.int32)},
    "fractions": {"weights": WEIGHTS / 2},
    "rows of weights": {"weights": WEIGHTS[:, np.newaxis].copy()},
    "text": {"symbols": "3"},
    "large below": {"below": 1 << 63},
    "large width": {"width": 1 << 40},
    "negative rules": {"without": -1},
    "no seconds": {"seconds": None},
}


@pytest.mark.parametrize("case", OTHER)
def test_an_argument_of_another_type_is_refused(case: str) -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        native.optimum(**GOOD | OTHER[case])


def test_codes_are_not_changed_and_nothing_is_remembered() -> None:
    codes = CODES.copy()
    codes.flags.writeable = False
    requested = Question(rules_of("3x3"), codes)
    once = requested.of()
    part("3x4", 30).of()
    again = requested.of()
    assert once[:2] == again[:2] == (73, 73)
    assert once[3] == again[3]
    assert once[2].tolist() == again[2].tolist()
    assert codes.tolist() == CODES.tolist()
