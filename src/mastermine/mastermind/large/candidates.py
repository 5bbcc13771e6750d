"""What is known of a code where there are too many codes to list them all."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.errors import TooLarge
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.knowledge import (
    MOST_CODES,
    UNKNOWN,
    Candidates,
    Reckoned,
    code_of_row,
)
from mastermine.mastermind.large import satisfiability
from mastermine.mastermind.large.choosing import ranked
from mastermine.mastermind.large.sampling import EFFORT, FEW, Sample, sample

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.core.random import Random
    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.reference import Codes
    from mastermine.mastermind.rules import Code, Mastermind


class Unlisted(Candidates):
    """The codes that fit, of a space too large to list.

    As soon as few codes are left all of it is exact. Until then there is a sample of them, drawn
    anew after each turn: numbers are estimates, and the best guess is the best on the sample.
    Whether any code is left, and which is the smallest, is exact; where that takes a solver too
    much, satisfiability.Undecided is raised.
    """

    most_listed = MOST_CODES
    """All codes are listed in games of up to so many."""

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
            answers = kernels.respond(self.rules, turn.action, self._before.drawn.codes)
            if (answers == self.rules.encode(turn.feedback)).any():
                return True
        return len(self.drawn.codes) > 0

    def reckoned(self) -> Reckoned:
        """How many codes are possible: exactly, or about."""
        number, error = self._estimate
        digits = 0 if error == 0 else min(0, 2 - len(str(number)))
        return Reckoned(number if error >= UNKNOWN else round(number, digits), error)

    @property
    def before(self) -> Unlisted:
        """What was known a turn ago."""
        if self._before is None:
            self._before = Unlisted(self.rules, self.turns[:-1])
        return self._before

    @cached_property
    def _estimate(self) -> tuple[int, float]:
        """About how many codes fit, with the standard error as a share."""
        path = [self]  # A loop, since there may be hundreds of turns.
        while path[-1].turns and "_estimate" not in path[-1].__dict__:
            path.append(path[-1].before)
        number, error = path[-1]._estimate if path[-1].turns else (self.rules.size, 0.0)
        for before, later in pairwise(reversed(path)):
            number, error = later._estimated(number, error, before.drawn.codes)
            later.__dict__["_estimate"] = number, error
        return number, error

    def _estimated(self, number: int, error: float, codes: Codes) -> tuple[int, float]:
        """The same, from that of a turn ago, and how many of the codes drawn then still fit."""
        if self.drawn.complete:
            return len(self.drawn.codes), 0.0
        turn, least, tried = self.turns[-1], len(self.drawn.codes), len(codes)
        answers = kernels.respond(self.rules, turn.action, codes)
        fit = int(np.count_nonzero(answers == self.rules.encode(turn.feedback)))
        if not fit or least < FEW:  # Neither says much; those that were found are there.
            return least, UNKNOWN
        share = fit / tried
        error = sqrt(error**2 + (1 - share) / fit + 1 / (tried * fit))
        return max(least, number * fit // tried), error

    def first(self) -> Code:
        """The smallest possible code."""
        if not self.turns:
            same = [0] * self.rules.places
            return tuple(same if self.rules.repeats else range(self.rules.places))
        if self.drawn.complete:
            return self[0]
        code = satisfiability.smallest(self.rules, self.turns, effort=EFFORT)
        assert code is not None  # There is one, since this is no contradiction.
        return code

    def draw(self, rng: Random) -> Code:
        """A possible code; each is about equally likely."""
        if not self.turns:
            return self.rules.draw(rng)
        return code_of_row(self.drawn.codes, rng.below(len(self.drawn.codes)))

    def colours_known(self) -> bool:
        """Whether all possible codes have the same colours; where they are not listed, not."""
        return self.drawn.complete and super().colours_known()

    def split(self, action: Code | str) -> dict[Feedback, int]:
        """About how many of the codes would give each answer to a guess, the best answer first.

        Where they are not listed an answer that none of the sample gives is not there.
        """
        guess = self.rules.code(action)
        sizes = np.bincount(kernels.respond(self.rules, guess, self.drawn.codes))
        total, rows = self._estimate[0], len(self.drawn.codes)
        return {
            self.rules.decode(n): 1
            if n == self.rules.win
            else max(1, int(sizes[n]) * total // rows)
            for n in np.flatnonzero(sizes)[::-1].tolist()
        }

    def best(self, heuristic: Heuristic, symmetry: bool = True) -> Code:  # noqa: ARG002
        """The guess that costs least of those that were tried, on the codes or a sample of them.

        Where all guesses cost alike it is the smallest possible code.
        """
        if heuristic.indifferent:
            return self.first()
        return code_of_row(ranked(self.rules, self.drawn.codes, heuristic).guesses, 0)

    def histogram(self, heuristic: Heuristic, symmetry: bool = True) -> list[int]:  # noqa: ARG002
        """Raises TooLarge: not every code is played."""
        raise TooLarge(
            _("{spec} is too large a game to play all its codes").format(spec=self.rules.spec())
        )
