from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import pytest
from tests.waiting import PATIENCE, until

from mastermine.arena import executors
from mastermine.arena.executors import workers
from mastermine.arena.pools.processes import THREADS
from mastermine.arena.pools.resilient_executor import ResilientExecutor, WorkerDied
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.languages import ENGLISH, LANGUAGES
from mastermine.i18n.text import speak, speaking, spoken

pytestmark = pytest.mark.rest


def square(n: int) -> int:
    return n * n


def end(n: int, worst: int) -> int:
    """Ends its worker for one of the numbers."""
    time.sleep(0.01)
    if n == worst:
        os._exit(5)
    return n


def endless(file: Path) -> None:
    """Reports its start, then runs on."""
    file.touch()
    time.sleep(1000)


def once(file: str) -> str:
    """Ends its worker the first time."""
    if not os.path.exists(file):  # noqa: PTH110
        with open(file, "w"):  # noqa: PTH123
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return "done"


def how() -> tuple[bool, set[str]]:
    """Whether Ctrl-C is ignored, and how many threads libraries use."""
    ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    blocked = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    return ignored or blocked, {os.environ[name] for name in THREADS[:3]}


def language() -> str:
    return spoken().tag


def outcome(future: Any) -> Any:
    try:
        return future.result(PATIENCE)
    except MastermineError as error:
        return str(error)


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """A cluster may take as long as the machine is busy."""
    if find_spec("distributed") is None:
        yield
        return
    from mastermine.arena.pools import cluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "ANSWER_SECONDS", PATIENCE)
        patch.setattr(cluster, "NO_WORKER_SECONDS", PATIENCE)
        yield


