"""Builds the native core with sanitizers, beside the installed one, and runs its tests.

Arguments are passed to pytest; without a path the quick tests of native functions and their fuzzing
run, in three processes. ``--thread`` as the first argument selects ThreadSanitizer instead of
AddressSanitizer and UndefinedBehaviorSanitizer.

An error ends its process and writes a report to a file, since tests may not notice a worker that is
replaced. Any report makes this script fail.
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = sysconfig.get_path("purelib")
MASTERMIND = ["tests/mastermind"]
OTHERS = [
    "tests/minesweeper",
    "tests/core/test_game.py",
    "tests/core/test_oracle.py",
    "tests/coach",
    "tests/arena/test_runner.py",
    "tests/arena/test_evaluation.py",
    "tests/arena/test_worker.py",
]
FUZZ = ["tests/fuzz/test_native_calls.py", "-m", "rest"]
LEFT_OUT = [
    *(f"tests/mastermind/test_{name}.py" for name in (
        "brute", "checkpoint", "colours", "feedback", "matrix_game", "native_build", "notation",
        "presets", "records", "rules", "satisfiability",
    )),
    *(f"tests/minesweeper/test_{name}.py" for name in (
        "board_cells", "deduce_patterns", "formats_files", "metrics_figures", "notes_taken",
        "rules_spec",
    )),
]  # fmt: skip
"""Tests in those folders that make no native calls of their own."""
TWINS = "not reference"
"""Deselects the tests of the Python reference implementations, by name."""
PYTEST = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--capture=sys"]
MARKS = ("runtime error:", "Sanitizer", "Assertion", "Fatal Python error")
STACK = 64 << 20
WIDEST = 200
"""Maximum printed width of a line of a report; names of templates are very long."""
RUNTIMES = {"address": "asan", "thread": "tsan"}


def build(sanitizers: str, home: Path) -> Path:
    """Makes a virtual environment with this one's packages and a native core with sanitizers."""
    python = home / "venv/bin/python"
    if not python.exists():
        venv.create(home / "venv", symlinks=True)
    packages = home / "venv" / Path(PACKAGES).relative_to(sys.prefix)
    (packages / "installed.pth").write_text(f"{PACKAGES}\n")
    # Without build isolation, whose changing paths would rebuild everything each time.
    here = shutil.which("cmake") and all(map(find_spec, ("nanobind", "scikit_build_core")))
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", python, "install", "-qq"),
            *("--disable-pip-version-check", "--no-deps", "--editable", ROOT),
            *(["--no-build-isolation"] if here else []),
            f"--config-settings=build-dir={home / 'cmake'}",
            "--config-settings=cmake.build-type=Debug",
            f"--config-settings=cmake.define.MASTERMINE_SANITIZE={sanitizers}",
        ],
        check=True,
    )
    if not list(packages.glob("mastermine/_native*")):
        sys.exit("The native core could not be built with sanitizers: pip install -v shows why.")
    return python


def runtime(sanitizers: str, home: Path) -> str:
    """Returns the libraries to preload: the sanitizer's and, for exceptions, the C++ library."""
    cache = (home / "cmake/CMakeCache.txt").read_text()
    compiler = cache.split("CMAKE_CXX_COMPILER:")[1].split("\n")[0].split("=")[1]
    name = RUNTIMES[sanitizers.split(",", maxsplit=1)[0]]
    found = []
    for names in (
        # Clang also finds those of GCC.
        [f"libclang_rt.{name}-{platform.machine()}.so", f"libclang_rt.{name}.so", f"lib{name}.so"],
        ["libstdc++.so.6"],
    ):
        for file in names:
            path = subprocess.check_output([compiler, f"-print-file-name={file}"], text=True)
            if Path(path.strip()).is_absolute():
                found.append(str(Path(path.strip()).resolve()))
                break
        else:
            sys.exit(f"{compiler} comes without {' or '.join(names)}: install its sanitizers.")
    return " ".join(found)


def options(reports: Path, **more: str) -> str:
    """Returns the options of a sanitizer: report files and suppressions."""
    return ":".join([f"log_path={reports / 'report'}", *(f"{k}={v}" for k, v in more.items())])


def run(python: Path, runs: list[list[str]], env: dict[str, str], reports: Path) -> list[int]:
    """Runs each in its own process, all at once; prints the output of later ones at the end."""
    started = []
    for number, given in enumerate(runs):
        errors = reports / f"stderr-{number}"  # GCC's UndefinedBehaviorSanitizer writes there
        printed = reports.with_name(f"printed-{number}")
        with errors.open("w") as err, printed.open("w") as out:
            process = subprocess.Popen(
                [str(python), *PYTEST, *given],
                env=env,
                cwd=ROOT,
                stdout=out if number else None,
                stderr=err,
            )
        started.append((process, errors, printed))
    codes = []
    for process, errors, printed in started:
        codes.append(process.wait())
        print(printed.read_text("utf-8", "replace"), end="", flush=True)
        if not any(mark in errors.read_text("utf-8", "replace") for mark in MARKS):
            errors.unlink()
    return codes


def main() -> int:
    """Builds, runs the tests and prints the reports."""
    given = sys.argv[1:]
    sanitizers = "address,undefined"
    if given[:1] == ["--thread"]:
        sanitizers = "thread"
        given.pop(0)
    runs = [["-m", "", *given]]
    if not any((ROOT / each.partition("::")[0]).exists() for each in given):
        left_out = [f"--ignore={each}" for each in LEFT_OUT]
        tiers = (MASTERMIND, OTHERS, FUZZ)
        runs = [[*each, *left_out, "-k", TWINS, *given] for each in tiers]
        print("Run:", *MASTERMIND, *OTHERS, FUZZ[0])
        print("Left out:", *LEFT_OUT, "and tests of the Python twin alone.", flush=True)
    if not any(shutil.which(name) for name in (os.environ.get("CXX", ""), "c++", "g++", "clang++")):
        sys.exit("There is no C++ compiler: the native core cannot be built with sanitizers.")
    if sys.platform != "linux":
        sys.exit("The sanitizers are loaded before Python on Linux only.")
    compiler = Path(os.environ.get("CXX", "")).name
    home = ROOT / "build/sanitize" / "-".join([*sanitizers.split(","), compiler]).strip("-")
    python = build(sanitizers, home)
    reports = home / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    common = options(reports, print_stacktrace="1", allocator_may_return_null="1")
    environment = {
        **os.environ,
        "LD_PRELOAD": runtime(sanitizers, home),
        "ASAN_OPTIONS": f"{common}:detect_leaks=0:detect_stack_use_after_return=1",
        "UBSAN_OPTIONS": common,
        "TSAN_OPTIONS": common,
        "MASTERMINE_SANITIZED": "1",
    }
    # Calls need several times the usual stack, which would exceed 8 MB.
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    codes = run(python, runs, environment, reports)
    found = sorted(reports.iterdir())
    for report in found:
        print(f"\n{report.relative_to(ROOT)}:", file=sys.stderr)
        for line in report.read_text("utf-8", "replace").splitlines():
            print(line[:WIDEST], file=sys.stderr)
    if found:
        print(f"The sanitizers found something; reports: {len(found)}.", file=sys.stderr)
    return any(codes) or bool(found)


if __name__ == "__main__":
    sys.exit(main())
