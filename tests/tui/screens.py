"""What the tests of the full screen are given by their fixtures, and the screen in front."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from mastermine.tui.app import MastermineApp

Play = Callable[..., None]
Shown = Callable[[Pilot[Any]], Awaitable[str]]
Same = Callable[[str, str], None]


def on(app: MastermineApp, kind: Any) -> Any:
    """The screen in front, which is of this kind."""
    screen = app.screen
    assert isinstance(screen, kind)
    return screen
