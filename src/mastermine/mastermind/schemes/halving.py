"""Find a code of any length by sums: every colour slides down a tree over the places.

The tree, down which all colours slide side by side, so that one guess asks about as many colours as
a level has nodes and the answers are sums to be weighed out, is that of Doerr, Doerr, Spöhel and
Thomas (Playing Mastermind with many colors, J. ACM 63, 2016), in O(n log log n) guesses for n
places and colours; Martinsson and Su (Mastermind with a linear number of queries, Combinatorics,
Probability and Computing 2023) weigh sums of several levels together, which makes it O(n). Here

* the nodes of a level are weighed a few at a time, all states of which are listed (``weighing``).
  That takes few guesses for the 255 places that there are at most; but since no sum asks about more
  than a dozen or so unknown things, it would be O(n log n) for ever more places;
* no blank has to be found: a node that is not asked about shows one colour in both halves, and how
  often it is there is known from the node above. With colours that no node lacks, the differences
  between them and one of them are weighed, and their sum is the size of the node;
* a colour may stand in several places, so no colours are renamed;
* where white pegs are told, how often each colour is there is weighed, too.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress, islice
from math import comb

import numpy as np

from mastermine.core.random import Random
from mastermine.mastermind.schemes.coin_weighing import NothingFits, Part, Weighing

Guess = tuple[int, ...]
Halving = Generator[Guess, tuple[int, int], Guess]
"""Yields guesses, is sent how many places agree and how many pegs are common, returns the code."""

MOST_STATES = 4096
"""What is weighed together has no more states."""

RARE = 20
"""One colour in so many may stand more often than can be weighed; it is asked for by itself."""

MOST_OF_NODE = 6
"""A node with no more states is weighed as a whole."""


def halving(places: int, colours: int, whites: bool, rng: Random) -> Halving:
    """Find a code with repeats. ``whites``: whether the pegs in common are told."""
    if whites and places < 3 * colours:
        counts = yield from _counts_by_weighing(places, colours, rng)
    else:
        counts = yield from _counts_one_by_one(places, colours)
    if sum(counts) != places or min(counts) < 0:
        raise NothingFits
    nodes = [Node(0, places, {c: n for c, n in enumerate(counts) if n}, colours)]
    while any(not node.settled for node in nodes):
        yield from _level(nodes, places, rng)
        nodes = [half for node in nodes for half in node.halves()]
    return _filled(nodes, places, {})


# How often each colour is there.


def _counts_one_by_one(places: int, colours: int) -> Generator[Guess, tuple[int, int], list[int]]:
    """Guess each colour everywhere; the last one follows."""
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
    """Guess several colours a few times each; the pegs in common are the sum of their numbers.

    The first colour, guessed everywhere, is known first and fills up the guesses.
    """
    first, _common = yield (0,) * places
    counts = [first] + [0] * (colours - 1)
    copies = _often_enough(places, colours)
    weighing = Weighing[int](rng)
    waiting = list(range(1, colours))
    left = places - first
    while left and (waiting or weighing.on):
        if left < 0:
            raise NothingFits
        on = len(weighing.on)
        if not on and len(waiting) == 1:
            counts[waiting[0]] = left
            break
        room = min(MOST_STATES, (copies + 1) ** (places // copies - on) * weighing.size)
        open_ = len(waiting) + on
        while waiting and weighing.size * (copies + 1) <= room:
            weighing.add(waiting.pop(0), _number(copies, left, open_))
        asked = weighing.ask()
        shown = [colour for colour in compress(weighing.on, asked) for _copy in range(copies)]
        rest = places - len(shown)
        _black, common = yield (*shown, *(0,) * rest)
        weighing.tell(asked, common - min(first, rest))
        for colour, count in weighing.settled():
            counts[colour] = count
            if count == copies:  # or more
                counts[colour], _common = yield (colour,) * places
            left -= counts[colour]
    return counts


def _number(most: int, left: int, colours: int) -> Part:
    """How often a colour is there, or ``most`` times or more, if so many share what is left."""
    ways = [comb(left, n) * (colours - 1) ** (left - n) if n <= left else 0 for n in range(most)]
    ways.append(max(1, colours**left - sum(ways)))
    questions = np.array([[0] * (most + 1), range(most + 1)], np.int64)
    return Part(questions, tuple(ways))


def _often_enough(places: int, colours: int) -> int:
    """A number of places that a colour rarely reaches (see ``RARE``)."""
    whole, tail, n = colours**places, colours**places, 0
    while tail * RARE > whole and n < places:
        tail -= comb(places, n) * (colours - 1) ** (places - n)
        n += 1
    return max(n, 1)


# Where they are.


@dataclass
class Node:
    """Some places in a row, and how often each colour is there; to be divided into two halves.

    What is asked about are the colours in its left half, each less the ``reference``: a colour
    that is not there at all, or else the most common one.
    """

    start: int
    stop: int
    counts: dict[int, int]
    colours: int
    known: dict[int, int] = field(default_factory=dict)
    """How much more often a colour is in the left half than the reference is."""
    reference: int = field(init=False)

    def __post_init__(self) -> None:
        lacking = (c for c in range(self.colours) if c not in self.counts)
        most = max(self.counts, key=self.counts.__getitem__)
        self.reference = next(lacking, most)

    @property
    def settled(self) -> bool:
        """Whether all its places are known: they have one colour."""
        return len(self.counts) == 1

    @property
    def middle(self) -> int:
        """Where the right half begins."""
        return (self.start + self.stop) // 2

    @property
    def own(self) -> int:
        """How often the reference is there."""
        return self.counts.get(self.reference, 0)

    def open(self) -> list[int]:
        """The colours of which it is not known how often they are on the left."""
        return [c for c in self.counts if c not in self.known and c != self.reference]

    def states(self, some: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
        """What may be known of some of the open colours, and in how many ways it may be so.

        The same may come several times, if the reference is there.
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
        """The halves of a node of which all is known."""
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
    """All ways to put so many of each colour to the left, where ``left`` have room.

    With each how many ways there are, those of the ``others`` included.
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
    """Some colours of a node as a part of what is weighed."""

    node: Node
    colours: tuple[int, ...]
    states: tuple[tuple[int, ...], ...]
    questions: tuple[tuple[int, int], ...]
    """Which colour is shown on the left, and which on the right."""
    part: Part

    @classmethod
    def of(cls, node: Node, colours: Sequence[int]) -> Unknown:
        """These colours of a node."""
        weights: dict[tuple[int, ...], int] = {}
        for state, ways in node.states(colours):
            weights[state] = weights.get(state, 0) + ways
        shown = (node.reference, *colours)
        more = np.zeros((len(shown), len(weights)), np.int64)
        more[1:] = np.array(list(weights), np.int64).T
        questions = {(node.reference, node.reference): np.full(len(weights), node.own)}
        told = {more[0].tobytes()}
        for a, left in zip(shown, more, strict=True):
            for b, right in zip(shown, more, strict=True):
                values = left - right
                shape = (values - values[0]).tobytes()
                if shape not in told:  # what another question tells, too, need not be asked
                    told.add(shape)
                    questions[a, b] = values + node.counts.get(b, 0)
        part = Part(np.array(list(questions.values())), tuple(weights.values()))
        return cls(node, tuple(colours), tuple(weights), tuple(questions), part)


def _level(nodes: Sequence[Node], places: int, rng: Random) -> Generator[Guess, tuple[int, int]]:
    """Divide all nodes. As some become known, others are put on the scale, until none is open."""
    weighing = Weighing[Unknown](rng)
    while True:
        _fill_up(weighing, nodes)
        if weighing.size > 1:
            asked = weighing.ask()
            shown = {
                unknown.node.start: unknown.questions[question]
                for unknown, question in zip(weighing.on, asked, strict=True)
            }
            black, _common = yield _filled(nodes, places, shown)
            # Places of other nodes that agree, too.
            idle = sum(
                node.stop - node.start if node.settled else node.own
                for node in nodes
                if node.start not in shown
            )
            weighing.tell(asked, black - idle)
        elif not weighing.on:
            return
        for unknown, state in weighing.settled():
            unknown.node.known.update(zip(unknown.colours, unknown.states[state], strict=True))


def _fill_up(weighing: Weighing[Unknown], nodes: Sequence[Node]) -> None:
    """Put nodes on the scale that are not there, those first of which the most is open."""
    busy = {unknown.node.start for unknown in weighing.on}
    able = [node for node in nodes if node.start not in busy and not node.settled and node.open()]
    able.sort(key=lambda node: -len(node.open()))
    room = MOST_STATES // weighing.size
    for index, node in enumerate(able):
        unknown = _next(node, _share(room, len(able) - index))
        if len(unknown.states) > room and weighing.on:
            return
        weighing.add(unknown, unknown.part)
        room = MOST_STATES // weighing.size


def _share(room: int, nodes: int) -> int:
    """How many states each of so many nodes may have, if all have as many; two at least."""
    share = 2
    while (share + 1) ** nodes <= room:
        share += 1
    return share


def _next(node: Node, budget: int) -> Unknown:
    """All open colours of a node if they have few states, else some, with as many as there may be.

    One colour at least.
    """
    colours = node.open()
    most = max(budget, MOST_OF_NODE)
    few = len(colours) <= most.bit_length() + 4  # more have more states, but at the very edges
    if few and sum(1 for _state in islice(node.states(colours), most + 1)) <= most:
        return Unknown.of(node, colours)
    some, states = 1, node.counts[colours[0]] + node.own + 1
    while some < len(colours):
        states *= node.counts[colours[some]] + node.own + 1
        if states > budget:
            break
        some += 1
    return Unknown.of(node, colours[:some])


def _filled(nodes: Sequence[Node], places: int, shown: dict[int, tuple[int, int]]) -> Guess:
    """The guess that shows two colours in these nodes, and what tells nothing new in the others."""
    guess = [0] * places
    for node in nodes:
        only = next(iter(node.counts)) if node.settled else node.reference
        left, right = shown.get(node.start, (only, only))
        guess[node.start : node.middle] = [left] * (node.middle - node.start)
        guess[node.middle : node.stop] = [right] * (node.stop - node.middle)
    return tuple(guess)
