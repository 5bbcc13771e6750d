"""Guesses that the turns so far cannot tell apart.

Permuting the places and renaming the colours changes no answer as long as both codes undergo it.
So the permutations that leave every past guess as it is map the candidates onto themselves, and
guesses that they map onto each other split the candidates into parts of the same sizes. A colour
that was never guessed can be renamed to any other such colour. An answer that shows which places
are right tells them apart: then only colours are renamed.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

MOST_PLACES = 7
"""Beyond, only colours are permuted: there are places! orders of the places."""

Codes = NDArray[np.uint8]
Motion = tuple[tuple[int, ...], tuple[int, ...]]
"""A permutation of places, and the new name of each colour (-1 for a colour never guessed)."""


def motions(history: Codes, colours: int, ordered: bool = False) -> list[Motion]:
    """The permutations of places, each with the renaming it implies, that keep every past guess.

    ``ordered``: the answers tell the places apart, so none is permuted.
    """
    places = history.shape[1]
    stay = ordered or places > MOST_PLACES
    orders = [tuple(range(places))] if stay else permutations(range(places))
    kept = []
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
            kept.append((tuple(order), tuple(name)))
    return kept


def representatives(
    guesses: Codes, history: Codes, colours: int, ordered: bool = False
) -> NDArray[np.bool_]:
    """Mark the guesses that are the smallest, in numeric order, of those equivalent to them."""
    own = numbers(guesses, colours)
    smallest: NDArray[np.bool_] = kinds_of(guesses, history, colours, ordered) == own
    return smallest


def kinds_of(
    guesses: Codes, history: Codes, colours: int, ordered: bool = False
) -> NDArray[np.int64]:
    """A number for each guess: that of the smallest guess that some motion takes it to."""
    unseen = np.setdiff1d(np.arange(colours), history)
    smallest = numbers(guesses, colours)
    for order, name in motions(history, colours, ordered):
        image = _renamed(guesses[:, order], np.array(name), unseen)
        np.minimum(smallest, numbers(image, colours), out=smallest)
    return smallest


def first_guesses(
    places: int, colours: int, distinct: bool = False, ordered: bool = False
) -> list[tuple[int, ...]]:
    """The guesses that differ before anything is known: one, the smallest, of each kind.

    In numeric order. In 4x6 these are 1111, 1112, 1122, 1123 and 1234, each counted from 0.
    ``ordered``: the answers tell the places apart.
    """
    found: list[tuple[int, ...]] = [(0,)]
    for _place in range(1, places):
        # Each new colour is the next one; where places are alike, a colour does not come again.
        found = [
            (*guess, colour)
            for guess in found
            for colour in range(0 if ordered else guess[-1], min(max(guess) + 2, colours))
            if not (distinct and colour in guess)
        ]
    return [guess for guess in found if ordered or _falling(guess)]


def _falling(guess: tuple[int, ...]) -> bool:
    """Whether no colour occurs more often than the one before it."""
    often = [guess.count(colour) for colour in range(max(guess) + 1)]
    return often == sorted(often, reverse=True)


def numbers(codes: Codes, colours: int) -> NDArray[np.int64]:
    """Each code as one number, in the same order as the codes."""
    return codes @ (colours ** np.arange(codes.shape[1], dtype=np.int64)[::-1])


def _renamed(codes: Codes, name: NDArray[np.int64], unseen: NDArray[np.int64]) -> Codes:
    """Rename colours: those once guessed by ``name``, the others, as they occur, by ``unseen``."""
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
