"""Train the network that estimates the chance to win a game of Minesweeper, and check it.

    python tools/win_chance.py play any:200 expert:100 --seed train
    python tools/win_chance.py train
    python tools/win_chance.py check expert --games 500000

``play`` has ``champion`` play pieces of 1,000 games that start in the corner: of a level, or
(``any``) on boards of 5x5 to 40x30 cells, 8 to 25 % of them mines. Of the positions before and
after each guess every sixth or so is kept, with its features and the result, in
``build/win_chance``: each is drawn by itself; one of each game would be lost too often, since lost
games are short. A piece that is there is not played again; several processes may share the pieces
with ``--part I/N``.
``train`` fits the network to all pieces, and writes it into the package.
``check`` plays other games, and compares what was predicted with what was won, in tenths: of the
positions that are kept of a game, one in each.
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine import _native as native
from mastermine.core.random import Random
from mastermine.minesweeper import preference, win_chance
from mastermine.minesweeper.board import CLOSED, Board, Layout
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.reference.probability import MEMORY_LIMIT_BYTES
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.minesweeper.win_chance import Layer
from mastermine.registry import parse_rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

PIECES = Path("build/win_chance")
CHECKED = PIECES / "check"
PIECE = 1000
RESULTS = Path(__file__).parents[1] / "results"
ANY = "any"
BOARDS = 20
"""Number of different boards in a piece of any."""
FEW = 200
KEPT = 1 / 6
"""Part of the positions that are kept."""
HIDDEN = 32, 16
"""Sizes of the hidden layers."""
EPOCHS = 30
BATCH = 512
STEP = 2e-3


def boards(level: str, rng: np.random.Generator) -> Iterator[tuple[Minesweeper, int]]:
    """Yields the rules of a piece, and how many games are played with each."""
    if level != ANY:
        yield parse_rules_of(Minesweeper, level), PIECE
        return
    for _each in range(BOARDS):
        width, height = int(rng.integers(5, 41)), int(rng.integers(5, 31))
        mines = max(1, int(rng.uniform(0.08, 0.25) * width * height))
        first = First.OPEN if rng.random() < 0.5 else First.SAFE
        yield Minesweeper(width, height, mines, first), PIECE // BOARDS


def played(rules: Minesweeper, games: int, name: str) -> Iterator[tuple[bool, list[Board]]]:
    """Plays games; yields if each was won, and its boards before and after each guess."""
    weights = preference.weights()
    width, height = rules.width, rules.height
    seeds = [Random(f"{name} {n}").seed for n in range(games)]
    drawn = draw_many(rules, seeds, CORNER)
    own = np.array(seeds, np.uint64)
    results = native.play_games(drawn, width, True, own, "champion", 0, FEW, weights)
    choices = native.game_choices(drawn, width, own, "champion", weights)
    starts = np.searchsorted(choices[:, 0], np.arange(games + 1))
    for game, mines in enumerate(drawn):
        layout = Layout(width, height, mines.tobytes())
        boards = []
        for _game, place, *cells in choices[starts[game] : starts[game + 1]].tolist():
            board = Board(width, height, bytes(cells))
            boards.append(board)
            if not mines[place]:
                boards.append(board.having(layout.opened(board.cell(place))))
        yield bool(results[game, 0]), boards


def seen(board: Board, mines: int) -> NDArray[np.float64]:
    """Returns the features of a board; empty if all its cells are certain."""
    given = board.array, mines, 0, MEMORY_LIMIT_BYTES
    chances = native.analyze(*given)
    if np.isin(chances[board.array == CLOSED], (0.0, 1.0)).all():
        return np.empty(0)
    return win_chance.features(board, mines, chances, native.twins(*given))


def play(pieces: list[str], seed: str, part: int, parts: int) -> None:
    """Plays the pieces that are not there yet."""
    PIECES.mkdir(parents=True, exist_ok=True)
    for level, number in ((level, int(n)) for level, n in (each.split(":") for each in pieces)):
        for at in range(part, number, parts):
            path = PIECES / f"{level}.{at}.npz"
            if path.exists():
                continue
            rng = np.random.default_rng(Random(f"{seed} {level} {at}").seed)
            rows, won = [], []
            for n, (rules, games) in enumerate(boards(level, rng)):
                for result, found in played(rules, games, f"{seed} {level} {at} {n}"):
                    for board in (each for each in found if rng.random() < KEPT):
                        row = seen(board, rules.mines)
                        if len(row):
                            rows.append(row)
                            won.append(result)
            saved(path, rows=np.array(rows, np.float32), won=np.array(won))
            print(path, len(rows), flush=True)


def saved(path: Path, **arrays: Any) -> None:
    """Writes a piece: whole, or not at all."""
    beside = path.with_suffix(".part")
    with beside.open("wb") as file:
        np.savez(file, **arrays)
    beside.replace(path)


def forward(layers: list[Layer], rows: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Returns the rows, and what each layer makes of them."""
    found = [rows]
    for matrix, shift in layers[:-1]:
        found.append(np.tanh(found[-1] @ matrix + shift))
    matrix, shift = layers[-1]
    return [*found, 1 / (1 + np.exp(-(found[-1] @ matrix + shift)))]


