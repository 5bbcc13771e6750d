"""Draft of a guess: its pegs, the pegs held for the next row, and the chosen place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mastermine.mastermind import Code, Mastermind


class Draft:
    """A draft of a guess. Places count from 0; a peg is a colour, None an empty place."""

    def __init__(self, rules: Mastermind) -> None:
        self.rules = rules
        self.pegs: list[int | None] = [None] * rules.places
        self.held: set[int] = set()
        """Places whose pegs stay for the next row."""
        self.chosen: int | None = None
        """Place of the next peg; None for the first free place."""

    @property
    def code(self) -> Code | None:
        """The draft as a code; None while places are empty."""
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
        """Place of the next peg; None if the row is full."""
        return self.free if self.chosen is None else self.chosen

    def taken(self, colour: int) -> int | None:
        """Returns the place of a colour that may not be repeated; None if it may be placed."""
        if self.rules.repeats or colour not in self.pegs:
            return None
        return self.pegs.index(colour)

    def put(self, place: int, colour: int) -> None:
        """Puts a peg into a place; without repeats, takes it from its previous place."""
        before = self.taken(colour)
        if before is not None:
            self.take(before)
        self.pegs[place] = colour

    def take(self, place: int) -> None:
        self.pegs[place] = None
        self.held.discard(place)

    def move(self, start: int, end: int) -> None:
        """Swaps the pegs of two places."""
        self.pegs[start], self.pegs[end] = self.pegs[end], self.pegs[start]
        self.held -= {start, end}

    def hold(self, place: int) -> None:
        """Toggles whether a peg is held for the next row."""
        if self.pegs[place] is not None:
            self.held ^= {place}

    def advance(self, place: int) -> None:
        """Chooses the first free place from ``place`` on, or else the first free one."""
        after = (p for p in range(place, len(self.pegs)) if self.pegs[p] is None)
        self.chosen = next(after, self.free)

    def last(self) -> int | None:
        """Returns the last place with a peg; held pegs only if there are no others."""
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
        """Starts the next row with the held pegs."""
        self.pegs = [peg if place in self.held else None for place, peg in enumerate(self.pegs)]
        self.chosen = None
