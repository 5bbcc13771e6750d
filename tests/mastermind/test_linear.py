from __future__ import annotations

from collections.abc import Callable, Generator
from math import ceil, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mastermind.questions import rules_of

from mastermine.core.errors import Contradiction
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.mastermind.schemes import scheme
from mastermine.mastermind.schemes.coin_weighing import (
    Inconsistent,
    Part,
    Questions,
    Weighing,
    any_questions,
)
from mastermine.mastermind.schemes.halving import Node
from mastermine.mastermind.schemes.shifting import Board
from mastermine.mastermind.strategies.linear import MAX_LISTED_CODES, linear_scheme
from mastermine.registry import find_strategy

LINEAR = find_strategy("linear", "mastermind")
MastermindView = View[Code, Code, Feedback]


def bound(rules: Mastermind) -> int:
    """One guess for each colour, and one for each place and level of the tree over the places.

    That is what the schemes take that ask about one colour at a time (Ko and Teng 1986).
    """
    return rules.symbols + rules.places * ceil(log2(rules.places)) + 1


def played(rules: Mastermind, secret: Code) -> list[Code]:
    """The guesses of the scheme, whatever the number of codes, up to the code."""
    running = scheme.Running(linear_scheme, rules)
    guesses = [running.guess]
    while guesses[-1] != secret:
        turn = Turn(running.guess, rules.respond(secret, running.guess))
        running.follow((*running.turns, turn))
        rules.check(running.guess)
        guesses.append(running.guess)
    return guesses


@pytest.mark.parametrize(
    "spec",
    [
        "3x4", "3x4-black", "4x3", "6x2-black", "2x9", "2x5+blank", "1x6", "5x1", "3x5-black",
        "3x4-distinct", "4x4-distinct-black", "2x7-distinct", "3x3+blank-distinct",
        "3x3-places", "2x5-places", "3x4-distinct-places", "3x3-distinct-places",
    ],
)  # fmt: skip
def test_the_scheme_finds_every_code_of_small_games(spec: str) -> None:
    rules = rules_of(spec)
    for secret in rules.secrets():
        guesses = played(rules, secret)
        assert guesses[-1] == secret
        assert len(set(guesses)) == len(guesses)


@pytest.mark.parametrize(
    "spec",
    [
        "12x12", "12x12-black", "30x30", "30x30-black", "60x10", "60x10-black", "20x40",
        "20x40-black", "33x2", "17x3+blank-black", "40x40-distinct", "12x12-distinct-black",
        "11x30-distinct", "9x9+blank-distinct",
    ],
)  # fmt: skip
def test_it_finds_codes_of_large_games(spec: str) -> None:
    rules = rules_of(spec)
    rng = Random(7)
    for _game in range(2 if rules.places < 20 else 1):
        secret = rules.draw(rng)
        guesses = played(rules, secret)
        assert guesses[-1] == secret
        assert len(set(guesses)) == len(guesses) <= bound(rules)


