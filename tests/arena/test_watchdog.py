from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from tests.waiting import PATIENCE, until

from mastermine.arena import watchdog
from mastermine.arena.watchdog import OutOfTime, allowed


def loop() -> None:
    while True:
        pass


def nap() -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(0.001)


def keep() -> str:
    """Keeps every error for itself, once."""
    try:
        nap()
    except BaseException:
        return "nothing happened"
    return "it was not interrupted"


def in_thread(function: Callable[[], Any]) -> Any:
    """What a function gives in another thread."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(function())
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(2 * PATIENCE)
    assert found, "it did not come back"
    return found[0]


def in_main(function: Callable[[], Any]) -> Any:
    return function()


def late(code: Callable[[], Any], seconds: float = 0.05) -> float:
    """How long it takes until the code, which would take longer than PATIENCE, is stopped."""
    start = time.perf_counter()
    with pytest.raises(OutOfTime), allowed(seconds):
        code()
    passed = time.perf_counter() - start
    assert seconds <= passed < PATIENCE
    return passed


WHERE = [in_main, in_thread]


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("code", [loop, nap, keep])
def test_code_that_takes_too_long_is_stopped(
    where: Callable[[Any], Any], code: Callable[[], Any]
) -> None:
    assert where(lambda: late(code)) > 0


def test_in_the_main_thread_a_call_that_waits_is_stopped_too() -> None:
    late(lambda: time.sleep(PATIENCE))
    late(lambda: threading.Event().wait(PATIENCE))
    reader, writer = os.pipe()
    late(lambda: os.read(reader, 1))
    os.close(reader)
    os.close(writer)


def test_code_in_time_is_left_alone() -> None:
    with allowed(PATIENCE):
        time.sleep(0.05)
    with allowed(None):
        time.sleep(0.05)
    with pytest.raises(ZeroDivisionError), allowed(PATIENCE):
        _ = 1 / 0
    assert not watchdog._active


def test_blocks_may_be_nested() -> None:
    with allowed(PATIENCE):
        late(nap)
        with allowed(PATIENCE):
            pass
    with pytest.raises(OutOfTime), allowed(0.05), allowed(PATIENCE):
        nap()
    assert not watchdog._active


@pytest.mark.parametrize("where", WHERE)
def test_nothing_is_raised_after_a_block(where: Callable[[Any], Any]) -> None:
    """Blocks that end just when their time is over: the error comes inside, or not at all."""

    def block() -> None:
        length = watchdog.POLL_SECONDS * 0.6
        with allowed(length):
            last = time.monotonic() + length
            while time.monotonic() < last:
                pass

    def often() -> int:
        stopped = 0
        end = time.monotonic() + 0.8
        while time.monotonic() < end:
            try:
                block()  # A block whose end was interrupted is forgotten when its frame ends.
            except OutOfTime:
                stopped += 1
            sum(range(3000))  # Where an error that comes too late would be raised.
        # What is left of a block is forgotten when the watchdog looks again, however busy all is.
        until(lambda: not watchdog._active and not watchdog._watchdog.late)
        return stopped

    assert isinstance(where(often), int)


def test_who_traces_is_not_held_up_afterwards() -> None:
    """An error that came in a thread leaves nothing behind that CPython 3.11 waits for."""
    code = """
import sys, threading, time
from mastermine.arena import watchdog

def late():
    try:
        with watchdog.allowed(0.05):
            time.sleep(0.4)  # The error comes when this returns, or when the block is left.
    except watchdog.OutOfTime:
        pass

thread = threading.Thread(target=late)
thread.start()
thread.join()
sys.settrace(lambda *_: None)
(lambda: None)()
sys.settrace(None)
print("done")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.stdout == "done\n", done.stderr


def test_threads_do_not_stop_each_other() -> None:
    def short() -> float:
        return late(nap)

    def long() -> str:
        with allowed(PATIENCE):
            time.sleep(0.3)
        return "done"

    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda f=f: found.append(f())) for f in (short, long, short, long)
    ]
    for thread in threads:
        thread.start()
    with allowed(PATIENCE):
        time.sleep(0.2)
    for thread in threads:
        thread.join(2 * PATIENCE)
    assert sorted(map(str, found))[2:] == ["done", "done"]


