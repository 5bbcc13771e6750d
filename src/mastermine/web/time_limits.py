"""Limits of long work: time per request, and parallel requests."""

from __future__ import annotations

import asyncio
import signal
from contextlib import ExitStack
from functools import partial, wraps
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

import anyio.to_thread
from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

from mastermine.arena.executors import workers
from mastermine.arena.pools.resilient_executor import WorkerDied
from mastermine.arena.watchdog import OutOfTime, allowed
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _, speaking, spoken
from mastermine.web.errors import Refused, TooLong, TooMany

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from concurrent.futures import Executor

    from mastermine.arena.pools.resilient_executor import ResilientExecutor

P = ParamSpec("P")
T = TypeVar("T")

MOVE_SECONDS = 15.0
"""Time limit of a move, or of help with one."""
MAX_HELP_REQUESTS = 4
"""Maximum parallel requests for help; clicks are not limited."""

GRACE_SECONDS = 1.0
"""A worker that exceeds its limit by this much is killed."""
MAX_PROCESSES = 2
MAX_TRIES = 3
"""Maximum tries if the worker died because of another task."""
MAX_WAITING = 20
"""Maximum waiting requests for long work; further ones are refused."""

_limiter: RunVar[CapacityLimiter] = RunVar("limiter")


def within(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls a function. Raises TooLong after ``MOVE_SECONDS``."""
    return _within(MOVE_SECONDS, function, *args, **kwargs)


def _within(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    # Not a context manager: the watchdog interrupts the frames below the block that it sees.
    try:
        with allowed(seconds):
            return function(*args, **kwargs)
    except OutOfTime:
        raise _too_long(seconds) from None


def _too_long(seconds: float) -> TooLong:
    return TooLong(
        # Translators: {seconds} is 15.
        _(
            "this takes longer than {seconds} seconds, the time limit of this server; "
            "use smaller rules, or run mastermine on your own machine"
        ).format(seconds=plain(seconds))
    )


async def in_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls a slow function in one of a few threads."""
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(MAX_HELP_REQUESTS)
        _limiter.set(limiter)
    return await anyio.to_thread.run_sync(lambda: function(*args, **kwargs), limiter=limiter)


def slow(endpoint: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Runs an endpoint by ``in_thread``."""

    @wraps(endpoint)
    async def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        return await in_thread(endpoint, *args, **kwargs)

    return wrapper


class Workers:
    """Worker processes for long work; one that exceeds its time limit is killed."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._executor: Executor | None = None
        self._waiting = 0
        self._lock = Lock()
        self._closed = False

    async def do(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls a function in a worker, in the current language.

        Raises TooLong, TooMany.
        """
        if self._waiting >= MAX_WAITING:
            raise TooMany(_("the server is busy; try again in a few seconds"), 5)
        self._waiting += 1
        call = partial(_in_time, MOVE_SECONDS, spoken().tag, function, args, kwargs)
        try:
            executor = await anyio.to_thread.run_sync(self._begin)
            for _try in range(MAX_TRIES):
                start = monotonic()
                try:
                    return await asyncio.wrap_future(executor.once(call))
                except WorkerDied as error:
                    if error.late or monotonic() - start >= MOVE_SECONDS:
                        raise _too_long(MOVE_SECONDS) from None
                    died = error  # Because of another task.
                except asyncio.CancelledError:
                    if self._closed:
                        raise Refused(
                            _("the server is shutting down; try again later"), 503
                        ) from None
                    raise
            raise died
        finally:
            self._waiting -= 1

    def _begin(self) -> ResilientExecutor:
        with self._lock:
            if self._executor is None:
                self._closed = False
                self._executor = self._stack.enter_context(workers(MAX_PROCESSES))
            return cast("ResilientExecutor", self._executor)

    def close(self) -> None:
        """Kills all workers."""
        with self._lock:
            self._closed = True
            self._executor = None
            self._stack.close()


def _in_time(
    seconds: float, language: str, function: Callable[..., T], args: Any, kwargs: Any
) -> T:
    """Calls a function in a worker with a time limit.

    A function that survives the watchdog's interrupt is killed with its process, by a timer of CPU
    time; the watchdog uses the other timer.
    """
    has_timer = hasattr(signal, "setitimer")
    if has_timer:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds + GRACE_SECONDS)
    try:
        with speaking(LANGUAGES[language]):
            return _within(seconds, function, *args, **kwargs)
    finally:
        if has_timer:
            signal.setitimer(signal.ITIMER_PROF, 0)
