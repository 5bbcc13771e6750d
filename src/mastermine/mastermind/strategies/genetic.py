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
    crossover,
    distances,
    exchange,
    invert,
    without_duplicates,
)
from mastermine.mastermind.strategies.expected_size import expected_size

MUTATED, EXCHANGED, INVERTED = 3, 3, 2
"""Percentages of children that are changed in each way, as in the paper."""

SURVIVORS = 5
"""One code in this many, the best ones, survives."""

ATTEMPTS = 6
"""Maximum number of populations, each twice as large, until a consistent code is found."""


@strategy("genetic", cite="Berghman, Goossens & Leus 2009")
def genetic(
    view: CodeView,
    *,
    population: int = 150,
    generations: int = 100,
    eligible: int = 60,
    patience: int = 15,
) -> Code:
    """Breed consistent codes and guess the one that is expected to leave the fewest of them.

    ``population``: number of codes in a generation. ``generations``: maximum number of generations.
    ``eligible``: number of consistent codes after which the search stops. ``patience``: number of
    generations without a new consistent code after which it stops, too. The fitness of a code is
    the difference between its answers and those given.

    As in the paper, according to secondary sources: population, generations and number of eligible
    codes; crossover at one cut or between two, three mutations and their probabilities; the
    fitness; random codes in place of duplicates; the first guess in 4x6. Not described there, so
    chosen here: parents are the better of two, the best fifth survives, all eligible codes are
    tried against all, not against some, and other first guesses. Added: the patience, and a new
    population of twice the size if no generation has a consistent code. In 8x12 the sizes of the
    paper need more guesses than the 8.37 quoted for it; 3,000 codes and 1,000 eligible ones come
    close (docs/how-to/large.md).
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
        codes = space.draw(words, min(population << attempt, MAX_POPULATION))
        for _generation in range(generations):
            codes = without_duplicates(space, words, codes)
            fitness = distances(constraints, codes)
            found.add(codes[fitness == 0])
            if found.enough:
                break
            codes = _children(space, words, codes, fitness)
        if len(found):
            return cheapest(rules, expected_size, found.codes, eligible)
    return view.knowledge.draw(view.rng)


def _first(rules: Mastermind) -> Code:
    """Returns a third of the places in pairs of one colour, then one place per colour."""
    pairs = rules.places // 3 if rules.repeats else 0
    return tuple(max(place // 2, place - pairs) % rules.symbols for place in range(rules.places))


def _children(space: Space, words: Words, codes: Codes, fitness: Integers) -> Codes:
    pairs = (len(codes) + 1) // 2
    rivals = words.below(len(codes), 2, 2 * pairs)
    better = fitness[rivals[0]] <= fitness[rivals[1]]
    parents = codes[rivals[1 - better, range(2 * pairs)]]
    children = crossover(words, parents[:pairs], parents[pairs:])[: len(codes)]
    n = len(children)
    space.mutate(words, children, words.chosen(MUTATED, n))
    exchange(words, children, words.chosen(EXCHANGED, n))
    invert(words, children, words.chosen(INVERTED, n))
    best = np.argsort(fitness, kind="stable")[: n // SURVIVORS]
    children[: len(best)] = codes[best]
    return space.repair(words, children)
