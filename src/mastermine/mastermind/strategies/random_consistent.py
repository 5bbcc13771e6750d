"""The usual baseline in the literature: a random candidate."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("random-consistent", cite=N_("folklore"))
def random_consistent(view: CodeView) -> Code:
    """Guess a random code that is consistent with all answers so far, each equally likely."""
    return view.knowledge.draw(view.rng)
