"""The solver, against lists of all codes; and on games that are too large to list."""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import combinations
from time import monotonic

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.waiting import ctrl_c

from mastermine import parse_rules
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Black, Feedback, Pegs
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.large import conflicts, satisfiability
from mastermine.mastermind.large.conflicts import Conflict, contradiction, first_contradiction
from mastermine.mastermind.large.satisfiability import Undecided, another, several, smallest
from mastermine.mastermind.rules import Answer, Code, Mastermind

pytest.importorskip("ortools")

Turns = list[Turn[Code, Feedback]]

HARD = ("60x10-black", 40, 8)


@st.composite
def games(draw: st.DrawFn, most_turns: int = 5) -> tuple[Mastermind, Turns]:
    """Small rules of all kinds, and turns of which the answers may be of different codes."""
    repeats, blank = draw(st.booleans()), draw(st.booleans())
    places = draw(st.integers(1, 4))
    colours = draw(st.integers(1 if repeats else max(1, places - blank), 5))
    rules = Mastermind(places, colours, repeats, blank, draw(st.sampled_from(Answer)))
    codes = st.sampled_from([tuple(code) for code in universe(rules).tolist()])
    one = draw(codes)
    secrets = st.just(one) if draw(st.booleans()) else st.just(one) | codes
    guesses = draw(st.lists(codes, max_size=most_turns))
    return rules, [Turn(guess, rules.respond(draw(secrets), guess)) for guess in guesses]


def listed(rules: Mastermind, turns: Turns) -> list[Code]:
    """All codes that fit, by the rules alone."""
    return [
        code
        for code in map(tuple, universe(rules).tolist())
        if all(rules.respond(code, turn.action) == turn.feedback for turn in turns)
    ]


