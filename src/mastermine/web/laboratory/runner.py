"""Runs of this server: each has a thread and worker processes, and is saved in the store."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextvars import copy_context
from threading import Lock, Thread
from typing import TYPE_CHECKING

from mastermine.arena.executors import workers
from mastermine.arena.reproduce import command_of, lengthen
from mastermine.arena.runner import conduct, head_start
from mastermine.arena.standings import Standings
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.web.errors import Refused, check_store
from mastermine.web.laboratory.job import DONE, FAILED, PLAYING, STOPPED, Live
from mastermine.web.laboratory.serialize import why_not

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.arena.run import Part, Run
    from mastermine.arena.store import Store

log = logging.getLogger(__name__)

MAX_RUNNING = 2
"""Maximum number of parallel runs."""
MAX_FINISHED = 32
"""Maximum number of finished runs in memory, for browsers that still show them."""
FEW_CODES, FEW_CELLS = 1296, 100
"""Maximum size of quick rules, whose first rounds the server plays without workers."""
STOP_SECONDS = 5.0


class Conductor:
    """All runs of this server; each can be watched, stopped and resumed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = Lock()
        """Lock of the table of runs; its holder never waits."""
        self._start_lock = Lock()
        """Lock for starting or resuming a run; its holder may wait for the store."""
        self._live: OrderedDict[int, Live] = OrderedDict()
        self._closed = False

    def begin(self, run: Run, owner: str | None = None) -> Live:
        """Starts a run of this owner. Raises Refused if there are too many."""
        with self._start_lock:
            self._check_room()
            check_store(self.store)
            number = self.store.begin(run, command_of(run), owner)
            stored = self.store.run(number)
            return self._start(Live(stored, Standings(run.names, run.risky)))

    def resume(self, number: int, rounds: int | None = None) -> Live:
        """Resumes a stopped run; ``rounds`` is its new number of rounds.

        Raises InvalidSpec if it cannot be resumed, Refused if there are too many.
        """
        with self._start_lock:
            stored = self.store.run(number)
            live = self.live(number)
            if live is not None and live.state == PLAYING:
                return live
            reason = why_not(stored)
            if reason is not None:
                raise InvalidSpec(reason)
            self._check_room()
            check_store(self.store)
            if rounds is not None:
                lengthen(self.store, stored, rounds)
                stored = self.store.run(number)
            if stored.finished:
                raise InvalidSpec(
                    # Translators: {n} is the number of a run; {rounds} chooses the form.
                    ngettext(
                        "run {n} is finished: its {rounds} round was played",
                        "run {n} is finished: all of its {rounds} rounds were played",
                        stored.rounds,
                    ).format(n=number, rounds=whole(stored.rounds))
                )
            return self._start(Live(stored, self.store.standings(number)))

    def live(self, number: int) -> Live | None:
        """Returns a running or recently finished run."""
        with self._lock:
            return self._live.get(number)

    def stop(self, number: int) -> None:
        """Stops a run if it is running, and waits for its end."""
        live = self.live(number)
        if live is not None:
            live.stop()
            live.ended.wait(STOP_SECONDS)

    def delete(self, number: int) -> None:
        """Deletes a run. Raises InvalidSpec if it does not exist."""
        self.stop(number)
        self.store.delete(number)
        with self._lock:
            self._live.pop(number, None)

    def wake(self) -> None:
        """Wakes all who watch a run."""
        with self._lock:
            lives = list(self._live.values())
        for live in lives:
            live.wake()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            playing = [live for live in self._live.values() if live.state == PLAYING]
        for live in playing:
            live.stop()
        for live in playing:
            live.ended.wait(STOP_SECONDS)

    def _check_room(self) -> None:
        with self._lock:
            playing = sum(live.state == PLAYING for live in self._live.values())
        if self._closed:
            raise Refused(_("the server is shutting down; no new match can start"), 503)
        if playing >= MAX_RUNNING:
            raise Refused(
                ngettext(
                    "{n} match is already running; stop it, or wait until it ends",
                    "{n} matches are already running; stop one, or wait until one ends",
                    playing,
                ).format(n=playing),
                429,
            )

    def _start(self, live: Live) -> Live:
        with self._lock:
            self._live[live.stored.id] = live
            self._live.move_to_end(live.stored.id)
            ended = [number for number, each in self._live.items() if each.state != PLAYING]
            for number in ended[: max(0, len(ended) - MAX_FINISHED)]:
                del self._live[number]
        # Its messages are in the language of its owner.
        name = f"run-{live.stored.id}"
        live.thread = Thread(
            target=copy_context().run, args=(self._play, live), name=name, daemon=True
        )
        live.thread.start()
        return live

    def _play(self, live: Live) -> None:
        number = live.stored.id
        try:
            for part in self._parts(live):
                check_store(self.store)
                self.store.add(number, part)
                live.add(part)
                if live.stopping:
                    break
            live.end(STOPPED if live.standings.rounds < live.stored.rounds else DONE)
        except Exception as error:
            if live.stopping and not isinstance(error, MastermineError):
                live.end(STOPPED)  # The workers were shut down.
                return
            if not isinstance(error, MastermineError):
                log.error("run %s failed", number, exc_info=error)
                error = MastermineError(
                    _("internal server error; the played rounds of run {n} are stored").format(
                        n=number
                    )
                )
            live.end(FAILED, error)

    def _parts(self, live: Live) -> Iterator[Part]:
        """Plays the missing chunks; the first ones of quick rules without workers."""
        run, number = live.stored.run, live.stored.id
        if _is_small(run):
            yield from head_start(run, self.store.missing(number))
        missing = self.store.missing(number)
        if not missing:
            return
        with workers(_jobs(), yielding=True) as executor:
            try:
                if live.works_with(executor):
                    crashes = [score.crashes for score in live.standings.scores]
                    yield from conduct(run, executor, missing, crashes=crashes)
            finally:
                live.works_with(None)


def _is_small(run: Run) -> bool:
    cells = run.rules.sizes().get("cells")
    if cells is None:
        return bool(run.rules.secret_count <= FEW_CODES)
    return bool(cells <= FEW_CELLS)


def _jobs() -> int:
    """Returns the number of workers: one per core except one for the players, at least two.

    With fewer, the server process itself would play, and could not stop during a game.
    """
    from loky import cpu_count

    return max(2, int(cpu_count()) - 1)
