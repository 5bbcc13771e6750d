"""What is to be played, by whom, and how a game went: all as plain data, to be kept and sent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mastermine.arena.secret_source import Field, Sample, read_field
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Risky
from mastermine.core.given import seed_of
from mastermine.core.play import Record
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import find_strategy, parse_rules

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

TIME_LIMIT_SECONDS = 300.0
"""Default time limit of a strategy for a game."""

MAX_TIME_LIMIT_SECONDS = 10_000_000
"""The longest time limit."""
MOST_ROUNDS = (1 << 31) - 1
"""What a column of integers holds in every database."""

WON, LOST, FAILED = "won", "lost", "failed"
"""How a game ended; what is failed is lost too, for a reason that is told."""


@dataclass(frozen=True)
class Entrant:
    """A strategy that takes part: its name in the run, how it is found, and its file's text.

    A strategy from a file travels as the text of that file: so every worker, and who resumes the
    run years later, plays the same one.
    """

    name: str
    home: str
    """What ``registry.find_strategy`` takes: a name or ``file.py:name``, with its options."""
    source: str | None = None
    made: Strategy | None = field(default=None, compare=False, repr=False)
    """A strategy that only this process, or those that can unpickle it, knows."""

    @classmethod
    def of(cls, strategy: Strategy) -> Entrant:
        """Let a strategy take part that is at hand."""
        return cls(strategy.name, strategy.home, strategy.source, strategy)

    def strategy(self, game: str) -> Strategy:
        """The strategy itself. Raises InvalidSpec where it cannot be found."""
        return self.made or _strategy(self.home, game, self.source)

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"name": self.name, "home": self.home, "source": self.source}


def entrants_of(strategies: Sequence[Strategy]) -> tuple[Entrant, ...]:
    """An entrant for each strategy; those of one name are called by their files."""
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
    """Rules, entrants and the secrets that all of them meet: equal runs have equal results.

    ``seed``: where secrets that are drawn, and the random numbers of strategies, come from.
    ``time_limit``: the seconds that a strategy has for a game, or None. ``moves``: whether each
    game's moves are kept; without them whole games may be played natively.
    """

    rules: Any
    entrants: tuple[Entrant, ...]
    field: Field
    seed: int | str
    time_limit: float | None = TIME_LIMIT_SECONDS
    moves: bool = True

    def __post_init__(self) -> None:
        """Raises InvalidSpec for a run that cannot be."""
        if not self.entrants:
            raise InvalidSpec(_("a match needs at least one strategy"))
        names = Counter(entrant.name for entrant in self.entrants)
        twice = [name for name, n in names.items() if n > 1]
        if twice:
            raise InvalidSpec(
                _(
                    "strategy {name} is named twice: each plays once a round; another file, name "
                    "or option makes another player"
                ).format(name=twice[0])
            )
        if self.rounds < 1:
            raise InvalidSpec(
                # Translators: {n} is 0 or less.
                _("a match of {n} rounds is no match; it must be at least 1").format(n=self.rounds)
            )
        if self.rounds > MOST_ROUNDS:
            raise InvalidSpec(
                ngettext(
                    "a match of {n} round never ends; it may have {most} at most",
                    "a match of {n} rounds never ends; it may have {most} at most",
                    self.rounds,
                ).format(n=whole(self.rounds)[:40], most=whole(MOST_ROUNDS))
            )
        if self.time_limit is not None and not 0 < self.time_limit <= MAX_TIME_LIMIT_SECONDS:
            raise InvalidSpec(
                # Translators: {n} may have a fraction, or be less than 0.
                _(
                    "a time limit of {n} seconds is none; it must be more than 0, and "
                    "{most} at most"
                ).format(n=plain(self.time_limit), most=whole(MAX_TIME_LIMIT_SECONDS))
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
        """A run of so many rounds, whose secrets are drawn."""
        return cls(rules, entrants_of(strategies), Sample(rounds), seed, **options)

    @property
    def rounds(self) -> int:
        """How many secrets there are."""
        return self.field.rounds

    @property
    def risky(self) -> bool:
        """Whether one action can lose the game."""
        return is_perilous(self.rules)

    @property
    def names(self) -> list[str]:
        """The names of the entrants, in their order."""
        return [entrant.name for entrant in self.entrants]

    @property
    def strategies(self) -> list[Strategy]:
        """The strategies of the entrants. Raises InvalidSpec where one cannot be found."""
        return [entrant.strategy(self.rules.game) for entrant in self.entrants]

    def part(self, numbers: range) -> Run:
        """The same run with no more data than the rounds of these numbers need."""
        return replace(self, field=self.field.part(numbers))

    def to_json(self) -> str:
        """One line; ``from_json`` gives an equal run."""
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
        """Raises InvalidSpec when the text is not a run."""
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
        except InvalidSpec:  # It is a ValueError, too.
            raise
        except (TypeError, KeyError, AttributeError, RecursionError, ValueError) as error:
            raise InvalidSpec(_("not a run: {error}").format(error=error)) from None


def is_perilous(rules: Any) -> bool:
    """Whether one action can lose the game, so that a win rate says how well it is played."""
    return isinstance(rules.knowledge(), Risky)


class Game(NamedTuple):
    """One game of a run, as it is kept. Equal runs have equal games, but for the time."""

    round: int
    """Counted from 1."""
    entrant: int
    """Counted from 0, in the order of the run."""
    outcome: str
    """WON, LOST or FAILED."""
    turns: int | None
    """How many turns there were; None where nobody counted."""
    guesses: int | None
    """Actions that could have lost the game, for all that was known; None where none can."""
    microseconds: int
    """The time of the processor that it took, in the process that played it."""
    reason: str | None = None
    """Why it failed."""
    secret: str | None = None
    """The secret in the notation of the rules, where the moves are kept and one was drawn."""
    moves: str | None = None
    """The turns as JSON, ``[["1122","0B 3W"],…]``, where they are kept."""

    @property
    def failure(self) -> str:
        """Why it failed, and in which round."""
        return _("round {n}: {reason}").format(n=self.round, reason=self.reason)

    @property
    def result(self) -> tuple[Any, ...]:
        """All but the time."""
        return (*self[:5], *self[6:])

    def record(self, run: Run) -> Record:
        """The game as a record. Raises InvalidSpec where its moves were not kept."""
        if self.moves is None:
            raise InvalidSpec(
                _("the moves of round {n} were not kept; play with --moves to keep them").format(
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


class Part(NamedTuple):
    """Some rounds of a run, played to the end by all entrants."""

    numbers: range
    """The rounds."""
    games: list[Game]
    """By round, then by entrant."""
    drew: tuple[int, ...]
    """The entrants that used random numbers, or may have: their figures are no exact ones."""
    seconds: float
    """How long all of it took."""
