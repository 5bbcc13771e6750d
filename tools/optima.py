"""Computes the best play of small Minesweeper boards, and writes results/OPTIMA.md.

``python tools/optima.py`` searches all boards up to 5x5 and 6x6 with every number of mines, those
with the fewest layouts first, for at most 600 seconds of CPU time each. Each board is a line of
results/optima.jsonl as soon as it is done, or out of time; a later run skips it, unless it may take
longer. ``--total`` stops the run after so many seconds of CPU time; ``--table`` only writes the
page from that file.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np

from mastermine import __version__
from mastermine.core.errors import InvalidSpec
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.endgame import MAX_LAYOUTS, MEMORY_LIMIT_BYTES
from mastermine.minesweeper.generate import allowed
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.rules import First, Minesweeper

STORE = Path(__file__).parents[1] / "results/optima.jsonl"
"""The page is beside it: OPTIMA.md."""

SECONDS = 600.0

Cell = tuple[int, int]
Key = tuple[int, int, int]
"""Width, height and mines of a board."""


@dataclass
class Searched:
    """Result of a board; a line of the store."""

    width: int
    height: int
    mines: int
    version: str = __version__
    limit: float = SECONDS
    """Limit of the CPU time in seconds."""
    seconds: float | None = None
    """CPU time; None if it ran out."""
    nodes: int = 0
    clicks: list[tuple[int, int, int, int]] = field(default_factory=list)
    """For each first cell, only one of equal ones: x, y, the layouts that are won, and those of
    them in which it shows a zero."""

    @property
    def key(self) -> Key:
        return self.width, self.height, self.mines

    def best(self, first: First) -> tuple[int, int, list[Cell]]:
        """Returns wins, layouts and the best first cells, only one of equal ones.

        No cells if the rules do not allow so many mines.
        """
        try:
            rules = Minesweeper(self.width, self.height, self.mines, first)
        except InvalidSpec:
            return 0, 0, []
        found = {
            (x, y): (
                zeros if first is First.OPEN else wins,
                comb(len(allowed(rules, (x, y))), self.mines),
            )
            for x, y, wins, zeros in self.clicks
        }
        most = max(Fraction(*value) for value in found.values())
        best = [cell for cell, value in found.items() if Fraction(*value) == most]
        return *found[best[0]], best


Table = dict[Key, Searched]


def load(store: Path = STORE) -> Table:
    """Reads the results, by board."""
    if not store.exists():
        return {}
    lines = store.read_text("utf-8").splitlines()
    found = [Searched(**json.loads(line)) for line in lines]
    return {each.key: each for each in found}


def save(table: Table, store: Path) -> None:
    """Writes all lines, in the order of the boards, and the page."""
    lines = [json.dumps(asdict(table[key])) for key in sorted(table, key=order)]
    part = store.with_suffix(".part")
    part.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    part.replace(store)
    store.with_name("OPTIMA.md").write_text(page(table), "utf-8")


def order(board: Key) -> tuple[int, int, int]:
    """Sort key: small boards first."""
    width, height, mines = board
    return width * height, width, mines


def count(board: Key) -> int:
    """Returns the number of layouts of a board."""
    width, height, mines = board
    return comb(width * height, mines)


def boards() -> list[Key]:
    """Returns all boards of the table, small ones first; of symmetric sizes only the wide one."""
    sizes = [(w, h) for w in range(2, 6) for h in range(1, w + 1)] + [(6, 6)]
    return sorted(((w, h, m) for w, h in sizes for m in range(1, w * h)), key=order)


def images(width: int, height: int) -> list[Cell]:
    """Returns one of each set of cells that are equal by symmetry."""
    return [
        (x, y)
        for y in range((height + 1) // 2)
        for x in range((width + 1) // 2)
        if width != height or y <= x
    ]


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raises TimeoutError after so many seconds of CPU time."""

    def stop(*_signal: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def search(width: int, height: int, mines: int, limit: float = SECONDS) -> Searched:
    """Searches all first cells of a board."""
    found = Searched(width, height, mines, limit=limit)
    board = Board.closed(width, height)
    cells = images(width, height)
    places = np.array([board.index(cell) for cell in cells], np.int64)
    n = count(found.key)
    start = time.process_time()
    try:
        with cpu_limit(limit):
            layouts = backend.fitting_layouts(board.array, mines, n, 0, MEMORY_LIMIT_BYTES)
            rows = backend.click_wins(layouts, board.array, places, 0, MEMORY_LIMIT_BYTES)
    except (TimeoutError, MemoryError):
        return found
    found.seconds = round(time.process_time() - start, 2)
    found.nodes = int(rows[:, 9].sum())
    found.clicks = [
        (x, y, sum(row[:9]), row[0]) for (x, y), row in zip(cells, rows.tolist(), strict=True)
    ]
    return found


HEAD = """\
# The best play of small Minesweeper boards

`make optima` searched these boards and wrote this page from [optima.jsonl](optima.jsonl);
`python tools/optima.py --table` writes it again without searching. All values are exact: every
layout was counted. A board that is turned has the same values. *Safe*, *zero* and *any* are the
rules of the first click: it is safe (`5x5x4`), it shows a zero (`5x5x4-open`), or it may hit a mine
(`5x5x4-any`). Cells are `x,y`, and each stands for all that are equal to it by symmetry; the best
cells of *any* are those of *safe*. A dash: with so many mines not every first click can be a zero.

A search stops after {limit:.0f} seconds of CPU time, and boards with more than {most:,} layouts are
not searched. *Seconds* are those of CPU time on a machine with other work, for all first cells.
"""

COLUMNS = ("mines", "safe", "%", "best", "any", "zero", "%", "best", "positions", "seconds")


def row(board: Searched) -> str:
    """Formats a line of the table of a size."""
    parts: list[str] = [str(board.mines)]
    for first in (First.SAFE, First.ANY, First.OPEN):
        wins, layouts, cells = board.best(first)
        percent = f"{100 * wins / layouts:.3f}" if cells else "–"
        ratio = f"{wins:,} of {layouts:,}" if cells else "–"
        names = " ".join(f"{x},{y}" for x, y in cells) or "–"
        parts += [percent] if first is First.ANY else [ratio, percent, names]
    return f"| {' | '.join([*parts, f'{board.nodes:,}', f'{board.seconds:.2f}'])} |"


def ranges(numbers: list[int]) -> str:
    """Formats ascending numbers, such as ``3, 5-7``."""
    parts: list[list[int]] = []
    for n in numbers:
        if parts and parts[-1][-1] == n - 1:
            parts[-1].append(n)
        else:
            parts.append([n])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]}-{p[-1]}" for p in parts)


