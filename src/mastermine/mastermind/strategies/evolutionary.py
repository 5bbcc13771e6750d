"""Juan J. Merelo et al.: evolutionary solutions to Mastermind that score codes by entropy.

C. Cotta, J. J. Merelo, A. M. Mora, T. P. Runarsson: Entropy-driven evolutionary approaches to the
Mastermind problem. PPSN 2010. J. J. Merelo, P. Castillo, A. M. Mora, A. I. Esparcia-Alcázar:
Improving evolutionary solutions to the game of MasterMind using an entropy-based scoring method.
GECCO 2013. J. J. Merelo, A. M. Mora, P. A. Castillo, C. Cotta, M. García-Valdez: A search for
scalable evolutionary solutions to the game of MasterMind. CEC 2013.
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
    costs,
    distances,
    exchange,
    keys,
    uniform_crossover,
    without_duplicates,
)
from mastermine.mastermind.strategies.entropy import entropy

REPLACED = 2
"""One code in this many, the worst ones, is replaced by children in each generation."""

RESET = 100
"""Generations without a consistent code after which a new population is drawn."""

ATTEMPTS = 6
"""Maximum number of populations, each twice as large as the one before."""


@strategy("evolutionary", cite="Merelo et al. 2013")
def evolutionary(
    view: CodeView, *, population: int = 400, consistent: int = 30, patience: int = 15
) -> Code:
    """Breed consistent codes and guess the one whose answer gives the most information.

    ``population``: number of codes in a generation. ``consistent``: number of consistent codes
    after which the search stops. ``patience``: number of generations without a new consistent code
    after which it stops, too. The fitness of a code is the difference between its answers and those
    given; that of a consistent code is the entropy of its answer over the codes found.

    As in the program that the authors published: tournaments of two; children by uniform crossover,
    by another colour in one place or by another order of the places, equally often; they replace
    the worst codes (here half of all, one of the shares that they tried); 400 codes and a set of
    30, which they used for 4x8; a new population after 100 generations without success; the first
    guess; colours of a guess without pegs are not used again. Differences: their population
    continues from guess to guess, while a strategy here has no memory; they list the orders when
    all colours are known; their other order is any, not two places exchanged; their program chose
    the guess by the number of parts, had a patience of 3, and did not double the population.
    """
    check_number("population", population, 2)
    check_number("consistent", consistent, 1)
    check_number("patience", patience, 1)
    rules = view.rules
    if not view.turns:
        return _first(rules)
    constraints = Constraints.of(rules, view.turns)
    words = Words(view.rng.word())
    space = Space.of(constraints, narrow=True)
    found = Eligible(rules.places, consistent, patience)
    for attempt in range(ATTEMPTS):
        codes = without_duplicates(
            space, words, space.draw(words, min(population << attempt, MAX_POPULATION))
        )
        for _generation in range(RESET):
            distance = distances(constraints, codes)
            found.add(codes[distance == 0])
            if found.enough:
                break
            order = np.argsort(_fitness(rules, found, codes, distance), kind="stable")
            codes = _next(space, words, codes[order])
        if len(found):
            return cheapest(rules, entropy, found.codes, consistent)
    return view.knowledge.draw(view.rng)


def _first(rules: Mastermind) -> Code:
    """Repeats the first half of the colours."""
    half = max(1, rules.symbols // 2) if rules.repeats else rules.symbols
    return tuple(place % half for place in range(rules.places))


def _fitness(rules: Mastermind, found: Eligible, codes: Codes, distance: Integers) -> Integers:
    """Computes the fitness, less is better: consistent codes by cost, then others by distance."""
    consistent = np.flatnonzero(distance == 0)
    fitness = distance.copy()
    if len(consistent) and len(found):
        costs_found = costs(rules, entropy, found.codes, found.most)
        rank = np.argsort(np.argsort(costs_found, kind="stable"), kind="stable")
        known = keys(found.codes)
        order = np.argsort(known, kind="stable")
        at = order[np.searchsorted(known, keys(codes[consistent]), sorter=order)]
        fitness[consistent] = rank[at] - found.most
    return fitness


def _next(space: Space, words: Words, codes: Codes) -> Codes:
    """Breeds the next generation from ``codes``, fittest first."""
    n = len(codes) // REPLACED
    winners = words.below(len(codes), 2, 2, n).min(axis=0)
    mothers, fathers = codes[winners[0]], codes[winners[1]]
    way = words.below(3, n)
    children = np.where(
        (way == 0)[:, np.newaxis], uniform_crossover(words, mothers, fathers), mothers
    )
    space.mutate(words, children, np.flatnonzero(way == 1))
    exchange(words, children, np.flatnonzero(way == 2))
    children = space.repair(words, children)
    return without_duplicates(space, words, np.concatenate([codes[: len(codes) - n], children]))
