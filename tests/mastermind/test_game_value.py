"""The value of the game, against games that are solved by listing every way to play them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine import parse_rules
from mastermine.core.errors import TooLarge
from mastermine.mastermind import kernels
from mastermine.mastermind.optimal.tree import BrokenTree
from mastermine.mastermind.research.game_value import GameValue, game_value, like
from mastermine.mastermind.research.game_value_check import WrongValue, confirm_game_value
from mastermine.mastermind.research.matrix_game import equilibrium
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import parse_rules_of
from mastermine.system.native import NATIVE

needs_native = pytest.mark.skipif(not NATIVE, reason="takes minutes without the native core")

# What is more than if every code were equally likely, and how often then a code of each kind is
# chosen, by the weights of one code of each.
GOLDEN = {
    "2x3": ("29/12", "7/3", (2, 1)),
    "2x5": ("49/15", "81/25", (2, 1)),
    "3x2": ("23/10", "9/4", (2, 1)),
    "3x4": ("219/68", "103/32", (2, 1, 1)),
    "3x5": ("1591/440", "451/125", (4, 4, 3)),
    "4x2": ("39/14", "11/4", (0, 1, 1)),
    "4x3": ("67/22", "82/27", (0, 3, 3, 2)),
    "5x2": ("46/15", "97/32", (0, 1, 1)),
    "6x2": ("18/5", "7/2", (0, 0, 1, 1)),
    "7x2": ("283/70", "31/8", (0, 0, 0, 1)),
    "2x2+blank": ("29/12", "7/3", (2, 1)),
}
SMALL = ["2x3", "3x2", "4x2", "2x2+blank"]

# Where no choice is better than all codes alike.
EVEN = {
    "1x1": "1",
    "1x4": "5/2",
    "2x2": "2",
    "2x4": "45/16",
    "3x3": "73/27",
    "2x4-distinct": "5/2",
    "3x3-distinct": "5/2",
    "2x3-black": "25/9",
    "3x2-places": "15/8",
}


def all_codes(rules: Mastermind) -> list[Code]:
    every = product(range(rules.symbols), repeat=rules.places)
    return [code for code in every if rules.repeats or len(set(code)) == rules.places]


def ways(rules: Mastermind) -> list[tuple[int, ...]]:
    """How many guesses each code takes, for every way to play that no other is better than."""
    codes = all_codes(rules)
    answers = {guess: {code: rules.respond(code, guess) for code in codes} for guess in codes}

    @cache
    def played(left: frozenset[Code]) -> list[dict[Code, int]]:
        found: dict[tuple[tuple[Code, int], ...], dict[Code, int]] = {}
        for guess in codes:
            parts: dict[object, set[Code]] = {}
            for code in left - {guess}:
                parts.setdefault(answers[guess][code], set()).add(code)
            if len(parts) == 1 and guess not in left:
                continue
            for later in product(*(played(frozenset(part)) for part in parts.values())):
                needed = {guess: 1} if guess in left else {}
                needed |= {code: n + 1 for part in later for code, n in part.items()}
                found[tuple(sorted(needed.items()))] = needed
        return undominated(list(found.values()))

    return [tuple(needed[code] for code in codes) for needed in played(frozenset(codes))]


def undominated(found: list[dict[Code, int]]) -> list[dict[Code, int]]:
    kept: list[dict[Code, int]] = []
    for needed in sorted(found, key=lambda each: sum(each.values())):
        if not any(all(other[code] <= n for code, n in needed.items()) for other in kept):
            kept.append(needed)
    return kept


def moves(rules: Mastermind) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Each order of the places with each order of the colours."""
    return product(permutations(range(rules.places)), permutations(range(rules.symbols)))


