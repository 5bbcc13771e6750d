"""CPU time of a click on a minefield in the full-screen interface, with drawing.

Clicks go through Textual's pilot: events, the session, the board, the line above it, the keys below
it, and the terminal output. The pilot has its own cost, since it polls every widget: its time
without a click is shown, too, and the cost of a click is the difference of the two medians.
``worst``: the slowest click, without the pilot's cost. An untimed first game imports everything.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any

os.environ["TEXTUAL_COLOR_SYSTEM"] = "truecolor"  # as in a terminal

from rich.console import Console
from textual._compositor import CompositorUpdate

from common import machine, table_of
from mastermine.core.random import Random
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.session import MinesweeperSession
from mastermine.tui import app as app_module
from mastermine.tui.app import MastermineApp
from mastermine.tui.minesweeper.field import Field

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from mastermine.minesweeper.board import Cell

SIZES = {"beginner": (60, 20), "expert": (110, 32), "100x100x1500": (110, 32)}
GAMES = 3
MAX_CLICKS = 60
"""Maximum number of timed clicks per game."""
GOAL = 10.0
"""Goal for a click at expert size, in milliseconds of CPU time."""


class Drawn(MastermineApp):
    """The program; it renders the terminal output and counts it."""

    CSS_PATH = str(Path(app_module.__file__).with_name("app.tcss"))
    letters = 0

    def _display(self, screen: Any, renderable: Any) -> None:
        if isinstance(renderable, CompositorUpdate):
            self.letters += len(renderable.render_segments(self.console))
        super()._display(screen, renderable)


async def idle(pilot: Pilot[None]) -> float:
    """Returns the milliseconds of the pilot without a click."""
    start = process_time()
    for _pause in range(4):  # as many pauses as a click has
        await pilot.pause()
    return 1e3 * (process_time() - start)


async def played(level: str, seed: int) -> tuple[list[float], list[float], int, int]:
    """Returns CPU milliseconds with and without clicks, cells opened, and letters of output."""
    rules = parse_rules_of(Minesweeper, level)
    first = rules.width // 2, rules.height // 2
    layout = rules.draw(Random(seed), first)
    session = MinesweeperSession(rules, secret=layout)
    app = Drawn(session)
    times: list[float] = []
    async with app.run_test(size=SIZES[level]) as pilot:
        await app.workers.wait_for_complete()
        field = app.screen.query_one(Field)
        idles = [await idle(pilot) for _time in range(5)]
        before = app.letters
        for cell in _safe(session, layout, first):
            if len(times) == MAX_CLICKS or session.outcome is not None:
                break
            place = _place_of(field, cell)
            if session.board[cell] != 9 or place is None:
                continue
            start = process_time()
            await pilot.click(field, offset=place)
            times.append(1e3 * (process_time() - start))
        cells = sum(value < 9 for value in session.board.cells)
        return times, idles, cells, app.letters - before


def _place_of(field: Field, cell: Cell) -> tuple[int, int] | None:
    """Returns the screen position of a cell; None if it is not visible."""
    places = ((x, y) for y in range(field.size.height) for x in range(field.size.width))
    return next((place for place in places if field.cell_at(*place) == cell), None)


def _safe(session: MinesweeperSession, layout: Any, first: Cell) -> list[Cell]:
    """Returns the safe cells: the first click, then the others in random order."""
    board = session.board
    rest = [cell for cell in map(board.cell, range(len(board.cells))) if cell not in layout]
    Random(1).shuffle(rest)
    return [first, *rest]


def middle(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


def main() -> None:
    console = Console()
    console.print(machine())
    table = table_of(
        f"CPU time of a click on the full screen, ms (goal at expert: {GOAL:g})",
        (
            "rules",
            "screen",
            "clicks",
            "cells",
            "letters a click",
            "pilot",
            "both",
            "click",
            "worst",
        ),
    )
    with TemporaryDirectory() as folder:
        os.environ.update(XDG_STATE_HOME=folder, XDG_DATA_HOME=folder)
        asyncio.run(played("beginner", GAMES))
        for level, (width, height) in SIZES.items():
            times: list[float] = []
            none: list[float] = []
            cells = letters = 0
            for seed in range(GAMES):
                found = asyncio.run(played(level, seed))
                times += found[0]
                none += found[1]
                cells += found[2]
                letters += found[3]
            table.add_row(
                level,
                f"{width}x{height}",
                f"{len(times):,}",
                f"{cells:,}",
                f"{letters / len(times):,.0f}",
                f"{middle(none):.1f}",
                f"{middle(times):.1f}",
                f"{middle(times) - middle(none):.1f}",
                f"{max(times) - middle(none):.1f}",
            )
    console.print(table)


if __name__ == "__main__":
    main()
