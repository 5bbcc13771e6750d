"""Tasks that outlive the workers that do them.

A worker that ends takes along what it and its neighbours were at, so all of that is done again.
What was there a second time is suspected, and tried alone, so that it is certain whose fault it is.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from mastermine.core.errors import MastermineError, error_text
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

SUSPECT_CRASHES = 2
"""A task present at this many crashes is retried in isolation."""
ISOLATED_TRIES = 2
"""A task that ends this many workers in isolation has failed for good."""


class WorkerDied(MastermineError):
    """The process that played this ended every time it was tried, and took no other along."""

    def __init__(self, message: str, late: bool = False) -> None:
        super().__init__(message, late)
        self.late = late
        """Whether it ended since nothing else would stop the code that took too long."""

    def __str__(self) -> str:
        return str(self.args[0])


class _Task:
    """Something to be done, and what became of it so far."""

    def __init__(self, call: bytes, tries: int) -> None:
        self.call = call
        self.tries = tries
        self.future: Future[Any] = Future()
        self.deaths = 0
        """How many workers ended while it was being done, perhaps by another one."""
        self.alone = 0
        """How many ended that did nothing else."""


class Death(NamedTuple):
    """Workers that ended, or none, where only a result was lost."""

    why: WorkerDied
    workers: int = 1


class Pool(Protocol):
    """Workers, for as long as all of them live."""

    def submit(self, call: bytes) -> Future[Any]:
        """Have a call done."""

    def died(self, error: BaseException) -> Death | None:
        """Whether this error means that it is to be tried again, since a worker ended."""

    def broken(self) -> bool:
        """Whether nothing can be done any more: another pool is needed."""

    def close(self) -> None:
        """End at once."""


class Lane:
    """Where tasks wait for a pool, and no more of them are with it than it has hands for.

    So that few are suspected when it breaks, and the others can be cancelled.
    """

    def __init__(self, begin: Callable[[], Pool], room: int, pool: Pool | None = None) -> None:
        """``pool``: one that began already, and is to be ended even if nothing is ever done."""
        self.begin = begin
        self.room = room
        self.pool = pool
        self.waiting: deque[_Task] = deque()
        self.flying = 0

    @property
    def busy(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.waiting or self.flying)

    def close(self) -> None:
        """End its pool, which is there again when it is needed."""
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.close()


class Lasting(Executor):
    """An executor whose tasks outlive the workers that do them.

    A thread of its own does all the work, one message after the other.
    """

    def __init__(self, many: Lane, single: Lane, cores: int, exclusive: bool) -> None:
        """``many`` does the work, ``single`` tries suspects, one after the other.

        Its worker is kept for the next: whoever is tried twice has a new one the second time.

        ``exclusive``: the lanes have the same workers, so that they must take turns.
        """
        self.cores = cores
        """How many tasks are done at the same time."""
        self._many, self._single, self._exclusive = many, single, exclusive
        self._messages: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._closed = False
        self._lock = threading.Lock()
        self._open: set[_Task] = set()
        # In the context of who begins it: workers that it starts speak the same language.
        context = copy_context()
        self._thread = threading.Thread(
            target=context.run, args=(self._run,), name="workers", daemon=True
        )
        self._thread.start()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have ``function`` called in a worker, as often as it takes.

        The future raises WorkerDied when it ends every worker that it is given. Raises
        MastermineError for what cannot be sent to another process.
        """
        return self._submit(self._many, _packed(function, args, kwargs), ISOLATED_TRIES)

    def alone(
        self, function: Callable[..., T], /, *args: Any, tries: int = ISOLATED_TRIES, **kwargs: Any
    ) -> Future[T]:
        """The same for what is suspected: a worker that does nothing else ends ``tries`` times."""
        return self._submit(self._single, _packed(function, args, kwargs), tries)

    def once(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """The same for what is not worth a second worker, whoever ended the first."""
        return self._submit(self._many, _packed(function, args, kwargs), 0)

    def _submit(self, lane: Lane, call: bytes, tries: int) -> Future[Any]:
        task = _Task(call, tries)
        with self._lock:
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            self._open.add(task)
            self._messages.put(partial(lane.waiting.append, task))
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:  # noqa: ARG002
        """End all workers now, whatever they do."""
        with self._lock:
            closing, self._closed = not self._closed, True
        if closing:
            self._messages.put(None)
        if wait:
            self._thread.join()

    def _run(self) -> None:
        # Workers inherit that they do not hear Ctrl-C, which a terminal sends to all of them.
        with deaf():
            try:
                while (message := self._messages.get()) is not None:
                    message()
                    self._feed(self._single)
                    self._feed(self._many)
            except BaseException as error:
                self._give_up(error)
                raise
            finally:
                self._many.close()
                self._single.close()
                self._give_up(CancelledError())

    def _give_up(self, error: BaseException) -> None:
        with self._lock:
            self._closed = True
            tasks, self._open = list(self._open), set()
        for task in tasks:
            if not task.future.cancel() and not task.future.done():
                task.future.set_exception(error)

    def _feed(self, lane: Lane) -> None:
        while lane.waiting and lane.flying < lane.room and not self._must_wait(lane):
            task = lane.waiting.popleft()
            future = task.future
            if not future.running() and not future.set_running_or_notify_cancel():
                self._open.discard(task)
                continue
            try:
                if lane.pool is None:
                    lane.pool = lane.begin()
                done = lane.pool.submit(task.call)
            except Exception as error:
                self._landed(lane, lane.pool, task, error)
                continue
            lane.flying += 1
            done.add_done_callback(partial(self._tell, lane, lane.pool, task))

    def _must_wait(self, lane: Lane) -> bool:
        """Whether the workers are needed by the other lane."""
        if not self._exclusive:
            return False
        return self._single.busy if lane is self._many else self._many.flying > 0

    def _tell(self, lane: Lane, pool: Pool, task: _Task, done: Future[Any]) -> None:
        """In whatever thread: a pool is ready with a task."""

        def message() -> None:
            lane.flying -= 1
            error = done.exception()
            if error is None:
                self._open.discard(task)
                task.future.set_result(done.result())
            else:
                self._landed(lane, pool, task, error)

        self._messages.put(message)

    def _landed(self, lane: Lane, pool: Pool | None, task: _Task, error: BaseException) -> None:
        """A task went wrong: it is to be done again where that was not its fault."""
        death = None if pool is None else pool.died(error)
        if pool is not None and pool.broken():
            for each in (self._many, self._single):  # Both may have it.
                if each.pool is pool:
                    each.close()
        if death is None:
            self._open.discard(task)
            task.future.set_exception(error)
            return
        if lane is self._single:
            task.alone += death.workers
        if task.alone >= task.tries:
            self._open.discard(task)
            task.future.set_exception(death.why)
            return
        task.deaths += death.workers
        (self._single if task.deaths >= SUSPECT_CRASHES else lane).waiting.appendleft(task)


@contextmanager
def deaf() -> Iterator[None]:
    """Ctrl-C is not heard inside, nor by processes and threads that begin there."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from loky.backend import resource_tracker as loky

    # Where these begin, they let Ctrl-C be heard again: so they begin first.
    resource_tracker.ensure_running()
    loky.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _packed(function: Any, args: Any, kwargs: Any) -> bytes:
    """A call, as it goes to another process. Raises MastermineError where it cannot."""
    from cloudpickle import dumps

    try:
        call: bytes = dumps((function, args, kwargs))
    except Exception as error:
        raise MastermineError(
            _("this cannot be sent to another process: {error}").format(error=error_text(error))
        ) from error
    return call


def perform(call: bytes) -> Any:
    """In the worker: do what was asked for."""
    import pickle

    try:
        function, args, kwargs = pickle.loads(call)
    except Exception as error:
        raise MastermineError(
            _("a worker does not know what it is to do: {error}").format(error=error_text(error))
        ) from None
    try:
        return function(*args, **kwargs)
    except Exception:
        raise
    except BaseException as error:  # Whoever raises that wants the process to end.
        raise WorkerDied(
            _("it ended its worker by {error}").format(error=error_text(error))
        ) from None
