"""Find a code of any length by weighing: all colours move down a binary tree over the places.

One guess asks about as many colours as a level has nodes, and the answers are sums to be weighed
out. The tree is that of Doerr, Doerr, Spöhel and Thomas (Playing Mastermind with many colors, J.
ACM 63, 2016), in O(n log log n) guesses for n places and colours; Martinsson and Su (Mastermind
with a linear number of queries, Combinatorics, Probability and Computing 2023) weigh sums of
several levels together, in O(n). Differences:

* The nodes of a level are weighed a few at a time (``coin_weighing``). That takes few guesses for
  up to 255 places; since a sum is about a dozen unknowns at most, it is asymptotically O(n log n).
* No blank has to be found: a node that is not part of a question has one colour in both halves,
  whose count is known from its parent. If no colour is absent from a node, differences to one of
  its colours are weighed; the counts add up to the size of the node.
* A colour may occur several times, so colours are not renamed.
* If answers have white pegs, the counts of all colours are weighed, too.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress, islice
from math import comb

import numpy as np

from mastermine.core.random import Random
from mastermine.mastermind.schemes.coin_weighing import Inconsistent, Part, Weighing

Guess = tuple[int, ...]
Halving = Generator[Guess, tuple[int, int], Guess]
"""Yields guesses, is sent the numbers of right places and common pegs, returns the code."""

MAX_STATES = 4096
"""Limit on joint states of a weighing."""

RARE = 20
"""One colour in this many may occur too often to be weighed; it then gets its own guess."""

MAX_OF_NODE = 6
"""Number of states up to which a node is weighed as a whole."""


def halving(places: int, colours: int, whites: bool, rng: Random) -> Halving:
    """Finds a code with repeats. ``whites``: True if answers include the common pegs."""
    if whites and places < 3 * colours:
        counts = yield from _counts_by_weighing(places, colours, rng)
    else:
        counts = yield from _counts_one_by_one(places, colours)
    if sum(counts) != places or min(counts) < 0:
        raise Inconsistent
    nodes = [Node(0, places, {c: n for c, n in enumerate(counts) if n}, colours)]
    while any(not node.settled for node in nodes):
        yield from _level(nodes, places, rng)
        nodes = [half for node in nodes for half in node.halves()]
    return _filled(nodes, places, {})


# Count of each colour.


def _counts_one_by_one(places: int, colours: int) -> Generator[Guess, tuple[int, int], list[int]]:
    """Guesses each colour at all places, except the last one."""
    counts = [0] * colours
    for colour in range(colours - 1):
        if sum(counts) == places:
            return counts
        counts[colour], _common = yield (colour,) * places
    counts[-1] = places - sum(counts)
    return counts


def _counts_by_weighing(
    places: int, colours: int, rng: Random
) -> Generator[Guess, tuple[int, int], list[int]]:
    """Guesses several colours a few times each; the common pegs are the sum of their counts.

    The first colour is guessed at all places, and then fills up the other guesses.
    """
    first, _common = yield (0,) * places
    counts = [first] + [0] * (colours - 1)
    copies = _usual_maximum(places, colours)
    weighing = Weighing[int](rng)
    waiting = list(range(1, colours))
    left = places - first
    while left and (waiting or weighing.on):
        if left < 0:
            raise Inconsistent
        on = len(weighing.on)
        if not on and len(waiting) == 1:
            counts[waiting[0]] = left
            break
        room = min(MAX_STATES, (copies + 1) ** (places // copies - on) * weighing.size)
        open_ = len(waiting) + on
        while waiting and weighing.size * (copies + 1) <= room:
            weighing.add(waiting.pop(0), _number(copies, left, open_))
        questions = weighing.ask()
        pegs = [colour for colour in compress(weighing.on, questions) for _copy in range(copies)]
        rest = places - len(pegs)
        _black, common = yield (*pegs, *(0,) * rest)
        weighing.tell(questions, common - min(first, rest))
        for colour, count in weighing.settled():
            counts[colour] = count
            if count == copies:  # at least
                counts[colour], _common = yield (colour,) * places
            left -= counts[colour]
    return counts


def _number(most: int, left: int, colours: int) -> Part:
    """Part for the count of a colour, capped at ``most``, among ``left`` pegs of ``colours``."""
    ways = [comb(left, n) * (colours - 1) ** (left - n) if n <= left else 0 for n in range(most)]
    ways.append(max(1, colours**left - sum(ways)))
    questions = np.array([[0] * (most + 1), range(most + 1)], np.int64)
    return Part(questions, tuple(ways))


def _usual_maximum(places: int, colours: int) -> int:
    """Returns a count that a colour rarely reaches (see ``RARE``)."""
    whole, tail, n = colours**places, colours**places, 0
    while tail * RARE > whole and n < places:
        tail -= comb(places, n) * (colours - 1) ** (places - n)
        n += 1
    return max(n, 1)


# Places of the colours.


@dataclass
class Node:
    """A range of places with known colour counts, to be divided into two halves.

    The unknowns are the colour counts of its left half, each minus that of the ``reference``: a
    colour that is absent, or else the most common one.
    """

    start: int
    stop: int
    counts: dict[int, int]
    colours: int
    known: dict[int, int] = field(default_factory=dict)
    """Known colour counts of the left half, minus that of the reference."""
    reference: int = field(init=False)

    def __post_init__(self) -> None:
        absent = (c for c in range(self.colours) if c not in self.counts)
        most = max(self.counts, key=self.counts.__getitem__)
        self.reference = next(absent, most)

    @property
    def settled(self) -> bool:
        """True if all places are known to have one colour."""
        return len(self.counts) == 1

    @property
    def middle(self) -> int:
        """Start of the right half."""
        return (self.start + self.stop) // 2

    @property
    def own(self) -> int:
        """Count of the reference."""
        return self.counts.get(self.reference, 0)

    def open(self) -> list[int]:
        """Lists the colours with unknown counts on the left."""
        return [c for c in self.counts if c not in self.known and c != self.reference]

    def states(self, some: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yields possible values of some open colours, with their numbers of arrangements.

        Values may repeat if the reference is present.
        """
        others = sum(self.counts[c] for c in self.open()) - sum(self.counts[c] for c in some)
        for own in range(self.own + 1):
            fixed = {c: more + own for c, more in self.known.items()}
            if any(not 0 <= n <= self.counts[c] for c, n in fixed.items()):
                continue
            ways = comb(self.own, own)
            for c, n in fixed.items():
                ways *= comb(self.counts[c], n)
            left = self.middle - self.start - own - sum(fixed.values())
            for these, rest in _divided([self.counts[c] for c in some], others, left):
                yield tuple(n - own for n in these), ways * rest

    def halves(self) -> list[Node]:
        """Divides a node without open colours."""
        if self.settled:
            return [self]
        missing = self.middle - self.start - sum(self.known.values())
        own = missing // len(self.counts) if self.own else 0
        left = {c: more + own for c, more in self.known.items()} | {self.reference: own}
        right = {c: n - left[c] for c, n in self.counts.items()}
        return [
            Node(start, stop, {c: n for c, n in counts.items() if n}, self.colours)
            for start, stop, counts in (
                (self.start, self.middle, left),
                (self.middle, self.stop, right),
            )
        ]


