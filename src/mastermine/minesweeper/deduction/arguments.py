"""Arguments by contradiction: the proof of a step, one number at a time.

Cells that touch the same numbers of a step form a *group*. A *claim* says that at least, or at
most, so many cells of a group are mines; it is assumed, or follows from one number and earlier
claims. An argument assumes the opposite of a conclusion and collects claims until a number touches
too many mines, or has too few cells for its mines. If claims alone do not lead that far, the
argument takes both cases of one more claim.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby

from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Number, in_order
from mastermine.minesweeper.deduction.step import Step

MAX_LINES = 6
"""Number of lines of the longest argument; a longer one is hard to follow."""

Group = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """At least, or else at most, ``count`` of some cells are mines."""

    cells: Group
    at_least: bool
    count: int
    number: Number | None = None
    """The number from which it follows; None: it is assumed."""
    uses: tuple[Claim, ...] = ()
    """The claims from which it follows, together with the number."""

    @property
    def all_alike(self) -> bool:
        """True if all cells are mines, or all of them are safe."""
        return self.count == (len(self.cells) if self.at_least else 0)

    @property
    def opposite(self) -> Claim:
        """The assumption that the claim is wrong."""
        return Claim(self.cells, not self.at_least, self.count + (-1 if self.at_least else 1))


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A number that touches too many mines, or else has too few cells for its mines."""

    number: Number
    too_many: bool
    uses: tuple[Claim, ...]
    """The claims from which this follows."""


@dataclass(frozen=True, slots=True)
class Case:
    """Claims that end in a contradiction."""

    assumed: Claim | None
    """The assumption of one of two cases; None: there is only one case."""
    claims: tuple[Claim, ...]
    end: Contradiction


@dataclass(frozen=True, slots=True)
class Argument:
    """Proof that an assumption is wrong: the claims that follow from it, then one or two cases."""

    assumed: Claim
    claims: tuple[Claim, ...]
    cases: tuple[Case, ...]

    @property
    def length(self) -> int:
        """Number of lines, contradictions included."""
        return len(lines(self.claims)) + sum(len(lines(case.claims)) + 1 for case in self.cases)

    @property
    def numbers(self) -> set[Number | None]:
        """The numbers that it uses."""
        claims = chain(self.claims, *(case.claims for case in self.cases))
        return {claim.number for claim in claims} | {case.end.number for case in self.cases}


def lines(claims: Iterable[Claim]) -> list[Claim]:
    """Returns claims with those joined that a number makes safe, or mines, at the same time."""

    def key(claim: Claim) -> object:
        return (claim.number, claim.at_least) if claim.all_alike else claim

    joined = []
    for _key, together in groupby(claims, key):
        alike = list(together)
        cells = in_order(chain.from_iterable(claim.cells for claim in alike))
        joined.append(replace(alike[0], cells=cells, count=sum(claim.count for claim in alike)))
    return joined


def arguments(step: Step) -> tuple[Argument, ...]:
    """Returns arguments for all conclusions of a step that uses no mine count, the shortest first.

    The first uses all numbers of the step and has at most ``MAX_LINES`` lines; each later one may
    use the conclusions before it. Empty if there are no such arguments.
    """
    search = _Search(step.numbers)
    waiting = [
        Claim(group, True, 1) if group[0] in step.safe else Claim(group, False, len(group) - 1)
        for group in search.groups
        if group[0] in step.cells
    ]
    found: list[Argument] = []
    while waiting:
        proved = [each.assumed.opposite for each in found]
        against = [each for assumed in waiting for each in search.against(assumed, proved)]
        if not found:
            numbers = set(step.numbers)
            against = [a for a in against if a.numbers == numbers and a.length <= MAX_LINES]
        if not against:
            return ()
        shortest = min(against, key=lambda each: each.length)
        found.append(shortest)
        waiting.remove(shortest.assumed)
    return tuple(found)


