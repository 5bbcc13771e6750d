"""Who answers. Asking an oracle is the only way to a secret."""

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
    """Something that can be asked."""

    def ask(self, action: A_contra) -> F_co:
        """The answer to an action."""


class Honest(Generic[S, A, F]):
    """Keeps one secret and answers by it.

    A secret that is not given is drawn when the first action is known, which is safe in some games:
    by ``rng``, or by chance where there is none.
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
        """The secret, once the game is over; None before one was drawn."""
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


class Weigh(Protocol):
    """How hard a part of the secrets is; what it returns is compared, the greater the harder."""

    def __call__(self, knowledge: Any, turn: Turn[Any, Any], n: int, /) -> Any:
        """What ``turn`` leaves of the knowledge before it: ``n`` secrets."""


class Adversary(Generic[S, A, F]):
    """Commits to no secret: each answer is the one that leaves the most secrets possible.

    Or, with ``weigh``, the hardest. Among equal parts it avoids giving the secret away, then takes
    the answer whose text comes first, so that the same questions always get the same answers.
    """

    def __init__(
        self,
        rules: Rules[S, A, F],
        weigh: Weigh | None = None,
        view: View[S, A, F] | None = None,
    ) -> None:
        """``view``, where given, is the game as it stands already."""
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
        """A secret that fits all the answers given."""
        return self.knowledge.first()
