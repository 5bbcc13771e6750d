"""Each target is tried for ``--seconds``, again and again with other examples."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from hypothesis import is_hypothesis_test
from hypothesis.errors import UnsatisfiedAssumption

SECONDS = 2.0
"""Default seconds for each target."""
LEAST = 10
"""So many examples are tried even where the machine has a lot else to do."""
DONE = "fuzzed"
"""The property of a test that says what was done."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seconds", type=float, default=SECONDS, help="how long each target is fuzzed"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object:
    """A test of Hypothesis is done over and over until its time is up; any other once, as ever."""
    if not is_hypothesis_test(pyfuncitem.obj):
        return None
    seconds = pyfuncitem.config.getoption("seconds", SECONDS)
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    begin = monotonic()
    target = Target(pyfuncitem.obj.hypothesis.inner_test, begin + seconds)
    pyfuncitem.obj.hypothesis.inner_test = target.tried
    try:
        while monotonic() < target.end:
            pyfuncitem.obj(**arguments)
    except TimeIsUpError:
        pass
    finally:
        pyfuncitem.obj.hypothesis.inner_test = target.test
        done = f"{target.examples:8} examples in {monotonic() - begin:5.1f} s"
        pyfuncitem.user_properties.append((DONE, done))
    return True


class TimeIsUpError(KeyboardInterrupt):
    """It ends Hypothesis as Ctrl-C does: the example is none that failed."""


class Target:
    """A test that counts its examples, and ends when time is up unless one has failed."""

    def __init__(self, test: Callable[..., Any], end: float) -> None:
        self.test = test
        self.end = end
        self.examples = 0
        self.failed = False

    def tried(self, *args: Any, **kwargs: Any) -> None:
        if monotonic() >= self.end and self.examples >= LEAST and not self.failed:
            raise TimeIsUpError
        self.examples += 1
        try:
            self.test(*args, **kwargs)
        except UnsatisfiedAssumption:
            raise
        except Exception:
            self.failed = True
            raise


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What was done, in a line for each target."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.getreports(outcome):
            if done := dict(report.user_properties).get(DONE):
                terminalreporter.write_line(f"{done}: {report.nodeid}")
