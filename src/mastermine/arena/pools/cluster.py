"""A pool of workers of a Dask cluster. Needs distributed."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from concurrent.futures import Future, InvalidStateError
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, cast

import dask
from distributed import Client, LocalCluster, Status, WorkerPlugin, get_worker
from distributed.scheduler import KilledWorker

from mastermine import __version__
from mastermine.arena.memory import default_limit, machine_memory, too_much
from mastermine.arena.pools.resilient_executor import Death, WorkerDied, deaf, perform
from mastermine.arena.watchdog import end_beyond, expendable
from mastermine.core.errors import MastermineError, error_text
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _, speak, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

LOGGERS = ("distributed", "tornado", "asyncio")
"""Loggers that would write to the screen."""

SETTINGS: dict[str, Any] = {
    # Report a dead worker at once; resilient_executor decides what to do.
    "distributed.scheduler.allowed-failures": 0,
    # On one machine, a worker that does not answer soon is dead; its tasks are retried.
    "distributed.comm.timeouts.connect": "2s",
    # On a busy machine a worker restarts slowly; a short timeout would close its nanny.
    "distributed.deploy.lost-worker-timeout": "1h",
    "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
}
"""Dask settings of a local cluster."""

ANSWER_SECONDS = 10.0
"""Timeout for a cluster to answer, and for its workers to start before they are ended."""
RESULT_SECONDS = 10.0
"""Timeout for fetching a finished result; after it the task runs again."""
TOO_MUCH_MEMORY = "mastermine-too-much-memory"
"""Topic of the events of workers that end because they used too much memory."""
REPORT_SECONDS = 0.5
"""Delay between such an event and the end."""
NO_WORKER_SECONDS = 60.0
"""After this long without a worker, a local cluster is restarted, and a remote one fails."""


class Lost(Exception):
    """Raised for a result that no worker holds any longer."""


class Cluster:
    """The workers of a scheduler, until it stops answering."""

    def __init__(
        self, address: str, client: Any, end: ExitStack, ours: bool, memory: int | None
    ) -> None:
        """``ours``: True for a local cluster, which can be restarted.

        ``memory``: bytes that each worker may use; 0 means no limit, None that it chooses itself.
        """
        self.memory = memory
        self.full: dict[str, int] = {}
        """Limits of the workers that used too much memory, by their addresses."""
        client.subscribe_topic(TOO_MUCH_MEMORY, self._filled)
        self.address, self.client, self.end, self.ours = address, client, end, ours
        self.cores: int = sum(client.nthreads().values())
        """Number of threads of its workers at the start."""
        self.gone: float | None = None
        """Time since when there is no worker; None if there is one."""
        self.dead = False
        self.fetching: set[Future[Any]] = set()

    def submit(self, call: bytes) -> Future[Any]:
        # Not ``Client.get_executor``: its futures may never finish if the worker that holds a
        # result ends before the result is fetched.
        done: Future[Any] = Future()
        self.fetching.add(done)
        done.add_done_callback(self.fetching.discard)
        there = self.client.submit(work, call, self.memory, pure=False)
        asyncio.run_coroutine_threadsafe(self._fetch(there, done), self.client.loop.asyncio_loop)
        return done

    def _filled(self, event: tuple[float, tuple[str, int]]) -> None:
        address, limit = event[1]
        self.full[address] = limit

    async def _fetch(self, there: Any, done: Future[Any]) -> None:
        """Fetches a result."""
        fetching = asyncio.ensure_future(there._result(raiseit=False))
        try:
            ready = False
            while not (await asyncio.wait({fetching}, timeout=RESULT_SECONDS))[0]:
                if ready:
                    raise Lost
                ready = there.status == "finished"
                await self._check_workers()
            result = fetching.result()
            self.gone = None
            failed = there.status == "error"
            if failed and isinstance(result, tuple) and isinstance(result[1], BaseException):
                done.set_exception(result[1])
            elif failed or there.status == "finished":  # Its worker may have ended since.
                done.set_result(result)
            elif self.client.status == "running":
                raise Lost
            else:
                done.set_exception(
                    MastermineError(
                        _("the Dask scheduler at {address} no longer answers").format(
                            address=self.address
                        )
                    )
                )
        except Exception as error:
            fetching.cancel()
            deserted = isinstance(error, MastermineError)
            done.set_exception(error if deserted else Lost(error_text(error)))

    async def _check_workers(self) -> None:
        """Raises Lost or MastermineError after ``NO_WORKER_SECONDS`` without a worker."""
        try:
            there = await asyncio.wait_for(self.client.scheduler.ncores(), RESULT_SECONDS)
        except Exception:
            there = None
        if there:
            self.gone = None
        elif self.gone is None:
            self.gone = monotonic()
        elif monotonic() - self.gone >= NO_WORKER_SECONDS:
            if self.ours:  # a nanny gives up, for example, if a worker ends while it starts
                self.dead = True
                raise Lost
            raise MastermineError(
                _(
                    "no worker of the cluster {address} has answered for {n} s; check that "
                    "some are running"
                ).format(address=self.address, n=plain(NO_WORKER_SECONDS))
            )

    def died(self, error: BaseException) -> Death | None:
        if isinstance(error, Lost):
            return Death(WorkerDied(_("its worker ended")), 0)
        if not isinstance(error, KilledWorker):
            return None
        limit = self.full.pop(error.last_worker.address, None)
        if limit is not None:
            return Death(WorkerDied(too_much(limit)), error.allowed_failures + 1)
        return Death(
            WorkerDied(
                _(
                    "its worker ended: it crashed, ran out of memory, or exceeded the time limit "
                    "in code that cannot be interrupted"
                )
            ),
            error.allowed_failures + 1,
        )

    def broken(self) -> bool:
        return self.dead

    def close(self) -> None:
        self.end.close()
        for done in list(self.fetching):  # the loop that would finish them has stopped
            with suppress(InvalidStateError):
                done.set_exception(Lost())


def local(workers: int, memory: int | None = None) -> Cluster:
    """Starts workers on this machine. Raises MastermineError if they do not start."""
    try:
        with ExitStack() as stack:
            stack.enter_context(quiet())
            stack.enter_context(dask.config.set(SETTINGS))
            with deaf():
                cluster = cast("Any", LocalCluster)(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",
                    silence_logs=logging.CRITICAL,
                )
                stack.callback(_close, cluster)
                client = cast("Any", Client)(cluster, set_as_default=False)
                stack.callback(client.close)
                client.register_plugin(Prepared(spoken().tag))
                stack.callback(_kill, cluster)
            found = Cluster(f"local:{workers}", client, stack, True, memory)
            found.end = stack.pop_all()
            return found
    except RuntimeError as error:
        raise MastermineError(
            _("the workers of local:{n} did not start: {error}").format(
                n=workers, error=error_text(error)
            )
        ) from error


def _close(cluster: Any) -> None:
    with suppress(Exception):  # from workers that are ending
        cluster.close()


def _kill(cluster: Any) -> None:
    """Kills the workers, which would otherwise finish their tasks first."""
    nannies = list(cluster.workers.values())
    for nanny in nannies:
        nanny.auto_restart = False
    end = monotonic() + ANSWER_SECONDS
    while any(n.process and n.process.status is Status.starting for n in nannies):
        if monotonic() > end:
            return
        sleep(0.02)  # killing a starting worker logs an error
    for nanny in nannies:
        if nanny.process is not None and nanny.process.pid:
            with suppress(ProcessLookupError):
                os.kill(nanny.process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def remote(address: str, memory: int | None = None) -> Cluster:
    """Connects to the scheduler at this address. Raises MastermineError if it does not answer."""
    try:
        with ExitStack() as stack:
            stack.enter_context(quiet())
            with deaf():
                client = cast("Any", Client)(address, timeout=ANSWER_SECONDS, set_as_default=False)
            stack.callback(client.close)
            if not client.nthreads():
                raise MastermineError(
                    _(
                        "the scheduler at {address} has no workers; start some with "
                        "'dask worker {address}'"
                    ).format(address=address)
                )
            _check_versions(client)
            found = Cluster(address, client, stack, False, memory)
            found.end = stack.pop_all()
            return found
    except OSError:
        raise MastermineError(
            _(
                "no Dask scheduler answered at {address} within {n} s; start one with "
                "'dask scheduler', or check the address and the firewall"
            ).format(address=address, n=plain(ANSWER_SECONDS))
        ) from None


def _check_versions(client: Any) -> None:
    """Raises MastermineError if a worker has another version of mastermine, or none."""
    for worker, found in client.run(_version, on_error="return").items():
        if found == __version__:
            continue
        there = error_text(found) if isinstance(found, BaseException) else f"mastermine {found}"
        raise MastermineError(
            # Translators: {found} is a version such as "mastermine 1.0", or an error.
            _(
                "the worker {worker} has {found}, but this is mastermine {version}; "
                "install the same version everywhere"
            ).format(worker=worker, found=there, version=__version__)
        )


def _version() -> str:
    from mastermine import __version__

    return __version__


def work(call: bytes, memory: int | None = None) -> Any:
    """Runs a call in a worker; a worker whose nanny restarts it may be ended by its limits."""
    worker = get_worker()
    if worker.nanny is not None:
        expendable()
        _limit(worker, memory)
    return perform(call)


def _limit(worker: Any, memory: int | None) -> None:
    """Limits the memory of a worker, once; by default to its part of the machine's."""
    if memory == 0 or hasattr(worker, "mastermine_memory"):
        return
    if memory is None:
        memory = default_limit(1, worker.memory_manager.memory_limit or machine_memory())
    worker.mastermine_memory = memory

    def report() -> None:
        worker.loop.add_callback(worker.log_event, TOO_MUCH_MEMORY, (worker.address, memory))
        sleep(REPORT_SECONDS)

    end_beyond(memory, report)


class Prepared(cast("Any", WorkerPlugin)):  # type: ignore[misc]
    """Prepares each worker: sets our language, and sends what strategies print to stderr."""

    name = "prepared"

    def __init__(self, language: str) -> None:
        self.language = language

    def setup(self, worker: Any) -> None:  # noqa: ARG002
        speak(LANGUAGES[self.language])
        os.dup2(2, 1)


@contextmanager
def quiet() -> Iterator[None]:
    """Silences the loggers of Dask inside."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in LOGGERS]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
