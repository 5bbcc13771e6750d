"""Whole games, played natively as the strategies play them; the twin asks the strategies.

The order in which certain cells are opened may differ, for it changes nothing: what is chosen where
nothing is certain, and how the game ends, is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mastermine.core.native import NATIVE
from mastermine.core.random import Random
from mastermine.core.strategy import Played
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import ask
from mastermine.minesweeper.rules import First, Minesweeper


@dataclass(frozen=True)
class WholeGames:
    """Plays many games at once, each begun in the corner, as the strategy of this name does.

    Raises TooLarge.
    """

    name: str

    def __call__(
        self, rules: Minesweeper, secrets: Sequence[Random | Layout], own: Sequence[Random]
    ) -> list[Played]:
        results = ask(
            backend.play_games,
            _layouts(rules, secrets),
            rules.width,
            rules.first is not First.ANY,
            np.array([rng.seed for rng in own], np.uint64),
            self.name,
        )
        return [Played(bool(won), guesses) for won, guesses in results.tolist()]


def _layouts(rules: Minesweeper, secrets: Sequence[Random | Layout]) -> NDArray[np.uint8]:
    """The layouts, uint8 of shape (games, cells): those given, or those that are drawn."""
    drawn = [secret.seed for secret in secrets if isinstance(secret, Random)]
    if len(drawn) == len(secrets):
        return draw_many(rules, drawn, CORNER)
    rows = [
        rules.draw(secret, CORNER) if isinstance(secret, Random) else secret for secret in secrets
    ]
    return np.array([np.frombuffer(row.mines, np.uint8) for row in rows])


def whole_games(name: str) -> WholeGames | None:
    """The native player of this name; None where the native core is not in use."""
    return WholeGames(name) if NATIVE else None
