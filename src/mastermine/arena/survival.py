"""How often strategies come through in games that are lost by a single mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, cast

from mastermine.arena.match import check_entrants, player, shared, stream
from mastermine.core.game import Outcome, Perilous, Rules
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.strategy import Played

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from concurrent.futures import Executor

    from mastermine.core.strategy import Strategy

CHUNK = 100
"""So many rounds are played at a time where every strategy plays whole games at once."""


@dataclass(frozen=True)
class Survival:
    """How a strategy did in some games; the sum of two is that in all these games."""

    strategy: str
    wins: int = 0
    losses: int = 0
    total_guesses: int = 0
    """The actions that could have lost a game, for all that was known."""
    seconds: float = field(default=0.0, compare=False)

    def __add__(self, other: Survival) -> Survival:
        return Survival(
            self.strategy,
            self.wins + other.wins,
            self.losses + other.losses,
            self.total_guesses + other.total_guesses,
            self.seconds + other.seconds,
        )

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.losses

    @property
    def win_rate(self) -> float | None:
        """The part of the games that was won; None without games."""
        return self.wins / self.games if self.games else None

    @property
    def win_rate_error(self) -> float | None:
        """About the standard error of the win rate; None without games.

        Half the width of Wilson's interval of one standard error (1927). In many games it is the
        standard error itself, but it is not 0 where all of a few games were won, or all lost.
        """
        if not self.games:
            return None
        return sqrt(self.wins * self.losses / self.games + 1 / 4) / (self.games + 1)

    @property
    def guesses(self) -> float | None:
        """Guesses a game; None without games."""
        return self.total_guesses / self.games if self.games else None

    @property
    def milliseconds(self) -> float | None:
        """Time a game; None without games."""
        return 1e3 * self.seconds / self.games if self.games else None

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "strategy": self.strategy,
            "wins": self.wins,
            "losses": self.losses,
            "win_rate": self.win_rate,
            "win_rate_error": self.win_rate_error,
            "guesses": self.guesses,
            "milliseconds": self.milliseconds,
        }


def is_perilous(rules: Rules[Any, Any, Any]) -> bool:
    """Whether one action can lose the game, so that a win rate says how well it is played."""
    return isinstance(rules.knowledge(), Perilous)


def survival(
    rules: Rules[Any, Any, Any],
    strategies: Sequence[Strategy],
    rounds: int,
    seed: int | str,
    executor: Executor | None = None,
) -> Iterator[tuple[Survival, ...]]:
    """Play the rounds of a match, some at a time; how each strategy did in these.

    The games are those of ``arena.match.match``, only that nobody looks at them, so that strategies
    with a fast way to the results take it. Raises InvalidSpec, at once, for a match that cannot be.
    """
    check_entrants(rules, strategies, rounds, seed, executor)
    step = CHUNK if all(each.games for each in strategies) else 1
    chunks = (range(at, min(at + step, rounds + 1)) for at in range(1, rounds + 1, step))
    play = partial(survive, rules, tuple(strategies), seed)
    return map(play, chunks) if executor is None else shared(executor, play, chunks)


def survive(
    rules: Rules[Any, Any, Any],
    strategies: Sequence[Strategy],
    seed: int | str,
    numbers: Sequence[int],
) -> tuple[Survival, ...]:
    """How each strategy does in the rounds of these numbers; it depends on nothing else."""
    return tuple(_survive(rules, strategy, seed, numbers) for strategy in strategies)


def _survive(
    rules: Rules[Any, Any, Any], strategy: Strategy, seed: int | str, numbers: Sequence[int]
) -> Survival:
    if strategy.games is None:
        played = [_timed(rules, strategy, seed, number) for number in numbers]
        seconds = sum(time for _result, time in played)
        results = [result for result, _time in played]
    else:
        streams = [stream(seed, number) for number in numbers]
        own = [each.fork(strategy.name) for each in streams]
        start = perf_counter()
        results = strategy.games(rules, streams, own)
        seconds = perf_counter() - start
    wins = sum(result.won for result in results)
    guesses = sum(result.guesses for result in results)
    return Survival(strategy.name, wins, len(results) - wins, guesses, seconds)


def _timed(
    rules: Rules[Any, Any, Any], strategy: Strategy, seed: int | str, number: int
) -> tuple[Played, float]:
    """One game, and how long it took the strategy; to tell its guesses from others is not its work.

    Raises IllegalMove for a strategy that goes round in circles.
    """
    rng = stream(seed, number)
    asked = player(cast("Hashable", rules), strategy)
    game = moves(rules, asked, Honest(rules, rng=rng), rng.fork(strategy.name))
    guesses, seconds = 0, 0.0
    while True:
        start = perf_counter()
        before, turn, _after, outcome = next(game)
        seconds += perf_counter() - start
        guesses += cast("Perilous[Any]", before.knowledge).risk(turn.action) > 0
        if outcome is not None:
            return Played(outcome is Outcome.WON, guesses), seconds


class Survivors:
    """How the strategies of a match do as it goes on."""

    def __init__(self, strategies: Sequence[Strategy]) -> None:
        self.scores = [Survival(strategy.name) for strategy in strategies]
        """One for each strategy, in the order of the match."""

    @property
    def rounds(self) -> int:
        """The rounds played to the end."""
        return self.scores[0].games

    def add(self, part: Sequence[Survival]) -> None:
        """Count some rounds."""
        self.scores = [score + more for score, more in zip(self.scores, part, strict=True)]
