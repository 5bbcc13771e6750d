"""Contradictions between the turns of a game: the first one and the smallest one.

The solver of ``satisfiability`` is called with subsets of the turns. Raises Undecided after
``seconds`` or ``effort``, as there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from mastermine.mastermind.large.satisfiability import (
    Clock,
    Codes,
    EffortExceeded,
    Solver,
    Turns,
    Undecided,
)
from mastermine.mastermind.rules import Code, Mastermind

EFFORT, LITTLE_EFFORT = 0.2, 0.03
"""Initial effort for questions that other results may make unnecessary."""


@dataclass(frozen=True)
class Conflict:
    """Turns that contradict each other, as indices from 0, in order.

    ``proven``: no contradiction has fewer turns. ``least``: proven lower bound on the turns of a
    contradiction. ``irreducible``: without any one of these turns the others are consistent.
    """

    turns: tuple[int, ...]
    proven: bool
    least: int
    irreducible: bool


def first_contradiction(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> int | None:
    """Returns the first turn, counted from 0, after which no code is consistent; None if one is.

    Searches by bisection, and from both ends where the middle takes too much effort for now.
    """
    game = _Game(rules, turns, Clock(seconds, effort))
    if game.find(range(len(turns))) is not None:
        return None
    # The turns before ``low`` are consistent; those up to ``high`` are not.
    low, high = 0, len(turns) - 1
    worth = EFFORT
    while low < high:
        for last in ((low + high) // 2, high - 1, low):
            with suppress(EffortExceeded):
                code = game.find(range(last + 1), worth)
                if code is None:
                    high = last
                else:
                    low = min(game.missed(code))
                break
        else:
            worth *= 4
    return high


def contradiction(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> Conflict | None:
    """Finds the fewest turns that contradict each other; None if a code is consistent with all.

    At the limit of time or effort, returns the fewest found so far; raises Undecided if it is not
    known whether a code is consistent.
    """
    best = None
    try:
        for smaller in _shrinking(_Game(rules, turns, Clock(seconds, effort))):
            best = smaller
    except Undecided:
        if best is None:
            raise
    return best


def _shrinking(game: _Game) -> Iterator[Conflict]:
    """Yields contradictions, or more facts about the same one; the last one is the smallest.

    First turns are removed one by one. Then implicit hitting sets are used (Ignatiev, Previti,
    Liffiton and Marques-Silva, 2015): if some turns are consistent, a contradiction has one of the
    others. The smallest set that hits all such complements either is contradictory, and then the
    smallest contradiction, or it is consistent and gives another complement to hit.
    """
    known = enumerate(game.turns)
    best = [n for n, turn in known if turn.feedback is not game.rules.unknown]
    if game.find(best) is not None:
        return
    yield Conflict(tuple(best), False, 1, False)
    hits = _Hits(len(game.turns), game.clock)
    needed: set[int] = set()
    effort = EFFORT
    while len(needed) < len(best):
        for turn in [turn for turn in best if turn not in needed]:
            with suppress(EffortExceeded):
                others = [other for other in best if other != turn]
                code = game.find(others, effort)
                if code is None:
                    best = others
                else:
                    needed.add(turn)
                    hits.add(game.unmet(code))
                yield Conflict(tuple(best), False, 1, False)
        effort *= 4
    while len(chosen := hits.smallest()) < len(best):
        yield Conflict(tuple(best), False, len(chosen), True)
        code = game.find(chosen)
        if code is None:
            best = chosen
            break
        hits.add(game.unmet(code))
    yield Conflict(tuple(best), True, len(best), True)


class _Game:
    """Solves subsets of the turns of a game."""

    def __init__(self, rules: Mastermind, turns: Turns, clock: Clock) -> None:
        self.rules = rules
        self.turns = turns
        self.clock = clock

    def find(self, chosen: Iterable[int], effort: float | None = None) -> Code | None:
        """Finds a code consistent with the turns at these indices."""
        return Codes(self.rules, [self.turns[turn] for turn in chosen], self.clock).find(effort)

    def missed(self, code: Code) -> list[int]:
        """Lists the indices of turns that a code is not consistent with."""
        return [n for n, turn in enumerate(self.turns) if not self.rules.fits(code, turn)]

    def unmet(self, code: Code) -> list[int]:
        """Lists the turns that a code, improved by local search, is not consistent with.

        Improvements that take too much effort to find are skipped.
        """
        missed = self.missed(code)
        for turn in list(missed):
            if turn in missed:
                met = [n for n in range(len(self.turns)) if n == turn or n not in missed]
                with suppress(EffortExceeded):
                    better = self.find(met, LITTLE_EFFORT)
                    missed = missed if better is None else self.missed(better)
        return missed


class _Hits(Solver):
    """Smallest hitting set of some sets of turns."""

    def __init__(self, turns: int, clock: Clock) -> None:
        super().__init__(clock)
        self.turns = [self.new() for _turn in range(turns)]
        self.model.minimize(self.cp_model.LinearExpr.sum(self.turns))

    def add(self, turns: Iterable[int]) -> None:
        """Adds a set of turns to hit."""
        self.model.add_at_least_one(self.turns[turn] for turn in turns)

    def smallest(self) -> list[int]:
        """Finds the indices of the turns, in order. Raises Undecided if not proven smallest."""
        solver = self.solver()
        self.solved(solver)  # There is a solution: all turns.
        return [turn for turn, x in enumerate(self.turns) if solver.boolean_value(x)]
