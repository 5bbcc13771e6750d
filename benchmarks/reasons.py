"""Share of the certain facts of Mastermind that each deduction rule finds, and CPU time per step.

    python benchmarks/reasons.py [SPEC] [GAMES] [STRATEGY]
    python benchmarks/reasons.py --histories

Each step uses the cheapest rule that applies; after each guess the conclusions of the rows before
are known. A fact is a colour that a place cannot have, or a step of 1 in the least or the greatest
number of pegs of a colour. The strategy [default: random-consistent] makes the guesses.
``--histories`` holds every history of up to three rows of 3x4 against the list of all codes.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from rich.console import Console

from common import machine, table_of
from mastermine.coach.steps import steps as played
from mastermine.core.oracle import Honest
from mastermine.core.random import Random
from mastermine.mastermind import Mastermind, Step, deduce
from mastermine.registry import find_strategy, parse_rules_of


def facts(step: Step) -> int:
    """Counts the facts that a step adds."""
    before, after = step.before, step.after
    return (
        sum(map(len, before.domains))
        - sum(map(len, after.domains))
        + sum(after.least)
        - sum(before.least)
        + sum(before.most)
        - sum(after.most)
    )


def histories() -> None:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.mastermind import test_deduction

    rules = test_deduction.SMALL
    for rows in (1, 2, 3):
        found = test_deduction.histories(rules, rows)
        for turns in found:
            test_deduction.check(rules, turns)
        print(f"{rules.spec()}, {rows} rows: {len(found):,} histories, all steps right")


def main() -> None:
    if sys.argv[1:] == ["--histories"]:
        return histories()
    spec = sys.argv[1] if len(sys.argv) > 1 else "4x6"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    name = sys.argv[3] if len(sys.argv) > 3 else "random-consistent"
    rules = parse_rules_of(Mastermind, spec)
    strategy = find_strategy(name, rules.game)
    number, found, rows, needed = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    times: dict[str, list[float]] = defaultdict(list)
    guesses = 0
    for game in range(games):
        rng = Random(0).fork(spec, game)
        used = set()
        oracle = Honest(rules, rules.draw(rng), rng)
        for turn in played(rules, strategy, oracle, rng.fork("strategy")):
            guesses += 1
            if rules.solved(turn.feedback):
                break
            start = time.process_time()
            for step in deduce(rules, turn.after.turns, since=len(turn.before.turns)):
                times[step.rule].append(time.process_time() - start)
                number[step.rule] += 1
                found[step.rule] += facts(step)
                rows[step.rule] += len(step.rows)
                used.add(step.rule)
                start = time.process_time()
        needed.update(used)
    table = table_of(
        f"{rules.spec()}, {games:,} games of {name}, {guesses:,} guesses; {machine()}",
        ("rule", "steps", "facts, %", "games with it, %", "rows", "median, ms", "most, ms"),
    )
    for rule, n in number.most_common():
        taken = sorted(times[rule])
        table.add_row(
            rule,
            f"{n:,}",
            f"{100 * found[rule] / found.total():.1f}",
            f"{100 * needed[rule] / games:.0f}",
            f"{rows[rule] / n:.2f}",
            f"{1000 * taken[len(taken) // 2]:.1f}",
            f"{1000 * taken[-1]:.1f}",
        )
    seconds = [each for some in times.values() for each in some]
    table.add_section()
    table.add_row(
        "all",
        f"{number.total():,}",
        "100.0",
        "",
        f"{rows.total() / number.total():.2f}",
        f"{1000 * sorted(seconds)[len(seconds) // 2]:.1f}",
        f"{1000 * max(seconds):.1f}",
    )
    Console(width=110).print(table)
    return None


if __name__ == "__main__":
    main()
