"""Kenji Koyama, Tony Lai: An optimal Mastermind strategy. J. Recreational Mathematics 25 (1993)."""

from mastermine.core.strategy import strategy
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.optimal.best import best_guess
from mastermine.mastermind.rules import Code
from mastermine.mastermind.strategies.entropy import entropy


@strategy("optimal", cite="Koyama & Lai 1993")
def optimal(view: CodeView) -> Code:
    """Take as few guesses for all codes together as any way of playing can.

    Of ways that take no more, one that finds the hardest code soonest. After other guesses than
    its own it plays as well as can be from there; while too many codes are possible to know that,
    like entropy. It plays the games whose best play is known, and small ones.
    """
    return best_guess(view, worst=False, otherwise=entropy)
