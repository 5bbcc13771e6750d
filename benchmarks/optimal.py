"""CPU time of proven optimal play of Mastermind on one core, compared with its goals.

    python benchmarks/optimal.py [RULES ...]
    python benchmarks/optimal.py --growth [--seconds SECONDS]
    python benchmarks/optimal.py --pruning [--seconds SECONDS]
    python benchmarks/optimal.py --threads [RULES ...]
    python benchmarks/optimal.py --certificates [RULES ...]

Driver: all of `mastermine.mastermind.optimal.search.optimal_play`, with the tree. Native: one call
of its native search of the whole game. Short runs are repeated; the best counts. The work count is
the number of positions searched; optimizations must not change it.

--growth adds colours at 3 to 6 places while a game takes less than SECONDS [default: 600].
--pruning switches off one pruning rule at a time, for at most SECONDS [default: 60]; ratios are to
the search with all rules. Both use the native call.
--threads compares one thread of the driver with two, which share one table: wall time, CPU time of
the process, positions. --certificates: time to search, to write the certificate and to check it,
and its size.
"""

from __future__ import annotations

import argparse
import gzip
import signal
import time
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.console import Console
from rich.table import Table

from common import machine, table_of
from mastermine.mastermind import kernels
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.optimal.brute_force import ANY, IMPOSSIBLE, TOTAL
from mastermine.mastermind.optimal.certificate import check_stream
from mastermine.mastermind.optimal.search import MAX_SEARCHED_CODES, optimal_play
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GOALS = {
    "4x6": 0.02,
    "4x10-distinct": 10.0,
    "4x7": 2.0,
    "5x5": 0.6,
    "6x4": 6.0,
    "4x8": 20.0,
}
"""Seconds."""

PRUNED = ("4x5", "4x6", "5x4")
RULES = {
    "symmetry of guesses": 1,
    "equal partitions tried once": 2,
    "table of solved sets": 4,
    "bounds by number of parts": 8,
    "ideal splits of small sets": 16,
    "dedicated small sets": 32,
    "look-ahead bounds of parts": 64,
    "sets of one form": 128,
    "inherited branches": 256,
}
"""Bits that switch pruning rules off."""

SHARED = ("4x7", "4x8", "4x10-distinct")
CERTIFIED = ("4x6", "5x4", "4x7", "5x5")

PLACES = (3, 4, 5, 6)

REPEATS = 20
ENOUGH = 3.0
"""Runs longer than this many seconds are not repeated."""


class Search(NamedTuple):
    """Result of a search and its CPU time."""

    value: int
    bound: int
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        return self.value == self.bound