def page(table: Table) -> str:
    """Returns results/OPTIMA.md."""
    text = HEAD.format(limit=SECONDS, most=MAX_LAYOUTS)
    for size in dict.fromkeys((w, h) for w, h, _m in boards()):
        text += f"\n## {size[0]}x{size[1]}\n\n"
        of_size = [board for board in boards() if board[:2] == size]
        done = [table[b] for b in of_size if b in table and table[b].seconds is not None]
        if done:
            text += f"| {' | '.join(COLUMNS)} |\n|{' ---: |' * len(COLUMNS)}\n"
            text += "".join(f"{row(each)}\n" for each in done)
            text += "\n" if len(done) < len(of_size) else ""
        missing = [b for b in of_size if b not in table or table[b].seconds is None]
        reasons = {
            "out of time": [b[2] for b in missing if b in table],
            "not searched yet": [
                b[2] for b in missing if b not in table and count(b) <= MAX_LAYOUTS
            ],
            "too many layouts": [b[2] for b in missing if count(b) > MAX_LAYOUTS],
        }
        text += "".join(
            f"Open, {why}: {ranges(mines)} mines.\n" for why, mines in reasons.items() if mines
        )
    return text.rstrip("\n") + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Searches the boards that are missing, and writes the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU time of each board")
    parser.add_argument("--total", type=float, default=float("inf"), help="CPU time of the run")
    parser.add_argument("--cells", type=int, default=36, help="the most cells of a board")
    parser.add_argument("--store", type=Path, default=STORE)
    parser.add_argument("--table", action="store_true", help="only write the page")
    options = parser.parse_args(arguments)
    table = load(options.store)
    for board in sorted(boards(), key=count):
        known = table.get(board)
        done = known is not None and (known.seconds is not None or known.limit >= options.seconds)
        if (
            options.table
            or done
            or count(board) > MAX_LAYOUTS
            or board[0] * board[1] > options.cells
        ):
            continue
        if time.process_time() > options.total:
            break
        table[board] = search(*board, options.seconds)
        save(table, options.store)
        spent = table[board].seconds
        print(*board, "out of time" if spent is None else f"{spent} s", flush=True)
    if options.table:
        save(table, options.store)


if __name__ == "__main__":
    main()
