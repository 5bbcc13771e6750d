"""The host's workflows, the hooks and the dev container use only commands and versions that exist.

`make check` validates the form of these files; this is what a schema cannot know.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
if not WORKFLOWS:
    pytest.skip("only the sources have them", allow_module_level=True)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = dict(re.findall(r"^([a-z-]+):[^\n]*?(?: ## (.+))?$", MAKEFILE, re.MULTILINE))


def read(path: str | Path) -> Any:
    return yaml.safe_load((ROOT / path).read_text("utf-8"))


def commands() -> list[tuple[str, str]]:
    """Each shell command of the workflows, the dev container and .ci/run, with its file."""
    found = [(".ci/run", (ROOT / ".ci/run").read_text("utf-8"))] if (ROOT / ".ci").exists() else []
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text("utf-8"))
    found.append(("devcontainer.json", container["postCreateCommand"]))
    for path in WORKFLOWS:
        steps = chain.from_iterable(job["steps"] for job in read(path)["jobs"].values())
        found += [(path.name, step["run"]) for step in steps if "run" in step]
    return found


@pytest.mark.parametrize(("name", "command"), commands())
def test_every_make_target_exists(name: str, command: str) -> None:
    for target in re.findall(r"\bmake ([\w./-]+)", command):
        assert target in TARGETS or target == ".venv/catalogues", f"{name}: make {target}"


def test_the_tests_run_somewhere() -> None:
    run = {command for name, command in commands() if name == "ci.yml"}
    assert {"make test", "make test-rest", "make check", "make docs"} <= run


def test_make_help_describes_every_target() -> None:
    (phony,) = re.findall(r"^\.PHONY: ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)
    assert {target for target, line in TARGETS.items() if line} == set(phony.split()) - {"\\"}


def test_make_check_runs_every_check_even_if_all_fail(tmp_path: Path) -> None:
    """In a folder in which each tool only notes its name and fails."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    needed = ["tools/catalogues.py", "tools/latin.py", "pyproject.toml", "CMakeLists.txt"]
    needed += ["src/mastermine/minesweeper/constants.json", "package.json", "package-lock.json"]
    for file in needed:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    tools = {"python", "ruff", "mypy", "clang-format", "check-jsonschema", "npm"}
    for file in (*(f".venv/bin/{tool}" for tool in tools), "node_modules/.keep"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text('#!/bin/sh\necho "$0 $1" >> ran\nexit 1\n')
        (tmp_path / file).chmod(0o755)
    for stamp in (".venv/installed", ".venv/catalogues", "node_modules/installed"):
        (tmp_path / stamp).touch()
    path = f"{tmp_path / '.venv/bin'}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [shutil.which("make") or "make", "check"],
        cwd=tmp_path,
        env={"PATH": path, "MASTERMINE_NATIVE": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode != 0
    ran = (tmp_path / "ran").read_text()
    assert {Path(line.split()[0]).name for line in ran.splitlines()} == tools
    assert all(f"ruff {word}\n" in ran for word in ("check", "format"))


def test_every_supported_python_is_tested_and_built() -> None:
    start = "Programming Language :: Python :: 3."
    minor = [
        name.removeprefix(start)
        for name in PROJECT["project"]["classifiers"]
        if name.startswith(start)
    ]
    matrix = read(".github/workflows/ci.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == [f"3.{each}" for each in minor]
    assert PROJECT["tool"]["cibuildwheel"]["build"].split() == [f"cp3{each}-*" for each in minor]
    assert PROJECT["project"]["requires-python"] == f">=3.{minor[0]}"


def test_hooks_are_tools_of_the_extra_dev() -> None:
    needed = " ".join(PROJECT["project"]["optional-dependencies"]["dev"])
    for repository in read(".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"  # A commit downloads nothing.
        for hook in repository["hooks"]:
            tool = hook["entry"].split()[0].removeprefix(".venv/bin/")
            assert f"{tool}>=" in needed, hook["id"]
