"""An adversary that always keeps the hardest part, and games of strategies against it.

The hardness of a part is its optimal play: the guesses for its hardest code, then those for all its
codes together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine.core.errors import InvalidSpec
from mastermine.core.oracle import Adversary
from mastermine.core.play import Record, play
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.optimal.brute_force import IMPOSSIBLE, NONE, TOTAL
from mastermine.mastermind.optimal.search import searchable
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.system.native import NATIVE

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import Candidates

Rank = tuple[int, int, int]
"""Hardness of a part: 1 if it was too large to search, else 0; then two numbers that order it."""

WORK = (500_000, 16_384) if NATIVE else (500, 500)
"""Limit on candidates times all codes of parts that are searched, with black and white pegs and
with other answers. A limit on size, not on time, makes answers the same on every machine."""

MAX_GUESSES = 1000
"""A strategy that has not found the code by then never finds it."""


class Keep(StrEnum):
    """Rule by which an adversary chooses a part."""

    LARGEST = "largest"
    """The part with the most codes."""
    HARDEST = "hardest"
    """The part that needs the most guesses."""

    @property
    def description(self) -> str:
        """Explains the rule to the player."""
        if self is Keep.HARDEST:
            # Translators: the computer says this of itself.
            return _(
                "I do not choose a code in advance: each answer keeps the codes "
                "that need the most guesses."
            )
        # Translators: the computer says this of itself.
        return _(
            "I do not choose a code in advance: each answer keeps as many codes possible as it can."
        )


@dataclass(frozen=True)
class Met:
    """A game of a strategy against an adversary."""

    strategy: str
    keep: Keep
    found: bool
    """False if the strategy was stopped after ``MAX_GUESSES``."""
    record: Record

    @property
    def guesses(self) -> int:
        """Number of guesses."""
        return len(self.record.turns)


def adversary(rules: Mastermind, keep: Keep = Keep.HARDEST) -> Adversary[Code, Code, Feedback]:
    """Creates an oracle that does not commit to a code."""
    return Adversary(rules, hardness if keep is Keep.HARDEST else None)


def meet_adversary(
    rules: Mastermind, strategy: Strategy, keep: Keep = Keep.HARDEST, seed: int | str = 0
) -> Met:
    """Plays a game of a strategy against an adversary, ignoring the limit of the rules.

    A strategy without random numbers always has the same game. Raises TooLarge if the candidates
    cannot be listed, InvalidSpec for a strategy that asks a person.
    """
    if strategy.interactive:
        raise InvalidSpec(
            _("{name} asks a person; use mastermine play --adversary instead").format(
                name=strategy.name
            )
        )
    endless = replace(rules, limit=None)
    game = play(endless, strategy, adversary(endless, keep), Random(seed), MAX_GUESSES)
    return Met(strategy.name, keep, game.outcome == "won", game)


def hardness(knowledge: Any, turn: Turn[Code, Feedback], n: int) -> Rank:
    """Computes the hardness of the part of ``n`` codes that a turn leaves.

    (0, guesses for its hardest code, guesses for all its codes) if it is small enough to search,
    else (1, n, 0).
    """
    rules: Mastermind = knowledge.rules
    if turn.feedback == rules.solution:
        return (0, 0, 0)
    if n <= 2:
        return (0, n, 2 * n - 1)
    work = WORK[0] if rules.answer is Answer.PEGS and rules.places >= 4 else WORK[1]
    if not searchable(rules) or n * rules.size > work:
        return (1, n, 0)
    part: Candidates = knowledge.after(turn)
    return (0, *least_guesses(rules, part.codes.tobytes()))


@lru_cache(maxsize=1024)
def least_guesses(rules: Mastermind, data: bytes) -> tuple[int, int]:
    """Computes the fewest guesses for the hardest of some codes, and then for all of them together.

    ``data``: the codes in numeric order, concatenated.
    """
    codes = np.frombuffer(data, np.uint8).reshape(-1, rules.places)

    def cost(depth: int, kind: int = TOTAL, below: int = IMPOSSIBLE) -> int:
        return kernels.optimum(rules, codes, depth=depth, cost=kind, below=below)[0]

    worst = next(n for n in count(1) if cost(n, NONE, 1) >= 0)
    return worst, cost(worst)
