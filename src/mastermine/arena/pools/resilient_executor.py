"""An executor whose tasks survive crashes of their workers.

A worker that crashes takes down its own task and those of its neighbours; all of them are retried.
A task that is present at a second crash is suspect and retried alone, which identifies the culprit.
"""

from __future__ import annotations

import signal
import sys
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
"""A call of ``alone`` that ends this many workers has failed for good."""
MAX_SUSPECTS = 4
"""No other tasks are started while more suspects wait: they may be as bad."""


class WorkerDied(MastermineError):
    """Raised for a task whose worker ended at every try, even in isolation."""

    def __init__(self, message: str, late: bool = False) -> None:
        super().__init__(message, late)
        self.late = late
        """True if the worker was ended because the task exceeded its time limit."""

    def __str__(self) -> str:
        return str(self.args[0])


class _Task:
    """A task and its crashes so far."""

    def __init__(self, call: bytes, tries: int) -> None:
        self.call = call
        self.tries = tries
        self.future: Future[Any] = Future()
        self.deaths = 0
        """Number of workers that ended while it ran, perhaps because of another task."""
        self.alone = 0
        """Number of those workers that ran nothing else."""


class Death(NamedTuple):
    """The end of workers, or of none if only a result was lost."""

    why: WorkerDied
    workers: int = 1


class Pool(Protocol):
    """Workers that are used until one of them ends."""

    def submit(self, call: bytes) -> Future[Any]:
        """Runs a call in a worker."""

    def died(self, error: BaseException) -> Death | None:
        """Returns the crash behind an error; None for an error of the task itself."""

    def broken(self) -> bool:
        """Returns True if the pool must be replaced."""

    def close(self) -> None:
        """Ends all workers at once."""


class Lane:
    """A queue of tasks for a pool; at most ``room`` of them are submitted to it at a time.

    So few tasks are suspect after a crash, and the others can be cancelled.
    """

    def __init__(self, start: Callable[[], Pool], room: int, pool: Pool | None = None) -> None:
        """``pool``: a pool that is already running; it is closed even if it gets no task."""
        self.start = start
        self.room = room
        self.pool = pool
        self.waiting: deque[_Task] = deque()
        self.submitted = 0

    @property
    def busy(self) -> bool:
        return bool(self.waiting or self.submitted)

    def close(self) -> None:
        """Closes the pool; it is started again when a task needs it."""
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.close()


class ResilientExecutor(Executor):
    """An executor whose tasks survive crashes of their workers.

    Its own thread handles all events, one after the other.
    """

    def __init__(self, many: Lane, single: Lane, cores: int, exclusive: bool) -> None:
        """``many`` runs the tasks; ``single`` retries suspect tasks one by one.

        ``exclusive``: True if the lanes share their workers, so that they must take turns.
        """
        self.cores = cores
        """Number of tasks that run at the same time."""
        self._many, self._single, self._exclusive = many, single, exclusive
        self._messages: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._closed = False
        self._lock = threading.Lock()
        self._open: set[_Task] = set()
        # In the context of the caller, so that the workers use the same language.
        context = copy_context()
        self._thread = threading.Thread(
            target=context.run, args=(self._run,), name="workers", daemon=True
        )
        self._thread.start()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Calls ``function`` in a worker, and again after a crash.

        The future raises WorkerDied if the call crashes its worker in isolation, too. Raises
        MastermineError for a call that cannot be pickled.
        """
        return self._submit(self._many, packed(function, args, kwargs), 1)

    def alone(
        self, function: Callable[..., T], /, *args: Any, tries: int = ISOLATED_TRIES, **kwargs: Any
    ) -> Future[T]:
        """Submits a suspect call: it runs alone, before others, and fails after so many crashes."""
        return self._submit(self._single, packed(function, args, kwargs), tries)

    def once(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Submits a call that is not retried after a crash."""
        return self._submit(self._many, packed(function, args, kwargs), 0)

    def _submit(self, lane: Lane, call: bytes, tries: int) -> Future[Any]:
        task = _Task(call, tries)
        with self._lock:
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            self._open.add(task)
            first = lane is self._single
            queue = lane.waiting.appendleft if first else lane.waiting.append
            self._messages.put(partial(queue, task))
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:  # noqa: ARG002
        """Ends all workers at once."""
        with self._lock:
            closing, self._closed = not self._closed, True
        if closing:
            self._messages.put(None)
        if wait:
            self._thread.join()

    def _run(self) -> None:
        # Workers inherit the blocked SIGINT, which a terminal sends to all of them.
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
        while lane.waiting and lane.submitted < lane.room and not self._must_wait(lane):
            task = lane.waiting.popleft()
            future = task.future
            if not future.running() and not future.set_running_or_notify_cancel():
                self._open.discard(task)
                continue
            try:
                if lane.pool is None:
                    lane.pool = lane.start()
                done = lane.pool.submit(task.call)
            except Exception as error:
                self._failed(lane, lane.pool, task, error)
                continue
            lane.submitted += 1
            done.add_done_callback(partial(self._notify, lane, lane.pool, task))

    def _must_wait(self, lane: Lane) -> bool:
        """Returns True while suspects must be tried first, or use the shared workers."""
        if not self._exclusive:
            return lane is self._many and len(self._single.waiting) > MAX_SUSPECTS
        return self._single.busy if lane is self._many else self._many.submitted > 0

    def _notify(self, lane: Lane, pool: Pool, task: _Task, done: Future[Any]) -> None:
        """Queues the result of a task; called in any thread."""

        def message() -> None:
            lane.submitted -= 1
            error = done.exception()
            if error is None:
                self._open.discard(task)
                task.future.set_result(done.result())
            else:
                self._failed(lane, pool, task, error)

        self._messages.put(message)

    def _failed(self, lane: Lane, pool: Pool | None, task: _Task, error: BaseException) -> None:
        """Handles a task's error: retries it if another task may have caused the crash."""
        death = None if pool is None else pool.died(error)
        if pool is not None and pool.broken():
            for each in (self._many, self._single):  # both may use it
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
    """Blocks SIGINT inside, also in processes and threads started there."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    _start_trackers()  # First, since it unblocks SIGINT.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_trackers() -> None:
    """Starts the processes that clean up once this one is killed, and do so without a warning."""
    from multiprocessing import resource_tracker

    from loky.backend import resource_tracker as loky

    before = [*sys.warnoptions]
    sys.warnoptions.append("ignore:resource_tracker")  # They get these options.
    try:
        resource_tracker.ensure_running()
        loky.ensure_running()
    finally:
        sys.warnoptions[:] = before


def packed(function: Any, args: Any, kwargs: Any) -> bytes:
    """Pickles a call for ``perform``. Raises MastermineError if that is impossible."""
    from cloudpickle import dumps

    try:
        call: bytes = dumps((function, args, kwargs))
    except Exception as error:
        raise MastermineError(
            _("cannot send this to another process: {error}").format(error=error_text(error))
        ) from error
    return call


def perform(call: bytes) -> Any:
    """Runs a pickled call in the worker."""
    import pickle

    try:
        function, args, kwargs = pickle.loads(call)
    except Exception as error:
        raise MastermineError(
            _("a worker could not load its task: {error}").format(error=error_text(error))
        ) from None
    try:
        return function(*args, **kwargs)
    except Exception:
        raise
    except BaseException as error:  # such as SystemExit: meant to end the process
        raise WorkerDied(
            _("it ended its worker with {error}").format(error=error_text(error))
        ) from None
