"""Efficiency of the Minesweeper strategy `efficient`: 3BV divided by clicks, over won games.

The games are those of `mastermine match LEVEL --seed 1`; `champion` plays the same. A flag and a
chord are one click each. Arguments select levels and the number of games: efficiency.py expert 500.
"""

from __future__ import annotations

import sys
from math import sqrt
from statistics import mean, stdev
from time import process_time
from typing import TYPE_CHECKING, cast

from rich.console import Console

from common import machine, table_of
from mastermine import find_strategy
from mastermine.arena.worker import stream
from mastermine.core.game import Outcome
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.minesweeper import Metrics, Minesweeper
from mastermine.minesweeper.efficient import follow
from mastermine.minesweeper.strategies.champion import champion
from mastermine.minesweeper.strategies.efficient import efficient
from mastermine.registry import parse_rules_of

if TYPE_CHECKING:
    from mastermine.minesweeper.board import Layout
    from mastermine.minesweeper.knowledge import BoardView

LEVELS = ("beginner", "intermediate", "expert")
GAMES = 1000
SEED = 1


def play(rules: Minesweeper, number: int) -> tuple[int, int] | None:
    """Plays a game; returns its 3BV and the clicks, or None if it is lost."""
    oracle = Honest(rules, rng=stream(SEED, number))
    clicks = 0
    for before, _turn, _after, outcome in moves(rules, efficient, oracle):
        clicks = follow(cast("BoardView", before), champion.raw).count
        if outcome is Outcome.WON:
            return Metrics(cast("Layout", oracle.reveal())).bbbv, clicks
        if outcome is not None:
            return None
    raise AssertionError


def champion_wins(rules: Minesweeper, games: int) -> int:
    """Counts the same games that champion wins."""
    streams = [stream(SEED, number) for number in range(1, games + 1)]
    player = find_strategy("champion", "minesweeper").games
    assert player is not None
    return sum(played.won for played in player(rules, streams, streams))


def main() -> None:
    words = sys.argv[1:]
    games = next((int(word) for word in words if word.isdigit()), GAMES)
    heads = ("level", "games", "won", "champion", "3BV", "clicks", "efficiency, %", "s a game")
    table = table_of(f"Efficiency, {machine()}", heads)
    for level in [word for word in words if word in LEVELS] or LEVELS:
        rules = parse_rules_of(Minesweeper, level)
        started = process_time()
        played = [play(rules, number) for number in range(1, games + 1)]
        seconds = (process_time() - started) / games
        won = [game for game in played if game is not None]
        rates = [100 * bbbv / clicks for bbbv, clicks in won]
        table.add_row(
            level,
            f"{games:,}",
            f"{len(won):,}",
            f"{champion_wins(rules, games):,}",
            f"{mean(bbbv for bbbv, _clicks in won):.1f}",
            f"{mean(clicks for _bbbv, clicks in won):.1f}",
            f"{mean(rates):.1f} ± {stdev(rates) / sqrt(len(rates)):.1f}",
            f"{seconds:.2f}",
        )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
