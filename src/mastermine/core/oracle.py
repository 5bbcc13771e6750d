"""Oracles answer actions; they are the only access to a secret."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar, cast

from mastermine.core.errors import IllegalMove
from mastermine.core.game import A, Divisible, F, Outcome, Rules, S, Turn, View
from mastermine.core.packages import blame_game
from mastermine.core.person import Person
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.text import _

A_contra = TypeVar("A_contra", contravariant=True)
F_co = TypeVar("F_co", covariant=True)


class Oracle(Protocol[A_contra, F_co]):
    """Answers actions."""

    def ask(self, action: A_contra) -> F_co:
        """Returns the feedback to an action."""


class Honest(Generic[S, A, F]):
    """Answers for one fixed secret.

    Without ``secret`` one is drawn at the first action, because some games make that action safe;
    ``rng`` draws it, or a fresh random source if there is none.
    """

    def __init__(
        self, rules: Rules[S, A, F], secret: S | None = None, rng: Random | None = None
    ) -> None:
        self.rules = rules
        self.secret = secret
        self._rng = rng

    def ask(self, action: A) -> F:
        if self.secret is None:
            self.rules.check(action)
        try:
            if self.secret is None:
                self.secret = self.rules.draw(self._rng or Random(fresh_seed()), action)
            return self.rules.respond(self.secret, action)
        except Exception as error:
            blame_game(self.rules, error)
            raise

    def reveal(self) -> S | None:
        """Returns the secret; None if none was drawn yet."""
        return self.secret


class Scripted(Generic[A, F]):
    """Gives prepared answers, one after the other."""

    def __init__(self, answers: Iterable[F]) -> None:
        self._answers = iter(answers)

    def ask(self, action: A) -> F:  # noqa: ARG002
        for answer in self._answers:
            return answer
        raise IllegalMove(_("the script has no more answers"))


class Human(Generic[S, A, F]):
    """Passes each action on to a person."""

    def __init__(self, rules: Rules[S, A, F], person: Person) -> None:
        self.rules = rules
        self.person = person

    def ask(self, action: A) -> F:
        answer: F = self.person.answer(self.rules, action)
        return answer


class Weigh(Protocol):
    """Rates a part of the secrets; a greater value is harder for the player."""

    def __call__(self, knowledge: Any, turn: Turn[Any, Any], n: int, /) -> Any:
        """Rates the ``n`` secrets of ``knowledge`` that are consistent with ``turn``."""


class Adversary(Generic[S, A, F]):
    """Fixes no secret: each answer keeps the largest part of the secrets.

    With ``weigh`` it keeps the hardest part. Ties are deterministic: an answer that does not end
    the game first, then the answer whose text sorts first.
    """

    def __init__(
        self,
        rules: Rules[S, A, F],
        weigh: Weigh | None = None,
        view: View[S, A, F] | None = None,
    ) -> None:
        """``view``: the current position of a game in progress."""
        self.rules = rules
        self.weigh = weigh
        known = rules.knowledge() if view is None else view.knowledge
        self.knowledge = cast("Divisible[S, A, F]", known)
        self._turns: list[Turn[A, F]] = [] if view is None else [*view.turns]

    def ask(self, action: A) -> F:
        turns = {f: (Turn(action, f), n) for f, n in self.knowledge.split(action).items()}
        weigh = self.weigh or (lambda _knowledge, _turn, n: n)
        hard = {f: weigh(self.knowledge, turn, n) for f, (turn, n) in turns.items()}
        most = max(hard.values())
        text = self.rules.format_feedback
        answer = min(
            (f for f in hard if hard[f] == most), key=lambda f: (self._won(action, f), text(f))
        )
        self._turns.append(Turn(action, answer))
        self.knowledge = self.knowledge.after(self._turns[-1])
        return answer

    def _won(self, action: A, answer: F) -> bool:
        return self.rules.outcome([*self._turns, Turn(action, answer)]) is Outcome.WON

    def reveal(self) -> S:
        """Returns a secret consistent with all answers."""
        return self.knowledge.first()
