"""CPU time that the engine protocol adds to a move at expert, in batches.

An engine in Python answers at once, always with the same cell. Both sides count: the referee writes
the boards and reads the moves, the engine reads the boards. Arguments: the number of games in a
batch, and the number of batches.
"""

from __future__ import annotations

import shlex
import sys
import time

import numpy as np
from rich.console import Console

from common import machine, table_of
from mastermine.core.random import Random
from mastermine.engines.command import read_moves
from mastermine.engines.engine import Engine
from mastermine.engines.minefields import BatchGame
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of

ENGINE = """
import sys
read, write = sys.stdin.buffer, sys.stdout.buffer
number = 1
for line in read:
    if line.startswith(b"dep"):
        write.write(b"dep 1\\nid name at-once\\nplays minesweeper\\ncan batch\\ndepok\\n")
    elif line.startswith(b"batch"):
        number = int(line[6:])
        for _ in range(number):
            read.readline()
    elif line.startswith(b"go"):
        write.write(b"move 29,15\\n" * number)
    write.flush()
"""


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    games, batches = (*words, *(1024, 200)[len(words) :])
    rules = parse_rules_of(Minesweeper, "expert")
    boards = [BatchGame(rules, Random(n), n) for n in range(games)]
    numbers = np.random.default_rng(1).integers(0, 10, (games, rules.cells), np.uint8)
    for board, cells in zip(boards, numbers, strict=True):
        board.cells[:] = cells.tobytes()
    engine = Engine(shlex.join([sys.executable, "-c", ENGINE]))
    spec = rules.spec()
    table = table_of(
        f"Engine protocol, {batches} batches of {games} boards at expert, {machine()}",
        ("side", "CPU time a move, µs"),
    )
    engine_start, start = engine.cpu_seconds(), time.process_time()
    for _ in range(batches):
        asked = [engine.prepare(spec, None, {})]
        asked += [f"position {board.position()}\n" for board in boards]
        answers = engine.moves(f"batch {games}\n{''.join(asked)}", games)
        for words_of in answers:
            read_moves(rules, words_of)
    spent = time.process_time() - start, engine.cpu_seconds() - engine_start
    for side, seconds in zip(("referee", "engine", "both"), (*spent, sum(spent)), strict=True):
        table.add_row(side, f"{1e6 * seconds / (games * batches):.1f}")
    engine.close()
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
