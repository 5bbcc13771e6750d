"""Equivalent guesses: those that symmetries of the turns so far map onto each other.

Permuting places and renaming colours in both codes does not change an answer. So the permutations
that fix every past guess map the candidates onto themselves, and guesses that they map onto each
other split the candidates into parts of the same sizes. Colours that were never guessed can be
renamed freely. If the answer shows the right places, only colours are renamed.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

MAX_PLACES = 7
"""Limit for permuting places, since there are places! permutations."""

Codes = NDArray[np.uint8]
Motion = tuple[tuple[int, ...], tuple[int, ...]]
"""A permutation of places, and the new name of each colour (-1 if never guessed)."""


def motions(history: Codes, colours: int, ordered: bool = False) -> list[Motion]:
    """Lists the permutations of places, with their colour renamings, that fix every past guess.

    ``ordered``: the answer shows the right places, so places are not permuted.
    """
    places = history.shape[1]
    stay = ordered or places > MAX_PLACES
    orders = [tuple(range(places))] if stay else permutations(range(places))
    found = []
    for order in orders:
        name = [-1] * colours
        pairs = [
            (int(guess[source]), int(guess[place]))
            for guess in history
            for place, source in enumerate(order)
        ]
        for old, new in pairs:
            name[old] = new
        bijective = len({new for new in name if new >= 0}) == sum(new >= 0 for new in name)
        if bijective and all(name[old] == new for old, new in pairs):
            found.append((tuple(order), tuple(name)))
    return found


def representatives(
    guesses: Codes, history: Codes, colours: int, ordered: bool = False
) -> NDArray[np.bool_]:
    """Marks the smallest guess, in numeric order, of each equivalence class."""
    own = numbers(guesses, colours)
    smallest: NDArray[np.bool_] = kinds_of(guesses, history, colours, ordered) == own
    return smallest


def kinds_of(
    guesses: Codes, history: Codes, colours: int, ordered: bool = False
) -> NDArray[np.int64]:
    """Returns for each guess the number of the smallest equivalent guess."""
    unseen = np.setdiff1d(np.arange(colours), history)
    smallest = numbers(guesses, colours)
    for order, name in motions(history, colours, ordered):
        image = _renamed(guesses[:, order], np.array(name), unseen)
        np.minimum(smallest, numbers(image, colours), out=smallest)
    return smallest


def first_guesses(
    places: int, colours: int, distinct: bool = False, ordered: bool = False
) -> list[tuple[int, ...]]:
    """Lists the smallest first guess of each equivalence class, in numeric order.

    In 4x6 these are 1111, 1112, 1122, 1123 and 1234. ``ordered``: as in ``motions``.
    """
    found: list[tuple[int, ...]] = [(0,)]
    for _place in range(1, places):
        # New colours come in order; colours do not decrease unless the places are ordered.
        found = [
            (*guess, colour)
            for guess in found
            for colour in range(0 if ordered else guess[-1], min(max(guess) + 2, colours))
            if not (distinct and colour in guess)
        ]
    return [guess for guess in found if ordered or _falling(guess)]


def _falling(guess: tuple[int, ...]) -> bool:
    """True if no colour occurs more often than the one before it."""
    counts = [guess.count(colour) for colour in range(max(guess) + 1)]
    return counts == sorted(counts, reverse=True)


def numbers(codes: Codes, colours: int) -> NDArray[np.int64]:
    """Encodes each code as one number; preserves their order."""
    return codes @ (colours ** np.arange(codes.shape[1], dtype=np.int64)[::-1])


def _renamed(codes: Codes, name: NDArray[np.int64], unseen: NDArray[np.int64]) -> Codes:
    """Renames guessed colours by ``name`` and others, in order of occurrence, by ``unseen``."""
    rows = np.arange(len(codes))
    names = np.tile(name, (len(codes), 1))
    fresh = np.zeros(len(codes), np.int64)
    image = np.empty_like(codes)
    for place, colour in enumerate(codes.T):
        nameless = names[rows, colour] < 0
        names[rows[nameless], colour[nameless]] = unseen[fresh[nameless]]
        fresh += nameless
        image[:, place] = names[rows, colour]
    return image
