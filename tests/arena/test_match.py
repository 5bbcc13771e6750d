from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

from mastermine.arena.evaluation import evaluate
from mastermine.arena.match import OPENING, Round, Standings, match, play_round
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.oracle import Honest
from mastermine.core.person import present
from mastermine.core.play import play
from mastermine.core.random import Random
from mastermine.core.strategy import Strategy, strategy
from mastermine.games import find_strategy, parse_rules

if TYPE_CHECKING:
    from mastermine.mastermind.knowledge import CodeView
    from mastermine.mastermind.rules import Code


def found(*names: str) -> list[Strategy]:
    return [find_strategy(name) for name in names]


def played(spec: str, names: tuple[str, ...], rounds: int, seed: int | str) -> list[Round]:
    return list(match(parse_rules(spec), found(*names), rounds, seed))


def test_all_look_for_the_same_code_and_each_plays_as_it_does_alone() -> None:
    rules = parse_rules("3x4,limit=4")
    for turn in played("3x4,limit=4", ("knuth", "methodical"), 8, 1):
        code = rules.parse_secret(turn.secret)
        assert [record.secret for record in turn.records] == [turn.secret] * 2
        for record, chosen in zip(turn.records, found("knuth", "methodical"), strict=True):
            assert record == play(rules, chosen, Honest(rules, code))


def test_a_strategy_plays_the_same_whoever_else_takes_part() -> None:
    alone = played("3x4", ("random-consistent",), 6, 3)
    both = played("3x4", ("knuth", "random", "random-consistent"), 6, 3)
    assert [r.records[0] for r in alone] == [r.records[2] for r in both]


def test_the_seed_decides() -> None:
    names = ("random", "random-consistent")
    assert played("3x4", names, 4, 3) == played("3x4", names, 4, 3)
    assert played("3x4", names, 4, 3) != played("3x4", names, 4, 4)
    assert played("3x4", names, 6, "word")[:4] == played("3x4", names, 4, "word")


def test_the_codes_are_those_of_the_streams_that_are_documented() -> None:
    rules = parse_rules("4x6")
    codes = [r.secret for r in played("4x6", ("first-consistent",), 3, 9)]
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

    rounds = match(parse_rules("3x4"), [counted], 10**9, 0)
    assert calls["guess"] == 1  # the opening guess only: it can play
    assert [next(rounds).number, next(rounds).number] == [1, 2]
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

    for _round in match(parse_rules("3x4"), [counted], 100, 0):
        pass
    assert set(calls.values()) == {1}


def test_only_the_first_guesses_are_remembered() -> None:
    calls = Counter[int]()

    @strategy("in-order")
    def in_order(view: CodeView) -> Code:
        """Go through all the codes."""
        calls[len(view.turns)] += 1
        return (len(view.turns),)

    rules = parse_rules("1x8")
    rounds = list(match(rules, [in_order], 60, 0))
    longest = max(len(turn.records[0].turns) for turn in rounds)
    assert longest > OPENING
    assert all(calls[turn] == 1 for turn in range(OPENING))
    assert calls[OPENING] == sum(len(turn.records[0].turns) > OPENING for turn in rounds) > 1


def test_a_round_depends_on_its_number_and_the_seed_alone() -> None:
    rules, players = parse_rules("3x5,limit=6"), found("random-consistent", "knuth", "random")
    rounds = list(match(rules, players, 9, "seed"))
    for turn in reversed(rounds):
        assert play_round(rules, players, "seed", turn.number) == turn


def test_an_executor_changes_nothing_and_keeps_the_order() -> None:
    rules, players = parse_rules("3x4,limit=6"), found("random-consistent", "knuth", "random")
    alone = list(match(rules, players, 150, 4))
    with ThreadPoolExecutor(2) as threads:
        assert list(match(rules, players, 150, 4, threads)) == alone
        assert list(islice(match(rules, players, 10**9, 4, threads), 5)) == alone[:5]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert list(match(rules, players, 150, 4, processes)) == alone


def test_a_person_does_not_go_to_another_process() -> None:
    with (
        ThreadPoolExecutor(1) as threads,
        pytest.raises(InvalidSpec, match="a person plays one round after the other"),
    ):
        match(parse_rules("3x4"), found("human"), 2, 1, threads)


class SafeFirst:
    """Rules in which the secret is never the first guess; all else is as in 1x5."""

    inner = parse_rules("1x5")

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def draw(self, rng: Random, first: Code | None = None) -> Code:
        assert first is not None
        return rng.choice([code for code in self.inner.knowledge() if code != first])


def test_the_secret_is_drawn_at_the_first_guess_and_is_the_same_for_all() -> None:
    rules: Any = SafeFirst()
    both = found("first-consistent", "knuth")
    rounds = list(match(rules, both, 12, 5))
    for turn in rounds:
        assert len({record.secret for record in turn.records}) == 1
        assert all(len(record.turns) > 1 for record in turn.records)
    assert len({turn.secret for turn in rounds}) == 4


def test_a_long_match_comes_near_the_exact_average() -> None:
    rules = parse_rules("3x4")
    standings = Standings(found("entropy"))
    for turn in match(rules, found("entropy"), 2000, 1):
        standings.add(turn)
    [score] = standings.scores
    assert score.wins == standings.rounds == 2000
    assert score.average is not None
    assert score.standard_error is not None
    exact = evaluate(rules, find_strategy("entropy")).average
    assert abs(score.average - exact) < 4 * score.standard_error


def test_standings_count_wins_and_losses() -> None:
    rules = parse_rules("4x6,limit=3")
    standings = Standings(found("knuth", "random"))
    for turn in match(rules, found("knuth", "random"), 50, 2):
        standings.add(turn)
    for score in standings.scores:
        assert score.wins + score.losses == 50
        assert score.losses > 0
        assert score.worst is None or score.worst <= 3
    data = json.loads(json.dumps(standings.scores[0].to_dict()))
    assert list(data) == [
        "strategy",
        "wins",
        "losses",
        "average",
        "standard_error",
        "total",
        "worst",
        "histogram",
    ]
    assert data["total"] == sum(int(g) * n for g, n in data["histogram"].items())


def test_nothing_is_undefined_without_wins() -> None:
    [score] = Standings(found("knuth")).scores
    assert (score.average, score.standard_error, score.worst, score.total) == (None, None, None, 0)


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
        rounds = list(match(parse_rules("3x4,limit=2"), found("human", "knuth"), 3, 1))
    finally:
        present.reset(token)
    assert somebody.asked == sum(len(r.records[0].turns) for r in rounds) >= 5


def test_a_match_that_cannot_be_is_refused_at_once() -> None:
    rules = parse_rules("4x6")
    with pytest.raises(InvalidSpec, match="knuth is named twice"):
        match(rules, found("knuth", "entropy", "knuth"), 5, 0)
    with pytest.raises(InvalidSpec, match="at least one strategy"):
        match(rules, [], 5, 0)
    with pytest.raises(InvalidSpec, match="0 rounds is no match; it must be at least 1"):
        match(rules, found("knuth"), 0, 0)


def test_a_strategy_that_would_never_end_is_reported() -> None:
    @strategy("stubborn")
    def stubborn(view: CodeView) -> Code:
        """Guess the same code for ever."""
        return (0,) * view.rules.places

    rules = parse_rules("4x6")
    with pytest.raises(IllegalMove, match="stubborn never finds the code"):
        list(match(rules, [stubborn], 5, 0))
    [turn] = match(replace(rules, limit=7), [stubborn], 1, 0)
    assert turn.records[0].outcome == "lost"
    assert len(turn.records[0].turns) == 7
