"""The expected information of guesses of Mastermind, in bits (Shannon 1948)."""

from __future__ import annotations

from functools import lru_cache
from math import log2
from typing import TYPE_CHECKING, cast

from mastermine.core.game import Turn
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import Candidates
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import find_strategy

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic


def information(rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...], code: Code) -> float:
    """Returns the expected information of the answer to a guess, in bits."""
    parts = Candidates(rules, turns).split(code).values()
    total = sum(parts)
    return log2(total) - sum(size * log2(size) for size in parts) / total


@lru_cache(maxsize=1 << 14)
def most_information(rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...]) -> float:
    """Returns the information of the guess that tells most, in bits."""
    entropy = cast("Heuristic", find_strategy("entropy", rules.game))
    return information(rules, turns, Candidates(rules, turns).best(entropy))
