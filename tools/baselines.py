"""Plays eight baselines of Minesweeper, and writes results/BASELINES.md and its picture.

python tools/baselines.py                    1,000 games of 8x8x10 and of beginner each: minutes
python tools/baselines.py --games 50 --steps 100 --out FOLDER

All play the same rounds, click by click, and each click is measured by its exact risk. The last
player is a small network, trained by this command first: it predicts the risk of a cell from the
5x5 cells around it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine import __version__
from mastermine.arena.plots import style
from mastermine.arena.statistics import win_rate_error
from mastermine.core.game import View
from mastermine.core.random import Random
from mastermine.core.strategy import Strategy
from mastermine.minesweeper.board import CLOSED, Board
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.rules import Minesweeper
from mastermine.ml.minefields import Minefields
from mastermine.ml.rewards import click_figures, exact_rewards, risks
from mastermine.registry import find_strategy, parse_rules_of

FOLDER = Path(__file__).parents[1] / "results"
GAMES = ("8x8x10", "beginner")
STRATEGIES = ("single-point", "patterns", "thesis", "safest", "pseq", "champion")
SEED = "baselines"

Boards = NDArray[np.uint8]
Clicks = NDArray[np.int64]
Player = Callable[[Boards], Clicks]
"""Chooses a closed cell on each board."""


def random_player(_rules: Minesweeper) -> Player:
    """Returns a player that clicks on any closed cell."""
    rng = np.random.default_rng(1)
    return lambda boards: np.argmax(rng.random(boards.shape) * (boards == CLOSED), axis=1)


def strategy_player(name: str) -> Callable[[Minesweeper], Player]:
    """Returns a maker of players with one of our strategies."""

    def made(rules: Minesweeper) -> Player:
        strategy = find_strategy(name, rules.game)
        rng = Random(f"{SEED} {name}")
        return lambda boards: np.array([chosen(rules, strategy, row, rng) for row in boards])

    return made


def chosen(rules: Minesweeper, strategy: Strategy, cells: Boards, rng: Random) -> int:
    """Returns the cell that a strategy opens."""
    board = Board(rules.width, rules.height, cells.tobytes())
    view: Any = View(rules, knowledge=Field(rules, board), rng=rng)
    return board.index(strategy(view))


# ---- a small network ----

REACH, VALUES, HIDDEN = 2, 12, 64
SQUARE = (2 * REACH + 1) ** 2
OUTSIDE = 10
RATE = 0.003
BATCH = 128


class Network:
    """Predicts the risk of each closed cell: 5x5 cells and the density of mines, 64 hidden units.

    It is trained by Adam (Kingma and Ba 2015) on the exact risks of all closed cells.
    """

    def __init__(self, rules: Minesweeper, seed: int = 1) -> None:
        self.rules, self.rng = rules, np.random.default_rng(seed)
        inputs = SQUARE * VALUES + 1
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,)]
        self.weights = [self.rng.normal(0, 0.1, shape).astype(np.float32) for shape in shapes]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def inputs(self, boards: Boards) -> NDArray[np.float32]:
        """Returns what is around each closed cell, of shape (closed cells, inputs)."""
        shape = -1, self.rules.height, self.rules.width
        wide = ((0, 0), (REACH, REACH), (REACH, REACH))
        padded = np.pad(boards.reshape(shape), wide, constant_values=OUTSIDE)
        side = 2 * REACH + 1
        around = np.lib.stride_tricks.sliding_window_view(padded, (side, side), axis=(1, 2))
        closed = boards == CLOSED
        cells = around.reshape(*boards.shape, SQUARE)[closed]
        rows = np.zeros((len(cells), SQUARE * VALUES + 1), np.float32)
        np.put_along_axis(rows, cells + VALUES * np.arange(SQUARE), 1, axis=1)
        density = self.rules.mines / closed.sum(axis=1)
        rows[:, -1] = np.broadcast_to(density[:, None], boards.shape)[closed]
        return rows

    def forward(self, rows: NDArray[np.float32]) -> tuple[Any, Any]:
        """Returns the hidden units and the risks."""
        first, bias, second, shift = self.weights
        hidden = np.maximum(rows @ first + bias, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ second + shift)[:, 0]))

    def risks(self, boards: Boards) -> NDArray[np.float64]:
        """Returns the predicted risk of each cell; infinite for open ones."""
        predicted = np.full(boards.shape, np.inf)
        predicted[boards == CLOSED] = self.forward(self.inputs(boards))[1]
        return predicted

    def play(self, boards: Boards) -> Clicks:
        """Chooses the cell with the least predicted risk; a random one on a closed board."""
        predicted = self.risks(boards)
        fresh = (boards == CLOSED).all(axis=1)
        predicted[fresh] = self.rng.random((int(fresh.sum()), boards.shape[1]))
        clicks: Clicks = predicted.argmin(axis=1)
        return clicks

    def learn(self, boards: Boards, truth: NDArray[np.float64]) -> None:
        """Takes a step towards the exact risks, by the cross-entropy."""
        rows = self.inputs(boards)
        hidden, predicted = self.forward(rows)
        error = ((predicted - truth[boards == CLOSED]) / len(rows)).astype(np.float32)[:, None]
        back = (error @ self.weights[2].T) * (hidden > 0)
        slopes = [rows.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
        self.steps += 1
        for weight, slope, mean, square in zip(
            self.weights, slopes, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            weight -= RATE * (mean / (1 - 0.9**self.steps)) / size


def trained(rules: Minesweeper, steps: int) -> Network:
    """Trains a network on the boards that it meets in its own games, a fifth of them explored."""
    network, fields = Network(rules), Minefields(rules, BATCH)
    explore = random_player(rules)
    fields.start([f"{SEED} training {n}" for n in range(BATCH)])
    for _step in range(steps):
        boards = fields.boards
        fresh = (boards == CLOSED).all(axis=1)
        if not fresh.all():
            network.learn(boards[~fresh], risks(rules, boards[~fresh]))
        clicks = np.where(network.rng.random(BATCH) < 0.05, explore(boards), network.play(boards))
        won, lost = fields.click(clicks)
        fields.restart(np.flatnonzero(won | lost))
    return network


# ---- the table ----


@dataclass
class Played:
    """The clicks of a player, in all of its games."""

    name: str
    games: int = 0
    won: int = 0
    provable: int = 0
    lucky: int = 0
    """Clicks that hit no mine, but might have."""
    mines: int = 0
    regret: float = 0.0
    """Sum of the avoidable risks."""

    @property
    def right(self) -> int:
        """Clicks that hit no mine; the first one of a game, which is always safe, is left out."""
        return self.provable + self.lucky

    @property
    def provable_part(self) -> float:
        """Part of the right clicks that were certainly safe."""
        return self.provable / self.right if self.right else 0.0

    def row(self) -> str:
        """Formats a row of the table."""
        rate = self.won / self.games
        error = win_rate_error(self.won, self.games) or 0.0
        return (
            f"| {self.name} | {100 * rate:.1f} ± {100 * error:.1f} | {self.right:,} | "
            f"{100 * self.provable_part:.1f} | {self.mines:,} | {self.regret / self.games:.3f} |"
        )


def rounds(rules: Minesweeper, games: int) -> Minefields:
    """Returns the first rounds of the seed, all at once."""
    fields = Minefields(rules, games)
    fields.start([SEED] * games)
    for game in range(games):
        fields.restart(np.array([game]), game + 1)
    return fields


def play(name: str, player: Player, rules: Minesweeper, games: int) -> Played:
    """Plays the rounds, click by click."""
    fields = rounds(rules, games)
    played, running = Played(name, games), np.arange(games)
    while len(running):
        boards = fields.boards[running]
        clicks = player(boards)
        figures = click_figures(rules, boards, clicks)
        everywhere = fields.boards.argmax(axis=1)
        everywhere[running] = clicks
        won, lost = fields.click(everywhere)
        hit, counted = lost[running], (boards != CLOSED).any(axis=1)
        sure = figures["provable"].astype(bool)
        played.won += int(won[running].sum())
        played.mines += int(hit.sum())
        played.provable += int((sure & counted).sum())
        played.lucky += int((~sure & ~hit & counted).sum())
        played.regret -= float(exact_rewards(boards, clicks, figures).sum())
        running = running[~(won | lost)[running]]
    return played


def table(spec: str, players: Iterable[Played]) -> str:
    """Formats the table of a game."""
    heads = ("player", "won, %", "right", "provable, %", "mines", "avoidable risk a game")
    return "\n".join(
        [
            f"## {spec}\n",
            "| " + " | ".join(heads) + " |",
            "|" + " --- |" * len(heads),
            *(each.row() for each in players),
        ]
    )


def draw(spec: str, players: list[Played], out: Path) -> None:
    """Draws a bar for each player: clicks certainly safe, lucky, and on mines."""
    import matplotlib.pyplot as plt

    kinds = ("provable", "lucky", "mines")
    labels = ("certainly safe", "safe by luck", "a mine")
    with style.styled():
        figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
        names = [each.name for each in players]
        left = np.zeros(len(players))
        total = np.array([each.right + each.mines for each in players], float)
        for kind, label, colour in zip(kinds, labels, style.COLOURS, strict=False):
            part = 100 * np.array([getattr(each, kind) for each in players]) / total
            axes.barh(names, part, left=left, color=colour, label=label)
            left += part
        for at, each in enumerate(players):
            text = f"{100 * each.provable_part:.1f} % of the right ones"
            axes.text(101, at, text, va="center")
        axes.set_xlim(0, 100)
        axes.invert_yaxis()
        axes.set_xlabel("clicks after the first one, %")
        axes.set_title(f"Clicks at {spec}, {players[0].games:,} games each", pad=20)
        axes.legend(ncols=3, loc="lower left", bbox_to_anchor=(0, 0.99))
        style.write(figure, out, style.form_of(out))
        plt.close(figure)


PAGE = """# Baselines for learners

