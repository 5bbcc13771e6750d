"""Consistent codes without listing all codes: by a search, or drawn by a Markov chain.

    python benchmarks/sampling.py [--twins]

CPU time of fixed work on one core. The turns are those of games with random consistent guesses,
which the chain draws while it finds a code. Short runs are repeated; the best counts.

Listed: all consistent codes and the positions searched, up to a limit; the goal for 8x12 and 4
turns is 30 million positions per second. Drawn: two million steps of all replicas; how often a
replica was at a consistent code, the number of distinct codes, and the effective sample size (for
the share of each colour at each place, from the variance over seeds). First: steps until the first
code without burn-in, the median and the worst of those seeds. --twins compares both kernels with
their reference implementations on small work, with equal results.
"""

from __future__ import annotations

import argparse
import statistics
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from rich.console import Console
from rich.table import Table

from common import machine, table_of
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.large import chain
from mastermine.mastermind.large.constraints import Constraints
from mastermine.mastermind.rules import Mastermind

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.rules import Code

    Turns = list[Turn[Code, Feedback]]

T = TypeVar("T")

LISTED = [((8, 12), turns) for turns in (2, 3, 4, 5, 6, 8)] + [((10, 10), 6), ((12, 12), 8)]
DRAWN = {
    (8, 12): (1, 2, 4, 6, 8),
    (12, 12): (2, 4, 6, 8, 10),
    (16, 20): (2, 4, 6, 8, 10, 14),
    (12, 40): (2, 4, 6, 8, 10, 14),
    (20, 20): (2, 4, 6, 8, 10, 14),
    (100, 6): (4, 8, 12),
}
NODES = 20_000_000
STEPS = 2_000_000
BURN, EVERY = 100, 4
SEEDS = range(10)
PATIENCE = 100_000
"""Maximum number of sweeps until the first code of a game."""
REPEATS, ENOUGH = 5, 2.0


def best_of(work: Callable[[], T]) -> tuple[T, float]:
    """Returns the result with the minimum CPU time of several runs."""
    times: list[float] = []
    while len(times) < REPEATS and sum(times) < ENOUGH:
        start = time.thread_time()
        found = work()
        times.append(time.thread_time() - start)
    return found, min(times)


def arrays(rules: Mastermind, turns: Turns) -> tuple[Any, ...]:
    constraints = Constraints.of(rules, turns)
    return (
        constraints.allowed,
        constraints.guesses,
        constraints.black,
        constraints.common,
        constraints.distinct,
    )


def drawn(
    rules: Mastermind,
    turns: Turns,
    seed: int,
    lengths: tuple[int, int, int, int],
    core: Any = None,
) -> Any:
    """Draws codes by a chain with a random start; lengths: burn, sweeps, every and wanted."""
    rng = Random(seed)
    start = np.array([rules.draw(rng) for _replica in chain.RATIOS], np.uint8)
    tables = chain.ladder(chain.RATIOS, 2 * rules.places * len(turns))
    draw = (core or kernels.backend).sampled
    return draw(*arrays(rules, turns), start, rng.word(), *lengths, *tables)


def game(rules: Mastermind, most: int, seed: int = 1) -> Turns:
    """Plays at most ``most`` turns of random consistent guesses, while the chain finds one."""
    rng = Random(seed)
    secret = rules.draw(rng)
    turns: Turns = []
    while len(turns) < most:
        found = drawn(rules, turns, rng.word(), (BURN, PATIENCE, 1, 1))
        if not len(found) or (guess := tuple(found[0].tolist())) == secret:
            break
        turns.append(Turn(guess, rules.respond(secret, guess)))
    return turns


def fewest_nodes(given: tuple[Any, ...], core: Any = None) -> int:
    """Returns the exact number of positions of a search that completes within the limit."""
    list_all = (core or kernels.backend).listed
    low, high = 0, NODES
    while low < high:
        middle = (low + high) // 2
        if list_all(*given, middle)[0]:
            high = middle
        else:
            low = middle + 1
    return high


