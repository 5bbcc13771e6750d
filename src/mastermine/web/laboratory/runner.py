"""Runs of this server: each has a thread and worker processes, and is saved in the store."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextvars import copy_context
from threading import Lock, Thread, Timer
from typing import TYPE_CHECKING

from mastermine.arena.executors import workers
from mastermine.arena.reproduce import command_of, lengthen
from mastermine.arena.runner import conduct, head_start
from mastermine.arena.standings import Standings
from mastermine.arena.store import StoreError
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.options import read_home
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.web.errors import Refused, TooLong, TooMany, check_store, public
from mastermine.web.laboratory.job import DONE, FAILED, PLAYING, STOPPED, Live
from mastermine.web.laboratory.serialize import why_not
from mastermine.web.limits import Rates
from mastermine.web.time_limits import RETRY_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.arena.run import Game, Part, Run
    from mastermine.arena.store import Store

log = logging.getLogger(__name__)

MAX_RUNNING = 2
"""Maximum number of parallel runs."""
MAX_FINISHED = 32
"""Maximum number of finished runs in memory, for browsers that still show them."""
MINUTES = 15
"""Time limit of a match on a server with limits; it can be resumed."""
GAME_BYTES = 60
"""Size of a game in the store, without its texts, about."""
FEW_CODES, FEW_CELLS = 1296, 100
"""Maximum size of quick rules, whose first rounds the server plays without workers."""
MAX_KEPT = 32
"""Maximum number of stored runs whose standings are kept in memory."""
STOP_SECONDS = 5.0


class Conductor:
    """All runs of this server; each can be watched, stopped and resumed."""

    def __init__(self, store: Store, rates: Rates | None = None, shared: bool = False) -> None:
        """``rates``: limits of the addresses that start runs [default: none].

        ``shared``: True if others than who runs the server see the runs.
        """
        self.store = store
        self._shared = shared
        self._rates = Rates(None) if rates is None else rates
        self._kept: OrderedDict[tuple[int, int], Standings] = OrderedDict()
        """Standings of stored runs, by number and rounds played."""
        self._lock = Lock()
        """Lock of the table of runs; its holder never waits."""
        self._start_lock = Lock()
        """Lock for starting or resuming a run; its holder may wait for the store."""
        self._live: OrderedDict[int, Live] = OrderedDict()
        self._closed = False

    def begin(self, run: Run, owner: str | None = None, address: str = "") -> Live:
        """Starts a run of this owner. Raises TooMany, Refused."""
        with self._start_lock:
            self._check_room(address)
            check_store(self.store)
            self._rates.keep(address, GAME_BYTES + len(run.to_json()))
            number = self.store.begin(run, command_of(run), owner)
            stored = self.store.run(number)
            return self._start(Live(stored, Standings(run.names, run.risky), address))

    def resume(self, number: int, rounds: int | None = None, address: str = "") -> Live:
        """Resumes a stopped run; ``rounds`` is its new number of rounds.

        Raises InvalidSpec if it cannot be resumed, TooMany, Refused.
        """
        with self._start_lock:
            stored = self.store.run(number)
            live = self.live(number)
            if live is not None and live.state == PLAYING:
                return live
            reason = why_not(stored)
            if reason is not None:
                raise InvalidSpec(reason)
            self._check_room(address)
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
            return self._start(Live(stored, self.store.standings(number), address))

    def standings(self, number: int) -> Standings:
        """Returns the standings of a run. Those of a stored one take long to count at first."""
        live = self.live(number)
        if live is not None and live.state == PLAYING:
            return live.standings_now()
        stored = self.store.run(number)
        key = stored.id, stored.rounds_played
        with self._lock:
            kept = self._kept.get(key)
        if kept is None:
            kept = self.store.standings(stored.id)
        with self._lock:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return kept

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

    def _check_room(self, address: str) -> None:
        with self._lock:
            playing = [live.address for live in self._live.values() if live.state == PLAYING]
        if self._closed:
            raise Refused(_("the server is shutting down; no new match can start"), 503)
        if self._rates.rate is not None and address in playing:
            raise TooMany(
                _("a match from your address is already running; stop it, or wait until it ends"),
                RETRY_SECONDS,
            )
        if len(playing) >= MAX_RUNNING:
            raise TooMany(
                ngettext(
                    "{n} match is already running; stop it, or wait until it ends",
                    "{n} matches are already running; stop one, or wait until one ends",
                    len(playing),
                ).format(n=len(playing)),
                RETRY_SECONDS,
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
        timer = Timer(60 * MINUTES, live.time_out)
        timer.daemon = True
        if self._rates.rate is not None:
            timer.start()
        try:
            for part in self._parts(live):
                check_store(self.store)
                self._rates.keep(live.address, sum(map(_size, part.games)))
                self.store.add(number, part)
                live.add(part)
                if live.stopping:
                    break
            self._end_stopped(live)
        except Exception as error:
            if live.stopping and not isinstance(error, MastermineError):
                self._end_stopped(live)  # The workers were shut down.
                return
            if not isinstance(error, MastermineError):
                log.error("run %s failed", number, exc_info=error)
                error = MastermineError(
                    _("internal server error; the played rounds of run {n} are stored").format(
                        n=number
                    )
                )
            try:
                check_store(self.store)
            except StoreError as lost:  # This is why, whatever the database says.
                error = lost
            live.end(FAILED, public(error, self._shared))
        finally:
            timer.cancel()

    def _end_stopped(self, live: Live) -> None:
        """Ends a run that is complete, or was stopped."""
        if live.standings.rounds >= live.stored.rounds:
            live.end(DONE)
        elif live.late:
            message = ngettext(
                "this match has run for {n} minute, the time limit of this server; resume it "
                "to play on",
                "this match has run for {n} minutes, the time limit of this server; resume it "
                "to play on",
                MINUTES,
            ).format(n=MINUTES)
            live.end(STOPPED, TooLong(message))
        else:
            live.end(STOPPED)

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


def _size(game: Game) -> int:
    """Returns the size of a game in the store in bytes, about."""
    return GAME_BYTES + sum(len(text or "") for text in (game.reason, game.secret, game.moves))


def _is_small(run: Run) -> bool:
    if any(read_home(entrant.home).options for entrant in run.entrants):
        return False  # Options can make a strategy slow.
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