def find(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> Code | None:
    """Some code that fits all turns; None where there is none, for certain."""
    clock = satisfiability.Clock(seconds, effort)
    return satisfiability.Codes(rules, turns, clock).find()


def far(spec: str, length: int, share: int, seed: int = 1) -> tuple[Mastermind, Code, Turns]:
    """A game of which up to a share of the guesses, in percent, is right."""
    rules = parse_rules(spec)
    assert isinstance(rules, Mastermind)
    rng = Random(seed)
    secret = rules.draw(rng)
    turns = []
    for _number in range(length):
        drawn = rules.draw(rng)
        near = rules.repeats
        guess = tuple(
            s if near and rng.below(100) < share else d for s, d in zip(secret, drawn, strict=True)
        )
        turns.append(Turn(guess, rules.respond(secret, guess)))
    return rules, secret, turns


def mistaken() -> tuple[Mastermind, Turns]:
    """A large game of which one answer is wrong."""
    rules, _secret, turns = far("12x12", 16, 40)
    wrong = turns[9].feedback
    assert isinstance(wrong, Pegs)
    turns[9] = Turn(turns[9].action, Pegs(wrong.black + 1, wrong.white))
    return rules, turns


@given(games())
@settings(max_examples=40)
def test_the_codes_are_those_of_the_list(game: tuple[Mastermind, Turns]) -> None:
    rules, turns = game
    codes = listed(rules, turns)
    found = find(rules, turns)
    assert found in codes if codes else found is None
    assert smallest(rules, turns) == (codes[0] if codes else None)
    assert find(rules, turns, effort=10) == found
    assert smallest(rules, turns, effort=10) == (codes[0] if codes else None)
    most = min(len(codes), 7)
    some = several(rules, turns, most)
    assert len(set(some)) == most
    assert set(some) <= set(codes)
    assert another(rules, turns, codes) is None
    if codes:
        assert another(rules, turns, codes[1:]) == codes[0]


@given(games(most_turns=4))
@settings(max_examples=30)
def test_all_codes_come_where_there_are_fewer(game: tuple[Mastermind, Turns]) -> None:
    rules, turns = game
    codes = listed(rules, turns)
    if len(codes) < 60:
        assert sorted(several(rules, turns, len(codes) + 1)) == codes


@given(games(most_turns=7))
@settings(max_examples=40)
def test_the_smallest_contradiction(game: tuple[Mastermind, Turns]) -> None:
    rules, turns = game
    found, first = contradiction(rules, turns), first_contradiction(rules, turns)
    if listed(rules, turns):
        assert found is None
        assert first is None
        return
    assert found is not None
    assert found.proven
    assert found.irreducible
    assert found.least == len(found.turns)
    assert list(found.turns) == sorted(set(found.turns))
    assert not listed(rules, [turns[n] for n in found.turns])
    for fewer in combinations(turns, len(found.turns) - 1):
        assert listed(rules, list(fewer))
    assert first is not None
    assert listed(rules, turns[:first])
    assert not listed(rules, turns[: first + 1])


def test_a_larger_contradiction_that_is_found_first_is_not_the_last_word() -> None:
    rules = parse_rules("4x6")
    assert isinstance(rules, Mastermind)
    colours: Turns = [Turn((c,) * 4, Pegs(1, 0)) for c in range(5)]
    turns: Turns = [*colours, Turn((5,) * 4, Pegs(4, 0))]
    assert contradiction(rules, turns) == Conflict((4, 5), True, 2, True)
    # Of five colours each stands once, in four places.
    assert contradiction(rules, colours) == Conflict((0, 1, 2, 3, 4), True, 5, True)
    assert first_contradiction(rules, turns) == 4


@pytest.mark.parametrize(
    ("spec", "length", "share"),
    [
        ("8x12", 9, 30),
        ("12x12", 13, 30),
        ("8x12+blank", 8, 30),
        ("12x12-black", 16, 40),
        ("12x12-places", 4, 10),
        ("12x14-distinct", 12, 0),
        ("16x50-places", 4, 20),
        ("15x64", 12, 40),
        ("40x60", 3, 10),
    ],
)
def test_a_large_game(spec: str, length: int, share: int) -> None:
    rules, secret, turns = far(spec, length, share)
    codes = [find(rules, turns), smallest(rules, turns), *several(rules, turns, 3)]
    for code in codes:
        assert code is not None
        rules.check(code)
        assert all(rules.respond(code, turn.action) == turn.feedback for turn in turns)
    assert codes[1] is not None
    assert codes[1] <= min([code for code in codes if code is not None] + [secret])
    assert first_contradiction(rules, turns) is None


def test_a_large_game_with_one_wrong_answer() -> None:
    rules, turns = mistaken()
    found, first = contradiction(rules, turns), first_contradiction(rules, turns)
    assert found is not None
    assert found.proven
    assert 9 in found.turns
    chosen = [turns[n] for n in found.turns]
    assert find(rules, chosen) is None
    for row in range(len(chosen)):
        assert find(rules, chosen[:row] + chosen[row + 1 :]) is not None
    assert first is not None
    assert find(rules, turns[:first]) is not None
    assert find(rules, turns[: first + 1]) is None


def test_what_is_laborious_is_found_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, _secret, turns = far("12x12", 8, 20)
    wrong: Turns = [*turns, Turn(turns[0].action, Pegs(0, 0))]
    code = smallest(rules, turns)
    assert first_contradiction(rules, wrong) == 8
    monkeypatch.setattr(satisfiability, "IN_ORDER_EFFORT", 1e-6)
    for effort in ("EFFORT", "LITTLE_EFFORT"):
        monkeypatch.setattr(conflicts, effort, 1e-6)
    with pytest.raises(satisfiability.EffortExceeded):
        conflicts._Game(rules, turns, satisfiability.Clock(None)).find(range(8), 1e-6)
    assert smallest(rules, turns) == code
    assert first_contradiction(rules, wrong) == 8
    found = contradiction(rules, wrong)
    assert found is not None
    assert (len(found.turns), found.turns[-1], found.proven) == (2, 8, True)


def test_a_place_that_has_two_colours() -> None:
    rules = parse_rules("12x12-places")
    assert isinstance(rules, Mastermind)
    turns: Turns = [
        Turn(code, rules.respond(secret, code))
        for code, secret in (
            ((0,) * 12, (1, 2) * 6),
            ((5,) * 12, (5,) + (6,) * 11),
            ((7,) * 12, (1,) * 12),
            ((8,) * 12, (8,) + (9,) * 11),
        )
    ]
    assert contradiction(rules, turns) == Conflict((1, 3), True, 2, True)
    assert first_contradiction(rules, turns) == 3


def test_no_turns_at_all() -> None:
    rules, _secret, _turns = far("20x30-distinct", 0, 0)
    assert smallest(rules, []) == tuple(range(20))
    assert contradiction(rules, []) is None
    assert first_contradiction(rules, []) is None


def test_the_same_question_has_the_same_answer() -> None:
    rules, _secret, turns = far("12x12", 8, 20)
    assert find(rules, turns) == find(rules, turns)
    assert several(rules, turns, 5) == several(rules, turns, 5)


def hits(sets: list[set[int]], turns: int, clock: satisfiability.Clock) -> conflicts._Hits:
    made = conflicts._Hits(turns, clock)
    for one in sets:
        made.add(one)
    return made


@given(st.lists(st.sets(st.integers(0, 7), min_size=1), max_size=12))
@settings(max_examples=40)
def test_the_smallest_set_that_hits(sets: list[set[int]]) -> None:
    found = hits(sets, 8, satisfiability.Clock(None)).smallest()
    assert all(one & set(found) for one in sets)
    for fewer in combinations(range(8), max(0, len(found) - 1)):
        assert not found or not all(one & set(fewer) for one in sets)


def test_a_set_that_may_not_be_the_smallest_is_none() -> None:
    rng = Random(1)
    sets = [{rng.below(400) for _turn in range(12)} for _set in range(1500)]
    late = hits(sets, 400, satisfiability.Clock(None, 0.2))
    solver = late.solver()
    assert late.run(solver) == late.cp_model.FEASIBLE
    assert late.clock.spent >= 0.2
    late.clock.spent = 0
    with pytest.raises(Undecided, match=r"^this takes too much effort to decide$"):
        late.smallest()
    late = hits(sets, 400, satisfiability.Clock(0.2))
    late.clock.start = monotonic()
    with pytest.raises(Undecided, match=r"^not decided within 0\.2 s$"):
        late.smallest()


def test_what_is_too_laborious_says_so() -> None:
    rules, _secret, turns = far(*HARD)
    for ask in (find, smallest, contradiction, first_contradiction):
        with pytest.raises(Undecided, match=r"^this takes too much effort to decide$"):
            ask(rules, turns, effort=0.05)
        with pytest.raises(Undecided, match=r"^this takes too much effort to decide$"):
            ask(rules, turns, 3600, effort=0.05)
        with pytest.raises(Undecided, match=r"^this takes too much effort to decide$"):
            ask(rules, turns, effort=0)
        with pytest.raises(Undecided, match=r"^not decided within 0\.05 s$"):
            ask(rules, turns, 0.05, effort=1000)
    with pytest.raises(Undecided, match=r"^this takes too much effort to decide$"):
        another(rules, turns, [], effort=0.05)


def test_no_clock_changes_what_an_effort_finds() -> None:
    rules, _secret, turns = far("12x12", 3, 20)
    outcomes = []
    for _time in range(2):
        with pytest.raises(Undecided, match=r"^this takes too much effort to decide$") as late:
            several(rules, turns, 10**6, effort=0.02)
        outcomes.append(late.value.found)
    assert outcomes[0] == outcomes[1] != ()


def test_an_effort_is_for_all_that_a_call_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(satisfiability, "IN_ORDER_EFFORT", 0.01)
    monkeypatch.setattr(conflicts, "EFFORT", 0.01)
    clocks = []

    class Clock(satisfiability.Clock):
        def __init__(self, seconds: float | None, effort: float | None = None) -> None:
            super().__init__(seconds, effort)
            clocks.append(self)

    monkeypatch.setattr(satisfiability, "Clock", Clock)
    monkeypatch.setattr(conflicts, "Clock", Clock)
    rules, _secret, turns = far(*HARD)
    for ask in (smallest, first_contradiction):
        with pytest.raises(Undecided):
            ask(rules, turns, effort=0.2)
    rules, turns = mistaken()
    found = contradiction(rules, turns, effort=0.02)
    assert found is not None
    assert not found.proven
    assert len(clocks) == 3
    for clock in clocks:
        assert clock.effort is not None
        assert clock.effort <= clock.spent < 1.5 * clock.effort


def test_codes_that_were_found_in_time_are_kept() -> None:
    rules, _secret, turns = far("12x12", 3, 20)
    with pytest.raises(Undecided) as late:
        several(rules, turns, 10**6, 0.3)
    assert late.value.found
    for code in late.value.found:
        assert all(rules.respond(code, turn.action) == turn.feedback for turn in turns)
    again = pickle.loads(pickle.dumps(late.value))
    assert (str(again), again.found) == (str(late.value), late.value.found)


def test_a_contradiction_is_reported_before_it_is_proven_the_smallest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, turns = mistaken()
    requested = 0

    def late(clock: satisfiability.Clock) -> None:
        nonlocal requested
        requested += 1
        if requested > 100:
            raise Undecided("")

    monkeypatch.setattr(satisfiability.Clock, "check", late)
    found = contradiction(rules, turns)
    assert found is not None
    assert not found.proven
    assert found.least <= len(found.turns)
    monkeypatch.undo()
    assert find(rules, [turns[n] for n in found.turns]) is None


def test_other_threads_run_meanwhile_and_may_ask_too() -> None:
    rules, _secret, turns = far(*HARD)
    easy = far("8x12", 9, 30)
    searches = 0
    meanwhile = threading.Event()

    def ask() -> None:
        nonlocal searches
        while not meanwhile.is_set() and searches < 100:
            searches += 1
            with suppress(Undecided):
                find(rules, turns, 0.5)

    thread = threading.Thread(target=ask)
    thread.start()
    while thread.is_alive():
        before = searches
        assert find(easy[0], easy[2]) is not None
        if searches == before:  # an easy question was answered during a hard one
            meanwhile.set()
    assert meanwhile.is_set()


@pytest.mark.rest
def test_a_search_ends_before_its_process_although_interrupted_twice() -> None:
    words = "match 30x8 -s first-consistent --rounds 1 --seed 1 --jobs 1 --time-limit 2 --no-store"
    done = subprocess.run(
        [sys.executable, "-m", "mastermine", *words.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "it took longer than 2 s" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way")
def test_ctrl_c_comes_through() -> None:
    rules, _secret, turns = far(*HARD)
    with ctrl_c():
        find(rules, turns, 60)


def test_turns_of_other_rules_are_refused() -> None:
    rules = parse_rules("4x6-black")
    assert isinstance(rules, Mastermind)
    with pytest.raises(IllegalMove):
        find(rules, [Turn((0, 0, 0, 6), Black(1))])
    with pytest.raises(IllegalMove):
        find(rules, [Turn((0, 0, 0, 0), Pegs(1, 0))])
    with pytest.raises(IllegalMove):
        another(rules, [], [(0, 0, 0)])


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, _secret, turns = far("8x12", 3, 20)
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(InvalidSpec, match=r"pip install 'mastermine\[sat\]'"):
        find(rules, turns)
