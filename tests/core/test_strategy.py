from __future__ import annotations

import pickle
from math import nan, sqrt
from typing import Any

import numpy as np
import pytest

from mastermine.core.errors import Contradiction, InvalidSpec
from mastermine.core.game import View
from mastermine.core.packages import STRATEGIES_GROUP
from mastermine.core.strategy import Array, Heuristic, Strategy, strategy
from mastermine.registry import find_strategy, own_strategies, parse_rules, strategy_names

CLASSIC = parse_rules("4x6")


def test_a_function_of_a_view_is_called_with_it() -> None:
    @strategy("fixed", cite="nobody 1999")
    def fixed(view: Any) -> Any:
        """Guess the same code always.

        More words.
        """
        return (view.rules.places,) * 4

    assert type(fixed) is Strategy
    assert fixed(View(CLASSIC)) == (4, 4, 4, 4)
    assert (fixed.name, fixed.game, fixed.cite) == ("fixed", "mastermind", "nobody 1999")
    assert fixed.summary == "Guess the same code always."
    assert (fixed.__doc__ or "").startswith("Guess the same code")
    assert fixed.__module__ == __name__


def test_a_function_of_sizes_is_a_heuristic() -> None:
    @strategy("square", combine="max")
    def square(size: Array) -> Array:
        return size * size

    assert isinstance(square, Heuristic)
    assert square.combine == "max"
    assert square.summary == ""
    # The least largest square is the least largest part: Knuth's guess.
    assert square(View(CLASSIC)) == find_strategy("knuth")(View(CLASSIC)) == (0, 0, 1, 1)


def test_a_function_of_one_size_is_a_heuristic() -> None:
    @strategy("root")
    def root(size: float) -> float:
        return -sqrt(size)  # Fails for an array.

    @strategy("array-root")
    def array_root(size: Array) -> Array:
        return -np.sqrt(size)

    assert isinstance(root, Heuristic)
    assert isinstance(array_root, Heuristic)
    assert root.costs([1, 4, 9]) == array_root.costs([1, 4, 9]) == [-1, -2, -3]
    assert root(View(CLASSIC)) == array_root(View(CLASSIC))


@pytest.mark.parametrize(
    "cost", [lambda size: 10.0**size, lambda _size: nan, lambda _size: "cheap", lambda _size: None]
)
def test_the_cost_of_a_size_is_a_finite_number(cost: Any) -> None:
    @strategy("priced")
    def priced(size: float) -> Any:
        return cost(size)

    assert isinstance(priced, Heuristic)
    with pytest.raises(InvalidSpec, match="strategy priced: the costs must be finite numbers"):
        priced.costs(range(1, 1000))


def test_a_heuristic_for_which_all_questions_are_alike_is_indifferent() -> None:
    def judge(function: Any, combine: Any = "sum") -> Any:
        def priced(size: Array) -> Any:
            return function(size)

        return strategy("priced", combine=combine)(priced)

    assert judge(lambda size: 0 * size).indifferent
    assert judge(lambda size: 3 * size).indifferent
    assert judge(lambda size: 7, "max").indifferent
    assert not judge(lambda size: 7).indifferent
    assert not judge(lambda size: size, "max").indifferent
    found = {name: find_strategy(name) for name in ("first-consistent", "knuth", "entropy")}
    heuristics = {name: each for name, each in found.items() if isinstance(each, Heuristic)}
    assert [name for name, each in heuristics.items() if each.indifferent] == ["first-consistent"]


def test_the_earlier_name_of_a_parameter() -> None:
    with pytest.warns(DeprecationWarning, match="asks of a strategy is now called interactive"):
        person = strategy("person", asks=True)(lambda view: (0, 0, 0, 0))
    assert person.interactive


