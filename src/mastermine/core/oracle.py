"""Who answers. Asking an oracle is the only way to a secret."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from mastermine.core.errors import IllegalMove
from mastermine.core.game import A, F, Rules, S, Turn
from mastermine.core.person import Person
from mastermine.core.text import _

A_contra = TypeVar("A_contra", contravariant=True)
F_co = TypeVar("F_co", covariant=True)


class Oracle(Protocol[A_contra, F_co]):
    """Something that can be asked."""

    def ask(self, action: A_contra) -> F_co:
        """The answer to an action."""


class Honest(Generic[S, A, F]):
    """Keeps one secret and answers by it."""

    def __init__(self, rules: Rules[S, A, F], secret: S) -> None:
        self.rules = rules
        self.secret = secret

    def ask(self, action: A) -> F:
        return self.rules.respond(self.secret, action)

    def reveal(self) -> S:
        """The secret, once the game is over."""
        return self.secret


class Scripted(Generic[A, F]):
    """Gives answers that were written down before, one after the other."""

    def __init__(self, answers: Iterable[F]) -> None:
        self._answers = iter(answers)

    def ask(self, action: A) -> F:  # noqa: ARG002
        for answer in self._answers:
            return answer
        raise IllegalMove(_("the script has no more answers"))


class Human(Generic[S, A, F]):
    """Passes the question on to a person."""

    def __init__(self, rules: Rules[S, A, F], person: Person) -> None:
        self.rules = rules
        self.person = person

    def ask(self, action: A) -> F:
        answer: F = self.person.answer(self.rules, action)
        return answer


class Adversary(Generic[S, A, F]):
    """Commits to no secret: each answer is the one that leaves the most secrets possible.

    Among equally large parts it avoids giving the secret away, then takes the answer whose text
    comes first, so that the same questions always get the same answers.
    """

    def __init__(self, rules: Rules[S, A, F]) -> None:
        self.rules = rules
        self.knowledge = rules.knowledge()

    def ask(self, action: A) -> F:
        parts = self.knowledge.split(action)
        text = self.rules.format_feedback
        answer = min(parts, key=lambda f: (-parts[f], self.rules.solved(f), text(f)))
        self.knowledge = self.knowledge.after(Turn(action, answer))
        return answer

    def reveal(self) -> S:
        """A secret that fits all the answers given."""
        return self.knowledge.first()
