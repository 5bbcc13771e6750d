"""`mastermine --help` loads nothing that it does not need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
from mastermine.cli import main
try:
    main({arguments!r}, prog_name="mastermine")
except SystemExit as end:
    assert not end.code, end.code
print(*sorted(sys.modules), file=sys.stderr)
"""

ALLOWED = {
    "mastermine",
    "mastermine.cli",
    "mastermine.core",
    "mastermine.core.errors",
    "mastermine.i18n",
    "mastermine.i18n.languages",
    "mastermine.i18n.text",
}
HEAVY = {"numpy", "rich", "asyncio", "multiprocessing", "concurrent", "hashlib", "secrets"}


def started(*arguments: str) -> tuple[set[str], str]:
    """The modules that a fresh Python has at the end, and what it prints."""
    command = [sys.executable, "-c", SCRIPT.format(arguments=list(arguments))]
    # One whose coverage is measured is not fresh.
    fresh = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=True, env=fresh
    )
    return set(done.stderr.split()), done.stdout


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_nothing_heavy_is_imported(option: str) -> None:
    modules, _out = started(option)
    assert {name for name in modules if name.split(".")[0] == "mastermine"} <= ALLOWED
    assert not {name for name in modules if name.split(".")[0] in HEAVY}


@pytest.mark.rest
def test_the_help_of_a_command_needs_neither_numpy_nor_rich() -> None:
    for command in ("solve", "hint", "evaluate", "match", "presets", "strategies", "info", "play"):
        modules, out = started(command, "--help")
        assert out.startswith(f"Usage: mastermine {command}")
        assert not {"numpy", "rich"} & modules, command


def test_python_dash_m() -> None:
    command = [sys.executable, "-m", "mastermine", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("Usage: mastermine [OPTIONS]")
    for name in ("play", "solve", "hint", "evaluate", "match", "presets", "strategies", "info"):
        assert f"\n  {name} " in done.stdout
    assert done.stderr == ""
