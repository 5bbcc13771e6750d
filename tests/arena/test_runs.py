from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.arena.evaluation import evaluate
from mastermine.arena.run import FAILED, LOST, WON, Entrant, Game, Run
from mastermine.arena.runner import conduct
from mastermine.arena.secret_source import Every, Listed, Sample
from mastermine.arena.standings import Standings
from mastermine.arena.worker import MAX_CACHED_TURN, play_part
from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.oracle import Honest
from mastermine.core.person import present
from mastermine.core.play import Record, play
from mastermine.core.random import Random
from mastermine.core.strategy import Strategy, strategy
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules, parse_rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.mastermind.knowledge import CodeView
    from mastermine.mastermind.rules import Code


def found(*names: str) -> list[Strategy]:
    return [find_strategy(name) for name in names]


def games(run: Run, executor: Any = None) -> Iterator[Game]:
    return (game for part in conduct(run, executor) for game in part.games)


def rounds(run: Run) -> list[list[Record]]:
    """The records of each round."""
    each = [game.record(run) for game in games(run)]
    k = len(run.entrants)
    return [each[at : at + k] for at in range(0, len(each), k)]


def played(spec: str, names: tuple[str, ...], n: int, seed: int | str) -> list[list[Record]]:
    return rounds(Run.of(parse_rules(spec), found(*names), n, seed))


def test_all_look_for_the_same_code_and_each_plays_as_it_does_alone() -> None:
    rules = Mastermind(3, 4, limit=4)
    for records in played("3x4,limit=4", ("knuth", "methodical"), 8, 1):
        code = rules.parse_secret(records[0].secret or "")
        assert records[0].secret == records[1].secret
        for record, chosen in zip(records, found("knuth", "methodical"), strict=True):
            assert record == play(rules, chosen, Honest(rules, code))


def test_a_strategy_plays_the_same_whoever_else_takes_part() -> None:
    alone = played("3x4", ("random-consistent",), 6, 3)
    both = played("3x4", ("knuth", "random", "random-consistent"), 6, 3)
    assert [r[0] for r in alone] == [r[2] for r in both]


def test_the_seed_decides() -> None:
    names = ("random", "random-consistent")
    assert played("3x4", names, 4, 3) == played("3x4", names, 4, 3)
    assert played("3x4", names, 4, 3) != played("3x4", names, 4, 4)
    assert played("3x4", names, 6, "word")[:4] == played("3x4", names, 4, "word")


def test_the_codes_are_those_of_the_streams_that_are_documented() -> None:
    rules = Mastermind(4, 6)
    codes = [records[0].secret for records in played("4x6", ("first-consistent",), 3, 9)]
    streams = [Random(9).fork("round", number) for number in (1, 2, 3)]
    assert codes == [rules.format_secret(rules.draw(stream)) for stream in streams]


def test_rounds_are_played_when_they_are_asked_for() -> None:
    calls = Counter[str]()
    knuth: Any = find_strategy("knuth")

    @strategy("counted")
    def counted(view: CodeView) -> Code:
        """Count the calls."""
        calls["guess"] += 1
        guess: Code = knuth(view)
        return guess

    parts = conduct(Run.of(Mastermind(3, 4), [counted], 10**9, 0))
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

    for _game in games(Run.of(Mastermind(3, 4), [counted], 100, 0)):
        pass
    assert set(calls.values()) == {1}


def test_only_the_first_guesses_are_remembered() -> None:
    calls = Counter[int]()

    @strategy("in-order")
    def in_order(view: CodeView) -> Code:
        """Go through all the codes."""
        calls[len(view.turns)] += 1
        return (len(view.turns),)

    turns = [game.turns or 0 for game in games(Run.of(Mastermind(1, 8), [in_order], 60, 0))]
    assert max(turns) > MAX_CACHED_TURN
    assert all(calls[turn] == 1 for turn in range(MAX_CACHED_TURN))
    assert calls[MAX_CACHED_TURN] == sum(n > MAX_CACHED_TURN for n in turns) > 1


def test_an_executor_changes_nothing_and_keeps_the_order() -> None:
    names = ("random-consistent", "knuth", "random")
    run = Run.of(Mastermind(3, 4, limit=6), found(*names), 150, 4)
    alone = [game.result for game in games(run)]
    assert [result[:2] for result in alone] == [(n, e) for n in range(1, 151) for e in range(3)]
    with ThreadPoolExecutor(2) as threads:
        assert [game.result for game in games(run, threads)] == alone
        endless = games(replace(run, field=Sample(10**9)), threads)
        assert [game.result for game in islice(endless, 5)] == alone[:5]


def test_what_is_missing_is_played_and_no_more() -> None:
    run = Run.of(Mastermind(3, 4, limit=6), found("random-consistent", "knuth"), 40, 4)
    alone = {game[:2]: game.result for game in games(run)}
    missing = [range(3, 5), range(30, 41)]
    some = [g for part in conduct(run, None, missing) for g in part.games]
    assert [g.round for g in some[::2]] == [n for each in missing for n in each]
    assert all(g.result == alone[g[:2]] for g in some)


def test_a_person_does_not_go_to_another_process() -> None:
    with (
        ThreadPoolExecutor(1) as threads,
        pytest.raises(InvalidSpec, match="a person plays one round after the other"),
    ):
        conduct(Run.of(Mastermind(3, 4), found("human"), 2, 1), threads)


class SafeFirst:
    """Rules in which the secret is never the first guess; all else is as in 1x5."""

    inner = Mastermind(1, 5)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def draw(self, rng: Random, first: Code | None = None) -> Code:
        assert first is not None
        return rng.choice([code for code in self.inner.knowledge() if code != first])


