"""Strategies against each other: in each round all of them look for the same code."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mastermine.arena import statistics
from mastermine.arena.evaluation import HUMAN, check_new
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import NeedsRandomness, Outcome, Rules, View
from mastermine.core.oracle import Honest
from mastermine.core.play import Record, play
from mastermine.core.random import Random
from mastermine.core.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mastermine.core.strategy import Strategy

REMEMBERED = 1 << 16
"""How many guesses of each strategy are kept, so that equal turns are thought about once."""


@dataclass(frozen=True)
class Round:
    """One code, and how each strategy looked for it, in the order of the match."""

    number: int
    """Counted from 1."""
    secret: str
    records: tuple[Record, ...]


def match(
    rules: Rules[Any, Any, Any], strategies: Sequence[Strategy], rounds: int, seed: int | str
) -> Iterator[Round]:
    """Play ``rounds`` rounds, each when it is asked for.

    The code of a round depends on the seed alone, and the random numbers of a strategy on the
    seed, the round and its name: so the same seed gives a strategy the same games, whoever else
    takes part. Raises InvalidSpec, at once, for a match that cannot be.
    """
    names = [strategy.name for strategy in strategies]
    if not names:
        raise InvalidSpec(_("a match needs at least one strategy"))
    twice = [name for name, n in Counter(names).items() if n > 1]
    if twice:
        raise InvalidSpec(
            _("strategy {name} is named twice; in a match each plays once a round").format(
                name=twice[0]
            )
        )
    if rounds < 1:
        raise InvalidSpec(
            _("a match of {n} rounds is no match; it must be at least 1").format(n=rounds)
        )
    return _rounds(rules, [_Player(rules, strategy) for strategy in strategies], rounds, seed)


def _rounds(
    rules: Rules[Any, Any, Any], players: Sequence[_Player], rounds: int, seed: int | str
) -> Iterator[Round]:
    for number in range(1, rounds + 1):
        stream = Random(seed).fork("round", number)
        secret = rules.draw(stream)
        oracle = Honest(rules, secret)
        records = [play(rules, p, oracle, stream.fork(p.name)) for p in players]
        yield Round(number, rules.format_secret(secret), tuple(records))


class _Player:
    """A strategy that remembers its guesses, unless it is random or a person."""

    def __init__(self, rules: Rules[Any, Any, Any], strategy: Strategy) -> None:
        self.rules = rules
        self.name = strategy.name
        self.strategy = strategy
        self.repeatable = strategy.name != HUMAN
        self._remembered = lru_cache(REMEMBERED)(self._guess)

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        if self.repeatable:
            try:
                guess = self._remembered(view.turns)
            except NeedsRandomness:
                self.repeatable = False
            else:
                if self.rules.limit is None:
                    check_new(self.strategy, view, guess)
                return guess
        return self.strategy(view)

    def _guess(self, turns: tuple[Any, ...]) -> Any:
        return self.strategy(View(self.rules, turns))


@dataclass(frozen=True)
class Score:
    """What a strategy has done in a match.

    Entry i of ``histogram`` counts the codes found with i + 1 guesses; the averages are those of
    these games only.
    """

    strategy: str
    histogram: tuple[int, ...] = ()
    losses: int = 0

    def after(self, record: Record) -> Score:
        """The score with one more game."""
        if record.outcome != Outcome.WON.value:
            return Score(self.strategy, self.histogram, self.losses + 1)
        won = (0,) * (len(record.turns) - 1) + (1,)
        histogram = tuple(statistics.merged([self.histogram, won]))
        return Score(self.strategy, histogram, self.losses)

    @property
    def wins(self) -> int:
        """The codes found."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The guesses for all codes found."""
        return statistics.total(self.histogram)

    @property
    def average(self) -> float | None:
        """Guesses a code found; None when none was."""
        return statistics.average(self.histogram)

    @property
    def standard_error(self) -> float | None:
        """The standard error of the average; None for fewer than two codes found."""
        return statistics.standard_error(self.histogram)

    @property
    def worst(self) -> int | None:
        """The most guesses for a code found; None when none was."""
        return statistics.worst(self.histogram)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; the keys of the histogram are numbers of guesses."""
        return {
            "strategy": self.strategy,
            "wins": self.wins,
            "losses": self.losses,
            "average": self.average,
            "standard_error": self.standard_error,
            "total": self.total,
            "worst": self.worst,
            "histogram": statistics.table(self.histogram),
        }


class Standings:
    """The scores of a match as it goes on."""

    def __init__(self, strategies: Sequence[Strategy]) -> None:
        self.rounds = 0
        """The rounds played to the end."""
        self.scores = [Score(strategy.name) for strategy in strategies]
        """One for each strategy, in the order of the match."""

    def add(self, played: Round) -> None:
        """Count a round."""
        self.rounds += 1
        self.scores = [
            score.after(record) for score, record in zip(self.scores, played.records, strict=True)
        ]