@pytest.fixture(scope="module", params=["loky", "dask"])
def given(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Who works."""
    if request.param == "loky":
        return {"jobs": 2}
    pytest.importorskip("distributed")
    return {"cluster": "local:2"}


@pytest.fixture(scope="module")
def pool(given: dict[str, Any]) -> Iterator[Executor]:
    with workers(**given) as executor:
        assert executor is not None
        yield executor


def test_tasks_are_done_or_refused(pool: Executor) -> None:
    futures = [pool.submit(square, n) for n in range(100)]
    assert [future.result(PATIENCE) for future in futures] == [n * n for n in range(100)]
    assert list(pool.map(square, range(5))) == [0, 1, 4, 9, 16]
    bad = pool.submit(divmod, 1, 0)
    good = pool.submit(divmod, 7, 2)
    with pytest.raises(ZeroDivisionError):
        bad.result(PATIENCE)
    assert good.result(PATIENCE) == (3, 1)
    with (
        socket.socket() as here,
        pytest.raises(MastermineError, match="cannot send this to another process: TypeError"),
    ):
        pool.submit(print, here)


def test_who_leaves_is_not_taken_for_the_user(pool: Executor) -> None:
    for error in (KeyboardInterrupt, SystemExit):
        with pytest.raises(WorkerDied, match=error.__name__):
            pool.submit(eval, f"exec('raise {error.__name__}')").result(PATIENCE)


def test_a_worker_that_ends_takes_no_other_task_along(pool: Executor) -> None:
    futures = [pool.submit(end, n, 7) for n in range(20)]
    found = [outcome(future) for future in futures]
    assert found[:7] + found[8:] == [*range(7), *range(8, 20)]
    assert "worker" in found[7]
    assert "\n" not in found[7]
    assert pool.submit(square, 3).result(PATIENCE) == 9


def test_an_accident_is_no_habit(pool: Executor, tmp_path: Path) -> None:
    assert pool.submit(once, str(tmp_path / "once")).result(PATIENCE) == "done"


def test_a_suspect_is_tried_alone(tmp_path: Path, pool: ResilientExecutor) -> None:
    assert pool.alone(square, 4).result(PATIENCE) == 16
    with pytest.raises(WorkerDied):
        pool.alone(end, 1, 1, tries=1).result(PATIENCE)
    assert pool.submit(square, 5).result(PATIENCE) == 25
    file = tmp_path / "once"
    with pytest.raises(WorkerDied):
        pool.once(once, str(file)).result(PATIENCE)
    assert pool.once(once, str(file)).result(PATIENCE) == "done"


def test_a_suspect_that_survives_keeps_its_worker() -> None:
    with workers(2) as executor:
        assert isinstance(executor, ResilientExecutor)
        first = executor.alone(os.getpid).result(PATIENCE)
        # Another worker does this, while that one has nothing to do.
        assert executor.submit(os.getpid).result(PATIENCE) != first
        assert executor.alone(os.getpid).result(PATIENCE) == first
        with pytest.raises(WorkerDied):
            executor.alone(end, 1, 1, tries=1).result(PATIENCE)
        assert executor.alone(os.getpid).result(PATIENCE) != first


def test_what_is_printed_is_no_output(capfd: pytest.CaptureFixture[str], pool: Executor) -> None:
    pool.submit(print, "printed", flush=True).result(PATIENCE)
    with suppress(WorkerDied):
        pool.submit(end, 1, 1).result(PATIENCE)
    pool.submit(print, "printed", flush=True).result(PATIENCE)
    assert "printed" not in capfd.readouterr().out


def test_workers_do_not_hear_ctrl_c_and_use_a_thread_each(pool: Executor) -> None:
    assert pool.submit(how).result(PATIENCE) == (True, {"1"})


def test_workers_speak_as_we_do(given: dict[str, Any]) -> None:
    speak(LANGUAGES["sr-Latn"])
    try:
        with workers(**given) as executor:
            assert executor is not None
            assert executor.submit(language).result(PATIENCE) == "sr-Latn"
    finally:
        speak(ENGLISH)


def test_what_nobody_there_knows_is_reported(
    pool: Executor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def f(): ...\n", "utf-8")
    pool.submit(square, 1).result(PATIENCE)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        future = pool.submit(import_module("only_here").f)
        with pytest.raises(MastermineError, match="No module named 'only_here'"):
            future.result(PATIENCE)
    del sys.modules["only_here"]


def test_nobody_waits_at_the_end(given: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), workers(**given) as executor:  # noqa: PT012
        assert executor is not None
        executor.submit(square, 1).result(PATIENCE)
        futures = [executor.submit(endless, tmp_path / "begun") for _ in range(10)]
        until((tmp_path / "begun").exists)
        _ = 1 / 0
    for future in futures:
        with pytest.raises(CancelledError):
            future.result(0)
    with pytest.raises(RuntimeError, match="after shutdown"):
        _ = executor and executor.submit(square, 1)


def test_a_cluster_that_nobody_needed_ends_too() -> None:
    pytest.importorskip("distributed")
    with workers(cluster="local:1") as executor:
        assert isinstance(executor, ResilientExecutor)
        client = cast("Any", executor._many).pool.client
        assert client.status == "running"
    assert client.status == "closed"


def test_one_job_is_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    with workers(1) as executor:
        assert executor is None
    import loky

    for cores in (1, 3):
        monkeypatch.setattr(loky, "cpu_count", lambda cores=cores: cores)
        with workers() as executor:
            assert getattr(executor, "cores", 1) == cores


@pytest.mark.parametrize("text", ["", "foo", "local", "local:", "local:0", "local:x", "tcp://a"])
def test_a_text_that_names_no_cluster(text: str) -> None:
    with pytest.raises(InvalidSpec, match="is not a cluster; write local:N"), workers(cluster=text):
        pass


@pytest.mark.parametrize("n", ["1001", "100000000000", "9" * 5000])
def test_more_workers_than_a_machine_can_have(n: str) -> None:
    with (
        pytest.raises(InvalidSpec, match="the maximum is 1,000 workers on one machine") as caught,
        workers(cluster=f"local:{n}"),
    ):
        pass
    assert len(str(caught.value)) < 100


def test_jobs_that_cannot_be() -> None:
    with pytest.raises(InvalidSpec, match="--jobs must be at least 1"), workers(0):
        pass
    with pytest.raises(InvalidSpec, match="its own workers"), workers(2, "local:2"):
        pass


def test_without_distributed_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "mastermine.arena.pools.cluster", raising=False)
    with (
        pytest.raises(MastermineError, match="mastermine\\[cluster\\]"),
        workers(cluster="local:2"),
    ):
        pass


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from mastermine.arena.pools import cluster

    monkeypatch.setattr(cluster, "ANSWER_SECONDS", 0.5)
    address = f"tcp://127.0.0.1:{free_port()}"
    level = logging.getLogger("distributed").level
    with (
        pytest.raises(MastermineError, match=f"no Dask scheduler answered at {address} within"),
        workers(cluster=address),
    ):
        pass
    assert logging.getLogger("distributed").level == level


class Elsewhere:
    """A scheduler that others started, and its workers."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.parts: dict[str, subprocess.Popen[bytes]] = {}
        self.begin("scheduler", "--host", "127.0.0.1", "--port", str(self.port))
        until(self.answers)

    def begin(self, part: str, *words: str) -> None:
        self.parts[part] = subprocess.Popen(
            [sys.executable, "-m", "dask", part, *words, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def begin_worker(self) -> None:
        self.begin("worker", self.address, "--nthreads", "1")

    def finish(self, part: str) -> None:
        process = self.parts.pop(part)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def answers(self) -> bool:
        with socket.socket() as probe:
            return not probe.connect_ex(("127.0.0.1", self.port))

    def executor(self) -> ResilientExecutor | None:
        """Its workers, as soon as there is one."""
        with suppress(MastermineError):
            return executors._cluster(self.address)
        return None


@pytest.fixture
def elsewhere() -> Iterator[Elsewhere]:
    pytest.importorskip("distributed")
    made = Elsewhere()
    yield made
    for part in [*made.parts]:
        made.finish(part)


def test_a_cluster_somewhere_else(elsewhere: Elsewhere, tmp_path: Path) -> None:
    """No worker, then one, then no scheduler any more."""
    with (
        pytest.raises(MastermineError, match="has no workers"),
        workers(cluster=elsewhere.address),
    ):
        pass
    elsewhere.begin_worker()
    with until(elsewhere.executor) as executor:
        assert executor.submit(square, 7).result(PATIENCE) == 49
        with pytest.raises(WorkerDied):
            executor.submit(end, 1, 1).result(PATIENCE)
        assert executor.submit(square, 8).result(PATIENCE) == 64
        future = executor.submit(endless, tmp_path / "begun")
        until((tmp_path / "begun").exists)
        elsewhere.finish("scheduler")
        with pytest.raises(MastermineError, match="no longer answers"):
            future.result(PATIENCE)


def test_a_cluster_that_all_workers_left(
    elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mastermine.arena.pools import cluster

    monkeypatch.setattr(cluster, "RESULT_SECONDS", 0.5)
    elsewhere.begin_worker()
    with until(elsewhere.executor) as executor:
        elsewhere.finish("worker")
        soon = executor.submit(square, 7)
        elsewhere.begin_worker()
        assert soon.result(PATIENCE) == 49, "another one came"
        monkeypatch.setattr(cluster, "NO_WORKER_SECONDS", 1.0)
        future = executor.submit(time.sleep, 1000)
        elsewhere.finish("worker")
        left = f"no worker of the cluster {elsewhere.address} has answered"
        with pytest.raises(MastermineError, match=left):
            future.result(PATIENCE)


def test_workers_that_begin_later_speak_the_same_language() -> None:
    with speaking(LANGUAGES["pl"]), workers(2) as executor:
        assert isinstance(executor, ResilientExecutor)
        for tag in (executor.submit(spoken), executor.alone(spoken)):
            assert tag.result(PATIENCE).tag == "pl"


def test_a_cluster_of_our_own_whose_workers_do_not_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("distributed")
    from mastermine.arena.pools import cluster

    monkeypatch.setattr(cluster, "RESULT_SECONDS", 0.5)
    monkeypatch.setattr(cluster, "NO_WORKER_SECONDS", 1.0)
    with workers(cluster="local:1") as executor:
        assert isinstance(executor, ResilientExecutor)
        before: Any = executor._many.pool
        [nanny] = before.client.cluster.workers.values()
        assert executor.submit(square, 7).result(PATIENCE) == 49
        before.client.cluster.sync(nanny.close)
        futures = [executor.submit(square, n) for n in range(5)]
        assert [future.result(PATIENCE) for future in futures] == [0, 1, 4, 9, 16]
        assert executor._many.pool is not before


SCRIPT = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
from mastermine.arena.executors import workers
if __name__ == "__main__":
    with workers(**{given}) as executor:
        executor.submit(print, end="").result()
        futures = [executor.submit(time.sleep, 1000) for _ in range(10)]
        print("ready", flush=True)
        futures[0].result()
"""


def run_script(folder: Path, script: str, given: dict[str, Any]) -> subprocess.Popen[str]:
    file = folder / "script.py"
    file.write_text(script.replace("{given}", repr(given)), "utf-8")
    return subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def gone(group: int) -> bool:
    """Whether nobody of a group of processes is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_ctrl_c_ends_all_of_it_without_noise(given: dict[str, Any], tmp_path: Path) -> None:
    process = run_script(tmp_path, SCRIPT, given)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)  # As a terminal does.
    _out, noise = process.communicate(timeout=PATIENCE)
    assert noise.rstrip().endswith("KeyboardInterrupt")
    assert noise.count("Traceback") == 1, noise
    assert "resource_tracker" not in noise
    until(lambda: gone(process.pid))


def test_workers_do_not_outlive_who_started_them(tmp_path: Path) -> None:
    killed = SCRIPT.replace("futures[0].result()", "import os; os.kill(os.getpid(), 9)")
    process = run_script(tmp_path, killed, {"jobs": 2})
    _out, noise = process.communicate(timeout=PATIENCE)
    assert "resource_tracker" not in noise
    until(lambda: gone(process.pid))


@pytest.mark.parametrize("ends", [False, True])
def test_a_result_stays_one_if_its_worker_ends_after_it(ends: bool) -> None:
    class There:
        status = "finished"

        async def _result(self, raiseit: bool) -> object:
            assert not raiseit
            if ends:
                self.status = "error"
            return [1, 2]

    cluster = pytest.importorskip("mastermine.arena.pools.cluster")
    pool = object.__new__(cluster.Cluster)
    done: Future[Any] = Future()
    asyncio.run(pool._fetch(There(), done))
    assert done.result() == [1, 2]
