"""Heuristic search for static guesses: greedy choice, then local search."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.random import Random

if TYPE_CHECKING:
    from mastermine.mastermind.research.static_answers import Answers, Classes

MAX_FAILED_EXCHANGES = 120
"""Number of exchanges after which a number of guesses is given up."""


def greedy(game: Answers) -> list[int]:
    """Chooses repeatedly the guess with the most classes; ties go to the smallest."""
    every = np.arange(len(game.guesses))
    classes, chosen = game.together(), list[int]()
    while int(classes.max()) + 1 < len(game.codes):
        chosen.append(int(game.counts(classes, every).argmax()))
        classes = game.split(classes, chosen[-1])
    return chosen


def improve(
    game: Answers,
    chosen: list[int],
    least: int = 0,
    end: float | None = None,
    rounds: int = MAX_FAILED_EXCHANGES,
) -> list[int]:
    """Reduces the number of guesses that distinguish all codes, down to ``least``.

    Drops one guess, then exchanges others for the one that makes the most classes with the rest,
    until all codes are distinguished or after ``rounds`` exchanges. Stops at time ``end``. The seed
    is fixed.
    """
    rng = Random(0)
    while len(chosen) > max(least, 1):
        fewer = _exchanged(game, _dropped(game, chosen), rng, end, rounds)
        if fewer is None:
            break
        chosen = fewer
    return sorted(chosen)


def _dropped(game: Answers, chosen: list[int]) -> list[int]:
    """Drops the guess whose removal keeps the most classes."""
    fewer = [chosen[:place] + chosen[place + 1 :] for place in range(len(chosen))]
    return max(fewer, key=lambda guesses: int(_classes(game, guesses).max()))


def _classes(game: Answers, guesses: list[int]) -> Classes:
    classes = game.together()
    for guess in guesses:
        classes = game.split(classes, guess)
    return classes


def _exchanged(
    game: Answers, chosen: list[int], rng: Random, end: float | None, rounds: int
) -> list[int] | None:
    """Exchanges guesses until they distinguish all codes; None if that fails."""
    every = np.arange(len(game.guesses))
    chosen = list(chosen)
    for _round in range(rounds):
        if int(_classes(game, chosen).max()) + 1 == len(game.codes):
            return chosen
        if end is not None and monotonic() > end:
            return None
        place = rng.below(len(chosen))
        rest = chosen[:place] + chosen[place + 1 :]
        counts = game.counts(_classes(game, rest), every)
        counts[chosen] = -1
        best = np.flatnonzero(counts == counts.max())
        chosen[place] = int(best[rng.below(len(best))])
    return None
