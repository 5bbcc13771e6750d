from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games import games_of, run_of, standings_of

from mastermine.arena.evaluation import evaluate
from mastermine.arena.run import LOST, WON, Entrant, Run
from mastermine.arena.runner import conduct
from mastermine.arena.secret_source import Every, Listed, Sample
from mastermine.arena.worker import MAX_CACHED_TURN, play_part
from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.person import present
from mastermine.core.random import Random
from mastermine.core.strategy import strategy
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules, parse_rules_of

if TYPE_CHECKING:
    from mastermine.mastermind.knowledge import CodeView
    from mastermine.mastermind.rules import Code


def test_the_codes_are_those_of_the_streams_that_are_documented() -> None:
    rules = Mastermind(4, 6)
    codes = [game.secret for game in games_of(run_of("4x6", "first-consistent", 3, 9))]
    streams = [Random(9).fork("round", number) for number in (1, 2, 3)]
    assert codes == [rules.format_secret(rules.draw(stream)) for stream in streams]


def test_rounds_are_played_when_they_are_requested() -> None:
    calls = Counter[str]()
    knuth: Any = find_strategy("knuth")

    @strategy("counted")
    def counted(view: CodeView) -> Code:
        """Count the calls."""
        calls["guess"] += 1
        guess: Code = knuth(view)
        return guess

    parts = conduct(run_of("3x4", [counted], 10**9))
    assert calls["guess"] == 1  # the opening guess only: it can play
    assert next(parts).numbers == range(1, 2)
    assert 2 <= calls["guess"] < 12


def test_equal_turns_are_thought_about_once() -> None:
    calls = Counter[object]()
    knuth: Any = find_strategy("knuth")

    @strategy("counted")
    def counted(view: CodeView) -> Code:
        """Count the calls."""
        calls[view.turns] += 1
        guess: Code = knuth(view)
        return guess

    games_of(run_of("3x4", [counted], 100))
    assert set(calls.values()) == {1}


def test_only_the_first_guesses_are_remembered() -> None:
    calls = Counter[int]()

    @strategy("in-order")
    def in_order(view: CodeView) -> Code:
        """Go through all the codes."""
        calls[len(view.turns)] += 1
        return (len(view.turns),)

    turns = [game.turns or 0 for game in games_of(run_of("1x8", [in_order], 60))]
    assert max(turns) > MAX_CACHED_TURN
    assert all(calls[turn] == 1 for turn in range(MAX_CACHED_TURN))
    assert calls[MAX_CACHED_TURN] == sum(n > MAX_CACHED_TURN for n in turns) > 1


class SafeFirst:
    """Rules in which the secret is never the first guess; all else is as in 1x5."""

    inner = Mastermind(1, 5)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def draw(self, rng: Random, first: Code | None = None) -> Code:
        assert first is not None
        return rng.choice([code for code in self.inner.knowledge() if code != first])


def test_the_secret_is_drawn_at_the_first_guess_and_is_the_same_for_all() -> None:
    strategies = [find_strategy("first-consistent"), find_strategy("knuth")]
    games = games_of(Run.of(SafeFirst(), strategies, 12, 5))
    assert all(game.turns and game.turns > 1 for game in games)
    assert [game.secret for game in games[::2]] == [game.secret for game in games[1::2]]
    assert len({game.secret for game in games}) == 4


def test_every_secret_once_is_the_evaluation() -> None:
    rules = Mastermind(3, 4)
    standings = standings_of(run_of("3x4", "entropy,random-consistent"))
    assert standings.rounds == rules.size
    histogram = evaluate(rules, find_strategy("entropy")).histogram
    assert tuple(standings.scores[0].histogram) == histogram
    assert [score.drew for score in standings.scores] == [False, True]


def test_a_person_is_asked_each_time() -> None:
    class Somebody:
        requested = 0

        def act(self, view: Any) -> Any:
            self.requested += 1
            return (0, 0, 0)

        def answer(self, rules: Any, action: Any) -> Any:
            raise AssertionError

    somebody = Somebody()
    token = present.set(somebody)
    try:
        games = games_of(run_of("3x4,limit=2", "human,knuth", 3))
    finally:
        present.reset(token)
    assert somebody.requested == sum(game.turns or 0 for game in games[::2]) >= 5


