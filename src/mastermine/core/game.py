"""A game of deduction: a hidden secret, a question, an answer, and what is still possible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from mastermine.core.random import Random

S = TypeVar("S")
A = TypeVar("A")
F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Turn(Generic[A, F]):
    """One question and its answer."""

    action: A
    feedback: F


class Outcome(Enum):
    """How a game ended for the one who asks."""

    WON = "won"
    LOST = "lost"


class Rules(Protocol[S, A, F]):
    """The rules of a game, fixed before it begins: equal parameters are equal rules."""

    @property
    def limit(self) -> int | None:
        """How many turns the player has, or None for as many as it takes."""

    def spec(self) -> str:
        """The text that names these rules; parsing it gives equal rules."""

    def draw(self, rng: Random, first: A | None = None) -> S:
        """A hidden secret; ``first`` is an opening action that must be safe, where that matters."""

    def check(self, action: A) -> None:
        """Raises IllegalMove when these rules have no such action."""

    def respond(self, secret: S, action: A) -> F:
        """The answer to an action: a pure function. Raises IllegalMove on an illegal action."""

    def outcome(self, turns: tuple[Turn[A, F], ...]) -> Outcome | None:
        """How the game stands after these turns; None while it goes on."""

    def solved(self, feedback: F) -> bool:
        """Whether this answer ends the game with the secret found."""

    def knowledge(self) -> Knowledge[S, A, F]:
        """What is known before the first turn."""

    def format_action(self, action: A) -> str: ...
    def parse_action(self, text: str) -> A: ...
    def format_feedback(self, feedback: F) -> str: ...
    def parse_feedback(self, text: str) -> F: ...
    def format_secret(self, secret: S) -> str: ...
    def parse_secret(self, text: str) -> S: ...


class Knowledge(Protocol[S, A, F]):
    """The secrets that fit all turns so far: an immutable set."""

    def after(self, turn: Turn[A, F]) -> Knowledge[S, A, F]:
        """What is known after one more turn. Raises Contradiction when nothing is left."""

    def count(self) -> int:
        """How many secrets are possible, exactly. Raises TooLarge when they cannot be listed."""

    def first(self) -> S:
        """The first possible secret in the order of the game."""

    def split(self, action: A) -> Mapping[F, int]:
        """How many of the possible secrets would give each answer to ``action``."""

    def best(self, heuristic: Any) -> A:
        """The action with the least score by a heuristic (see ``core.strategy.Heuristic``)."""

    def histogram(self, heuristic: Any) -> list[int]:
        """Play a heuristic against every possible secret: entry i counts those found at turn i."""


class View(Generic[S, A, F]):
    """All that a player may know. It holds no secret, so nothing can cheat.

    The knowledge is worked out when it is first asked for: a player who never looks pays nothing.
    """

    __slots__ = ("_knowledge", "_known", "_rng", "rules", "turns")

    def __init__(
        self,
        rules: Rules[S, A, F],
        turns: Iterable[Turn[A, F]] = (),
        knowledge: Knowledge[S, A, F] | None = None,
        rng: Random | None = None,
    ) -> None:
        """``knowledge``, where given, is what is known after all of ``turns``."""
        self.rules = rules
        self.turns = tuple(turns)
        self._knowledge = rules.knowledge() if knowledge is None else knowledge
        self._known = 0 if knowledge is None else len(self.turns)
        self._rng = rng

    @property
    def knowledge(self) -> Knowledge[S, A, F]:
        """The secrets that fit all turns so far."""
        while self._known < len(self.turns):
            self._knowledge = self._knowledge.after(self.turns[self._known])
            self._known += 1
        return self._knowledge

    @property
    def rng(self) -> Random:
        """Random numbers for a strategy that wants them."""
        if self._rng is None:
            raise NeedsRandomness
        return self._rng

    def after(self, turn: Turn[A, F]) -> View[S, A, F]:
        """The view one turn later."""
        later = View(self.rules, (*self.turns, turn), self._knowledge, self._rng)
        later._known = self._known
        return later


class NeedsRandomness(Exception):
    """Raised by a view without random numbers: its strategy has no single decision tree."""
