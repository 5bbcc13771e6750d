"""Kenji Koyama, Tony Lai: An optimal Mastermind strategy. J. Recreational Mathematics 25 (1993)."""

from mastermine.core.strategy import strategy
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.optimal.best import best_guess
from mastermine.mastermind.rules import Code
from mastermine.mastermind.strategies.knuth import knuth


@strategy("optimal-worst", cite="Koyama & Lai 1993")
def optimal_worst(view: CodeView) -> Code:
    """Take as few guesses for the hardest code as any way of playing can, then as few in all.

    After other guesses than its own it plays as well as can be from there; while too many codes
    are possible to know that, like knuth. It plays the games whose best play is known, and small
    ones.
    """
    return best_guess(view, worst=True, otherwise=knuth)
