"""Consistent codes in a game of any size, or else the turns that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from mastermine.core.game import Turn
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.large import conflicts, satisfiability
from mastermine.mastermind.large.conflicts import Conflict
from mastermine.mastermind.large.satisfiability import Undecided
from mastermine.mastermind.rules import Code, Mastermind


@dataclass(frozen=True)
class Consistency:
    """Consistent codes, or else the turns that contradict each other."""

    codes: list[Code]
    complete: bool | None
    """True if there are no other consistent codes; None if not decided in time."""
    conflict: Conflict | None = None
    """Turns that contradict each other, if no code is consistent."""
    settled: int | None = None
    """Index of the turn from which on no code is consistent; None if not found in time."""


def consistent_codes(
    rules: Mastermind,
    turns: Sequence[Turn[Code, Feedback]],
    most: int = 1,
    *,
    smallest: bool = False,
    seconds: float = 60.0,
) -> Consistency:
    """Finds up to ``most`` consistent codes, or only the ``smallest``, within ``seconds``.

    Raises Undecided if it is not known by then whether any code is consistent.
    """
    search = _Search(rules, list(turns), seconds)
    codes, complete = search.smallest() if smallest else search.several(most)
    if codes:
        return Consistency(codes, complete)
    return Consistency([], True, *search.contradiction())


class _Search:
    """The turns and the remaining time."""

    def __init__(
        self, rules: Mastermind, turns: list[Turn[Code, Feedback]], seconds: float
    ) -> None:
        self.rules = rules
        self.turns = turns
        self.seconds = seconds
        self.end = monotonic() + seconds

    def left(self) -> float:
        return max(0.0, self.end - monotonic())

    def undecided(self) -> Undecided:
        return Undecided(
            _(
                "not decided within {n} s whether a code is possible; use a longer --time-limit"
            ).format(n=plain(self.seconds))
        )

    def several(self, most: int) -> tuple[list[Code], bool | None]:
        """Finds consistent codes, and whether these are all."""
        try:
            found = satisfiability.several(self.rules, self.turns, most + 1, self.left())
        except Undecided as late:
            if not late.found:
                raise self.undecided() from None
            return list(late.found[:most]), False if len(late.found) > most else None
        return found[:most], len(found) <= most

    def smallest(self) -> tuple[list[Code], bool | None]:
        """Finds the smallest consistent code, and whether it is the only one."""
        try:
            code = satisfiability.smallest(self.rules, self.turns, self.left())
        except Undecided:
            raise self.undecided() from None
        if code is None:
            return [], True
        try:
            other = satisfiability.another(self.rules, self.turns, [code], self.left())
        except Undecided:
            return [code], None
        return [code], other is None

    def contradiction(self) -> tuple[Conflict, int | None]:
        """Finds a contradiction and its first turn; each gets half of the remaining time."""
        try:
            conflict = conflicts.contradiction(self.rules, self.turns, self.left() / 2)
        except Undecided:
            raise self.undecided() from None
        if conflict is None:
            raise AssertionError("the solver found a code although it proved that there is none")
        before = self.turns[: conflict.turns[-1] + 1]
        try:
            return conflict, conflicts.first_contradiction(self.rules, before, self.left())
        except Undecided:
            return conflict, None
