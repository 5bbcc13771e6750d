"""Exact search for guesses that distinguish all codes when made at once: twin of the native search.

Guesses form a set, without order. The search chooses one after the other and prunes:

- A class, the codes with the same answers so far, must be small enough for the remaining guesses
  (``most_distinguished``), which need not be codes of the class.
- Each pair of codes of a class must be distinguished, so one of the remaining guesses is among
  those that distinguish the pair with the fewest such guesses. The last guess but one leaves some
  pairs to the last guess, which must distinguish all of them.
- Of guesses that are equivalent under permutations of places and colours that fix all chosen
  guesses, one is tried; after that all of them are excluded.

In place of the last rule the native search excludes all sets of guesses that are images of each
other, and is faster by orders of magnitude.
"""

from __future__ import annotations

from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mastermine.mastermind import symmetry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.mastermind.reference import Codes
    from mastermine.mastermind.research.static_answers import Classes

MAX_PAIRS = 128
"""Number of pairs of codes that are compared at a node."""


def most_distinguished(answers: int, others: int, guesses: int) -> int:
    """Bounds the number of codes that a number of guesses can distinguish.

    Each guess has at most ``answers`` different answers, ``others`` of them not the win. Codes that
    are not guessed have only those, and at most ``guesses`` codes are guessed.
    """
    most: int = min(answers**guesses, others**guesses + guesses)
    return most


def distinguishing(
    places: int, symbols: int, distinct: bool, kind: int, most: int, seconds: float
) -> tuple[Codes | None, int, bool]:
    """Finds at most ``most`` guesses that distinguish all codes, as rows; None if there are none.

    Also returns the number of sets of guesses searched, and True if the search was stopped after
    ``seconds`` (0: no limit).
    """
    search = _Search(places, symbols, distinct, kind, seconds)
    try:
        found = search.extend(search.together, (1 << len(search.codes)) - 1, [], most)
    except TimeoutError:
        return None, search.nodes, True
    return None if found is None else search.codes[found], search.nodes, False


class _Search:
    """All codes; sets of guesses are bit sets in integers."""

    def __init__(
        self, places: int, symbols: int, distinct: bool, kind: int, seconds: float
    ) -> None:
        from mastermine.mastermind import reference

        self.codes = reference.all_codes(places, symbols, distinct)
        self.symbols, self.kind = symbols, kind
        rows = [reference.respond(guess, self.codes, symbols, kind) for guess in self.codes]
        self.answers = np.array(rows)
        """Shape (guesses, codes); symmetric, since a guess and a code can be exchanged."""
        self.most_answers = max(len(np.unique(row)) for row in rows)
        self.together = np.zeros(len(self.codes), np.int64)
        self.end = monotonic() + seconds if seconds else float("inf")
        self.nodes = 0

    def extend(
        self, classes: Classes, allowed: int, chosen: list[int], left: int
    ) -> list[int] | None:
        """Extends the chosen guesses by at most ``left`` of the allowed ones."""
        self.nodes += 1
        if monotonic() > self.end:
            raise TimeoutError
        sizes = np.bincount(classes)
        largest = int(sizes.max())
        if largest == 1:
            return chosen
        if left == 0 or largest > most_distinguished(
            self.most_answers, self.most_answers - 1, left
        ):
            return None
        order = [number for number in np.argsort(-sizes, kind="stable") if sizes[number] > 1]
        pairs = self._pairs(classes, order)
        if left == 1:
            for guesses in pairs:
                allowed &= guesses
                if not allowed:
                    return None
            return [*chosen, next(_members(allowed))]
        some = [guesses & allowed for _n, guesses in zip(range(MAX_PAIRS), pairs, strict=False)]
        some.sort(key=int.bit_count)
        kinds = self._kinds(chosen)
        for guess in _members(some[0]):
            if not allowed >> guess & 1:
                continue  # Equivalent to one that was tried.
            after = allowed & ~(1 << guess)
            if left > 2 or _is_completed(guess, after, some):
                later = np.unique(classes << 16 | self.answers[guess], return_inverse=True)[1]
                found = self.extend(later, after, [*chosen, guess], left - 1)
                if found is not None:
                    return found
            allowed &= ~_bits(kinds == kinds[guess])
        return None

    def _pairs(self, classes: Classes, order: list[int]) -> Iterator[int]:
        """Yields the guesses that distinguish each two codes of the same one of these classes."""
        for number in order:
            codes = np.flatnonzero(classes == number).tolist()
            for one, other in combinations(codes, 2):
                yield _bits(self.answers[one] != self.answers[other])

    def _kinds(self, chosen: list[int]) -> NDArray[np.int64]:
        """Returns a number for each guess that is equal for equivalent ones."""
        history = self.codes[np.array(chosen, np.int64)]
        return symmetry.kinds_of(self.codes, history, self.symbols, self.kind == 2)


def _is_completed(guess: int, allowed: int, pairs: list[int]) -> bool:
    """True if one guess distinguishes all pairs that this guess does not."""
    for guesses in pairs:
        if not guesses >> guess & 1:
            allowed &= guesses
            if not allowed:
                return False
    return True


def _bits(marked: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(marked, bitorder="little").tobytes(), "little")


def _members(guesses: int) -> Iterator[int]:
    while guesses:
        yield (guesses & -guesses).bit_length() - 1
        guesses &= guesses - 1
