"""What the tests of the full screen share: its text, and how it should look.

``shown`` and ``same_as`` are fixtures: ``same_as("start-60x20", await shown(pilot))``.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from tests.waiting import PATIENCE

pytest.importorskip("textual")

from textual._context import active_app
from textual.pilot import Pilot

from mastermine.arena.store import open_store

GOLDEN = Path(__file__).parents[1] / "golden" / "tui"


FRAME = 0.001
"""Seconds from one drawing of a screen to the next."""


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store without games: to make its tables takes longer than most tests."""
    file = tmp_path_factory.mktemp("store") / "runs.sqlite"
    open_store(file, create=True).close()
    return file


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, empty_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games and settings are kept away from those of whoever runs the tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "data" / "mastermine").mkdir(parents=True)
    shutil.copy(empty_store, tmp_path / "data" / "mastermine" / "runs.sqlite")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "state" / "mastermine"


async def settled(min_sleep: float = 0, max_sleep: float = PATIENCE) -> None:
    """Wait until the screen is drawn and nothing is worked out any more."""
    loop: Any = asyncio.get_running_loop()
    app, end = active_app.get(), monotonic() + PATIENCE
    while True:
        await asyncio.sleep(2 * FRAME)
        while loop._ready and monotonic() < end:
            await asyncio.sleep(0)
        resized = app._resize_event is not None  # It waits a little for others that may follow.
        works = any(worker.is_running for worker in app.workers)
        if monotonic() > end or not (resized or works):
            return


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pilot goes on as soon as the program waits for it, and not a fiftieth of a second later.

    Messages that go by themselves stay until they are read.
    """
    monkeypatch.setattr("textual.notifications.Notification.time_left", 3600.0)
    monkeypatch.setattr("textual.app.wait_for_idle", settled)
    monkeypatch.setattr("textual.pilot.wait_for_idle", settled)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", FRAME)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")


@pytest.fixture
def shown() -> Callable[[Pilot[Any]], Awaitable[str]]:
    """What is on the screen once it has settled: its lines, without spaces at their ends."""

    async def text(pilot: Pilot[Any]) -> str:
        await pilot.pause()
        strips = pilot.app.screen._compositor.render_strips()
        lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
        return "\n".join(lines).rstrip() + "\n"

    return text


@pytest.fixture
def same_as() -> Callable[[str, str], None]:
    """Check that a screen looks as it did: as ``tests/golden/tui/NAME.txt`` says.

    A name tells how large the screen is, as in ``start-60x20``. With MASTERMINE_GOLDEN=1 in the
    environment the file is written anew.
    """

    def check(name: str, text: str) -> None:
        file = GOLDEN / f"{name}.txt"
        if os.environ.get("MASTERMINE_GOLDEN"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file.name} is missing: MASTERMINE_GOLDEN=1 writes it"
        assert text == file.read_text(encoding="utf-8")

    return check


@pytest.fixture
def play() -> Callable[..., None]:
    """Run the program, and steps in it: ``play(steps, size=(80, 30), game=…)``.

    The steps are a coroutine of a pilot and the app; the other options are those of the app.
    """
    from mastermine.tui.app import MastermineApp

    async def run(
        steps: Callable[[Pilot[Any], MastermineApp], Awaitable[None]],
        size: tuple[int, int],
        options: dict[str, Any],
    ) -> None:
        app = MastermineApp(**options)
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await app.workers.wait_for_complete()
            await pilot.pause()
            await steps(pilot, app)

    def go(steps: Any, size: tuple[int, int] = (80, 30), **options: Any) -> None:
        asyncio.run(asyncio.wait_for(run(steps, size, options), PATIENCE))

    return go
