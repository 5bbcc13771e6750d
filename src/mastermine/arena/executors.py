"""Executors for runs: the cores of this machine, or a cluster."""

from __future__ import annotations

import re
from contextlib import contextmanager, nullcontext
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.given import number_of
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from mastermine.arena.pools.cluster import Cluster
    from mastermine.arena.pools.resilient_executor import Pool, ResilientExecutor

MAX_LOCAL_CLUSTER_WORKERS = 1000
"""Maximum number of workers of a cluster started on this machine."""


@contextmanager
def workers(
    jobs: int | None = None,
    cluster: str | None = None,
    *,
    yielding: bool = False,
    memory: int | None = None,
) -> Iterator[Executor | None]:
    """Yields an executor for a run, or None if this process is to play alone.

    ``jobs``: number of processes [default: the cores available to this process]. ``cluster``:
    address of a Dask scheduler, ``tcp://HOST:PORT``, or ``local:N`` for a cluster of N workers on
    this machine. ``yielding``: True to start processes with low priority. ``memory``: bytes that
    each worker may use with its children before it is ended and replaced; 0 means no limit
    [default: ``default_limit``]. On exit, unfinished tasks are cancelled. Raises InvalidSpec, and
    MastermineError if a cluster does not start.
    """
    if cluster is not None:
        if jobs is not None:
            raise InvalidSpec(_("a cluster has its own workers; omit the number of jobs"))
        executor: ResilientExecutor | None = _cluster(cluster, memory)
    else:
        executor = _processes(jobs, yielding, memory)
    with executor or nullcontext():
        yield executor


def cores() -> int:
    """Returns the number of cores that are available to this process."""
    from loky import cpu_count

    n: int = cpu_count()
    return n


def _processes(jobs: int | None, yielding: bool, memory: int | None) -> ResilientExecutor | None:
    if jobs is not None and number_of("jobs", jobs) < 1:
        # Translators: {n} is 0 or less.
        raise InvalidSpec(_("--jobs must be at least 1, not {n}").format(n=jobs))
    jobs = jobs or cores()
    if jobs == 1:
        return None
    from mastermine.arena.memory import default_limit
    from mastermine.arena.pools.processes import Processes
    from mastermine.arena.pools.resilient_executor import Lane, ResilientExecutor

    limit = default_limit(jobs) if memory is None else memory or None
    return ResilientExecutor(
        # Two tasks per worker, so that none waits for work.
        Lane(partial(Processes, jobs, yielding, limit), 2 * jobs),
        Lane(partial(Processes, 1, yielding, limit), 1),
        jobs,
        exclusive=False,
    )


def _cluster(where: str, memory: int | None = None) -> ResilientExecutor:
    """Connects to a Dask cluster. Raises InvalidSpec, MastermineError."""
    local = re.fullmatch(r"local:(\d+)", where)
    if not (local and local[1].strip("0")) and not re.fullmatch(r"(tcp|tls)://.+:\d+", where):
        raise InvalidSpec(
            _(
                "{where!r} is not a cluster; write local:N for N workers on this machine, "
                "or tcp://HOST:PORT for a Dask scheduler"
            ).format(where=where)
        )
    if local and (len(local[1]) > 9 or int(local[1]) > MAX_LOCAL_CLUSTER_WORKERS):
        raise InvalidSpec(
            # Translators: {most} is 1,000.
            _("{where}: the maximum is {most} workers on one machine").format(
                where=where[:40], most=whole(MAX_LOCAL_CLUSTER_WORKERS)
            )
        )
    try:
        cluster = import_module("mastermine.arena.pools.cluster")
    except ImportError as error:
        raise MastermineError(
            _("a cluster needs {name}: pip install 'mastermine[cluster]'").format(
                name=error.name or "distributed"
            )
        ) from None
    from mastermine.arena.pools.resilient_executor import Lane, ResilientExecutor

    start = (
        partial(cluster.local, int(local[1]), memory)
        if local
        else partial(cluster.remote, where, memory)
    )
    pool: Cluster = start()

    def restarted() -> Pool:
        nonlocal pool
        if pool.broken():
            pool = start()
        return pool

    # No limit here: the scheduler itself never overloads a worker.
    return ResilientExecutor(
        Lane(restarted, 1 << 20, pool), Lane(restarted, 1), pool.cores, exclusive=True
    )
