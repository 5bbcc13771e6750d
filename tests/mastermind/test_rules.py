from __future__ import annotations

import pickle
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, infer
from hypothesis import strategies as st
from tests.chances import chi_square, limit

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome, Turn
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.testing import RULES

seeds = st.integers(0, 2**64 - 1)


def obvious(rules: Mastermind, secret: Code, guess: Code) -> Feedback:
    """The answer as the leaflet tells it: pegs are taken away as they are used."""
    left_secret, left_guess, right = [], [], []
    for mine, yours in zip(guess, secret, strict=True):
        right.append(mine == yours)
        if mine != yours:
            left_guess.append(mine)
            left_secret.append(yours)
    white = 0
    for colour in left_guess:
        if colour in left_secret:
            left_secret.remove(colour)
            white += 1
    match rules.answer:
        case Answer.PEGS:
            return Pegs(sum(right), white)
        case Answer.BLACK:
            return Black(sum(right))
        case Answer.PLACES:
            return Places(tuple(right))


@given(rules=infer)
def test_spec_is_read_back(rules: Mastermind) -> None:
    assert Mastermind.parse(rules.spec()) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("mastermind:4x6", Mastermind(4, 6)),
        ("mastermind:4x10-distinct", Mastermind(4, 10, repeats=False)),
        ("mastermind:4x6+blank", Mastermind(4, 6, blank=True)),
        ("mastermind:5x8-black", Mastermind(5, 8, answer=Answer.BLACK)),
        ("mastermind:4x10-places,limit=6", Mastermind(4, 10, answer=Answer.PLACES, limit=6)),
        ("mastermind:6x5-black-distinct+blank", Mastermind(6, 5, False, True, Answer.BLACK)),
        ("mastermind:16x64", Mastermind(16, 64)),
        ("mastermind:255x255+blank", Mastermind(255, 255, blank=True)),
        ("mastermind:1x1,limit=1", Mastermind(1, 1, limit=1)),
    ],
)
def test_parse(text: str, rules: Mastermind) -> None:
    assert Mastermind.parse(text) == rules


NO_SPECS = [
    *("4x6", "minesweeper:9x9x10", "mastermind:4", "mastermind:4x", "mastermind:x6"),
    *("mastermind:4x-6", "mastermind:4x6 ", "mastermind:4x6,limit=", "mastermind:4x6,limit=-1"),
    *("mastermind:4x6,limit=5-black", f"mastermind:4x6,limit={'9' * 5000}"),
    f"mastermind:{'9' * 5000}x6",
]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rules '' are not understood; write places x colours like mastermind:4x6"),
        *((text, "are not understood") for text in NO_SPECS),
        (
            "mastermind:4x6-white",
            "no option -white; valid options are +blank, -black, ",
        ),
        ("mastermind:4x6-blank", "no option -blank"),
        ("mastermind:4x6+distinct", "no option +distinct"),
        ("mastermind:4x6-black-black", "use each option only once"),
        ("mastermind:4x6-black-places", "only one of -black, -places"),
        ("mastermind:0x6", "0 places: there must be 1 to 255"),
        ("mastermind:256x6", "256 places: there must be 1 to 255"),
        (
            "mastermind:17x6-places",
            "17 places: there may be at most 16 if the answer shows",
        ),
        ("mastermind:4x0", "0 colours: there must be 1 to 255"),
        ("mastermind:4x256", "256 colours: there must be 1 to 255"),
        (
            "mastermind:4x3-distinct",
            "4 places without repeats need at least 4 colours, there are 3",
        ),
        ("mastermind:4x2+blank-distinct", "need at least 4 colours, there are 3"),
        ("mastermind:4x6,limit=0", "a limit of 0 guesses is not possible; it must be 1 to"),
    ],
)
def test_specs_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec) as caught:
        Mastermind.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "size"),
    [
        ("4x6", 1296),
        ("4x6+blank", 2401),
        ("4x10-distinct", 5040),
        ("3x2+blank-distinct", 6),
        ("5x8-black", 32768),
        ("1x1", 1),
    ],
)
def test_number_of_codes(spec: str, size: int) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    assert rules.size == size == len(list(rules.knowledge()))


@given(rules=infer)
def test_rules_are_the_same_after_a_journey(rules: Mastermind) -> None:
    there = pickle.loads(pickle.dumps(rules))
    other = replace(rules, limit=7)
    assert (there, hash(there), repr(there)) == (rules, hash(rules), repr(rules))
    for each in (there, other):
        assert each.symbols == rules.colours + rules.blank
        assert each.solved(each.decode(each.win))


