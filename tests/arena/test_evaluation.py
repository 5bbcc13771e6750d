from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.arena.games import blind, stubborn

from mastermine.arena.evaluation import Evaluation, evaluate
from mastermine.arena.run import Run
from mastermine.arena.runner import conduct
from mastermine.arena.standings import Standings
from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.core.game import View
from mastermine.core.oracle import Honest
from mastermine.core.play import play
from mastermine.core.strategy import Array, Heuristic, strategy
from mastermine.mastermind import knowledge
from mastermine.mastermind.large import candidates
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy, own_strategies, parse_rules, parse_rules_of
from mastermine.system.native import NATIVE

if TYPE_CHECKING:
    from mastermine.mastermind.knowledge import CodeView
    from mastermine.mastermind.rules import Code

PLAYERS = [name for name in own_strategies() if name != "human"]
RANDOM = ("evolutionary", "genetic", "random", "random-consistent")


def evaluated(spec: str, name: str, **options: Any) -> Evaluation:
    return evaluate(parse_rules(spec), find_strategy(name), **options)


HEURISTICS = [name for name in PLAYERS if isinstance(find_strategy(name), Heuristic)]
SMALL = ["3x4", "3x5-distinct", "3x3+blank-black", "3x3-places"]


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        *[(name, spec) for name in PLAYERS if name not in RANDOM for spec in SMALL],
        *[(name, "4x5") for name in HEURISTICS if NATIVE],
    ],
)
def test_walking_the_tree_equals_playing_every_code(name: str, spec: str) -> None:
    rules, chosen = parse_rules_of(Mastermind, spec), find_strategy(name)
    try:
        chosen(View(rules))
    except InvalidSpec:
        with pytest.raises(InvalidSpec, match="has other rules"):
            evaluate(rules, chosen)
        return
    walked = evaluate(rules, chosen)
    if not walked.exact:  # It drew random numbers: each code was played.
        assert walked.codes == rules.size
        return
    played = [len(play(rules, chosen, Honest(rules, code)).turns) for code in rules.knowledge()]
    counted = tuple(played.count(guesses) for guesses in range(1, max(played) + 1))
    assert walked.histogram == counted


@pytest.mark.rest
@pytest.mark.parametrize("name", PLAYERS)
def test_an_executor_changes_nothing(name: str) -> None:
    with ThreadPoolExecutor(2) as executor:
        for spec in ("3x4", "2x1", "1x3"):
            assert evaluated(spec, name, executor=executor) == evaluated(spec, name)


def test_processes_change_nothing() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        for name in ("knuth", "one-colour", "random-consistent"):
            assert evaluated("3x5", name, executor=executor) == evaluated("3x5", name)


def test_the_limit_of_guesses_is_ignored() -> None:
    assert evaluated("3x4,limit=1", "knuth") == evaluated("3x4", "knuth")


def test_a_random_strategy_plays_each_code_once_and_repeats_itself() -> None:
    found = evaluated("3x4", "random-consistent", seed=5)
    assert not found.exact
    assert found.codes == 64
    assert found.standard_error is not None
    assert found == evaluated("3x4", "random-consistent", seed=5)
    assert found != evaluated("3x4", "random-consistent", seed=6)


def test_the_json_form() -> None:
    found = evaluated("2x2", "first-consistent").to_dict()
    assert json.loads(json.dumps(found)) == {
        "strategy": "first-consistent",
        "total": 8,
        "average": 2.0,
        "worst": 3,
        "histogram": {"1": 1, "2": 2, "3": 1},
        "exact": True,
        "standard_error": None,
    }


def test_a_person_is_not_evaluated() -> None:
    with pytest.raises(InvalidSpec, match="human cannot be evaluated"):
        evaluated("4x6", "human")


