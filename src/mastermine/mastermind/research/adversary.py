"""An adversary that keeps the part that is hardest to guess, and what strategies need against it.

How hard a part is says the best play from there: the guesses for its hardest code, then those for
all its codes together.
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
"""How hard a part is: whether it was too large to search, then what orders such parts."""

WORK = (500_000, 16_384) if NATIVE else (500, 500)
"""Possible codes times all codes: parts up to there are searched, with black and white pegs, and
with other answers. By size, not by time: an adversary answers alike on every machine."""

MOST_GUESSES = 1000
"""A strategy that has not found the code by then will never find it."""


class Keep(StrEnum):
    """What an adversary keeps."""

    LARGEST = "largest"
    """The part with the most codes."""
    HARDEST = "hardest"
    """The part that needs the most guesses."""

    @property
    def told(self) -> str:
        """What such an adversary says of itself."""
        if self is Keep.HARDEST:
            # Translators: the computer says this of itself.
            return _("I settle on no code: each answer keeps those that need the most guesses.")
        # Translators: the computer says this of itself.
        return _("I settle on no code: each answer keeps as many possible as can be.")


def unused_keep(name: str = "keep") -> InvalidSpec:
    """The complaint about a ``Keep`` where there is no adversary; ``name``: what it is called."""
    return InvalidSpec(
        _("{name} is for an adversary: choose one, or leave {name} out").format(name=name),
        field="keep",
    )


@dataclass(frozen=True)
class Met:
    """A game of a strategy against an adversary."""

    strategy: str
    keep: Keep
    found: bool
    """Whether the strategy came to the code; one that never does is stopped."""
    record: Record

    @property
    def guesses(self) -> int:
        """How many there were."""
        return len(self.record.turns)


def adversary(rules: Mastermind, keep: Keep = Keep.HARDEST) -> Adversary[Code, Code, Feedback]:
    """An oracle that commits to no code."""
    return Adversary(rules, hardness if keep is Keep.HARDEST else None)


def meet_adversary(
    rules: Mastermind, strategy: Strategy, keep: Keep = Keep.HARDEST, seed: int | str = 0
) -> Met:
    """Let a strategy play against an adversary; the limit of the rules is ignored.

    A strategy without random numbers always has the same game. Raises TooLarge where knowledge
    cannot be split, InvalidSpec for a strategy that asks a person.
    """
    if strategy.asks:
        raise InvalidSpec(
            _("{name} asks a person; mastermine play --adversary is for people").format(
                name=strategy.name
            )
        )
    endless = replace(rules, limit=None)
    game = play(endless, strategy, adversary(endless, keep), Random(seed), MOST_GUESSES)
    return Met(strategy.name, keep, game.outcome == "won", game)


def hardness(knowledge: Any, turn: Turn[Code, Feedback], n: int) -> Rank:
    """How hard the part is that a turn leaves, of ``n`` codes; the greater, the harder.

    A part that is small enough is searched: (0, guesses for its hardest code, guesses for all);
    of others the larger is the harder, and any of them is harder than all that are searched.
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
    """The fewest guesses for the hardest of some codes, and then for all of them together.

    ``data``: the codes in numeric order, one after the other.
    """
    codes = np.frombuffer(data, np.uint8).reshape(-1, rules.places)

    def cost(depth: int, kind: int = TOTAL, below: int = IMPOSSIBLE) -> int:
        return kernels.optimum(rules, codes, depth=depth, cost=kind, below=below)[0]

    worst = next(n for n in count(1) if cost(n, NONE, 1) >= 0)
    return worst, cost(worst)
