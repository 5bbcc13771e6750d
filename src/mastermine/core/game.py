"""Protocols of a deduction game: rules, turns, knowledge and views."""

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

MAX_TURNS = 2_000_000
"""Maximum turns of a game without a limit, whatever the number of secrets."""
TURNS_PER_SECRET = 50
"""Maximum turns per secret (plus 1,000) of a game without a limit.

Blind guessing finds one of n codes within c * n guesses with probability 1 - exp(-c), so a strategy
that needs more will never find it.
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
    """One action and its feedback."""

    action: A
    feedback: F


class Outcome(StrEnum):
    """Result of a game for the player: equal to ``"won"`` or ``"lost"``."""

    WON = "won"
    LOST = "lost"


def longest_sensible(secrets: int) -> int:
    """Returns the number of turns after which a game with this many secrets counts as endless."""
    return min(1000 + TURNS_PER_SECRET * secrets, MAX_TURNS)


class Rules(Protocol[S, A, F]):
    """Rules of a game, an immutable value: equal parameters are equal rules.

    A subclass inherits the members with a body and must define all others.
    """

    game: ClassVar[str]
    """Name of the game; specs begin with it."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parses a spec. Raises InvalidSpec."""
        raise NotImplementedError

    @property
    def limit(self) -> int | None:
        """Maximum number of turns; None for no limit."""
        return None

    def with_limit(self, limit: int | None) -> Self:
        """Returns the same rules with another limit. Raises InvalidSpec if they cannot have one."""
        if limit is None:
            return self
        raise InvalidSpec(
            _("{spec} has no turn limit; leave out the limit").format(spec=self.spec())
        )

    @property
    def secret_count(self) -> int:
        """Number of secrets."""
        raise NotImplementedError

    @property
    def longest(self) -> int:
        """Number of turns after which a game without a limit counts as endless."""
        return longest_sensible(self.secret_count)

    @property
    def usual_strategy(self) -> str | None:
        """Default strategy, for playing and for hints; None if there is none."""
        return None

    def first_actions(self) -> Iterable[A]:
        """Yields the first actions, one of each set that differs only by symmetry."""
        raise InvalidSpec(_("{spec} has no list of first moves; name one").format(spec=self.spec()))

    def describe(self) -> str:
        """Describes the rules in words."""
        return self.spec()

    def sizes(self) -> dict[str, int]:
        """Returns the sizes of the game by name, for programs."""
        return {"secrets": self.secret_count}

    def size_in_words(self) -> str:
        """Describes the size of the game, such as "1,296 codes"."""
        n = self.secret_count
        return ngettext("{n} secret", "{n} secrets", n).format(n=whole(n))

    def spec(self) -> str:
        """Formats the rules; ``parse`` of the text gives equal rules."""

    def draw(self, rng: Random, first: A | None = None) -> S:
        """Draws a secret; ``first`` is a first action that must be safe, in games with risk."""

    def secrets(self) -> Indexed[S]:
        """Returns all secrets in the order of the game. Raises TooLarge, InvalidSpec."""

    def check(self, action: A) -> None:
        """Raises IllegalMove if the action is not legal."""

    def respond(self, secret: S, action: A) -> F:
        """Returns the feedback to an action, a pure function. Raises IllegalMove."""

    def outcome(self, turns: Sequence[Turn[A, F]]) -> Outcome | None:
        """Returns the outcome after these turns; None if the game continues.

        A game that is won in the last allowed turn is won.
        """

    def knowledge(self) -> Knowledge[A, F]:
        """Returns the knowledge before the first turn."""

    def position(self, view: View[S, A, F]) -> str:
        """Formats all that is known in one line, for engines: the turns, unless a subclass differs.

        ``view_at`` is the inverse.
        """
        action, feedback = self.format_action, self.format_feedback
        return "; ".join(f"{action(turn.action)} {feedback(turn.feedback)}" for turn in view.turns)

    def view_at(self, position: str, rng: Random | None = None) -> View[S, A, F]:
        """Returns the view in a position. Raises IllegalMove, InvalidSpec."""
        turns = [turn.strip().partition(" ") for turn in position.split(";") if turn.strip()]
        return View(
            self,
            [Turn(self.parse_action(a), self.parse_feedback(f.strip())) for a, _space, f in turns],
            rng=rng,
        )

    def format_action(self, action: A) -> str: ...
    def parse_action(self, text: str) -> A: ...
    def format_feedback(self, feedback: F) -> str: ...
    def parse_feedback(self, text: str) -> F: ...
    def format_secret(self, secret: S) -> str: ...
    def parse_secret(self, text: str) -> S: ...


