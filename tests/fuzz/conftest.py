"""``--seconds``: how long each target is tried, again and again with other examples."""

from __future__ import annotations

from time import monotonic

import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

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
    end = monotonic() + seconds
    while monotonic() < end:
        pyfuncitem.obj(**arguments)
    return True
