"""The least cost of any decision tree, by trying every guess at every position.

The slow, obvious twin of the native search: nothing is left out but guesses that tell nothing, and
no symmetry is used. A tree holds a guess for each position; it costs what ``cost`` counts.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mastermine.mastermind.reference import Codes, Integers

ANY, CONSISTENT, PREVIOUS = range(3)
"""Which guesses are allowed: all codes; those still possible; those possible one answer before."""

TOTAL, LAST, NONE = range(3)
"""What a tree costs: its guesses over all codes; the codes that need the last guess; nothing."""

IMPOSSIBLE = 1 << 60
"""The cost where no tree keeps the limits."""


def optimum(
    codes: Codes,
    symbols: int,
    distinct: bool,
    kind: int,
    first: Codes,
    policy: int,
    depth: int,
    cost: int,
    below: int,
    width: int,  # noqa: ARG001
    without: int,  # noqa: ARG001
    seconds: float,
    weights: Integers | None = None,
) -> tuple[int, int, Codes, int]:
    """The cost of the best tree, a proven bound, its guesses in preorder, and the positions seen.

    ``first``: the guesses it may begin with, or none for all. ``depth``: the most guesses, or 0. A
    tree that does not cost less than ``below`` is not wanted: then the cost is -1. ``width`` and
    ``without`` change nothing here. ``weights``: what each guess for a code costs, in place of 1.
    """
    game = _Game(codes, symbols, distinct, kind, policy, cost, seconds, weights)
    everything = (1 << len(codes)) - 1
    guesses = game.indices(first) if len(first) else game.first(everything)
    try:
        value, best = game.least(everything, guesses, depth)
    except TimeoutError:
        return -1, game.trivial(everything), codes[:0], len(game.known)
    if value >= min(below, IMPOSSIBLE):
        return -1, value, codes[:0], len(game.known)
    tree = game.guesses[list(game.tree(everything, best, depth))]
    return value, value, tree, len(game.known)


def promising(
    codes: Codes,
    symbols: int,
    distinct: bool,
    kind: int,
    policy: int,
    depth: int,
    cost: int,
    below: int,
    without: int,  # noqa: ARG001
) -> tuple[Codes, Integers]:
    """The guesses with which a tree that costs less than ``below`` may begin, and their bounds.

    The least bound first, among equals codes that are possible, then numeric order.
    """
    game = _Game(codes, symbols, distinct, kind, policy, cost, 0)
    everything = (1 << len(codes)) - 1
    guesses = game.first(everything)
    bounds = {guess: game.bound(everything, guess, depth) for guess in guesses}
    possible = set(game.own)
    kept = [guess for guess in guesses if bounds[guess] < min(below, IMPOSSIBLE)]
    kept.sort(key=lambda guess: (bounds[guess], guess not in possible, guess))
    return game.guesses[kept], np.array([bounds[guess] for guess in kept], np.int64)


class _Game:
    """All guesses against the codes to be found. A set of these is an integer, a bit for each."""

    def __init__(
        self,
        codes: Codes,
        symbols: int,
        distinct: bool,
        kind: int,
        policy: int,
        cost: int,
        seconds: float,
        weights: Integers | None = None,
    ) -> None:
        from mastermine.mastermind.reference import all_codes, respond

        self.policy, self.cost = policy, cost
        self.weights = None if weights is None else weights.tolist()
        self.end = monotonic() + seconds if seconds else float("inf")
        self.guesses = all_codes(codes.shape[1], symbols, distinct)
        self.number = {guess: index for index, guess in enumerate(map(bytes, self.guesses))}
        self.own = self.indices(codes)
        self.win = int(respond(codes[0], codes[:1], symbols, kind)[0])
        self.splits: list[list[tuple[int, int]]] = []
        """For each guess the answers in increasing order, and the codes that give them."""
        for guess in self.guesses:
            sets: dict[int, int] = {}
            for bit, answer in enumerate(respond(guess, codes, symbols, kind).tolist()):
                sets[answer] = sets.get(answer, 0) | 1 << bit
            self.splits.append(sorted(sets.items()))
        self.known: dict[tuple[int, int, int], tuple[int, int]] = {}

    def indices(self, codes: Codes) -> list[int]:
        """Where these codes are among all guesses."""
        return [self.number[bytes(code)] for code in codes]

    def allowed(self, left: int, before: int) -> Sequence[int]:
        """The guesses that the policy allows; ``before``: what was possible one answer ago."""
        if self.policy == ANY:
            return range(len(self.guesses))
        some = left if self.policy == CONSISTENT else before
        return [index for bit, index in enumerate(self.own) if some >> bit & 1]

    def first(self, left: int) -> Sequence[int]:
        """The guesses that the policy allows where no answer came before."""
        return self.allowed(left, left) if self.policy == CONSISTENT else range(len(self.guesses))

    def parts(self, left: int, guess: int) -> list[tuple[int, int]]:
        """The answers that can come, each with what it leaves."""
        return [(answer, some & left) for answer, some in self.splits[guess] if some & left]

    def bound(self, left: int, guess: int, depth: int) -> int:
        """What any tree that begins with this guess costs at least."""
        parts = self.parts(left, guess)
        others = [part for answer, part in parts if answer != self.win]
        if others == [left] or (others and depth == 1):
            return IMPOSSIBLE
        return self.charge(left, depth) + sum(self.trivial(part) for part in others)

    def charge(self, left: int, depth: int) -> int:
        """What the guess at a position costs by itself."""
        return {TOTAL: self.weight(left), LAST: int(depth == 1), NONE: 0}[self.cost]

    def trivial(self, left: int) -> int:
        """What any tree for these codes costs: one is found at once, the others later."""
        if self.cost != TOTAL:
            return 0
        heaviest = 1 if self.weights is None else max(self._weights(left))
        return 2 * self.weight(left) - heaviest

    def weight(self, left: int) -> int:
        """What a guess for all of these codes costs."""
        return left.bit_count() if self.weights is None else sum(self._weights(left))

    def _weights(self, left: int) -> list[int]:
        return [weight for bit, weight in enumerate(self.weights or ()) if left >> bit & 1]

    def weigh(self, left: int, guess: int, depth: int) -> int:
        """The cost of the best tree that begins with this guess."""
        if self.bound(left, guess, depth) == IMPOSSIBLE:
            return IMPOSSIBLE
        cost = self.charge(left, depth)
        for answer, part in self.parts(left, guess):
            if answer != self.win:
                cost += self.position(part, left, depth - 1 if depth else 0)[0]
        return min(cost, IMPOSSIBLE)

    def position(self, left: int, before: int, depth: int) -> tuple[int, int]:
        """The least cost of a position, and a guess that reaches it."""
        key = left, before if self.policy == PREVIOUS else 0, depth
        if key not in self.known:
            if monotonic() > self.end:
                raise TimeoutError
            self.known[key] = self.least(left, self.allowed(left, before), depth)
        return self.known[key]

    def least(self, left: int, guesses: Sequence[int], depth: int) -> tuple[int, int]:
        """The least cost that one of some guesses reaches, and the guess."""
        return min(
            ((self.weigh(left, guess, depth), guess) for guess in guesses),
            default=(IMPOSSIBLE, -1),
        )

    def tree(self, left: int, guess: int, depth: int) -> Iterator[int]:
        """The guesses of the best tree that begins with this one, in preorder."""
        yield guess
        deeper = depth - 1 if depth else 0
        for answer, part in self.parts(left, guess):
            if answer != self.win:
                yield from self.tree(part, self.position(part, left, deeper)[1], deeper)
