"""Strength of `champion` by its effort: the guesses of its games at expert, chosen again.

Games are played with an effort of 1. At some of their guesses (before best play is searched), each
effort chooses a cell. All cells that were chosen are then opened in the same fresh layouts, and the
games played on. The gain is by how much the chance to win is higher than with an effort of 1, over
all guesses of a game. Arguments: the number of games, and a number for other games.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from rich.console import Console

from common import machine, table_of
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
    words = [int(word) for word in sys.argv[1:]]
    games, part = words[0] if words else 200, words[1] if len(words) > 1 else 0
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
    for effort in EFFORTS:
        gain = 100 * a_game * np.array(gains[effort])
        table.add_row(
            str(effort),
            f"{100 * np.mean(gain != 0):.0f}",
            f"{gain.mean():+.2f} ± {gain.std() / len(gain) ** 0.5:.2f}",
            f"{a_game * seconds[effort] / len(looked_at):.2f}",
        )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
