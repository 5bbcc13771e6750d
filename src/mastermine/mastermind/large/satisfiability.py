"""Consistent codes by constraint solving, for games of any size.

Deciding whether a code is consistent is NP-complete (Stuckman and Zhang, 2005), even with black
pegs only (de Bondt, 2004; Goodrich, 2009). Calls that exceed ``seconds`` or ``effort`` raise
Undecided; None means no limit. Effort is the deterministic time of CP-SAT, roughly in seconds: it
counts steps, so results do not depend on the machine or its load. Calls are independent and
reproducible.

Boolean variables state that a place has a colour, and that a colour occurs at least n times. Both
numbers of an answer are sums of these, as CP-SAT of OR-Tools supports directly.
``benchmarks/satisfiability.py`` compares other encodings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.game import Turn
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.large.constraints import NOT_GIVEN, Constraints
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
"""Effort for the fast search for the smallest code."""

POLL_SECONDS = 0.1
"""Interval at which Ctrl-C is noticed."""


class Undecided(MastermineError):
    """Raised at the limit of time or effort. ``found``: codes found until then."""

    def __init__(self, message: str, found: Sequence[Code] = ()) -> None:
        super().__init__(message)
        self.found = tuple(found)


def smallest(
    rules: Mastermind, turns: Turns, seconds: float | None = None, *, effort: float | None = None
) -> Code | None:
    """Finds the smallest consistent code; None if there is none.

    A search in numeric order is usually fast. If it takes too much effort, any code is found and
    its places are minimised one by one.
    """
    clock = Clock(seconds, effort)
    every = range(rules.places)
    try:
        best = Codes(rules, turns, clock).find(IN_ORDER_EFFORT, in_order=True)
        steps = [every]
    except EffortExceeded:
        best = Codes(rules, turns, clock).find()
        steps = [range(place, place + 1) for place in every]
    if best is None:
        return None
    for places in steps:
        smaller: Code | None = best
        while smaller is not None:
            best = smaller
            codes = Codes(rules, turns, clock)
            codes.require_smaller(best, places)
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
    """Finds a consistent code that is not in ``known``; None if there is none."""
    codes = Codes(rules, turns, Clock(seconds, effort), merge_unused=False)
    for code in known:
        codes.exclude(code)
    return codes.find()


def several(
    rules: Mastermind,
    turns: Turns,
    most: int,
    seconds: float | None = None,
    *,
    effort: float | None = None,
) -> list[Code]:
    """Finds ``most`` consistent codes, or all if there are fewer."""
    return Codes(rules, turns, Clock(seconds, effort), merge_unused=False).several(most)


class EffortExceeded(Exception):
    """Raised at the effort limit of one question."""


class Clock:
    """Limits of time and effort; None is no limit."""

    def __init__(self, seconds: float | None, effort: float | None = None) -> None:
        self.seconds = seconds
        self.effort = effort
        self.start = monotonic()
        self.spent = 0.0

    def left(self) -> float | None:
        """Remaining seconds."""
        return None if self.seconds is None else self.seconds - (monotonic() - self.start)

    def effort_left(self) -> float | None:
        """Remaining effort."""
        return None if self.effort is None else self.effort - self.spent

    def check(self) -> None:
        """Raises Undecided at a limit."""
        for left in (self.left(), self.effort_left()):
            if left is not None and left <= 0:
                raise self.limit_error()

    def limit_error(self) -> Undecided:
        """Creates the error for the exceeded limit."""
        effort = self.effort_left()
        if self.seconds is None or (effort is not None and effort <= 0):
            return Undecided(_("this takes too much effort to decide"))
        return Undecided(_("not decided within {n} s").format(n=plain(self.seconds)))


class Solver:
    """A CP-SAT model and its solver.

    It uses one worker, since more are not reproducible, and no presolving, which is slower here.
    """

    def __init__(self, clock: Clock) -> None:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise InvalidSpec(
                _("this needs the solver OR-Tools: pip install 'mastermine[sat]'")
            ) from None
        self.cp_model = cp_model
        self.clock = clock
        self.model: CpModel = cp_model.CpModel()

    def new(self) -> IntVar:
        """Creates a Boolean variable."""
        return self.model.new_bool_var("")

    def count(self, literals: Iterable[IntVar], least: int, most: int) -> Constraint:
        """Requires that ``least`` to ``most`` of the literals are true."""
        return self.model.add_linear_constraint(
            self.cp_model.LinearExpr.sum([*literals]), least, most
        )

    def solver(self, effort: float | None = None) -> CpSolver:
        """Creates a solver that stops with the clock, or after an effort. Raises Undecided."""
        self.clock.check()
        solver = self.cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = 1
        parameters.cp_model_presolve = False
        parameters.catch_sigint_signal = False
        efforts = [most for most in (effort, self.clock.effort_left()) if most is not None]
        if efforts:
            parameters.max_deterministic_time = min(efforts)
        left = self.clock.left()
        if left is not None:
            parameters.max_time_in_seconds = max(left, 0.0)
        return solver

    def run(
        self, solver: CpSolver, callback: CpSolverSolutionCallback | None = None
    ) -> CpSolverStatus:
        """Runs a solver in a thread, so that Ctrl-C works, and returns its status."""
        ends: list[CpSolverStatus] = []
        over, ended = Event(), Event()

        def search() -> None:
            try:
                if not over.is_set():
                    ends.append(solver.solve(self.model, callback))
            finally:
                ended.set()

        # These threads must not be daemons, even if this one is: native code that outlives the
        # interpreter aborts the process. Nor may an exception interrupt Thread.join, which would
        # then take the thread for ended (before Python 3.13); it may interrupt Event.wait.
        thread = Thread(target=search, daemon=False)
        try:
            thread.start()
            while not ended.wait(POLL_SECONDS):
                pass
        finally:
            over.set()  # The thread may not have started yet.
            if thread.ident is not None and not ended.is_set():
                Thread(target=_stop, args=(solver, ended), daemon=False).start()
                ended.wait()
        self.clock.spent += solver.response_proto.deterministic_time
        return ends[0]

    def solved(self, solver: CpSolver, effort: float | None = None) -> bool:
        """Runs a solver; True if there is a solution, which is optimal if there is an objective.

        Raises Undecided, and EffortExceeded if ``effort``, the limit of the solver, was exceeded.
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
            raise self.clock.limit_error()
        raise EffortExceeded


