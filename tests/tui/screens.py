"""What the tests of the full screen do: open it, look at it, and type.

A test is a coroutine: ``async with opened(game=…) as (pilot, app): …``.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Static

from mastermine.minesweeper import Cell
from mastermine.tui.app import MastermineApp
from mastermine.tui.minesweeper.field import Field

GOLDEN = Path(__file__).parents[1] / "golden" / "tui"


@asynccontextmanager
async def opened(
    size: tuple[int, int] = (80, 30), *, notifications: bool = True, **options: Any
) -> AsyncIterator[tuple[Pilot[Any], MastermineApp]]:
    """The program in a terminal of this size; the other options are those of the app."""
    app = MastermineApp(**options)
    async with app.run_test(size=size, notifications=notifications) as pilot:
        await settled(pilot)
        yield pilot, app


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until nothing is worked out any more."""
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def type_text(pilot: Pilot[Any], text: str) -> None:
    """Type digits or letters, then Enter: without a pause after each key, as ``press`` makes."""
    for character in text:
        pilot.app.post_message(Key(character, character))
    await pilot.press("enter")
    await settled(pilot)


def on(app: MastermineApp, kind: Any) -> Any:
    """The screen in front, which is of this kind."""
    screen = app.screen
    assert isinstance(screen, kind)
    return screen


def place_of(field: Field, cell: Cell) -> tuple[int, int] | None:
    """The column and row of the widget where a cell has its sign; None out of sight."""
    left = field._left + field._margin
    x = left + (cell[0] + 1) * field._pitch - 1 - field.scroll_offset.x
    y = field._ruler + cell[1] - field.scroll_offset.y
    seen = left <= x < field.size.width and field._ruler <= y < field.size.height
    return (x, y) if seen else None


def said(pilot: Pilot[Any]) -> str:
    """What the messages of a game say."""
    return str(pilot.app.screen.query_one("#said", Static).content)


async def shown(pilot: Pilot[Any]) -> str:
    """What is on the screen once it has settled: its lines, without spaces at their ends."""
    await pilot.pause()
    strips = pilot.app.screen._compositor.render_strips()
    lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
    return "\n".join(lines).rstrip() + "\n"


async def words(pilot: Pilot[Any]) -> str:
    """The same in one line."""
    return " ".join((await shown(pilot)).split())


async def looks_as(
    name: str, pilot: Pilot[Any], *sizes: tuple[int, int], ascii_only: bool = False
) -> None:
    """Check in each size that a screen looks as ``tests/golden/tui/NAME-SIZE.txt`` says.

    With MASTERMINE_GOLDEN=1 in the environment the files are written anew.
    """
    for width, height in sizes:
        await pilot.resize_terminal(width, height)
        text = await shown(pilot)
        assert text.isascii() or not ascii_only
        file = GOLDEN / f"{name}-{width}x{height}.txt"
        if os.environ.get("MASTERMINE_GOLDEN"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file.name} is missing: MASTERMINE_GOLDEN=1 writes it"
        assert text == file.read_text(encoding="utf-8"), file.name