def test_the_secret_is_drawn_at_the_first_guess_and_is_the_same_for_all() -> None:
    all_rounds = rounds(Run.of(SafeFirst(), found("first-consistent", "knuth"), 12, 5))
    for records in all_rounds:
        assert len({record.secret for record in records}) == 1
        assert all(len(record.turns) > 1 for record in records)
    assert len({records[0].secret for records in all_rounds}) == 4


def test_a_long_match_comes_near_the_exact_average() -> None:
    rules = Mastermind(3, 4)
    standings = Standings(["entropy"], risky=False)
    for part in conduct(Run.of(rules, found("entropy"), 2000, 1)):
        standings.add(part.games, part.drew)
    [score] = standings.scores
    assert score.wins == standings.rounds == 2000
    assert not score.drew
    assert score.average is not None
    assert score.standard_error is not None
    exact = evaluate(rules, find_strategy("entropy")).average
    assert abs(score.average - exact) < 4 * score.standard_error


def test_every_secret_once_is_the_evaluation() -> None:
    rules = Mastermind(3, 4)
    names = ("entropy", "random-consistent")
    run = Run(rules, tuple(map(Entrant.of, found(*names))), Every.of(rules), 1)
    standings = Standings(run.names, run.risky)
    for part in conduct(run):
        standings.add(part.games, part.drew)
    assert standings.rounds == rules.size
    histogram = evaluate(rules, find_strategy("entropy")).histogram
    assert tuple(standings.scores[0].histogram) == histogram
    assert [score.drew for score in standings.scores] == [False, True]


def test_a_person_is_asked_each_time() -> None:
    class Somebody:
        asked = 0

        def act(self, view: Any) -> Any:
            self.asked += 1
            return (0, 0, 0)

        def answer(self, rules: Any, action: Any) -> Any:
            raise AssertionError

    somebody = Somebody()
    token = present.set(somebody)
    try:
        both = rounds(Run.of(Mastermind(3, 4, limit=2), found("human", "knuth"), 3, 1))
    finally:
        present.reset(token)
    assert somebody.asked == sum(len(records[0].turns) for records in both) >= 5


def test_a_person_who_leaves_has_not_lost() -> None:
    class Nobody:
        def act(self, view: Any) -> Any:
            raise EOFError

    nobody: Any = Nobody()
    token = present.set(nobody)
    try:
        with pytest.raises(EOFError):
            next(conduct(Run.of(Mastermind(3, 4, limit=2), found("human"), 3, 1)))
    finally:
        present.reset(token)


def test_a_run_that_cannot_be_is_refused() -> None:
    rules = Mastermind(4, 6)
    with pytest.raises(InvalidSpec, match="knuth is named twice"):
        Run.of(rules, found("knuth", "entropy", "knuth"), 5, 0)
    with pytest.raises(InvalidSpec, match="at least one strategy"):
        Run.of(rules, [], 5, 0)
    with pytest.raises(InvalidSpec, match="0 rounds is no match; it must be at least 1"):
        Run.of(rules, found("knuth"), 0, 0)
    with pytest.raises(InvalidSpec, match="a time limit of 0 seconds is none"):
        Run.of(rules, found("knuth"), 1, 0, time_limit=0)


def test_who_cannot_play_these_rules_says_so_at_once() -> None:
    with pytest.raises(TooLarge, match="best play of"):
        conduct(Run.of(Mastermind(9, 9, limit=3), found("random", "optimal"), 5, 0))


def test_a_strategy_that_would_never_end_loses() -> None:
    @strategy("stubborn")
    def stubborn(view: CodeView) -> Code:
        """Guess the same code for ever."""
        return (0,) * view.rules.places

    rules = Mastermind(4, 6)
    [game] = games(Run.of(rules, [stubborn], 1, 0))
    assert game.outcome == FAILED
    assert "stubborn never finds the code" in str(game.reason)
    [game] = games(Run.of(replace(rules, limit=7), [stubborn], 1, 0))
    assert (game.outcome, game.turns) == (LOST, 7)


def test_the_secrets_of_a_list_are_met_in_its_order() -> None:
    rules = Mastermind(4, 6)
    field = Listed.of(rules, ["1122", "6 5 4 3", "1,1,1,1"])
    run = Run(rules, (Entrant.of(find_strategy("knuth")),), field, 1)
    assert field.secrets == ("1122", "6543", "1111")
    assert [game.secret for game in games(run)] == list(field.secrets)
    parts = [play_part(run.part(range(n, n + 1)), range(n, n + 1)) for n in (3, 1, 2)]
    assert [part.games[0].secret for part in parts] == ["1111", "1122", "6543"]


def test_a_list_that_cannot_be_read_is_refused() -> None:
    rules = Mastermind(4, 6)
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
    with pytest.raises(InvalidSpec, match="leave -noguess out"):
        parse_rules_of(Minesweeper, "4x4x3-noguess").secrets()
    with pytest.raises(TooLarge, match="that can be gone through"):
        Every.of(parse_rules("expert"))


@pytest.mark.parametrize("moves", [True, False])
def test_listed_and_every_layout_are_played(moves: bool) -> None:
    rules = Minesweeper(3, 3, 2)
    entrant = (Entrant.of(find_strategy("pseq", "minesweeper")),)
    every = Run(rules, entrant, Every.of(rules), 1, moves=moves)
    texts = [rules.format_secret(layout) for layout in rules.secrets()]
    listed = replace(every, field=Listed.of(rules, texts))
    both = [[(g.round, g.outcome, g.guesses) for g in games(run)] for run in (every, listed)]
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
