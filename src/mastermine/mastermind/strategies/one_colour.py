"""A way that many beginners play: find the colours first, then their places."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code
from mastermine.mastermind.schemes.openings import blocks, follow


@strategy("one-colour", cite=N_("folklore"))
def one_colour(view: CodeView) -> Code:
    """Find the colours first, one and then two at a time, and then their places.

    With four places: 1111, 2233, 4455, … until all colours are known (guesses that give no
    information are skipped), then the smallest consistent code.
    """
    return follow(view, blocks(view.rules, (1, 2)))
