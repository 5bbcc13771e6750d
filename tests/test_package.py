"""What is installed: the wheel holds what the program needs, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

import mastermine

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SUFFIXES = {
    *(".py", ".pyi", ".typed", ".mjs", ".java"),  # the code
    *(".mo", ".json", ".gz"),  # words, pictures of letters, trees
    *(".html", ".css", ".js", ".svg", ".png", ".tcss", ".webmanifest", ".ico"),  # pages, screens
}
BUILD = """
import sys
from scikit_build_core.build import build_wheel
build_wheel(sys.argv[1], {"wheel.cmake": "false", "build-dir": sys.argv[1]})
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of plain Python, with the catalogues as they were compiled last."""
    pytest.importorskip("scikit_build_core")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    (made,) = folder.glob("*.whl")
    return made


def test_nothing_is_in_it_that_is_not_needed(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        names = [Path(name) for name in files.namelist() if ".dist-info/" not in name]
    assert {name.parts[0] for name in names} == {"mastermine"}
    others = {name.name for name in names if name.suffix not in SUFFIXES}
    # Each stays beside what it is for: letters, and a library of the page.
    assert others == {"LICENSE-DEJAVU", "lit-html.LICENSE"}


def test_all_is_in_it_that_git_knows(wheel: Path) -> None:
    known = subprocess.run(
        ["git", "ls-files", "src"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    if known.returncode:
        pytest.skip("no git")
    source = {Path(name).relative_to("src") for name in known.stdout.splitlines()}
    with ZipFile(wheel) as files:
        names = set(map(Path, files.namelist()))
    left_out = {name for name in source - names if (ROOT / "src" / name).exists()}
    assert {name.suffix for name in left_out} == {".md", ".po", ".ts"}


@pytest.mark.parametrize(
    "name",
    [
        "mastermine/py.typed",
        "mastermine/_native.pyi",
        "mastermine/locale/sr-Latn/page.json",
        "mastermine/locale/ru/LC_MESSAGES/mastermine.mo",
        "mastermine/mastermind/optimal/trees/4x6.tree.gz",
    ],
)
def test_what_is_easily_forgotten(wheel: Path, name: str) -> None:
    with ZipFile(wheel) as files:
        assert name in files.namelist()


def test_the_sdist_has_what_catalogues_are_compiled_from(tmp_path: Path) -> None:
    pytest.importorskip("scikit_build_core")
    program = "import sys; from scikit_build_core.build import build_sdist as b; b(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, check=True, capture_output=True
    )
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as files:
        names = [Path(name) for name in files.getnames() if "/src/mastermine/locale/" in name]
    assert {name.suffix for name in names} == {".md", ".po"}


def test_metadata(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        (name,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        found = HeaderParser().parsestr(files.read(name).decode())
    assert found["Version"] == mastermine.__version__
    assert found["License-Expression"] == "MIT"
    assert set(found.get_all("License-File", [])) == set(PROJECT["project"]["license-files"])
    assert set(found.get_all("Provides-Extra", [])) == set(extras())


def test_the_version_stands_in_one_place() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", mastermine.__version__)
    assert "version" not in PROJECT["project"]
    for name in ("CMakeLists.txt", "CITATION.cff", "README.md", "SECURITY.md"):
        assert mastermine.__version__ not in (ROOT / name).read_text("utf-8")


def extras() -> dict[str, list[str]]:
    found: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
    return found


def test_all_is_every_extra_of_the_program() -> None:
    (everything,) = extras()["all"]
    named = re.fullmatch(r"mastermine\[(.+)\]", everything)
    assert named is not None
    assert set(named[1].split(",")) == set(extras()) - {"all", "dev", "docs"}


def test_hints_at_extras_are_true() -> None:
    """Every command that a message gives names an extra that there is."""
    sources = (ROOT / "src").rglob("*.py")
    named = {
        name
        for path in sources
        for names in re.findall(r"mastermine\[([a-z,]+)\]", path.read_text("utf-8"))
        for name in names.split(",")
    }
    assert named
    assert named <= set(extras())
