"""Whole games, played by the strategies click by click."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.core.game import Outcome, Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.minesweeper.board import Cell, Layout
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.rules import Feedback, First, Minesweeper

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

CHAMPION_LAYOUTS = 1000
"""``ENDGAME_LAYOUTS`` of ``champion``: at expert 0.09 points more than 200, for 0.2 ms a game."""

Move = tuple[View[Layout, Cell, Feedback], Turn[Cell, Feedback], Any, Outcome | None]


def play_games(
    layouts: NDArray[np.uint8],
    width: int,
    safe_start: bool,
    seeds: NDArray[np.uint64],
    player: str,
    first: int = 0,
    few: int = ENDGAME_LAYOUTS,
    _weights: NDArray[np.float64] | None = None,
) -> NDArray[np.int64]:
    """Plays whole games; see `mastermine._native.play_games`. Strategies know their weights."""
    guarantee = First.SAFE if safe_start else First.ANY
    strategy = _strategy(player, few).having(first=f"{first % width}.{first // width}")
    results = []
    for layout, seed in zip(layouts, seeds.tolist(), strict=True):
        game = list(_game(layout, width, guarantee, seed, strategy))
        guesses = sum(cast("Any", move[0].knowledge).risk(move[1].action) > 0 for move in game)
        results.append((game[-1][-1] is Outcome.WON, guesses))
    return np.array(results, np.int64).reshape(-1, 2)


def game_choices(
    layouts: NDArray[np.uint8], width: int, seeds: NDArray[np.uint64], player: str
) -> NDArray[np.int64]:
    """Returns the guesses of a strategy; see `mastermine._native.game_choices`.

    Unlike the native function it shows cells that the player knows to be mines as closed.
    """
    size = layouts.shape[1]
    strategy = _strategy(player, ENDGAME_LAYOUTS)
    rows = []
    for game, (layout, seed) in enumerate(zip(layouts, seeds.tolist(), strict=True)):
        for before, turn, _after, _outcome in _game(layout, width, First.SAFE, seed, strategy):
            knowledge: Any = before.knowledge
            if before.length and knowledge.risk(turn.action) > 0:
                place = knowledge.board.index(turn.action)
                rows.append([game, place, *knowledge.board.cells])
    return np.array(rows, np.int64).reshape(-1, 2 + size)


def _game(
    mines: NDArray[np.uint8], width: int, first: First, seed: int, strategy: Strategy
) -> Iterator[Move]:
    rules = Minesweeper(width, len(mines) // width, int(mines.sum()), first)
    layout = Layout(rules.width, rules.height, mines.tobytes())
    for move in moves(rules, strategy, Honest(rules, layout), Random(seed)):
        yield move
        if move[-1] is not None:
            return


def _strategy(name: str, few: int) -> Strategy:
    """Returns a strategy that searches for best play, if it does, with so few layouts."""
    word = name.replace("-", "_")
    try:
        module = import_module(f"mastermine.minesweeper.strategies.{word}")
    except ImportError:
        raise ValueError(f"there is no player called {name}") from None
    found: Strategy = getattr(module, word)
    return found.having(layouts=few) if "layouts" in found.options else found
