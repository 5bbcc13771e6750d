"""ARCHITECTURE.md names what is there, and all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mastermine

ROOT = Path(__file__).parents[1]
PACKAGE = Path(mastermine.__file__).parent
PAGE = ROOT / "ARCHITECTURE.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="no part of an installed package")


def tables() -> Iterator[tuple[Path | None, list[str]]]:
    """The names in the first column of each row, and the folder of the section, if it has one."""
    folder = None
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("#"):
            found = re.search(r"`([^`]+/)`", line)
            folder = ROOT / found[1] if found else None
        elif line.startswith("| `"):
            yield folder, re.findall(r"`([^`]+)`", line.split("|")[1])


def is_there(folder: Path, name: str) -> bool:
    return any(folder.glob(name.rstrip("/"))) or any(folder.glob(f"{name}.py"))


def test_every_name_is_there() -> None:
    for section, names in tables():
        beside = [section] if section else [ROOT, PACKAGE]
        for name in names:
            found = [folder for folder in beside if is_there(folder, name)]
            assert found, f"there is no {name}"
            beside += [folder / name.rstrip("/").rpartition("/")[0] for folder in found]


def test_every_module_is_named() -> None:
    named = {
        name.removeprefix("*/") for name in re.findall(r"`([^`\n]+)`", PAGE.read_text("utf-8"))
    }
    folders = tuple(f"/{name}" for name in named if name.endswith("/"))
    for path in PACKAGE.rglob("*.py"):
        module = f"/{path.relative_to(PACKAGE).as_posix()}"
        if path.stem not in ("__init__", "__main__"):
            assert path.name in {name.rpartition("/")[2] for name in named} or any(
                folder in module for folder in folders
            ), f"{module} is not named"
