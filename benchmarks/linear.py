"""Number of guesses of `linear` against the number of places, in games far too large to list.

Each row uses the same random codes in every run. "a bit": guesses per bit of the code, which has
n * log2(k) bits with repeats; "bound": lower bound of the average number of guesses, from the
numbers of codes and of answers. The time is for one core, with answers. Arguments: codes per row
[default: 5], maximum number of places [default: 255], and --plot FILE.png for a picture:
linear.py 20 64 --plot linear.png.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import log2, sqrt
from statistics import mean, stdev
from time import process_time
from typing import Any

from rich.console import Console

from common import machine, table_of
from mastermine import find_strategy
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules_of

PLACES = (4, 8, 16, 32, 64, 128, 192, 255)
FAMILIES: dict[str, Callable[[int], str]] = {
    "k = n": lambda n: f"{n}x{n}",
    "k = n, black": lambda n: f"{n}x{n}-black",
    "k = n/2, black": lambda n: f"{n}x{n // 2}-black",
    "k = 10, black": lambda n: f"{n}x10-black",
    "k = 2, black": lambda n: f"{n}x2-black",
    "k = n, distinct": lambda n: f"{n}x{n}-distinct",
}


def guesses(rules: Mastermind, number: int) -> int:
    strategy = find_strategy("linear", "mastermind")
    secret = rules.draw(Random(f"secret {number}"))
    view: View[Any, Any, Any] = View(rules)
    while not (view.length and rules.solved(view.turns[-1].feedback)):
        guess = strategy(view)
        view = view.after(Turn(guess, rules.respond(secret, guess)))
    return view.length


def draw(points: dict[str, list[tuple[int, float]]], file: str) -> None:
    """Plots guesses against places, with a fit for k = n, and n * log2(n)."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 6))
    for family, line in points.items():
        axes.plot(*zip(*line, strict=True), "o-", label=family)
    line = points["k = n"]
    slope = sum(n * y for n, y in line) / sum(n * n for n, _y in line)
    ends = range(1, line[-1][0] + 1)
    axes.plot(ends, [slope * n for n in ends], ":", label=f"{slope:.2f} n")
    axes.plot(ends, [n * log2(n) for n in ends], "--", label="n log2 n")
    axes.set_xlabel("places")
    axes.set_ylabel("guesses")
    axes.legend()
    figure.savefig(file, dpi=120)


def main() -> None:
    words = sys.argv[1:]
    plot = words[words.index("--plot") + 1] if "--plot" in words else ""
    numbers = [int(word) for word in words if word.isdigit()]
    games = numbers[0] if numbers else 5
    largest = numbers[1] if len(numbers) > 1 else PLACES[-1]
    table = table_of(
        f"Guesses of linear, {games} codes a row, {machine()}",
        ("game", "guesses", "a place", "a bit", "bound", "/ bound", "s a game"),
    )
    points: dict[str, list[tuple[int, float]]] = {}
    for family, spec in FAMILIES.items():
        for n in PLACES:
            if n > largest:
                break
            rules = parse_rules_of(Mastermind, spec(n))
            start = process_time()
            taken = [guesses(rules, number) for number in range(games)]
            seconds = (process_time() - start) / games
            found, error = mean(taken), stdev(taken) / sqrt(games) if games > 1 else 0.0
            bits = log2(rules.size)
            bound = bits / log2(rules.answers)
            row = [f"{found:.1f} ± {error:.1f}", f"{found / n:.2f}", f"{found / bits:.2f}"]
            row += [f"{bound:.1f}", f"{found / bound:.2f}", f"{seconds:.2f}"]
            table.add_row(spec(n), *row)
            points.setdefault(family, []).append((n, found))
            print(spec(n), *row, file=sys.stderr, flush=True)
        table.add_section()
    Console(width=100).print(table)
    if plot:
        draw(points, plot)


if __name__ == "__main__":
    main()