def test_a_person_who_leaves_has_not_lost() -> None:
    class Nobody:
        def act(self, view: Any) -> Any:
            raise EOFError

    nobody: Any = Nobody()
    token = present.set(nobody)
    try:
        with pytest.raises(EOFError):
            next(conduct(run_of("3x4,limit=2", "human", 3)))
    finally:
        present.reset(token)


def test_a_run_that_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidSpec, match="knuth is named twice"):
        run_of("4x6", "knuth,entropy,knuth", 5)
    with pytest.raises(InvalidSpec, match="at least one strategy"):
        run_of("4x6", [], 5)
    with pytest.raises(InvalidSpec, match="number of rounds must be at least 1, not 0"):
        run_of("4x6", "knuth", 0)
    with pytest.raises(InvalidSpec, match="time limit must be more than 0 and at most 10,000,000"):
        run_of("4x6", "knuth", 1, time_limit=0)


def test_the_secrets_of_a_list_are_met_in_its_order() -> None:
    rules = Mastermind(4, 6)
    field = Listed.of(rules, ["1122", "6 5 4 3", "1,1,1,1"])
    run = replace(run_of("4x6", "knuth"), field=field)
    assert field.secrets == ("1122", "6543", "1111")
    assert [game.secret for game in games_of(run)] == list(field.secrets)
    parts = [play_part(run.part(range(n, n + 1)), range(n, n + 1)) for n in (3, 1, 2)]
    assert [part.games[0].secret for part in parts] == ["1111", "1122", "6543"]
    with pytest.raises(InvalidSpec, match="secret 2, '11222': "):
        Listed.of(rules, ["1122", "11222"])
    with pytest.raises(InvalidSpec, match="the list of secrets is empty"):
        Listed.of(rules, [])


def test_every_layout_of_a_small_field_is_met_once() -> None:
    for spec, count in (("3x3x2", 28), ("3x3x2-any", 36), ("4x4x3-open", 220)):
        rules = parse_rules_of(Minesweeper, spec)
        layouts = list(rules.secrets())
        assert len(layouts) == len(rules.secrets()) == len(set(layouts)) == count
        assert all(layout.count == rules.mines for layout in layouts)
        assert [layout.cells for layout in layouts] == sorted(
            (layout.cells for layout in layouts), key=lambda cells: [(y, x) for x, y in cells]
        )
        assert rules.first.value == "any" or all((0, 0) not in layout for layout in layouts)
        assert rules.secrets()[-1] == layouts[-1]
        assert rules.secrets()[1:3] == layouts[1:3]
        with pytest.raises(IndexError):
            rules.secrets()[count]
    with pytest.raises(InvalidSpec, match="remove -noguess"):
        parse_rules_of(Minesweeper, "4x4x3-noguess").secrets()
    with pytest.raises(TooLarge, match="has too many layouts to list"):
        Every.of(parse_rules("expert"))


def test_listed_and_every_layout_are_played_without_moves() -> None:
    rules = Minesweeper(3, 3, 2)
    every = run_of("3x3x2", "pseq", moves=False)
    texts = [rules.format_secret(layout) for layout in rules.secrets()]
    listed = replace(every, field=Listed.of(rules, texts))
    both = [[(g.round, g.outcome, g.guesses) for g in games_of(run)] for run in (every, listed)]
    assert both[0] == both[1]
    assert {outcome for _n, outcome, _guesses in both[0]} == {WON, LOST}


@given(
    spec=st.sampled_from(["4x6", "bulls-and-cows", "expert-noguess"]),
    names=st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=3, unique=True),
    field=st.builds(Sample, st.integers(1, 10**9))
    | st.builds(Listed, st.lists(st.text(), min_size=1).map(tuple)),
    seed=st.integers() | st.text(),
    limit=st.none() | st.floats(0.001, 1e6),
    source=st.none() | st.text(),
    moves=st.booleans(),
)
def test_a_run_is_its_json(
    spec: str,
    names: list[str],
    field: Any,
    seed: int | str,
    limit: float | None,
    source: str | None,
    moves: bool,
) -> None:
    entrants = tuple(Entrant(name, f"{name}.py", source) for name in names)
    run = Run(parse_rules(spec), entrants, field, seed, limit, moves)
    assert Run.from_json(run.to_json()) == run


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"rules":"4x6"}', "1", '{"rules":7}'])
def test_what_is_no_run_is_refused(text: str) -> None:
    with pytest.raises(InvalidSpec):
        Run.from_json(text)
