"""A baseline for comparisons."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("random", cite=N_("none: a baseline"))
def random(view: CodeView) -> Code:
    """Guess any code, ignoring all answers."""
    return view.rules.draw(view.rng)
