"""A run, its entrants and its games: plain data that can be stored and sent to workers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mastermine.arena.secret_source import Field, Sample, read_field
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Risky
from mastermine.core.given import seed_of, short_repr
from mastermine.core.play import Record
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import find_strategy, parse_rules

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

TIME_LIMIT_SECONDS = 300.0
"""Default time limit of a strategy for a game."""

MAX_TIME_LIMIT_SECONDS = 10_000_000
"""Longest time limit."""
MAX_ROUNDS = (1 << 31) - 1
"""Largest value that an integer column holds in every database."""

WON, LOST, FAILED = "won", "lost", "failed"
"""Outcomes of a game; a failed game counts as lost, too, and has a reason."""


@dataclass(frozen=True)
class Entrant:
    """A strategy that takes part in a run: its name there, how to find it, and its source.

    A strategy from a file is sent and stored as the text of that file, so that every worker, and
    anybody who resumes the run years later, plays the same one.
    """

    name: str
    home: str
    """Argument of ``registry.find_strategy``: a name or ``file.py:name``, with its options."""
    source: str | None = None
    """Text of the strategy's file; None for a strategy of this package."""
    made: Strategy | None = field(default=None, compare=False, repr=False)
    """The strategy object, if the entrant was made from one; not stored."""

    @classmethod
    def of(cls, strategy: Strategy) -> Entrant:
        """Makes an entrant of a strategy object."""
        return cls(strategy.name, strategy.home, strategy.source, strategy)

    def strategy(self, game: str) -> Strategy:
        """Returns the strategy. Raises InvalidSpec if it cannot be found."""
        return self.made or _strategy(self.home, game, self.source)

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "home": self.home, "source": self.source}


def entrants_of(strategies: Sequence[Strategy]) -> tuple[Entrant, ...]:
    """Makes an entrant of each strategy; strategies with equal names are named by their files."""
    names = Counter(strategy.name for strategy in strategies)
    return tuple(
        replace(made, name=Path(made.home).name)
        if names[made.name] > 1 and made.source is not None
        else made
        for made in map(Entrant.of, strategies)
    )


@lru_cache(maxsize=1024)
def _strategy(home: str, game: str, source: str | None) -> Strategy:
    return find_strategy(home, game, source)


@dataclass(frozen=True)
class Run:
    """Rules, entrants, and the secrets that all entrants play: equal runs have equal results.

    ``field``: source of the secrets. ``seed``: seed of drawn secrets and of the strategies' random
    numbers. ``time_limit``: seconds per game for each strategy, or None. ``moves``: True to store
    the moves of each game; without them whole games may be played natively.
    """

    rules: Any
    entrants: tuple[Entrant, ...]
    field: Field
    seed: int | str
    time_limit: float | None = TIME_LIMIT_SECONDS
    moves: bool = True

    def __post_init__(self) -> None:
        """Raises InvalidSpec for an invalid run."""
        if not self.entrants:
            raise InvalidSpec(_("a match needs at least one strategy"), field="strategies")
        names = Counter(entrant.name for entrant in self.entrants)
        twice = [name for name, n in names.items() if n > 1]
        if twice:
            raise InvalidSpec(
                _(
                    "strategy {name} is named twice; name each strategy once, or give it other "
                    "options"
                ).format(name=twice[0]),
                field="strategies",
            )
        if self.rounds < 1:
            raise InvalidSpec(
                # Translators: {n} is 0 or less.
                _("the number of rounds must be at least 1, not {n}").format(n=self.rounds),
                field="rounds",
            )
        if self.rounds > MAX_ROUNDS:
            raise InvalidSpec(
                ngettext(
                    "a match of {n} round is too long; the maximum is {most}",
                    "a match of {n} rounds is too long; the maximum is {most}",
                    self.rounds,
                ).format(n=whole(self.rounds)[:40], most=whole(MAX_ROUNDS)),
                field="rounds",
            )
        limit: Any = self.time_limit
        number = isinstance(limit, Real)
        if limit is not None and not (number and 0 < limit <= MAX_TIME_LIMIT_SECONDS):
            raise InvalidSpec(
                # Translators: {n} may have a fraction, or be less than 0, or be no number.
                _("the time limit must be more than 0 and at most {most} seconds, not {n}").format(
                    n=plain(limit) if number and abs(limit) < 1e300 else short_repr(limit),
                    most=whole(MAX_TIME_LIMIT_SECONDS),
                ),
                field="time_limit",
            )
        object.__setattr__(self, "seed", seed_of(self.seed))

    @classmethod
    def of(
        cls,
        rules: Any,
        strategies: Sequence[Strategy],
        rounds: int,
        seed: int | str,
        **options: Any,
    ) -> Run:
        """Makes a run with ``rounds`` drawn secrets."""
        return cls(rules, entrants_of(strategies), Sample(rounds), seed, **options)

    @property
    def rounds(self) -> int:
        """Number of rounds, one for each secret."""
        return self.field.rounds

    @property
    def risky(self) -> bool:
        """True if a single action can lose the game."""
        return is_risky(self.rules)

    @property
    def names(self) -> list[str]:
        """Names of the entrants, in order."""
        return [entrant.name for entrant in self.entrants]

    @property
    def strategies(self) -> list[Strategy]:
        """Strategies of the entrants. Raises InvalidSpec if one cannot be found."""
        return [entrant.strategy(self.rules.game) for entrant in self.entrants]

    def part(self, numbers: range) -> Run:
        """Returns the run with only the data that these rounds need."""
        return replace(self, field=self.field.part(numbers))

    def to_json(self) -> str:
        """Returns the run as one line; ``from_json`` reads it."""
        return json.dumps(
            {
                "rules": self.rules.spec(),
                "entrants": [entrant.to_dict() for entrant in self.entrants],
                "field": self.field.to_dict(),
                "seed": self.seed,
                "time_limit": self.time_limit,
                "moves": self.moves,
            },
            ensure_ascii=False,
        )

    @classmethod
    def from_json(cls, text: str) -> Run:
        """Reads a run. Raises InvalidSpec for other text."""
        try:
            fields = json.loads(text)
            return cls(
                parse_rules(fields["rules"]),
                tuple(Entrant(e["name"], e["home"], e["source"]) for e in fields["entrants"]),
                read_field(fields["field"]),
                fields["seed"],
                fields["time_limit"],
                fields["moves"],
            )
        except InvalidSpec:  # a ValueError, too
            raise
        except (TypeError, KeyError, AttributeError, RecursionError, ValueError) as error:
            raise InvalidSpec(_("invalid run: {error}").format(error=error)) from None


