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
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.game import Turn
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.large.constraints import UNTOLD, Constraints
from mastermine.mastermind.rules import Code, Mastermind

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import (
        Constraint,
        CpModel,
        CpSolver,
        CpSolverSolutionCallback,
        CpSolverStatus,
        IntVar,
    )

Turns = Sequence[Turn[Code, Feedback]]

IN_ORDER_EFFORT = 5.0
"""The most effort for the quick way to the smallest code."""

POLL_SECONDS = 0.1
"""Interval at which Ctrl-C is noticed."""


class Undecided(MastermineError):
    """The time or the effort was over. ``found`` are codes that were found until then, if any."""

    def __init__(self, message: str, found: Sequence[Code] = ()) -> None:
        super().__init__(message)
        self.found = tuple(found)


def smallest(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> Code | None:
    """The first code in numeric order that fits all turns; None where there is none.

    A search that tries the smallest colour first, place by place, usually finds it soon, and that
    nothing is before it is soon proven. Elsewhere the places are made smaller one by one.
    """
    clock = Clock(seconds, effort)
    every = range(rules.places)
    try:
        best = Codes(rules, turns, clock).find(IN_ORDER_EFFORT, in_order=True)
        steps = [every]
    except Laborious:
        best = Codes(rules, turns, clock).find()
        steps = [range(place, place + 1) for place in every]
    if best is None:
        return None
    for places in steps:
        smaller: Code | None = best
        while smaller is not None:
            best = smaller
            codes = Codes(rules, turns, clock)
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
    codes = Codes(rules, turns, Clock(seconds, effort), alike=False)
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
    return Codes(rules, turns, Clock(seconds, effort), alike=False).several(most)


class Laborious(Exception):
    """More effort than the question was worth for now."""


class Clock:
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
        """Units of effort."""
        return None if self.effort is None else self.effort - self.spent

    def check(self) -> None:
        """Raises Undecided where nothing is left."""
        for left in (self.left(), self.effort_left()):
            if left is not None and left <= 0:
                raise self.late()

    def late(self) -> Undecided:
        """What was not enough."""
        effort = self.effort_left()
        if self.seconds is None or (effort is not None and effort <= 0):
            return Undecided(_("too laborious to decide"))
        return Undecided(_("not decided within {n} s").format(n=plain(self.seconds)))


class Solver:
    """A model of CP-SAT, and the solver on it, with one worker and without any presolving.

    Another worker would make it a matter of chance what is found, and presolving takes longer here
    than it saves.
    """

    def __init__(self, clock: Clock) -> None:
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
                thread.join(POLL_SECONDS)
        finally:
            while thread.is_alive():
                solver.stop_search()
                thread.join(POLL_SECONDS)
        self.clock.spent += solver.response_proto.deterministic_time
        return ends[0]

    def solved(self, solver: CpSolver, effort: float | None = None) -> bool:
        """Whether there is a solution, which the solver then knows.

        With an objective, only a solution that is proven to be the least counts. Raises
        Undecided, and Laborious where the effort that it was made for was not enough.
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
        raise Laborious


class Codes(Solver):
    """The codes that fit some turns.

    ``has``: for each place and colour that can be there the literal that says so. ``alike``: of
    colours that no guess has the first stands for all, which changes neither whether a code fits
    nor which is the smallest.
    """

    def __init__(self, rules: Mastermind, turns: Turns, clock: Clock, alike: bool = True) -> None:
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
        """Up to ``most`` codes. Raises Undecided, with those that were found until then."""
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
