"""Which turns of a game contradict each other: the first that does, and the fewest.

They are found by asking the solver of ``satisfiability`` about some of the turns. What takes
longer than ``seconds``, or more than an ``effort``, raises Undecided, as it does there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from mastermine.mastermind.large.satisfiability import (
    Clock,
    Codes,
    Laborious,
    Solver,
    Turns,
    Undecided,
)
from mastermine.mastermind.rules import Code, Mastermind

EFFORT, LITTLE_EFFORT = 0.2, 0.03
"""The effort that a question may take at first that others may make superfluous."""


@dataclass(frozen=True)
class Conflict:
    """Turns that contradict each other, as indices from 0, in order.

    ``proven``: no contradiction has fewer turns. ``least``: none is known to have fewer than so
    many. ``irreducible``: without any one of them the others fit together.
    """

    turns: tuple[int, ...]
    proven: bool
    least: int
    irreducible: bool


def first_contradiction(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> int | None:
    """The first turn, counted from 0, with which no code fits any more; None where some does.

    It is looked for by halves, and from both ends where the middle is too laborious for now.
    """
    game = _Game(rules, turns, Clock(seconds, effort))
    if game.find(range(len(turns))) is not None:
        return None
    # The turns before ``low`` fit together; those up to ``high`` do not.
    low, high = 0, len(turns) - 1
    worth = EFFORT
    while low < high:
        for last in ((low + high) // 2, high - 1, low):
            with suppress(Laborious):
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
    """The fewest turns that contradict each other; None where some code fits all turns.

    When the time or the effort is over it is the fewest so far; Undecided is raised where not even
    is known whether a code fits.
    """
    best = None
    try:
        for smaller in _ever_smaller(_Game(rules, turns, Clock(seconds, effort))):
            best = smaller
    except Undecided:
        if best is None:
            raise
    return best


def _ever_smaller(game: _Game) -> Iterator[Conflict]:
    """Contradictions, or the same with more known about it; the last one is the smallest.

    First turns are left out, one by one. Then by implicit hitting sets (Ignatiev, Previti, Liffiton
    and Marques-Silva, 2015): where turns fit together, a contradiction has one of the others. The
    smallest set that has one of the others each time either contradicts itself, and then nothing
    smaller does, or some code fits it, and there are others to be hit.
    """
    best = list(range(len(game.turns)))
    if game.find(best) is not None:
        return
    yield Conflict(tuple(best), False, 1, False)
    hits = _Hits(len(game.turns), game.clock)
    needed: set[int] = set()
    effort = EFFORT
    while len(needed) < len(best):
        for turn in [turn for turn in best if turn not in needed]:
            with suppress(Laborious):
                others = [other for other in best if other != turn]
                code = game.find(others, effort)
                if code is None:
                    best = others
                else:
                    needed.add(turn)
                    hits.add(game.left_over(code))
                yield Conflict(tuple(best), False, 1, False)
        effort *= 4
    while len(chosen := hits.smallest()) < len(best):
        yield Conflict(tuple(best), False, len(chosen), True)
        code = game.find(chosen)
        if code is None:
            best = chosen
            break
        hits.add(game.left_over(code))
    yield Conflict(tuple(best), True, len(best), True)


class _Game:
    """The turns of a game, of which some may be asked about."""

    def __init__(self, rules: Mastermind, turns: Turns, clock: Clock) -> None:
        self.rules = rules
        self.turns = turns
        self.clock = clock

    def find(self, chosen: Iterable[int], effort: float | None = None) -> Code | None:
        """A code that fits the turns with these indices."""
        return Codes(self.rules, [self.turns[turn] for turn in chosen], self.clock).find(effort)

    def missed(self, code: Code) -> list[int]:
        """The indices of the turns that a code does not fit."""
        respond = self.rules.respond
        return [
            n for n, turn in enumerate(self.turns) if respond(code, turn.action) != turn.feedback
        ]

    def left_over(self, code: Code) -> list[int]:
        """The indices of the turns that a code does not fit, or another that fits more of them.

        A turn of which it takes too much effort to say whether it can be met, too, is left over.
        """
        missed = self.missed(code)
        for turn in list(missed):
            if turn in missed:
                met = [n for n in range(len(self.turns)) if n == turn or n not in missed]
                with suppress(Laborious):
                    better = self.find(met, LITTLE_EFFORT)
                    missed = missed if better is None else self.missed(better)
        return missed


class _Hits(Solver):
    """The smallest set of turns that has at least one of each of some sets of turns."""

    def __init__(self, turns: int, clock: Clock) -> None:
        super().__init__(clock)
        self.turns = [self.new() for _turn in range(turns)]
        self.model.minimize(self.cp_model.LinearExpr.sum(self.turns))

    def add(self, turns: Iterable[int]) -> None:
        """Requires that the set has one of these, too."""
        self.model.add_at_least_one(self.turns[turn] for turn in turns)

    def smallest(self) -> list[int]:
        """The indices of the turns, in order. Raises Undecided where not proven the fewest."""
        solver = self.solver()
        self.solved(solver)  # There is such a set: all turns.
        return [turn for turn, x in enumerate(self.turns) if solver.boolean_value(x)]
