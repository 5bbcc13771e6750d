"""A good guess where not all can be looked at: some are tried, and what is near the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermine.mastermind import kernels
from mastermine.mastermind.optimal.brute_force import CONSISTENT
from mastermine.mastermind.optimal.search import MOST_ANSWER
from mastermine.system.native import NATIVE

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.reference import Codes, Integers
    from mastermine.mastermind.rules import Mastermind

TRIED = 4096
"""The number of codes that are tried as guesses, and of those that judge them."""
TRIED_LONG = 128
"""The same where codes are too long, or have too many colours, to be counted natively, or where
there are more answers than ``MANY_ANSWERS``."""
MANY_ANSWERS = 1 << 10
BEST_GUESSES = 4
"""The number of best guesses whose neighbours are tried, too."""
MAX_STEPS = 5
"""The most steps from the best guesses to better neighbours."""
LOOKAHEAD_GUESSES = 40
"""The number of guesses that are judged by looking ahead to the end of the game."""


class Ranked(NamedTuple):
    """Guesses with what they cost, in order."""

    guesses: Codes
    costs: Integers

    def different(self, n: int) -> Codes:
        """The first guess of each cost, for the first ``n`` costs: equal ones are mostly alike."""
        _costs, first = np.unique(self.costs, return_index=True)
        return self.guesses[first[:n]]


def ranked(rules: Mastermind, codes: Codes, heuristic: Heuristic) -> Ranked:
    """Guesses that were tried, the cheapest first; of equal ones a candidate, then the smallest.

    ``codes``, at least one, are candidates in numeric order: all there are, or a sample. Tried are
    some of them, and then whatever differs from the best guesses in one place, or by an exchange
    of two, as long as that is better (hill climbing over all guesses of the rules).
    """
    long = not kernels.short(rules) or rules.answers > MANY_ANSWERS
    most = TRIED_LONG if long else TRIED
    judges = spread_evenly(codes, most)
    table = kernels.cost_table(heuristic, most, min(most, rules.answers))

    def costs(guesses: Codes) -> Integers:
        return kernels.score(rules, guesses, judges, table)

    best = _ordered(judges, costs(judges), codes)
    for _step in range(0 if long else MAX_STEPS):
        near = np.concatenate([near_to(rules, guess) for guess in best.different(BEST_GUESSES)])
        near = np.unique(near, axis=0)
        near = near[~among(near, best.guesses)]
        if not len(near):
            break
        before = best
        best = _ordered(
            np.concatenate([best.guesses, near]), np.concatenate([best.costs, costs(near)]), codes
        )
        if best.costs[0] >= before.costs[0]:
            break
    return best


def spread_evenly(codes: Codes, most: int) -> Codes:
    """Up to ``most`` of the rows, as evenly spread as can be."""
    if len(codes) <= most:
        return codes
    return np.ascontiguousarray(codes[np.arange(most) * len(codes) // most])


def near_to(rules: Mastermind, guess: Codes) -> Codes:
    """All guesses that differ in one place, or by an exchange of two places; the guess, too."""
    places, symbols = rules.places, rules.symbols
    changed = np.repeat(guess[np.newaxis], places * symbols, axis=0)
    changed[np.arange(places * symbols), np.repeat(np.arange(places), symbols)] = np.tile(
        np.arange(symbols, dtype=np.uint8), places
    )
    one, other = np.triu_indices(places, 1)
    exchanged = np.repeat(guess[np.newaxis], len(one), axis=0)
    rows = np.arange(len(one))
    exchanged[rows, one], exchanged[rows, other] = guess[other], guess[one]
    near = np.concatenate([changed, exchanged])
    if rules.repeats:
        return near
    ordered = np.sort(near, axis=1)
    apart: Codes = near[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    return apart


def among(some: Codes, codes: Codes) -> NDArray[np.bool_]:
    """Which of some codes are rows of the others."""
    return np.isin(_whole(some), _whole(codes))


def _whole(codes: Codes) -> NDArray[np.void]:
    """Each code as one value."""
    return np.ascontiguousarray(codes).view(f"V{codes.shape[1]}").ravel()


def _ordered(guesses: Codes, costs: Integers, codes: Codes) -> Ranked:
    order = np.lexsort([*guesses.T[::-1], ~among(guesses, codes), costs])
    return Ranked(guesses[order], costs[order])


def finished(rules: Mastermind, codes: Codes, best: Ranked) -> Codes:
    """The guess with which the codes take fewest guesses in all: one of ``best``, shape (places,).

    After it only what could be the code is guessed, as well as that can be. Where the native core
    cannot search that it is the first of them.
    """
    if not NATIVE or not kernels.short(rules) or rules.win > MOST_ANSWER:
        first: Codes = best.guesses[0]
        return first
    fit = among(best.guesses, codes)
    tried = np.concatenate(
        [
            best.guesses[:LOOKAHEAD_GUESSES],
            best.different(LOOKAHEAD_GUESSES),
            Ranked(best.guesses[fit], best.costs[fit]).different(LOOKAHEAD_GUESSES),
        ]
    )
    _value, _bound, tree, _nodes = kernels.optimum(
        rules, codes, first=np.unique(tried, axis=0), policy=CONSISTENT
    )
    guess: Codes = tree[0]
    return guess