def listing() -> Table:
    table = table_of("Listed", ("rules", "turns", "codes", "positions", "seconds", "million/s"))
    for (places, colours), number in LISTED:
        rules = Mastermind(places, colours)
        turns = game(rules, number)
        if len(turns) < number:
            continue
        given = arrays(rules, turns)
        (complete, codes), seconds = best_of(partial(kernels.backend.listed, *given, NODES))
        nodes = fewest_nodes(given) if complete else NODES
        table.add_row(
            f"{places}x{colours}",
            str(number),
            f"{len(codes):,}" if complete else "not all",
            f"{nodes:,}",
            f"{seconds:.4f}",
            f"{nodes / seconds / 1e6:.1f}",
        )
    return table


def worth(shares: Any) -> float:
    """Returns the effective sample size, from the shares of each run (rows)."""
    mean = shares.mean(axis=0)
    spread = shares.var(axis=0, ddof=1).sum()
    return float((mean * (1 - mean)).sum() / spread) if spread else 0.0


def drawing() -> Table:
    names = ("rules", "turns", "seconds", "million steps/s", "at rest", "met", "worth", "first, ms")
    table = table_of("Drawn", (*names, "worst"))
    for (places, colours), numbers in DRAWN.items():
        rules = Mastermind(places, colours)
        whole = game(rules, max(numbers))
        for number in numbers:
            if number > len(whole):
                continue
            turns = whole[:number]
            sweeps = STEPS // places // len(chain.RATIOS)
            lengths = (BURN, sweeps, EVERY, 1 << 40)
            codes, seconds = best_of(partial(drawn, rules, turns, 0, lengths))
            steps = (sweeps + BURN) * places * len(chain.RATIOS)
            runs = [drawn(rules, turns, seed, lengths) for seed in SEEDS]
            shares = [
                [(run == colour).mean(axis=0) for colour in range(colours)]
                for run in runs
                if len(run)
            ]
            firsts = []
            for seed in SEEDS:
                start = time.thread_time()
                drawn(rules, turns, seed, (0, PATIENCE, 1, 1))
                firsts.append(1000 * (time.thread_time() - start))
            table.add_row(
                f"{places}x{colours}",
                str(number),
                f"{seconds:.4f}",
                f"{steps / seconds / 1e6:.1f}",
                f"{len(codes) / (sweeps // EVERY * len(chain.RATIOS)):.4f}",
                f"{len(np.unique(codes, axis=0)):,}",
                f"{worth(np.array(shares)):,.0f}" if len(shares) > 1 else "",
                f"{statistics.median(firsts):.2f}",
                f"{max(firsts):.2f}",
            )
    return table


def twins() -> Table:
    table = table_of(
        "Native and plain", ("kernel", "rules", "turns", "native, s", "plain, s", "ratio")
    )
    for name, places, colours, number in (
        ("listed", 4, 6, 2),
        ("listed", 6, 9, 3),
        ("listed", 8, 12, 5),
        ("drawn", 4, 6, 2),
        ("drawn", 8, 12, 5),
        ("drawn", 12, 40, 10),
    ):
        rules = Mastermind(places, colours)
        turns = game(rules, number)

        def work(core: Any, name: str = name, rules: Any = rules, turns: Any = turns) -> Any:
            if name == "listed":
                return core.listed(*arrays(rules, turns), NODES)[1]
            return drawn(rules, turns, 1, (BURN, 100, 1, 1000), core)

        (fast, seconds), (slow, plain) = (
            best_of(partial(work, core)) for core in (kernels.backend, reference)
        )
        if not np.array_equal(fast, slow):
            raise SystemExit(f"{name}, {places}x{colours}: the twins differ")
        table.add_row(
            name,
            f"{places}x{colours}",
            str(len(turns)),
            f"{seconds:.5f}",
            f"{plain:.4f}",
            f"{plain / seconds:,.0f}",
        )
    return table


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--twins", action="store_true")
    args = parser.parse_args()
    screen = Console(width=110)
    screen.print(f"Codes without a list of all, {machine()}")
    if args.twins:
        screen.print(twins())
    else:
        screen.print(listing())
        screen.print(drawing())


if __name__ == "__main__":
    main()
