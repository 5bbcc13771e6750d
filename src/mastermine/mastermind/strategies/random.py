"""The yardstick for everything else: no thought at all."""

from mastermine.core.strategy import strategy
from mastermine.i18n.text import N_
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("random", cite=N_("none: a yardstick"))
def random(view: CodeView) -> Code:
    """Guess any code at all, whatever the answers were."""
    return view.rules.draw(view.rng)
