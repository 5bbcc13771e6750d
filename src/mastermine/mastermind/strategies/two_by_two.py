"""Two colours at a time: the other method that people teach each other."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code
from mastermine.mastermind.schemes.openings import blocks, follow


@strategy("two-by-two", cite=N_("folklore"))
def two_by_two(view: CodeView) -> Code:
    """Try the colours in pairs, half and half: 1122, 3344, 5566; then the smallest code that fits.

    It goes on to the places as soon as the colours are sure, and leaves out a guess that can tell
    nothing.
    """
    return follow(view, blocks(view.rules, (2,)))
