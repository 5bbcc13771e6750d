"""Does a code fit all turns? Ways to write that down, and solvers for it, on the same games.

    python benchmarks/satisfiability.py [--seconds SECONDS] [--conflicts]

A game is a secret and guesses that have more and more places of it right, from a fixed seed; in a
game marked "wrong" one answer is changed by a peg. How many turns there are was chosen so that easy
games are there and such that are hard: not so many turns that little is left, nor so few that much
is. Each way gets SECONDS (10) in a process of its own. The work count is the number of conflicts
that the solver met; times are processor time with all that Python does, and without any imports.
The ratio is to the way of the package; where either was not done in time there is none.

With --conflicts it is the smallest contradictory sets of the games that are wrong, by the package.

The ways: "totalizer" is the package's. "sequential" (Sinz, 2005) and "network" (Asin and others,
2009) are python-sat's counters of so many of a guess. "native" leaves all counting to solvers that
know what a cardinality is. CP-SAT, of OR-Tools, gets sums of integers; it is left out where it is
not installed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.table import Table

from common import machine
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.games import parse_rules_of
from mastermine.mastermind import satisfiability
from mastermine.mastermind.feedback import Black, Feedback, Pegs
from mastermine.mastermind.rules import Code, Mastermind

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Turns = list[Turn[Code, Feedback]]

GAMES = (
    ("4x6", 5, 50),
    ("8x12", 9, 50),
    ("12x12", 10, 50),
    ("12x12", 14, 50),
    ("16x20", 12, 30),
    ("16x20", 16, 30),
    ("20x20", 10, 25),
    ("20x20", 12, 25),
    ("20x20", 18, 50),
    ("20x20", 24, 50),
    ("20x30-distinct", 14, 50),
    ("30x10-black", 12, 25),
    ("30x10-black", 20, 30),
    ("30x10-black", 25, 50),
    ("60x30", 40, 80),
)
"""Rules, turns, and which share of the places is right in the end, in percent."""

SEED, WRONG_SEED = 1, 2
SECONDS = 10.0


class Result(NamedTuple):
    """Whether a code fits, and what it took."""

    fits: bool
    conflicts: int
    seconds: float


def game(spec: str, length: int, share: int) -> tuple[Mastermind, Turns]:
    """A game in which guesses get ever closer to the code."""
    rules = parse_rules_of(Mastermind, spec)
    rng = Random(SEED)
    secret = rules.draw(rng)
    turns: Turns = []
    for number in range(length):
        right = share * rules.places * number // max(1, length - 1) // 100
        guess = list(rules.draw(rng))
        if rules.repeats:
            for place in range(rules.places):
                if rng.below(rules.places) < right:
                    guess[place] = secret[place]
        turns.append(Turn(tuple(guess), rules.respond(secret, tuple(guess))))
    return rules, turns


def spoiled(rules: Mastermind, turns: Turns) -> Turns:
    """The same turns, with one answer changed by a peg."""
    rng = Random(WRONG_SEED)
    while True:
        row = rng.below(len(turns))
        match turns[row].feedback:
            case Pegs(black, white):
                more, other = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))[rng.below(6)]
                black, white = black + more, white + other
                legal = min(black, white) >= 0 and black + white <= rules.places
                legal = legal and black < rules.places - 1
                answer: Feedback = Pegs(black, white)
            case Black(black):
                black += 2 * rng.below(2) - 1
                legal = 0 <= black < rules.places
                answer = Black(black)
            case _:
                raise ValueError("places that are told contradict each other at once")
        if legal:
            return [*turns[:row], Turn(turns[row].action, answer), *turns[row + 1 :]]


class Whole(satisfiability._Solver):
    """A solver that is not interrupted, since some cannot be."""

    def solve(self, assumed: Iterable[int] = (), effort: int | None = None) -> bool:
        assert effort is None
        return bool(self._solver.solve(list(assumed)))


class Native(Whole):
    """Counting is left to the solver, which may be told a literal several times."""

    def at_most_one(self, literals: Sequence[int]) -> None:
        self._solver.add_atmost(list(literals), 1)

    def counted(self, literals: Sequence[int], most: int) -> list[int]:
        n = len(literals)
        counter = [self.new() for _count in range(min(most, n))]
        for k, more in enumerate(counter, start=1):
            self._solver.add_atmost([*(-x for x in literals), *[more] * k], n)
            self._solver.add_atmost([*literals, *[-more] * (n - k + 1)], n)
        return counter


class NativeCodes(satisfiability._Codes):
    """A literal says that so many are true, and nothing is said of other numbers."""

    def _exactly(self, n: int, literals: Sequence[int]) -> list[int]:
        so_many, all_of_them = self.solver.new(), len(literals)
        solver = self.solver._solver
        solver.add_atmost([*literals, *[so_many] * (all_of_them - n)], all_of_them)
        solver.add_atmost([*(-x for x in literals), *[so_many] * n], all_of_them)
        return [so_many]


class EncodedCodes(satisfiability._Codes):
    """So many are true by an encoding of python-sat."""

    encoding = 0

    def _exactly(self, n: int, literals: Sequence[int]) -> list[int]:
        from pysat.card import CardEnc

        so_many = self.solver.new()
        made = CardEnc.equals(list(literals), n, top_id=self.solver.names, encoding=self.encoding)
        self.solver.names = max(self.solver.names, made.nv)
        for clause in made.clauses:
            self.solver.add(-so_many, *clause)
        return [so_many]


class SequentialCodes(EncodedCodes):
    """Sequential counters."""

    encoding = 1


class NetworkCodes(EncodedCodes):
    """Cardinality networks."""

    encoding = 3


def by_sat(
    solver: str,
    writer: type[satisfiability._Solver],
    kind: type[satisfiability._Codes],
    rules: Mastermind,
    turns: Turns,
) -> Result:
    """By a solver of python-sat, and a way to write the turns down."""
    satisfiability.SOLVER = solver
    satisfiability._Solver = writer  # type: ignore[misc]
    start = time.thread_time()
    with kind(rules, turns, satisfiability._Clock(None)) as codes:
        codes.settle(turns)
        code = codes.find()
        seconds = time.thread_time() - start
        conflicts = codes.solver._solver.accum_stats()["conflicts"]
    confirm(rules, turns, code)
    return Result(code is not None, conflicts, seconds)


def by_cp_sat(rules: Mastermind, turns: Turns) -> Result:
    """By CP-SAT, with one worker."""
    from ortools.sat.python import cp_model

    start = time.process_time()
    model = cp_model.CpModel()
    has = [[model.new_bool_var("") for _c in range(rules.symbols)] for _p in range(rules.places)]
    for row in has:
        model.add_exactly_one(row)
    counts = [model.new_int_var(0, rules.places, "") for _colour in range(rules.symbols)]
    for count, column in zip(counts, zip(*has, strict=True), strict=True):
        if not rules.repeats:
            model.add_at_most_one(column)
        model.add(sum(column) == count)
    stands = {}
    for turn in turns:
        black = sum(row[colour] for row, colour in zip(has, turn.action, strict=True))
        common = []
        for colour, most in Counter(turn.action).items():
            for n in range(1, most + 1):
                if (colour, n) not in stands:
                    least = stands[colour, n] = model.new_bool_var("")
                    model.add(counts[colour] >= n).only_enforce_if(least)
                    model.add(counts[colour] < n).only_enforce_if(~least)
                common.append(stands[colour, n])
        match turn.feedback:
            case Pegs(right, misplaced):
                model.add(black == right)
                model.add(sum(common) == right + misplaced)
            case Black(right):
                model.add(black == right)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    seconds = time.process_time() - start
    fits = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    if fits:
        code = tuple(next(c for c, x in enumerate(row) if solver.value(x)) for row in has)
        confirm(rules, turns, code)
    return Result(fits, solver.num_conflicts, seconds)


def confirm(rules: Mastermind, turns: Turns, code: Code | None) -> None:
    """A code that was found must fit, by the rules alone."""
    if code is not None and any(rules.respond(code, t.action) != t.feedback for t in turns):
        raise SystemExit(f"{rules.spec()}: a code was found that does not fit")


PLAIN = satisfiability._Codes
PACKAGE = "totalizer, minisat22"
WAYS: dict[str, Callable[[Mastermind, Turns], Result]] = {
    PACKAGE: partial(by_sat, "minisat22", satisfiability._Solver, PLAIN),
    "totalizer, glucose4": partial(by_sat, "glucose4", satisfiability._Solver, PLAIN),
    "totalizer, cadical153": partial(by_sat, "cadical153", Whole, PLAIN),
    "totalizer, cadical195": partial(by_sat, "cadical195", Whole, PLAIN),
    "sequential, glucose4": partial(by_sat, "glucose4", Whole, SequentialCodes),
    "network, glucose4": partial(by_sat, "glucose4", Whole, NetworkCodes),
    "native, minicard": partial(by_sat, "minicard", Native, NativeCodes),
    "native, gluecard4": partial(by_sat, "gluecard4", Native, NativeCodes),
}


def in_time(way: Callable[[], Result], seconds: float) -> Result | None:
    """What a way says in a process of its own, which ends with the time."""
    here, there = multiprocessing.Pipe(duplex=False)

    def work(out: Connection) -> None:
        out.send(way())

    process = multiprocessing.get_context("fork").Process(target=work, args=(there,))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(seconds) else None
    except EOFError:
        raise SystemExit("a way failed, as is told above") from None
    finally:
        process.kill()
        process.join()


def told(result: Result | None, seconds: float) -> str:
    return f"> {seconds:g}" if result is None else f"{result.seconds:.3f}"


def compare(screen: Console, seconds: float) -> None:
    """A table for each game, and one of all games."""
    import pysat.card
    import pysat.solvers  # noqa: F401  # Imported now, it costs none of the time.

    ways = dict(WAYS)
    if find_spec("ortools") is None:
        screen.print("CP-SAT is left out: OR-Tools is not installed")
    else:
        from ortools.sat.python import cp_model  # noqa: F401  # Likewise.

        ways["CP-SAT"] = by_cp_sat
    results: dict[str, list[Result | None]] = {name: [] for name in ways}
    for spec, length, share in GAMES:
        rules, turns = game(spec, length, share)
        for wrong in (False, True):
            asked = spoiled(rules, turns) if wrong else turns
            table = Table(title=f"{spec}, {length} turns" + ", wrong" * wrong, min_width=60)
            for head in ("way", "fits", "conflicts", "seconds", "ratio"):
                table.add_column(head, justify="left" if head == "way" else "right")
            for name, way in ways.items():
                result = in_time(partial(way, rules, asked), seconds)
                results[name].append(result)
                first = results[PACKAGE][-1]
                ratio = result.seconds / first.seconds if result and first else None
                table.add_row(
                    name,
                    "" if result is None else "yes" if result.fits else "no",
                    "" if result is None else f"{result.conflicts:,}",
                    told(result, seconds),
                    "" if ratio is None else f"{ratio:.2f}",
                )
            if len({every[-1].fits for every in results.values() if every[-1]}) > 1:
                raise SystemExit(f"{spec}: the ways differ")
            screen.print(table)
    table = Table(title=f"All {2 * len(GAMES)} games")
    for head in ("way", "in time", "conflicts", f"seconds, {seconds:g} for each not in time"):
        table.add_column(head, justify="left" if head == "way" else "right")
    for name, every in results.items():
        done = [result for result in every if result]
        late = len(every) - len(done)
        table.add_row(
            name,
            f"{len(done)}",
            f"{sum(result.conflicts for result in done):,}",
            f"{sum(result.seconds for result in done) + late * seconds:.1f}",
        )
    screen.print(table)


def conflicts(screen: Console, seconds: float) -> None:
    """The smallest contradictory turns, and the first turn with which nothing fits any more."""
    table = Table(title="Contradictions")
    for head in (
        "game",
        "turns",
        "smallest",
        "at least",
        "proven",
        "seconds",
        "by turn",
        "seconds",
    ):
        table.add_column(head, justify="left" if head == "game" else "right")
    for spec, length, share in GAMES:
        rules, turns = game(spec, length, share)
        wrong = spoiled(rules, turns)
        start = time.perf_counter()
        try:
            found = satisfiability.contradiction(rules, wrong, seconds)
            if found is None:
                continue
            shown = [f"{len(found.turns)}", f"{found.least}", "yes" if found.proven else "no"]
        except satisfiability.Undecided:
            shown = ["", "", ""]
        shown.append(f"{time.perf_counter() - start:.2f}")
        start = time.perf_counter()
        try:
            settled = satisfiability.first_contradiction(rules, wrong, seconds)
            shown.append("" if settled is None else f"{settled + 1}")
        except satisfiability.Undecided:
            shown.append("")
        table.add_row(spec, f"{length}", *shown, f"{time.perf_counter() - start:.2f}")
    screen.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--conflicts", action="store_true")
    asked = parser.parse_args()
    screen = Console(width=110)
    screen.print(f"Satisfiability of Mastermind, {machine()}")
    (conflicts if asked.conflicts else compare)(screen, asked.seconds)


if __name__ == "__main__":
    main()
