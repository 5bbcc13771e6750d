"""A stranger's strategies, dropped into a copy of the sources: nothing else has to be touched."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.documents.reading import blocks

from mastermine.system.native import NATIVE

ROOT = Path(__file__).parents[1]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
if not CONTRIBUTING.exists():
    pytest.skip("only the sources have CONTRIBUTING.md", allow_module_level=True)

IMPORTS = {
    ("mastermine.core.strategy", "Array"),
    ("mastermine.core.strategy", "strategy"),
    ("mastermine.mastermind.knowledge", "CodeView"),
    ("mastermine.mastermind.rules", "Code"),
    ("mastermine.minesweeper.board", "Cell"),
    ("mastermine.minesweeper.knowledge", "BoardView"),
    ("mastermine.testing", "check_strategy"),
}
"""What strategies that others wrote import: these paths stay valid, whatever moves."""

THEIRS = '''
from mastermine.core.strategy import strategy
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code


@strategy("theirs", cite="Nobody 2031")
def theirs(view: CodeView) -> Code:
    """Guess the smallest code that fits all answers so far."""
    return view.knowledge[0]
'''
OFFERS = "[mastermine.strategies]\ntheirs = their_module:theirs\ngone = no_such_module:gone\n"


def shown() -> list[str]:
    """The Python blocks of the document."""
    return [
        block.text
        for block in blocks(CONTRIBUTING.read_text("utf-8"))
        if block.language == "python"
    ]


def strategies() -> dict[str, str]:
    """Where each strategy of the document goes, and the block that is its file."""
    found = {}
    for text in shown():
        if match := re.search(r'@strategy\("([\w-]+)"(?:, game="(\w+)")?', text):
            game, name = match[2] or "mastermind", match[1].replace("-", "_")
            found[f"src/mastermine/{game}/strategies/{name}.py"] = text
    return found


def test_the_imports_that_are_shown_stay_valid() -> None:
    imported = {
        (str(node.module), alias.name)
        for text in shown()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == IMPORTS
    for module, name in IMPORTS:
        assert hasattr(import_module(module), name)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with an environment, the strategies, and another package's offers."""
    if not (ROOT / ".git").exists():
        pytest.skip("the files of the sources are those that git knows")
    folder = tmp_path_factory.mktemp("copy")
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    if NATIVE:
        from mastermine import _native

        shutil.copy2(str(_native.__file__), folder / "src/mastermine")
    install(folder)
    for name, text in strategies().items():
        (folder / name).write_text(text, "utf-8")
    return folder


def install(folder: Path) -> None:
    """Make an environment that has the libraries of this one, and the copy in place of the sources.

    The package with the entry points is a module and its metadata, which is all that pip installs.
    """
    here = folder / ".venv"
    venv.create(here, symlinks=True)
    paths = {"base": str(here), "platbase": str(here)}
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    # The .pth files of a folder that is named in one are not read: those name the sources.
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "copy.pth").write_text("\n".join([str(folder / "src"), *sorted(libraries)]))
    for script in Path(sysconfig.get_path("scripts")).iterdir():
        there = here / "bin" / script.name
        if there.exists() or script.is_dir():
            continue
        text = script.read_bytes()
        if text.startswith(b"#!") and b"python" in text.partition(b"\n")[0]:
            there.write_bytes(f"#!{here}/bin/python\n".encode() + text.partition(b"\n")[2])
            there.chmod(0o755)
        else:
            there.symlink_to(script)
    (packages / "their_module.py").write_text(THEIRS)
    about = packages / "their_package-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-package\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(OFFERS)
    (here / "installed").touch()


def environment() -> dict[str, str]:
    """The environment of this process, without what make and pytest tell their own children."""
    ours = ("MAKE", "MFLAGS", "PYTEST", "COVERAGE", "PYTHONPATH", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def run(tree: Path, *command: str) -> str:
    """What a command prints in the copy, where it must succeed."""
    done = subprocess.run(
        [str(tree / ".venv/bin" / command[0]), *command[1:]],
        cwd=tree,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-10_000:]
    return done.stdout


@pytest.mark.rest
def test_strategies_of_one_file_are_used_like_all_others(tree: Path) -> None:
    listed: dict[str, Any] = {
        each["name"]: each
        for each in json.loads(run(tree, "mastermine", "strategies", "--json"))["strategies"]
    }
    names = [Path(name).stem.replace("_", "-") for name in strategies()]
    assert names == ["square-root", "last-consistent", "last-of-the-safest"]
    for name in (*names, "theirs"):
        game = listed[name]["game"]
        assert listed[name]["summary"].endswith(".")
        assert " passed. " in run(tree, "mastermine", "check", name)
        spec = {"mastermind": "3x4", "minesweeper": "6x5x5"}[game]
        match = ("match", spec, "--strategy", name, "--rounds", "10", "--seed", "1", "--no-store")
        assert name in run(tree, "mastermine", *match)
        if game == "mastermind":
            found = json.loads(run(tree, "mastermine", "evaluate", spec, "-s", name, "--json"))
            assert '"exact": true' in json.dumps(found)
    assert listed["gone"]["summary"].startswith("strategy gone (package their-package) cannot be ")
    files = list(strategies())
    run(tree, "python", "-m", "ruff", "check", *files)
    run(tree, "python", "-m", "ruff", "format", "--check", *files)
    run(tree, "python", "-m", "mypy", *files)


OTHERS = ("mastermind", "minesweeper", "engines", "ml", "browser", "arena", "coach")
"""Folders of tests of which only those with the strategies in their name depend on their list."""


def concerned() -> list[str]:
    """The files of tests that a new strategy can make fail."""
    files = (file.relative_to(ROOT) for file in sorted((ROOT / "tests").rglob("test_*.py")))
    return [
        str(file)
        for file in files
        if file.parts[1] not in OTHERS or "strateg" in file.name or "baseline" in file.name
    ]


@pytest.mark.rest
def test_and_no_quick_test_fails(tree: Path) -> None:
    """This one is none of them."""
    if sys.platform == "win32":
        pytest.skip("the environment of the copy is made for POSIX")
    run(tree, "python", "tools/catalogues.py", "compile")
    parallel = ("-n", "auto", "--maxprocesses", "8", "--dist", "worksteal")
    printed = run(tree, "python", "-m", "pytest", "-q", *parallel, *concerned())
    assert "passed" in printed
    assert "Before a release: not translated in sr" in printed
    assert "Prefer many parts, and among them even ones." in printed
