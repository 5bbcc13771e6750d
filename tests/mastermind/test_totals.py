"""Totals over all codes, which no filter, no kernel and no renaming may change."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.core.strategy import Heuristic
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.kernels import backend, cost_table, kind
from mastermine.mastermind.knowledge import Candidates
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.system.native import NATIVE

Rename = Callable[[Code], Code]

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden/mastermind_totals.json").read_text("utf-8")
)


def heuristic(name: str) -> Heuristic:
    found = find_strategy(name)
    assert isinstance(found, Heuristic)
    return found


def cases() -> list[Any]:
    """Each golden total on the native core, where it is in use, and the smallest on both."""
    return [
        pytest.param(
            each,
            core,
            symmetry,
            id=f"{each['rules']}-{each['strategy']}-{core}-{'' if symmetry else 'no-'}symmetry",
            marks=[pytest.mark.rest]
            if core == "reference"
            and (each["rules"], each["strategy"], symmetry) != ("4x6", "knuth", True)
            else [],
        )
        for each in GOLDEN
        for core in (["native", "reference"] if NATIVE else ["reference"])
        for symmetry in (True, False)
    ]


@pytest.mark.parametrize(("golden", "core", "symmetry"), cases())
def test_total(
    golden: dict[str, Any], core: str, symmetry: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "backend", reference if core == "reference" else backend)
    all_codes = parse_rules_of(Mastermind, golden["rules"]).knowledge()
    histogram = all_codes.histogram(heuristic(golden["strategy"]), symmetry)
    assert sum((i + 1) * n for i, n in enumerate(histogram)) == golden["total"]
    assert histogram == golden["histogram"]
    assert golden["source"]


def renaming(rules: Mastermind, rng: Random) -> tuple[Rename, Rename]:
    """Other names for the colours and, where answers do not tell them apart, for the places."""
    colours, places = list(range(rules.symbols)), list(range(rules.places))
    rng.shuffle(colours)
    if rules.answer is not Answer.PLACES:
        rng.shuffle(places)

    def there(code: Code) -> Code:
        return tuple(colours[code[place]] for place in places)

    def back(code: Code) -> Code:
        return tuple(colours.index(code[places.index(place)]) for place in range(rules.places))

    return there, back


SPECS = ["3x4", "4x3-black", "3x5-distinct", "3x3-places", "3x3+blank", "4x4"]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", ["knuth", "entropy", "most-parts"])
def test_a_renamed_player_needs_as_many_guesses(spec: str, name: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    judge = heuristic(name)
    there, back = renaming(rules, Random(f"{spec} {name}"))

    def total(turns: tuple[Turn[Code, Feedback], ...], known: Candidates) -> int:
        """Guesses for all codes by one who knows every code under another name."""
        as_named = View(rules, [Turn(back(turn.action), turn.feedback) for turn in turns])
        guess = there(judge(as_named))
        after = [Turn(guess, each) for each in known.split(guess) if not rules.solved(each)]
        return len(known) + sum(total((*turns, turn), known.after(turn)) for turn in after)

    histogram = rules.knowledge().histogram(judge)
    assert total((), rules.knowledge()) == sum((i + 1) * n for i, n in enumerate(histogram))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(4))
def test_a_renamed_game_has_renamed_candidates_and_equal_costs(spec: str, seed: int) -> None:
    rules = parse_rules_of(Mastermind, spec)
    rng = Random(seed)
    there, back = renaming(rules, rng)
    secret = rules.draw(rng)
    one = other = rules.knowledge()
    for _ in range(2):
        guess = rules.draw(rng)
        answer = rules.respond(secret, guess)
        one = one.after(Turn(guess, answer))
        other = other.after(Turn(there(guess), answer))
    assert sorted(map(there, one)) == list(other)
    assert sorted(map(back, other)) == list(one)
    guesses = list(rules.knowledge())
    renamed = [there(guess) for guess in guesses]
    for name in ("knuth", "entropy", "most-parts", "expected-size"):
        judge = heuristic(name)
        costs = scores(one, judge, guesses)
        assert costs == scores(other, judge, renamed)
        for known in (one, other):
            assert scores(known, judge, [known.best(judge)]) == [min(costs)]


def scores(known: Candidates, judge: Heuristic, guesses: list[Code]) -> list[int]:
    rules = known.rules
    costs = cost_table(judge, rules.size, rules.answers)
    found: list[int] = backend.score(
        np.array(guesses, np.uint8),
        known.codes,
        rules.symbols,
        kind(rules),
        costs.values,
        costs.largest,
        costs.shift,
    ).tolist()
    return found


def test_a_part_of_the_tree_has_its_share_of_the_total() -> None:
    rules = Mastermind(4, 5)
    judge = heuristic("entropy")
    whole: Candidates = rules.knowledge()
    guess = whole.best(judge)
    parts = [
        whole.after(Turn(guess, answer)).histogram(judge)
        for answer in whole.split(guess)
        if not rules.solved(answer)
    ]
    longest = max(map(len, parts))
    added = [sum(part[i] for part in parts if i < len(part)) for i in range(longest)]
    assert whole.histogram(judge) == [1, *added]
