"""Does a code fit all turns? Ways to write that down, and solvers for it, on the same games.

    python benchmarks/satisfiability.py [--seconds SECONDS] [--conflicts]

A game is a secret and guesses that have more and more places of it right, from a fixed seed; in a
game marked "wrong" one answer is changed by a peg. How many turns there are was chosen so that easy
games are there and such that are hard: not so many turns that little is left, nor so few that much
is. Each way gets SECONDS (10) in a process of its own. The work count is the number of conflicts
that the solver met; times are processor time with all that Python does, and without any imports.
The ratio is to the way of the package; where either was not done in time there is none.

With --conflicts it is the smallest contradictory sets of the games that are wrong, by the package.

The ways: "CP-SAT", of OR-Tools, is the package's, which says sums as they are. The others are
solvers of python-sat, and are left out where it is not installed. With "totalizer" (Bailleux and
Boufkhad, 2003) they get clauses that count; "native" leaves all counting to a solver that knows
what a cardinality is.
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


class Clauses:
    """The codes that fit some turns, as clauses for a solver of python-sat."""

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
        wanted: Counter[int] = Counter()
        for turn in turns:
            if isinstance(turn.feedback, Pegs):
                wanted |= Counter(turn.action)
        stands = {colour: self.counted(columns[colour], most) for colour, most in wanted.items()}
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
        """A variable."""
        self.names += 1
        return self.names

    def at_most_one(self, literals: Sequence[int]) -> None:
        """No two of these are true. A variable stands for any of the first ones."""
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
        """Literals, of which the one at index k says that more than k of these are true."""
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
        """So many of these are true."""
        more = self.counted(literals, n + 1)
        for literal in [*more[max(n - 1, 0) : n], *(-x for x in more[n:])]:
            self.solver.add_clause([literal])

    def find(self) -> Code | None:
        """A code that fits."""
        if not self.solver.solve():
            return None
        true = {literal for literal in self.solver.get_model() if literal > 0}
        return tuple(next(c for c, x in enumerate(row) if x in true) for row in self.has)


class Native(Clauses):
    """Counting is left to the solver, which may be told a literal several times."""

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
    """By a solver of python-sat, and a way to write the turns down."""
    start = time.process_time()
    codes = kind(solver, rules, turns)
    code = codes.find()
    seconds = time.process_time() - start
    confirm(rules, turns, code)
    return Result(code is not None, codes.solver.accum_stats()["conflicts"], seconds)


def by_cp_sat(rules: Mastermind, turns: Turns) -> Result:
    """As the package does it."""
    start = time.process_time()
    codes = satisfiability.Codes(rules, turns, satisfiability.Clock(None))
    solver = codes.solver()
    code = codes.code(solver.boolean_value) if codes.solved(solver) else None
    seconds = time.process_time() - start
    confirm(rules, turns, code)
    return Result(code is not None, solver.num_conflicts, seconds)


def confirm(rules: Mastermind, turns: Turns, code: Code | None) -> None:
    """A code that was found must fit, by the rules alone."""
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
    from ortools.sat.python import cp_model  # noqa: F401  # Imported now, it costs none of the time.

    ways: dict[str, Callable[[Mastermind, Turns], Result]] = {PACKAGE: by_cp_sat}
    if find_spec("pysat") is None:
        screen.print("the solvers of python-sat are left out: it is not installed")
    else:
        import pysat.solvers  # noqa: F401  # Likewise.

        ways |= OTHERS
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
            found = contradiction(rules, wrong, seconds)
            if found is None:
                continue
            shown = [f"{len(found.turns)}", f"{found.least}", "yes" if found.proven else "no"]
        except satisfiability.Undecided:
            shown = ["", "", ""]
        shown.append(f"{time.perf_counter() - start:.2f}")
        start = time.perf_counter()
        try:
            settled = first_contradiction(rules, wrong, seconds)
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
