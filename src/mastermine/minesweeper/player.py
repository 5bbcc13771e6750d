"""Whole games of the strategies, played by the native core (the reference calls the strategies).

Guesses and results are the same as in Python; only the order in which certain cells are opened may
differ.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine.core.options import first_action
from mastermine.core.random import Random
from mastermine.core.strategy import Played
from mastermine.minesweeper.board import Cell, Layout
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.preference import weights
from mastermine.minesweeper.probability import call
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.system.native import NATIVE

MAX_LAYOUTS = 1_000_000
"""Maximum of the option ``layouts`` for native play."""


RANDOM = "single-point"
"""The only strategy that guesses at random."""

CHAMPION = "champion"
"""The only strategy with learned weights; without them it plays as ``farsighted``."""


@dataclass(frozen=True)
class WholeGames:
    """Plays many games at once with the strategy of this name. Raises TooLarge."""

    name: str
    first: str | None = None
    """The first cell as ``x.y`` [default: the corner]."""
    layouts: int = ENDGAME_LAYOUTS
    """Number of possible layouts from which best play is searched, if the strategy does so."""
    effort: int = 1
    """Of ``champion``: 0 plays as ``farsighted``; above 1 there are no whole games."""

    @property
    def draws(self) -> bool:
        """True if the strategy uses random numbers."""
        return self.name == RANDOM

    def __call__(
        self, rules: Minesweeper, secrets: Sequence[Random | Layout], own: Sequence[Random]
    ) -> list[Played]:
        learned = weights() if self.name == CHAMPION and self.effort else None
        name = "farsighted" if self.name == CHAMPION and learned is None else self.name
        x, y = first = CORNER if self.first is None else first_action(rules, self.first)
        results = call(
            backend.play_games,
            _layouts(rules, secrets, first),
            rules.width,
            rules.first is not First.ANY,
            np.array([rng.seed for rng in own], np.uint64),
            name,
            y * rules.width + x,
            self.layouts,
            learned,
        )
        return [Played(bool(won), guesses) for won, guesses in results.tolist()]

    def having(self, options: Mapping[str, Any]) -> WholeGames | None:
        """Returns a copy with these options, or None if they need play click by click."""
        found = replace(self, **options)
        return found if 0 <= found.layouts <= MAX_LAYOUTS and found.effort in (0, 1) else None


def _layouts(
    rules: Minesweeper, secrets: Sequence[Random | Layout], first: Cell
) -> NDArray[np.uint8]:
    """Returns the given or drawn layouts: uint8 of shape (games, cells)."""
    drawn = [secret.seed for secret in secrets if isinstance(secret, Random)]
    if len(drawn) == len(secrets):
        return draw_many(rules, drawn, first)
    rows = [
        rules.draw(secret, first) if isinstance(secret, Random) else secret for secret in secrets
    ]
    return np.array([np.frombuffer(row.mines, np.uint8) for row in rows])


def whole_games(name: str, layouts: int = ENDGAME_LAYOUTS) -> WholeGames | None:
    """Returns the native player of this name, or None without the native core."""
    return WholeGames(name, layouts=layouts) if NATIVE else None
