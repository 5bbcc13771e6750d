"""Many games of Minesweeper at once, with the boards as arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, MINED, Layout
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.rules import First, Minesweeper

_CLEAR = {First.ANY: 0, First.SAFE: 1, First.OPEN: 2}


class Minefields:
    """Games of the same rules, each with a seed of its own.

    Game ``k`` of seed ``s`` has the layout of round ``k`` of ``mastermine match --seed s`` for the
    same first click; it is drawn at the first click.
    """

    def __init__(self, rules: Minesweeper, games: int) -> None:
        self.rules = rules
        self.boards = np.full((games, rules.cells), CLOSED, np.uint8)
        """The cells as the player sees them, of shape (games, cells): see ``board.Board``."""
        self.layouts = np.zeros((games, rules.cells), np.uint8)
        """1 for a mine, of shape (games, cells); all 0 before the first click."""
        self.clicks = np.zeros(games, np.int64)
        """Number of clicks in each game."""
        self._rounds = np.zeros(games, np.int64)
        self._laid = np.zeros(games, np.bool_)
        self.start(range(games))

    def start(self, seeds: Sequence[int | str]) -> None:
        """Starts the first game of each seed."""
        self._seed_of = [Random(seed).forks("round") for seed in seeds]
        self._rounds[:] = 0
        self.restart(np.arange(len(self.boards)))

    def restart(self, games: NDArray[np.int64], number: int | None = None) -> None:
        """Starts the next game in each of these places, or the one with this ``number``."""
        self._rounds[games] = self._rounds[games] + 1 if number is None else number
        self.boards[games] = CLOSED
        self.clicks[games] = 0
        self._laid[games] = False

    def lay(self, game: int, layout: Layout) -> None:
        """Gives a game that has not started a layout."""
        self.layouts[game] = np.frombuffer(layout.mines, np.uint8)
        self._laid[game] = True

    def click(self, places: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Clicks on a cell in each game; returns which games are won, and which lost."""
        self._draw(np.flatnonzero(~self._laid), places)
        self.boards = backend.click_all(self.layouts, self.boards, self.rules.width, places)
        self.clicks += 1
        lost = self.boards[np.arange(len(places)), places] == MINED
        won = np.count_nonzero(self.boards == CLOSED, axis=1) == self.rules.mines
        return won & ~lost, lost

    def _draw(self, games: NDArray[np.int64], places: NDArray[np.int64]) -> None:
        """Draws the layouts of games that begin with a click on these places."""
        if not len(games):
            return
        rules, rounds = self.rules, self._rounds.tolist()
        seeds = [self._seed_of[game](rounds[game]) for game in games.tolist()]
        if rules.noguess:
            width = rules.width
            for game, seed in zip(games.tolist(), seeds, strict=True):
                first = int(places[game]) % width, int(places[game]) // width
                self.layouts[game] = draw_many(rules, [seed], first)[0]
        else:
            self.layouts[games] = backend.lay_all(
                rules.width,
                rules.height,
                rules.mines,
                _CLEAR[rules.first],
                places[games],
                np.array(seeds, np.uint64),
            )
        self._laid[games] = True

    @property
    def closed(self) -> NDArray[np.bool_]:
        """True for each cell that may be opened, of shape (games, cells)."""
        closed: NDArray[np.bool_] = self.boards == CLOSED
        return closed