def test_other_signals_are_as_before() -> None:
    heard = []
    before = signal.signal(signal.SIGALRM, lambda *_: heard.append("alarm"))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        late(nap, 0.15)
        assert heard == ["alarm"]
    finally:
        signal.signal(signal.SIGALRM, before)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    ctrl_c = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt), allowed(PATIENCE):  # noqa: PT012
            ctrl_c.start()
            time.sleep(PATIENCE)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not watchdog._active


def test_our_signal_reaches_who_waited_for_it_before() -> None:
    script = """
import signal, time
heard = []
signal.signal(signal.SIGURG, lambda *_: heard.append(1))
from mastermine.arena.watchdog import OutOfTime, allowed
try:
    with allowed(0.05):
        time.sleep(10)
except OutOfTime:
    pass
assert not heard
signal.raise_signal(signal.SIGURG)
assert heard == [1]
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_block_that_ctrl_c_left_open_stops_nobody() -> None:
    block = allowed(0.02)

    def leave_open() -> None:
        block.__enter__()

    leave_open()
    until(lambda: not watchdog._active)

    def leave_late() -> None:
        """Nor does one in whose end its own error came."""
        block = watchdog._Allowed(60)
        block.__enter__()
        del watchdog._active[block]
        watchdog._watchdog.late.add(block)

    leave_late()
    until(lambda: not watchdog._watchdog.late)


def test_a_forked_process_has_a_watchdog_of_its_own() -> None:
    script = """
import os, sys, time
from mastermine.arena.watchdog import OutOfTime, allowed
with allowed(60):
    if os.fork():
        sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
try:
    with allowed(0.05):
        time.sleep(10)
except OutOfTime:
    os._exit(0)
os._exit(1)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize(
    "code",
    ["ctypes.PyDLL(None).sleep(60)", "keep()"],
    ids=["native code that lets nobody else run", "code that keeps all errors"],
)
def test_an_expendable_process_ends(code: str) -> None:
    script = f"""
import ctypes, time
from mastermine.arena import watchdog
def keep():
    while True:
        try:
            time.sleep(0.001)
        except BaseException:
            pass
watchdog.GRACE_SECONDS = 0.3
watchdog.expendable()
with watchdog.allowed(60):
    pass
time.sleep(0.1)
with watchdog.allowed(0.1):
    {code}
"""
    if "ctypes" in code:  # Its deadline is reported when a thread starts, or at a check.
        script = script.replace("with watchdog.allowed(60):\n    pass\ntime.sleep(0.1)\n", "")
    done = subprocess.run([sys.executable, "-c", script], check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGALRM


def test_an_expendable_process_that_is_in_time_continues() -> None:
    """The kernel's alarm is set later while blocks go on, and is off when there are none."""
    script = """
import time
from signal import ITIMER_REAL, getitimer
from mastermine.arena import watchdog
watchdog.IDLE_SECONDS = 0.1
watchdog.expendable()
left = lambda: getitimer(ITIMER_REAL)[0]
for _ in range(2):
    with watchdog.allowed(1000):
        while not left() > 1000:
            time.sleep(0.01)
    with watchdog.allowed(2000):
        while not left() > 2000:
            time.sleep(0.01)
    while left():
        time.sleep(0.01)
"""
    done = subprocess.run([sys.executable, "-c", script], check=False, timeout=PATIENCE)
    assert done.returncode == 0


@pytest.mark.rest
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nobody is stopped here")
def test_the_time_in_which_the_process_was_stopped_does_not_count() -> None:
    seconds = 10
    script = f"""
import sys
from mastermine.arena.watchdog import allowed
with allowed({seconds}):
    print("begun", flush=True)
    sys.stdin.readline()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        time.sleep(seconds + 1)  # Longer than is allowed; the rest of it takes no time.
        process.send_signal(signal.SIGCONT)
        process.communicate(b"\n", timeout=PATIENCE)
        assert process.returncode == 0
