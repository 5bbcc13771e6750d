"""Find a code without repeats by weighing shifted rows of colours.

The rows 123…, 234…, 345… contain every pair of place and colour once. Each is guessed, and then its
right places are found by halving: a guess has half of the row, and in all other places colours that
are known to be wrong or right there. This is the scheme of Ko and Teng (On the number of queries
necessary to identify a permutation, J. Algorithms 7, 1986) and of El Ouali and Sauerland (Improved
approximation algorithm for the number of queries necessary to identify a permutation, 2013), in
O(n log n) guesses for n places and colours. Differences: the colours of the other places are found
as a matching of places and colours; pieces of several rows without a common place or colour are
weighed together (``coin_weighing``).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from math import comb

import numpy as np

from mastermine.core.random import Random
from mastermine.mastermind.schemes.coin_weighing import Inconsistent, Part, Questions, Weighing

Guess = tuple[int, ...]

MAX_STATES = 1024
"""Limit on joint states of a weighing."""


def shifting(places: int, colours: int, rng: Random) -> Generator[Guess, int, Guess]:
    """Finds a code without repeats. Yields guesses, is sent the number of right places."""
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
            raise Inconsistent
        fresh.append(row)
    weighing = Weighing[Piece](rng, lambda piece: _guess(board, weighing.on, piece) is not None)
    while True:
        rows, fresh = board.settle(rows, fresh), []
        if len(board.right) == places:
            return tuple(board.right[place] for place in range(places))
        for piece in board.pieces(rows, weighing.on, MAX_STATES // weighing.size):
            rows.remove(piece.row)
            weighing.add(piece, piece.part)
        if not weighing.on:
            yield from _all_wrong(board, rng)
            continue
        questions = weighing.ask()
        guess = _guess(board, weighing.on, questions)
        if guess is None:
            raise AssertionError("no guess contains a piece that was possible before")
        own = {place for piece in compress(weighing.on, questions) for place in piece.places}
        idle = sum(board.right.get(p) == c for p, c in enumerate(guess) if p not in own)
        weighing.tell(questions, (yield tuple(guess)) - idle)
        for piece, state in weighing.settled():
            fresh += piece.divided(piece.counts[state])


def _guess(board: Board, pieces: Sequence[Piece], questions: Questions) -> list[int] | None:
    """Builds a guess that contains some of the pieces; None if there is none."""
    return board.with_pairs([pair for piece in compress(pieces, questions) for pair in piece.pairs])


def _all_wrong(board: Board, rng: Random) -> Generator[Guess, int, None]:
    """Guesses at random until no place is right, so that all pairs are known to be wrong.

    Rarely needed: only while too little is known to fill up a guess.
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
    """Some places of a shifted row, and the number of right ones."""

    shift: int
    places: tuple[int, ...]
    count: int


@dataclass(frozen=True)
class Piece:
    """Some places of a row whose number of right ones is to be found."""

    row: Row
    places: tuple[int, ...]
    colours: tuple[int, ...]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.places, self.colours, strict=True))

    @property
    def counts(self) -> range:
        """Possible numbers of right places."""
        row, size = self.row, len(self.places)
        return range(max(0, row.count - len(row.places) + size), min(row.count, size) + 1)

    @property
    def part(self) -> Part:
        """The piece as a part to be weighed."""
        size, rest = len(self.places), len(self.row.places) - len(self.places)
        weights = tuple(comb(size, n) * comb(rest, self.row.count - n) for n in self.counts)
        return Part(np.array([[0] * len(weights), self.counts], np.int64), weights)

    def divided(self, count: int) -> list[Row]:
        """Divides the row into the piece and the rest."""
        own = set(self.places)
        rest = tuple(place for place in self.row.places if place not in own)
        return [
            Row(self.row.shift, self.places, count),
            Row(self.row.shift, rest, self.row.count - count),
        ]


