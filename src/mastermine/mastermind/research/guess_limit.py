"""Maximum number of codes that can be found within a number of guesses.

One guess finds one code; two find as many as the first has different answers; for more it is the
best sum over the parts of a guess, each with one guess fewer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic

import numpy as np

from mastermine.mastermind import kernels, symmetry
from mastermine.mastermind.kernels import Table
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.optimal.brute_force import NONE
from mastermine.mastermind.optimal.search import check_guesses, check_searchable
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.reference import Codes
from mastermine.mastermind.rules import Answer, Mastermind
from mastermine.system.native import NATIVE

OBJECTIVE = "most-within"
"""Objective in the file of the tree."""
WIDTHS = (1, 6, 0)
"""Guesses tried at each position in consecutive searches; 0 for all."""
WORK = (1 << 26) if NATIVE else 2000
"""Limit on candidates times all codes up to which a tree that finds every code is tried first."""
TIME_SHARE = 0.25
"""Maximum share of the remaining time for that."""
DEEPEST = 100
"""Limit on the depth of trees searched as a whole."""
ALIKE = 2
"""Number of guesses up to which only one of each set of equivalent guesses is tried."""


class OutOfTime(Exception):
    """Raised at the time limit."""


@dataclass(frozen=True)
class Within:
    """A tree that finds many codes within a number of guesses, and a proven bound."""

    rules: Mastermind
    guesses: int
    found: int
    """Codes found within the guesses; later the tree finds all others."""
    upper_bound: int
    """Proven maximum of any tree."""
    tree: Tree
    nodes: int
    """Number of positions searched."""
    seconds: float

    @property
    def proven(self) -> bool:
        """True if no tree finds more."""
        return self.found == self.upper_bound


def within(rules: Mastermind, guesses: int, time_limit: float | None = None) -> Within:
    """Finds a tree with the most codes within a number of guesses; at the time limit, the best yet.

    The result is verified by playing every code. The limit of the rules is ignored. Raises
    InvalidSpec for less than one guess, TooLarge.
    """
    check_guesses(guesses)
    check_searchable(rules)
    start = monotonic()
    rules = replace(rules, limit=None)
    end = None if time_limit is None else start + time_limit
    codes = universe(rules)
    enough = min(guesses, len(codes))  # More guesses than codes change nothing.
    high, nodes, best = min(len(codes), most_found(rules, guesses)), 0, None
    for width in WIDTHS:
        search = _Search(rules, end if width != WIDTHS[0] else None, width)
        top, late = len(codes), False
        try:
            top = search.best(codes, codes[:0], enough, 0)
        except OutOfTime:
            top, late = search.top, True
        nodes += search.nodes
        low = search.low(codes, enough)
        if best is None or low > best.low(codes, enough):
            best = search
        if width == 0:
            high = min(high, top)
        if late or best.low(codes, enough) == high:
            break
    assert best is not None
    rows = np.array(best.tree(codes, codes[:0], enough), np.uint8)
    tree = Tree.from_preorder(rules, codes, rows, objective=OBJECTIVE)
    found = sum(verify_tree(tree).histogram[:guesses])
    return Within(rules, guesses, found, high, tree, nodes, monotonic() - start)


def most_found(rules: Mastermind, guesses: int) -> int:
    """Bounds the codes that can be found by the number of different answers."""
    most = 0
    for _guess in range(guesses):
        if most >= rules.size:
            break
        most = 1 + (rules.answers - 1) * most
    return min(most, rules.size)


@dataclass
class _Known:
    """Bounds for a position with a number of guesses."""

    high: int
    low: int = 0
    guess: Codes | None = None
    """A guess that finds ``low`` codes."""
    whole: Codes | None = None
    """A tree, in preorder, that finds every code."""


_ONE = _Known(1, 1)


class _Search:
    """A search with up to ``width`` guesses at each position; only 0, for all, proves bounds."""

    def __init__(self, rules: Mastermind, end: float | None, width: int) -> None:
        self.rules = rules
        self.end = end
        self.width = width
        self.nodes = 0
        self.top = rules.size
        """Upper bound known so far."""
        self.known: dict[tuple[int, bytes], _Known] = {}

    def low(self, codes: Codes, guesses: int) -> int:
        """Number of codes of the game that the best tree so far finds."""
        return self._known(codes, codes[:0], guesses).low

    def best(self, codes: Codes, history: Codes, guesses: int, need: int) -> int:
        """Computes the most codes found from a position, if more than ``need``.

        Otherwise returns an upper bound that is at most ``need``.
        """
        known = self._known(codes, history, guesses)
        if known.low == known.high or known.high <= need:
            return known.high
        self.nodes += 1
        if known.high == len(codes) and self._whole(codes, guesses, known):
            return known.high
        tried = self._guesses(history)
        bounds = -kernels.score(self.rules, tried, codes, self._table(guesses - 1))
        possible = symmetry.numbers(codes, self.rules.symbols)
        outside = ~np.isin(symmetry.numbers(tried, self.rules.symbols), possible)
        order = np.lexsort((outside, -bounds))
        for at in order[: self.width or None].tolist():
            enough = max(known.low, need)
            if bounds[at] <= enough or known.low == known.high:
                break
            if not len(history):
                self.top = int(bounds[at])
            if self.end is not None and monotonic() > self.end:
                raise OutOfTime
            found = self._try(codes, history, tried[at], guesses, enough)
            if found > enough:
                known.low, known.guess = found, tried[at]
        known.high = max(known.low, need)
        return known.high

    def _try(self, codes: Codes, history: Codes, guess: Codes, guesses: int, need: int) -> int:
        """Computes the most codes found after a guess, if more than ``need``; else 0."""
        parts, total = self._parts(codes, guess)
        later = np.vstack([history, guess])
        bounds = [self._known(part, later, guesses - 1).high for part in parts]
        total += sum(bounds)
        for part, bound in sorted(
            zip(parts, bounds, strict=True), key=lambda pair: len(pair[0]), reverse=True
        ):
            if total <= need:
                return 0
            total -= bound
            total += self.best(part, later, guesses - 1, need - total)
        return total if total > need else 0

    def _parts(self, codes: Codes, guess: Codes) -> tuple[list[Codes], int]:
        """Splits codes by answer; returns the parts without the win, and 1 if there is one."""
        answers = kernels.respond(self.rules, guess, codes)
        ends = int((answers == self.rules.win).any())
        numbers = sorted(set(answers.tolist()) - {self.rules.win})
        return [codes[answers == number] for number in numbers], ends

    def _known(self, codes: Codes, history: Codes, guesses: int) -> _Known:
        """Returns the bounds for a position, computing initial ones."""
        if guesses == 1 or len(codes) == 1:
            return _ONE
        key = guesses, codes.tobytes()
        if key not in self.known:
            if guesses == 2 or len(codes) == 2:
                guess = self._most_parts(codes, history, 1)
                parts, ends = self._parts(codes, guess)
                found = ends + len(parts)
                self.known[key] = _Known(found, found, guess)
            else:
                guess = self._most_parts(codes, history, guesses - 1)
                table = self._table(guesses - 1)
                bound = -int(kernels.score(self.rules, guess[np.newaxis], codes, table)[0])
                self.known[key] = _Known(min(bound, len(codes)))
        return self.known[key]

    def _whole(self, codes: Codes, guesses: int, known: _Known) -> bool:
        """Searches a tree that finds every code, and updates the bounds; True if there is one."""
        if len(codes) * self.rules.size > WORK or guesses > DEEPEST:
            return False
        limit = 0.0 if self.end is None else max((self.end - monotonic()) * TIME_SHARE, 0.01)
        value, bound, rows, _nodes = kernels.optimum(
            self.rules,
            codes,
            depth=guesses,
            cost=NONE,
            below=1,
            width=self.width,
            seconds=limit,
        )
        if value >= 0:
            known.low, known.whole = len(codes), rows
        elif bound > 0:  # Proven for this width; 0 means that time ran out.
            known.high = len(codes) - 1
        return known.whole is not None

    def _guesses(self, history: Codes) -> Codes:
        every = universe(self.rules)
        if len(history) > ALIKE:
            return every
        return _different(self.rules, history.tobytes())

    def _most_parts(self, codes: Codes, history: Codes, guesses: int) -> Codes:
        """Returns the guess with the greatest sum of the codes that can be found in its parts."""
        return np.array(kernels.choose(self.rules, codes, history, self._table(guesses)), np.uint8)

    def _table(self, guesses: int) -> Table:
        """Cost of a part: minus an upper bound of the codes that can be found in it."""
        return _costs(self.rules.size, most_found(self.rules, guesses))

    def tree(self, codes: Codes, history: Codes, guesses: int) -> list[Codes]:
        """Lists the guesses, in preorder, of the best known tree, extended to find every code."""
        known = self.known.get((guesses, codes.tobytes()))
        if len(codes) == 1:
            guess = codes[0]
        elif known and known.whole is not None:
            return list(known.whole)
        elif known and known.guess is not None:
            guess = known.guess
        else:
            guess = codes[0] if guesses == 1 else self._most_parts(codes, history, 1)
        parts, _ends = self._parts(codes, guess)
        rows = [guess]
        later = np.vstack([history, guess])
        for part in parts:
            rows += self.tree(part, later, max(guesses - 1, 0))
        return rows


@lru_cache(maxsize=8)
def _costs(most: int, found: int) -> Table:
    return Table(-np.minimum(np.arange(most + 1), found))


@lru_cache(maxsize=256)
def _different(rules: Mastermind, history: bytes) -> Codes:
    """Lists one of each set of equivalent guesses."""
    every = universe(rules)
    before = np.frombuffer(history, np.uint8).reshape(-1, rules.places)
    ordered = rules.answer is Answer.PLACES
    guesses: Codes = np.ascontiguousarray(
        every[symmetry.representatives(every, before, rules.symbols, ordered)]
    )
    return guesses