class Knowledge(Protocol[A, F]):
    """An immutable set: the secrets consistent with all turns so far."""

    def after(self, turn: Turn[A, F]) -> Knowledge[A, F]:
        """Returns the knowledge after one more turn. Raises Contradiction if no secret remains."""

    def count(self) -> int:
        """Exact number of possible secrets. Raises TooLarge if they cannot be listed."""


@runtime_checkable
class Divisible(Knowledge[A, F], Protocol[S, A, F]):
    """Knowledge that can be partitioned by feedback, for adversaries and decision trees."""

    def after(self, turn: Turn[A, F]) -> Divisible[S, A, F]: ...

    def first(self) -> S:
        """Returns the first possible secret in the order of the game."""

    def split(self, action: A) -> Mapping[F, int]:
        """Returns the number of possible secrets for each feedback to ``action``."""


class Searchable(Protocol[A_co]):
    """Knowledge that can be searched for the action that a ``core.strategy.Heuristic`` prefers."""

    def best(self, heuristic: Any) -> A_co:
        """Returns the action with the least cost."""

    def histogram(self, heuristic: Any) -> list[int]:
        """Plays against every possible secret; entry i counts those found with action i + 1."""


@runtime_checkable
class Risky(Protocol[A_contra]):
    """Knowledge of a game that a single action can lose."""

    def risk(self, action: A_contra) -> float:
        """Probability that this action loses the game."""

    def is_known(self, action: A_contra) -> bool:
        """Returns True if the result of this action is already known."""


class View(Generic[S, A, F]):
    """Everything a player may know. It holds no secret, so a strategy cannot cheat.

    The knowledge and the tuple of turns are computed on first use.
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
        """``knowledge``: the knowledge after ``turns``, if already computed."""
        self.rules = rules
        self._turns: tuple[Turn[A, F], ...] | None = tuple(turns)
        self.length = len(self._turns)
        """Number of turns."""
        self._knowledge = rules.knowledge() if knowledge is None else knowledge
        self._known = 0 if knowledge is None else self.length
        self._rng = rng
        self.drew = False
        """True if random numbers were drawn."""
        # Until its turns are read, a later view has the view before it and the turn between.
        self._before: View[S, A, F] | None = None
        self._last: Turn[A, F] | None = None

    def __repr__(self) -> str:
        return f"<View of {self.rules.spec()} after {self.length} turns>"

    @property
    def turns(self) -> tuple[Turn[A, F], ...]:
        """Turns so far."""
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
    def was_read(self) -> bool:
        """True if the turns or the knowledge were read."""
        return self._turns is not None

    @property
    def knowledge(self) -> Knowledge[A, F]:
        """Secrets consistent with all turns so far."""
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
        """Random numbers. Raises NeedsRandomness if the view has none."""
        self.drew = True
        if self._rng is None:
            raise NeedsRandomness(
                _("the strategy draws random numbers; give the view some, such as rng=Random(1)")
            )
        return self._rng

    def after(self, turn: Turn[A, F]) -> View[S, A, F]:
        """Returns the view one turn later."""
        later = View(self.rules, (), self._knowledge, self._rng)
        later._known = self._known
        later._turns, later.length = None, self.length + 1
        later._before, later._last = self, turn
        return later


class StrategyView(Protocol[R_co, K_co, A, F]):
    """A ``View`` with the types of one game."""

    @property
    def rules(self) -> R_co:
        """Rules of the game."""

    @property
    def turns(self) -> tuple[Turn[A, F], ...]:
        """Turns so far, with their feedback."""

    @property
    def length(self) -> int:
        """Number of turns."""

    @property
    def knowledge(self) -> K_co:
        """Knowledge after all turns."""

    @property
    def rng(self) -> Random:
        """Random numbers."""


class NeedsRandomness(MastermineError):
    """Raised by a view without random numbers; such a strategy has no single decision tree."""