class _Claims:
    """Claims in the order in which they were found, and the strongest one for each group."""

    def __init__(self, given: _Claims | None = None, *new: Claim) -> None:
        self.strongest: dict[tuple[Group, bool], Claim] = dict(given.strongest) if given else {}
        self.found: list[Claim] = []
        for claim in new:
            self.strongest[claim.cells, claim.at_least] = claim

    def bound(self, group: Group, at_least: bool) -> int:
        """Returns the minimum or the maximum number of mines in a group."""
        claim = self.strongest.get((group, at_least))
        return claim.count if claim else 0 if at_least else len(group)

    def on(self, groups: Iterable[Group], at_least: bool) -> tuple[Claim, ...]:
        """Returns the strongest claims on some groups."""
        found = (self.strongest.get((group, at_least)) for group in groups)
        return tuple(claim for claim in found if claim)

    def add(self, claim: Claim) -> None:
        """Adds a claim if it is stronger than what is known of its group."""
        bound = self.bound(claim.cells, claim.at_least)
        if claim.count > bound if claim.at_least else claim.count < bound:
            self.found.append(claim)
            self.strongest[claim.cells, claim.at_least] = claim

    def needed(self, uses: Iterable[Claim]) -> tuple[Claim, ...]:
        """Returns the found claims from which some claims follow, and these."""
        needed, waiting = set[Claim](), list(uses)
        while waiting:
            claim = waiting.pop()
            if claim not in needed:
                needed.add(claim)
                waiting += claim.uses
        return tuple(claim for claim in self.found if claim in needed)


class _Search:
    """Search for arguments from some numbers."""

    def __init__(self, numbers: Sequence[Number]) -> None:
        touching = defaultdict[Cell, list[Cell]](list)
        for number in numbers:
            for cell in number.closed:
                touching[cell].append(number.cell)
        together = defaultdict[tuple[Cell, ...], list[Cell]](list)
        for cell in in_order(touching):
            together[tuple(touching[cell])].append(cell)
        self.groups = [tuple(cells) for cells in together.values()]
        self.parts = [
            (number, [group for group in self.groups if group[0] in number.closed])
            for number in numbers
        ]
        """Each number with its groups."""

    def against(self, assumed: Claim, proved: Iterable[Claim]) -> Iterator[Argument]:
        """Yields arguments against an assumption, with two cases only if it needs them."""
        claims = _Claims(None, assumed, *proved)
        if ends := self._collect(claims):
            yield Argument(assumed, (), (_case(None, claims, ends),))
            return
        for group in self.groups:
            for count in range(claims.bound(group, True) + 1, claims.bound(group, False) + 1):
                many = Claim(group, True, count)
                cases = []
                for each in (many, many.opposite):
                    more = _Claims(claims, each)
                    if ends := self._collect(more):
                        cases.append(_case(each, more, ends))
                if len(cases) == 2:
                    uses = [use for case in cases for use in (*case.end.uses, *case.claims)]
                    yield Argument(assumed, claims.needed(uses), tuple(cases))

    def _collect(self, claims: _Claims) -> list[Contradiction]:
        """Adds all claims that follow, until there is a contradiction; returns these."""
        while True:
            ends = [end for part in self.parts for end in _contradictions(*part, claims)]
            new = [claim for part in self.parts for claim in _claims(*part, claims)]
            if ends or not new:
                return ends
            for claim in new:
                claims.add(claim)


def _claims(number: Number, groups: list[Group], known: _Claims) -> Iterator[Claim]:
    """Yields what a number says of each of its groups, if that is stronger than what is known."""
    for group in groups:
        others = [each for each in groups if each != group]
        for at_least in (True, False):
            bound = known.bound(group, at_least)
            count = number.missing - sum(known.bound(each, not at_least) for each in others)
            if count > bound if at_least else count < bound:
                yield Claim(group, at_least, count, number, known.on(others, not at_least))


def _contradictions(number: Number, groups: list[Group], known: _Claims) -> Iterator[Contradiction]:
    if sum(known.bound(group, True) for group in groups) > number.missing:
        yield Contradiction(number, True, known.on(groups, True))
    if sum(known.bound(group, False) for group in groups) < number.missing:
        yield Contradiction(number, False, known.on(groups, False))


def _case(assumed: Claim | None, claims: _Claims, ends: Iterable[Contradiction]) -> Case:
    """Returns the shortest case that ends in one of the contradictions."""
    cases = [Case(assumed, claims.needed(end.uses), end) for end in ends]
    return min(cases, key=lambda case: len(lines(case.claims)))
