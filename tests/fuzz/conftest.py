"""``--seconds``: how long each target is tried, again and again with other examples."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings
from hypothesis.errors import UnsatisfiedAssumption

DONE = pytest.StashKey[list[str]]()

settings.register_profile(
    "fuzz",
    deadline=None,
    max_examples=200,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seconds", type=float, help="how long each target is fuzzed")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("seconds", None):
        settings.load_profile("fuzz")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object:
    """A test of Hypothesis is done over and over until its time is up; any other once, as ever."""
    seconds = pyfuncitem.config.getoption("seconds", None)
    if not seconds or not is_hypothesis_test(pyfuncitem.obj):
        return None
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
        line = f"{target.examples:8} examples in {monotonic() - begin:5.1f} s"
        pyfuncitem.config.stash.setdefault(DONE, []).append(f"{line}: {pyfuncitem.nodeid}")
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
        if monotonic() >= self.end and not self.failed:
            raise TimeIsUpError
        self.examples += 1
        try:
            self.test(*args, **kwargs)
        except UnsatisfiedAssumption:
            raise
        except Exception:
            self.failed = True
            raise


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What was done, in a line for each target."""
    for line in config.stash.get(DONE, []):
        terminalreporter.write_line(line)
