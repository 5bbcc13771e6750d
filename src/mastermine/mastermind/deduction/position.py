"""The state of a deduction: what is known of each place and of each colour of the code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from mastermine.mastermind.reference import Codes
    from mastermine.mastermind.rules import Code, Mastermind


class Impossible(Exception):
    """No code is left: a place without a possible colour, or a colour without a possible number."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Conclusions: the colours that remain at some places, the numbers that remain of colours."""

    places: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """The possible colours of a place."""
    counts: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """The least and the greatest number of pegs of a colour."""

    def __bool__(self) -> bool:
        return bool(self.places or self.counts)

    def joined(self, other: Facts) -> Facts:
        """Returns the facts of both."""
        places, counts = dict(self.places), dict(self.counts)
        for place, colours in other.places.items():
            places[place] = places.get(place, colours) & colours
        for colour, (least, most) in other.counts.items():
            low, high = counts.get(colour, (least, most))
            counts[colour] = max(low, least), min(high, most)
        return Facts(places, counts)


@dataclass(frozen=True, slots=True)
class Position:
    """The facts that are known of a code; immutable.

    Two consequences need no reason and are drawn at once: a colour that is not in the code is at no
    place, and there are at least as many pegs of a colour as places that certainly have it, and at
    most as many as places that may have it.
    """

    domains: tuple[frozenset[int], ...]
    """The possible colours of each place."""
    least: tuple[int, ...]
    """The least number of pegs of each colour."""
    most: tuple[int, ...]
    """The greatest number of pegs of each colour."""

    @classmethod
    def start(cls, rules: Mastermind) -> Position:
        """Returns the position before the first row."""
        n, every = rules.symbols, frozenset(range(rules.symbols))
        most = rules.places if rules.repeats else 1
        return cls((every,) * rules.places, (0,) * n, (most,) * n)

    @classmethod
    def of_codes(cls, codes: Codes, symbols: int) -> Position:
        """Returns all that some codes, at least one, have in common."""
        counts = [(codes == colour).sum(axis=1) for colour in range(symbols)]
        return cls(
            tuple(frozenset(np.unique(column).tolist()) for column in codes.T),
            tuple(int(count.min()) for count in counts),
            tuple(int(count.max()) for count in counts),
        )

    def after(self, facts: Facts) -> Position:
        """Returns the position with more facts. Raises Impossible."""
        if not facts:
            return self
        domains = [*self.domains]
        least, most = [*self.least], [*self.most]
        for place, colours in facts.places.items():
            domains[place] &= colours
        for colour, (low, high) in facts.counts.items():
            least[colour] = max(least[colour], low)
            most[colour] = min(most[colour], high)
        out = {colour for colour, high in enumerate(most) if high <= 0}
        placed, possible = [0] * len(least), [0] * len(least)
        for place, domain in enumerate(domains):
            if domain & out:
                domains[place] = domain = domain - out
            if not domain:
                raise Impossible
            for colour in domain:
                possible[colour] += 1
            if len(domain) == 1:
                placed[colour] += 1
        least = [*map(max, least, placed)]
        most = [*map(min, most, possible)]
        if any(map(int.__gt__, least, most)):
            raise Impossible
        return Position(tuple(domains), tuple(least), tuple(most))

    def placed(self, colour: int) -> list[int]:
        """Returns the places that certainly have a colour."""
        return [p for p, domain in enumerate(self.domains) if domain == {colour}]

    def open(self, colour: int) -> list[int]:
        """Returns the places that may have a colour."""
        return [p for p, domain in enumerate(self.domains) if colour in domain]

    def allows(self, code: Code) -> bool:
        """Returns True if a code agrees with all that is known."""
        return all(
            colour in domain for colour, domain in zip(code, self.domains, strict=True)
        ) and all(
            low <= code.count(colour) <= high
            for colour, (low, high) in enumerate(zip(self.least, self.most, strict=True))
        )

    def fit(self, codes: Codes) -> Codes:
        """Returns those of some codes that agree with all that is known."""
        fits = np.ones(len(codes), bool)
        for place, domain in enumerate(self.domains):
            fits &= np.isin(codes[:, place], [*domain])
        for colour, (low, high) in enumerate(zip(self.least, self.most, strict=True)):
            count = (codes == colour).sum(axis=1)
            fits &= (low <= count) & (count <= high)
        return codes[fits]

    def beyond(self, earlier: Position) -> Facts:
        """Returns the facts that an earlier position lacks."""
        return Facts(
            {
                place: now
                for place, (now, then) in enumerate(zip(self.domains, earlier.domains, strict=True))
                if now != then
            },
            {
                colour: (self.least[colour], self.most[colour])
                for colour in range(len(self.least))
                if (self.least[colour], self.most[colour])
                != (earlier.least[colour], earlier.most[colour])
            },
        )

    def changes(self, earlier: Position) -> tuple[set[int], set[int]]:
        """Returns the places and the colours of which more is known than in an earlier position."""
        places, colours = set[int](), set[int]()
        for place, (now, then) in enumerate(zip(self.domains, earlier.domains, strict=True)):
            if now != then:
                places.add(place)
                colours |= then if len(now) == 1 else then - now
        for colour in range(len(self.least)):
            if (
                self.least[colour] != earlier.least[colour]
                or self.most[colour] != earlier.most[colour]
            ):
                colours.add(colour)
        return places, colours
