from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.core.strategy import Array, Strategy, strategy
from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.mastermind.rules import Mastermind
from mastermine.mastermind.schemes.openings import blocks
from mastermine.registry import find_strategy, own_strategies, parse_rules_of
from mastermine.testing import check_strategy

PLAYERS = [name for name in own_strategies() if name != "human"]
FOR_LARGE_GAMES = [
    *("entropy", "evolutionary", "expected-size", "first-consistent", "genetic", "knuth", "linear"),
    *("methodical", "one-colour", "most-parts", "random", "random-consistent", "sampled"),
    "two-by-two",
]
CLASSIC = Mastermind(4, 6)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.rest] if name in ("evolutionary", "genetic") else [])
        for name in PLAYERS
    ],
)
def test_every_strategy_keeps_the_rules_of_the_house(name: str) -> None:
    check_strategy(find_strategy(name), finishes=name != "random")


@pytest.mark.rest
@pytest.mark.parametrize("name", FOR_LARGE_GAMES)
def test_and_where_codes_are_too_many_to_list(name: str) -> None:
    check_strategy(find_strategy(name), [Mastermind(8, 12)], finishes=name != "random")


@pytest.mark.parametrize("name", ["optimal", "optimal-worst"])
def test_the_best_play_of_a_large_game_is_refused(name: str) -> None:
    with pytest.raises(AssertionError, match="optimal play of mastermind:8x12 is not known"):
        check_strategy(find_strategy(name), [Mastermind(8, 12)])


@pytest.mark.parametrize("name", own_strategies())
def test_every_strategy_says_what_it_does(name: str) -> None:
    found = find_strategy(name)
    assert found.name == name
    assert found.game == "mastermind"
    assert found.summary.endswith(".")


def guesses(name: str, spec: str, *answers: str) -> list[str]:
    """The guesses that a strategy makes as it gets these answers."""
    rules = parse_rules_of(Mastermind, spec)
    view: View[Any, Any, Any] = View(rules, rng=Random(1))
    made = []
    for answer in answers:
        guess = find_strategy(name)(view)
        made.append(rules.format_action(guess))
        view = view.after(Turn(guess, rules.parse_feedback(answer)))
    return made


@pytest.mark.parametrize(
    ("name", "spec", "first"),
    [
        # S. Gür, Mastermind Strategies, gives these first guesses for 4x6; Knuth gives his.
        ("knuth", "4x6", "1122"),
        ("expected-size", "4x6", "1123"),
        ("entropy", "4x6", "1234"),
        ("most-parts", "4x6", "1123"),
        ("first-consistent", "4x6", "1111"),
        ("one-colour", "4x6", "1111"),
        ("two-by-two", "4x6", "1122"),
        ("knuth", "4x10-distinct", "0123"),
        ("genetic", "4x6", "1123"),  # Berghman, Goossens and Leus
        ("genetic", "8x12", "00112345"),
        ("genetic", "4x10-distinct", "0123"),
        ("evolutionary", "4x6", "1231"),  # the program of Merelo and others
        ("evolutionary", "8x12", "01234501"),
        ("evolutionary", "4x10-distinct", "0123"),
        ("evolutionary", "3x1", "111"),
    ],
)
def test_first_guess(name: str, spec: str, first: str) -> None:
    assert guesses(name, spec, "0,0") == [first]


@pytest.mark.parametrize(
    ("name", "spec", "answers", "made"),
    [
        # One colour: all of one colour, then two new colours in halves.
        ("one-colour", "4x6", "0,0 0,0 0,0", "1111 2233 4455"),
        # Nothing in 1 to 5 leaves 6666 alone.
        ("one-colour", "4x6", "0,0 0,0 0,0 4,0", "1111 2233 4455 6666"),
        # 1111 has two, 2233 both others: the colours are open only between 2 and 3.
        ("one-colour", "4x6", "4,0", "1111"),
        ("two-by-two", "4x6", "0,0 0,0", "1122 3344"),
        # What remains is made of 5 and 6 alone.
        ("two-by-two", "4x6", "0,0 0,0 2,0", "1122 3344 5566"),
        # All four in 1 and 2, all out of place: the code is known, and no plan is followed.
        ("two-by-two", "4x6", "0,4 4,0", "1122 2211"),
        ("one-colour", "4x10-distinct", "0,0 0,0", "0123 4567"),
        ("one-colour", "3x5", "0,0 0,0", "111 223"),
        ("two-by-two", "5x8", "0,0 0,0 0,0", "11122 33344 55566"),
    ],
)
def test_plans_of_beginners(name: str, spec: str, answers: str, made: str) -> None:
    assert guesses(name, spec, *answers.split()) == made.split()


