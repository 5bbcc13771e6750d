"""What the tests of the full screen are given by their fixtures, and the screen in front."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from mastermine.minesweeper import Cell
from mastermine.tui.app import MastermineApp
from mastermine.tui.minesweeper.field import Field

Play = Callable[..., None]
Shown = Callable[[Pilot[Any]], Awaitable[str]]
Same = Callable[[str, str], None]


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
