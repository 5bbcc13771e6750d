"""Whether a code fits all turns, by a solver for constraints: for games of any size.

To tell whether any code fits is NP-complete (Stuckman and Zhang, 2005), with black pegs alone, too
(de Bondt, 2004; Goodrich, 2009). So nothing here is quick for certain; whatever takes longer than
``seconds``, or more than an ``effort``, raises Undecided, and None is without limit. An effort is
the deterministic time of CP-SAT for all that a call asks it: it counts steps, so no clock and no
other work of the machine changes what comes out. A unit is roughly a second. Nothing is kept
between calls, and the same question has the same answer.

A variable says that a place has a colour, and another one that a colour stands so many times at
least. Both numbers of an answer are then sums of variables, which CP-SAT of OR-Tools takes as they
are. ``benchmarks/satisfiability.py`` measures other ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.numbers import plain
from mastermine.core.text import _
from mastermine.mastermind.constraints import UNTOLD, Constraints
from mastermine.mastermind.feedback import Black, Pegs, Places
from mastermine.mastermind.rules import Code

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import (
        Constraint,
        CpModel,
        CpSolver,
        CpSolverSolutionCallback,
        CpSolverStatus,
        IntVar,
        LiteralT,
    )

    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.rules import Mastermind

    Turns = Sequence[Turn[Code, Feedback]]

EFFORT, LITTLE_EFFORT = 0.2, 0.03
"""The effort that a question may take at first that others may make superfluous."""

IN_ORDER_EFFORT = 5.0
"""So much the quick way to the smallest code may take."""

LOOK = 0.1
"""So many seconds may pass until Ctrl-C is heeded."""


class Undecided(MastermineError):
    """The time or the effort was over. ``found`` are codes that were found until then, if any."""

    def __init__(self, message: str, found: Sequence[Code] = ()) -> None:
        super().__init__(message)
        self.found = tuple(found)

    def __reduce__(self) -> tuple[type[Undecided], tuple[str, tuple[Code, ...]]]:
        return type(self), (str(self), self.found)


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


def find(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> Code | None:
    """Some code that fits all turns; None where there is none, for certain."""
    return _Codes(rules, turns, _Clock(seconds, effort)).find()


def smallest(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> Code | None:
    """The first code in numeric order that fits all turns; None where there is none.

    A search that tries the smallest colour first, place by place, mostly comes to it soon, and that
    nothing is before it is soon proven. Elsewhere the places are made smaller one by one.
    """
    clock = _Clock(seconds, effort)
    every = range(rules.places)
    try:
        best = _Codes(rules, turns, clock).find(IN_ORDER_EFFORT, in_order=True)
        steps = [every]
    except _Laborious:
        best = _Codes(rules, turns, clock).find()
        steps = [range(place, place + 1) for place in every]
    if best is None:
        return None
    for places in steps:
        smaller: Code | None = best
        while smaller is not None:
            best = smaller
            codes = _Codes(rules, turns, clock)
            codes.precede(best, places)
            smaller = codes.find()
    return best


def another(
    rules: Mastermind,
    turns: Turns,
    known: Iterable[Code],
    seconds: float | None = None,
    *,
    effort: float | None = None,
) -> Code | None:
    """A code that fits all turns and is none of those that are known; None where there is none."""
    codes = _Codes(rules, turns, _Clock(seconds, effort), alike=False)
    for code in known:
        codes.rule_out(code)
    return codes.find()


def several(
    rules: Mastermind,
    turns: Turns,
    most: int,
    seconds: float | None = None,
    *,
    effort: float | None = None,
) -> list[Code]:
    """Codes that fit all turns, ``most`` of them; where fewer come back there are no others."""
    return _Codes(rules, turns, _Clock(seconds, effort), alike=False).several(most)


def tells(
    rules: Mastermind,
    turns: Turns,
    guess: Code,
    seconds: float | None = None,
    *,
    effort: float | None = None,
) -> bool:
    """Whether codes that fit all turns could give different answers to a guess."""
    clock = _Clock(seconds, effort)
    code = _Codes(rules, turns, clock).find()
    if code is None:
        return False
    codes = _Codes(rules, turns, clock, alike=False)
    codes.answer_otherwise(guess, rules.respond(code, guess))
    return codes.find() is not None


def first_contradiction(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> int | None:
    """The first turn, counted from 0, with which no code fits any more; None where some does.

    It is looked for by halves, and from both ends where the middle is too laborious for now.
    """
    game = _Game(rules, turns, _Clock(seconds, effort))
    if game.find(range(len(turns))) is not None:
        return None
    # The turns before ``low`` fit together; those up to ``high`` do not.
    low, high = 0, len(turns) - 1
    worth = EFFORT
    while low < high:
        for last in ((low + high) // 2, high - 1, low):
            with suppress(_Laborious):
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
        for smaller in _ever_smaller(_Game(rules, turns, _Clock(seconds, effort))):
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
            with suppress(_Laborious):
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


class _Laborious(Exception):
    """More effort than the question was worth for now."""


class _Clock:
    """Raises Undecided when the time is over, or the effort is spent. None is without limit."""

    def __init__(self, seconds: float | None, effort: float | None = None) -> None:
        self.seconds = seconds
        self.effort = effort
        self.start = monotonic()
        self.spent = 0.0

    def left(self) -> float | None:
        """Seconds."""
        return None if self.seconds is None else self.seconds - (monotonic() - self.start)

    def effort_left(self) -> float | None:
        return None if self.effort is None else self.effort - self.spent

    def check(self) -> None:
        for left in (self.left(), self.effort_left()):
            if left is not None and left <= 0:
                raise self.late()

    def late(self) -> Undecided:
        effort = self.effort_left()
        if self.seconds is None or (effort is not None and effort <= 0):
            return Undecided(_("too laborious to decide"))
        return Undecided(_("not decided within {n} s").format(n=plain(self.seconds)))


class _Solver:
    """A model of CP-SAT, and the solver on it, with one worker and without any presolving.

    Another worker would make it a matter of chance what is found, and presolving takes longer here
    than it saves.
    """

    def __init__(self, clock: _Clock) -> None:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise InvalidSpec(
                _("this needs a solver, OR-Tools: pip install 'mastermine[sat]'")
            ) from None
        self.cp_model = cp_model
        self.clock = clock
        self.model: CpModel = cp_model.CpModel()

    def new(self) -> IntVar:
        """A variable that is true or false."""
        return self.model.new_bool_var("")

    def count(self, literals: Iterable[IntVar], least: int, most: int) -> Constraint:
        """At least so many of these are true, and at most."""
        return self.model.add_linear_constraint(
            self.cp_model.LinearExpr.sum([*literals]), least, most
        )

    def solver(self, effort: float | None = None) -> CpSolver:
        """A solver that ends with the clock, or after an effort. Raises Undecided."""
        self.clock.check()
        solver = self.cp_model.CpSolver()
        wanted = solver.parameters
        wanted.num_workers = 1
        wanted.random_seed = 1
        wanted.cp_model_presolve = False
        wanted.catch_sigint_signal = False
        efforts = [most for most in (effort, self.clock.effort_left()) if most is not None]
        if efforts:
            wanted.max_deterministic_time = min(efforts)
        left = self.clock.left()
        if left is not None:
            wanted.max_time_in_seconds = max(left, 0.0)
        return solver

    def run(self, solver: CpSolver, told: CpSolverSolutionCallback | None = None) -> CpSolverStatus:
        """How it ended. The solver has a thread of its own, so that Ctrl-C comes through."""
        ends: list[CpSolverStatus] = []
        thread = Thread(target=lambda: ends.append(solver.solve(self.model, told)), daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(LOOK)
        finally:
            while thread.is_alive():
                solver.stop_search()
                thread.join(LOOK)
        self.clock.spent += solver.response_proto.deterministic_time
        return ends[0]

    def solved(self, solver: CpSolver, effort: float | None = None) -> bool:
        """Whether there is a solution, which the solver then knows.

        Where something is to be least, a solution that may not be the least is none. Raises
        Undecided, and _Laborious where the effort that it was made for was not enough.
        """
        cp_model = self.cp_model
        left = self.clock.effort_left()
        end = self.run(solver)
        if end == cp_model.OPTIMAL or (end == cp_model.FEASIBLE and not self.model.has_objective()):
            return True
        if end == cp_model.INFEASIBLE:
            return False
        if end not in (cp_model.UNKNOWN, cp_model.FEASIBLE):
            raise AssertionError(self.model.validate())
        if effort is None or (left is not None and left <= effort):
            raise self.clock.late()
        raise _Laborious


class _Codes(_Solver):
    """The codes that fit some turns.

    ``has``: for each place and colour that can be there the literal that says so. ``alike``: of
    colours that no guess has the first stands for all, which changes neither whether a code fits
    nor which is the smallest.
    """

    def __init__(self, rules: Mastermind, turns: Turns, clock: _Clock, alike: bool = True) -> None:
        asked = Constraints.of(rules, turns)
        super().__init__(clock)
        self.rules = rules
        self.stands: dict[int, list[IntVar]] = {}
        guessed = {colour for turn in turns for colour in turn.action}
        spare = [colour for colour in range(rules.symbols) if colour not in guessed]
        left_out = spare[1:] if alike and rules.repeats else []
        asked.allowed[:, left_out] = False
        self.has = [{c: self.new() for c in np.flatnonzero(row).tolist()} for row in asked.allowed]
        for row in self.has:
            self.model.add_exactly_one(row.values())
        if asked.distinct:
            for colour in range(rules.symbols):
                self.model.add_at_most_one(self.of_colour(colour))
        wanted: Counter[int] = Counter()
        for guess in asked.guesses[asked.common != UNTOLD].tolist():
            wanted |= Counter(guess)
        for colour, most in wanted.items():
            self.standing(colour, most)
        rows = zip(asked.guesses.tolist(), asked.black.tolist(), asked.common.tolist(), strict=True)
        for guess, black, common in rows:
            self.clock.check()
            self.count(self.agreeing(guess), black, black)
            if common != UNTOLD:
                self.count(self.shared(guess), common, common)

    def of_colour(self, colour: int) -> list[IntVar]:
        """What says that a place has this colour, for each place that can."""
        return [row[colour] for row in self.has if colour in row]

    def agreeing(self, guess: Sequence[int]) -> list[IntVar]:
        """As many of these are true as places of the guess agree with the code."""
        return [row[colour] for row, colour in zip(self.has, guess, strict=True) if colour in row]

    def shared(self, guess: Sequence[int]) -> list[IntVar]:
        """As many of these are true as pegs of the guess are in the code, wherever they stand."""
        return [x for colour, n in Counter(guess).items() for x in self.standing(colour, n)]

    def standing(self, colour: int, most: int) -> list[IntVar]:
        """As many of these are true as places have the colour, up to all of them.

        They are true from the first one on, so the first few of them count up to so many.
        """
        known = self.stands.get(colour, [])
        if len(known) < most:
            known = self.stands[colour] = [self.new() for _count in range(most)]
            for fewer, more in pairwise(known):
                self.model.add_implication(more, fewer)
            places = self.of_colour(colour)
            beyond = max(0, len(places) - most)
            total, counted = self.cp_model.LinearExpr.sum, [*known, *[known[-1]] * beyond]
            self.model.add(total(places) >= total(known))
            self.model.add(total(places) <= total(counted))
        return known[:most]

    def rule_out(self, code: Code) -> None:
        """This code does not count from now on."""
        self.rules.check(code)
        agree = self.agreeing(code)
        if len(agree) == len(code):
            self.model.add_bool_or([~x for x in agree])

    def precede(self, code: Code, places: Iterable[int]) -> None:
        """Only codes count that differ first at one of these places, in a smaller colour there.

        The solver gets the code as a hint.
        """
        here = []
        same: list[IntVar] = []
        for place, (row, colour) in enumerate(zip(self.has, code, strict=True)):
            if place in places:
                first = self.new()
                here.append(first)
                self.model.add_bool_or([x for c, x in row.items() if c < colour]).only_enforce_if(
                    first
                )
                for before in same[-1:]:
                    self.model.add_implication(first, before)
            so_far = self.new()
            for before in [row[colour], *same[-1:]]:
                self.model.add_implication(so_far, before)
            same.append(so_far)
            self.model.add_hint(row[colour], True)
        self.model.add_bool_or(here)

    def answer_otherwise(self, guess: Code, feedback: Feedback) -> None:
        """Only codes count that give another answer than this to a guess."""
        other: list[LiteralT] = []
        match feedback:
            case Places(right):
                for row, colour, yes in zip(self.has, guess, right, strict=True):
                    if colour in row:
                        other.append(~row[colour] if yes else row[colour])
            case Black(black):
                other += self.otherwise(self.agreeing(guess), black)
            case Pegs(black, white):
                other += self.otherwise(self.agreeing(guess), black)
                other += self.otherwise(self.shared(guess), black + white)
        self.model.add_bool_or(other)

    def otherwise(self, literals: Sequence[IntVar], n: int) -> list[IntVar]:
        """What says that fewer than n of these are true, and what says that more are."""
        fewer, more = self.new(), self.new()
        self.count(literals, 0, n - 1).only_enforce_if(fewer)
        self.count(literals, n + 1, max(n + 1, len(literals))).only_enforce_if(more)
        return [fewer, more]

    def find(self, effort: float | None = None, in_order: bool = False) -> Code | None:
        """Some code, or the smallest one, as far as the solver does what it is told."""
        solver = self.solver(effort)
        if in_order:
            cp_model = self.cp_model
            for row in self.has:
                self.model.add_decision_strategy(
                    list(row.values()), cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE
                )
            solver.parameters.search_branching = cp_model.FIXED_SEARCH
        if not self.solved(solver, effort):
            return None
        return self.code(solver.boolean_value)

    def code(self, true: Callable[[IntVar], bool]) -> Code:
        """The code of a solution."""
        return tuple(next(c for c, x in row.items() if true(x)) for row in self.has)

    def several(self, most: int) -> list[Code]:
        """So many codes, or all. Raises Undecided, which knows those that were found until then."""
        from ortools.sat.python.cp_model import CpSolverSolutionCallback

        found: list[Code] = []
        if not most:
            return found
        code = self.code

        class Found(CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                found.append(code(self.boolean_value))
                if len(found) >= most:
                    self.stop_search()

        solver = self.solver()
        solver.parameters.enumerate_all_solutions = True
        end = self.run(solver, Found())
        if len(found) < most and end not in (self.cp_model.OPTIMAL, self.cp_model.INFEASIBLE):
            late = self.clock.late()
            raise Undecided(str(late), found)
        return found[:most]


class _Game:
    """The turns of a game, of which some may be asked about."""

    def __init__(self, rules: Mastermind, turns: Turns, clock: _Clock) -> None:
        self.rules = rules
        self.turns = turns
        self.clock = clock

    def find(self, chosen: Iterable[int], effort: float | None = None) -> Code | None:
        """A code that fits the turns with these indices."""
        return _Codes(self.rules, [self.turns[turn] for turn in chosen], self.clock).find(effort)

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
                with suppress(_Laborious):
                    better = self.find(met, LITTLE_EFFORT)
                    missed = missed if better is None else self.missed(better)
        return missed


class _Hits(_Solver):
    """The smallest set of turns that has at least one of each of some sets of turns."""

    def __init__(self, turns: int, clock: _Clock) -> None:
        super().__init__(clock)
        self.turns = [self.new() for _turn in range(turns)]
        self.model.minimize(self.cp_model.LinearExpr.sum(self.turns))

    def add(self, turns: Iterable[int]) -> None:
        """One of these is to be in the set, too."""
        self.model.add_at_least_one(self.turns[turn] for turn in turns)

    def smallest(self) -> list[int]:
        """The indices of the turns, in order. Raises Undecided where not proven the fewest."""
        solver = self.solver()
        self.solved(solver)  # There is such a set: all turns.
        return [turn for turn, x in enumerate(self.turns) if solver.boolean_value(x)]
