"""Choice of a guess from a subset of all codes: samples, then neighbours of the best ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermine.mastermind import kernels
from mastermine.mastermind.optimal.brute_force import CONSISTENT
from mastermine.mastermind.optimal.search import MAX_ANSWER
from mastermine.system.native import NATIVE

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.reference import Codes, Integers
    from mastermine.mastermind.rules import Mastermind

TRIED = 4096
"""Number of codes tried as guesses, and of codes that judge them."""
TRIED_LONG = 128
"""The same if the native core does not support the rules or answers exceed ``MANY_ANSWERS``."""
MANY_ANSWERS = 1 << 10
BEST_GUESSES = 4
"""Number of best guesses whose neighbours are tried."""
MAX_STEPS = 5
"""Maximum number of hill-climbing steps."""
LOOKAHEAD_GUESSES = 40
"""Number of guesses judged by looking ahead to the end of the game."""


class Ranked(NamedTuple):
    """Guesses in order of their costs."""

    guesses: Codes
    costs: Integers

    def different(self, n: int) -> Codes:
        """Returns one guess for each of the ``n`` least costs, since ties are mostly equivalent."""
        _costs, first = np.unique(self.costs, return_index=True)
        return self.guesses[first[:n]]


def ranked(rules: Mastermind, codes: Codes, heuristic: Heuristic) -> Ranked:
    """Ranks guesses by cost; ties go to a candidate, then to the smallest.

    ``codes``: at least one candidate, in numeric order; all of them, or a sample. Tries some of
    them, then hill-climbs over all guesses of the rules by changing one place or exchanging two.
    """
    long = not kernels.natively_supported(rules) or rules.answers > MANY_ANSWERS
    most = TRIED_LONG if long else TRIED
    judges = spread_evenly(codes, most)
    table = kernels.cost_table(heuristic, most, min(most, rules.answers))

    def costs(guesses: Codes) -> Integers:
        return kernels.score(rules, guesses, judges, table)

    best = _ordered(judges, costs(judges), codes)
    for _step in range(0 if long else MAX_STEPS):
        near = np.concatenate([neighbours(rules, guess) for guess in best.different(BEST_GUESSES)])
        near = np.unique(near, axis=0)
        near = near[~rows_in(near, best.guesses)]
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
    """Selects up to ``most`` evenly spaced rows."""
    if len(codes) <= most:
        return codes
    return np.ascontiguousarray(codes[np.arange(most) * len(codes) // most])


def neighbours(rules: Mastermind, guess: Codes) -> Codes:
    """Lists the neighbours of a guess (one place changed, or two exchanged), and the guess."""
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


def rows_in(some: Codes, codes: Codes) -> NDArray[np.bool_]:
    """Marks the rows of ``some`` that are in ``codes``."""
    wanted, known = _whole(some), np.sort(_whole(codes))
    at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    found: NDArray[np.bool_] = known[at] == wanted
    return found


def _whole(codes: Codes) -> NDArray[Any]:
    """Views each code as one value: an integer if it has at most 8 places, which sorts faster."""
    rows, places = codes.shape
    if places > 8:
        return np.ascontiguousarray(codes).view(f"V{places}").ravel()
    padded = np.zeros((rows, 8), np.uint8)
    padded[:, :places] = codes
    return padded.view(np.uint64).ravel()


def _ordered(guesses: Codes, costs: Integers, codes: Codes) -> Ranked:
    order = np.lexsort([*guesses.T[::-1], ~rows_in(guesses, codes), costs])
    return Ranked(guesses[order], costs[order])


def lookahead(rules: Mastermind, codes: Codes, best: Ranked) -> Codes:
    """Returns the guess of ``best`` with the least total over all codes, shape (places,).

    It assumes optimal play among consistent guesses afterwards. If the native core cannot search
    that, returns the first guess.
    """
    if not NATIVE or not kernels.natively_supported(rules) or rules.win > MAX_ANSWER:
        first: Codes = best.guesses[0]
        return first
    consistent = rows_in(best.guesses, codes)
    tried = np.concatenate(
        [
            best.guesses[:LOOKAHEAD_GUESSES],
            best.different(LOOKAHEAD_GUESSES),
            Ranked(best.guesses[consistent], best.costs[consistent]).different(LOOKAHEAD_GUESSES),
        ]
    )
    _value, _bound, tree, _nodes = kernels.optimum(
        rules, codes, first=np.unique(tried, axis=0), policy=CONSISTENT
    )
    guess: Codes = tree[0]
    return guess
