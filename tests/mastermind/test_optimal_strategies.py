"""`optimal` and `optimal-worst`: out of trees, by a search, and while there is neither."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.mastermind.questions import Question, rows

from mastermine.arena.evaluation import Evaluation, evaluate
from mastermine.core.errors import Contradiction, TooLarge
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.mastermind.knowledge import Candidates
from mastermine.mastermind.optimal.search import Objective, optimal_play
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.system.native import NATIVE

NAMES = ["optimal", "optimal-worst"]
native = pytest.mark.skipif(not NATIVE, reason="takes the native core")


def evaluated(spec: str, name: str) -> Evaluation:
    return evaluate(parse_rules_of(Mastermind, spec), find_strategy(name))


def seen(spec: str, *turns: str) -> Any:
    """The view after some turns such as 1122 1,0."""
    rules = parse_rules_of(Mastermind, spec)
    view: View[Any, Any, Any] = View(rules)
    for turn in turns:
        guess, answer = turn.split()
        view = view.after(Turn(rules.parse_action(guess), rules.parse_feedback(answer)))
    return view


def guess(name: str, spec: str, *turns: str) -> str:
    message: str = parse_rules_of(Mastermind, spec).format_action(
        find_strategy(name)(seen(spec, *turns))
    )
    return message


def least(rules: Mastermind, known: Candidates, first: Any = None, depth: int = 0) -> int:
    """The fewest guesses for all codes that are possible, by the search itself."""
    chosen = None if first is None else rows(rules, [first])
    return Question(rules, np.ascontiguousarray(known.codes), chosen, depth=depth).of()[0]


@pytest.mark.parametrize(
    ("spec", "name", "total", "worst"),
    [
        # Koyama & Lai 1993; Ville 2013; Tanaka 1996.
        ("classic", "optimal", 5625, 6),
        ("classic", "optimal-worst", 5626, 5),
        ("4x6,limit=5", "optimal", 5625, 6),
        ("blanks", "optimal", 11228, 6),
        ("no-repeats", "optimal", 1446, 5),
        ("bulls-and-cows", "optimal", 26274, 7),
        ("disney", "optimal", 451, 5),
        ("4x5", "optimal", 2463, 5),
        ("5x5", "optimal-worst", 13531, 5),
    ],
)
def test_published_totals(spec: str, name: str, total: int, worst: int) -> None:
    found = evaluated(spec, name)
    assert (found.total, found.worst, found.exact) == (total, worst, True)


@native
@pytest.mark.parametrize("spec", ["2x11", "5x4+blank-distinct-black", "3x5-places", "1x9"])
@pytest.mark.parametrize("name", NAMES)
def test_small_games_without_a_tree_are_searched_at_once(spec: str, name: str) -> None:
    objective = {
        "optimal": Objective.EXPECTED_THEN_WORST,
        "optimal-worst": Objective.WORST_THEN_EXPECTED,
    }[name]
    wanted = optimal_play(parse_rules_of(Mastermind, spec), objective)
    found = evaluated(spec, name)
    assert (found.total, found.worst) == (wanted.total, wanted.worst)


@native
@pytest.mark.parametrize("spec", ["3x4", "3x4-distinct", "3x3-places", "2x5-black", "3x3+blank"])
def test_after_any_first_guess_the_rest_is_the_best_there_is(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    known = rules.knowledge()
    for first in list(known)[::3]:
        text = rules.format_action(first)
        found = evaluated(spec, f"optimal:first={text}")
        assert found.total == least(rules, known, first)
        assert least(rules, known, first, found.worst) == found.total
        if found.worst > 1:
            assert least(rules, known, first, found.worst - 1) != found.total
        soonest = evaluated(spec, f"optimal-worst:first={text}").worst
        assert least(rules, known, first, soonest) >= 0
        assert least(rules, known, first, soonest - 1) == -1 or soonest == 1


@native
@pytest.mark.parametrize("name", NAMES)
def test_knuths_first_guess_in_the_classic_game(name: str) -> None:
    found = evaluated("4x6", f"{name}:first=1122")
    assert found.worst == 5
    assert found.total >= least(
        Mastermind(4, 6),
        Mastermind(4, 6).knowledge(),
        (0, 0, 1, 1),
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_position_has_one_guess_however_it_came_about(name: str) -> None:
    one = guess(name, "4x6", "1122 1,0", "3344 1,0")
    other = guess(name, "4x6", "3344 1,0", "1122 1,0")
    assert one == other
    assert guess(name, "4x6", "1122 1,0", "3344 1,0") == one


@native
@pytest.mark.parametrize("seed", range(8))
def test_in_the_middle_of_a_game_nothing_is_better(seed: int) -> None:
    rules = Mastermind(4, 6)
    rng = Random(seed)
    secret = rules.draw(rng)
    view: Any = View(rules)
    for _turn in range(2):
        made = rules.draw(rng)
        view = view.after(Turn(made, rules.respond(secret, made)))
    chosen = find_strategy("optimal")(view)
    known = view.knowledge
    assert least(rules, known, chosen) == least(rules, known)


@pytest.mark.parametrize(
    ("name", "like", "spec", "turns"),
    [
        ("optimal", "entropy", "bulls-and-cows", ["9876 0,1"]),
        ("optimal-worst", "knuth", "bulls-and-cows", ["9876 0,1"]),
        ("optimal", "entropy", "4x6-places", ["1111 ----"]),
    ],
)
def test_with_too_many_codes_it_plays_like_another(
    name: str, like: str, spec: str, turns: list[str]
) -> None:
    assert guess(name, spec, *turns) == guess(like, spec, *turns)


@native
def test_few_codes_of_a_large_game_are_searched() -> None:
    turns = ["11122 0,0", "33344 1,1", "35556 2,1", "37565 2,1"]
    view = seen("super", *turns)
    assert 1 < len(view.knowledge) <= 30
    chosen = find_strategy("optimal")(view)
    assert least(view.rules, view.knowledge, chosen) == least(view.rules, view.knowledge)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("spec", "searched"),
    [("super", True), ("3x25", True), ("5x9", False), ("word", False), ("16x2", False)],
)
def test_games_whose_best_play_is_not_known(name: str, spec: str, searched: bool) -> None:
    rules = parse_rules_of(Mastermind, spec)
    with pytest.raises(TooLarge) as error:
        find_strategy(name)(View(rules))
    message = str(error.value)
    assert f"the optimal play of {rules.spec()} is not known; it is known for" in message
    assert "4x6, " in message
    assert "4x10-distinct" in message
    command = f"mastermine optimal {rules.spec().partition(',')[0]} --save FILE"
    assert (command in message) == searched


@pytest.mark.parametrize("name", NAMES)
def test_answers_that_no_code_gives(name: str) -> None:
    with pytest.raises(Contradiction, match="row 2"):
        guess(name, "4x6", "1123 4,0", "1123 0,0")


@pytest.mark.parametrize("name", NAMES)
def test_two_codes_are_left_in_a_game_whose_best_play_is_not_known(name: str) -> None:
    turns = ["42374 0,3", "83437 1,2", "86723 0,4", "35287 0,5", "57832 2,3", "78532 2,3"]
    assert list(seen("super", *turns).knowledge) == [(1, 6, 4, 2, 7), (6, 2, 7, 4, 1)]
    assert guess(name, "super", *turns) == "27538"
    assert guess(name, "super", *turns, "27538 0,5") == "73852"


@pytest.mark.parametrize("name", NAMES)
def test_only_one_code_is_left(name: str) -> None:
    assert guess(name, "2x3", "12 0,2") == "21"


@pytest.mark.parametrize("name", NAMES)
def test_the_first_guesses_of_the_tree(name: str) -> None:
    assert guess(name, "4x6") == guess(name, "classic") == "1123"
    assert guess(name, "4x5+blank") == "1123"


# The least averages that were published are those of the search.


GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden/mastermind_averages.json").read_text("utf-8")
)
BLACK = {
    "2x4-black": (56, 5),
    "2x5-black": (105, 6),
    "3x3-black": (95, 5),
    "3x4-black": (280, 6),
    "4x3-black": (331, 5),
    "5x3-black": (1128, 6),
}
"""The fewest guesses in all and for the hardest code (docs/how-to/other-questions.md)."""


@native
@pytest.mark.parametrize(("spec", "average"), GOLDEN["averages"].items())
def test_no_play_needs_fewer_guesses_on_average(spec: str, average: float) -> None:
    found = optimal_play(parse_rules_of(Mastermind, spec))
    assert found.proven
    assert found.total is not None
    assert found.total / found.rules.size == pytest.approx(average, abs=0.00051)


@native
@pytest.mark.parametrize(("spec", "figures"), BLACK.items())
def test_black_pegs_only(spec: str, figures: tuple[int, int]) -> None:
    for objective in (Objective.EXPECTED, Objective.WORST_THEN_EXPECTED):
        found = optimal_play(parse_rules_of(Mastermind, spec), objective)
        assert found.proven
        assert (found.total, found.worst) == figures
