"""Solvers and encodings of "is any code consistent with all turns?", on the same games.

    python benchmarks/satisfiability.py [--seconds SECONDS] [--conflicts]

A game is a secret and guesses with more and more correct places, from a fixed seed; in a game
marked "wrong" one answer is changed by a peg. The numbers of turns give easy and hard games: few
and many turns are both easy. Each solver gets SECONDS [default: 10] in its own process. The work
count is the number of the solver's conflicts; times are CPU time of Python and the solver, without
imports. The ratio is to the package's solver; it is missing if either exceeded its time.

--conflicts measures the minimal contradictory sets of the wrong games, by the package.

"CP-SAT", of OR-Tools, is the package's solver and supports sums directly. The others are solvers of
python-sat, skipped if it is not installed. "totalizer" (Bailleux and Boufkhad, 2003) encodes sums
as clauses; "native" uses a solver with cardinality constraints.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.table import Table

from common import machine
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Black, Feedback, Pegs
from mastermine.mastermind.large import satisfiability
from mastermine.mastermind.large.conflicts import contradiction, first_contradiction
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import parse_rules_of

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
"""Rules, number of turns, and percentage of correct places at the end."""

SEED, WRONG_SEED = 1, 2
SECONDS = 10.0


class Result(NamedTuple):
    """True if a code is consistent, and the cost."""

    fits: bool
    conflicts: int
    seconds: float


def game(spec: str, length: int, share: int) -> tuple[Mastermind, Turns]:
    """Makes a game whose guesses approach the code."""
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
    """Returns the turns with one answer changed by a peg."""
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
                raise ValueError("the given places contradict each other")
        if legal:
            return [*turns[:row], Turn(turns[row].action, answer), *turns[row + 1 :]]


class Clauses:
    """The codes consistent with some turns, as clauses for a solver of python-sat."""

    def __init__(self, solver: str, rules: Mastermind, turns: Turns) -> None:
        from pysat.solvers import Solver

        self.names = 0
        self.solver = Solver(name=solver)
        self.has = [[self.new() for _c in range(rules.symbols)] for _p in range(rules.places)]
        for row in self.has:
            self.solver.add_clause(row)
            self.at_most_one(row)
        columns = list(zip(*self.has, strict=True))
        if not rules.repeats:
            for column in columns:
                self.at_most_one(column)
        colours_used: Counter[int] = Counter()
        for turn in turns:
            if isinstance(turn.feedback, Pegs):
                colours_used |= Counter(turn.action)
        stands = {
            colour: self.counted(columns[colour], most) for colour, most in colours_used.items()
        }
        for turn in turns:
            agree = [row[colour] for row, colour in zip(self.has, turn.action, strict=True)]
            match turn.feedback:
                case Pegs(black, white):
                    self.exactly(black, agree)
                    common = [x for c, n in Counter(turn.action).items() for x in stands[c][:n]]
                    self.exactly(black + white, common)
                case Black(black):
                    self.exactly(black, agree)

    def new(self) -> int:
        self.names += 1
        return self.names

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Adds: at most one literal is true (sequential encoding)."""
        first, rest = literals[:5], literals[5:]
        for index, literal in enumerate(first):
            for other in first[:index]:
                self.solver.add_clause([-literal, -other])
        if rest:
            any_of_them = self.new()
            for literal in first:
                self.solver.add_clause([-literal, any_of_them])
            self.at_most_one([any_of_them, *rest])

    def counted(self, literals: Sequence[int], most: int) -> list[int]:
        """Returns literals; the one at index k is true if more than k of these are."""
        if len(literals) <= 1:
            return list(literals[:most])
        half = len(literals) // 2
        left, right = self.counted(literals[:half], most), self.counted(literals[half:], most)
        both = [self.new() for _count in range(min(most, len(literals)))]
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                # At least i and at least j make i + j; no more than i and j, no more together.
                if total := min(i + j, len(both)):
                    fewer = [-x for x in (*left[:i][-1:], *right[:j][-1:])]
                    self.solver.add_clause([both[total - 1], *fewer])
                if i + j < len(both):
                    self.solver.add_clause([-both[i + j], *left[i : i + 1], *right[j : j + 1]])
        return both

    def exactly(self, n: int, literals: Sequence[int]) -> None:
        """Adds: exactly ``n`` of these are true."""
        more = self.counted(literals, n + 1)
        for literal in [*more[max(n - 1, 0) : n], *(-x for x in more[n:])]:
            self.solver.add_clause([literal])

    def find(self) -> Code | None:
        """Returns a consistent code, or None."""
        if not self.solver.solve():
            return None
        true = {literal for literal in self.solver.get_model() if literal > 0}
        return tuple(next(c for c, x in enumerate(row) if x in true) for row in self.has)


