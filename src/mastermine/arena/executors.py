"""Who plays: this process, the cores of this machine, or a cluster.

What is asked for here outlives the workers that do it. A worker that ends takes along what it and
its neighbours were at, so all of that is done again. What was there a second time is suspected, and
tried alone, so that it is certain whose fault it is.
"""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import deque
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from queue import SimpleQueue
from time import sleep
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from mastermine.core.errors import InvalidSpec, MastermineError, error_text
from mastermine.core.languages import ENGLISH, LANGUAGES
from mastermine.core.numbers import whole
from mastermine.core.text import _, speak, spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")

PATIENCE = 10.0
"""So many seconds a cluster has to answer."""
DEATHS = 2
"""Who was there when so many workers ended is suspected."""
MOST = 1000
"""The most workers that are begun on this machine."""
NICE = 10
"""How much those that yield let others go first, from 0 to 19."""
TRIES = 2
"""So many workers must end alone with what they do before it is said that they always would."""

THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
"""Where libraries look how many threads to use: one, since there is a process for each core."""


class WorkerDied(MastermineError):
    """The process that played this ended every time it was tried, and took no other along."""

    def __init__(self, message: str, late: bool = False) -> None:
        super().__init__(message, late)
        self.late = late
        """Whether it ended since nothing else would stop the code that took too long."""

    def __str__(self) -> str:
        return str(self.args[0])


@contextmanager
def workers(
    jobs: int | None = None, cluster: str | None = None, *, yielding: bool = False
) -> Iterator[Executor | None]:
    """So many processes of this machine, or a cluster; None where this process is to do it all.

    ``jobs``: None for as many as there are cores that this process may use. ``cluster``: the
    address of a Dask scheduler, ``tcp://HOST:PORT``, or ``local:N`` for a cluster of N workers on
    this machine. ``yielding``: whether its processes let all others of the machine go first. At the
    end nobody waits for what is still being done. Raises InvalidSpec, and
    MastermineError for a cluster that cannot be had.
    """
    if cluster is not None:
        if jobs is not None:
            raise InvalidSpec(_("a cluster has its own workers: leave the number of jobs out"))
        executor: Lasting | None = _cluster(cluster)
    else:
        executor = _processes(jobs, yielding)
    if executor is None:
        yield None
        return
    try:
        yield executor
    finally:
        executor.shutdown()


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


