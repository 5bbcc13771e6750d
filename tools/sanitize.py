"""The native core is built with sanitizers, beside the installed one, and its tests are run.

What is given is for pytest; without a path those tests are run that call native functions. With
``--thread`` first it is ThreadSanitizer, else AddressSanitizer and UndefinedBehaviorSanitizer.

A mistake that is found ends the process in which it is made, and its report lies in a file:
a worker that dies may be replaced, and no test has to notice. Where there is a report, this fails.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = sysconfig.get_path("purelib")
TESTS = [
    "tests/core",
    "tests/mastermind",
    "tests/minesweeper",
    "tests/fuzz",
    "tests/coach",
    "tests/arena/test_conduct.py",
    "tests/arena/test_evaluation.py",
    "tests/arena/test_playing.py",
    "tests/arena/test_watchdog.py",
]
MARKS = ("runtime error:", "Sanitizer", "Assertion")
RUNTIMES = {"address": "asan", "thread": "tsan"}


def build(sanitizers: str, home: Path) -> Path:
    """A Python of its own that sees the packages of this one, and a native core with sanitizers."""
    python = home / "venv/bin/python"
    if not python.exists():
        venv.create(home / "venv", symlinks=True)
    packages = home / "venv" / Path(PACKAGES).relative_to(sys.prefix)
    (packages / "installed.pth").write_text(f"{PACKAGES}\n")
    # What builds it is there already: a copy for each build would lie elsewhere each time, and what
    # did not change would be built again, too.
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
    """The libraries that must be there before Python: the sanitizer's and, for throw, C++'s own."""
    cache = (home / "cmake/CMakeCache.txt").read_text()
    compiler = cache.split("CMAKE_CXX_COMPILER:")[1].split("\n")[0].split("=")[1]
    name = RUNTIMES[sanitizers.split(",", maxsplit=1)[0]]
    found = []
    for names in (
        [f"lib{name}.so", f"libclang_rt.{name}-{platform.machine()}.so", f"libclang_rt.{name}.so"],
        ["libstdc++.so.6"],
    ):
        for file in names:
            path = subprocess.check_output([compiler, f"-print-file-name={file}"], text=True)
            if Path(path.strip()).is_absolute():
                found.append(str(Path(path.strip()).resolve()))
                break
        else:
            sys.exit(f"{compiler} comes without {names[0]}: install its sanitizers.")
    return " ".join(found)


def options(reports: Path, **more: str) -> str:
    """Options of a sanitizer: where it writes, and what it does not look at."""
    return ":".join([f"log_path={reports / 'report'}", *(f"{k}={v}" for k, v in more.items())])


def main() -> int:
    """Builds, runs the tests and says what was found."""
    given = sys.argv[1:]
    sanitizers = "address,undefined"
    if given[:1] == ["--thread"]:
        sanitizers = "thread"
        given.pop(0)
    if not any((ROOT / each.partition("::")[0]).exists() for each in given):
        given = [*TESTS, *given]
    if not any(shutil.which(name) for name in (os.environ.get("CXX", ""), "c++", "g++", "clang++")):
        sys.exit("There is no C++ compiler: the native core cannot be built with sanitizers.")
    if sys.platform != "linux":
        sys.exit("The sanitizers are loaded before Python on Linux only.")
    home = ROOT / "build/sanitize" / sanitizers.replace(",", "-")
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
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "--capture=sys", *given]
    # UndefinedBehaviorSanitizer of GCC writes there.
    with (reports / "stderr").open("w") as errors:
        done = subprocess.run(command, env=environment, cwd=ROOT, stderr=errors, check=False)
    if not any(mark in (reports / "stderr").read_text("utf-8", "replace") for mark in MARKS):
        (reports / "stderr").unlink()
    found = sorted(reports.iterdir())
    for report in found:
        print(f"\n{report.relative_to(ROOT)}:\n{report.read_text()}", file=sys.stderr)
    if found:
        print(f"The sanitizers found something in {len(found)} processes.", file=sys.stderr)
    return done.returncode or bool(found)


if __name__ == "__main__":
    sys.exit(main())