def _stop(solver: CpSolver, ended: Event) -> None:
    """Stops a solver, and waits for its end."""
    while not ended.wait(POLL_SECONDS):
        solver.stop_search()


class Codes(Solver):
    """Model of the codes consistent with some turns.

    ``has``: the literal of each place and allowed colour. ``merge_unused``: the first of the
    colours that no guess has represents them all, which preserves satisfiability and the smallest
    code.
    """

    def __init__(
        self, rules: Mastermind, turns: Turns, clock: Clock, merge_unused: bool = True
    ) -> None:
        super().__init__(clock)
        self.rules = rules
        self.counters: dict[int, list[IntVar]] = {}
        guessed = {colour for turn in turns for colour in turn.action}
        unused = [colour for colour in range(rules.symbols) if colour not in guessed]
        left_out = unused[1:] if merge_unused and rules.repeats else []
        allowed, guesses, blacks, commons, distinct = Constraints.of(rules, turns).arrays
        allowed[:, left_out] = False
        self.has = [{c: self.new() for c in np.flatnonzero(row).tolist()} for row in allowed]
        for row in self.has:
            self.model.add_exactly_one(row.values())
        if distinct:
            for colour in range(rules.symbols):
                self.model.add_at_most_one(self.of_colour(colour))
        needed: Counter[int] = Counter()
        for guess in guesses[commons != NOT_GIVEN].tolist():
            needed |= Counter(guess)
        for colour, most in needed.items():
            self.occurrences(colour, most)
        rows = zip(guesses.tolist(), blacks.tolist(), commons.tolist(), strict=True)
        for guess, black, common in rows:
            self.clock.check()
            self.count(self.right_places(guess), black, black)
            if common != NOT_GIVEN:
                self.count(self.common_pegs(guess), common, common)

    def of_colour(self, colour: int) -> list[IntVar]:
        """Lists the literals of this colour at all places."""
        return [row[colour] for row in self.has if colour in row]

    def right_places(self, guess: Sequence[int]) -> list[IntVar]:
        """Lists literals of which as many are true as places of the guess are right."""
        return [row[colour] for row, colour in zip(self.has, guess, strict=True) if colour in row]

    def common_pegs(self, guess: Sequence[int]) -> list[IntVar]:
        """Lists literals of which as many are true as pegs of the guess are in the code."""
        return [x for colour, n in Counter(guess).items() for x in self.occurrences(colour, n)]

    def occurrences(self, colour: int, most: int) -> list[IntVar]:
        """Lists ``most`` literals; literal i is true if more than i places have the colour."""
        known = self.counters.get(colour, [])
        if len(known) < most:
            known = self.counters[colour] = [self.new() for _count in range(most)]
            for fewer, more in pairwise(known):
                self.model.add_implication(more, fewer)
            places = self.of_colour(colour)
            beyond = max(0, len(places) - most)
            total, counted = self.cp_model.LinearExpr.sum, [*known, *[known[-1]] * beyond]
            self.model.add(total(places) >= total(known))
            self.model.add(total(places) <= total(counted))
        return known[:most]

    def exclude(self, code: Code) -> None:
        """Excludes a code."""
        self.rules.check(code)
        agree = self.right_places(code)
        if len(agree) == len(code):
            self.model.add_bool_or([~x for x in agree])

    def require_smaller(self, code: Code, places: Iterable[int]) -> None:
        """Requires a smaller code that differs first at one of these places.

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
        """Finds a code; ``in_order``: the smallest one, if the solver follows its strategy."""
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
        """Converts a solution to a code."""
        return tuple(next(c for c, x in row.items() if true(x)) for row in self.has)

    def several(self, most: int) -> list[Code]:
        """Finds up to ``most`` codes. Raises Undecided, with the codes found until then."""
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
            raise Undecided(str(self.clock.limit_error()), found)
        return found[:most]