class Native(Clauses):
    """Uses the solver's own cardinality constraints; a literal may occur several times."""

    def at_most_one(self, literals: Sequence[int]) -> None:
        self.solver.add_atmost(list(literals), 1)

    def counted(self, literals: Sequence[int], most: int) -> list[int]:
        n = len(literals)
        counter = [self.new() for _count in range(min(most, n))]
        for k, more in enumerate(counter, start=1):
            self.solver.add_atmost([*(-x for x in literals), *[more] * k], n)
            self.solver.add_atmost([*literals, *[-more] * (n - k + 1)], n)
        return counter

    def exactly(self, n: int, literals: Sequence[int]) -> None:
        self.solver.add_atmost(list(literals), n)
        self.solver.add_atmost([-x for x in literals], len(literals) - n)


def by_sat(solver: str, kind: type[Clauses], rules: Mastermind, turns: Turns) -> Result:
    start = time.process_time()
    codes = kind(solver, rules, turns)
    code = codes.find()
    seconds = time.process_time() - start
    confirm(rules, turns, code)
    return Result(code is not None, codes.solver.accum_stats()["conflicts"], seconds)


def by_cp_sat(rules: Mastermind, turns: Turns) -> Result:
    start = time.process_time()
    codes = satisfiability.Codes(rules, turns, satisfiability.Clock(None))
    solver = codes.solver()
    code = codes.code(solver.boolean_value) if codes.solved(solver) else None
    seconds = time.process_time() - start
    confirm(rules, turns, code)
    return Result(code is not None, solver.num_conflicts, seconds)


def confirm(rules: Mastermind, turns: Turns, code: Code | None) -> None:
    """Checks with the rules alone that a code is consistent."""
    if code is not None and any(rules.respond(code, t.action) != t.feedback for t in turns):
        raise SystemExit(f"{rules.spec()}: a code was found that does not fit")


PACKAGE = "CP-SAT"
OTHERS: dict[str, Callable[[Mastermind, Turns], Result]] = {
    "totalizer, minisat22": partial(by_sat, "minisat22", Clauses),
    "totalizer, glucose4": partial(by_sat, "glucose4", Clauses),
    "totalizer, cadical195": partial(by_sat, "cadical195", Clauses),
    "native, gluecard4": partial(by_sat, "gluecard4", Native),
}


def in_time(way: Callable[[], Result], seconds: float) -> Result | None:
    """Returns a solver's result from its own process; None after the time limit."""
    here, there = multiprocessing.Pipe(duplex=False)

    def work(out: Connection) -> None:
        out.send(way())

    process = multiprocessing.get_context("fork").Process(target=work, args=(there,))
    process.start()
    there.close()
    try:
        return here.recv() if here.poll(seconds) else None
    except EOFError:
        raise SystemExit("a solver failed; see the error above") from None
    finally:
        process.kill()
        process.join()


def cell(result: Result | None, seconds: float) -> str:
    return f"> {seconds:g}" if result is None else f"{result.seconds:.3f}"


def compare(screen: Console, seconds: float) -> None:
    """Prints a table for each game, and one of all games."""
    from ortools.sat.python import cp_model  # noqa: F401  # imported before timing

    ways: dict[str, Callable[[Mastermind, Turns], Result]] = {PACKAGE: by_cp_sat}
    if find_spec("pysat") is None:
        screen.print("the solvers of python-sat are left out: it is not installed")
    else:
        import pysat.solvers  # noqa: F401  # imported before timing

        ways |= OTHERS
    results: dict[str, list[Result | None]] = {name: [] for name in ways}
    for spec, length, share in GAMES:
        rules, turns = game(spec, length, share)
        for wrong in (False, True):
            played = spoiled(rules, turns) if wrong else turns
            table = Table(title=f"{spec}, {length} turns" + ", wrong" * wrong, min_width=60)
            for head in ("way", "fits", "conflicts", "seconds", "ratio"):
                table.add_column(head, justify="left" if head == "way" else "right")
            for name, way in ways.items():
                result = in_time(partial(way, rules, played), seconds)
                results[name].append(result)
                first = results[PACKAGE][-1]
                ratio = result.seconds / first.seconds if result and first else None
                table.add_row(
                    name,
                    "" if result is None else "yes" if result.fits else "no",
                    "" if result is None else f"{result.conflicts:,}",
                    cell(result, seconds),
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
    """Prints the minimal contradictory turns, and the first turn without a consistent code."""
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
            found = contradiction(rules, wrong, seconds)
            if found is None:
                continue
            cells = [f"{len(found.turns)}", f"{found.least}", "yes" if found.proven else "no"]
        except satisfiability.Undecided:
            cells = ["", "", ""]
        cells.append(f"{time.perf_counter() - start:.2f}")
        start = time.perf_counter()
        try:
            settled = first_contradiction(rules, wrong, seconds)
            cells.append("" if settled is None else f"{settled + 1}")
        except satisfiability.Undecided:
            cells.append("")
        table.add_row(spec, f"{length}", *cells, f"{time.perf_counter() - start:.2f}")
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
