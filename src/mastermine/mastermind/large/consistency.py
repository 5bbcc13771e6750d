"""Codes that fit the answers of a game of any size, or the answers that contradict each other."""

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
    """Codes that fit all turns, or else the turns that contradict each other."""

    codes: list[Code]
    complete: bool | None
    """Whether these are all codes that fit; None if that was not decided in time."""
    conflict: Conflict | None = None
    """Turns that contradict each other, if no code fits."""
    settled: int | None = None
    """The index of the turn from which on no code fits; None if it was not found in time."""


def consistent_codes(
    rules: Mastermind,
    turns: Sequence[Turn[Code, Feedback]],
    most: int = 1,
    *,
    smallest: bool = False,
    seconds: float = 60.0,
) -> Consistency:
    """Finds up to ``most`` codes that fit all turns, or only the ``smallest``, within ``seconds``.

    Raises Undecided if it is not known after that time whether any code fits.
    """
    search = _Search(rules, list(turns), seconds)
    codes, complete = search.smallest() if smallest else search.several(most)
    if codes:
        return Consistency(codes, complete)
    return Consistency([], True, *search.contradiction())


class _Search:
    """The turns, and the time that is left for all questions about them."""

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
                "it was not decided within {n} s whether a code fits; take a longer --time-limit"
            ).format(n=plain(self.seconds))
        )

    def several(self, most: int) -> tuple[list[Code], bool | None]:
        """Codes that fit, and whether these are all."""
        try:
            found = satisfiability.several(self.rules, self.turns, most + 1, self.left())
        except Undecided as late:
            if not late.found:
                raise self.undecided() from None
            return list(late.found[:most]), False if len(late.found) > most else None
        return found[:most], len(found) <= most

    def smallest(self) -> tuple[list[Code], bool | None]:
        """The smallest code that fits, and whether it is the only one."""
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
        """Turns that contradict each other, and the turn from which on nothing fits.

        Half of the time that is left goes to each.
        """
        try:
            conflict = conflicts.contradiction(self.rules, self.turns, self.left() / 2)
        except Undecided:
            raise self.undecided() from None
        if conflict is None:
            raise AssertionError("a code fits that did not before")
        before = self.turns[: conflict.turns[-1] + 1]
        try:
            return conflict, conflicts.first_contradiction(self.rules, before, self.left())
        except Undecided:
            return conflict, None
