"""A strategy of another package that does wrong: one line says what, and nothing breaks."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from mastermine.cli import main
from mastermine.core.errors import IllegalMove, InvalidSpec, StrategyFailed
from mastermine.core.game import View
from mastermine.core.packages import STRATEGIES_GROUP, point_of
from mastermine.core.strategy import Array, strategy
from mastermine.registry import find_strategy, parse_rules, strategy_names


@strategy("raiser")
def raiser(view: Any) -> Any:
    """Raise an error in the second turn."""
    if view.turns:
        return 1 // 0
    return (0,) * view.rules.places


@strategy("random-raiser")
def random_raiser(view: Any) -> Any:
    """Draw a random number first, so that every code is played."""
    view.rng.below(2)
    return raiser.function(view)


@strategy("pricey")
def pricey(size: Array) -> Array:
    """Raises an error instead of costs."""
    raise KeyError("two\nlines")


@strategy("nothing")
def nothing(view: Any) -> Any:
    """Return nothing."""


@strategy("text")
def text(view: Any) -> Any:
    """Return the text of a code."""
    return "1" * view.rules.places


@strategy("floats")
def floats(view: Any) -> Any:
    """Return numbers that are not whole."""
    return (0.0,) * view.rules.places


@strategy("arrays")
def arrays(view: Any) -> Any:
    """Return an array."""
    return view.knowledge.codes[-1]


@strategy("long")
def long(view: Any) -> Any:
    """Return too many pegs."""
    return (0,) * (view.rules.places + 1)


@strategy("digger", game="minesweeper")
def digger(view: Any) -> Any:
    """Play another game."""
    return (0, 0)


@strategy("outsider", game="minesweeper")
def outsider(view: Any) -> Any:
    """Open a cell outside the field."""
    return (view.rules.width, 0)


@strategy("sapper", game="minesweeper")
def sapper(view: Any) -> Any:
    """Raise an error in the second turn."""
    return {}[view.length] if view.length else (0, 0)


@strategy("knuth")
def another_knuth(view: Any) -> Any:
    """Have a name of our own."""
    return view.knowledge.first()


class Offer:
    """An entry point."""

    module = __name__
    dist = SimpleNamespace(name="shop")

    def __init__(self, name: str, offered: Any = None) -> None:
        self.name, self.offered = name, offered

    def load(self) -> Any:
        if self.offered is None:
            raise ModuleNotFoundError(f"No module named '{self.name}'")
        if self.offered is sys.exit:
            sys.exit("no licence")
        return self.offered


WRONG = {
    "raiser": "after 1111 0B 0W: it fails with ZeroDivisionError: integer division or modulo",
    "random-raiser": "after 1111 0B 0W: it fails with ZeroDivisionError",
    "pricey": "strategy pricey (package shop): it fails with KeyError: 'two\\nlines'",
    "nothing": "after no turn: a code is a tuple of colours, counted from 0, not None",
    "text": "after no turn: a code is a tuple of colours, counted from 0, not '1111'",
    "floats": "after no turn: a code is a tuple of colours, counted from 0, not (0.0, 0.0, ",
    "arrays": "after no turn: a code is a tuple of colours, counted from 0, not array(",
    "long": "after no turn: a code has 4 pegs, this one has 5",
    "digger": "strategy digger plays Minesweeper, not Mastermind",
    "gone": "strategy gone (package shop) cannot be loaded: ModuleNotFoundError: No module named",
    "leaver": "strategy leaver (package shop) cannot be loaded: SystemExit: no licence",
    "plain": "strategy plain (package shop) must be a function with the decorator @strategy('pl",
}


@pytest.fixture(autouse=True)
def _offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    found = [raiser, random_raiser, pricey, nothing, text, floats, arrays, long, digger]
    offers = [Offer(each.name, each) for each in [*found, outsider, sapper, another_knuth]]
    offers += [Offer("gone"), Offer("leaver", sys.exit), Offer("plain", len)]
    found_in = importlib.metadata.entry_points

    def entry_points(**which: str) -> Any:
        return offers if which == {"group": STRATEGIES_GROUP} else found_in(**which)

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    point_of.cache_clear()
    yield
    point_of.cache_clear()


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "4x6", "--secret", "2222", "--strategy"),
        ("solve", "4x6", "--secret", "2222", "--json", "--explain", "--strategy"),
        ("hint", "4x6", "--turn", "1111 0,0", "--strategy"),
        ("evaluate", "4x6", "--strategy"),
    ],
)
def test_every_command_says_so_in_one_line(command: tuple[str, ...], name: str) -> None:
    result = CliRunner().invoke(main, [*command, name], catch_exceptions=False)
    assert result.exit_code == 2, result.output
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("mastermine: ")
    assert f"strategy {name}" in result.stderr
    if command[0] == "solve" or "after" not in WRONG[name]:
        assert WRONG[name] in result.stderr
    elif command[0] == "hint":
        assert WRONG[name].rpartition("after no turn:")[2].partition("integer")[0] in result.stderr


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("spec", ["4x6", "4x6,limit=5"])
def test_in_a_match_it_loses_and_the_others_continue(spec: str, name: str) -> None:
    command = ["match", spec, "--rounds", "3", "--strategy", f"{name},knuth"]
    command += ["--no-store", "--jobs", "1"]
    result = CliRunner().invoke(main, command, catch_exceptions=False)
    if name in ("digger", "gone", "leaver", "plain"):  # It can play no such game.
        assert result.exit_code == 2
        [line] = result.stderr.splitlines()
        assert f"strategy {name}" in line
        return
    assert result.exit_code == 0, result.output
    assert f"{name} failed in 3 games" in " ".join(result.stdout.split())
    assert "knuth" in result.stdout


def test_the_cause_of_a_failure_is_kept() -> None:
    view: View[Any, Any, Any] = View(parse_rules("4x6"))
    again = view
    for _turn in range(10):
        again = again.after(_told())
    with pytest.raises(StrategyFailed, match="and 2 more: it fails with ZeroDivision") as caught:
        raiser(again)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(
        IllegalMove, match=r"nothing \(package shop\) in mastermind:4x6 after no turn"
    ):
        nothing(view)


def _told() -> Any:
    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Pegs

    return Turn((0, 0, 0, 0), Pegs(0, 0))


def test_a_name_of_our_own_is_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_strategy("knuth") is not another_knuth

    def scanned(group: str) -> Any:
        raise AssertionError("our own need no entry points")

    monkeypatch.setattr("importlib.metadata.entry_points", scanned)
    assert find_strategy("knuth").cite == "Knuth 1977"


def test_strategies_are_those_of_one_game() -> None:
    with pytest.raises(InvalidSpec, match="strategy digger plays Minesweeper, not Mastermind"):
        find_strategy("digger", "mastermind")
    for look in (strategy_names, lambda game: find_strategy("knuth", game)):
        with pytest.raises(InvalidSpec, match="no game 'masterming'; did you mean mastermind"):
            look("masterming")


def test_the_list_of_strategies_says_which_cannot_be_had() -> None:
    result = CliRunner().invoke(main, ["strategies", "--json"], catch_exceptions=False)
    rows = json.loads(result.stdout)["strategies"]
    listed = {row["name"]: row["game"] for row in rows}
    assert len(listed) == len(rows)
    assert (listed["knuth"], listed["arrays"]) == ("mastermind", "mastermind")
    assert (listed["pseq"], listed["digger"]) == ("minesweeper", "minesweeper")
    assert [name for name, game in listed.items() if game is None] == ["gone", "leaver", "plain"]
    report = {row["name"]: row["summary"] for row in rows}
    shown = CliRunner().invoke(main, ["strategies"], catch_exceptions=False)
    assert shown.exit_code == result.exit_code == 0
    for name in ("gone", "leaver", "plain"):
        assert report[name].startswith(WRONG[name])
        assert " ".join(shown.stdout.split()).count(WRONG[name]) == 1


def test_one_of_our_own_that_cannot_be_loaded_takes_nothing_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = "mastermine.mastermind.strategies.knuth"
    monkeypatch.setitem(sys.modules, module, None)  # As where its file has a mistake.
    result = CliRunner().invoke(main, ["strategies"], catch_exceptions=False)
    assert result.exit_code == 0
    assert "strategy knuth cannot be loaded: ModuleNotFoundError" in result.stdout
    assert "entropy" in result.stdout
    monkeypatch.setitem(sys.modules, module, SimpleNamespace())
    with pytest.raises(InvalidSpec, match="strategy knuth must be a function with"):
        find_strategy("knuth")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "digger",
            "strategy digger (package shop) never ends the game: in turn 2 it opens 0,0 again",
        ),
        (
            "outsider",
            "strategy outsider (package shop) in minesweeper:4x4x2 after no turn: 4,0 is outside",
        ),
        ("sapper", "it fails with KeyError: 1"),
        ("raiser", "strategy raiser plays Mastermind, not Minesweeper"),
    ],
)
def test_a_strategy_that_does_wrong_in_a_minefield(name: str, message: str) -> None:
    for options in ([], ["--show"], ["--json"]):
        command = ["match", "minesweeper:4x4x2", "--rounds", "30", "--seed", "1", "--no-store"]
        command += ["--jobs", "1"]
        result = CliRunner().invoke(main, [*command, "-s", name, *options], catch_exceptions=False)
        if name == "raiser":
            assert result.exit_code == 2
            [line] = result.stderr.splitlines()
            assert message in line
        else:
            assert result.exit_code == 0, result.output
            assert message in result.stdout
