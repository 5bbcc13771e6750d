"""Limits of long work: a time limit, and a fair queue for a few slots.

A slot is a thread and, for work that would slow down the whole server, a worker process.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, wait
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial, wraps
from itertools import count
from threading import Lock
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from mastermine.arena.memory import default_limit
from mastermine.arena.pools.processes import Processes
from mastermine.arena.pools.resilient_executor import deaf, packed
from mastermine.arena.watchdog import OutOfTime, allowed
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _, speaking, spoken
from mastermine.web.errors import Refused, TooLong, TooMany
from mastermine.web.owner import address_of, known_owner

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from fastapi import Request
    from starlette.types import Receive

P = ParamSpec("P")
T = TypeVar("T")

MOVE_SECONDS = 15.0
"""Time limit of a move, or of help with one."""
GRACE_SECONDS = 1.0
"""A worker that exceeds its limit by this much is killed."""
START_SECONDS = 60.0
"""Time limit for the start of a worker process."""

SLOTS = 3
"""Maximum number of requests for long work that run at the same time."""
MAX_RUNNING = 2
"""Of these, the maximum for one address, and for one owner."""
MAX_WAITING = 200
"""Maximum number of waiting requests for long work; further ones are refused."""
MAX_WAITING_ADDRESS, MAX_WAITING_OWNER = 60, 20
"""Of these, the maximum for one address, and for one owner."""
RETRY_SECONDS = 5
PAUSE_SECONDS = 0.2


def within(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls a function. Raises TooLong after ``MOVE_SECONDS``."""
    return _within(MOVE_SECONDS, partial(function, *args, **kwargs))


def _within(seconds: float, function: Callable[[], T]) -> T:
    # Not a context manager: the watchdog interrupts the frames below the block that it sees.
    try:
        with allowed(seconds):
            return function()
    except OutOfTime:
        raise too_long(seconds) from None


def too_long(seconds: float) -> TooLong:
    """Returns the error for work that took longer than these seconds."""
    return TooLong(
        # Translators: {seconds} is 15.
        _(
            "this takes longer than {seconds} seconds, the time limit of this server; "
            "use smaller rules, or run mastermine on your own machine"
        ).format(seconds=plain(seconds))
    )


