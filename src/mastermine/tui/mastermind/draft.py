"""The row that is being filled: pegs, those held for the next row, and the place that is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mastermine.mastermind import Code, Mastermind


class Draft:
    """A row in the making. Places count from 0; a peg is a colour, None an empty place."""

    def __init__(self, rules: Mastermind) -> None:
        self.rules = rules
        self.pegs: list[int | None] = [None] * rules.places
        self.held: set[int] = set()
        """The places whose pegs stay when the row was given."""
        self.chosen: int | None = None
        """The place where the next peg goes; None for the first free one."""

    @property
    def code(self) -> Code | None:
        """The row as a code, once every place has a peg."""
        code = tuple(peg for peg in self.pegs if peg is not None)
        return code if len(code) == len(self.pegs) else None

    @property
    def empty(self) -> bool:
        return self.missing == len(self.pegs)

    @property
    def missing(self) -> int:
        return self.pegs.count(None)

    @property
    def free(self) -> int | None:
        """The first place without a peg."""
        return self.pegs.index(None) if None in self.pegs else None

    @property
    def at(self) -> int | None:
        """Where the next peg goes."""
        return self.free if self.chosen is None else self.chosen

    def taken(self, colour: int) -> int | None:
        """The place where a colour stands that may not stand twice."""
        if self.rules.repeats or colour not in self.pegs:
            return None
        return self.pegs.index(colour)

    def put(self, place: int, colour: int) -> None:
        """Put a peg into a place. Where no colour may stand twice it leaves the place it was in."""
        before = self.taken(colour)
        if before is not None:
            self.take(before)
        self.pegs[place] = colour

    def take(self, place: int) -> None:
        self.pegs[place] = None
        self.held.discard(place)

    def move(self, start: int, end: int) -> None:
        """Move a peg to another place; what is there goes the other way."""
        self.pegs[start], self.pegs[end] = self.pegs[end], self.pegs[start]
        self.held -= {start, end}

    def hold(self, place: int) -> None:
        """Hold a peg for the next row, or hold it no more."""
        if self.pegs[place] is not None:
            self.held ^= {place}

    def advance(self, place: int) -> None:
        """Choose the next free place after one that was filled."""
        after = (p for p in range(place, len(self.pegs)) if self.pegs[p] is None)
        self.chosen = next(after, self.free)

    def last(self) -> int | None:
        """The last place with a peg; such as are not held come first."""
        filled = [place for place, peg in enumerate(self.pegs) if peg is not None]
        loose = [place for place in filled if place not in self.held]
        return max(loose or filled, default=None)

    def fill(self, code: Code) -> None:
        self.clear()
        self.pegs = list(code)

    def clear(self) -> None:
        self.pegs = [None] * len(self.pegs)
        self.held.clear()
        self.chosen = None

    def next(self) -> None:
        """The row was given: only the held pegs stay."""
        self.pegs = [peg if place in self.held else None for place, peg in enumerate(self.pegs)]
        self.chosen = None
