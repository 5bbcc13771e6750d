"""The native players make the same moves as the strategies in Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mastermine.core.random import Random
from mastermine.minesweeper import reference
from mastermine.minesweeper.board import CLOSED, MINED
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.preference import weights
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, own_strategies, parse_rules_of

native = pytest.importorskip("mastermine._native", reason="the native module was not built")

NAMES = [
    name
    for name in own_strategies("minesweeper")
    if find_strategy(name, "minesweeper").games is not None
]

GAMES = [
    ("minesweeper:5x5x5", 60),
    ("minesweeper:6x6x9", 40),
    ("minesweeper:11x4x9", 40),
    pytest.param("minesweeper:9x9x16", 15, marks=pytest.mark.rest),
    pytest.param("beginner", 30, marks=pytest.mark.rest),
    pytest.param("intermediate", 25, marks=pytest.mark.rest),
    pytest.param("expert", 15, marks=pytest.mark.rest),
]


def layouts(spec: str, n: int) -> tuple[NDArray[np.uint8], int, NDArray[np.uint64]]:
    rules = parse_rules_of(Minesweeper, spec)
    drawn = draw_many(rules, range(n), (0, 0))
    return drawn, rules.width, np.arange(n, dtype=np.uint64) * 7919


def same_games(drawn: NDArray[np.uint8], width: int, seeds: NDArray[np.uint64], name: str) -> int:
    """Compare all choices and results; how many choices there were."""
    results = native.play_games(drawn, width, True, seeds, name, weights=weights())
    np.testing.assert_array_equal(
        results, reference.play_games(drawn, width, True, seeds, name), err_msg=name
    )
    choices: NDArray[Any] = native.game_choices(drawn, width, seeds, name, weights())
    positions = choices[:, 2:]
    positions[positions == MINED] = CLOSED  # Only the native players write known mines into it.
    choices = choices[[_may_be_mine(row, drawn, width) for row in choices]]
    np.testing.assert_array_equal(
        choices, reference.game_choices(drawn, width, seeds, name), err_msg=name
    )
    return len(choices)


def _may_be_mine(row: NDArray[np.int64], drawn: NDArray[np.uint8], width: int) -> bool:
    """Whether a choice is a guess: some players do not know that their cell is safe."""
    position = row[2:].astype(np.uint8).reshape(-1, width)
    chances = native.analyze(position, int(drawn[row[0]].sum()), 0, 1 << 30)
    return bool(chances.flat[row[1]] > 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("spec", "n"), GAMES)
def test_every_choice_is_the_same(spec: str, n: int, name: str) -> None:
    assert same_games(*layouts(spec, n), name) > n // 5


@pytest.mark.rest
@pytest.mark.parametrize("name", NAMES)
def test_every_choice_is_the_same_on_fields_of_all_kinds(name: str) -> None:
    rng = Random(name)
    for _field in range(40):
        width, height = 1 + rng.below(9), 1 + rng.below(7)
        size = width * height
        if size < 2:
            continue
        drawn, _width, seeds = layouts(
            f"minesweeper:{width}x{height}x{1 + rng.below(max(1, size // 2))}", 4
        )
        same_games(drawn, width, seeds, name)


def test_a_first_click_without_protection_is_a_guess() -> None:
    drawn = np.array([[1, 0, 0, 0], [0, 0, 0, 1]], np.uint8)
    seeds = np.zeros(2, np.uint64)
    for name in NAMES:
        for module in (native, reference):
            risky = module.play_games(drawn, 4, False, seeds, name, 0, 200, weights())
            assert risky[0].tolist() == [0, 1]
        safe = native.play_games(drawn[1:], 4, True, seeds[1:], name, weights=weights())
        np.testing.assert_array_equal(risky[1:] - safe, [[0, 1]])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 3}, "4 cells do not make rows of 3"),
        ({"width": 0}, "4 cells do not make rows of 0"),
        ({"layouts": np.zeros((1, 0), np.uint8)}, "1 to 32768 cells, not 0"),
        ({"layouts": np.zeros((1, 32770), np.uint8)}, "1 to 32768 cells, not 32770"),
        ({"seeds": np.zeros(2, np.uint64)}, "there are 1 layouts, but 2 seeds"),
        ({"layouts": np.full((1, 4), 2, np.uint8)}, "a layout holds 0 or 1 for each cell"),
        ({"player": "nobody"}, "there is no player called nobody"),
        ({"player": "champion"}, "champion needs weights"),
        ({"weights": np.zeros((3, 2))}, "the shape 12 x 3, not 3 x 2"),
        ({"weights": np.full((12, 3), np.nan)}, "a weight is a number"),
    ],
)
def test_arguments_are_checked(change: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {
        "layouts": np.array([[0, 0, 1, 0]], np.uint8),
        "width": 2,
        "seeds": np.zeros(1, np.uint64),
        "player": "thesis",
    } | change
    with pytest.raises(ValueError, match=message):
        native.play_games(safe_start=True, **given)
    with pytest.raises(ValueError, match=message):
        native.game_choices(**given)


def test_the_twin_knows_the_same_players() -> None:
    drawn, width, seeds = layouts("minesweeper:3x3x1", 1)
    with pytest.raises(ValueError, match="no player called nobody"):
        reference.play_games(drawn, width, True, seeds, "nobody")
