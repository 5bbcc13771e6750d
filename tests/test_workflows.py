"""The host's workflows, the hooks and the dev container use only commands and versions that exist.

`make check` validates the form of these files; this is what a schema cannot know.
"""

from __future__ import annotations

import json
import re
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
