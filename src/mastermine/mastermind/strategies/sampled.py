"""Judging guesses by a sample of the codes that fit, in games of any size.

The sample is drawn by a Markov chain, as by simulated annealing in José Luis Bernier, C. Ilia
Herráiz, Juan Julián Merelo, Soledad Olmeda, Alberto Prieto: Solving MasterMind using GAs and
simulated annealing (Parallel Problem Solving from Nature IV, 1996).
"""

from typing import cast

import numpy as np

from mastermine.core.errors import InvalidSpec
from mastermine.core.strategy import Heuristic, strategy
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.mastermind.knowledge import CodeView, code_of_row
from mastermine.mastermind.large.choosing import finished, ranked
from mastermine.mastermind.large.sampling import sample
from mastermine.mastermind.rules import Answer, Code
from mastermine.mastermind.strategies.entropy import entropy

MAX_LOOKAHEAD_CODES = 2000
"""With more codes, looking ahead takes seconds."""


@strategy("sampled", cite="Bernier et al. 1996, Neuwirth 1982")
def sampled(view: CodeView, *, few: int = 500) -> Code:
    """Prefer the guess whose answer tells most, judged by a sample of the codes that fit.

    Guesses that are no such codes are tried, too: those next to the best. ``few``: when no more
    codes than these are left, it looks ahead to the end of the game (a tenth of them where answers
    are not black and white pegs, and tell less).
    """
    if not 0 <= few <= MAX_LOOKAHEAD_CODES:
        raise InvalidSpec(
            _("{option}={value}: it must be {least} to {most}").format(
                option="few", value=few, least=0, most=whole(MAX_LOOKAHEAD_CODES)
            )
        )
    codes, complete = sample(view.rules, view.turns)
    best = ranked(view.rules, codes, cast("Heuristic", entropy))
    told = few if view.rules.answer is Answer.PEGS else few // 10
    if complete and len(codes) <= told:
        return code_of_row(finished(view.rules, codes, best)[np.newaxis], 0)
    return code_of_row(best.guesses, 0)
