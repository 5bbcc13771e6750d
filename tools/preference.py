"""Train the rule of the Minesweeper strategy champion.

    python tools/preference.py play expert expert-open --games 500000
    python tools/preference.py train

``play`` plays games as champion does with its present weights. At each of its guesses it opens
several cells in turn, plays each game on, and adds up what least squares needs: a line for each
piece of 2,000 games, in ``build/preference.jsonl``. A piece that is there is not played again, so
it can be stopped at any time; several processes may share the pieces with ``--part I/N``.
``train`` fits new weights to all pieces and writes them into the package. The fit compares cells of
one position only: of values and features, the means over its cells are subtracted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine import _native as native
from mastermine.core.random import Random
from mastermine.minesweeper import preference
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.learned import checksum
from mastermine.minesweeper.preference import FEATURES
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import parse_rules_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

PIECES = Path("build/preference.jsonl")
PIECE = 2000
COMPARED = 6
"""Number of cells that are opened in turn."""

AVERAGE = 0.55
"""About the value of a safe cell, for less noise: what a mine costs more often or more rarely than
its chance says, is given back."""

RIDGE = 100.0
"""Variance that is added to each feature, in units of its own, per sum."""


def corner_or_zero(rules: Minesweeper) -> tuple[int, int]:
    """Returns where the first click is best: a corner, or (3, 3) if it opens an area."""
    return (3, 3) if rules.first is First.OPEN else CORNER


def sums(rows: NDArray[np.float64]) -> dict[str, Any]:
    """Returns what least squares needs of the rows of ``guess_outcomes``."""
    decision = np.unique(rows[:, :2], axis=0, return_inverse=True)[1].ravel()
    left, mine, value = rows[:, 2:3], rows[:, 3], rows[:, 4]
    features = rows[:, 5:]
    values = (1 - mine) * value + (mine - (1 - features[:, 0])) * AVERAGE
    count = np.bincount(decision)
    table = np.hstack([features, left * features, values[:, None]])
    means = np.stack([np.bincount(decision, column) / count for column in table.T], 1)
    table -= means[decision]
    return {"decisions": len(count), "products": (table.T @ table).tolist()}


def play(levels: list[str], games: int, part: int, parts: int) -> None:
    """Plays the pieces that are not there yet."""
    weights = preference.weights()
    assert weights is not None
    PIECES.parent.mkdir(exist_ok=True)
    lines = PIECES.read_text("utf-8").splitlines() if PIECES.exists() else []
    done = {tuple(json.loads(line)["piece"]) for line in lines}
    mark = checksum(dict(zip(FEATURES, weights.tolist(), strict=True)))[:8]
    for number in range(part, games // PIECE, parts):
        for level in levels:
            piece = (level, number, mark)
            if piece in done:
                continue
            rules = parse_rules_of(Minesweeper, level)
            x, y = corner_or_zero(rules)
            seeds = [Random(f"{level} {number} {n}").seed for n in range(PIECE)]
            drawn = draw_many(rules, seeds, (x, y))
            own = np.array(seeds, np.uint64)
            place = y * rules.width + x
            rows = native.guess_outcomes(drawn, rules.width, own, place, COMPARED, weights)
            line = json.dumps({"piece": piece, **sums(rows)}) + "\n"
            with PIECES.open("ab", buffering=0) as file:  # Others write there, too.
                file.write(line.encode())
            print(*piece, flush=True)


def expanded(products: list[list[float]], level: str) -> NDArray[np.float64]:
    """Returns the sums of a piece with the features times the density of mines, too."""
    rules = parse_rules_of(Minesweeper, level)
    n = len(FEATURES)
    added = np.eye(2 * n + 1, 3 * n + 1)
    added[-1, [2 * n, -1]] = 0, 1
    added[:n, 2 * n : 3 * n] = rules.mines / (rules.width * rules.height) * np.eye(n)
    found: NDArray[np.float64] = added.T @ np.array(products) @ added
    return found


def train(command: str) -> None:
    """Writes the weights that fit all pieces."""
    pieces = [json.loads(line) for line in PIECES.read_text("utf-8").splitlines()]
    size = 3 * len(FEATURES)
    products = np.sum([expanded(each["products"], each["piece"][0]) for each in pieces], axis=0)
    decisions = sum(each["decisions"] for each in pieces)
    scale = np.sqrt(np.diag(products)[:size] / decisions) + 1e-12
    matrix = products[:size, :size] / np.outer(scale, scale)
    fitted = np.linalg.solve(matrix + RIDGE * np.eye(size), products[:size, size] / scale)
    rows = (fitted / scale).reshape(3, -1).T
    about = {"command": command, "levels": sorted({each["piece"][0] for each in pieces})}
    text = preference.write_weights(rows, **about, decisions=decisions)
    Path(preference.__file__).with_name(preference.FILE).write_text(text, "utf-8")
    explained = fitted @ (products[:size, size] / scale) / products[size, size]
    print(f"{decisions:,} decisions in {len(pieces)} pieces; correlation {explained**0.5:.4f}")
    for name, row in zip(FEATURES, rows, strict=True):
        print(f"{name:22}", *(f"{weight:+.5f}" for weight in row))


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(required=True, dest="verb")
    playing = verbs.add_parser("play", help="play games, piece by piece")
    playing.add_argument("levels", nargs="+")
    playing.add_argument("--games", type=int, default=100_000, help="of each level")
    playing.add_argument("--part", default="0/1", metavar="I/N", help="only these pieces")
    verbs.add_parser("train", help="fit the weights to the pieces")
    options = parser.parse_args()
    if options.verb == "train":
        train("python tools/preference.py train")
    else:
        part, parts = map(int, options.part.split("/"))
        play(options.levels, options.games, part, parts)


if __name__ == "__main__":
    main()
