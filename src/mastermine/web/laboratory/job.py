"""A run in progress: one thread plays it, any number of browsers watch it."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from copy import deepcopy
from threading import Event, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from mastermine.i18n.text import spoken
from mastermine.web.laboratory.serialize import state_of

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from threading import Thread

    from mastermine.arena.run import Part
    from mastermine.arena.standings import Standings
    from mastermine.arena.store import StoredRun
    from mastermine.core.errors import MastermineError
    from mastermine.i18n.languages import Language

PLAYING, DONE, STOPPED, FAILED = "playing", "done", "stopped", "failed"
"""States of a run."""


class Live:
    """A running or recently finished run."""

    def __init__(self, stored: StoredRun, standings: Standings, address: str = "") -> None:
        """``address``: of the browser that started it."""
        self.stored = stored
        self.standings = standings
        self.address = address
        self.state = PLAYING
        self.error: MastermineError | None = None
        self.settled = Event()
        """Set once a chunk is played, or the run ends."""
        self.ended = Event()
        self.thread: Thread | None = None
        self._lock = Lock()
        self.stopping = False
        """True once ``stop`` was called."""
        self.late = False
        """True once it was stopped because of its time limit."""
        self._executor: Executor | None = None
        self._before = standings.rounds
        self._started = monotonic()
        self._seconds = 0.0
        self._snapshot: tuple[tuple[str, Language], dict[str, Any]] | None = None
        self._text: tuple[dict[str, Any], str] | None = None
        self._news: dict[asyncio.AbstractEventLoop, asyncio.Event] = {}
        """Events of those who wait for the next change."""
        self.watchers = 0

    def add(self, part: Part) -> None:
        with self._lock:
            self.standings.add(part.games, part.drew)
            self._seconds = monotonic() - self._started
        self.settled.set()
        self.wake()

    def standings_now(self) -> Standings:
        """Returns a copy of the standings, which no longer changes."""
        with self._lock:
            return deepcopy(self.standings)

    def works_with(self, executor: Executor | None) -> bool:
        """Sets the executor that ``stop`` shuts down; returns False if the run is stopping."""
        with self._lock:
            self._executor = executor
            return not self.stopping

    def stop(self) -> None:
        """Stops the run now; played chunks stay in the store."""
        with self._lock:
            self.stopping = True
            executor = self._executor
        if executor is not None:
            executor.shutdown(wait=False)

    def time_out(self) -> None:
        """Stops the run because of its time limit."""
        self.late = True
        self.stop()

    def end(self, state: str, error: MastermineError | None = None) -> None:
        with self._lock:
            self.state, self.error = state, error
        self.settled.set()
        self.ended.set()
        self.wake()

    def wake(self) -> None:
        """Wakes all who wait for a change; called in any thread."""
        with self._lock:
            news, self._news = self._news, {}
        for loop, event in news.items():
            with suppress(RuntimeError):  # The loop is closed.
                loop.call_soon_threadsafe(event.set)

    async def change(self, mark: str | None) -> None:
        """Waits until the mark is another one, or ``wake`` is called."""
        with self._lock:
            event = self._news.setdefault(asyncio.get_running_loop(), asyncio.Event())
        if self.mark == mark:
            await event.wait()

    def text(self) -> str:
        """Returns the snapshot as JSON, written once for all who watch in one language."""
        snapshot = self.snapshot()
        kept = self._text
        if kept is None or kept[0] is not snapshot:
            kept = self._text = snapshot, json.dumps(snapshot, ensure_ascii=False)
        return kept[1]

    @property
    def mark(self) -> str:
        """Event id, which changes whenever the snapshot changes."""
        return f"{self.state}-{self.standings.rounds}"

    def snapshot(self) -> dict[str, Any]:
        """Returns the current state as JSON values, cached per language."""
        with self._lock:
            key = self.mark, spoken()
            if self._snapshot is None or self._snapshot[0] != key:
                made = state_of(self.stored, self.standings, self.state, error=self.error)
                made.update(self._pace())
                self._snapshot = key, made
            return self._snapshot[1]

    def _pace(self) -> dict[str, Any]:
        """Returns the rate in rounds per second, and the estimated remaining seconds."""
        done = self.standings.rounds - self._before
        if self.state != PLAYING or not done:
            return {}
        rate = done / max(self._seconds, 1e-9)
        return {"rate": rate, "seconds_left": (self.stored.rounds - self.standings.rounds) / rate}
