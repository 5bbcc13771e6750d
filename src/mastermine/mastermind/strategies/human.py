"""A person among the strategies."""

from mastermine.core.person import person
from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("human", cite=N_("you"), asks=True)
def human(view: CodeView) -> Code:
    """Ask the person at the terminal for each guess."""
    guess: Code = person().act(view)
    return guess