class _Lane:
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

    def __init__(self, many: _Lane, single: _Lane, cores: int, exclusive: bool) -> None:
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
        self._thread = threading.Thread(target=self._run, name="workers", daemon=True)
        self._thread.start()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have ``function`` called in a worker, as often as it takes.

        The future raises WorkerDied when it ends every worker that it is given. Raises
        MastermineError for what cannot be sent to another process.
        """
        return self._submit(self._many, _packed(function, args, kwargs), TRIES)

    def alone(
        self, function: Callable[..., T], /, *args: Any, tries: int = TRIES, **kwargs: Any
    ) -> Future[T]:
        """The same for what is suspected: a worker that does nothing else ends ``tries`` times."""
        return self._submit(self._single, _packed(function, args, kwargs), tries)

    def once(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """The same for what is not worth a second worker, whoever ended the first."""
        return self._submit(self._many, _packed(function, args, kwargs), 0)

    def _submit(self, lane: _Lane, call: bytes, tries: int) -> Future[Any]:
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
        """Nothing will be done any more."""
        with self._lock:
            self._closed = True
            tasks, self._open = list(self._open), set()
        for task in tasks:
            if not task.future.cancel() and not task.future.done():
                task.future.set_exception(error)

    def _feed(self, lane: _Lane) -> None:
        """Give a pool something to do."""
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

    def _must_wait(self, lane: _Lane) -> bool:
        """Whether the workers are needed by the other lane."""
        if not self._exclusive:
            return False
        return self._single.busy if lane is self._many else self._many.flying > 0

    def _tell(self, lane: _Lane, pool: Pool, task: _Task, done: Future[Any]) -> None:
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

    def _landed(self, lane: _Lane, pool: Pool | None, task: _Task, error: BaseException) -> None:
        """A task went wrong: it is to be done again where that was not its fault."""
        death = None if pool is None else pool.died(error)
        if pool is not None and pool is lane.pool and pool.broken():
            lane.close()
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
        (self._single if task.deaths >= DEATHS else lane).waiting.appendleft(task)


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


def _processes(jobs: int | None, yielding: bool) -> Lasting | None:
    """The cores of this machine."""
    from loky import cpu_count

    if jobs is not None and jobs < 1:
        # Translators: {n} is 0 or less.
        raise InvalidSpec(_("{n} jobs do nothing; it must be at least 1").format(n=jobs))
    jobs = cpu_count() if jobs is None else jobs
    if jobs == 1:
        return None
    return Lasting(
        # One more each, so that no worker waits for work.
        _Lane(partial(_Processes, jobs, yielding), 2 * jobs),
        _Lane(partial(_Processes, 1, yielding), 1),
        jobs,
        exclusive=False,
    )


class _Processes:
    """Processes of this machine, of which loky takes care until one ends."""

    def __init__(self, jobs: int, yielding: bool) -> None:
        from loky.process_executor import (
            ProcessPoolExecutor,
        )

        environment = {name: os.environ.get(name, "1") for name in THREADS}
        # A strategy that crashes is told in one line; who wants to see more sets this.
        environment["PYTHONFAULTHANDLER"] = os.environ.get("PYTHONFAULTHANDLER", "")
        # What strategies remember is no leak.
        environment["LOKY_MAX_MEMORY_LEAK_SIZE"] = "1e15"
        self.executor = ProcessPoolExecutor(
            jobs,
            initializer=_begin,
            initargs=(os.getpid(), yielding, spoken().tag),
            env=environment,
        )
        self.dead = False

    def submit(self, call: bytes) -> Future[Any]:
        future: Future[Any] = self.executor.submit(perform, call)
        return future

    def died(self, error: BaseException) -> Death | None:
        from loky.process_executor import BrokenProcessPool

        if not isinstance(error, BrokenProcessPool):
            return None
        self.dead = True
        return Death(_end(str(error)))

    def broken(self) -> bool:
        return self.dead

    def close(self) -> None:
        self.executor.shutdown(kill_workers=True)


def _begin(parent: int, yielding: bool, language: str) -> None:
    """In a new worker: Ctrl-C is for who started it, and nobody minds when it ends."""
    from mastermine.arena.watchdog import expendable

    speak(LANGUAGES.get(language, ENGLISH))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # What strategies print is no part of what the command prints.
    expendable()
    if yielding and hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=_follow, args=(parent,), name="follow", daemon=True).start()


def _follow(parent: int) -> None:
    """End when the process that started this one is gone, even if it was killed."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


def _end(message: str) -> WorkerDied:
    """How a worker ended, from what loky tells of it."""
    from mastermine.arena.watchdog import LATE

    found = re.search(r"\{(\w+)\((-?\d+)\)", message)
    name, code = (found[1], int(found[2])) if found else ("", 0)
    if name == "SIGALRM" or code == LATE:
        return WorkerDied(
            _("it took longer than allowed, and only the end of its worker stopped it"), late=True
        )
    if name == "SIGKILL":
        return WorkerDied(_("its worker was killed (SIGKILL), perhaps for want of memory"))
    if name.startswith("SIG"):
        return WorkerDied(_("its worker was ended by {signal}").format(signal=name))
    if name == "EXIT":
        return WorkerDied(_("it ended its worker with exit status {code}").format(code=code))
    return WorkerDied(_("its worker ended"))


def _cluster(where: str) -> Lasting:
    """A Dask cluster. Raises InvalidSpec, MastermineError."""
    local = re.fullmatch(r"local:(\d+)", where)
    if not (local and local[1].strip("0")) and not re.fullmatch(r"(tcp|tls)://.+:\d+", where):
        raise InvalidSpec(
            _(
                "{where!r} is no cluster; write local:N for N workers on this machine, "
                "or tcp://HOST:PORT for a Dask scheduler"
            ).format(where=where)
        )
    if local and (len(local[1]) > 9 or int(local[1]) > MOST):
        raise InvalidSpec(
            # Translators: {most} is 1,000.
            _("{where}: a machine may have {most} workers at most").format(
                where=where[:40], most=whole(MOST)
            )
        )
    try:
        cluster = import_module("mastermine.arena.cluster")
    except ImportError as error:
        raise MastermineError(
            _("a cluster needs {name}: pip install 'mastermine[cluster]'").format(
                name=error.name or "distributed"
            )
        ) from None
    pool = cluster.local(int(local[1])) if local else cluster.remote(where)
    # The scheduler itself gives no worker more than it has hands for.
    many = _Lane(lambda: pool, 1 << 20, pool)
    return Lasting(many, _Lane(lambda: pool, 1), pool.cores, exclusive=True)