@pytest.mark.rest
@pytest.mark.parametrize(
    "spec", ["1x4", "2x2", "2x3", "3x2", "3x3-distinct", "2x2-black", "3x2-black", "3x2-places"]
)
def test_the_value_is_that_of_the_game_of_all_codes_against_all_ways(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    found = game_value(rules)
    confirm_game_value(found)
    assert found.proven
    assert found.low == equilibrium(ways(rules)).value


@pytest.mark.parametrize("spec", [*EVEN])
def test_where_all_codes_alike_is_best(spec: str) -> None:
    found = game_value(parse_rules_of(Mastermind, spec))
    confirm_game_value(found)
    assert found.proven
    assert str(found.low) == EVEN[spec] == str(found.even)
    assert found.codemaker == tuple(Fraction(kind.codes, found.rules.size) for kind in found.kinds)


@pytest.mark.parametrize(
    "spec", [spec if spec in SMALL else pytest.param(spec, marks=needs_native) for spec in GOLDEN]
)
def test_where_some_codes_are_better_than_others(spec: str) -> None:
    value, even, weights = GOLDEN[spec]
    found = game_value(parse_rules_of(Mastermind, spec))
    confirm_game_value(found)
    assert found.proven
    assert (str(found.high), str(found.even)) == (value, even)
    loads = [weight * kind.codes for weight, kind in zip(weights, found.kinds, strict=True)]
    assert found.codemaker == tuple(Fraction(load, sum(loads)) for load in loads)


@needs_native
def test_the_classic_game() -> None:
    found = game_value(parse_rules("classic"))
    confirm_game_value(found)
    assert found.low == found.high == Fraction(5600, 1290)
    assert found.even == Fraction(5625, 1296)
    assert found.rules.limit is None
    assert [kind.codes for kind in found.kinds] == [6, 120, 90, 720, 360]
    assert found.codemaker == (0, *(Fraction(n, 1290) for n in (120, 90, 720, 360)))
    assert found.expectation[0] < found.high
    assert set(found.expectation[1:]) == {found.high}


@pytest.mark.parametrize("spec", ["4x3", "3x2+blank", "3x3-distinct"])
def test_codes_are_alike_that_places_and_colours_make_of_each_other(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    for code in all_codes(rules):
        images = {tuple(colours[code[place]] for place in order) for order, colours in moves(rules)}
        assert like(rules, code) == min(images)


@pytest.mark.parametrize("spec", ["2x3-black", "3x2-places", "3x3-black"])
def test_where_each_place_answers_by_itself_all_codes_are_alike(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    codes = all_codes(rules)
    for code in codes:
        assert like(rules, code) == codes[0]
        # Adding a number of its own to each place makes it of the first, and changes no answer.
        added = {
            each: tuple((a + b) % rules.symbols for a, b in zip(each, code, strict=True))
            for each in codes
        }
        assert added[codes[0]] == code
        for one, other in combinations(codes, 2):
            assert rules.respond(one, other) == rules.respond(added[one], added[other])


def test_what_is_known_so_far_is_reported() -> None:
    known: list[GameValue] = []
    found = game_value(Mastermind(4, 2), progress=known.append)
    assert len(known) > 2
    for earlier, later in pairwise([*known, found]):
        confirm_game_value(earlier)
        assert earlier.high is not None
        assert later.high is not None
        assert earlier.low <= later.low <= later.high <= earlier.high
    assert known[0].even is None
    assert not known[0].proven
    assert known[-1].codebreaker == found.codebreaker


def test_what_some_guesses_alone_prove_is_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, ask = Mastermind(2, 3), kernels.backend.optimum

    def bold(*requested: Any, **more: Any) -> Any:
        """If not all guesses are searched, the bound is the best value found."""
        value, bound, rows, nodes = ask(*requested, **more)
        return value, value if requested[9] else bound, rows, nodes

    right = game_value(rules)
    backend = SimpleNamespace(**(vars(kernels.backend) | {"optimum": bold}))
    monkeypatch.setattr(kernels, "backend", backend)
    known: list[GameValue] = []
    assert game_value(rules, progress=known.append).low == right.low
    assert known[0].codebreaker
    assert known[0].low == 0


@needs_native
def test_the_time_is_limited() -> None:
    found = game_value(parse_rules_of(Mastermind, "4x6-black"), time_limit=0.3)
    assert not found.proven
    assert found.even is None
    assert found.low > 0
    confirm_game_value(found)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="up to 50,000"):
        game_value(Mastermind(5, 10))


@pytest.fixture(scope="module")
def right() -> GameValue:
    found = game_value(Mastermind(2, 3))
    confirm_game_value(found)
    return found


def test_figures_that_are_wrong_are_found(right: GameValue) -> None:
    one, two = right.kinds
    first, second = right.codebreaker
    more = tuple(each + 1 for each in first.expectation)
    wrong = {
        "codes": replace(right, kinds=(one, replace(two, codes=7))),
        "codemaker": replace(right, codemaker=(Fraction(1), Fraction(1))),
        "codebreaker": replace(right, codebreaker=(first,)),
        "expectation": replace(right, codebreaker=(replace(first, expectation=more), second)),
        "low": replace(right, low=Fraction(3)),
        "high": replace(right, high=Fraction(2), low=Fraction(2)),
    }
    for name, found in wrong.items():
        with pytest.raises(WrongValue, match=f"^{name} "):
            confirm_game_value(found)


def test_a_tree_that_is_wrong_is_found(right: GameValue) -> None:
    way, *others = right.codebreaker
    broken = replace(way.tree, root=replace(way.tree.root, children={}))
    with pytest.raises(BrokenTree):
        confirm_game_value(replace(right, codebreaker=(replace(way, tree=broken), *others)))


# Games on a matrix: known ones, and that neither side of any can do better.


SIZES = st.tuples(st.integers(1, 5), st.integers(1, 5))


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    wide, high = draw(SIZES)
    row = st.lists(st.integers(-5, 5), min_size=wide, max_size=wide)
    return draw(st.lists(row, min_size=high, max_size=high))


@pytest.mark.parametrize(
    ("matrix", "value", "rows", "columns"),
    [
        ([[7]], 7, "1", "1"),
        ([[1, -1], [-1, 1]], 0, "1/2 1/2", "1/2 1/2"),
        ([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], 0, "1/3 1/3 1/3", "1/3 1/3 1/3"),
        ([[0, -2, 3], [2, 0, -4], [-3, 4, 0]], 0, "4/9 1/3 2/9", "4/9 1/3 2/9"),
        ([[3, 0], [1, 2]], Fraction(3, 2), "1/4 3/4", "1/2 1/2"),
        ([[4, 5], [1, 2]], 2, "0 1", "0 1"),
    ],
)
def test_known_games(
    matrix: list[list[int]], value: Fraction | int, rows: str, columns: str
) -> None:
    found = equilibrium(matrix)
    assert found.value == value
    assert " ".join(map(str, found.rows)) == rows
    assert " ".join(map(str, found.columns)) == columns


@given(matrices())
def test_neither_side_can_do_better(matrix: list[list[int]]) -> None:
    found = equilibrium(matrix)
    for mixture in (found.rows, found.columns):
        assert min(mixture) >= 0
        assert sum(mixture) == 1
    paid = [
        sum(part * row[at] for part, row in zip(found.rows, matrix, strict=True))
        for at in range(len(matrix[0]))
    ]
    pays = [sum(part * pay for part, pay in zip(found.columns, row, strict=True)) for row in matrix]
    assert max(paid) == found.value == min(pays)


@given(matrices(), st.fractions(-3, 3, max_denominator=9))
def test_what_is_paid_besides_changes_nothing(matrix: list[list[int]], more: Fraction) -> None:
    found, other = equilibrium(matrix), equilibrium([[pay + more for pay in row] for row in matrix])
    assert other.value == found.value + more
    assert (other.rows, other.columns) == (found.rows, found.columns)


def test_games_that_are_degenerate_end() -> None:
    rows = list(product((0, 1), repeat=4))
    assert equilibrium(rows).value == 0
    assert equilibrium(rows[1:]).value == Fraction(1, 4)


@pytest.mark.parametrize("matrix", [[], [[]], [[1, 2], [3]]])
def test_what_is_no_matrix_is_refused(matrix: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="rows of one length"):
        equilibrium(matrix)