@pytest.mark.parametrize("spec", ["30x30", "30x30-black", "60x10-black", "40x5"])
def test_codes_that_are_unlikely(spec: str) -> None:
    rules = rules_of(spec)
    n, k = rules.places, rules.symbols
    for secret in (
        (0,) * n,
        (k - 1,) * n,
        (1,) * (n - 1) + (0,),
        tuple(place % 2 for place in range(n)),
        tuple(place * k // n for place in range(n)),
        tuple(place % k for place in reversed(range(n))),
    ):
        guesses = played(rules, secret)
        assert guesses[-1] == secret
        assert len(guesses) <= bound(rules)


@pytest.mark.parametrize("spec", ["16x255-places", "16x50-distinct-places"])
def test_places_take_a_guess_a_colour_at_most(spec: str) -> None:
    rules = rules_of(spec)
    secret = rules.draw(Random(3))
    guesses = played(rules, secret)
    assert guesses[-1] == secret
    assert len(guesses) <= rules.symbols


@pytest.mark.rest
@pytest.mark.parametrize("spec", ["255x255-black", "255x255", "255x255-distinct", "255x10"])
def test_the_largest_games(spec: str) -> None:
    rules = rules_of(spec)
    secret = rules.draw(Random(3))
    guesses = played(rules, secret)
    assert guesses[-1] == secret
    assert len(guesses) <= 5 * rules.places


# Along the turns of a view.


def turns_of(rules: Mastermind, secret: Code) -> list[Turn[Code, Feedback]]:
    """A game of the strategy."""
    view: MastermindView = View(rules)
    while not view.turns or view.turns[-1].action != secret:
        guess = LINEAR(view)
        view = view.after(Turn(guess, rules.respond(secret, guess)))
    return list(view.turns)


def test_a_game_is_the_scheme_and_so_is_every_part_of_it() -> None:
    rules = rules_of("12x12-black")
    secret = rules.draw(Random(1))
    turns = turns_of(rules, secret)
    assert [turn.action for turn in turns] == played(rules, secret)
    for length in (0, 20, 3, 3, 12):
        view: MastermindView = View(rules, turns[:length])
        assert LINEAR(view) == turns[length].action
    scheme._cached.clear()
    assert LINEAR(View(rules, turns[:9])) == turns[9].action


def test_many_games_at_the_same_time() -> None:
    rules = rules_of("10x10")
    rng = Random(2)
    secrets = [rules.draw(rng) for _game in range(scheme.MAX_CACHED + 4)]
    games = [played(rules, secret) for secret in secrets]
    views: list[MastermindView] = [View(rules) for _game in secrets]
    for turn in range(6):
        for game, secret in enumerate(secrets):
            guess = LINEAR(views[game])
            assert guess == games[game][turn]
            views[game] = views[game].after(Turn(guess, rules.respond(secret, guess)))
    assert len(scheme._cached) <= scheme.MAX_CACHED


def test_guesses_of_others_are_passed_over() -> None:
    rules = rules_of("10x12")
    secret = rules.draw(Random(5))
    alone = played(rules, secret)
    other = rules.draw(Random(6))
    turns = [Turn(other, rules.respond(secret, other))]
    # One that is the scheme's own, but sooner: it is not made again.
    turns.append(Turn(alone[1], rules.respond(secret, alone[1])))
    view: MastermindView = View(rules, turns)
    made = []
    while view.turns[-1].action != secret:
        guess = LINEAR(view)
        made.append(guess)
        view = view.after(Turn(guess, rules.respond(secret, guess)))
    assert made == [alone[0], *alone[2:]]


def test_answers_that_contradict_each_other_are_reported() -> None:
    rules = rules_of("12x12-black")
    view: MastermindView = View(rules)
    nothing = rules.parse_feedback("0")
    for _turn in range(12):
        view = view.after(Turn(LINEAR(view), nothing))
    with pytest.raises(Contradiction, match=r"^the answers up to row 12 contra") as message:
        LINEAR(view)
    assert message.value.turn == 11


@given(st.sampled_from(["12x12", "10x12-black", "14x4-black", "10x10-distinct", "12x9-places"]),
       st.integers(0, 2**32))  # fmt: skip
def test_any_answers_end_in_a_code_or_a_contradiction(spec: str, seed: int) -> None:
    rules = rules_of(spec)
    rng = Random(seed)
    asking = scheme.Running(linear_scheme, rules)
    turns: tuple[Turn[Code, Feedback], ...] = ()
    for _turn in range(2 * bound(rules)):
        rules.check(asking.guess)
        number = rng.below(4 if rng.below(3) else rules.answers)
        turns = (*turns, Turn(asking.guess, rules.decode(min(number, rules.win))))
        try:
            asking.follow(turns)
        except Inconsistent:
            return
    raise AssertionError("the scheme goes on for ever")


def test_few_codes_are_not_worth_a_scheme() -> None:
    rules = rules_of("4x10")
    assert rules.size <= MAX_LISTED_CODES
    assert LINEAR(View(rules)) == (0, 0, 0, 0)


# What it is made of.


@st.composite
def coins(draw: st.DrawFn) -> tuple[list[Part], list[int]]:
    """Parts, and the state in which each is."""
    parts, hidden = [], []
    for _part in range(draw(st.integers(1, 5))):
        states = draw(st.integers(1, 4))
        rows = [[0] * states, *np.eye(states, dtype=int).tolist()]
        rows += draw(st.lists(st.lists(st.integers(-3, 3), min_size=states, max_size=states)))
        weights = draw(st.lists(st.integers(1, 10**12), min_size=states, max_size=states))
        parts.append(Part(np.array(rows, np.int64), tuple(weights)))
        hidden.append(draw(st.integers(0, states - 1)))
    return parts, hidden


def weigh(
    parts: list[Part], rng: Random, can: Callable[[Questions], bool] = any_questions
) -> Generator[Questions, int, list[int]]:
    """The state of each part, found by as few sums as ``Weighing`` asks for."""
    weighing = Weighing[int](rng, can)
    for number, part in enumerate(parts):
        weighing.add(number, part)
    while weighing.size > 1:
        requested = weighing.ask()
        weighing.tell(requested, (yield requested))
    return [state for _number, state in weighing.settled()]


def weighed(
    parts: list[Part], hidden: list[int], weighing: Generator[Questions, int, list[int]]
) -> tuple[list[int], list[Questions]]:
    """The hidden states that a weighing finds, and its questions."""
    made = []
    try:
        made.append(next(weighing))
        while True:
            rows = zip(parts, made[-1], hidden, strict=True)
            total = sum(int(part.values[question][state]) for part, question, state in rows)
            made.append(weighing.send(total))
    except StopIteration as stop:
        return stop.value, made


@given(coins(), st.booleans())
def test_weighing_finds_every_state(made: tuple[list[Part], list[int]], alone: bool) -> None:
    parts, hidden = made
    most = 1 if alone else len(parts)
    weighing = weigh(parts, Random(1), lambda requested: sum(map(bool, requested)) <= most)
    found, requested = weighed(parts, hidden, weighing)
    assert found == hidden
    assert all(1 <= sum(map(bool, each)) <= most for each in requested)


def test_sums_that_cannot_be() -> None:
    weighing = weigh([Part(np.array([[0, 0], [0, 1]]), (1, 1))], Random(1))
    assert next(weighing) == (1,)
    with pytest.raises(Inconsistent):
        weighing.send(2)


def test_twelve_coins_take_fewer_weighings_than_there_are() -> None:
    # Seven are enough for 12 in the fixed scheme of Lindström (1965).
    coin = Part(np.array([[0, 0], [0, 1]]), (1, 1))
    rng = Random(4)
    taken = []
    for _game in range(20):
        hidden = [rng.below(2) for _coin in range(12)]
        found, requested = weighed([coin] * 12, hidden, weigh([coin] * 12, rng))
        assert found == hidden
        taken.append(len(requested))
    assert sum(taken) / len(taken) <= 7


@given(st.data())
def test_the_states_of_a_node_are_all_ways_to_divide_it(data: st.DataObject) -> None:
    colours = data.draw(st.integers(1, 4))
    secret = data.draw(st.lists(st.integers(0, colours - 1), min_size=2, max_size=7))
    counts = {c: secret.count(c) for c in set(secret)}
    node = Node(0, len(secret), counts, colours)
    left = secret[: node.middle]
    own = left.count(node.reference)
    states = dict.fromkeys(state for state, _ways in node.states(node.open()))
    assert tuple(left.count(c) - own for c in node.open()) in states
    some = node.open()[: data.draw(st.integers(0, len(counts)))]
    assert {tuple(left.count(c) - own for c in some)} <= {state for state, _w in node.states(some)}
    node.known.update({c: left.count(c) - own for c in node.open()})
    halves = node.halves()
    if not node.settled:
        assert [half.counts for half in halves] == [
            {c: part.count(c) for c in counts if part.count(c)}
            for part in (left, secret[node.middle :])
        ]


@given(st.integers(2, 8), st.integers(0, 3), st.data())
def test_a_guess_is_filled_up_with_what_is_known(n: int, more: int, data: st.DataObject) -> None:
    board = Board(n, n + more)
    bits = st.integers(0, 2 ** (n + more) - 1)
    board.known = data.draw(st.lists(bits, min_size=n, max_size=n))
    places = data.draw(st.lists(st.integers(0, n - 1), unique=True, max_size=3))
    colours = data.draw(st.permutations(range(n + more)))
    pairs = list(zip(places, colours, strict=False))
    guess = board.with_pairs(pairs)
    if guess is not None:
        assert len(set(guess)) == n
        assert all(guess[place] == colour for place, colour in pairs)
        requested = dict(pairs)
        assert all(board.known[p] >> c & 1 for p, c in enumerate(guess) if p not in requested)
