"""A game of deduction: a hidden secret, a question, an answer, and what is still possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, cast, runtime_checkable

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.packages import blame_game
from mastermine.core.random import Indexed, Random
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext

MOST_TURNS = 2_000_000
"""No game that has no limit of turns is waited for any longer, however many secrets there are."""
TURNS_PER_SECRET = 50
"""Without a limit, a game may have so many turns for each secret there is (and a thousand more).

Guessing blindly finds a code within c times as many guesses as there are codes with probability
1 - exp(-c), so that a strategy which is still without it then will not find it at all.
"""

S = TypeVar("S")
A = TypeVar("A")
F = TypeVar("F")
A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
K_co = TypeVar("K_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Turn(Generic[A, F]):
    """One question and its answer."""

    action: A
    feedback: F


class Outcome(StrEnum):
    """How a game ended for the one who asks: equal to ``"won"`` or ``"lost"``."""

    WON = "won"
    LOST = "lost"


def longest_sensible(secrets: int) -> int:
    """How many turns a game with so many secrets may have before nobody waits for its end."""
    return min(1000 + TURNS_PER_SECRET * secrets, MOST_TURNS)


class Rules(Protocol[S, A, F]):
    """The rules of a game, fixed before it begins: equal parameters are equal rules.

    A class of rules that derives from this one has the members with a body; all others it must
    have itself.
    """

    game: ClassVar[str]
    """Which game it is; specs begin with this word."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The rules that a spec names. Raises InvalidSpec."""
        raise NotImplementedError

    @property
    def limit(self) -> int | None:
        """How many turns the player has, or None for as many as it takes."""
        return None

    def with_limit(self, limit: int | None) -> Self:
        """The same rules with another limit. Raises InvalidSpec where they can have none."""
        if limit is None:
            return self
        raise InvalidSpec(_("{spec} has no limit of turns: leave it out").format(spec=self.spec()))

    @property
    def secret_count(self) -> int:
        """How many secrets there are."""
        raise NotImplementedError

    @property
    def longest(self) -> int:
        """How many turns the longest sensible game has: a player who takes more never ends it."""
        return longest_sensible(self.secret_count)

    @property
    def usual_strategy(self) -> str | None:
        """The strategy that gives the hints, or plays, where no other is named; None for none."""
        return None

    def first_actions(self) -> Iterable[A]:
        """The first actions of which no two are alike but for turning and renaming."""
        raise InvalidSpec(
            _("of {spec} there is no list of first moves: name one").format(spec=self.spec())
        )

    def describe(self) -> str:
        """The rules in words."""
        return self.spec()

    def sizes(self) -> dict[str, int]:
        """How large the game is, by what is counted: for programs."""
        return {"secrets": self.secret_count}

    def size_in_words(self) -> str:
        """How large the game is, by what a player counts."""
        n = self.secret_count
        return ngettext("{n} secret", "{n} secrets", n).format(n=whole(n))

    def spec(self) -> str:
        """The text that names these rules; parsing it gives equal rules."""

    def draw(self, rng: Random, first: A | None = None) -> S:
        """A hidden secret; ``first`` is an opening action that must be safe, where that matters."""

    def secrets(self) -> Indexed[S]:
        """Every secret there is, in the order of the game. Raises TooLarge, InvalidSpec."""

    def check(self, action: A) -> None:
        """Raises IllegalMove when these rules have no such action."""

    def respond(self, secret: S, action: A) -> F:
        """The answer to an action: a pure function. Raises IllegalMove on an illegal action."""

    def outcome(self, turns: Sequence[Turn[A, F]]) -> Outcome | None:
        """How the game stands after these turns; None while it goes on.

        A game that is won with the last turn that is allowed is won.
        """

    def knowledge(self) -> Knowledge[A, F]:
        """What is known before the first turn."""

    def format_action(self, action: A) -> str: ...
    def parse_action(self, text: str) -> A: ...
    def format_feedback(self, feedback: F) -> str: ...
    def parse_feedback(self, text: str) -> F: ...
    def format_secret(self, secret: S) -> str: ...
    def parse_secret(self, text: str) -> S: ...


class Knowledge(Protocol[A, F]):
    """The secrets that fit all turns so far: an immutable set."""

    def after(self, turn: Turn[A, F]) -> Knowledge[A, F]:
        """What is known after one more turn. Raises Contradiction when nothing is left."""

    def count(self) -> int:
        """How many secrets are possible, exactly. Raises TooLarge when they cannot be listed."""


