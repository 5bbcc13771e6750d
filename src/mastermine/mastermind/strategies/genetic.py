"""Lotte Berghman, Dries Goossens, Roel Leus.

Efficient solutions for Mastermind using genetic algorithms. Computers & Operations Research 36
(2009).
"""

from __future__ import annotations

import numpy as np

from mastermine.core.strategy import strategy
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.large.constraints import Constraints
from mastermine.mastermind.reference import Codes, Integers
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.mastermind.schemes.evolution import (
    MAX_POPULATION,
    Eligible,
    Space,
    Words,
    cheapest,
    check_number,
    crossed,
    distances,
    exchanged,
    inverted,
    renewed,
)
from mastermine.mastermind.strategies.expected_size import expected_size

MUTATED, EXCHANGED, INVERTED = 3, 3, 2
"""How many children in a hundred are changed so, as in the paper."""

KEPT = 5
"""One code in this many, of the best, lives on."""

ATTEMPTS = 6
"""The most populations, each twice as large as the one before, until some code fits."""


@strategy("genetic", cite="Berghman, Goossens & Leus 2009")
def genetic(
    view: CodeView,
    *,
    population: int = 150,
    generations: int = 100,
    eligible: int = 60,
    patience: int = 15,
) -> Code:
    """Breed codes towards those that fit, and guess the one of them that leaves fewest of them.

    ``population``: how many codes are bred from. ``generations``: how often at most.
    ``eligible``: so many codes that fit are enough. ``patience``: so many generations without a new
    one are, too. The nearer to the answers given those are that a code would give, the fitter it
    is; of the codes that fit the guess is the one that is expected to leave fewest of them.

    As in the paper, by the accounts that others give of it: population, generations and the number
    of eligible codes; crossover at one cut or between two, and three ways to change a child, with
    their chances; the fitness; codes that are there already give way to random ones; the first
    guess in 4x6. Not known for certain, so chosen here: parents are the better of two, the best
    fifth lives on, all eligible codes are tried against all, not against some, and other first
    guesses. Added: the patience, and that breeding begins anew, with twice the population, when the
    last generation was in vain.
    """
    check_number("population", population, 2)
    check_number("generations", generations, 1)
    check_number("eligible", eligible, 1)
    check_number("patience", patience, 1)
    rules = view.rules
    if not view.turns:
        return _first(rules)
    constraints = Constraints.of(rules, view.turns)
    words = Words(view.rng.word())
    space = Space.of(constraints)
    found = Eligible(rules.places, eligible, patience)
    for attempt in range(ATTEMPTS):
        codes = space.drawn(words, min(population << attempt, MAX_POPULATION))
        for _generation in range(generations):
            codes = renewed(space, words, codes)
            fitness = distances(constraints, codes)
            found.add(codes[fitness == 0])
            if found.enough:
                break
            codes = _children(space, words, codes, fitness)
        if len(found):
            return cheapest(rules, expected_size, found.codes, eligible)
    return view.knowledge.draw(view.rng)


def _first(rules: Mastermind) -> Code:
    """Two places for each of the first colours, as many as a third of the places, then one each."""
    pairs = rules.places // 3 if rules.repeats else 0
    return tuple(max(place // 2, place - pairs) % rules.symbols for place in range(rules.places))


def _children(space: Space, words: Words, codes: Codes, fitness: Integers) -> Codes:
    pairs = (len(codes) + 1) // 2
    rivals = words.below(len(codes), 2, 2 * pairs)
    better = fitness[rivals[0]] <= fitness[rivals[1]]
    parents = codes[rivals[1 - better, range(2 * pairs)]]
    children = crossed(words, parents[:pairs], parents[pairs:])[: len(codes)]
    n = len(children)
    space.mutated(words, children, words.chosen(MUTATED, n))
    exchanged(words, children, words.chosen(EXCHANGED, n))
    inverted(words, children, words.chosen(INVERTED, n))
    best = np.argsort(fitness, kind="stable")[: n // KEPT]
    children[: len(best)] = codes[best]
    return space.repaired(words, children)
