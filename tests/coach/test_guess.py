from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mastermind.turns import drawn_turns, turns_of

from mastermine.coach.guess import assess, facts, where, why
from mastermine.core.errors import IllegalMove
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.mastermind.knowledge import Candidates
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy, parse_rules, parse_rules_of
from mastermine.testing import RULES

CLASSIC = Mastermind(4, 6)


def after(rules: Mastermind, *rows: str) -> Candidates:
    return Candidates(rules, turns_of(rules, *rows))


@given(st.sampled_from(RULES), st.integers(0, 10**6), st.integers(0, 3))
def test_the_numbers_are_what_happens(rules: Mastermind, seed: int, number: int) -> None:
    _secret, turns = drawn_turns(rules, seed, number)
    known = Candidates(rules, turns)
    guess = rules.draw(Random(seed + 1))
    result = assess(known, guess)
    # Play the guess against every possible code, and count what is left each time.
    left = [
        0 if code == guess else known.after(Turn(guess, rules.respond(code, guess))).count()
        for code in known
    ]
    assert result.guess == guess
    assert result.candidates == known.count() == sum(result.parts.values())
    assert result.possible == (guess in list(known))
    assert result.expected == pytest.approx(sum(left) / len(left))
    assert result.worst == max(left)
    assert result.answers == len({rules.respond(code, guess) for code in known})


def test_the_first_guess_of_knuth() -> None:
    result = assess(CLASSIC.knowledge(), find_strategy("knuth")(View(CLASSIC)))
    assert CLASSIC.format_action(result.guess) == "1122"
    assert (result.answers, result.worst, result.candidates, result.possible) == (
        13,
        256,
        1296,
        True,
    )
    # S. Gür's table has 204.5 with the code itself counted as one that is left.
    assert result.expected == pytest.approx((204.5355 * 1296 - 1) / 1296, abs=1e-3)


def test_an_illegal_guess_is_refused() -> None:
    with pytest.raises(IllegalMove):
        assess(CLASSIC.knowledge(), (0, 0))


def sentences(rules: Mastermind, known: Candidates, guess: str, strategy: str | None) -> str:
    result = assess(known, rules.parse_action(guess))
    return " ".join(why(result, find_strategy(strategy) if strategy else None, rules.notation))


def test_why_this_guess() -> None:
    start = CLASSIC.knowledge()
    assert sentences(CLASSIC, start, "1122", "knuth") == (
        "1122 can get 13 different answers from the 1,296 possible codes; on average 204.5 of them "
        "would remain, at worst 256. Rule of the strategy knuth: leave as few codes as possible "
        "in the worst case. No other guess does this better. It may be the code itself."
    )
    assert "Rule of the strategy one-colour: find the colours first" in sentences(
        CLASSIC, start, "1111", "one-colour"
    )


@pytest.mark.parametrize(
    ("guess", "kind"),
    [
        ("1122", "It has 2 different colours (all tried before)."),
        ("1111", "It has 1 colour (tried before)."),
        ("1233", "It has 3 different colours (1 of them not tried yet)."),
        ("4444", "It has 1 colour (1 not tried yet)."),
    ],
)
def test_where_counts_the_colours_of_a_guess(guess: str, kind: str) -> None:
    known = after(CLASSIC, "1122 1,1")
    assessment = assess(known, CLASSIC.parse_action(guess))
    assert where(assessment, known, CLASSIC.notation)[-1] == kind


