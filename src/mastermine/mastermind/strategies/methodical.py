"""The way that people are taught: find the colours first, then their places."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code
from mastermine.mastermind.schemes.openings import blocks, follow


@strategy("methodical", cite=N_("folklore"))
def methodical(view: CodeView) -> Code:
    """All pegs of one colour, then two new colours in halves, then the places of what is known.

    With four places: 1111, 2233, 4455, … until the colours are sure (guesses that can tell
    nothing are left out), then the smallest code that fits.
    """
    return follow(view, blocks(view.rules, (1, 2)))
