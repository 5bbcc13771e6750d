"""A game of Mastermind whose codes are numbers, with the exact information of each guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.coach.information import information, most_information
from mastermine.core.errors import IllegalMove
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.knowledge import Candidates, code_of_row, universe
from mastermine.mastermind.renderings import grid
from mastermine.mastermind.rules import Code, Mastermind

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places

LIMIT = 10
"""Number of guesses in rules that set no limit."""

WASTED = -1.0
"""Exact reward of a guess that is not the code when only one code is possible."""


class CodeGame:
    """A game in play; codes are numbered in numeric order. Raises TooLarge for too many codes.

    Game ``k`` of seed ``s`` has the code of round ``k`` of ``mastermine match --seed s``.
    """

    def __init__(self, rules: Mastermind) -> None:
        self.rules = rules if rules.limit else rules.with_limit(LIMIT)
        self.codes = universe(rules)
        """All codes, uint8 of shape (codes, places)."""
        self.empty = max(rules.symbols, rules.places + 1)
        """Value in the rows of guesses that were not made yet; neither a colour nor an answer."""
        self.secret: Code | None = None
        self.round = 0
        self._seed_of: Callable[[int], int] | None = None
        self.clear()

    def clear(self) -> None:
        """Removes all guesses."""
        self.turns: tuple[Turn[Code, Feedback], ...] = ()
        self.possible = np.ones(len(self.codes), np.bool_)
        """True for each code that fits all answers so far."""

    def start(self, seed: int | str) -> None:
        """Starts the first game of a seed."""
        self._seed_of, self.round = Random(seed).forks("round"), 0
        self.restart()

    def restart(self, number: int | None = None) -> None:
        """Starts the next game, or the one with this number. ``start`` comes first."""
        self.round = self.round + 1 if number is None else number
        seed_of = cast("Callable[[int], int]", self._seed_of)
        self.secret = self.rules.draw(Random(seed_of(self.round)))
        self.clear()

    def code(self, number: int) -> Code:
        """Returns the code with a number. Raises IllegalMove."""
        if not 0 <= number < len(self.codes):
            raise IllegalMove(
                _("a code has a number from 0 to {last}, not {number}").format(
                    last=len(self.codes) - 1, number=number
                )
            )
        return code_of_row(self.codes, number)

    def guess(self, code: Code, answer: Feedback | None = None) -> Feedback:
        """Makes a guess; returns its answer, by default that of the secret.

        Raises IllegalMove for a code that the rules do not allow.
        """
        self.rules.check(code)
        if answer is None:
            answer = self.rules.respond(cast("Code", self.secret), code)
        self.possible &= self.answers(code) == self.rules.encode(answer)
        self.turns = (*self.turns, Turn(code, answer))
        return answer

    def answers(self, code: Code) -> NDArray[np.int64]:
        """Returns the number of the answer that each code gives to a guess."""
        return kernels.respond(self.rules, code, self.codes).astype(np.int64)

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the rows: the limit, and the places with the numbers of an answer."""
        answer = len(self.parts(self.rules.solution))
        return self.rules.limit or LIMIT, self.rules.places + answer

    def rows(self) -> NDArray[np.uint8]:
        """Returns the guesses and their answers; ``empty`` where there is none yet."""
        rows = np.full(self.shape, self.empty, np.uint8)
        for row, turn in zip(rows, self.turns, strict=False):
            row[:] = [*turn.action, *self.parts(turn.feedback)]
        return rows

    def text(self) -> str:
        """Formats the guesses and answers, a line for each."""
        return grid(self.rules, self.turns)

    @staticmethod
    def parts(answer: Feedback) -> tuple[int, ...]:
        """Returns an answer as numbers: black and white pegs, black pegs, or 1 by right place."""
        [first, *others] = cast("Pegs | Black | Places", answer)
        return tuple(map(int, first)) if isinstance(first, tuple) else (first, *others)

    def figures(self, code: Code) -> dict[str, float | bool | int]:
        """Returns what is known about a guess before its answer.

        ``candidates``: how many codes are possible; ``possible``: this one is; ``information`` of
        its answer in bits (Shannon 1948), and ``most_information`` of the guess that the strategy
        ``entropy`` (Neuwirth 1982) finds.
        """
        self.rules.check(code)
        return {
            "candidates": int(np.count_nonzero(self.possible)),
            "possible": code in Candidates(self.rules, self.turns),
            "information": information(self.rules, self.turns, code),
            "most_information": most_information(self.rules, self.turns),
        }


def exact_reward(figures: dict[str, float | bool | int]) -> float:
    """Returns the information that a guess gave away, negative: 0 for one that tells most.

    Once a single code is possible, any other guess is ``WASTED``.
    """
    if figures["candidates"] == 1:
        return 0.0 if figures["possible"] else WASTED
    return min(0.0, figures["information"] - figures["most_information"])
