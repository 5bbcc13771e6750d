"""The constraints that turns put on the code, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places, Unknown
from mastermine.mastermind.reference import Codes, Integers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mastermine.core.game import Turn
    from mastermine.mastermind.rules import Code, Mastermind

NOT_GIVEN = -1
"""Placeholder for a number that an answer does not include."""


@dataclass(frozen=True, eq=False)
class Constraints:
    """Conditions for a code to be consistent.

    ``allowed``: whether a place may have a colour, bool of shape (places, symbols). ``guesses``:
    uint8 of shape (n, places). ``black`` and ``common``: number of right places of each guess, and
    of pegs in common with the code at any place, int64 of shape (n,) (``NOT_GIVEN`` if unknown).
    ``distinct``: colours must not repeat.
    """

    allowed: NDArray[np.bool_]
    guesses: Codes
    black: Integers
    common: Integers
    distinct: bool

    @classmethod
    def of(cls, rules: Mastermind, turns: Iterable[Turn[Code, Feedback]] = ()) -> Constraints:
        """Converts turns. Raises IllegalMove for a guess or an answer of other rules."""
        allowed = np.ones((rules.places, rules.symbols), np.bool_)
        guesses: list[Code] = []
        black: list[int] = []
        common: list[int] = []
        for turn in turns:
            rules.check(turn.action)
            if turn.feedback is Unknown.ANSWER:
                continue
            rules.encode(turn.feedback)
            match turn.feedback:
                case Places(right):
                    for place, (colour, yes) in enumerate(zip(turn.action, right, strict=True)):
                        only = np.arange(rules.symbols) == colour
                        allowed[place] &= only if yes else ~only
                    continue
                case Pegs(blacks, whites):
                    common.append(blacks + whites)
                case Black(blacks):
                    common.append(NOT_GIVEN)
            guesses.append(turn.action)
            black.append(blacks)
        return cls(
            allowed,
            np.array(guesses, np.uint8).reshape(-1, rules.places),
            np.array(black, np.int64),
            np.array(common, np.int64),
            not rules.repeats,
        )

    @property
    def arrays(self) -> tuple[NDArray[np.bool_], Codes, Integers, Integers, bool]:
        """Arguments of the kernels."""
        return self.allowed, self.guesses, self.black, self.common, self.distinct