@pytest.mark.parametrize("name", ["knuth", "one-colour", "random"])
def test_too_many_codes(name: str) -> None:
    text = rf"mastermind:12x12 has .* codes; {name} can play every code only up to 2,097,152"
    with pytest.raises(TooLarge, match=text):
        evaluated("12x12", name)
    for spec in ("30x2", "255x255"):
        with pytest.raises(TooLarge, match=rf"{name} can .* only up to .*; play a sample of them"):
            evaluated(spec, name)


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("name", ["first-consistent", "first-consistent:first=1122"])
def test_more_codes_are_listed_if_no_guess_is_rated(
    name: str, threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = evaluated("4x5", name)
    for module in (knowledge, candidates):
        monkeypatch.setattr(module, "MAX_CODES", 600)
    with ThreadPoolExecutor(1) as pool:
        assert evaluated("4x5", name, executor=pool if threads else None) == expected
    with pytest.raises(TooLarge, match=r"has 625 codes; entropy can play every .* up to 600"):
        evaluated("4x5", "entropy")
    monkeypatch.setattr(candidates, "MAX_ENUMERATED_CODES", 624)
    with pytest.raises(TooLarge, match=r"first-consistent.* can play every .* up to 624"):
        evaluated("4x5", name)


# A sample


@pytest.mark.parametrize("name", ["knuth", "one-colour", "random-consistent", "knuth:first=1234"])
def test_a_sample_has_the_games_of_a_match(name: str) -> None:
    rules, chosen = parse_rules_of(Mastermind, "4x5"), find_strategy(name)
    run = Run.of(rules.with_limit(None), [chosen], 40, 3, moves=False)
    standings = Standings(run.names, run.risky)
    for part in conduct(run, None):
        standings.add(part.games, part.drew)
    found = evaluate(rules, chosen, seed=3, sample=40)
    assert list(found.histogram) == list(standings.scores[0].histogram)
    assert (found.codes, found.exact, found.rated) == (40, False, False)
    assert found.standard_error == standings.scores[0].standard_error
    with ThreadPoolExecutor(2) as executor:
        assert evaluate(rules, chosen, executor, seed=3, sample=40) == found
    assert evaluate(rules, chosen, seed=4, sample=40) != found


def test_in_large_games_a_sample_is_played_with_rated_guesses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exact = evaluated("4x6", "entropy", sample=100)
    monkeypatch.setattr(knowledge, "MAX_SEARCHED_CODES", 1000)
    found = evaluated("4x6", "entropy", sample=100)
    assert (found.codes, found.rated, exact.rated) == (100, True, False)
    assert abs(found.average - exact.average) < 0.2
    assert not evaluated("4x6", "first-consistent", sample=100).rated
    assert not evaluated("4x6", "one-colour", sample=100).rated


@pytest.mark.parametrize("sample", [0, 64, 1000])
def test_a_sample_is_smaller_than_the_game(sample: int) -> None:
    with pytest.raises(InvalidSpec, match="must have 1 to 63 codes; mastermind:3x4 has 64 in all"):
        evaluated("3x4", "knuth", sample=sample)


@strategy("waster")
def waster(view: CodeView) -> Code:
    """Spend guesses that tell nothing, and find the code all the same."""
    for colour in range(view.rules.symbols):
        if (guess := (colour,) * view.rules.places) not in [turn.action for turn in view.turns]:
            return guess
    return view.knowledge.first()


@strategy("worst-first")
def worst_first(size: Array) -> Array:
    """Prefer the guess that tells least."""
    return -size * size


@pytest.mark.parametrize("threads", [False, True])
def test_a_strategy_that_never_finds_a_code_is_reported(threads: bool) -> None:
    with ThreadPoolExecutor(1) as pool:
        executor = pool if threads else None
        with pytest.raises(
            IllegalMove, match=r"finds the code [12]22: in turn 2 it repeats its guess 111"
        ):
            evaluate(Mastermind(3, 4), stubborn, executor)
        with pytest.raises(IllegalMove, match=r"find the code 12: .* after 1,200 turns"):
            evaluate(Mastermind(2, 2), blind, executor)
        with pytest.raises(InvalidSpec, match="gives no information"):
            evaluate(Mastermind(3, 4), worst_first, executor)


def test_guesses_that_tell_nothing_are_allowed() -> None:
    found = evaluate(Mastermind(2, 3), waster)
    assert found.codes == 9
    assert np.argmax(found.histogram) >= 3
