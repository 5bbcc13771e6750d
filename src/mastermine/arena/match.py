"""Strategies against each other: in each round all of them look for the same secret."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mastermine.arena import statistics
from mastermine.arena.evaluation import check_new
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import NeedsRandomness, Outcome, Rules, View
from mastermine.core.oracle import Honest
from mastermine.core.play import Record, play
from mastermine.core.random import Random
from mastermine.core.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from mastermine.core.strategy import Strategy

OPENING = 4
"""Guesses up to this turn are remembered, so that equal turns are thought about once."""
REMEMBERED = 1 << 14
"""How many of them, for each strategy."""

AHEAD = 64
"""So many rounds, or parts of a match, an executor has to play at a time."""

Part = TypeVar("Part")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Round:
    """One code, and how each strategy looked for it, in the order of the match."""

    number: int
    """Counted from 1."""
    records: tuple[Record, ...]

    @property
    def secret(self) -> str:
        """The code that was to be found."""
        return self.records[0].secret or ""


def match(
    rules: Rules[Any, Any, Any],
    strategies: Sequence[Strategy],
    rounds: int,
    seed: int | str,
    executor: Executor | None = None,
) -> Iterator[Round]:
    """Play ``rounds`` rounds, each when it is asked for.

    The code of a round depends on the seed alone, and the random numbers of a strategy on the
    seed, the round and its name: so the same seed gives a strategy the same games, whoever else
    takes part. An ``executor`` plays some rounds ahead, with equal results in equal order; one of
    processes needs strategies that can be pickled. Raises InvalidSpec, at once, for a match that
    cannot be.
    """
    check_entrants(rules, strategies, rounds, seed, executor)
    play_one = partial(play_round, rules, tuple(strategies), seed)
    numbers = range(1, rounds + 1)
    return map(play_one, numbers) if executor is None else shared(executor, play_one, numbers)


def check_entrants(
    rules: Rules[Any, Any, Any],
    strategies: Sequence[Strategy],
    rounds: int,
    seed: int | str,
    executor: Executor | None,
) -> None:
    """Raises InvalidSpec for a match that cannot be, and whatever one who cannot play raises."""
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
    if executor is not None and any(strategy.asks for strategy in strategies):
        raise InvalidSpec(_("a person plays one round after the other: leave the executor out"))
    for strategy in strategies:
        if not strategy.asks:
            # What cannot play says so before any other does.
            player(cast("Hashable", rules), strategy)(View(rules, rng=Random(seed)))


def stream(seed: int | str, number: int) -> Random:
    """The random numbers of a round: its secret, and by their names those of the strategies."""
    return Random(seed).fork("round", number)


def play_round(
    rules: Rules[Any, Any, Any], strategies: Sequence[Strategy], seed: int | str, number: int
) -> Round:
    """One round of a match; it depends on nothing else."""
    return Round(
        number,
        tuple(
            # Each has an oracle of its own, since a code may depend on the first guess.
            play(
                rules,
                player(cast("Hashable", rules), s),
                Honest(rules, rng=stream(seed, number)),
                stream(seed, number).fork(s.name),
            )
            for s in strategies
        ),
    )


def shared(
    executor: Executor, play: Callable[[Part], Result], parts: Iterable[Part]
) -> Iterator[Result]:
    """What is played in each part, in order, with some parts under way."""
    waiting: deque[Future[Result]] = deque()
    try:
        for part in parts:
            waiting.append(executor.submit(play, part))
            if len(waiting) > AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


class _Player:
    """A strategy that remembers its first guesses, unless it is random or a person."""

    def __init__(self, rules: Rules[Any, Any, Any], strategy: Strategy) -> None:
        self.rules = rules
        self.name = strategy.name
        self.strategy = strategy
        self.repeatable = not strategy.asks
        self.remembered: dict[tuple[Any, ...], Any] = {}

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        if self.repeatable:
            try:
                guess = self._guess(view)
            except NeedsRandomness:
                self.repeatable = False
            else:
                if self.rules.limit is None:
                    check_new(self.strategy, view, guess)
                return guess
        return self.strategy(view)

    def _guess(self, view: View[Any, Any, Any]) -> Any:
        """The guess without random numbers."""
        if view.turns in self.remembered:
            return self.remembered[view.turns]
        guess = self.strategy(View(self.rules, view.turns, view.knowledge))
        if view.length < OPENING and len(self.remembered) < REMEMBERED:
            self.remembered[view.turns] = guess
        return guess


player = lru_cache(maxsize=64)(_Player)
"""The players of this process: the rounds of a match share what they remember."""


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
