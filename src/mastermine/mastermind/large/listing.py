"""Enumeration of consistent codes by prefixes: reference of the native search.

The arguments are those of ``constraints.Constraints``. A prefix of a code is feasible for a turn if
neither number of its answer is exceeded, nor out of reach in the remaining places: each adds at
most one common peg, and a black one only if the guess's colour is allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mastermine.mastermind.reference import Codes, Integers


def listed(
    allowed: NDArray[np.bool_],
    guesses: Codes,
    black: Integers,
    common: Integers,
    distinct: bool,
    nodes: int,
) -> tuple[bool, Codes]:
    """Lists all consistent codes in numeric order; none if that takes more than ``nodes`` nodes.

    A node is a feasible prefix of at least one place. The first value is True if the list is
    complete.
    """
    places, symbols = allowed.shape
    none = np.zeros((0, places), np.uint8)
    possible = allowed[np.arange(places), guesses]  # where a turn may still have a black peg
    times = np.array([(guesses == colour).sum(axis=1) for colour in range(symbols)], np.int16)
    codes = np.zeros((1, 0), np.uint8)
    blacks = commons = np.zeros((1, len(guesses)), np.int16)
    for place in range(places):
        later = possible[:, place + 1 :].sum(axis=1)
        left = places - place - 1
        parents, colours, some_blacks, some_commons = [], [], [], []
        for colour in np.flatnonzero(allowed[place]):
            count = (codes == colour).sum(axis=1, dtype=np.int16)
            more_blacks = blacks + (guesses[:, place] == colour)
            more_commons = commons + (count[:, np.newaxis] < times[colour])
            fits = _within(more_blacks, black, later) & _within(more_commons, common, left)
            if distinct:
                fits &= count == 0
            parent = np.flatnonzero(fits)
            nodes -= len(parent)
            if nodes < 0:
                return False, none
            parents.append(parent)
            colours.append(np.full(len(parent), colour, np.uint8))
            some_blacks.append(more_blacks[parent])
            some_commons.append(more_commons[parent])
        if not any(map(len, parents)):
            return True, none
        parent = np.concatenate(parents)
        order = np.argsort(parent, kind="stable")  # preserves the order of colours
        codes = np.column_stack([codes[parent[order]], np.concatenate(colours)[order]])
        blacks = np.concatenate(some_blacks)[order]
        commons = np.concatenate(some_commons)[order]
    return True, np.ascontiguousarray(codes)


def _within(
    so_far: NDArray[np.int16], target: Integers, at_most: Integers | int
) -> NDArray[np.bool_]:
    """Marks the rows that can still reach all targets by adding up to ``at_most``."""
    fits = (target < 0) | ((so_far <= target) & (so_far + at_most >= target))
    feasible: NDArray[np.bool_] = np.asarray(fits.all(axis=1))
    return feasible
