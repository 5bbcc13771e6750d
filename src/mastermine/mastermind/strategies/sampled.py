"""Guesses judged by a sample of the candidates, in games of any size.

The sample is drawn by a Markov chain, as by simulated annealing in José Luis Bernier, C. Ilia
Herráiz, Juan Julián Merelo, Soledad Olmeda, Alberto Prieto: Solving MasterMind using GAs and
simulated annealing (Parallel Problem Solving from Nature IV, 1996).
"""

from typing import cast

import numpy as np

from mastermine.core.strategy import Heuristic, strategy
from mastermine.mastermind.knowledge import CodeView, code_of_row
from mastermine.mastermind.large.choosing import lookahead, ranked
from mastermine.mastermind.large.sampling import sample
from mastermine.mastermind.rules import Answer, Code
from mastermine.mastermind.schemes.evolution import check_number
from mastermine.mastermind.strategies.entropy import entropy

MAX_LOOKAHEAD_CODES = 2000
"""Limit on looking ahead; with more codes it takes seconds."""


@strategy("sampled", cite="Bernier et al. 1996, Neuwirth 1982")
def sampled(view: CodeView, *, few: int = 500) -> Code:
    """Prefer the guess whose answer gives the most information, judged by a sample of codes.

    The sample has only consistent codes; neighbours of the best guesses are tried, too. ``few``:
    number of possible codes up to which it looks ahead to the end of the game (a tenth of it if
    answers are not black and white pegs, which give less information).
    """
    check_number("few", few, 0, MAX_LOOKAHEAD_CODES)
    codes, complete = sample(view.rules, view.turns)
    best = ranked(view.rules, codes, cast("Heuristic", entropy))
    limit = few if view.rules.answer is Answer.PEGS else few // 10
    if complete and len(codes) <= limit:
        return code_of_row(lookahead(view.rules, codes, best)[np.newaxis], 0)
    return code_of_row(best.guesses, 0)
