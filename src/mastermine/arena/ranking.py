"""A ranking of many entrants, such as a league has."""

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
"""Points for a unit of strength: who is ahead by 400 does better in ten rounds of eleven."""


@dataclass(frozen=True)
class Rated:
    """How strong an entrant is among those that met the same secrets.

    ``rating``: points on the scale of Elo (1978); the average of all entrants is 0. ``error``: its
    standard error. The counts are of the rounds against each other entrant, all together: a round
    against three others counts three times.
    """

    strategy: str
    rating: float
    error: float
    wins: int
    """In which it did better than the other."""
    draws: int
    losses: int
    beats: tuple[str, ...] = ()
    """Those that it beats beyond chance, as ``comparison`` says."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**asdict(self), "beats": list(self.beats)}


def ranking(standings: Standings, run: Run | None = None) -> list[Rated]:
    """The entrants, the strongest first; of equals in the order of the run.

    ``run``: of which these are the standings; without it no difference is known to be exact.

    The strengths are the most likely ones of the model of Bradley and Terry (1952), where a does
    better than b with the chance s(a) / (s(a) + s(b)); a draw is half a win for each. One draw
    more is added for each pair, so that who never loses has a finite rating, too.
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
    """The logarithms of the most likely strengths, of average 0, and their standard errors.

    ``wins[a, b]``: how often a did better than b, shape (k, k), with halves for draws; what is on
    the diagonal does not count. Newton's method; the errors come from the observed information.
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
        # The likelihood has one summit; a step that would go beyond it is made shorter.
        while (later := _likelihood(wins, at + step)) < fit:
            step = step / 2
        at = at + step
        if later - fit <= 1e-12 * abs(fit):
            return at - at.mean(), np.sqrt(np.diag(inverse))
        fit = later


def _likelihood(wins: Numbers, at: Numbers) -> float:
    """The logarithm of the likelihood of these strengths."""
    return float(-(wins * np.logaddexp(0, at[None, :] - at[:, None])).sum())
