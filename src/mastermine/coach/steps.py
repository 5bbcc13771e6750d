"""A game that a strategy plays, told turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mastermine.coach.guess import Assessment, assess
from mastermine.core.game import Turn, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.core.random import Random
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import Candidates
    from mastermine.mastermind.rules import Code, Mastermind


@dataclass(frozen=True)
class Step:
    """A guess, what it was expected to do, its answer, and what is known then."""

    assessment: Assessment
    feedback: Feedback
    knowledge: Candidates

    @property
    def guess(self) -> Code:
        """The guess that was made."""
        return self.assessment.guess


def steps(rules: Mastermind, strategy: Strategy, secret: Code, rng: Random) -> Iterator[Step]:
    """Let ``strategy`` look for ``secret``, until it has it or the guesses are used up."""
    view: View[Any, Any, Any] = View(rules, rng=rng)
    while rules.outcome(view.turns) is None:
        known: Any = view.knowledge
        assessment = assess(known, strategy(view))
        feedback = rules.respond(secret, assessment.guess)
        view = view.after(Turn(assessment.guess, feedback))
        left: Any = view.knowledge
        yield Step(assessment, feedback, left)
