"""Candidates in games with too many codes to list."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.errors import TooLarge
from mastermine.i18n.numbers import sized, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import kernels
from mastermine.mastermind.feedback import Unknown
from mastermine.mastermind.knowledge import (
    MAX_BYTES,
    MAX_CODES,
    UNKNOWN,
    Candidates,
    Estimate,
    code_of_row,
    every_code,
)
from mastermine.mastermind.large import satisfiability
from mastermine.mastermind.large.choosing import ranked
from mastermine.mastermind.large.sampling import EFFORT, FEW, Sample, sample

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.core.random import Random
    from mastermine.core.strategy import Heuristic, Strategy
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.reference import Codes
    from mastermine.mastermind.rules import Code, Mastermind


MAX_ENUMERATED_CODES = 1 << 24
"""Limit on listed codes if a strategy only needs the smallest candidate: 1.6 GB."""


class Unlisted(Candidates):
    """Candidates of a game with too many codes to list.

    Everything is exact once few candidates remain. Until then a sample is drawn after each turn:
    counts are estimates, and the best guess is the best on the sample. Whether a candidate exists
    and which is the smallest is always exact; raises satisfiability.Undecided if the solver needs
    too much effort.
    """

    searches_all = False

    def __init__(
        self,
        rules: Mastermind,
        turns: tuple[Turn[Code, Feedback], ...] = (),
        before: Unlisted | None = None,
    ) -> None:
        """``before``: the candidates one turn earlier, if available."""
        super().__init__(rules, turns)
        self._before = before

    @cached_property
    def drawn(self) -> Sample:
        """All candidates, or a sample of them."""
        return sample(
            self.rules, tuple(turn for turn in self.turns if turn.feedback is not Unknown.ANSWER)
        )

    @property
    def listed(self) -> bool:
        """True if few enough candidates remain to list them."""
        return self.drawn.complete

    @cached_property
    def cells(self) -> bytes:
        """Colours of all candidates, in numeric order, one after the other. Raises TooLarge."""
        if not self.drawn.complete:
            raise TooLarge(
                # Translators: {n} is a number, or "about" and a number.
                _("{spec}: {n} codes are possible, too many to list").format(
                    spec=self.rules.spec(), n=self.estimate()
                )
            )
        return self.drawn.codes.tobytes()

    def after(self, turn: Turn[Code, Feedback]) -> Unlisted:
        """Returns the candidates after one more turn. Raises Contradiction if none remain."""
        left = Unlisted(self.rules, (*self.turns, turn), self)
        if not left.possible:
            raise left.contradiction()
        return left

    @property
    def possible(self) -> bool:
        """True if there is a candidate."""
        if self._before is not None and "drawn" in self._before.__dict__:
            turn = self.turns[-1]
            if turn.feedback is Unknown.ANSWER:
                return self._before.possible
            answers = kernels.respond(self.rules, turn.action, self._before.drawn.codes)
            if (answers == self.rules.encode(turn.feedback)).any():
                return True
        return len(self.drawn.codes) > 0

    def estimate(self) -> Estimate:
        """Number of candidates, exact or estimated."""
        number, error = self._count_and_error
        digits = 0 if error == 0 else min(0, 2 - len(str(number)))
        return Estimate(number if error >= UNKNOWN else round(number, digits), error)

    @property
    def before(self) -> Unlisted:
        """Candidates one turn earlier."""
        if self._before is None:
            self._before = Unlisted(self.rules, self.turns[:-1])
        return self._before

    @cached_property
    def _count_and_error(self) -> tuple[int, float]:
        """Estimated number of candidates, with its relative standard error."""
        path = [self]  # A loop, not a recursion: there may be hundreds of turns.
        while path[-1].turns and "_count_and_error" not in path[-1].__dict__:
            path.append(path[-1].before)
        number, error = path[-1]._count_and_error if path[-1].turns else (self.rules.size, 0.0)
        for before, later in pairwise(reversed(path)):
            number, error = later._next_count_and_error(number, error, before.drawn.codes)
            later.__dict__["_count_and_error"] = number, error
        return number, error

    def _next_count_and_error(self, number: int, error: float, codes: Codes) -> tuple[int, float]:
        """Updates the estimate of the previous turn by the share of its sample still consistent."""
        if self.drawn.complete:
            return len(self.drawn.codes), 0.0
        turn, least, tried = self.turns[-1], len(self.drawn.codes), len(codes)
        if turn.feedback is Unknown.ANSWER:
            return number, error
        answers = kernels.respond(self.rules, turn.action, codes)
        consistent = int(np.count_nonzero(answers == self.rules.encode(turn.feedback)))
        if not consistent or least < FEW:  # Too few for an estimate: a lower bound.
            return least, UNKNOWN
        share = consistent / tried
        error = sqrt(error**2 + (1 - share) / consistent + 1 / (tried * consistent))
        return max(least, number * consistent // tried), error

    def first(self) -> Code:
        """Returns the smallest candidate."""
        if not self.turns:
            same = [0] * self.rules.places
            return tuple(same if self.rules.repeats else range(self.rules.places))
        if self.drawn.complete:
            return self[0]
        code = satisfiability.smallest(self.rules, self.turns, effort=EFFORT)
        assert code is not None  # There is one, or else ``after`` had raised Contradiction.
        return code

    def draw(self, rng: Random) -> Code:
        """Draws a candidate, each about equally likely."""
        if not self.turns:
            return self.rules.draw(rng)
        return code_of_row(self.drawn.codes, rng.below(len(self.drawn.codes)))

    def colours_known(self) -> bool:
        """True if all candidates have the same colours; always False if they are not listed."""
        return self.drawn.complete and super().colours_known()

    def split(self, action: Code | str) -> dict[Feedback, int]:
        """Estimated number of candidates for each answer to a guess, the best answer first.

        Answers that no code of the sample gives are missing.
        """
        guess = self.rules.code(action)
        sizes = np.bincount(kernels.respond(self.rules, guess, self.drawn.codes))
        total, rows = self._count_and_error[0], len(self.drawn.codes)
        return {
            self.rules.decode(n): 1
            if n == self.rules.win
            else max(1, int(sizes[n]) * total // rows)
            for n in np.flatnonzero(sizes)[::-1].tolist()
        }

    def best(self, heuristic: Heuristic, symmetry: bool = True) -> Code:  # noqa: ARG002
        """Returns the guess with the least cost, on the sample, of those tried.

        If all guesses cost the same, it is the smallest candidate.
        """
        if heuristic.indifferent:
            return self.first()
        return code_of_row(ranked(self.rules, self.drawn.codes, heuristic).guesses, 0)

    def cost(self, heuristic: Heuristic, action: Code) -> int:
        """Computes the cost of a guess on the sample."""
        codes = self.drawn.codes
        table = kernels.cost_table(heuristic, len(codes), min(len(codes), self.rules.answers))
        return int(kernels.score(self.rules, np.array([action], np.uint8), codes, table)[0])

    def enumerated(self, strategy: Strategy) -> Candidates:
        """Returns the candidates of a whole game with a list, to play all of them.

        Raises TooLarge for too many, and for a strategy that would take too long.
        """
        rules = self.rules
        fast = getattr(strategy, "indifferent", False)
        most = min(
            MAX_ENUMERATED_CODES if fast else MAX_CODES,
            MAX_BYTES // (rules.places + rules.symbols),
        )
        if rules.size > most:
            raise TooLarge(
                # Translators: {most} is such as 2,097,152.
                ngettext(
                    "{spec} has {size} code; {name} can play every code only up to {most}; "
                    "play a sample of them (--sample N)",
                    "{spec} has {size} codes; {name} can play every code only up to {most}; "
                    "play a sample of them (--sample N)",
                    rules.size,
                ).format(
                    spec=rules.spec(), size=sized(rules.size), name=strategy.name, most=whole(most)
                )
            )
        if not kernels.natively_supported(rules):
            every_code(rules)  # Raises TooLarge.
        return Candidates(
            rules, (), kernels.all_codes(rules.places, rules.symbols, not rules.repeats)
        )

    def histogram(self, heuristic: Heuristic, symmetry: bool = True) -> list[int]:  # noqa: ARG002
        """Raises TooLarge."""
        raise TooLarge(
            _("{spec} has too many codes to play all of them").format(spec=self.rules.spec())
        )
