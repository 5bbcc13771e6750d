"""Whole games, played natively as the strategies play them; the twin asks the strategies.

The order in which certain cells are opened may differ, for it changes nothing: what is chosen where
nothing is certain, and how the game ends, is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine.core.options import first_action
from mastermine.core.random import Random
from mastermine.core.strategy import Played
from mastermine.minesweeper.board import Cell, Layout
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import ask
from mastermine.minesweeper.reference.player import ENDGAME_LAYOUTS
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.system.native import NATIVE

MOST_LAYOUTS = 1_000_000
"""The most layouts from which the best play is searched for natively."""


RANDOM = "single-point"
"""The only strategy that guesses by chance."""


@dataclass(frozen=True)
class WholeGames:
    """Plays many games at once, as the strategy of this name does.

    Raises TooLarge.
    """

    name: str
    first: str | None = None
    """The first cell, ``x.y``; the corner where it is not given."""
    layouts: int = ENDGAME_LAYOUTS
    """The layouts left from which on the best play is searched, by strategies that do so."""

    @property
    def draws(self) -> bool:
        """Whether it uses random numbers of its own."""
        return self.name == RANDOM

    def __call__(
        self, rules: Minesweeper, secrets: Sequence[Random | Layout], own: Sequence[Random]
    ) -> list[Played]:
        x, y = first = CORNER if self.first is None else first_action(rules, self.first)
        results = ask(
            backend.play_games,
            _layouts(rules, secrets, first),
            rules.width,
            rules.first is not First.ANY,
            np.array([rng.seed for rng in own], np.uint64),
            self.name,
            y * rules.width + x,
            self.layouts,
        )
        return [Played(bool(won), guesses) for won, guesses in results.tolist()]

    def having(self, options: Mapping[str, Any]) -> WholeGames | None:
        """The same with these options of the strategy; None for a number that has no room."""
        if not 0 <= options.get("layouts", ENDGAME_LAYOUTS) <= MOST_LAYOUTS:
            return None
        return WholeGames(self.name, **options)


def _layouts(
    rules: Minesweeper, secrets: Sequence[Random | Layout], first: Cell
) -> NDArray[np.uint8]:
    """The layouts, uint8 of shape (games, cells): those given, or those that are drawn."""
    drawn = [secret.seed for secret in secrets if isinstance(secret, Random)]
    if len(drawn) == len(secrets):
        return draw_many(rules, drawn, first)
    rows = [
        rules.draw(secret, first) if isinstance(secret, Random) else secret for secret in secrets
    ]
    return np.array([np.frombuffer(row.mines, np.uint8) for row in rows])


def whole_games(name: str) -> WholeGames | None:
    """The native player of this name; None where the native core is not in use."""
    return WholeGames(name) if NATIVE else None
