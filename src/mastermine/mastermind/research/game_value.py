"""The value of Mastermind as a zero-sum game: the expected guesses under optimal play of both.

The codemaker chooses a code and the codebreaker a decision tree, both at random. (The value of the
classic game is 5600/1290: Wiener, 1995.)

Permuting places and colours changes no answer. So codes of one kind may be equally likely, and a
tree played with random permutations has the same expectation for all codes of a kind. What remains
is a small game of kinds against trees, to which trees are added (as in the double oracle of
McMahan, Gordon and Blum, 2003): an exact search finds the best tree against the codemaker's best
mixture, until there is no better one. Mixtures near the best known one are tried first, since they
are searched much faster (Wentges, 1997).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from time import monotonic

import numpy as np

from mastermine.mastermind import kernels
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.optimal.brute_force import IMPOSSIBLE
from mastermine.mastermind.optimal.search import check_searchable
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.research.matrix_game import Equilibrium, equilibrium
from mastermine.mastermind.rules import Answer, Code, Mastermind

MAX_WEIGHT = 1 << 32
"""Limit on the weights of the search."""
FINE = 1 << 12
"""Limit on weights if the mixture need not be exact."""
EVEN = Fraction(17, 16)
"""Ratio of weights up to which the search is fast."""
RARE = Fraction(3, 4)
"""Share of the greatest weight below which a kind that the goal excludes gets weight 0."""
STEP, LEAST_STEP = Fraction(1, 32), Fraction(1, 64)
"""Initial and least step from the best known mixture towards the next one."""

Weights = tuple[int, ...]
Mixture = tuple[Fraction, ...]


@dataclass(frozen=True)
class CodeKind:
    """An orbit of ``codes`` codes under permutations; ``like`` is the smallest."""

    like: Code
    codes: int


@dataclass(frozen=True)
class Way:
    """A tree, the probability of playing it, and its expected guesses for each kind."""

    probability: Fraction
    tree: Tree
    expectation: Mixture


@dataclass(frozen=True)
class GameValue:
    """Strategies of both players, and proven bounds: ``low`` <= value <= ``high``.

    ``high`` is None until a tree is found.
    """

    rules: Mastermind
    kinds: tuple[CodeKind, ...]
    codemaker: Mixture
    """Probability of each kind: every tree needs at least ``low`` guesses on average."""
    codebreaker: tuple[Way, ...] = ()
    """Trees played: every code takes at most ``high`` guesses on average."""
    low: Fraction = Fraction(0)
    high: Fraction | None = None
    even: Fraction | None = None
    """Expected guesses if all codes are equally likely."""
    nodes: int = 0
    """Number of positions searched."""
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        """True if the value is known."""
        return self.low == self.high

    @property
    def expectation(self) -> Mixture:
        """Expected guesses of the codebreaker for a code of each kind."""
        return tuple(
            sum((way.probability * way.expectation[at] for way in self.codebreaker), Fraction(0))
            for at in range(len(self.kinds))
        )


def like(rules: Mastermind, code: Code) -> Code:
    """Returns the smallest code of the same kind.

    With white pegs a kind is the multiset of colour counts. Otherwise the colours of each place can
    be permuted separately, so there is only one kind.
    """
    if not rules.repeats:
        return tuple(range(rules.places))
    if rules.answer is not Answer.PEGS:
        return (0,) * rules.places
    counts = sorted(Counter(code).values(), reverse=True)
    return tuple(colour for colour, n in enumerate(counts) for _peg in range(n))


def game_value(
    rules: Mastermind,
    *,
    time_limit: float | None = None,
    progress: Callable[[GameValue], None] | None = None,
) -> GameValue:
    """Computes the value and optimal play of both players, ignoring the limit of the rules.

    Returns the bounds so far after ``time_limit`` seconds; ``progress`` is called with each
    improvement. Raises TooLarge.
    """
    check_searchable(rules)
    search = _Search(rules, None if time_limit is None else monotonic() + time_limit)
    for known in search.steps():
        if progress is not None:
            progress(known)
    return search.known()


class _Search:
    """The trees so far, and the best known mixture of kinds."""

    def __init__(self, rules: Mastermind, end: float | None) -> None:
        self.rules = rules = replace(rules, limit=None)
        self.end = end
        self.start = monotonic()
        self.codes = universe(rules)
        kinds = [like(rules, tuple(code)) for code in self.codes.tolist()]
        self.kinds = tuple(CodeKind(code, n) for code, n in sorted(Counter(kinds).items()))
        self.number = {kind.like: at for at, kind in enumerate(self.kinds)}
        self.kind_of = np.array([self.number[code] for code in kinds])
        self.trees: list[tuple[Tree, Mixture]] = []
        """Trees with their expectations for each kind."""
        self.play: Equilibrium | None = None
        """Optimal mixtures of these trees, and of kinds against them."""
        self.best, self.low = self._mixture((1,) * len(self.kinds)), Fraction(0)
        """A mixture of kinds, and the least expectation of any tree against it."""
        self.even: Fraction | None = None
        self.step = STEP
        self.late = False
        self.nodes = 0

    def known(self) -> GameValue:
        play = self.play
        chances = play.rows if play else ()
        return GameValue(
            self.rules,
            self.kinds,
            self.best,
            tuple(
                Way(chance, *tree)
                for chance, tree in zip(chances, self.trees, strict=True)
                if chance
            ),
            self.low,
            play.value if play else None,
            self.even,
            self.nodes,
            monotonic() - self.start,
        )

    def steps(self) -> Iterator[GameValue]:
        """Adds trees until none is better than the mixture of the known ones."""
        ones = (1,) * len(self.kinds)
        if sketch := self._reply(ones, width=1):
            self._add(sketch)
            yield self.known()
        found = self._reply(ones)
        if not self.late:
            self.even = self.low
        while found:
            play = self._add(found)
            yield self.known()
            if self.late or play.value == self.low:
                return
            found = self._better(play)

    def _add(self, found: tuple[Tree, Mixture]) -> Equilibrium:
        self.trees.append(found)
        self.play = equilibrium([expectation for _tree, expectation in self.trees])
        return self.play

    def _better(self, play: Equilibrium) -> tuple[Tree, Mixture] | None:
        """Finds a tree with a lower expectation against the mixture of kinds than all others."""
        low = self.low
        for weights in self._towards(play.columns):
            found = self._reply(weights)
            if found and _sum(play.columns, found[1]) < play.value:
                if self.low == low:
                    self.step = max(self.step / 2, LEAST_STEP)
                return found
            if self.late:
                break
        return None

    def _towards(self, goal: Mixture) -> Iterator[Weights]:
        """Yields weights ever closer to a mixture, and finally those of the mixture itself.

        With each, the best tree is an improvement or ``low`` rises.
        """
        exact = self._weights(goal, MAX_WEIGHT)
        if max(exact) <= EVEN * min(weight for weight in exact if weight):
            self.step = min(self.step, STEP)
            yield exact
            return
        while self.step < 1:
            near = [a + self.step * (b - a) for a, b in zip(self.best, goal, strict=True)]
            weights = self._weights(near, FINE)
            rare = RARE * max(weights)
            yield tuple(
                0 if not share and weight < rare else weight
                for share, weight in zip(goal, weights, strict=True)
            )
            self.step *= 2
        yield exact

    def _reply(self, weights: Weights, width: int = 0) -> tuple[Tree, Mixture] | None:
        """Finds the best tree for these weights of codes of each kind; None at the time limit.

        ``width``: number of guesses tried at each position, or 0 for all.
        """
        loads = self._loads(weights)
        known = (_sum(loads, expectation) for _tree, expectation in self.trees)
        below = min(known, default=Fraction(IMPOSSIBLE - 1)) + 1
        value, bound, rows, nodes = kernels.optimum(
            self.rules,
            self.codes,
            below=int(below),
            width=width,
            seconds=0.0 if self.end is None else max(self.end - monotonic(), 0.001),
            weights=np.array(weights, np.int64)[self.kind_of],
        )
        self.nodes += nodes
        self.late = not width and bound != value
        low = Fraction(bound, sum(loads))
        if not width and low > self.low:  # A limited width proves no bound.
            self.best, self.low = self._mixture(weights), low
        if value < 0:
            return None
        tree = Tree.from_preorder(self.rules, self.codes, rows)
        return tree, self._expectation(tree)

    def _expectation(self, tree: Tree) -> Mixture:
        """Computes the expected guesses for a code of each kind."""
        totals = [0] * len(self.kinds)
        open_ = [(tree.root, 1)]
        while open_:
            node, guesses = open_.pop()
            if node.possible:
                totals[self.number[like(self.rules, node.guess)]] += guesses
            open_ += [(child, guesses + 1) for child in node.children.values()]
        return tuple(
            Fraction(total, kind.codes) for total, kind in zip(totals, self.kinds, strict=True)
        )

    def _loads(self, weights: Weights) -> list[int]:
        return [weight * kind.codes for weight, kind in zip(weights, self.kinds, strict=True)]

    def _mixture(self, weights: Weights) -> Mixture:
        loads = self._loads(weights)
        return tuple(Fraction(load, sum(loads)) for load in loads)

    def _weights(self, mixture: Sequence[Fraction], most: int) -> Weights:
        """Converts a mixture to integer weights, rounded if one would exceed ``most``."""
        shares = [share / kind.codes for share, kind in zip(mixture, self.kinds, strict=True)]
        scale = Fraction(lcm(*(share.denominator for share in shares)))
        greatest = max(shares)
        return tuple(round(share * min(scale, most / greatest)) for share in shares)


def _sum(mixture: Sequence[Fraction | int], expectation: Mixture) -> Fraction:
    """Computes the expectation against a mixture, or against loads."""
    return sum((a * b for a, b in zip(mixture, expectation, strict=True)), Fraction(0))