`{command}` trained the small network, played all games and wrote this page, with mastermine
{version}. All players play the same rounds ({games:,} games), click by click; the first click is
safe, and is not counted below. After ± comes the standard error.

*Right*: clicks that hit no mine. *Provable*: the part of them that was certainly safe; the others
were luck, and a reward that asks only where the mines are cannot tell them apart. *Avoidable risk*:
the risk of each click minus the least one there was, which is `reward="exact"` with the other sign,
added up over a game. `random` clicks on any closed cell. `network` predicts the risk from the 5x5
cells around a cell; it was trained on {steps:,} batches of {batch} boards, in {seconds} of CPU time
for each of the two games. The others are [strategies](../docs/reference/strategies.md); `mastermine
match beginner --strategy NAME --rounds {games} --seed baselines` plays the same games.
"""


def main(words: list[str]) -> None:
    """Plays, prints the tables and writes the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000, help="number of games of each player")
    parser.add_argument("--steps", type=int, default=6000, help="steps of the training")
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder of the page")
    given = parser.parse_args(words)
    sections, seconds = [], []
    for spec in GAMES:
        rules = parse_rules_of(Minesweeper, spec)
        start = time.process_time()
        network = trained(rules, given.steps)
        seconds.append(time.process_time() - start)
        players: dict[str, Player] = {"random": random_player(rules)}
        players |= {name: strategy_player(name)(rules) for name in STRATEGIES}
        players["network"] = network.play
        played = [play(name, each, rules, given.games) for name, each in players.items()]
        picture = f"baselines-{spec}.png"
        draw(spec, played, given.out / picture)
        sections.append(f"{table(spec, played)}\n\n![Clicks by their certainty]({picture})")
        print(sections[-1], flush=True)
    page = PAGE.format(
        command=" ".join(["python tools/baselines.py", *words]),
        version=__version__,
        games=given.games,
        steps=given.steps,
        batch=BATCH,
        seconds=f"about {max(seconds) / 60:.1f} minutes",
    )
    (given.out / "BASELINES.md").write_text("\n\n".join([page.strip(), *sections]) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
