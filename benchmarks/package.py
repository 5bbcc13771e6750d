"""Size of the downloads and the installation, and startup time.

Reads the newest wheel and sdist in a folder [default: ``dist``], which ``make package`` fills.
Times are the minimum CPU time of a new process, in units of ``python -c pass``. The exit status is
1 if a figure exceeds its budget.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import sysconfig
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

from common import machine

TRIES = 15
COMMANDS = {
    "hint classic": 14.0,
    "evaluate 4x6 -s knuth": 14.0,
    "evaluate 4x6 -s knuth,entropy,most-parts,expected-size": 16.0,
    "optimal classic": 14.0,
}
"""Short commands with the budget of each."""
MEGABYTE = 1e6
WHEEL, SDIST, INSTALLED = 3.5, 6.0, 9.0
"""Budgets in MB. Catalogues of six languages and the native core, both without anything to strip,
are half of the wheel and of what is installed; a seventh language must make room elsewhere."""


class Figure(NamedTuple):
    """A measured figure with its budget."""

    name: str
    value: float
    unit: str
    budget: float


def newest(folder: Path, pattern: str) -> Path:
    """Returns the newest file that matches; exits if there is none."""
    found = max(folder.glob(pattern), key=lambda path: path.stat().st_mtime, default=None)
    return found or sys.exit(f"there is no {pattern} in {folder}: make package builds them")


def seconds(*arguments: str) -> float:
    """Returns the minimum CPU time of a new Python process."""
    times = []
    for _try in range(TRIES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(sum(after[:2]) - sum(before[:2]))
    return min(times)


def measured(wheel: Path, sdist: Path) -> list[Figure]:
    with ZipFile(wheel) as files:
        installed = sum(file.file_size for file in files.infolist())
    command = str(Path(sysconfig.get_path("scripts"), "mastermine"))
    nothing = seconds("-c", "pass")
    return [
        Figure("wheel", wheel.stat().st_size / MEGABYTE, "MB", WHEEL),
        Figure("sdist", sdist.stat().st_size / MEGABYTE, "MB", SDIST),
        Figure("installed", installed / MEGABYTE, "MB", INSTALLED),
        Figure("python -c pass", nothing * 1000, "ms", 60.0),
        Figure("import mastermine", seconds("-c", "import mastermine") / nothing, "x", 4.0),
        Figure("mastermine --help", seconds(command, "--help") / nothing, "x", 12.0),
        *(
            Figure(f"mastermine {line}", seconds(command, *line.split()) / nothing, "x", budget)
            for line, budget in COMMANDS.items()
        ),
    ]


def largest(wheel: Path, most: int = 8) -> list[tuple[str, int, int]]:
    """Returns the largest folders of a wheel: name, bytes in the wheel, bytes installed."""
    packed: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    with ZipFile(wheel) as files:
        for file in files.infolist():
            parts = Path(file.filename).parts
            folder = "/".join(parts[: min(2, len(parts))])
            packed[folder] += file.compress_size
            whole[folder] += file.file_size
    return [(name, size, whole[name]) for name, size in packed.most_common(most)]


def main(folder: Path) -> bool:
    """Prints all figures; returns True if all are within their budgets."""
    wheel, sdist = newest(folder, "mastermine-*.whl"), newest(folder, "mastermine-*.tar.gz")
    print(f"{machine()}\n{wheel.name}\n")
    for name, packed, whole in largest(wheel):
        print(f"{name:<32} {packed / 1000:8,.0f} kB {whole / 1000:8,.0f} kB installed")
    print()
    figures = measured(wheel, sdist)
    for name, value, unit, budget in figures:
        beyond = "  BEYOND ITS BUDGET" if value > budget else ""
        print(f"{name:<32} {value:8.2f} {unit:<2} of {budget:g}{beyond}")
    return all(figure.value <= figure.budget for figure in figures)


if __name__ == "__main__":
    sys.exit(not main(Path(sys.argv[1] if sys.argv[1:] else "dist")))
