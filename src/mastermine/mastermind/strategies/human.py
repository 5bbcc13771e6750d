"""The person at the terminal as a strategy."""

from mastermine.core.person import person
from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("human", cite=N_("you"), interactive=True)
def human(view: CodeView) -> Code:
    """Ask you for each guess at the terminal."""
    guess: Code = person().act(view)
    return guess
