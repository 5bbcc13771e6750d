"""A game of Mastermind that a strategy plays, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from mastermine.coach.guess import Assessment, assess
from mastermine.core.play import moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.core.game import Turn, View
    from mastermine.core.oracle import Oracle
    from mastermine.core.random import Random
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import Candidates
    from mastermine.mastermind.rules import Code, Mastermind


@dataclass(frozen=True)
class Step:
    """A guess and its answer, with an assessment that is computed on first use."""

    before: View[Code, Code, Feedback]
    turn: Turn[Code, Feedback]
    after: View[Code, Code, Feedback]

    @property
    def guess(self) -> Code:
        return self.turn.action

    @property
    def feedback(self) -> Feedback:
        return self.turn.feedback

    @cached_property
    def assessment(self) -> Assessment:
        """The assessment of the guess before its answer."""
        return assess(cast("Candidates", self.before.knowledge), self.guess)

    @property
    def knowledge(self) -> Candidates:
        """The possible codes after the answer."""
        return cast("Candidates", self.after.knowledge)


def steps(
    rules: Mastermind,
    strategy: Strategy,
    oracle: Oracle[Code, Feedback],
    rng: Random,
) -> Iterator[Step]:
    """Yields the turns of a game until the code is found or the guesses are used up."""
    for before, turn, after, outcome in moves(rules, strategy, oracle, rng):
        yield Step(before, turn, after)
        if outcome is not None:
            return