@runtime_checkable
class Divisible(Knowledge[A, F], Protocol[S, A, F]):
    """Knowledge that says what each answer would leave: for an adversary, and to walk a tree."""

    def after(self, turn: Turn[A, F]) -> Divisible[S, A, F]: ...

    def first(self) -> S:
        """The first possible secret in the order of the game."""

    def split(self, action: A) -> Mapping[F, int]:
        """How many of the possible secrets would give each answer to ``action``."""


class Searchable(Protocol[A_co]):
    """Knowledge that can be searched for the action that a ``core.strategy.Heuristic`` prefers."""

    def best(self, heuristic: Any) -> A_co:
        """The action with the least score."""

    def histogram(self, heuristic: Any) -> list[int]:
        """Play on every possible secret: entry i counts those found with action i + 1."""


@runtime_checkable
class Risky(Protocol[A_contra]):
    """Knowledge of a game that one action can lose: a player who does not know guesses."""

    def risk(self, action: A_contra) -> float:
        """The chance that this action loses the game."""

    def is_known(self, action: A_contra) -> bool:
        """Whether it is known already what this action shows."""


class View(Generic[S, A, F]):
    """All that a player may know. It holds no secret, so nothing can cheat.

    The knowledge, and the tuple of all turns, are worked out when they are first asked for: a
    player who never looks pays nothing.
    """

    __slots__ = (
        "_before",
        "_knowledge",
        "_known",
        "_last",
        "_rng",
        "_turns",
        "drew",
        "length",
        "rules",
    )

    def __init__(
        self,
        rules: Rules[S, A, F],
        turns: Iterable[Turn[A, F]] = (),
        knowledge: Knowledge[A, F] | None = None,
        rng: Random | None = None,
    ) -> None:
        """``knowledge``, where given, is what is known after all of ``turns``."""
        self.rules = rules
        self._turns: tuple[Turn[A, F], ...] | None = tuple(turns)
        self.length = len(self._turns)
        """How many turns there were."""
        self._knowledge = rules.knowledge() if knowledge is None else knowledge
        self._known = 0 if knowledge is None else self.length
        self._rng = rng
        self.drew = False
        """Whether random numbers were asked for."""
        # Until its turns are asked for, a later view has the view before it and the turn between.
        self._before: View[S, A, F] | None = None
        self._last: Turn[A, F] | None = None

    def __repr__(self) -> str:
        return f"<View of {self.rules.spec()} after {self.length} turns>"

    @property
    def turns(self) -> tuple[Turn[A, F], ...]:
        """The turns so far."""
        if self._turns is None:
            added = []
            view = self
            while view._turns is None:
                added.append(cast("Turn[A, F]", view._last))
                view = cast("View[S, A, F]", view._before)
            self._turns = (*view._turns, *reversed(added))
            self._before = self._last = None
        return self._turns

    @property
    def looked(self) -> bool:
        """Whether the turns were asked for, or what follows from them."""
        return self._turns is not None

    @property
    def knowledge(self) -> Knowledge[A, F]:
        """The secrets that fit all turns so far."""
        while self._known < self.length:
            turn = self.turns[self._known]
            try:
                self._knowledge = self._knowledge.after(turn)
            except Exception as error:
                blame_game(self.rules, error)
                raise
            self._known += 1
        return self._knowledge

    @property
    def rng(self) -> Random:
        """Random numbers for a strategy that wants them."""
        self.drew = True
        if self._rng is None:
            raise NeedsRandomness(
                _("the strategy draws random numbers: give the view some, such as rng=Random(1)")
            )
        return self._rng

    def after(self, turn: Turn[A, F]) -> View[S, A, F]:
        """The view one turn later."""
        later = View(self.rules, (), self._knowledge, self._rng)
        later._known = self._known
        later._turns, later.length = None, self.length + 1
        later._before, later._last = self, turn
        return later


class StrategyView(Protocol[R_co, K_co, A, F]):
    """A ``View`` as the strategies of one game see it, with the types of that game."""

    @property
    def rules(self) -> R_co:
        """The rules of the game."""

    @property
    def turns(self) -> tuple[Turn[A, F], ...]:
        """The turns so far, with their answers."""

    @property
    def length(self) -> int:
        """How many turns there were."""

    @property
    def knowledge(self) -> K_co:
        """What is possible after all of them."""

    @property
    def rng(self) -> Random:
        """Random numbers."""


class NeedsRandomness(MastermineError):
    """Raised by a view without random numbers: its strategy has no single decision tree."""