def gradients(
    layers: list[Layer], rows: NDArray[np.float64], won: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Returns the gradient of the loss (see ``loss``) for each matrix and shift."""
    values = forward(layers, rows)
    error = (values[-1] - won[:, None]) / len(rows)
    found: list[NDArray[np.float64]] = []
    for at in reversed(range(len(layers))):
        found = [values[at].T @ error, error.sum(0), *found]
        error = (error @ layers[at].matrix.T) * (1 - values[at] ** 2)
    return found


def fitted(rows: NDArray[np.float64], won: NDArray[np.float64]) -> list[Layer]:
    """Fits a network by stochastic gradient descent with moments (Adam: Kingma and Ba 2015)."""
    rng = np.random.default_rng(0)
    mean, scale = rows.mean(0), rows.std(0) + 1e-9
    layers = [
        Layer(rng.normal(0, inputs**-0.5, (inputs, outputs)), np.zeros(outputs))
        for inputs, outputs in itertools.pairwise((rows.shape[1], *HIDDEN, 1))
    ]
    values = [part for layer in layers for part in layer]
    first, second = ([np.zeros_like(part) for part in values] for _moment in range(2))
    steps = EPOCHS * len(rows) // BATCH
    for step in range(1, steps + 1):
        chosen = rng.integers(len(rows), size=BATCH)
        found = gradients(layers, (rows[chosen] - mean) / scale, won[chosen])
        size = STEP * (1 - step / steps) / (1 - 0.9**step)
        for part, slope, one, two in zip(values, found, first, second, strict=True):
            one += 0.1 * (slope - one)
            two += 0.001 * (slope**2 - two)
            part -= size * one / (np.sqrt(two / (1 - 0.999**step)) + 1e-8)
    matrix, shift = layers[0]  # It takes the rows as they are.
    return [Layer(matrix / scale[:, None], shift - mean / scale @ matrix), *layers[1:]]


def loss(layers: list[Layer], rows: NDArray[np.float64], won: NDArray[np.float64]) -> float:
    """Returns the mean of the negative logarithms of the chances of what happened."""
    chances = np.clip(forward(layers, rows)[-1][:, 0], 1e-9, 1 - 1e-9)
    return float(-np.log(np.where(won > 0, chances, 1 - chances)).mean())


def train() -> None:
    """Writes the network that fits all pieces; every tenth piece only tests it."""
    pieces = [np.load(path) for path in sorted(PIECES.glob("*.npz"))]

    def joined(key: str, tested: bool) -> NDArray[np.float64]:
        chosen = [each[key] for at, each in enumerate(pieces) if (at % 10 == 0) == tested]
        return np.concatenate(chosen).astype(np.float64)

    rows, won = joined("rows", False), joined("won", False)
    layers = fitted(rows, won)
    about = {"command": "python tools/win_chance.py train", "positions": len(rows)}
    path = Path(win_chance.__file__).with_name(win_chance.FILE)
    path.write_text(win_chance.write_network(layers, **about), "utf-8")
    print(f"{len(rows):,} positions; loss {loss(layers, rows, won):.4f}")
    others = joined("rows", True), joined("won", True)
    print(f"{len(others[0]):,} others; loss {loss(layers, *others):.4f}")


def tenths(level: str, name: str, rng: np.random.Generator) -> NDArray[np.float64]:
    """Plays a piece of other games; returns positions, chances and wins by tenths: (3, 10)."""
    layers = win_chance.network()
    assert layers is not None
    found = np.zeros((3, 10))
    for n, (rules, size) in enumerate(boards(level, rng)):
        for won, seen_boards in played(rules, size, f"{name} {n}"):
            by_tenth: dict[int, list[float]] = {}
            for board in (each for each in seen_boards if rng.random() < KEPT):
                row = seen(board, rules.mines)
                if len(row):
                    chance = win_chance.estimate(layers, row)
                    by_tenth.setdefault(min(int(10 * chance), 9), []).append(chance)
            for tenth, chances in by_tenth.items():
                found[:, tenth] += 1, rng.choice(chances), won
    return found


def check(level: str, games: int, seed: str, part: int, parts: int) -> None:
    """Compares what was predicted with what was won, in tenths, over all pieces that are there."""
    CHECKED.mkdir(parents=True, exist_ok=True)
    pieces = [CHECKED / f"{level}.{seed}.{at}.npz" for at in range(games // PIECE)]
    for at in range(part, len(pieces), parts):
        if not pieces[at].exists():
            rng = np.random.default_rng(Random(f"{seed} {level} {at}").seed)
            saved(pieces[at], tenths=tenths(level, f"{seed} {level} {at}", rng))
    there = [np.load(path)["tenths"] for path in pieces if path.exists()]
    found = np.sum(there, axis=0) if there else np.zeros((3, 10))
    filled = found[0] > 0
    count, predicted, won = found[:, filled]
    print(f"{level}, {PIECE * len(there):,} games, seed {seed}: chances to win, in tenths")
    rates = won / count
    errors = np.sqrt(rates * (1 - rates) / count)
    for at, tenth in enumerate(np.flatnonzero(filled).tolist()):
        print(
            f"{tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}  {int(count[at]):>9,} positions"
            f"  predicted {100 * predicted[at] / count[at]:6.2f} %"
            f"  won {100 * rates[at]:6.2f} ± {100 * errors[at]:.2f} %"
        )
    if there:
        title = f"{level}, {PIECE * len(there):,} games"
        draw(predicted / count, rates, errors, title, RESULTS / f"win_chance-{level}.png")


def draw(
    predicted: NDArray[np.float64],
    won: NDArray[np.float64],
    errors: NDArray[np.float64],
    title: str,
    out: Path,
) -> None:
    """Plots what was won against what was predicted, and the differences below."""
    from matplotlib.figure import Figure

    from mastermine.arena.plots import style

    with style.styled():
        figure = Figure(figsize=(4.5, 6), layout="constrained")
        above, below = figure.subplots(2, sharex=True, height_ratios=(2, 1))
        above.plot([0, 100], [0, 100], color="#999999", linewidth=0.9)
        above.plot(100 * predicted, 100 * won, "o", color=style.COLOURS[0], markersize=4)
        above.set(ylabel="won, %", title=title)
        below.axhspan(-0.5, 0.5, color="#dddddd")
        below.errorbar(
            100 * predicted,
            100 * (won - predicted),
            yerr=200 * errors,
            fmt="o",
            color=style.COLOURS[0],
            markersize=4,
        )
        below.set(xlabel="predicted chance to win, %", ylabel="difference, points")
        for axes in (above, below):
            axes.grid(visible=True)
        style.write(figure, out, "png")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(required=True, dest="verb")
    playing = verbs.add_parser("play", help="play games, piece by piece")
    playing.add_argument("pieces", nargs="+", metavar="LEVEL:N", help="N pieces of a level or any")
    playing.add_argument("--seed", default="train")
    playing.add_argument("--part", default="0/1", metavar="I/N", help="only these pieces")
    verbs.add_parser("train", help="fit the network to the pieces")
    checking = verbs.add_parser("check", help="compare its chances with the results of other games")
    checking.add_argument("level", help="a level or any")
    checking.add_argument("--games", type=int, default=100_000)
    checking.add_argument("--seed", default="check")
    checking.add_argument("--part", default="0/1", metavar="I/N", help="only these pieces")
    options = parser.parse_args()
    if options.verb == "train":
        train()
        return
    part, parts = map(int, options.part.split("/"))
    if options.verb == "check":
        check(options.level, options.games, options.seed, part, parts)
    else:
        play(options.pieces, options.seed, part, parts)


if __name__ == "__main__":
    main()
