"""Deduction held against the list of all codes, and its sentences on chosen positions."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mastermind.turns import Turns, drawn_turns, turns_of

from mastermine.arena.watchdog import allowed
from mastermine.core.errors import Contradiction
from mastermine.core.game import Turn
from mastermine.mastermind.deduction import (
    LADDER,
    NAMES,
    Position,
    deduce,
    essence,
    proof,
    refutation,
    rung,
)
from mastermine.mastermind.deduction.step import Step
from mastermine.mastermind.knowledge import Candidates, consistent, universe
from mastermine.mastermind.reference import Codes
from mastermine.mastermind.rules import Code, Mastermind

CLASSIC = Mastermind.parse("mastermind:4x6")
SMALL = Mastermind.parse("mastermind:3x4")


def fitting(rules: Mastermind, codes: Codes, turns: Turns) -> Codes:
    """The codes that are consistent with all turns."""
    cells = codes.tobytes()
    for turn in turns:
        cells = consistent(rules, cells, turn)
    return Candidates(rules, (), cells).codes


def check(rules: Mastermind, turns: Turns) -> list[Step]:
    """Checks that each step follows from its rows, and that all that is certain is found."""
    steps = [*deduce(rules, turns)]
    known = Position.start(rules)
    for step in steps:
        assert step.before == known
        codes = fitting(
            rules, known.fit(universe(rules)), (*(turns[row - 1] for row in step.rows),)
        )
        assert len(step.after.fit(codes)) == len(codes)
        assert step.after != known
        assert rung(step) < len(LADDER)
        assert "{" not in step.sentence()
        known = step.after
    assert known == Position.of_codes(Candidates(rules, turns).codes, rules.symbols)
    return steps


@pytest.mark.parametrize(
    ("spec", "rows", "proving"),
    [
        ("mastermind:5x8", "18544 0B 2W; 88734 0B 3W; 37123 0B 2W", (49, 50, 51, 53)),
        (
            "mastermind:16x2",
            "2212111211111111 12B 2W; 2211112212211212 8B 6W; 2121222221221121 6B 6W",
            (1, 2, 3),
        ),
    ],
)
def test_many_rows_take_seconds(spec: str, rows: str, proving: tuple[int, ...]) -> None:
    rules = Mastermind.parse(spec)
    with allowed(20):  # It would be minutes if all triples of rows were combined.
        assert check(rules, turns_of(rules, *rows.split("; ")) * 20)[-1].rows == proving


def canonical(rows: tuple[Code, ...]) -> tuple[Code, ...]:
    """The least of the rows that differ only in the order of places, the names of colours, rows."""
    least = None
    for order in permutations(range(len(rows[0]))):
        for these in permutations(rows):
            names: dict[int, int] = {}
            moved = tuple(
                tuple(names.setdefault(row[p], len(names)) for p in order) for row in these
            )
            least = moved if least is None or moved < least else least
    assert least is not None
    return least


def histories(rules: Mastermind, n: int) -> list[Turns]:
    """All sets of n rows with answers that some code gives, up to symmetry."""
    codes = [*rules.knowledge()]
    guesses = {canonical(rows) for rows in combinations_with_replacement(codes, n)}
    found: list[Turns] = []
    for rows in sorted(guesses):
        answers = {tuple(rules.respond(code, row) for row in rows) for code in codes}
        found += [tuple(map(Turn, rows, each)) for each in sorted(answers)]
    return found


@pytest.mark.rest
def test_all_two_rows_of_a_small_game() -> None:
    for turns in histories(SMALL, 2):
        check(SMALL, turns)


@pytest.mark.rest
def test_all_three_rows_of_a_small_game() -> None:
    """A part of them; ``python benchmarks/reasons.py --histories`` checks all."""
    for turns in histories(SMALL, 3)[::20]:
        check(SMALL, turns)


SPECS = ("4x6", "4x10-distinct", "4x6-black", "3x5-places", "4x4+blank", "3x5-distinct-black")


@given(st.sampled_from(SPECS), st.integers(0, 10**6), st.integers(1, 6))
def test_steps_are_sound_and_complete(spec: str, seed: int, rows: int) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    _secret, turns = drawn_turns(rules, seed, rows)
    check(rules, turns)


@given(st.integers(0, 10**6), st.integers(2, 6))
def test_the_essence_leads_to_the_same_places_with_no_step_to_spare(seed: int, rows: int) -> None:
    _secret, turns = drawn_turns(CLASSIC, seed, rows)
    every, needed = [*deduce(CLASSIC, turns)], essence(CLASSIC, turns)
    assert len(needed) <= len(every)
    if every:
        goal, reached = every[-1].after, Position.start(CLASSIC)
        for step in needed:
            assert step.before == reached
            before = step.before.fit(universe(CLASSIC))
            codes = fitting(CLASSIC, before, (*(turns[row - 1] for row in step.rows),))
            assert len(step.after.fit(codes)) == len(codes)
            reached = step.after
        assert (reached.domains, reached.least) == (goal.domains, goal.least)


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_a_refutation_ends_with_the_step_that_excludes_the_code(seed: int, rows: int) -> None:
    secret, turns = drawn_turns(CLASSIC, seed, rows)
    assert refutation(CLASSIC, turns, secret) == []
    for code in list(product(range(6), repeat=4))[seed % 97 :: 97]:
        if steps := refutation(CLASSIC, turns, code):
            assert code not in Candidates(CLASSIC, turns)
            *earlier, last = steps
            assert all(step.after.allows(code) for step in earlier)
            assert not last.after.allows(code)


def test_later_rows_alone() -> None:
    turns = turns_of(CLASSIC, "1122 0B 0W", "3344 1B 1W")
    steps = [*deduce(CLASSIC, turns, since=1)]
    assert steps[0].rows == (2,)
    assert steps[0].before == [*deduce(CLASSIC, turns[:1])][-1].after
    assert [*deduce(CLASSIC, turns, since=2)] == []


def test_rows_whose_answers_are_not_known_count_but_say_nothing() -> None:
    known = [*deduce(CLASSIC, ["1122 1B 1W", "1134 0B 2W"])]
    steps = [*deduce(CLASSIC, ["5566 ?", "1122 1B 1W", "3344 ?", "1134 0B 2W"])]
    assert [step.facts for step in steps] == [step.facts for step in known]
    numbers = {1: 2, 2: 4}
    assert [step.rows for step in steps] == [
        tuple(numbers[row] for row in step.rows) for step in known
    ]
    assert "row 4" in steps[0].sentence()


def test_rows_that_contradict_each_other() -> None:
    with pytest.raises(Contradiction):
        next(deduce(CLASSIC, turns_of(CLASSIC, "1122 0B 0W", "1111 1B 0W")))
    large = Mastermind.parse("mastermind:12x20")
    rows = turns_of(large, f"{','.join(['1'] * 12)} 0B 0W", f"{','.join(['1'] * 12)} 3B 0W")
    for find in (deduce, essence):
        with pytest.raises(Contradiction):
            list(find(large, rows))


def test_a_game_with_too_many_codes_to_list() -> None:
    large = Mastermind.parse("mastermind:12x20")
    turns = turns_of(large, f"{','.join(['1'] * 12)} 0B 0W", f"{','.join(['2'] * 12)} 3B 0W")
    steps = [*deduce(large, turns)]
    assert [step.rule for step in steps][:2] == ["empty row", "colours of a row"]
    assert steps[-1].after.most[1] == 0
    assert (steps[-1].after.least[2], steps[-1].after.most[2]) == (3, 3)


def test_texts_of_turns_are_enough() -> None:
    assert next(deduce(CLASSIC, "1122 0,0")).rule == "empty row"


GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "reasons.json").read_text("utf-8"))
"""A position in which each rule occurs, and its sentence."""


@pytest.mark.parametrize("rule", NAMES)
def test_sentences(rule: str) -> None:
    golden = GOLDEN[rule]
    steps = [*deduce(Mastermind.parse(f"mastermind:{golden['rules']}"), golden["rows"])]
    assert golden["sentence"] in [step.sentence() for step in steps if step.rule == rule]


@pytest.mark.parametrize(
    ("seed", "sentence"),
    [
        (16, "Rows 2 and 3 together have 1 fewer in the code than row 1 (known: "),
        (4, "Rows 1 and 2 together have as many in the code as row 3 (known: "),
    ],
)
def test_two_rows_have_no_more_than_a_third(seed: int, sentence: str) -> None:
    _secret, turns = drawn_turns(CLASSIC, seed, 3)
    assert any(step.sentence().startswith(sentence) for step in deduce(CLASSIC, turns))


def test_a_proof_has_the_steps_that_it_needs() -> None:
    turns = turns_of(CLASSIC, "1122 0B 0W", "3344 2B 0W", "3355 1B 0W")
    steps = proof(CLASSIC, turns, lambda position: position.most[4] == 0)
    assert steps
    assert steps[-1].after.most[4] == 0
    assert proof(CLASSIC, turns, lambda position: position.least[5] == 4) == []
