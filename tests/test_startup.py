"""`mastermine --help` loads nothing that it does not need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from mastermine.cli import COMMANDS
from mastermine.system.native import NATIVE

SCRIPT = """
import sys
from mastermine.cli import main
try:
    main({arguments!r}, prog_name="mastermine")
except SystemExit as end:
    assert not end.code, end.code
print(*sorted(sys.modules), file=sys.stderr)
"""

HELP_OF_ALL = """
import sys
from mastermine.cli import main
for command in {commands!r}:
    try:
        main([command, "--help"], prog_name="mastermine")
    except SystemExit as end:
        assert not end.code, (command, end.code)
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
    "mastermine.system",
    "mastermine.system.streams",
}
HEAVY = {"numpy", "rich", "asyncio", "multiprocessing", "concurrent", "hashlib", "secrets"}
FOR_RUNNING = {"numpy", "rich", "sqlalchemy", "mastermine.arena", "mastermine.registry"}
"""What a command imports when it runs, never for its help."""


def fresh(script: str) -> tuple[set[str], str]:
    """The modules that a fresh Python has after a script, and what the script prints."""
    command = [sys.executable, "-c", script]
    # One whose coverage is measured is not fresh.
    names = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=True, env=names
    )
    return set(done.stderr.split()), done.stdout


def started(*arguments: str) -> tuple[set[str], str]:
    """The modules that a fresh Python has after a command, and what the command prints."""
    return fresh(SCRIPT.format(arguments=list(arguments)))


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_nothing_heavy_is_imported(option: str) -> None:
    modules, _out = started(option)
    assert {name for name in modules if name.split(".")[0] == "mastermine"} <= ALLOWED
    assert not {name for name in modules if name.split(".")[0] in HEAVY}


def is_for_running(module: str) -> bool:
    """Whether a command needs this module only when it runs."""
    return any(module == name or module.startswith(f"{name}.") for name in FOR_RUNNING)


def test_the_help_of_a_command_imports_nothing_heavy() -> None:
    # All commands share a process; if it has imported nothing heavy, no command did.
    modules, out = fresh(HELP_OF_ALL.format(commands=list(COMMANDS)))
    assert [name for name in COMMANDS if f"Usage: mastermine {name} " not in out] == []
    assert sorted(filter(is_for_running, modules)) == []


@pytest.mark.skipif(not NATIVE, reason="without the native core NumPy counts the codes")
@pytest.mark.parametrize(
    "command",
    ["hint classic", "evaluate 4x6 --strategy knuth,entropy,most-parts,expected-size:power=1.5"],
)
def test_short_commands_do_without_numpy(command: str) -> None:
    modules, out = started(*command.split())
    assert out
    assert sorted({name.split(".")[0] for name in modules} & {"numpy", "loky", "psutil"}) == []
    assert "mastermine.session" not in modules


def test_python_dash_m() -> None:
    command = [sys.executable, "-m", "mastermine", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.startswith("Usage: mastermine [OPTIONS]")
    for name in ("play", "solve", "hint", "evaluate", "match", "presets", "strategies", "info"):
        assert f"\n  {name} " in done.stdout
    assert done.stderr == ""
