"""The value of Mastermind as a game of two: what the guesses cost when both play as well as can be.

The codemaker chooses a code, the codebreaker a way to guess, and neither knows what the other
chose. By chance both can do best: the codemaker makes every way to guess cost so much on average,
or more, the codebreaker every code so much, or less. What both come to is the value. (For the
classic game 5600/1290: Wiener, 1995.)

Permuting the places and the colours turns codes into others and changes no answer. So codes of one
kind may as well be equally likely, and a tree that is played with places and colours permuted at
random expects the same for all codes of a kind. A small game is left, of kinds against trees, to
which trees are added (as in the double oracle of McMahan, Gordon and Blum, 2003): an exact search
finds the best tree against the codemaker's best mixture, until there is no better one. Mixtures
near the best one known, which are looked at before, are searched much faster (Wentges, 1997).
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

MOST_WEIGHT = 1 << 32
"""The greatest weight that the search takes."""
FINE = 1 << 12
"""The greatest weight where the mixture need not be exact."""
EVEN = Fraction(17, 16)
"""Weights that differ by no more are searched fast."""
RARE = Fraction(3, 4)
"""A kind that is to vanish does so when its weight is less than so much of the greatest."""
STEP, LEAST_STEP = Fraction(1, 32), Fraction(1, 64)
"""The step from the best known mixture towards the next one to try, and the least step."""

Weights = tuple[int, ...]
Mixture = tuple[Fraction, ...]


@dataclass(frozen=True)
class CodeKind:
    """The ``codes`` that permuting places and colours makes of one, of which ``like`` is least."""

    like: Code
    codes: int


@dataclass(frozen=True)
class Way:
    """A tree to be played with this probability, and the guesses that it expects for each kind."""

    probability: Fraction
    tree: Tree
    expectation: Mixture


@dataclass(frozen=True)
class GameValue:
    """How both play, and what is proven: the value is not below ``low`` and not above ``high``.

    There is no ``high`` where no tree was found yet.
    """

    rules: Mastermind
    kinds: tuple[CodeKind, ...]
    codemaker: Mixture
    """How likely the code is of each kind: no way to guess expects less than ``low``."""
    codebreaker: tuple[Way, ...] = ()
    """Which trees are played: for no code more than ``high`` is expected."""
    low: Fraction = Fraction(0)
    high: Fraction | None = None
    even: Fraction | None = None
    """What is expected where every code is equally likely."""
    nodes: int = 0
    """Positions that were looked at."""
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    @property
    def expectation(self) -> Mixture:
        """The guesses that the codebreaker expects for a code of each kind."""
        return tuple(
            sum((way.probability * way.expectation[at] for way in self.codebreaker), Fraction(0))
            for at in range(len(self.kinds))
        )


def like(rules: Mastermind, code: Code) -> Code:
    """The least code of its kind.

    Of two answers, black and white, a kind is how often each colour occurs. Where the answer tells
    of each place by itself, the colours of each can be permuted alone, so all codes are alike.
    """
    if not rules.repeats:
        return tuple(range(rules.places))
    if rules.answer is not Answer.PEGS:
        return (0,) * rules.places
    often = sorted(Counter(code).values(), reverse=True)
    return tuple(colour for colour, n in enumerate(often) for _peg in range(n))


def game_value(
    rules: Mastermind,
    *,
    time_limit: float | None = None,
    progress: Callable[[GameValue], None] | None = None,
) -> GameValue:
    """The value and how both play, proven from both sides; the limit of the rules is ignored.

    After ``time_limit`` seconds what is known so far is returned, which ``progress`` is told
    whenever more is known. Raises TooLarge.
    """
    check_searchable(rules)
    search = _Search(rules, None if time_limit is None else monotonic() + time_limit)
    for known in search.steps():
        if progress is not None:
            progress(known)
    return search.known()


class _Search:
    """The trees so far, and the best mixture of codes that is known."""

    def __init__(self, rules: Mastermind, end: float | None) -> None:
        self.rules = rules = replace(rules, limit=None)
        self.end = end
        self.begun = monotonic()
        self.codes = universe(rules)
        kinds = [like(rules, tuple(code)) for code in self.codes.tolist()]
        self.kinds = tuple(CodeKind(code, n) for code, n in sorted(Counter(kinds).items()))
        self.number = {kind.like: at for at, kind in enumerate(self.kinds)}
        self.kind_of = np.array([self.number[code] for code in kinds])
        self.trees: list[tuple[Tree, Mixture]] = []
        """With what each expects for the kinds."""
        self.play: Equilibrium | None = None
        """The best mixtures of these trees, and of kinds against them."""
        self.best, self.low = self._mixture((1,) * len(self.kinds)), Fraction(0)
        """A mixture of kinds against which no tree expects less."""
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
            monotonic() - self.begun,
        )

    def steps(self) -> Iterator[GameValue]:
        """Add trees until none is better than the mixture of those that are there."""
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
        """A tree that expects less, against the mixture of kinds, than all there are."""
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
        """Weights ever nearer to a mixture: either the best tree is better there, or ``low`` rises.

        The last are those of the mixture itself.
        """
        exact = self._weights(goal, MOST_WEIGHT)
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
        """The best tree where the codes of each kind weigh so much. None where time is over.

        ``width``: only so many guesses are tried at each position, or all.
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
        if not width and low > self.low:  # Some guesses prove nothing of all.
            self.best, self.low = self._mixture(weights), low
        if value < 0:
            return None
        tree = Tree.from_preorder(self.rules, self.codes, rows)
        return tree, self._expectation(tree)

    def _expectation(self, tree: Tree) -> Mixture:
        """The guesses for a code of each kind, on average."""
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

    # Mixtures of kinds, and the weights of a code of each kind.

    def _loads(self, weights: Weights) -> list[int]:
        return [weight * kind.codes for weight, kind in zip(weights, self.kinds, strict=True)]

    def _mixture(self, weights: Weights) -> Mixture:
        loads = self._loads(weights)
        return tuple(Fraction(load, sum(loads)) for load in loads)

    def _weights(self, mixture: Sequence[Fraction], most: int) -> Weights:
        """The weights in whole numbers; rounded where one would be greater than ``most``."""
        shares = [share / kind.codes for share, kind in zip(mixture, self.kinds, strict=True)]
        scale = Fraction(lcm(*(share.denominator for share in shares)))
        greatest = max(shares)
        return tuple(round(share * min(scale, most / greatest)) for share in shares)


def _sum(mixture: Sequence[Fraction | int], expectation: Mixture) -> Fraction:
    """What is expected against a mixture, or loads."""
    return sum((a * b for a, b in zip(mixture, expectation, strict=True)), Fraction(0))