async def heavy(request: Request, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Calls a function of long work in a thread, when it is this request's turn.

    In it, ``in_worker`` uses the worker process of the slot. If the client leaves, the request is
    removed from the queue, or its worker process is killed. Raises TooMany, Refused.
    """
    queue: LongWork = request.app.state.long_work
    call = partial(function, *args, **kwargs)
    work = asyncio.ensure_future(queue.do(address_of(request), known_owner(request), call))
    leaving = asyncio.ensure_future(left(request.receive))
    try:
        await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise Refused(_("the client has closed the connection"), 499)
    finally:
        leaving.cancel()
        if not work.done():
            work.cancel()
            await asyncio.wait({work})


async def patiently(
    request: Request, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Calls a function like ``heavy``; if too much waits, tries again until there is room."""
    while True:
        with suppress(TooMany):
            return await heavy(request, function, *args, **kwargs)
        await asyncio.sleep(PAUSE_SECONDS)


async def reading(
    request: Request, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Calls a function that reads much of the store, in one of a few threads. Raises TooLong."""
    call = partial(within, partial(function, *args, **kwargs))
    return await anyio.to_thread.run_sync(call, limiter=request.app.state.reads)


async def left(receive: Receive) -> None:
    """Returns when the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass


def slow(endpoint: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Runs an endpoint by ``heavy``; it has a parameter ``request``."""

    @wraps(endpoint)
    async def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        request: Any = kwargs["request"]
        return await heavy(request, partial(endpoint, *args, **kwargs))

    return wrapper


def in_worker(
    function: Callable[..., T], *args: Any, seconds: float | None = None, **kwargs: Any
) -> T:
    """Calls a function in the worker process of this slot, inside ``heavy``.

    The function, its arguments and its result are pickled: a changed argument must be part of the
    result. ``seconds``: time limit [default: ``MOVE_SECONDS``]. Raises TooLong.
    """
    limit = MOVE_SECONDS if seconds is None else seconds
    return _worker.get().call(partial(function, *args, **kwargs), limit)


class Worker:
    """A process for long work, one call at a time; it starts with the first one."""

    def __init__(self) -> None:
        self._pool: Processes | None = None
        self._ready: Future[Any] | None = None
        self._lock = Lock()
        self._calls = 0

    def call(self, function: Callable[[], T], seconds: float) -> T:
        """Calls a function in the process, in the current language; called in a thread.

        Raises TooLong, WorkerDied, and Refused if the process is stopped from outside.
        """
        call = packed(_in_time, (seconds, spoken().tag, function), {})
        pool, ready = self._started()
        self._calls += 1
        try:
            wait([ready], START_SECONDS)
            future = pool.submit(call)
            if not wait([future], seconds + GRACE_SECONDS).done:
                self.stop()
                raise too_long(seconds)
            result: T = future.result()
        except TooLong:
            raise
        except Exception as error:
            if self._pool is not pool:
                raise _shutting_down() from None  # Or the client has left.
            death = pool.died(error)
            if death is None:
                raise
            self.stop()
            raise (too_long(seconds) if death.why.late else death.why) from None
        finally:
            self._calls -= 1
        return result

    def _started(self) -> tuple[Processes, Future[Any]]:
        """Starts the process; returns it, and the future of its first task."""
        with self._lock:
            if self._pool is None or self._ready is None:
                with deaf():
                    self._pool = Processes(1, True, default_limit(SLOTS))
                    self._ready = self._pool.submit(packed(int, (), {}))
            return self._pool, self._ready

    def stop(self, *, idle: bool = True) -> None:
        """Kills the process; the next call starts another one. ``idle``: also without a call."""
        with self._lock:
            if not idle and not self._calls:
                return
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()


def _shutting_down() -> Refused:
    return Refused(_("the server is shutting down; try again later"), 503)


def _in_time(seconds: float, language: str, function: Callable[[], T]) -> T:
    """Calls a function in a worker with a time limit."""
    with speaking(LANGUAGES[language]):
        return _within(seconds, function)


_worker: ContextVar[Worker] = ContextVar("worker")
"""Worker of the request that this thread works for."""


@dataclass(eq=False, slots=True)
class _Job:
    """A request for long work, waiting or running."""

    keys: tuple[str, str]
    """Its address and its owner."""
    turn: asyncio.Future[Worker]


class LongWork:
    """A fair queue of requests for long work.

    Of the waiting requests, the next is one of the address with the fewest running requests; among
    these, of the address served least recently; and likewise for the owners of an address. Used in
    the thread of the event loop only.
    """

    def __init__(self) -> None:
        self._workers = [Worker() for _slot in range(SLOTS)]
        self._free = list(self._workers)
        self._waiting: list[_Job] = []
        self._running: list[_Job] = []
        self._served: dict[str, int] = {}
        """Number of the last turn of each address and owner that has a job."""
        self._turns = count()

    async def do(self, address: str, owner: str, function: Callable[[], T]) -> T:
        """Calls a function in a thread, when it is its turn. Raises TooMany."""
        job = _Job((f"address {address}", f"owner {owner or address}"), asyncio.Future())
        self._check_room(job)
        self._waiting.append(job)
        self._feed()
        try:
            worker = await job.turn
            _worker.set(worker)
            work = asyncio.ensure_future(anyio.to_thread.run_sync(function, limiter=_one()))
            try:
                return await asyncio.shield(work)
            except asyncio.CancelledError:
                stop = partial(worker.stop, idle=False)
                await anyio.to_thread.run_sync(stop, limiter=_one())
                await asyncio.gather(work, return_exceptions=True)
                raise
        finally:
            self._end(job)

    def _check_room(self, job: _Job) -> None:
        """Raises TooMany if too many requests wait: all, or those of this address or owner."""
        address, owner = (self._count(self._waiting, key) for key in job.keys)
        if (
            len(self._waiting) >= MAX_WAITING
            or address >= MAX_WAITING_ADDRESS
            or owner >= MAX_WAITING_OWNER
        ):
            raise TooMany(_("the server is busy; try again in a few seconds"), RETRY_SECONDS)

    @staticmethod
    def _count(jobs: list[_Job], key: str) -> int:
        return sum(key in job.keys for job in jobs)

    def _feed(self) -> None:
        """Starts waiting requests as long as there are slots for them."""
        while self._free and (job := self._next()) is not None:
            self._waiting.remove(job)
            self._running.append(job)
            self._served |= dict.fromkeys(job.keys, next(self._turns))
            job.turn.set_result(self._free.pop())

    def _next(self) -> _Job | None:
        """Returns the waiting request whose turn it is; None if nobody may run more."""

        def order(job: _Job) -> tuple[int, ...]:
            running = [self._count(self._running, key) for key in job.keys]
            served = [self._served.get(key, -1) for key in job.keys]
            return running[0], served[0], running[1], served[1]

        # The client of a waiting request may have left in this moment.
        waiting = [job for job in self._waiting if not job.turn.done()]
        may_run = [job for job in waiting if max(order(job)[::2]) < MAX_RUNNING]
        return min(may_run, key=order, default=None)

    def _end(self, job: _Job) -> None:
        """Removes a request that has run, or was cancelled before."""
        if job in self._running:
            self._running.remove(job)
            self._free.append(job.turn.result())
        elif job in self._waiting:
            self._waiting.remove(job)
        self._forget(job)
        self._feed()

    def _forget(self, job: _Job) -> None:
        for key in job.keys:
            if not self._count(self._waiting, key) and not self._count(self._running, key):
                self._served.pop(key, None)

    async def close(self) -> None:
        """Kills all workers, and refuses the waiting requests."""
        for job in self._waiting:
            if not job.turn.done():
                job.turn.set_exception(_shutting_down())
        self._waiting.clear()
        for worker in self._workers:
            await anyio.to_thread.run_sync(worker.stop, limiter=_one())


def _one() -> CapacityLimiter:
    """Returns a limiter of a thread that waits for no other."""
    return CapacityLimiter(1)
