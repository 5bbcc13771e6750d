"""A deduction in progress: the rows, what is known, and what remains to be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from mastermine.mastermind.deduction.clues import Amount, Clue, Kind, Misplaced, Peg, amounts
from mastermine.mastermind.deduction.position import Position
from mastermine.mastermind.deduction.step import Step, Sum
from mastermine.mastermind.feedback import Black, Pegs, Places

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.reference import Codes
    from mastermine.mastermind.rules import Code, Mastermind


MAX_TOGETHER = 12
"""Of more rows, only the last ones are combined in a sum of three or in a chain."""


@dataclass(frozen=True)
class Row:
    """A guess with its answer."""

    number: int
    """Counted from 1."""
    guess: Code
    answer: Feedback

    @property
    def black(self) -> int | None:
        """Number of pegs in place; None if the answer shows the places."""
        return self.answer.black if isinstance(self.answer, Pegs | Black) else None

    @property
    def pegs(self) -> int | None:
        """Number of pegs that are in the code; None if the answer does not say it."""
        return sum(self.answer) if isinstance(self.answer, Pegs) else None


@dataclass(frozen=True)
class Table:
    """The rows of a game, with the clues in them; what does not change during a deduction."""

    rules: Mastermind
    turns: tuple[Turn[Code, Feedback], ...]
    codes: Codes | None = None
    """All codes that agree with the turns; None if they are too many to list."""

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The turns whose answers are known."""
        return tuple(
            Row(number, turn.action, turn.feedback)
            for number, turn in enumerate(self.turns, start=1)
            if turn.feedback is not self.rules.unknown
        )

    @cached_property
    def last(self) -> tuple[Row, ...]:
        """The last rows, which are combined."""
        return self.rows[-MAX_TOGETHER:]

    @cached_property
    def certain(self) -> Position | None:
        """All that is certain; None if the codes are too many to list."""
        return None if self.codes is None else Position.of_codes(self.codes, self.rules.symbols)

    @cached_property
    def pegs(self) -> list[Clue]:
        """The pegs of each row that are in the code."""
        return [self.counted((row,), (1,)) for row in self.rows if row.pegs is not None]

    @cached_property
    def rest(self) -> list[Clue]:
        """The pegs of the code that are not in a row."""
        return [self.counted((row,), (1,), rest=True) for row in self.rows if row.pegs is not None]

    @cached_property
    def black(self) -> list[Clue]:
        """The pegs of each row that are in place."""
        return [self.placed((row,), (1,)) for row in self.rows if row.black is not None]

    @cached_property
    def white(self) -> list[Clue]:
        """The pegs of each row that are misplaced."""
        clues = []
        for row in self.rows:
            if isinstance(row.answer, Pegs):
                places = {
                    colour: tuple(p for p, c in enumerate(row.guess) if c == colour)
                    for colour in dict.fromkeys(row.guess)
                }
                terms = tuple(Misplaced(colour, here) for colour, here in places.items())
                clues.append(Clue(Kind.WHITE, (row.number,), (1,), terms, row.answer.white))
        return clues

    @cached_property
    def shown(self) -> list[Clue]:
        """The places of each row that are shown to be right or wrong."""
        return [
            Clue(
                Kind.SHOWN,
                (row.number,),
                (1,),
                tuple(
                    Peg(p, {colour: 1})
                    for p, colour in enumerate(row.guess)
                    if row.answer.right[p] == yes
                ),
                sum(row.answer.right) if yes else 0,
            )
            for row in self.rows
            if isinstance(row.answer, Places)
            for yes in (True, False)
        ]

    @cached_property
    def colours(self) -> list[Clue]:
        """The places of each colour."""
        n = self.rules.places
        return [
            Clue(
                Kind.COLOUR,
                (),
                (),
                (Amount(colour, tuple(range(n + 1))), *(Peg(p, {colour: -1}) for p in range(n))),
                0,
            )
            for colour in range(self.rules.symbols)
        ]

    @cached_property
    def all(self) -> list[Clue]:
        """The pegs of all colours."""
        n = self.rules.places
        terms = amounts(dict.fromkeys(range(self.rules.symbols), range(n + 1)))
        return [Clue(Kind.ALL, (), (), terms, n)]

    @cached_property
    def pairs(self) -> list[Clue]:
        """Two rows, compared and together."""
        found = []
        for one, other in combinations(self.rows, 2):
            if one.pegs is not None:
                if set(one.guess) & set(other.guess):
                    found.append(self.counted((one, other), (1, -1)))
                else:
                    found.append(self.counted((one, other), (1, 1), rest=True))
        for one, other in combinations(self.rows, 2):
            if one.black is not None:
                if any(map(int.__eq__, one.guess, other.guess)):
                    found.append(self.placed((one, other), (1, -1)))
                found.append(self.placed((one, other), (1, 1)))
        return found

    @cached_property
    def several(self) -> list[Clue]:
        """Three rows, added and subtracted; two of them whose colours overlap, with the rest.

        Only of the last rows.
        """
        found = [
            self.counted(two, (1, 1), rest=True)
            for two in combinations(self.last, 2)
            if two[0].pegs is not None and set(two[0].guess) & set(two[1].guess)
        ]
        for three in combinations(self.last, 3):
            for signs in ((1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)):
                if three[0].pegs is not None:
                    found.append(self.counted(three, signs, rest=True))
                    if sum(signs) == 1:
                        found.append(self.counted(three, signs))
                if three[0].black is not None:
                    found.append(self.placed(three, signs))
        return found

    def counted(self, rows: tuple[Row, ...], signs: tuple[int, ...], rest: bool = False) -> Clue:
        """Returns the clue for the pegs of rows that are in the code, or for the rest of it."""
        n, total = self.rules.places, 0
        tables = {
            colour: [*range(n + 1)] if rest else [0] * (n + 1)
            for colour in range(self.rules.symbols)
        }
        for row, sign in zip(rows, signs, strict=True):
            assert row.pegs is not None
            total += sign * row.pegs
            for colour in set(row.guess):
                own = row.guess.count(colour)
                table = tables[colour]
                for k in range(n + 1):
                    table[k] += (-sign if rest else sign) * min(k, own)
        return Clue(
            Kind.REST if rest else Kind.PEGS,
            tuple(row.number for row in rows),
            signs,
            amounts(tables),
            n - total if rest else total,
        )

    def placed(self, rows: tuple[Row, ...], signs: tuple[int, ...]) -> Clue:
        """Returns the clue for the pegs of some rows that are in place."""
        total, terms = 0, []
        for row, sign in zip(rows, signs, strict=True):
            assert row.black is not None
            total += sign * row.black
        for place in range(self.rules.places):
            values: dict[int, int] = {}
            for row, sign in zip(rows, signs, strict=True):
                colour = row.guess[place]
                values[colour] = values.get(colour, 0) + sign
            if any(values.values()):
                terms.append(Peg(place, values))
        return Clue(Kind.BLACK, tuple(row.number for row in rows), signs, tuple(terms), total)


@dataclass(frozen=True)
class State:
    """The rows, and what is known."""

    table: Table
    position: Position

    def from_sum(self, rule: str, clue: Clue, at_most: bool) -> Iterator[Step]:
        """Yields the step that follows from a clue, if any. Raises Impossible."""
        if facts := clue.facts(self.position, at_most):
            after = self.position.after(facts)
            if after != self.position:
                reason = Sum(clue, at_most)
                rules = self.table.rules
                yield Step(rules, rule, clue.rows, facts, self.position, after, reason)