def _divided(
    counts: Sequence[int], others: int, left: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yields the counts of each colour among ``left`` places, with their numbers of arrangements.

    Arrangements include those of the ``others``, pegs of other colours.
    """
    if not counts:
        if 0 <= left <= others:
            yield (), comb(others, left)
        return
    beyond = sum(counts[1:]) + others
    for n in range(max(0, left - beyond), min(counts[0], left) + 1):
        for rest, ways in _divided(counts[1:], others, left - n):
            yield (n, *rest), ways * comb(counts[0], n)


@dataclass(frozen=True, eq=False)
class Unknown:
    """Some colours of a node as a part to be weighed."""

    node: Node
    colours: tuple[int, ...]
    states: tuple[tuple[int, ...], ...]
    questions: tuple[tuple[int, int], ...]
    """Colours guessed in the left and in the right half."""
    part: Part

    @classmethod
    def of(cls, node: Node, colours: Sequence[int]) -> Unknown:
        weights: dict[tuple[int, ...], int] = {}
        for state, ways in node.states(colours):
            weights[state] = weights.get(state, 0) + ways
        every = (node.reference, *colours)
        more = np.zeros((len(every), len(weights)), np.int64)
        more[1:] = np.array(list(weights), np.int64).T
        questions = {(node.reference, node.reference): np.full(len(weights), node.own)}
        shapes = {more[0].tobytes()}
        for a, left in zip(every, more, strict=True):
            for b, right in zip(every, more, strict=True):
                values = left - right
                shape = (values - values[0]).tobytes()
                if shape not in shapes:  # no other question gives the same information
                    shapes.add(shape)
                    questions[a, b] = values + node.counts.get(b, 0)
        part = Part(np.array(list(questions.values())), tuple(weights.values()))
        return cls(node, tuple(colours), tuple(weights), tuple(questions), part)


def _level(nodes: Sequence[Node], places: int, rng: Random) -> Generator[Guess, tuple[int, int]]:
    """Divides all nodes; nodes are put on the scale as others become known."""
    weighing = Weighing[Unknown](rng)
    while True:
        _fill_up(weighing, nodes)
        if weighing.size > 1:
            questions = weighing.ask()
            pairs = {
                unknown.node.start: unknown.questions[question]
                for unknown, question in zip(weighing.on, questions, strict=True)
            }
            black, _common = yield _filled(nodes, places, pairs)
            # Right places in other nodes.
            idle = sum(
                node.stop - node.start if node.settled else node.own
                for node in nodes
                if node.start not in pairs
            )
            weighing.tell(questions, black - idle)
        elif not weighing.on:
            return
        for unknown, state in weighing.settled():
            unknown.node.known.update(zip(unknown.colours, unknown.states[state], strict=True))


def _fill_up(weighing: Weighing[Unknown], nodes: Sequence[Node]) -> None:
    """Puts more nodes on the scale, those with the most open colours first."""
    busy = {unknown.node.start for unknown in weighing.on}
    ready = [node for node in nodes if node.start not in busy and not node.settled and node.open()]
    ready.sort(key=lambda node: -len(node.open()))
    room = MAX_STATES // weighing.size
    for index, node in enumerate(ready):
        unknown = _next(node, _share(room, len(ready) - index))
        if len(unknown.states) > room and weighing.on:
            return
        weighing.add(unknown, unknown.part)
        room = MAX_STATES // weighing.size


def _share(room: int, nodes: int) -> int:
    """Number of states for each of several nodes if all have the same; at least two."""
    share = 2
    while (share + 1) ** nodes <= room:
        share += 1
    return share


def _next(node: Node, budget: int) -> Unknown:
    """Selects open colours of a node, at least one, within a budget of states."""
    colours = node.open()
    most = max(budget, MAX_OF_NODE)
    few = len(colours) <= most.bit_length() + 4  # more colours nearly always have more states
    if few and sum(1 for _state in islice(node.states(colours), most + 1)) <= most:
        return Unknown.of(node, colours)
    some, states = 1, node.counts[colours[0]] + node.own + 1
    while some < len(colours):
        states *= node.counts[colours[some]] + node.own + 1
        if states > budget:
            break
        some += 1
    return Unknown.of(node, colours[:some])


def _filled(nodes: Sequence[Node], places: int, pairs: dict[int, tuple[int, int]]) -> Guess:
    """Builds a guess with two colours in these nodes and known counts in all others."""
    guess = [0] * places
    for node in nodes:
        only = next(iter(node.counts)) if node.settled else node.reference
        left, right = pairs.get(node.start, (only, only))
        guess[node.start : node.middle] = [left] * (node.middle - node.start)
        guess[node.middle : node.stop] = [right] * (node.stop - node.middle)
    return tuple(guess)