def game(spec: str) -> Mastermind:
    return parse_rules_of(Mastermind, spec)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TimeoutError after this much CPU time; 0 means no limit."""

    def over(*_signal: Any) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def best_of(
    search: Callable[[], tuple[int, int, int]], clock: Callable[[], float] = time.thread_time
) -> Search:
    """Returns the fastest of several searches.

    The clock of the process is too coarse while its timer runs; so the default is the thread's.
    """
    times: list[float] = []
    while len(times) < REPEATS and sum(times) < ENOUGH:
        start = clock()
        found = search()
        times.append(clock() - start)
    return Search(*found, min(times))


def driven(rules: Mastermind) -> Search:
    """Runs the search of `mastermine optimal`."""

    def search() -> tuple[int, int, int]:
        found = optimal_play(rules)
        return found.total or 0, found.lower_bound, found.nodes

    return best_of(search, time.process_time)  # The search has a thread of its own.


def native(rules: Mastermind, without: int = 0, seconds: float = 0) -> Search:
    """Searches the whole game natively, with an empty cache. Raises TimeoutError."""
    codes = universe(rules)
    kind = kernels.kind(rules)

    def search() -> tuple[int, int, int]:
        with within(seconds):
            value, bound, _tree, nodes = kernels.backend.optimum(
                codes,
                rules.symbols,
                not rules.repeats,
                kind,
                codes[:0],
                ANY,
                0,
                TOTAL,
                IMPOSSIBLE,
                0,
                without,
                0.0,
            )
        return value, bound, nodes

    return best_of(search)


def goals(specs: list[str]) -> Table:
    table = table_of(
        "The fewest guesses for all codes, proven",
        (
            "rules",
            "codes",
            "guesses",
            "driver: positions",
            "seconds",
            "native: positions",
            "seconds",
            "goal, s",
        ),
    )
    for spec in specs:
        rules = game(spec)
        whole, single = driven(rules), native(rules)
        if not (whole.proven and single.proven and whole.value == single.value):
            raise SystemExit(f"{spec}: the driver and the native search differ")
        table.add_row(
            spec,
            f"{rules.size:,}",
            f"{whole.value:,}",
            f"{whole.nodes:,}",
            f"{whole.seconds:.3f}",
            f"{single.nodes:,}",
            f"{single.seconds:.3f}",
            f"{GOALS[spec]:g}" if spec in GOALS else "",
        )
    return table


def pruning(spec: str, most: float) -> Table:
    """Tabulates the cost of a search without each pruning rule."""
    rules = game(spec)
    full = native(rules)
    table = table_of(
        f"{spec}, {full.value:,} guesses: without a rule of pruning",
        ("without", "positions", "ratio", "seconds", "ratio"),
    )
    table.add_row("(all on)", f"{full.nodes:,}", "", f"{full.seconds:.4f}", "")
    for name, bit in RULES.items():
        try:
            less = native(rules, bit, most)
        except TimeoutError:
            table.add_row(name, "", "", f"> {most:g}", f"> {most / full.seconds:,.0f}")
            continue
        if (less.value, less.bound) != (full.value, full.bound):
            raise SystemExit(f"{spec} without {name}: {less.value}, not {full.value}")
        table.add_row(
            name,
            f"{less.nodes:,}",
            f"{less.nodes / full.nodes:.2f}",
            f"{less.seconds:.4f}",
            f"{less.seconds / full.seconds:.2f}",
        )
    return table


def threads(specs: list[str]) -> Table:
    """Compares searches of one thread and of two."""
    heads = ("rules", "guesses", "threads", "positions", "wall, s", "ratio", "CPU, s", "ratio")
    table = table_of("Threads that share one table", heads)
    for spec in specs:
        alone: tuple[float, float] | None = None
        for jobs in (1, 2):
            wall, cpu = time.perf_counter(), time.process_time()
            found = optimal_play(game(spec), jobs=jobs)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            if not found.proven:
                raise SystemExit(f"{spec} is not proven")
            alone = alone or (wall, cpu)
            table.add_row(
                spec if jobs == 1 else "",
                f"{found.total:,}",
                str(jobs),
                f"{found.nodes:,}",
                f"{wall:.3f}",
                f"{wall / alone[0]:.2f}",
                f"{cpu:.3f}",
                f"{cpu / alone[1]:.2f}",
            )
    return table


def certificates(specs: list[str]) -> Table:
    """Tabulates the CPU time of searches, of writing and checking their certificates, and sizes."""
    heads = ("rules", "bound", "search, s", "write, s", "check, s", "sets", "bytes", "unpacked")
    table = table_of("Certificates", heads)
    for spec in specs:
        rules = game(spec)
        start = time.process_time()
        optimal_play(rules)
        searched = time.process_time() - start
        start = time.process_time()
        proof = optimal_play(rules, certificate=True).certificate
        written = time.process_time() - start - searched
        start = time.process_time()
        bound = check_stream(BytesIO(proof))
        checked = time.process_time() - start
        table.add_row(
            spec,
            f"{bound.total:,}",
            f"{searched:.3f}",
            f"{written:.3f}",
            f"{checked:.3f}",
            f"{bound.sets:,}",
            f"{len(proof):,}",
            f"{len(gzip.decompress(proof)):,}",
        )
    return table


def growth(screen: Console, most: float) -> None:
    """Prints a line per game when it is finished."""
    line = "{:>6} {:>7} {:>8} {:>8} {:>13} {:>10}"
    screen.print(line.format("rules", "codes", "guesses", "average", "positions", "seconds"))
    for places in PLACES:
        for colours in count(2):
            rules = game(f"{places}x{colours}")
            if rules.size > MAX_SEARCHED_CODES:
                break
            row: tuple[str, ...] = f"{places}x{colours}", f"{rules.size:,}"
            try:
                found = native(rules, seconds=most)
            except TimeoutError:
                screen.print(line.format(*row, "", "", "", f"> {most:g}"), highlight=False)
                break
            row += f"{found.value:,}", f"{found.value / rules.size:.4f}"
            row += f"{found.nodes:,}", f"{found.seconds:.4f}"
            screen.print(line.format(*row), highlight=False)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rules", nargs="*")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--pruning", action="store_true")
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--certificates", action="store_true")
    parser.add_argument("--seconds", type=float)
    args = parser.parse_args()
    screen = Console(width=110)
    screen.print(f"The best play of Mastermind, {machine()}")
    if args.growth:
        growth(screen, args.seconds or 600)
    if args.pruning:
        for spec in args.rules or PRUNED:
            screen.print(pruning(spec, args.seconds or 60))
    if args.threads:
        screen.print(threads(args.rules or list(SHARED)))
    if args.certificates:
        screen.print(certificates(args.rules or list(CERTIFIED)))
    if not (args.growth or args.pruning or args.threads or args.certificates):
        screen.print(goals(args.rules or list(GOALS)))


if __name__ == "__main__":
    main()
