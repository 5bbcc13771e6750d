"""A game that a strategy plays, told turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from mastermine.coach.guess import Assessment, assess
from mastermine.core.play import moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.core.oracle import Oracle
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


def steps(
    rules: Mastermind,
    strategy: Strategy,
    oracle: Oracle[Code, Feedback],
    rng: Random,
) -> Iterator[Step]:
    """Let ``strategy`` ask ``oracle`` until it has the code or the guesses are used up."""
    for before, turn, after, outcome in moves(rules, strategy, oracle, rng):
        known, left = cast("Candidates", before.knowledge), cast("Candidates", after.knowledge)
        yield Step(assess(known, turn.action), turn.feedback, left)
        if outcome is not None:
            return
