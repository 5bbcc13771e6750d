"""Standings of a run: sums that are updated chunk by chunk, of constant size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine.arena import statistics
from mastermine.arena.run import FAILED, WON, Crashes, Game
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import ngettext

Integers = NDArray[np.int64]

MAX_REASONS = 5
"""Maximum number of failures of a strategy that are reported in full."""


@dataclass
class Score:
    """Score of an entrant.

    Entry i of ``histogram`` counts the games won in i + 1 turns, where turns were counted; averages
    of turns are over these games only. ``losses`` includes ``failures``, the games lost through an
    error, an illegal move or a timeout; ``failed`` are a few of them with different reasons.
    """

    strategy: str
    histogram: list[int] = field(default_factory=list)
    wins: int = 0
    losses: int = 0
    failures: int = 0
    failed: list[Game] = field(default_factory=list)
    total_guesses: int = 0
    """Number of actions that could have lost a game."""
    microseconds: int = field(default=0, compare=False)
    crashes: Crashes = field(default_factory=Crashes)
    drew: bool = False
    """True if it used random numbers, or may have, so that other seeds give other games."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.losses

    @property
    def mistakes(self) -> str:
        """Clause with the number of failed games and the first reason; empty if none failed.

        Another one says that the strategy was given up.
        """
        if not self.failures:
            return ""
        # Translators: {name} is a strategy, {reason} a clause.
        found = ngettext(
            "{name} failed in {n} game; {reason}",
            "{name} failed in {n} games, first in {reason}",
            self.failures,
        ).format(name=self.strategy, n=whole(self.failures), reason=self.failed[0].failure)
        if not self.crashes.given_up:
            return found
        # Translators: {mistakes} is such as "alice failed in 20 games, first in round 1: …".
        return ngettext(
            "{mistakes}; after {n} crash it was given up and lost all other games",
            "{mistakes}; after {n} crashes it was given up and lost all other games",
            self.crashes.total,
        ).format(mistakes=found, n=whole(self.crashes.total))

    @property
    def total(self) -> int:
        """Number of turns of all games won."""
        return statistics.total(self.histogram)

    @property
    def average(self) -> float | None:
        """Mean turns of the games won; None if there is none."""
        return statistics.average(self.histogram)

    @property
    def standard_error(self) -> float | None:
        """Standard error of the average; None for fewer than two games won."""
        return statistics.standard_error(self.histogram)

    @property
    def worst(self) -> int | None:
        """Maximum turns of a game won; None if there is none."""
        return statistics.worst(self.histogram)

    @property
    def win_rate(self) -> float | None:
        """Share of the games won; None without games."""
        return self.wins / self.games if self.games else None

    @property
    def win_rate_error(self) -> float | None:
        """Approximate standard error of the win rate; None without games."""
        return statistics.win_rate_error(self.wins, self.games)

    @property
    def guesses(self) -> float | None:
        """Mean guesses per game; None without games."""
        return self.total_guesses / self.games if self.games else None

    @property
    def milliseconds(self) -> float | None:
        """Mean time per game; None without games."""
        return self.microseconds / 1e3 / self.games if self.games else None


class Standings:
    """Scores of a run in progress, and the sums that ``comparison`` needs.

    For entrants a and b (int64, shape (entrants, entrants)): ``better[a, b]`` counts the rounds
    in which a did better: it won and b did not or, where turns count, it won in fewer turns;
    ``both[a, b]`` counts those that both won; over these, ``difference[a, b]`` is the sum of the
    turns of a minus those of b, and ``squares[a, b]`` the sum of the squared differences.
    """

    def __init__(self, names: Sequence[str], risky: bool) -> None:
        """``risky``: True if only wins count, not turns."""
        k = len(names)
        self.risky = risky
        self.rounds = 0
        """Number of finished rounds."""
        self.scores = [Score(name) for name in names]
        """One per entrant, in the order of the run."""
        self.better: Integers = np.zeros((k, k), np.int64)
        self.both: Integers = np.zeros((k, k), np.int64)
        self.difference: Integers = np.zeros((k, k), np.int64)
        self.squares: Integers = np.zeros((k, k), np.int64)

    def __repr__(self) -> str:
        figure = "win_rate" if self.risky else "average"
        figures = [f"{each.strategy} {getattr(each, figure) or 0:.3f}" for each in self.scores]
        return f"<Standings after {self.rounds} rounds, {figure}: {', '.join(figures)}>"

    def add(self, games: Sequence[Game], drew: Iterable[int] = ()) -> None:
        """Adds whole rounds: the games of all entrants, by round, then by entrant."""
        k = len(self.scores)
        won = np.array([game.outcome == WON for game in games], np.bool_).reshape(-1, k)
        turns = np.array([game.turns or 0 for game in games], np.int64).reshape(-1, k)
        self.rounds += len(won)
        wins = won.sum(axis=0)
        for index, score in enumerate(self.scores):
            score.wins += int(wins[index])
            score.losses += len(won) - int(wins[index])
            if not self.risky:
                added = np.bincount(turns[won[:, index], index])[1:].tolist()
                score.histogram = statistics.merged([score.histogram, added])
        for game in games:
            score = self.scores[game.entrant]
            score.microseconds += game.microseconds
            score.total_guesses += game.guesses or 0
            score.crashes.add(game)
            if game.outcome == FAILED:
                score.failures += 1
                if len(score.failed) < MAX_REASONS and all(
                    game.reason != other.reason for other in score.failed
                ):
                    score.failed.append(game)
        for index in drew:
            self.scores[index].drew = True
        self._compare(won, turns)

    def _compare(self, won: NDArray[np.bool_], turns: Integers) -> None:
        wins = won.astype(np.int64)
        self.both += wins.T @ wins
        self.better += wins.T @ (1 - wins)
        if self.risky:
            return
        cost = np.where(won, turns, 0)
        sums, squares = cost.T @ wins, (cost * cost).T @ wins
        self.difference += sums - sums.T
        self.squares += squares + squares.T - 2 * (cost.T @ cost)
        for a in range(len(self.scores)):
            sooner = won[:, a, None] & won & (turns[:, a, None] < turns)
            self.better[a] += sooner.sum(axis=0)

    def to_dict(self) -> list[dict[str, Any]]:
        return [self._score(score) for score in self.scores]

    def _score(self, score: Score) -> dict[str, Any]:
        figures = (
            ("win_rate", "win_rate_error", "guesses")
            if self.risky
            else ("average", "standard_error", "total", "worst")
        )
        names = ("strategy", "wins", "losses", *figures)
        found = {name: getattr(score, name) for name in names}
        if not self.risky:
            found["histogram"] = statistics.table(score.histogram)
        reasons = [{"round": game.round, "reason": game.reason} for game in score.failed]
        failed = {"failures": score.failures, "reasons": reasons} if score.failures else {}
        given_up = {"given_up": True} if score.crashes.given_up else {}
        return {**found, "milliseconds": score.milliseconds, **failed, **given_up}
