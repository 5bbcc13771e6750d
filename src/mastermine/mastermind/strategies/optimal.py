"""Kenji Koyama, Tony Lai: An optimal Mastermind strategy. J. Recreational Mathematics 25 (1993)."""

from mastermine.core.strategy import strategy
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.optimal.best import best_guess, check_known
from mastermine.mastermind.rules import Code
from mastermine.mastermind.strategies.entropy import entropy


@strategy("optimal", cite="Koyama & Lai 1993", check_rules=check_known)
def optimal(view: CodeView) -> Code:
    """Minimise the number of guesses for all codes together.

    Ties are broken by the number of guesses for the hardest code. After guesses that are not its
    own it continues optimally; while too many codes are possible for that, it plays like entropy.
    It plays games whose optimal play is known, and small games.
    """
    return best_guess(view, worst=False, otherwise=entropy)
