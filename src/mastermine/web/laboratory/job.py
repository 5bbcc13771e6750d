"""A run on its way: what a thread plays, and any number of browsers look at."""

from __future__ import annotations

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
    from mastermine.arena.store import Kept
    from mastermine.core.errors import MastermineError
    from mastermine.i18n.languages import Language

PLAYING, DONE, STOPPED, FAILED = "playing", "done", "stopped", "failed"
"""How it is with a run."""


class Live:
    """A run that is played here, or was until a short while ago."""

    def __init__(self, kept: Kept, standings: Standings) -> None:
        self.kept = kept
        self.standings = standings
        self.state = PLAYING
        self.error: MastermineError | None = None
        self.settled = Event()
        """Set once a part of it was played, or it ended."""
        self.ended = Event()
        self.thread: Thread | None = None
        self._lock = Lock()
        self.stopping = False
        """Whether it is to end."""
        self._executor: Executor | None = None
        self._before = standings.rounds
        self._begun = monotonic()
        self._seconds = 0.0
        self._told: tuple[tuple[str, Language], dict[str, Any]] | None = None

    def add(self, part: Part) -> None:
        with self._lock:
            self.standings.add(part.games, part.drew)
            self._seconds = monotonic() - self._begun
        self.settled.set()

    def works_with(self, executor: Executor | None) -> bool:
        """Remember who plays, who is ended when it stops; False where it has stopped already."""
        with self._lock:
            self._executor = executor
            return not self.stopping

    def stop(self) -> None:
        """Let it end now; what was played is kept."""
        with self._lock:
            self.stopping = True
            executor = self._executor
        if executor is not None:
            executor.shutdown(wait=False)

    def end(self, state: str, error: MastermineError | None = None) -> None:
        with self._lock:
            self.state, self.error = state, error
        self.settled.set()
        self.ended.set()

    @property
    def mark(self) -> str:
        """What changes with what there is to be seen, as the id of an event."""
        return f"{self.state}-{self.standings.rounds}"

    def told(self) -> dict[str, Any]:
        """What there is to be seen; made once, for all who look at it in the same language."""
        with self._lock:
            key = self.mark, spoken()
            if self._told is None or self._told[0] != key:
                made = state_of(self.kept, self.standings, self.state, error=self.error)
                made.update(self._pace())
                self._told = key, made
            return self._told[1]

    def _pace(self) -> dict[str, Any]:
        """How fast it is, in rounds a second, and the seconds that are left at that pace."""
        done = self.standings.rounds - self._before
        if self.state != PLAYING or not done:
            return {}
        rate = done / max(self._seconds, 1e-9)
        return {"rate": rate, "seconds_left": (self.kept.rounds - self.standings.rounds) / rate}
