"""Whole games of Minesweeper with an engine, many at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import StrategyFailed
from mastermine.core.game import View
from mastermine.core.options import FIRST, Value
from mastermine.core.random import Random
from mastermine.core.strategy import Played
from mastermine.engines.command import PREFIX, check_claims, read_moves
from mastermine.engines.engine import Engine, engine_of
from mastermine.engines.process import EngineFailed
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED, SIGNS, Board, Layout, neighbour_table
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.rules import Minesweeper

if TYPE_CHECKING:
    from mastermine.minesweeper.board import Cell

_TEXT = SIGNS.encode().ljust(256, b"?")


@dataclass(frozen=True)
class EngineGames:
    """Plays many games at once with the engine of a command."""

    command: str
    ms: int = 0
    settings: tuple[tuple[str, Value], ...] = ()

    def having(self, options: Mapping[str, Any]) -> EngineGames | None:
        """Returns the same with these options; None with a first cell, which needs turns."""
        if FIRST in options:
            return None
        others = {**dict(self.settings), **options}
        ms = others.pop("ms", self.ms)
        return replace(self, ms=ms, settings=tuple(others.items()))

    @property
    def draws(self) -> bool:
        """True if the engine uses random numbers."""
        with engine_of(self.command) as engine:
            return "seed" in engine.can

    def __call__(
        self, rules: Minesweeper, secrets: Sequence[Random | Layout], own: Sequence[Random]
    ) -> list[Played]:
        games = [
            BatchGame(rules, secret, rng.seed) for secret, rng in zip(secrets, own, strict=True)
        ]
        try:
            with engine_of(self.command) as engine:
                # Without batches one game after the other: an engine may remember its last move.
                for part in [games] if "batch" in engine.can else [[game] for game in games]:
                    while running := [game for game in part if game.won is None]:
                        self._turn(engine, rules, running)
        except EngineFailed as error:
            raise StrategyFailed(f"{PREFIX}{self.command}: {error}") from None
        return [Played(bool(game.won), game.guesses) for game in games]

    def _turn(self, engine: Engine, rules: Minesweeper, games: list[BatchGame]) -> None:
        """Asks for the next move of each game, and opens the cells."""
        spec, settings = rules.spec(), dict(self.settings)
        asked = [
            f"{engine.prepare(spec, game.seed, settings)}position {game.position()}\n"
            for game in games
        ]
        if "batch" in engine.can:
            answers = engine.moves(
                f"batch {len(games)}\n{''.join(asked)}", len(games), self.ms * len(games)
            )
        else:
            answers = [engine.moves(one, ms=self.ms)[0] for one in asked]
        moves = [read_moves(rules, words) for words in answers]
        _draw(rules, games, [cells[0] for cells in moves])
        for game, cells in zip(games, moves, strict=True):
            game.play(cells)


def _draw(rules: Minesweeper, games: Sequence[BatchGame], firsts: Sequence[Cell]) -> None:
    """Draws the layouts of the games that begin, as their first cells are known now."""
    starting: dict[Cell, list[BatchGame]] = {}
    for game, first in zip(games, firsts, strict=True):
        if not game.mines:
            starting.setdefault(first, []).append(game)
    for first, those in starting.items():
        drawn = [game for game in those if isinstance(game.secret, Random)]
        seeds = [game.secret.seed for game in drawn if isinstance(game.secret, Random)]
        for game, row in zip(drawn, draw_many(rules, seeds, first) if seeds else (), strict=True):
            game.mines = row.tobytes()
        for game in those:
            if isinstance(game.secret, Layout):
                game.mines = game.secret.mines


@dataclass(eq=False)
class BatchGame:
    """A game in play."""

    rules: Minesweeper
    secret: Random | Layout
    seed: int
    won: bool | None = None
    guesses: int = 0
    mines: bytes = b""
    """1 or 0 for each cell; empty before the first click."""
    cells: bytearray = field(init=False)
    left: int = field(init=False)
    """Number of safe cells that are closed."""

    def __post_init__(self) -> None:
        self.cells = bytearray([CLOSED]) * self.rules.cells
        self.left = self.rules.cells - self.rules.mines

    def position(self) -> str:
        """Returns the board as the protocol has it."""
        text, width = self.cells.translate(_TEXT).decode(), self.rules.width
        return "/".join([text[i : i + width] for i in range(0, len(text), width)])

    def play(self, cells: list[Cell]) -> None:
        """Opens cells, all but the last of them claimed to be certain. Raises EngineFailed."""
        rules = self.rules
        board = Board(rules.width, rules.height, bytes(self.cells))
        known = Field(rules, board)
        check_claims(View(rules, knowledge=known), cells[:-1])
        if all(map(known.is_known, cells)):
            again = rules.format_action(cells[0])
            raise EngineFailed(_("it opens {cell} again").format(cell=again))
        for cell in cells:
            if self.won is None:
                self._open(board.index(cell))
        self.guesses += known.risk(cells[-1]) > 0

    def _open(self, index: int) -> None:
        if self.mines[index]:
            self.won = False
            return
        around = neighbour_table(self.rules.width, self.rules.height)
        waiting = [index]
        while waiting:
            at = waiting.pop()
            if self.cells[at] != CLOSED:
                continue
            near = around[at]
            number = sum([self.mines[i] for i in near])
            self.cells[at] = number
            self.left -= 1
            if not number:
                waiting.extend(near)
        if not self.left:
            self.won = True