class Board:
    """Knowledge about pairs of places and colours."""

    def __init__(self, places: int, colours: int) -> None:
        self.places, self.colours = places, colours
        self.right: dict[int, int] = {}
        """Known colours of places."""
        self.known = [0] * places
        """For each place the colours known to be right or wrong there, as bits."""
        self.idle: list[int] | None = None
        """A guess of known pairs only; None if not found yet."""

    def colour(self, row: Row, place: int) -> int:
        """Colour of a row at a place."""
        return (place + row.shift) % self.colours

    def settle(self, rows: Sequence[Row], fresh: Sequence[Row]) -> list[Row]:
        """Draws all simple conclusions and returns the rows with open places.

        ``rows`` were settled before and change only if the colour of a place is found.
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
        """Removes known places from a row; None if none is open."""
        open_, count = [], row.count
        for place in row.places:
            colour = self.colour(row, place)
            if not self.known[place] >> colour & 1:
                open_.append(place)
            elif self.right.get(place) == colour:
                count -= 1
        if not 0 <= count <= len(open_):
            raise Inconsistent
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
        """Records the colour of a place, which is then wrong everywhere else."""
        if place in self.right or colour in self.right.values():
            raise Inconsistent
        self.right[place] = colour
        self.known = [known | 1 << colour for known in self.known]
        self.known[place] = (1 << self.colours) - 1

    def pieces(self, rows: Sequence[Row], on: Sequence[Piece], room: int) -> Iterator[Piece]:
        """Yields pieces of about half a row to be weighed together with those ``on`` the scale.

        No two have a place or a colour in common. ``room``: limit on their joint states, which a
        single piece may exceed.
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
        """Creates a piece of these places of a row, or of those that a guess can contain."""
        pairs = [(place, self.colour(row, place)) for place in places]
        if self.with_pairs(pairs) is None:
            pairs = list(self._possible(pairs))
        if not pairs:
            return None
        return Piece(row, tuple(p for p, _c in pairs), tuple(c for _p, c in pairs))

    def _possible(self, pairs: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yields pairs that a guess can contain together, greedily."""
        chosen: list[tuple[int, int]] = []
        for pair in pairs:
            if self.with_pairs([*chosen, pair]) is not None:
                chosen.append(pair)
                yield pair

    def with_pairs(self, pairs: Sequence[tuple[int, int]]) -> list[int] | None:
        """Finds a guess of these pairs and otherwise known pairs; None if there is none.

        Uses augmenting paths in the bipartite graph of places and colours.
        """
        if self.idle is None:
            self.idle = self._matched([-1] * self.places, 0)
        if self.idle is None:
            return None
        chosen = dict(pairs)
        fixed = 0
        for colour in chosen.values():
            fixed |= 1 << colour
        guess = [
            chosen.get(place, -1 if fixed >> colour & 1 else colour)
            for place, colour in enumerate(self.idle)
        ]
        return self._matched(guess, fixed)

    def _matched(self, guess: list[int], fixed: int) -> list[int] | None:
        """Assigns known pairs to all places without a colour (-1); None if impossible.

        Other places may change, except those with ``fixed`` colours.
        """
        owner = {colour: place for place, colour in enumerate(guess) if colour >= 0}
        free = (1 << self.colours) - 1
        for colour in owner:
            free &= ~(1 << colour)
        for start in [place for place, colour in enumerate(guess) if colour < 0]:
            previous: dict[int, int] = {}
            seen, queue, end = fixed, [start], -1
            for place in queue:
                ways = self.known[place] & ~seen
                if ways & free:
                    end = (ways & free).bit_length() - 1
                    previous[end] = place
                    break
                seen |= ways
                while ways:
                    colour = ways.bit_length() - 1
                    ways ^= 1 << colour
                    previous[colour] = place
                    queue.append(owner[colour])
            if end < 0:
                return None
            free &= ~(1 << end)
            while end >= 0:
                place = previous[end]
                owner[end], guess[place], end = place, end, guess[place]
        return guess
