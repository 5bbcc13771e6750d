"""Brute-force search of the decision tree with the least cost: reference of the native search.

It tries every guess at every position except guesses that give no information, and uses no
symmetry.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mastermine.mastermind.reference import Codes, Integers

ANY, CONSISTENT, PREVIOUS = range(3)
"""Allowed guesses: all codes; candidates; candidates before the last answer."""

TOTAL, LAST, NONE, MISSED = range(4)
"""Cost of a tree: its guesses over all codes; the codes that need the last guess; nothing; the
codes that are not found within the guesses, after which the tree goes on."""

IMPOSSIBLE = 1 << 60
"""Cost if no tree is within the limits."""


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
    """Returns the cost of the best tree, a bound, its guesses in preorder, and the positions seen.

    ``first``: allowed first guesses, or none for all. ``depth``: maximum number of guesses, or 0.
    The cost is -1 if no tree costs less than ``below``. ``width`` and ``without`` have no effect.
    ``weights``: the cost of a guess for each code, instead of 1.
    """
    game = _Game(codes, symbols, distinct, kind, policy, cost, seconds, weights)
    return _solved(game, codes, first, depth, below)


def _solved(
    game: _Game, codes: Codes, first: Codes, depth: int, below: int
) -> tuple[int, int, Codes, int]:
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


class TreeSearch:
    """Reference of the native search of one game: nothing is kept or shared, no certificates."""

    def __init__(
        self,
        codes: memoryview,
        symbols: int,
        distinct: bool,
        kind: int,
        policy: int,
        memory: int,  # noqa: ARG002
    ) -> None:
        import numpy as np

        self.codes = np.asarray(codes)
        self.game = self.codes, symbols, distinct, kind, policy
        self.searched: list[_Game] = []
        self.nodes = 0

    def find(
        self,
        depth: int,
        cost: int,
        below: int,
        width: int,  # noqa: ARG002
        seconds: float,
    ) -> tuple[int, int, bytes, int, bool]:
        """Returns the result of ``optimum``, and True if the search was stopped."""
        game = _Game(*self.game, cost, seconds)
        self.searched.append(game)
        value, bound, tree, nodes = _solved(game, self.codes, self.codes[:0], depth, below)
        self.searched.remove(game)
        self.nodes += nodes
        return value, bound, tree.tobytes(), nodes, bound < (below if value < 0 else value)

    def stop(self) -> None:
        """Stops all threads that search."""
        for game in tuple(self.searched):
            game.end = 0.0

    def progress(self) -> tuple[int, int, int, int, int]:
        return self.nodes, IMPOSSIBLE, 0, 0, 0

    def take_facts(self) -> bytes:
        return b""

    def add_facts(self, facts: bytes) -> None:
        """Has no effect."""


class _Game:
    """All guesses and the codes to be found; sets of codes are bit sets in integers."""

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
        """For each guess its answers in increasing order, with the codes that give them."""
        for guess in self.guesses:
            sets: dict[int, int] = {}
            for bit, answer in enumerate(respond(guess, codes, symbols, kind).tolist()):
                sets[answer] = sets.get(answer, 0) | 1 << bit
            self.splits.append(sorted(sets.items()))
        self.known: dict[tuple[int, int, int], tuple[int, int]] = {}

    def indices(self, codes: Codes) -> list[int]:
        """Finds the indices of these codes among all guesses."""
        return [self.number[bytes(code)] for code in codes]

    def allowed(self, left: int, before: int) -> Sequence[int]:
        """Lists the guesses that the policy allows; ``before``: candidates one answer earlier."""
        if self.policy == ANY:
            return range(len(self.guesses))
        return self.candidates(left if self.policy == CONSISTENT else before)

    def candidates(self, some: int) -> list[int]:
        """Lists the guesses that are these codes."""
        return [index for bit, index in enumerate(self.own) if some >> bit & 1]

    def first(self, left: int) -> Sequence[int]:
        """Lists the first guesses allowed by the policy."""
        return self.allowed(left, left) if self.policy == CONSISTENT else range(len(self.guesses))

    def parts(self, left: int, guess: int) -> list[tuple[int, int]]:
        """Lists the possible answers with their parts."""
        return [(answer, some & left) for answer, some in self.splits[guess] if some & left]

    def bound(self, left: int, guess: int, depth: int) -> int:
        """Lower bound of the cost of trees with this first guess."""
        parts = self.parts(left, guess)
        others = [part for answer, part in parts if answer != self.win]
        if others == [left] or (others and depth == 1 and self.cost != MISSED):
            return IMPOSSIBLE
        return self.charge(left, depth) + sum(self.trivial(part) for part in others)

    def charge(self, left: int, depth: int) -> int:
        """Cost of one guess at a position."""
        return {TOTAL: self.weight(left), LAST: int(depth == 1)}.get(self.cost, 0)

    def trivial(self, left: int) -> int:
        """Lower bound for these codes: the first guess finds one, the second all others."""
        if self.cost != TOTAL:
            return 0
        heaviest = 1 if self.weights is None else max(self._weights(left))
        return 2 * self.weight(left) - heaviest

    def weight(self, left: int) -> int:
        """Cost of a guess for all of these codes."""
        return left.bit_count() if self.weights is None else sum(self._weights(left))

    def _weights(self, left: int) -> list[int]:
        return [weight for bit, weight in enumerate(self.weights or ()) if left >> bit & 1]

    def weigh(self, left: int, guess: int, depth: int) -> int:
        """Cost of the best tree with this first guess."""
        if self.bound(left, guess, depth) == IMPOSSIBLE:
            return IMPOSSIBLE
        cost = self.charge(left, depth)
        for answer, part in self.parts(left, guess):
            if answer != self.win:
                cost += self.position(part, left, depth - 1 if depth else 0)[0]
        return min(cost, IMPOSSIBLE)

    def position(self, left: int, before: int, depth: int) -> tuple[int, int]:
        """Returns the least cost of a position and a guess with that cost."""
        if self.cost == MISSED and depth == 0:
            most = max(self.candidates(left), key=lambda guess: len(self.parts(left, guess)))
            return left.bit_count(), most
        key = left, before if self.policy == PREVIOUS else 0, depth
        if key not in self.known:
            if monotonic() > self.end:
                raise TimeoutError
            self.known[key] = self.least(left, self.allowed(left, before), depth)
        return self.known[key]

    def least(self, left: int, guesses: Sequence[int], depth: int) -> tuple[int, int]:
        """Returns the least cost of some guesses, and the guess."""
        return min(
            ((self.weigh(left, guess, depth), guess) for guess in guesses),
            default=(IMPOSSIBLE, -1),
        )

    def tree(self, left: int, guess: int, depth: int) -> Iterator[int]:
        """Yields the guesses of the best tree with this first guess, in preorder."""
        yield guess
        deeper = depth - 1 if depth else 0
        for answer, part in self.parts(left, guess):
            if answer != self.win:
                yield from self.tree(part, self.position(part, left, deeper)[1], deeper)
