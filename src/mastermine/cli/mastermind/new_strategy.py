"""Templates of ``mastermine new-strategy`` for Mastermind."""

from __future__ import annotations

VIEW = '''"""A strategy for Mastermind."""

from mastermine.core.strategy import strategy
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("{name}")
def {function}(view: CodeView) -> Code:
    """Guess the middle one of the possible codes."""
    # Available: view.rules, view.turns, view.knowledge (the possible codes), view.rng.
    possible = view.knowledge
    return possible[len(possible) // 2]
'''

SIZE = '''"""A strategy for Mastermind."""

from mastermine.core.strategy import Array, strategy


@strategy("{name}")
def {function}(size: Array) -> Array:
    """Prefer guesses that split the possible codes into small parts."""
    # The answers to a guess split the possible codes into parts of these sizes. The result is the
    # cost of each part; the guess with the lowest total cost is made.
    return size**1.5
'''

TEXTS = {"view": VIEW, "size": SIZE}
