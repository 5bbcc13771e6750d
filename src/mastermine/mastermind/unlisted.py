"""What is known of a code where there are too many codes to list them all."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.errors import TooLarge
from mastermine.core.text import _
from mastermine.mastermind import satisfiability
from mastermine.mastermind.choosing import ranked
from mastermine.mastermind.knowledge import Candidates, Reckoned, answers_to, row
from mastermine.mastermind.sample import Sample, sample

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.core.random import Random
    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.kernels import Codes
    from mastermine.mastermind.rules import Code, Mastermind


class Unlisted(Candidates):
    """The codes that fit, of a space too large to list.

    As soon as few codes are left all of it is exact. Until then there is a sample of them, drawn
    anew after each turn: numbers are estimates, and the best guess is the best on the sample.
    Whether any code is left, and which is the smallest, is always exact.
    """

    def __init__(
        self,
        rules: Mastermind,
        turns: tuple[Turn[Code, Feedback], ...] = (),
        before: Unlisted | None = None,
    ) -> None:
        """``before``: what was known a turn ago, where that is there."""
        super().__init__(rules, turns)
        self._before = before

    @cached_property
    def drawn(self) -> Sample:
        """Codes that fit: all, or a sample of them."""
        return sample(self.rules, self.turns)

    @property
    def listed(self) -> bool:
        """Whether few enough codes are left to list them."""
        return self.drawn.complete

    @property
    def codes(self) -> Codes:
        """The codes in numeric order, uint8 of shape (count, places). Raises TooLarge."""
        if not self.drawn.complete:
            raise TooLarge(
                # Translators: {n} is a number, or "about" one.
                _("{spec}: {n} codes fit, too many to list").format(
                    spec=self.rules.spec(), n=self.reckoned()
                )
            )
        return self.drawn.codes

    def after(self, turn: Turn[Code, Feedback]) -> Unlisted:
        """What is possible after one more turn. Raises Contradiction when nothing is."""
        left = Unlisted(self.rules, (*self.turns, turn), self)
        if not left.possible:
            raise left.contradiction()
        return left

    @property
    def possible(self) -> bool:
        """Whether any code fits."""
        if self._before is not None and "drawn" in self._before.__dict__:
            turn = self.turns[-1]
            answers = answers_to(self.rules, self._before.drawn.codes, turn.action)
            if (answers == self.rules.encode(turn.feedback)).any():
                return True
        return len(self.drawn.codes) > 0

    def count(self) -> int:
        """How many codes are possible, exactly. Raises TooLarge where that is not known."""
        return len(self.codes) if self.turns else self.rules.size

    def reckoned(self) -> Reckoned:
        """How many codes are possible: exactly, or about."""
        number, error = self._estimate
        digits = 0 if error == 0 else min(0, 2 - len(str(number)))
        return Reckoned(round(number, digits), error)

    @cached_property
    def _estimate(self) -> tuple[int, float]:
        """By how many of each sample fit the next turn, with the standard error as a share."""
        if not self.turns:
            return self.rules.size, 0.0
        if self.drawn.complete:
            return len(self.drawn.codes), 0.0
        before = self._before
        if before is None:
            before = Unlisted(self.rules, self.turns[:-1])
        (number, error), turn = before._estimate, self.turns[-1]
        answers = answers_to(self.rules, before.drawn.codes, turn.action)
        tried = len(answers)
        fit = max(1, int(np.count_nonzero(answers == self.rules.encode(turn.feedback))))
        least = len(self.drawn.codes)
        return max(least, number * fit // tried), sqrt(error**2 + (tried + 1 - fit) / (tried * fit))

    def first(self) -> Code:
        """The smallest possible code."""
        if not self.turns:
            same = [0] * self.rules.places
            return tuple(same if self.rules.repeats else range(self.rules.places))
        if self.drawn.complete:
            return self[0]
        code = satisfiability.smallest(self.rules, self.turns)
        assert code is not None  # There is one, since this is no contradiction.
        return code

    def draw(self, rng: Random) -> Code:
        """A possible code; each is about equally likely."""
        if not self.turns:
            return self.rules.draw(rng)
        return row(self.drawn.codes, rng.below(len(self.drawn.codes)))

    def colours_known(self) -> bool:
        """Whether all possible codes have the same colours; where they are not listed, not."""
        return self.drawn.complete and super().colours_known()

    def split(self, action: Code) -> dict[Feedback, int]:
        """About how many of the codes would give each answer to a guess, the best answer first.

        Where they are not listed an answer that none of the sample gives is not there.
        """
        self.rules.check(action)
        sizes = np.bincount(answers_to(self.rules, self.drawn.codes, action))
        total, rows = self._estimate[0], len(self.drawn.codes)
        return {
            self.rules.decode(n): max(1, int(sizes[n]) * total // rows)
            for n in np.flatnonzero(sizes)[::-1].tolist()
        }

    def best(self, heuristic: Heuristic, symmetry: bool = True) -> Code:  # noqa: ARG002
        """The guess that costs least of those that were tried, on the codes or a sample of them.

        Where all guesses cost alike it is the smallest possible code.
        """
        if heuristic.indifferent:
            return self.first()
        return row(ranked(self.rules, self.drawn.codes, heuristic).guesses, 0)

    def histogram(self, heuristic: Heuristic, symmetry: bool = True) -> list[int]:  # noqa: ARG002
        """Raises TooLarge: not every code is played."""
        raise TooLarge(
            _("{spec} is too large a game to play all its codes").format(spec=self.rules.spec())
        )
