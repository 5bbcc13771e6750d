"""Clues: sums over the places and colours of a code whose value is known.

The pegs of a row that are in the code, its pegs in place, the places of a colour, the pegs of all
colours: each is a sum of *terms*. A term depends on one place or on one colour, so what is known of
that gives its least and its greatest value. If all other terms had their least value, a term could
still have at most the rest of the sum; if they had their greatest value, at least the rest. All
rules that count draw their conclusions from a clue in this way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from mastermine.mastermind.deduction.position import Facts, Impossible, Position


@dataclass(frozen=True, slots=True)
class Amount:
    """A term that depends on the number of pegs of a colour in the code."""

    colour: int
    values: tuple[int, ...]
    """Its value for 0, 1, 2, … pegs of the colour."""

    def range(self, position: Position) -> tuple[int, int]:
        """Returns its least and greatest value; so does each term."""
        values = self.values[position.least[self.colour] : position.most[self.colour] + 1]
        return min(values), max(values)

    def within(self, position: Position, low: int, high: int) -> Facts:
        """Returns what follows if its value is between two numbers. Raises Impossible."""
        least, most = position.least[self.colour], position.most[self.colour]
        numbers = [n for n in range(least, most + 1) if low <= self.values[n] <= high]
        if not numbers:
            raise Impossible
        if (numbers[0], numbers[-1]) == (least, most):
            return Facts()
        return Facts(counts={self.colour: (numbers[0], numbers[-1])})


@dataclass(frozen=True, slots=True)
class Peg:
    """A term that depends on the colour at a place."""

    place: int
    values: Mapping[int, int]
    """Its value for some colours; 0 for all others."""

    def range(self, position: Position) -> tuple[int, int]:
        values = [self.values.get(colour, 0) for colour in position.domains[self.place]]
        return min(values), max(values)

    def within(self, position: Position, low: int, high: int) -> Facts:
        domain = position.domains[self.place]
        kept = frozenset(c for c in domain if low <= self.values.get(c, 0) <= high)
        if not kept:
            raise Impossible
        return Facts() if kept == domain else Facts({self.place: kept})


@dataclass(frozen=True, slots=True)
class Misplaced:
    """The white pegs that a row gets for a colour.

    They are the pegs of the colour that the row and the code share, without those in place.
    """

    colour: int
    places: tuple[int, ...]
    """The places of the colour in the row."""

    def _counts(self, position: Position) -> tuple[int, int, int, int, list[int], list[int]]:
        """Returns bounds of the shared pegs and of those in place, and the places that may be."""
        n = len(self.places)
        least, most = (min(each[self.colour], n) for each in (position.least, position.most))
        open_ = position.open(self.colour)
        here = [place for place in open_ if place in self.places]
        elsewhere = [place for place in open_ if place not in self.places]
        fixed = sum(len(position.domains[place]) == 1 for place in here)
        return least, most, fixed, len(here), here, elsewhere

    def range(self, position: Position) -> tuple[int, int]:
        least, most, fixed, right, _here, elsewhere = self._counts(position)
        return max(0, least - right), max(0, min(most - fixed, len(elsewhere)))

    def within(self, position: Position, low: int, high: int) -> Facts:
        least, most, fixed, right, here, elsewhere = self._counts(position)
        colour, n = self.colour, len(self.places)
        places: dict[int, frozenset[int]] = {}
        old = fewest, greatest = position.least[colour], position.most[colour]
        if high + right < n:
            greatest = min(greatest, high + right)
        fewest = max(fewest, low + fixed)
        if fewest > greatest:
            raise Impossible
        if least - high >= right > fixed:  # So many must be in place.
            places |= {place: frozenset((colour,)) for place in here}
        elif most - low <= fixed < right:  # No more can be in place.
            without = [place for place in here if len(position.domains[place]) > 1]
            places |= {place: position.domains[place] - {colour} for place in without}
        if low > 0 and len(elsewhere) == low:
            places |= {place: frozenset((colour,)) for place in elsewhere}
        places = {p: kept for p, kept in places.items() if kept != position.domains[p]}
        return Facts(places, {} if (fewest, greatest) == old else {colour: (fewest, greatest)})


Term = Amount | Peg | Misplaced


class Kind(Enum):
    """Content of a clue."""

    PEGS = "pegs of rows that are in the code"
    REST = "pegs of the code that are not in rows"
    BLACK = "pegs of rows that are in place"
    WHITE = "pegs of a row that are misplaced"
    SHOWN = "a place of a row that is right, or wrong"
    COLOUR = "places of a colour"
    ALL = "pegs of all colours"


@dataclass(frozen=True, slots=True)
class Clue:
    """A sum with a known value."""

    kind: Kind
    rows: tuple[int, ...]
    """The rows that it comes from, counted from 1."""
    signs: tuple[int, ...]
    """1 or -1 for each row: its number is added or subtracted."""
    terms: tuple[Term, ...]
    total: int

    def facts(self, position: Position, at_most: bool) -> Facts:
        """Returns what follows for each term, given the others. Raises Impossible.

        ``at_most``: from the least values of the other terms; otherwise from their greatest.
        """
        ranges = [term.range(position) for term in self.terms]
        side = 0 if at_most else 1
        slack = self.total - sum(each[side] for each in ranges)
        if slack < 0 if at_most else slack > 0:
            raise Impossible
        facts = Facts()
        for term, (low, high) in zip(self.terms, ranges, strict=True):
            if at_most and high - low > slack:
                facts = facts.joined(term.within(position, low, low + slack))
            elif not at_most and low - high < slack:
                facts = facts.joined(term.within(position, high + slack, high))
        return facts


def amounts(tables: Mapping[int, Sequence[int]]) -> tuple[Amount, ...]:
    """Returns the terms of colours with these values, without those that are always 0."""
    return tuple(Amount(colour, tuple(t)) for colour, t in tables.items() if any(t))
