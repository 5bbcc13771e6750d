"""Strength of `champion` by its effort: the guesses of its games at expert, chosen again.

Games are played with an effort of 1. At some of their guesses (before best play is searched), each
effort chooses a cell. All cells that were chosen are then opened in the same fresh layouts, and the
games played on. The gain is by how much the chance to win is higher than with an effort of 1, over
all guesses of a game. Arguments: the number of games, a number for other games, and a PNG file for
the curve.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from common import machine, table_of
from mastermine.arena.plots import style
from mastermine.core.game import View
from mastermine.core.random import Random
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.playouts import SLOPE, guess, without_mines
from mastermine.minesweeper.preference import weights
from mastermine.minesweeper.reference.player import CHAMPION_LAYOUTS
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of

EFFORTS = (2, 3, 4, 5, 6, 7)
FRESH = 2000
"""Layouts in which the chosen cells are compared."""

KEPT = 0.25
"""Part of the guesses that are looked at."""


def guesses(rules: Minesweeper, games: int, part: int) -> list[Field]:
    """The positions of all guesses with many layouts."""
    seeds = [Random(f"effort {part} {n}").seed for n in range(games)]
    drawn = draw_many(rules, seeds, CORNER)
    own = np.array(seeds, np.uint64)
    rows = backend.game_choices(drawn, rules.width, own, "champion", weights())
    boards = (Board(rules.width, rules.height, bytes(row[2:].tolist())) for row in rows)
    fields = (Field(rules, board) for board in boards)
    return [field for field in fields if field.count() > CHAMPION_LAYOUTS]


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    games, part = (*numbers, *(200, 0)[len(numbers) :])
    pictures = [Path(word) for word in sys.argv[1:] if not word.isdecimal()]
    rules = parse_rules_of(Minesweeper, "expert")
    found = guesses(rules, games, part)
    rng = np.random.default_rng(part)
    looked_at = [field for field in found if rng.random() < KEPT] or found[:1]
    gains: dict[int, list[float]] = {effort: [] for effort in EFFORTS}
    seconds = dict.fromkeys(EFFORTS, 0.0)
    for field in looked_at:
        view: Any = View(rules, knowledge=field)
        chosen = {1: guess(view, 1)}
        for effort in EFFORTS:
            start = time.process_time()
            chosen[effort] = guess(view, effort)
            seconds[effort] += time.process_time() - start
        cells = sorted(set(chosen.values()))
        places = np.array([field.board.index(cell) for cell in cells])
        risks = np.array([field.risk(cell) for cell in cells])
        played = backend.playouts(field.board.array, rules.mines, places, FRESH, part)
        worth = dict(zip(cells, without_mines(played, risks).mean(axis=0), strict=True))
        for effort in EFFORTS:
            gains[effort].append(SLOPE * (worth[chosen[effort]] - worth[chosen[1]]))
    a_game = len(found) / games
    table = table_of(
        f"champion at expert, {len(looked_at)} guesses of {games} games, {machine()}",
        ("effort", "other cell, %", "gain, points a game", "seconds a game"),
    )
    curve = []
    for effort in EFFORTS:
        gain = 100 * a_game * np.array(gains[effort])
        error = float(gain.std()) / len(gain) ** 0.5
        spent = a_game * seconds[effort] / len(looked_at)
        curve.append((effort, spent, float(gain.mean()), error))
        table.add_row(
            str(effort),
            f"{100 * np.mean(gain != 0):.0f}",
            f"{gain.mean():+.2f} ± {error:.2f}",
            f"{spent:.2f}",
        )
    Console(width=100).print(table)
    for file in pictures:
        draw(curve, str(table.title), file)


def draw(curve: list[tuple[int, float, float, float]], title: str, out: Path) -> None:
    """Plots the gain against the time."""
    from matplotlib.figure import Figure

    efforts, seconds, gains, errors = zip(*curve, strict=True)
    with style.styled():
        figure = Figure(figsize=(6.4, 3.6), layout="constrained")
        axes = figure.subplots()
        axes.axhline(0, color="#999999", linewidth=0.9)
        axes.errorbar(seconds, gains, yerr=errors, fmt="o-", color=style.COLOURS[0], markersize=4)
        for effort, x, y in zip(efforts, seconds, gains, strict=True):
            axes.annotate(str(effort), (x, y), (4, 4), textcoords="offset points")
        axes.set(xscale="log", title=title)
        axes.set_xticks(seconds, [f"{x:.2f}" for x in seconds])
        axes.minorticks_off()
        axes.set(xlabel="seconds for the guesses of a game", ylabel="gain, points of the win rate")
        axes.grid(visible=True)
        style.write(figure, out, "png")


if __name__ == "__main__":
    main()
