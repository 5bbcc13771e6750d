"""A method taught to beginners: try two colours at a time."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code
from mastermine.mastermind.schemes.openings import blocks, follow


@strategy("two-by-two", cite=N_("folklore"))
def two_by_two(view: CodeView) -> Code:
    """Try the colours in pairs: 1122, 3344, 5566; then guess the smallest consistent code.

    It starts with the places as soon as all colours are known, and skips guesses that give no
    information.
    """
    return follow(view, blocks(view.rules, (2,)))