@given(rules=infer, seed=seeds)
def test_drawn_codes_are_legal(rules: Mastermind, seed: int) -> None:
    rules.check(rules.draw(Random(seed)))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_code_is_drawn_equally_often(rules: Mastermind) -> None:
    rng = Random("draw")
    counts = Counter(rules.draw(rng) for _ in range(200 * rules.size))
    assert set(counts) == set(rules.knowledge())
    assert chi_square(counts, rules.size) < limit(rules.size)


@given(rules=infer, data=st.data())
def test_respond_is_the_obvious_answer(rules: Mastermind, data: st.DataObject) -> None:
    # Few colours, so that repeats are frequent.
    colours = st.integers(0, min(rules.symbols, max(rules.places, 3)) - 1)
    codes = st.lists(
        colours, min_size=rules.places, max_size=rules.places, unique=not rules.repeats
    ).map(tuple)
    secret, guess = data.draw(codes), data.draw(codes)
    answer = rules.respond(secret, guess)
    assert answer == obvious(rules, secret, guess) == rules.respond(guess, secret)
    assert type(answer) is type(obvious(rules, secret, guess))
    assert rules.solved(answer) == (secret == guess)


@pytest.mark.parametrize(
    ("secret", "guess", "answer"),
    [
        ("1122", "1122", "4B 0W"),
        ("1122", "2211", "0B 4W"),
        ("1122", "1111", "2B 0W"),
        ("1234", "1111", "1B 0W"),
        ("1222", "2111", "0B 2W"),
        ("1112", "2111", "2B 2W"),
        ("3632", "3526", "1B 2W"),
        ("5555", "1234", "0B 0W"),
        # As printed by the pages in Russian: Y Y B B and Y B G G, R R R B and R R B B.
        ("1233", "1122", "1B 1W"),
        ("1112", "1122", "3B 0W"),
    ],
)
def test_repeats_are_never_counted_twice(secret: str, guess: str, answer: str) -> None:
    rules = Mastermind(4, 6)
    parse = rules.parse_action
    assert rules.format_feedback(rules.respond(parse(secret), parse(guess))) == answer


@given(rules=infer, seed=seeds)
def test_answers_are_numbers_and_back(rules: Mastermind, seed: int) -> None:
    rng = Random(seed)
    secret, guess = rules.draw(rng), rules.draw(rng)
    for code in (secret, guess):
        answer = rules.respond(secret, code)
        assert rules.decode(rules.encode(answer)) == answer
        assert rules.parse_feedback(rules.format_feedback(answer)) == answer
        assert (rules.encode(answer) == rules.win) == (code == secret)


@pytest.mark.parametrize(
    ("spec", "answer"),
    [
        ("4x6", Pegs(0, 7)),
        ("4x6", Black(1)),
        ("4x6-black", Pegs(1, 0)),
        ("4x6-places", Places((True,) * 5)),
        ("4x6-places", Places((True,))),
        ("4x6-places", Black(1)),
    ],
)
def test_answers_of_other_rules_are_refused(spec: str, answer: Feedback) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    with pytest.raises(
        IllegalMove, match=f"{re.escape(str(answer))} is not an answer in mastermind"
    ):
        rules.encode(answer)
    with pytest.raises(IllegalMove, match="is not an answer"):
        rules.knowledge().after(Turn((0, 1, 2, 3), answer))


@pytest.mark.parametrize(
    ("spec", "code", "message"),
    [
        ("4x6", (0, 0, 0), "a code has 4 pegs, this one has 3"),
        ("1x6", (0,) * 2, "a code has 1 peg, this one has 2"),
        ("4x6", (0,) * 5, "a code has 4 pegs, this one has 5"),
        ("4x6", (0, 0, 0, 6), "colours are numbered from 0 to 5; (0, 0, 0, 6) has another number"),
        ("4x6", (0, 0, -1, 0), "colours are numbered from 0 to 5"),
        ("4x6+blank", (0, 0, 0, 7), "colours are numbered from 0 to 6"),
        ("4x6-distinct", (0, 1, 2, 1), "1232 has a repeat"),
    ],
)
def test_illegal_guesses(spec: str, code: Code, message: str) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    with pytest.raises(IllegalMove) as caught:
        rules.respond(next(iter(rules.knowledge())), code)
    assert message in str(caught.value)


def test_outcome() -> None:
    rules = Mastermind(4, 6, limit=2)
    miss: Turn[Code, Feedback] = Turn((0, 0, 0, 0), Pegs(0, 0))
    hit: Turn[Code, Feedback] = Turn((0, 0, 0, 0), Pegs(4, 0))
    assert rules.outcome(()) is None
    assert rules.outcome((miss,)) is None
    assert rules.outcome((hit,)) is rules.outcome((miss, hit)) is Outcome.WON
    assert rules.outcome((miss, miss)) is Outcome.LOST
    assert Mastermind(4, 6).outcome((miss,) * 100) is None
