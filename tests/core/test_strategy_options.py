"""Options of a strategy: declared by its function, set in its name, and the first action of all."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import View
from mastermine.core.options import read_home
from mastermine.core.strategy import Array, Heuristic, Strategy, strategy
from mastermine.registry import find_strategy, own_strategies, parse_rules

CLASSIC = parse_rules("4x6")


@strategy("mine")
def mine(
    view: Any, *, depth: int = 2, greedy: bool = True, power: float = 1.5, mode: str = "up"
) -> Any:
    """Return what it was given."""
    return (depth, greedy, power, mode)


@strategy("tall")
def tall(size: Array, *, power: float = 2.0) -> Array:
    """Judge by a power."""
    return size**power


def test_keyword_only_parameters_are_the_options() -> None:
    assert mine.options == {"depth": 2, "greedy": True, "power": 1.5, "mode": "up"}
    assert mine.settings == ()
    assert find_strategy("knuth").options == {}
    for game in ("mastermind", "minesweeper"):
        for name in own_strategies(game):
            assert find_strategy(name, game).having() is find_strategy(name, game)


def test_what_is_set_is_in_the_name_and_defaults_are_not() -> None:
    changed = mine.having(power="3", depth="4")
    assert changed.name == changed.home == "mine:depth=4:power=3"
    assert changed.raw(None) == (4, True, 3.0, "up")
    assert type(changed.raw(None)[2]) is float
    assert mine.having(greedy="No", mode="down").name == "mine:greedy=no:mode=down"
    assert mine.having(greedy=False).raw(None)[1] is False
    assert changed.having(greedy=False).name == "mine:depth=4:greedy=no:power=3"
    assert mine.having(depth=2, greedy="yes", power="1.50", mode="up") is mine
    assert mine.having(depth=3).having(depth=2) is mine
    assert mine.having(depth=3, power=1.5) == mine.having(depth="03")
    assert len({mine, mine.having(depth=3), mine.having(depth="3"), mine.having(depth=4)}) == 3


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("dept", 3, "strategy mine has no option dept; did you mean depth?"),
        ("colour", 3, "no option colour; known are: depth, greedy, power, mode, first"),
        ("depth", "x", "strategy mine: depth=x should be a whole number, such as depth=2"),
        *(("depth", value, "should be a whole number") for value in ("1.5", 1.5, True)),
        ("power", "high", "power=high should be a number, such as power=1.5"),
        *(("power", value, "should be a number") for value in ("nan", "inf", None)),
        ("greedy", "maybe", "greedy=maybe should be yes or no, such as greedy=yes"),
        ("greedy", 1, "should be yes or no"),
        ("mode", "a:b", "should be text without : and ,"),
        ("first", "", "first= is not a first action"),
        ("first", "every", "mine:first=every stands for several strategies"),
    ],
)
def test_other_values_are_refused(option: str, value: Any, message: str) -> None:
    with pytest.raises(InvalidSpec) as caught:
        mine.having(**{option: value})
    assert message in str(caught.value)


def test_options_need_defaults_that_a_text_can_say() -> None:
    def needs(view: Any, *, depth: int) -> Any: ...
    def listed(view: Any, *, depths: tuple[int, ...] = ()) -> Any: ...
    def opened(view: Any, *, first: int = 1) -> Any: ...
    def unnamed(view: Any, depth: int = 2) -> Any: ...

    wrong: list[tuple[Any, str]] = [
        (needs, "the default of the option depth must be a number, text, True or False"),
        (listed, "the default of the option depths"),
        (opened, "the option first is reserved"),
        (unnamed, "options after a \\*, not \\(view: 'Any', depth: 'int' = 2\\)"),
    ]
    for function, message in wrong:
        with pytest.raises(InvalidSpec, match=message):
            strategy("odd")(function)
    with pytest.raises(InvalidSpec, match="the strategy name 'a:b' must not contain : , or ="):
        strategy("a:b")


@pytest.mark.parametrize(
    ("text", "path", "name", "options"),
    [
        ("knuth", None, "knuth", ()),
        ("mine:depth=3:max-size=no", None, "mine", (("depth", "3"), ("max_size", "no"))),
        ("a/b.py", "a/b.py", "", ()),
        ("a/b.py:mine", "a/b.py", "mine", ()),
        ("b.py:first=3.0", "b.py", "", (("first", "3.0"),)),
        ("a.py/b.py:mine:x=1.py", "a.py/b.py", "mine", (("x", "1.py"),)),
        ("C:\\x\\b.py:mine", "C:\\x\\b.py", "mine", ()),
    ],
)
def test_where_a_strategy_is(text: str, path: str | None, name: str, options: Any) -> None:
    home = read_home(text)
    assert (home.path, home.name, home.options) == (path, name, options)
    assert home.plain == text.partition(":x=")[0].partition(":first")[0].partition(":depth")[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("knuth:deep", "'deep' is not an option; write option=value after the strategy"),
        ("mine:depth=1:depth=2", "the option depth is given twice"),
    ],
)
def test_options_are_pairs(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec, match=message):
        find_strategy(text)


def test_a_heuristic_has_options_too() -> None:
    flat = tall.having(power=1)
    assert isinstance(flat, Heuristic)
    assert isinstance(tall, Heuristic)
    assert flat.indifferent
    assert not tall.indifferent
    assert flat.costs(np.array([3.0])) == [3.0]
    # All guesses cost the same, so the first code is guessed.
    assert flat(View(CLASSIC)) == (0, 0, 0, 0)
    assert tall(View(CLASSIC)) == find_strategy("expected-size")(View(CLASSIC))
    assert find_strategy("expected-size:power=2") is find_strategy("expected-size")
    assert find_strategy("expected-size:power=1")(View(CLASSIC)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("endgame:layouts=30", "minesweeper"),
        ("safest:first=3.0", "minesweeper"),
        ("expected-size:power=1.25:first=1123", "mastermind"),
        ("human:first=1123", "mastermind"),
    ],
)
def test_a_strategy_with_options_goes_to_another_process(text: str, game: str) -> None:
    found = find_strategy(text, game)
    again = pickle.loads(pickle.dumps(found))
    assert found.name == found.home == text
    assert (again, hash(again), again.name) == (found, hash(found), text)
    assert again.games == found.games
    assert again.interactive == found.interactive


def test_a_strategy_of_a_function_travels_as_it_is() -> None:
    def local(view: Any, *, depth: int = 1) -> Any:
        return depth + len(inner.name)

    inner: Strategy = strategy("inner")(local)  # the function and the strategy know each other
    for made, result in [(inner, 6), (inner.having(depth=9), 14)]:
        parcel = pickle.dumps(made)
        again = pickle.loads(parcel)
        assert (again.name, again.raw(None)) == (made.name, result)
        assert again == pickle.loads(parcel)
        assert hash(again) == hash(pickle.loads(parcel))


# The first action.


def test_the_first_action_may_be_given() -> None:
    opened = find_strategy("knuth:first=1234")
    assert opened.name == "knuth:first=1234"
    view = View(CLASSIC)
    assert opened(view) == (0, 1, 2, 3)
    assert opened.later is find_strategy("knuth")
    later = view.after(_turn((0, 1, 2, 3)))
    assert opened(later) == find_strategy("knuth")(later)
    assert opened.having(first="1122").name == "knuth:first=1122"
    # Spelled by colours, or with separators, it is the same action.
    assert find_strategy("knuth:first=rrgg")(view) == find_strategy("knuth:first=1122")(view)
    wide = parse_rules("3x40")
    assert find_strategy("knuth:first=10.11.40")(View(wide)) == (9, 10, 39)


def _turn(code: tuple[int, ...]) -> Any:
    from mastermine.core.game import Turn

    return Turn(code, CLASSIC.respond((5, 4, 3, 3), code))


def test_a_first_action_that_is_none_is_reported() -> None:
    for text, game, spec, message in [
        ("knuth:first=123", "mastermind", "4x6", "strategy knuth:first=123 in mastermind:4x6: "),
        ("knuth:first=1127", "mastermind", "4x6", "there is no colour '7'"),
        ("safest:first=9.9", "minesweeper", "9x9x10", "9,9 is outside the board"),
        ("safest:first=corner", "minesweeper", "9x9x10", "strategy safest:first=corner in"),
    ]:
        with pytest.raises(InvalidSpec, match=message):
            find_strategy(text, game)(View(parse_rules(spec)))
