"""Solvers of others find exactly the candidates in the models of positions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import models
from tests.mastermind.turns import drawn_turns, turns_of

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Turn
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import speak
from mastermine.mastermind import Mastermind, constraint_model
from mastermine.mastermind.constraint_models import FORMATS
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Answer, Code
from mastermine.registry import parse_rules_of

Turns = list[Turn[Code, Feedback]]
Position = tuple[Mastermind, Turns]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A small position; its answers may contradict each other."""
    places = draw(st.integers(1, 4))
    blank, repeats = draw(st.booleans()), draw(st.booleans())
    colours = draw(st.integers(1 if repeats else max(1, places - blank), 4))
    rules = Mastermind(places, colours, repeats, blank, draw(st.sampled_from(Answer)))
    code = st.integers(0, rules.size - 1).map(lambda n: tuple(rules.knowledge()[n]))
    turns = []
    for guess, secret in draw(st.lists(st.tuples(code, code), max_size=3)):
        turns.append(Turn(guess, rules.respond(secret, guess)))
    if draw(st.booleans()):
        secret = draw(code)
        turns = [Turn(turn.action, rules.respond(secret, turn.action)) for turn in turns]
    return rules, turns


def candidates(rules: Mastermind, turns: Turns) -> list[Code]:
    return [
        code
        for code in rules.knowledge()
        if all(rules.respond(code, turn.action) == turn.feedback for turn in turns)
    ]


def codes_of_clauses(rules: Mastermind, text: str) -> list[Code]:
    """The codes, as the first lines of the file say: a variable for each place and colour."""
    pegs = [
        [divmod(n - 1, rules.symbols) for n in sorted(true) if n <= rules.places * rules.symbols]
        for true in models.clauses(text)
    ]
    assert all([place for place, _colour in code] == [*range(rules.places)] for code in pegs)
    return sorted(tuple(colour for _place, colour in code) for code in pegs)


def codes_of_integers(rules: Mastermind, text: str) -> list[Code]:
    names = [f"place_{place}" for place in range(1, rules.places + 1)]
    return sorted(tuple(found[name] - 1 for name in names) for found in models.integers(text))


@given(positions())
def test_the_solutions_of_the_clauses_are_the_candidates(position: Position) -> None:
    model = constraint_model(*position, "dimacs")
    assert codes_of_clauses(position[0], model) == candidates(*position)


@given(positions())
@settings(max_examples=30)
def test_the_integers_are_the_candidates(position: Position) -> None:
    model = constraint_model(*position, "smtlib")
    assert codes_of_integers(position[0], model) == candidates(*position)


@given(positions())
@settings(max_examples=5)
def test_minizinc_prints_the_candidates(position: Position) -> None:
    rules, turns = position
    printed = models.printed(constraint_model(rules, turns, "minizinc"))
    assert sorted(map(rules.parse_action, printed)) == candidates(rules, turns)


@pytest.mark.parametrize(
    ("spec", "number"),
    [
        ("classic", 3),
        ("bulls-and-cows", 3),
        ("2x20", 8),
        ("10x2-black", 3),
        ("9x3", 5),
        ("7x4-places", 3),
        ("3x20-distinct", 4),
    ],
)
def test_larger_positions_need_counters(spec: str, number: int) -> None:
    rules = parse_rules_of(Mastermind, spec)
    secret, turns = drawn_turns(rules, 1, number)
    rows = list(turns)
    fitting = candidates(rules, rows)
    assert secret in fitting
    assert codes_of_clauses(rules, constraint_model(rules, rows, "dimacs")) == fitting
    assert codes_of_integers(rules, constraint_model(rules, rows, "smtlib")) == fitting


def test_comments_name_the_rows_in_the_words_of_the_player() -> None:
    rules = Mastermind(3, 3)
    turns = turns_of(rules, "112 1,1", "333 0,0")
    notation = Notation.of(rules, ["a", "b", "c"])
    for form in FORMATS:
        model = constraint_model(rules, turns, form, notation=notation)
        first, second = (line[2:] for line in model.splitlines() if line[2:].startswith("Row "))
        assert (first, second) == ("Row 1: aab 1B 1W.", "Row 2: ccc 0B 0W.")
    speak(LANGUAGES["sr"])
    assert codes_of_clauses(rules, constraint_model(rules, turns, "dimacs")) == candidates(
        rules, list(turns)
    )


def test_rows_whose_answers_are_not_known_say_nothing() -> None:
    rules = Mastermind(3, 3)
    known: Turns = list(turns_of(rules, "112 1,1"))
    rows: Turns = [Turn((2, 2, 2), rules.unknown), *known]
    assert codes_of_clauses(rules, constraint_model(rules, rows, "dimacs")) == candidates(
        rules, known
    )
    assert codes_of_integers(rules, constraint_model(rules, rows, "smtlib")) == candidates(
        rules, known
    )
    for form in FORMATS:
        model = constraint_model(rules, rows, form).splitlines()
        assert [line[2:] for line in model if line[2:].startswith("Row ")] == [
            "Row 1: 333 ?.",
            "Row 2: 112 1B 1W.",
        ]


def test_wrong_arguments_are_refused() -> None:
    rules = Mastermind(3, 3)
    with pytest.raises(InvalidSpec, match="there is no format 'cnf'; known are: dimacs, smtlib"):
        constraint_model(rules, [], "cnf")
    with pytest.raises(IllegalMove):
        constraint_model(rules, turns_of(Mastermind(2, 3), "12 1,1"), "dimacs")
    with pytest.raises(IllegalMove):
        constraint_model(rules, turns_of(Mastermind(3, 3, answer=Answer.BLACK), "123 1"), "dimacs")
