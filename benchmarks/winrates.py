"""Win rates of the Minesweeper strategies, compared with published ones.

The games are those of `mastermine match LEVEL --seed 1`; every strategy plays the same layouts. The
time is for one core. Arguments select levels, strategies and the number of games:
winrates.py expert pseq 200000.
"""

from __future__ import annotations

import sys
from math import sqrt

from rich.console import Console

from common import machine, table_of
from mastermine import find_strategy, parse_rules
from mastermine.arena.run import Run
from mastermine.arena.runner import conduct
from mastermine.arena.standings import Score, Standings

LEVELS = ("beginner", "intermediate", "expert")
GAMES = {
    "single-point": 50_000,
    "thesis": 100_000,
    "patterns": 50_000,
    "safest": 50_000,
    "pseq": 200_000,
    "endgame": 50_000,
    "farsighted": 50_000,
    "champion": 50_000,
}
PUBLISHED = {
    "thesis": (0.88686, 0.70197, 0.22059),
    "pseq": (0.9168, 0.7812, 0.3962),
}
"""Horvat (Osijek 2023); Tu, Li, Chen, Zu and Gu (2017). Both start in the corner."""


def measure(level: str, name: str, games: int) -> Score:
    strategy = find_strategy(name, "minesweeper")
    run = Run.of(parse_rules(level), [strategy], games, 1, moves=False)
    standings = Standings(run.names, run.risky)
    for part in conduct(run):
        standings.add(part.games)
    return standings.scores[0]


def main() -> None:
    words = sys.argv[1:]
    numbers = [int(word) for word in words if word.isdigit()]
    names = [word for word in words if word in GAMES] or list(GAMES)
    table = table_of(
        f"Games won, {machine()}",
        ("level", "strategy", "games", "won, %", "published, %", "guesses", "ms a game"),
        words=2,
    )
    screen = Console(width=100)
    for index, level in enumerate(LEVELS):
        for name in names:
            if set(words) & set(LEVELS) and level not in words:
                continue
            games = numbers[0] if numbers else GAMES[name]
            found = measure(level, name, games)
            rate = found.wins / games
            error = sqrt(rate * (1 - rate) / games)
            published = f"{100 * PUBLISHED[name][index]:.3f}" if name in PUBLISHED else ""
            row = (f"{games:,}", f"{100 * rate:.3f} ± {100 * error:.3f}", published)
            table.add_row(level, name, *row, f"{found.guesses:.3f}", f"{found.milliseconds:.3f}")
            print(level, name, *row, file=sys.stderr, flush=True)
        table.add_section()
    screen.print(table)


if __name__ == "__main__":
    main()
