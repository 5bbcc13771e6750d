"""Our strategies make the same moves as engines."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.game import View
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.engines.server import Server
from mastermine.registry import find_strategy, parse_rules


@given(
    st.sampled_from(["4x6", "3x5-distinct", "3x4+blank", "4x5-black", "3x5-places"]),
    st.integers(0, 1000),
)
def test_a_guess_is_that_of_the_strategy(spec: str, seed: int) -> None:
    agrees("entropy", spec, seed)


@given(st.sampled_from(["5x5x5", "6x4x5-any", "7x7x8-open"]), st.integers(0, 1000))
def test_a_click_is_that_of_the_strategy(spec: str, seed: int) -> None:
    agrees("champion", spec, seed)


def agrees(name: str, spec: str, seed: int) -> None:
    """Plays a game and asks the engine in each position; the position can be read back."""
    rules: Any = parse_rules(spec)
    strategy = find_strategy(name, rules.game)
    server = Server(strategy)
    rng = Random(seed)
    for before, turn, _after, ended in moves(rules, strategy, Honest(rules, None, rng), rng):
        position = rules.position(before)
        assert rules.position(rules.view_at(position)) == position
        [answer] = server.run([f"game {rules.spec()}", f"position {position}", "go"])
        assert answer == f"move {rules.format_action(turn.action)}"
        if ended is not None:
            break


@pytest.mark.parametrize("name", ["random", "random-consistent"])
def test_random_numbers_come_from_the_seed(name: str) -> None:
    server = Server(find_strategy(name))

    def asked(seed: int) -> list[str]:
        return list(server.run([f"game mastermind:4x6 seed {seed}", "position", "go"]))

    assert len({tuple(asked(seed)) for seed in range(20)}) > 5
    assert asked(3) == asked(3)


def test_lines_that_it_does_not_know_are_ignored() -> None:
    lines = [
        "",
        "frobnicate",
        "run quit",
        "game 4x6",
        "go ms 5",
        "ask chances",
        "position x y",
        "go",
    ]
    server = Server(find_strategy("knuth"))
    first, second = server.run(lines)
    assert first == "move 1122"
    assert second.startswith("info error ")


def test_other_games_are_refused() -> None:
    [said] = Server(find_strategy("knuth")).run(["game 9x9x10", "position", "go"])
    assert said == "refuse this engine plays mastermind"


def test_a_fixed_first_move_is_only_for_the_first() -> None:
    server = Server(find_strategy("champion:first=2.2"))
    lines = [
        "game 4x4x3",
        "position ####/####/####/####",
        "go",
        "position 01##/13##/####/####",
        "go",
    ]
    assert list(server.run(lines)) == ["move 2,2", "move 3,0"]
    assert View(parse_rules("4x4x3")).knowledge.count() > 0
