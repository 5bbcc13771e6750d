"""Clues: sums over the places and colours of a code whose value is known.

The pegs of a row that are in the code, its pegs in place, the places of a colour, the pegs of all
colours: each is a sum of *terms*. A term depends on one place or on one colour, so what is known of
that gives its least and its greatest value. If all other terms had their least value, a term could
still have at most the rest of the sum; if they had their greatest value, at least the rest. All
rules that count draw their conclusions from a clue in this way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

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

    def range(self, position: Position) -> tuple[int, int]:
        counts = self._counts(position)
        low = max(0, counts.least - len(counts.here))
        high = max(0, min(counts.most - counts.placed_here, len(counts.elsewhere)))
        if self._all_count(position.most[self.colour]):
            low = max(low, counts.placed_elsewhere)
        return low, high

    def within(self, position: Position, low: int, high: int) -> Facts:
        colour, counts = self.colour, self._counts(position)
        least, most = position.least[colour], position.most[colour]
        if high + len(counts.here) < len(self.places):
            most = min(most, high + len(counts.here))
        least = max(least, low + counts.placed_here)
        if least > most:
            raise Impossible
        with_it = set[int]()
        without = set[int]()
        if counts.least - high >= len(counts.here):  # So many must be in place.
            with_it.update(counts.here)
        if counts.most - low <= counts.placed_here:  # No more can be in place.
            without.update(counts.here)
        if low > 0 and len(counts.elsewhere) == low:
            with_it.update(counts.elsewhere)
        if high == counts.placed_elsewhere and self._all_count(most):
            without.update(counts.elsewhere)
        places = {p: frozenset((colour,)) for p in with_it if len(position.domains[p]) > 1}
        for place in without:
            if len(position.domains[place]) > 1:
                places[place] = position.domains[place] - {colour}
        old = position.least[colour], position.most[colour]
        return Facts(places, {} if (least, most) == old else {colour: (least, most)})

    def _all_count(self, most: int) -> bool:
        """Returns True if each peg of the colour in the code gets a black or a white peg."""
        return most <= len(self.places)

    def _counts(self, position: Position) -> _Counts:
        n, domains = len(self.places), position.domains
        open_ = position.open(self.colour)
        here = [place for place in open_ if place in self.places]
        elsewhere = [place for place in open_ if place not in self.places]
        return _Counts(
            min(position.least[self.colour], n),
            min(position.most[self.colour], n),
            here,
            elsewhere,
            sum(len(domains[place]) == 1 for place in here),
            sum(len(domains[place]) == 1 for place in elsewhere),
        )


class _Counts(NamedTuple):
    """Pegs of a colour that a row and the code share, and the places that may have it."""

    least: int
    most: int
    here: list[int]
    """Places where the row has the colour."""
    elsewhere: list[int]
    placed_here: int
    placed_elsewhere: int


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
    places: frozenset[int] = field(init=False, compare=False, repr=False)
    """The places on whose colour it depends, without those of ``colours``."""
    colours: frozenset[int] = field(init=False, compare=False, repr=False)
    """The colours on whose number and places it depends."""

    def __post_init__(self) -> None:
        colours = frozenset(term.colour for term in self.terms if not isinstance(term, Peg))
        pegs = [] if self.kind is Kind.COLOUR else [t for t in self.terms if isinstance(t, Peg)]
        object.__setattr__(self, "places", frozenset(term.place for term in pegs))
        object.__setattr__(self, "colours", colours)

    def depends_on(self, places: set[int], colours: set[int]) -> bool:
        """Returns True if changes at some places and of some colours matter to it."""
        return not (self.places.isdisjoint(places) and self.colours.isdisjoint(colours))

    def names(self, place: int, colour: int) -> bool:
        """Returns True if it counts a colour, at this place if it counts pegs in place."""
        if self.kind is Kind.COLOUR:
            return colour in self.colours
        return colour in self.colours or any(
            isinstance(term, Peg) and term.place == place and term.values.get(colour, 0)
            for term in self.terms
        )

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