@pytest.mark.parametrize(
    ("spec", "widths", "plan"),
    [
        ("4x6", (1, 2), "1111 2233 4455 6611"),
        ("4x6", (2,), "1122 3344 5566"),
        ("4x5", (2,), "1122 3344 5511"),
        ("3x6", (2,), "112 334 556"),
        ("4x6", (4,), "1234 5612"),
        ("1x3", (2,), "1 2 3"),
        ("4x5+blank", (2,), "1122 3344 55__"),
        ("4x10-distinct", (1, 2), "0123 4567 8901"),
        ("4x1", (1, 2), "1111"),
    ],
)
def test_blocks(spec: str, widths: tuple[int, ...], plan: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    assert [rules.format_action(code) for code in blocks(rules, widths)] == plan.split()


def test_knuth_never_needs_more_than_five() -> None:
    # The tree is in the golden totals; here the game that a newcomer would try.
    assert guesses("knuth", "4x6", "1,0", "0,1", "1,2", "1,1", "4,0")[-1] == "3632"


def test_random_consistent_takes_every_code_that_fits() -> None:
    rules = Mastermind(2, 3)
    view: View[Any, Any, Any] = View(rules, [Turn((0, 1), rules.parse_feedback("1,0"))])
    possible = set(rules.knowledge().after(view.turns[0]))
    player = find_strategy("random-consistent")
    seen = {player(View(rules, view.turns, rng=Random(seed))) for seed in range(60)}
    assert seen == possible == {(0, 0), (1, 1), (0, 2), (2, 1)}


# What the conformance kit finds: each of these breaks one promise.


@strategy("honest")
def honest(view: Any) -> Any:
    """Guess the first possible code."""
    return view.knowledge.first()


def broken(function: Any, doc: str = "Breaks one promise.") -> Strategy:
    def player(view: Any) -> Any:
        return function(view)

    player.__doc__ = doc
    return strategy("broken")(player)


def forgetful(view: Any) -> Any:
    rules, view.rules = view.rules, None
    return rules.draw(Random(1))


class Counter:
    """A player with a memory, which makes its guess depend on more than the view."""

    def __init__(self) -> None:
        self.requested = 0

    def __call__(self, view: Any) -> Any:
        self.requested += 1
        return view.knowledge[self.requested % len(view.knowledge)]


class Scribbler:
    """A player that changes the view's knowledge."""

    def __call__(self, view: Any) -> Any:
        if len(view.turns):
            view.knowledge._cells = bytes(len(view.knowledge.cells))
        return view.knowledge.first()


BROKEN: list[tuple[Any, str]] = [
    (len, "is not a strategy: write @strategy"),
    (replace(honest, name="Not A Name"), "the name 'Not A Name' must be lower-case letters"),
    (broken(lambda view: view.knowledge.first(), doc=""), "no docstring"),
    (broken(lambda view: list(view.knowledge.first())), "3x4 after no turn: .* not legal"),
    (broken(lambda view: "111"), "a code is a tuple of colours, counted from 0, not '111'"),
    (broken(lambda view: (0,) * 3), "3x4 after 111 .* the code is not found after 64 guesses"),
    (broken(lambda view: (9,) * view.rules.places), "not legal: colours are numbered from 0 to 3"),
    (broken(lambda view: (0,) * 4), "not legal: a code has 3 pegs"),
    (broken(lambda view: 1 // len(view.turns)), "it raises ZeroDivisionError"),
    (broken(forgetful), "it changes the view"),
    (broken(Scribbler()), "changes the view"),
    (broken(Counter()), "called twice with equal views"),
]
"""What breaks a promise, and what is said of it."""


@pytest.mark.parametrize(("bad", "sentence"), BROKEN)
def test_a_broken_promise_is_found(bad: Any, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_strategy(bad)


@pytest.mark.parametrize("bad", [bad for bad, _sentence in BROKEN])
def test_what_is_said_of_it_passes_through_the_catalogue(
    bad: Any,
    spoken_with: Callable[[Mapping[str, str]], Language],
    unmarked: Callable[[str], str],
) -> None:
    with speaking(spoken_with({})), pytest.raises(AssertionError) as error:
        check_strategy(bad)
    assert not unmarked(str(error.value))


class Moody:
    """Costs that depend on the number of calls."""

    def __init__(self) -> None:
        self.requested = 0

    def __call__(self, size: Array) -> Array:
        self.requested += 1
        return size * self.requested


def costs(function: Any) -> Strategy:
    def priced(size: Array) -> Any:
        """Breaks one promise."""
        return function(size)

    return strategy("priced")(priced)


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (costs(lambda size: np.log(size - 1)), "costs must be finite"),
        (costs(lambda size: size[:3]), "one for each part size"),
        (costs(lambda size: size / size.sum()), "it must depend on its own size alone"),
        (costs(lambda size: -size * size), "the code is not found after"),
        (costs(Moody()), "gives different costs for the same part sizes"),
    ],
)
def test_costs_that_break_a_promise_are_found(bad: Strategy, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        check_strategy(bad)


def test_what_keeps_its_promises_passes_where_it_was_tried() -> None:
    check_strategy(honest)
    check_strategy(costs(lambda size: -np.sqrt(size)))
    check_strategy(costs(lambda size: -1))
    check_strategy(honest, [CLASSIC])
    check_strategy(broken(lambda view: view.rules.draw(view.rng)), finishes=False)
    with pytest.raises(InvalidSpec, match="no trial game has this first move"):
        check_strategy(find_strategy("knuth:first=9999"))
