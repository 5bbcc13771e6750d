"""A Dask cluster, as workers that outlive their processes. Needs distributed."""

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
from mastermine.arena.pools.resilient_executor import Death, WorkerDied, deaf, perform
from mastermine.arena.watchdog import expendable
from mastermine.core.errors import MastermineError, error_text
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _, speak, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

LOGGERS = ("distributed", "tornado", "asyncio")
"""Who would write to the screen, too."""

SETTINGS: dict[str, Any] = {
    # A worker that ended is reported at once; resilient_executor decides what to do.
    "distributed.scheduler.allowed-failures": 0,
    # On one machine, who does not answer soon has ended, and its results are made again.
    "distributed.comm.timeouts.connect": "2s",
    # On a busy machine a worker takes long to start again: only then its nanny would be closed.
    "distributed.deploy.lost-worker-timeout": "1h",
    "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
}
"""For a cluster of our own."""

ANSWER_SECONDS = 10.0
"""Timeout for a cluster to answer, and for its workers to start before they are ended."""
RESULT_SECONDS = 10.0
"""Timeout for fetching a finished result; after it the task runs again."""
NO_WORKER_SECONDS = 60.0
"""With no worker for this long, a cluster of our own is started again, and another one fails."""


class Lost(Exception):
    """A result that is nowhere any more."""


class Cluster:
    """The workers of a scheduler, for as long as it answers."""

    def __init__(self, address: str, client: Any, end: ExitStack, ours: bool) -> None:
        """``ours``: started by us, so that another one can take its place."""
        self.address, self.client, self.end, self.ours = address, client, end, ours
        self.cores: int = sum(client.nthreads().values())
        """The tasks that its workers did at a time when they were asked."""
        self.gone: float | None = None
        """Since when it is known that there is no worker; None where there is one."""
        self.dead = False
        self.fetching: set[Future[Any]] = set()

    def submit(self, call: bytes) -> Future[Any]:
        # ``Client.get_executor`` would do, but that some of its futures never end where the worker
        # with a result ends before anybody has it.
        done: Future[Any] = Future()
        self.fetching.add(done)
        done.add_done_callback(self.fetching.discard)
        there = self.client.submit(work, call, pure=False)
        asyncio.run_coroutine_threadsafe(self._fetch(there, done), self.client.loop.asyncio_loop)
        return done

    async def _fetch(self, there: Any, done: Future[Any]) -> None:
        """Bring a result here."""
        fetching = asyncio.ensure_future(there._result(raiseit=False))
        try:
            ready = False
            while not (await asyncio.wait({fetching}, timeout=RESULT_SECONDS))[0]:
                if ready:
                    raise Lost
                ready = there.status == "finished"
                await self._look_for_workers()
            result = fetching.result()
            self.gone = None
            if there.status == "finished":
                done.set_result(result)
            elif there.status == "error":
                done.set_exception(result[1])
            elif self.client.status == "running":
                raise Lost
            else:
                done.set_exception(
                    MastermineError(
                        _("the Dask scheduler at {address} does not answer any more").format(
                            address=self.address
                        )
                    )
                )
        except Exception as error:
            fetching.cancel()
            deserted = isinstance(error, MastermineError)
            done.set_exception(error if deserted else Lost(error_text(error)))

    async def _look_for_workers(self) -> None:
        """Raises Lost or MastermineError where none was there, or nobody answered, for too long."""
        try:
            there = await asyncio.wait_for(self.client.scheduler.ncores(), RESULT_SECONDS)
        except Exception:
            there = None
        if there:
            self.gone = None
        elif self.gone is None:
            self.gone = monotonic()
        elif monotonic() - self.gone >= NO_WORKER_SECONDS:
            if self.ours:  # Nannies give up, too: where a worker ends while it starts, for one.
                self.dead = True
                raise Lost
            raise MastermineError(
                _(
                    "no worker of the cluster {address} answers any more, since {n} s; see that "
                    "some are running"
                ).format(address=self.address, n=plain(NO_WORKER_SECONDS))
            )

    def died(self, error: BaseException) -> Death | None:
        if isinstance(error, Lost):
            return Death(WorkerDied(_("its worker ended")), 0)
        if not isinstance(error, KilledWorker):
            return None
        return Death(
            WorkerDied(
                _(
                    "its worker ended: a crash, too little memory, or more time than allowed "
                    "in code that cannot be interrupted"
                )
            ),
            error.allowed_failures + 1,
        )

    def broken(self) -> bool:
        return self.dead

    def close(self) -> None:
        self.end.close()
        for done in list(self.fetching):  # The loop that would have ended them is no more.
            with suppress(InvalidStateError):
                done.set_exception(Lost())


def local(workers: int) -> Cluster:
    """So many workers of this machine. Raises MastermineError where they do not start."""
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
            found = Cluster(f"local:{workers}", client, stack, ours=True)
            found.end = stack.pop_all()
            return found
    except RuntimeError as error:
        raise MastermineError(
            _("the workers of local:{n} do not start: {error}").format(
                n=workers, error=error_text(error)
            )
        ) from error


def _close(cluster: Any) -> None:
    with suppress(Exception):  # Of workers that were ending, too.
        cluster.close()


def _kill(cluster: Any) -> None:
    """End the workers; else they would wait for what they are at."""
    nannies = list(cluster.workers.values())
    for nanny in nannies:
        nanny.auto_restart = False
    end = monotonic() + ANSWER_SECONDS
    while any(n.process and n.process.status is Status.starting for n in nannies):
        if monotonic() > end:
            return
        sleep(0.02)  # It would complain.
    for nanny in nannies:
        if nanny.process is not None and nanny.process.pid:
            with suppress(ProcessLookupError):
                os.kill(nanny.process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def remote(address: str) -> Cluster:
    """The workers of the scheduler at this address. Raises MastermineError without an answer."""
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
            found = Cluster(address, client, stack, ours=False)
            found.end = stack.pop_all()
            return found
    except OSError:
        raise MastermineError(
            _(
                "no Dask scheduler answered at {address} in {n} s; start one with "
                "'dask scheduler', and see that the address is right and no firewall is between"
            ).format(address=address, n=plain(ANSWER_SECONDS))
        ) from None


def _check_versions(client: Any) -> None:
    """Raises MastermineError where a worker has another mastermine, or none."""
    for worker, found in client.run(_version, on_error="return").items():
        if found == __version__:
            continue
        told = error_text(found) if isinstance(found, BaseException) else f"mastermine {found}"
        raise MastermineError(
            # Translators: {told} is such as "mastermine 1.0", or what went wrong there.
            _(
                "the worker {worker} has {told}, but here is mastermine {version}; "
                "install the same everywhere"
            ).format(worker=worker, told=told, version=__version__)
        )


def _version() -> str:
    from mastermine import __version__

    return __version__


def work(call: bytes) -> Any:
    """In a worker: do what was asked for; one with a nanny, which starts it again, may end."""
    if get_worker().nanny is not None:
        expendable()
    return perform(call)


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
    """Inside, nobody else tells of workers that end, or of a scheduler that does not answer."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in LOGGERS]
    before = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
