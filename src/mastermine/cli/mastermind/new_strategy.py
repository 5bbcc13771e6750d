"""Templates of ``mastermine new-strategy`` for Mastermind."""

from __future__ import annotations

VIEW = '''"""A strategy for Mastermind."""

from mastermine.core.strategy import strategy
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("{name}")
def {function}(view: CodeView) -> Code:
    """Guess the middle one of the codes that fit all answers so far."""
    # It sees view.rules, view.turns, the possible codes, and random numbers (view.rng).
    possible = view.knowledge
    return possible[len(possible) // 2]
'''

SIZE = '''"""A strategy for Mastermind."""

from mastermine.core.strategy import Array, strategy


@strategy("{name}")
def {function}(size: Array) -> Array:
    """Prefer the guess whose answers leave small parts; large ones cost a little more."""
    # The answers to a guess split the possible codes into parts of these sizes. What each part
    # costs is added up, and the guess that costs least is made.
    return size**1.5
'''

TEXTS = {"view": VIEW, "size": SIZE}
