"""Elo-scaled ranking of many entrants."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine.arena.comparison import pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mastermine.arena.run import Run
    from mastermine.arena.standings import Standings

    Numbers = NDArray[np.float64]

SCALE = 400 / log(10)
"""Points per unit of log-strength: a lead of 400 means doing better in 10 of 11 rounds."""


@dataclass(frozen=True)
class Rated:
    """Strength of an entrant among those that played the same secrets.

    ``rating``: points on the scale of Elo (1978), with mean 0 over all entrants. ``error``: its
    standard error. ``wins``, ``draws`` and ``losses`` are summed over the other entrants: a round
    against three others counts three times.
    """

    strategy: str
    rating: float
    error: float
    wins: int
    """Rounds in which it did better than the other."""
    draws: int
    losses: int
    beats: tuple[str, ...] = ()
    """Entrants that it beats significantly (``Comparison.winner``)."""

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "beats": list(self.beats)}


def ranking(standings: Standings, run: Run | None = None) -> list[Rated]:
    """Ranks the entrants, strongest first; ties keep the order of the run.

    ``run``: the run of these standings; without it no difference is exact.

    The strengths are maximum-likelihood estimates of the model of Bradley and Terry (1952), where a
    does better than b with probability s(a) / (s(a) + s(b)); a draw is half a win for each. One
    draw is added to each pair, so that the rating of an unbeaten entrant is finite.
    """
    better = standings.better.astype(np.float64)
    draws = standings.rounds - better - better.T
    np.fill_diagonal(draws, 0)
    rating, error = strengths(better + (draws + 1) / 2)
    beaten: dict[str, list[str]] = {score.strategy: [] for score in standings.scores}
    for pair in pairs(standings, run):
        if pair.winner is not None:
            beaten[pair.winner].append(pair.second if pair.winner == pair.first else pair.first)
    rated = [
        Rated(
            score.strategy,
            float(SCALE * rating[index]),
            float(SCALE * error[index]),
            int(better[index].sum()),
            int(draws[index].sum()),
            int(better[:, index].sum()),
            tuple(beaten[score.strategy]),
        )
        for index, score in enumerate(standings.scores)
    ]
    return sorted(rated, key=lambda each: -each.rating)


def strengths(wins: Numbers) -> tuple[Numbers, Numbers]:
    """Returns the maximum-likelihood log-strengths, with mean 0, and their standard errors.

    ``wins[a, b]``: number of rounds in which a did better than b, shape (k, k), draws as halves;
    the diagonal is ignored. Newton's method; the errors come from the observed information.
    """
    wins = wins - np.diag(np.diag(wins))
    games = wins + wins.T
    at = np.zeros(len(wins))
    fit = _likelihood(wins, at)
    while True:
        chance = 1 / (1 + np.exp(at[None, :] - at[:, None]))
        slope = (wins - games * chance).sum(axis=1)
        weight = games * chance * chance.T
        information = np.diag(weight.sum(axis=1)) - weight
        inverse = np.linalg.pinv(information, hermitian=True)
        step = inverse @ slope
        # The likelihood is concave; a step that overshoots the maximum is halved.
        while (later := _likelihood(wins, at + step)) < fit:
            step = step / 2
        at = at + step
        if later - fit <= 1e-12 * abs(fit):
            return at - at.mean(), np.sqrt(np.diag(inverse))
        fit = later


def _likelihood(wins: Numbers, at: Numbers) -> float:
    """Returns the log-likelihood of these strengths."""
    return float(-(wins * np.logaddexp(0, at[None, :] - at[:, None])).sum())
