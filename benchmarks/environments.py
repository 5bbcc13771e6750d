"""Environment steps per second of CPU time at beginner, with a random click in each game.

Only the steps count, not the choice of clicks. Arguments: the number of games in a batch, and the
number of batches.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from rich.console import Console

from common import machine, table_of
from mastermine.ml.minesweeper import MinesweeperVectorEnv

KINDS: dict[str, dict[str, Any]] = {
    "without truth": {},
    "exact risk": {"reward": "exact"},
    "exact risk and information": {"reward": "exact", "bits": True},
}


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    games, batches = (*words, *(1024, 500)[len(words) :])
    title = f"Minesweeper, beginner, batches of {games}, {machine()}"
    table = table_of(title, ("reward", "steps a second of CPU time"))
    for name, options in KINDS.items():
        table.add_row(name, f"{steps_a_second(games, batches, options):,.0f}")
    Console(width=100).print(table)


def steps_a_second(games: int, batches: int, options: dict[str, Any]) -> float:
    """Measures the steps of one environment."""
    env, rng = MinesweeperVectorEnv(games, **options), np.random.default_rng(1)
    _boards, info = env.reset(seed=1)
    spent = 0.0
    for _ in range(batches):
        closed = info["action_mask"]
        clicks = (rng.random(closed.shape, np.float32) * closed).argmax(axis=1)
        start = time.process_time()
        info = env.step(clicks)[-1]
        spent += time.process_time() - start
    return games * batches / spent


if __name__ == "__main__":
    main()
