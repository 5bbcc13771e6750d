"""The engines of the examples, in each language that is there."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.program import run, text_of

from mastermine import match

FOLDER = Path(__file__).parents[2] / "examples/engines"


def started(name: str, folder: Path) -> str:
    """The command line of an example, compiled if it must be; skips without its tool."""
    source = FOLDER / name
    tool = {".py": sys.executable, ".mjs": "node", ".cpp": "c++", ".java": "javac"}[source.suffix]
    if shutil.which(tool) is None:
        pytest.skip(f"there is no {tool}")
    if source.suffix == ".cpp":
        words = [str(folder / "engine")]
        subprocess.run([tool, "-std=c++20", str(source), "-o", *words], check=True)
    elif source.suffix == ".java":
        subprocess.run([tool, "-d", str(folder), str(source)], check=True)
        words = ["java", "-cp", str(folder), source.stem]
    else:
        words = [tool, str(source)]
    return shlex.join(words)


@pytest.mark.rest
@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.iterdir()))
def test_an_example_plays_by_the_rules(name: str, tmp_path: Path) -> None:
    assert " passed. Checked: " in text_of("engine", "check", started(name, tmp_path))


def test_an_example_plays_as_it_says(tmp_path: Path) -> None:
    """The first code that fits is what the strategy `first` of the documents would guess, too."""
    named = f"cmd:{started('first.py', tmp_path)}"
    results = match("4x6", [named, lambda view: view.knowledge.first()], rounds=20, seed=1)
    one, other = results.scores
    assert one.histogram == other.histogram


def test_the_check_names_what_is_wrong() -> None:
    engine = Path(__file__).with_name("engine.py")
    result = run("engine", "check", shlex.join([sys.executable, str(engine), "illegal"]))
    assert result.exit_code == 1
    assert "its move '9999999' is wrong" in result.output
    assert "StrategyFailed" not in result.output