def is_risky(rules: Any) -> bool:
    """Returns True if a single action can lose the game, so that win rates compare strategies."""
    return isinstance(rules.knowledge(), Risky)


MAX_CRASHES_IN_A_ROW = 3
MAX_CRASHES = 10
"""A strategy is given up after so many crashes: each takes some new workers, so seconds."""


class Game(NamedTuple):
    """One game of a run, as it is stored. Equal runs have equal games, except for the time."""

    round: int
    """Counted from 1."""
    entrant: int
    """Counted from 0, in the order of the run."""
    outcome: str
    """WON, LOST or FAILED."""
    turns: int | None
    """Number of turns; None if they were not counted."""
    guesses: int | None
    """Number of actions that could have lost the game; None if no action can."""
    microseconds: int
    """CPU time in µs, measured in the worker process; 0 if that crashed."""
    reason: str | None = None
    """Reason of a failure, a clause."""
    secret: str | None = None
    """The secret in the notation of the rules; None without moves, or if none was drawn."""
    moves: str | None = None
    """The turns as JSON, ``[["1122","0B 3W"],…]``; None if they are not stored."""

    @classmethod
    def crash(cls, number: int, entrant: int, reason: str) -> Game:
        """Returns a game that ended its worker, used too much memory, or was not played."""
        return cls(number, entrant, FAILED, None, None, 0, reason)

    @property
    def crashed(self) -> bool:
        """True for a game made by ``crash``; any other one takes time."""
        return self.outcome == FAILED and self.turns is None and self.microseconds == 0

    @property
    def failure(self) -> str:
        """Round and reason of the failure."""
        return _("round {n}: {reason}").format(n=self.round, reason=self.reason)

    @property
    def result(self) -> tuple[Any, ...]:
        """All fields except the time."""
        return (*self[:5], *self[6:])

    def record(self, run: Run) -> Record:
        """Returns the game as a record. Raises InvalidSpec if its moves were not stored."""
        if self.moves is None:
            raise InvalidSpec(
                _("the moves of round {n} were not stored; play with --moves to store them").format(
                    n=self.round
                )
            )
        return Record(
            run.rules.spec(),
            tuple((action, answer) for action, answer in json.loads(self.moves)),
            WON if self.outcome == WON else LOST,
            self.secret,
            run.entrants[self.entrant].name,
        )


@dataclass
class Crashes:
    """The crashes of an entrant, counted in the order of the rounds."""

    total: int = 0
    in_a_row: int = 0

    def add(self, game: Game) -> None:
        """Counts a game; those after the strategy was given up do not count."""
        if not self.given_up:
            self.total += game.crashed
            self.in_a_row = self.in_a_row + 1 if game.crashed else 0

    @property
    def given_up(self) -> bool:
        """True if the strategy plays no more games of this run, but loses them."""
        return self.in_a_row >= MAX_CRASHES_IN_A_ROW or self.total >= MAX_CRASHES

    def lost(self, number: int, entrant: int) -> Game:
        """Returns a game of a strategy that was given up."""
        reason = ngettext(
            "it was given up after {n} crash", "it was given up after {n} crashes", self.total
        )
        return Game.crash(number, entrant, reason.format(n=whole(self.total)))


class Part(NamedTuple):
    """A finished chunk: some rounds of a run, played by all entrants."""

    numbers: range
    """Round numbers."""
    games: list[Game]
    """By round, then by entrant."""
    drew: tuple[int, ...]
    """Entrants that used random numbers, or may have: their figures are not exact."""
    seconds: float
    """Elapsed time."""