@pytest.mark.parametrize(
    "function", [lambda: 1, lambda v: v, lambda view, size: 1, lambda sizes: 1]
)
def test_other_parameters_are_refused(function: Any) -> None:
    with pytest.raises(InvalidSpec, match=r"strategy odd: .* one parameter, called view or size"):
        strategy("odd")(function)


def test_parts_combine_by_sum_or_max() -> None:
    neither: Any = "min"
    with pytest.raises(InvalidSpec, match="'sum' or 'max'"):
        strategy("odd", combine=neither)(lambda size: size)


@pytest.mark.parametrize("name", own_strategies())
def test_a_built_in_strategy_goes_to_another_process(name: str) -> None:
    found = find_strategy(name)
    assert pickle.loads(pickle.dumps(found)) is found


def test_a_contradiction_goes_to_another_process() -> None:
    error = pickle.loads(pickle.dumps(Contradiction("row 3: no code fits", 2)))
    assert (type(error), str(error), error.turn) == (Contradiction, "row 3: no code fits", 2)


def test_names_are_found_and_near_ones_suggested() -> None:
    assert {"knuth", "random", "human", "two-by-two"} <= set(strategy_names())
    with pytest.raises(InvalidSpec, match=r"no strategy 'knut'; did you mean knuth\?"):
        find_strategy("knut")


class Offer:
    """What another package offers by an entry point."""

    dist = None

    def __init__(self, name: str, offered: Any) -> None:
        self.name, self.offered = name, offered

    def load(self) -> Any:
        return self.offered


def test_strategies_of_other_packages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    @strategy("theirs")
    def theirs(size: Array) -> Array:
        """Theirs."""
        return np.sqrt(size)

    offers = [Offer("theirs", theirs), Offer("wrong-name", theirs), Offer("no-strategy", len)]

    def entry_points(group: str) -> list[Offer]:
        assert group == STRATEGIES_GROUP
        return offers

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    assert "theirs" in strategy_names()
    assert find_strategy("theirs") is theirs
    for name in ("wrong-name", "no-strategy"):
        with pytest.raises(InvalidSpec, match=f"strategy {name} must be a function with"):
            find_strategy(name)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("4x6", "mastermind:4x6"),
        (" 4X6-Black ", "mastermind:4x6-black"),
        ("MASTERMIND:5x8,limit=12", "mastermind:5x8,limit=12"),
        ("Classic", "mastermind:4x6,limit=10"),
        ("bulls-and-cows", "mastermind:4x10-distinct"),
        ("expert", "minesweeper:30x16x99"),
        ("9x9x10-OPEN", "minesweeper:9x9x10-open"),
        # A preset takes options.
        ("expert-noguess", "minesweeper:30x16x99-noguess"),
        ("beginner-1990-open", "minesweeper:8x8x10-open"),
        ("classic-distinct", "mastermind:4x6-distinct,limit=10"),
        ("bulls-and-cows-black", "mastermind:4x10-distinct-black"),
    ],
)
def test_rules_by_name_and_by_spec(text: str, spec: str) -> None:
    assert parse_rules(text).spec() == spec


def test_a_limit_replaces_that_of_the_preset() -> None:
    assert parse_rules("classic", 3).limit == 3
    with pytest.raises(InvalidSpec, match="a limit of 0 guesses"):
        parse_rules("classic", 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("clasic", "did you mean classic?"),
        ("", "no rules called ''"),
        ("chess", "no rules called 'chess'"),
        ("30x16x999", "999 mines on a board of 30x16: there must be 1 to 479"),
        ("30x16x99x2", "rules 'minesweeper:30x16x99x2' are not understood"),
        ("minesweeper:9x9", "write width x height x mines, such as minesweeper:30x16x99"),
        ("4x", "no rules called '4x'"),
        ("4x6x", "no rules called '4x6x'"),
        ("4x6!", "rules 'mastermind:4x6!' are not understood"),
    ],
)
def test_rules_that_do_not_exist(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec) as caught:
        parse_rules(text)
    assert message in str(caught.value)
