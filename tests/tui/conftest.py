"""Each test of the full screen has its own folders, runs in a loop of its own, and waits little."""

from __future__ import annotations

import asyncio
import inspect
import shutil
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from tests.waiting import PATIENCE

pytest.importorskip("textual")

from textual._context import active_app

from mastermine.arena.store import open_store

FRAME = 0.001
"""Seconds from one drawing of a screen to the next."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine, and not for ever."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {
        name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters
    }
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), PATIENCE))
    return True


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store without games: to make its tables takes longer than most tests."""
    file = tmp_path_factory.mktemp("store") / "runs.sqlite"
    open_store(file, create=True).close()
    return file


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, empty_store: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games and settings are separate from those of the person who runs the tests."""
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
    """A pilot continues as soon as the program waits for it, not a fiftieth of a second later.

    Messages that go by themselves stay until they are read.
    """
    monkeypatch.setattr("textual.notifications.Notification.time_left", 3600.0)
    monkeypatch.setattr("textual.app.wait_for_idle", settled)
    monkeypatch.setattr("textual.pilot.wait_for_idle", settled)
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", FRAME)
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