def test_why_says_when_only_one_code_is_left() -> None:
    known = after(CLASSIC, "1122 0,0", "3344 0,0", "5555 0,0")
    assert sentences(CLASSIC, known, "6666", "knuth") == "Only one code is still possible: 6666."
    # Another guess is not said to be that code.
    other = sentences(CLASSIC, known, "1111", "random")
    assert "Only one code" not in other
    assert (
        "1111 gets the same answer from the 1 possible code, so it tells you nothing new" in other
    )
    assert "you will then know" not in other
    assert other.endswith("It cannot be the code itself.")
    known = after(CLASSIC, "1122 0,0", "3344 0,0", "5566 2,0")
    assert set(known) == {(4, 4, 4, 4), (5, 5, 5, 5)}
    result = sentences(CLASSIC, known, "5555", "first-consistent")
    assert "Whatever the answer is, you will then know the code." in result
    nothing = sentences(CLASSIC, known, "5566", None)
    assert "from all 2 possible codes, so it tells you nothing new" in nothing
    assert "narrows" not in nothing
    assert "you will then know" not in nothing


def test_a_guess_that_cannot_be_the_code_tells_more_only_where_it_was_chosen_for_that() -> None:
    known = after(CLASSIC, "1122 1,1")
    view: Any = View(CLASSIC, known.turns)
    chosen = assess(known, find_strategy("knuth")(view))
    assert not chosen.possible
    assert why(chosen, find_strategy("knuth"), CLASSIC.notation)[-1] == (
        "This guess cannot win now, but it narrows the code down faster."
    )
    assert sentences(CLASSIC, known, "1111", "random").endswith("It cannot be the code itself.")


@pytest.mark.parametrize(
    ("spec", "turns", "result"),
    [
        ("4x6", [], []),
        ("4x6", ["1122 0,0"], ["Not in the code: red, green."]),
        ("4x6", ["1122 2,2"], ["In the code for certain: red twice, green twice.",
                               "Not in the code: blue, yellow, violet, olive."]),
        ("4x6", ["1111 1,0"], ["In the code for certain: red."]),
        ("4x2", ["1112 2,2"], ["Certain: place 4 is red.",
                               "In the code for certain: red 3 times, green."]),
        ("4x3", ["1112 3,0"], ["In the code for certain: red at least twice."]),
        ("4x2-black", ["1111 0"], []),
        ("4x6-places", ["1234 ++--"], ["Certain: place 1 is red, place 2 is green."]),
        ("3x4", ["123 3,0"], []),
        ("3x2+blank", ["112 0,0"], []),
        ("3x3+blank", ["112 0,0", "333 1,0"], ["In the code for certain: blue, blank twice.",
                                                "Not in the code: red, green."]),
        ("4x2", ["1111 1,0"], ["In the code for certain: red, green 3 times."]),
    ],
)  # fmt: skip
def test_facts(spec: str, turns: list[str], result: list[str]) -> None:
    rules = parse_rules_of(Mastermind, spec)
    assert facts(after(rules, *turns), rules.notation) == result


def holds(sentence: str, code: tuple[int, ...], names: list[str]) -> bool:
    """Whether a sentence is true of one code."""
    kind, _, list_of = sentence.removesuffix(".").partition(": ")
    for item in list_of.split(", "):
        if match := re.fullmatch(r"place (\d+) is (\w+)", item):
            true = kind == "Certain" and code[int(match[1]) - 1] == names.index(match[2])
        elif match := re.fullmatch(r"(\w+) (at least )?(twice|(\d+) times)", item):
            count, n = code.count(names.index(match[1])), int(match[4] or 2)
            true = count >= n if match[2] else count == n
        elif kind == "In the code for certain":
            true = names.index(item) in code
        else:
            assert kind == "Not in the code", sentence
            true = names.index(item) not in code
        if not true:
            return False
    return True


@given(
    st.sampled_from([*RULES, *map(parse_rules, ("4x3", "3x3+blank", "4x4-distinct"))]),
    st.integers(0, 10**6),
    st.integers(1, 3),
)
def test_facts_are_true_of_every_possible_code(rules: Mastermind, seed: int, number: int) -> None:
    _secret, turns = drawn_turns(rules, seed, number)
    known = Candidates(rules, turns)
    names = [colour.name for colour in rules.notation.colours]
    for sentence in facts(known, rules.notation):
        assert all(holds(sentence, code, names) for code in known), sentence
