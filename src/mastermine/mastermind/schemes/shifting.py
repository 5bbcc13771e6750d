"""Find a code in which no colour stands twice, by sums over shifted rows of colours.

The rows 123…, 234…, 345… hold every pair of a place and a colour once. Each is guessed, and then
the places where a row agrees are found by halving: half of the row is asked, and all other places
show colours of which it is known that they are wrong there, or right. This is the scheme of Ko and
Teng (On the number of queries necessary to identify a permutation, J. Algorithms 7, 1986) and of
El Ouali and Sauerland (Improved approximation algorithm for the number of queries necessary to
identify a permutation, 2013), in O(n log n) guesses for n places and colours. Two things differ:
what the other places show is found as a matching of places and colours; and parts of several rows
that have no place and no colour in common are asked together, and weighed (``weighing``).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from math import comb

import numpy as np

from mastermine.core.random import Random
from mastermine.mastermind.schemes.coin_weighing import Asked, NothingFits, Part, Weighing

Guess = tuple[int, ...]

MOST_STATES = 1024
"""What is weighed together has no more states."""


def shifting(places: int, colours: int, rng: Random) -> Generator[Guess, int, Guess]:
    """Find a code without repeats. Yields guesses, is sent how many places agree."""
    board = Board(places, colours)
    rows: list[Row] = []
    fresh: list[Row] = []
    left = places
    for shift in range(colours):
        row = Row(shift, tuple(range(places)), left)
        if left and shift < colours - 1:
            count = yield tuple((place + shift) % colours for place in range(places))
            row = Row(shift, row.places, count)
        left -= row.count
        if left < 0:
            raise NothingFits
        fresh.append(row)
    weighing = Weighing[Piece](rng, lambda asked: _shown(board, weighing.on, asked) is not None)
    while True:
        rows, fresh = board.settle(rows, fresh), []
        if len(board.right) == places:
            return tuple(board.right[place] for place in range(places))
        for piece in board.pieces(rows, weighing.on, MOST_STATES // weighing.size):
            rows.remove(piece.row)
            weighing.add(piece, piece.part)
        if not weighing.on:
            yield from _blank(board, rng)
            continue
        asked = weighing.ask()
        guess = _shown(board, weighing.on, asked)
        if guess is None:
            raise AssertionError("a piece that could be asked alone cannot be asked any more")
        own = {place for piece in compress(weighing.on, asked) for place in piece.places}
        idle = sum(board.right.get(p) == c for p, c in enumerate(guess) if p not in own)
        weighing.tell(asked, (yield tuple(guess)) - idle)
        for piece, state in weighing.settled():
            fresh += piece.divided(piece.counts[state])


def _shown(board: Board, pieces: Sequence[Piece], asked: Asked) -> list[int] | None:
    """A guess that asks some of the pieces, if there is one."""
    return board.with_pairs([pair for piece in compress(pieces, asked) for pair in piece.pairs])


def _blank(board: Board, rng: Random) -> Generator[Guess, int, None]:
    """Guess anything until no place agrees: each is known to be wrong then.

    Needed only while too little is known to fill up a guess: rarely, except with few places.
    """
    while True:
        colours = list(range(board.colours))
        rng.shuffle(colours)
        guess = tuple(colours[: board.places])
        if all(board.known[place] >> c & 1 for place, c in enumerate(guess)):
            continue
        count = yield guess
        if not count:
            for place, colour in enumerate(guess):
                board.known[place] |= 1 << colour
            return


@dataclass(frozen=True)
class Row:
    """Some places of a shifted row, and in how many of them it agrees with the code."""

    shift: int
    places: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class Piece:
    """Some places of a row, of which it is asked in how many it agrees."""

    row: Row
    places: tuple[int, ...]
    colours: tuple[int, ...]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.places, self.colours, strict=True))

    @property
    def counts(self) -> range:
        """How many may agree."""
        row, size = self.row, len(self.places)
        return range(max(0, row.count - len(row.places) + size), min(row.count, size) + 1)

    @property
    def part(self) -> Part:
        """The piece as a part of what is weighed."""
        size, rest = len(self.places), len(self.row.places) - len(self.places)
        weights = tuple(comb(size, n) * comb(rest, self.row.count - n) for n in self.counts)
        return Part(np.array([[0] * len(weights), self.counts], np.int64), weights)

    def divided(self, count: int) -> list[Row]:
        """The row as what was asked of it and the rest."""
        asked = set(self.places)
        rest = tuple(place for place in self.row.places if place not in asked)
        return [
            Row(self.row.shift, self.places, count),
            Row(self.row.shift, rest, self.row.count - count),
        ]


class Board:
    """What is known of each pair of a place and a colour."""

    def __init__(self, places: int, colours: int) -> None:
        self.places, self.colours = places, colours
        self.right: dict[int, int] = {}
        """The colours of places that are known."""
        self.known = [0] * places
        """For each place the colours of which it is known whether they are right there, as bits."""
        self.idle: list[int] | None = None
        """Different colours for all places, of each of which that is known; None: not found yet."""

    def colour(self, row: Row, place: int) -> int:
        """What a row has at a place."""
        return (place + row.shift) % self.colours

    def settle(self, rows: Sequence[Row], fresh: Sequence[Row]) -> list[Row]:
        """Draw all plain conclusions; the rows of which something is still open.

        ``rows`` were settled before: they change only where the colour of a place is found.
        """
        every = (1 << self.colours) - 1
        while True:
            before = len(self.right)
            fresh = [row for row in map(self._settled, fresh) if row is not None]
            for place, known in enumerate(self.known):
                if (every & ~known).bit_count() == 1 and place not in self.right:
                    self._found(place, (every & ~known).bit_length() - 1)
            if len(self.right) == before:
                return [*rows, *fresh]
            rows, fresh = [], [*rows, *fresh]

    def _settled(self, row: Row) -> Row | None:
        """What is still open of a row."""
        open_, count = [], row.count
        for place in row.places:
            colour = self.colour(row, place)
            if not self.known[place] >> colour & 1:
                open_.append(place)
            elif self.right.get(place) == colour:
                count -= 1
        if not 0 <= count <= len(open_):
            raise NothingFits
        if count == 0:
            for place in open_:
                self.known[place] |= 1 << self.colour(row, place)
            return None
        if count == len(open_):
            for place in open_:
                self._found(place, self.colour(row, place))
            return None
        return Row(row.shift, tuple(open_), count)

    def _found(self, place: int, colour: int) -> None:
        """The colour of a place is known, so it stands nowhere else."""
        if place in self.right or colour in self.right.values():
            raise NothingFits
        self.right[place] = colour
        self.known = [known | 1 << colour for known in self.known]
        self.known[place] = (1 << self.colours) - 1

    def pieces(self, rows: Sequence[Row], on: Sequence[Piece], room: int) -> Iterator[Piece]:
        """What may be asked, too: about half of a row each, which can be asked by itself.

        No two have a place or a colour in common, nor with those that are ``on`` the scale.
        ``room``: how many states they may have together; one piece may have more.
        """
        places = {place for piece in on for place in piece.places}
        colours = {colour for piece in on for colour in piece.colours}
        empty = not on
        for row in sorted(rows, key=lambda row: -len(row.places)):
            if room < 2 and not empty:
                return
            half = len(row.places) // 2
            free = [
                place
                for place in row.places
                if place not in places and self.colour(row, place) not in colours
            ]
            if len(free) <= half // 2:
                continue
            piece = self._piece(row, free[:half])
            if piece is None or len(piece.places) <= half // 2:
                continue
            if len(piece.counts) > room and not empty:
                continue
            yield piece
            empty, room = False, room // len(piece.counts)
            places.update(piece.places)
            colours.update(piece.colours)

    def _piece(self, row: Row, places: Sequence[int]) -> Piece | None:
        """These places of a row, or those of them that a guess can show with all others idle."""
        pairs = [(place, self.colour(row, place)) for place in places]
        if self.with_pairs(pairs) is None:
            pairs = list(self._possible(pairs))
        if not pairs:
            return None
        return Piece(row, tuple(p for p, _c in pairs), tuple(c for _p, c in pairs))

    def _possible(self, pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """As many of the pairs as a guess can show together, one after the other."""
        shown: list[tuple[int, int]] = []
        for pair in pairs:
            if self.with_pairs([*shown, pair]) is not None:
                shown.append(pair)
                yield pair

    def with_pairs(self, pairs: Sequence[tuple[int, int]]) -> list[int] | None:
        """A guess that has these pairs, and otherwise pairs that are known; None if there is none.

        Found by paths that augment a matching of places and colours.
        """
        if self.idle is None:
            self.idle = self._matched([-1] * self.places, 0)
        if self.idle is None:
            return None
        asked = dict(pairs)
        fixed = 0
        for colour in asked.values():
            fixed |= 1 << colour
        guess = [
            asked.get(place, -1 if fixed >> colour & 1 else colour)
            for place, colour in enumerate(self.idle)
        ]
        return self._matched(guess, fixed)

    def _matched(self, guess: list[int], fixed: int) -> list[int] | None:
        """Give a known pair to each place that has none (-1), if that can be.

        Others may change, but ``fixed`` colours stay where they are.
        """
        owner = {colour: place for place, colour in enumerate(guess) if colour >= 0}
        free = (1 << self.colours) - 1
        for colour in owner:
            free &= ~(1 << colour)
        for start in [place for place, colour in enumerate(guess) if colour < 0]:
            came: dict[int, int] = {}
            seen, queue, end = fixed, [start], -1
            for place in queue:
                ways = self.known[place] & ~seen
                if ways & free:
                    end = (ways & free).bit_length() - 1
                    came[end] = place
                    break
                seen |= ways
                while ways:
                    colour = ways.bit_length() - 1
                    ways ^= 1 << colour
                    came[colour] = place
                    queue.append(owner[colour])
            if end < 0:
                return None
            free &= ~(1 << end)
            while end >= 0:
                place = came[end]
                owner[end], guess[place], end = place, end, guess[place]
        return guess
