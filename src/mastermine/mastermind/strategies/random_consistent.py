"""The usual baseline of the literature: any code that could be the secret."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("random-consistent", cite=N_("folklore"))
def random_consistent(view: CodeView) -> Code:
    """Guess any code that fits all answers so far, each equally likely."""
    return view.knowledge.draw(view.rng)
