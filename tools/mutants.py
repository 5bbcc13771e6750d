"""Plants small bugs in the Python code, one at a time, and checks that a test fails with each.

``python tools/mutants.py`` draws 100 of all possible bugs, at least one in every folder; always the
same ones, as long as their functions do not change. ``--in`` draws from some files or folders only,
``--guard`` from the code that guards the server, the session and the rules; ``--count 0`` takes
all. A bug is an operator replaced by another one, a constant changed by 1, a condition reversed or
always false, a result of None, a dropped statement, or two swapped arguments.

Everything happens in a temporary copy of the tree. The test files that are nearest by name and by
imports run first, then others until ``--seconds`` of CPU time are used. A test counts only if it
passes without the bug. Results go to build/mutants.jsonl, line by line, so that the next run
resumes; ``--again`` runs survivors once more. Fewer than 95 % caught is an error.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

HERE = Path(__file__).parent.parent
SOURCE = Path("src/mastermine")
SEED = 1
NEEDED = 0.95
NEAREST = 6
"""Number of the nearest test files, which always run."""
WAIT_SECONDS = 240
"""Limit of the time of a process with tests. At the end of it no test has failed."""
PLUGIN = """
import resource

def pytest_runtest_setup(item):
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 60
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
"""
"""Plugin of pytest: a test that uses a minute of CPU time is killed with its process."""
CUSTOMIZE = """
import sys

sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in each.__module__]
"""
"""Startup of each process: an editable install must not lead to the files outside the copy."""
GUARD = (
    "web/security.py", "web/limits.py", "web/owner.py", "web/new_game.py", "web/connections.py",
    "web/time_limits.py", "web/live_games.py", "web/own_games.py", "web/writer.py",
    "session/session.py", "mastermind/rules.py", "minesweeper/rules.py",
)  # fmt: skip

MESSAGES = {"_", "N_", "ngettext", "pgettext"}
TYPES = {"cast", "isinstance", "issubclass", "TypeVar", "ParamSpec", "NamedTuple"}
LOGS = {"log", "logger", "logging", "warnings"}
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A bug: bytes of a file that are replaced."""

    path: str
    line: int
    start: int
    end: int
    new: str
    key: str
    """Identifies it as long as its function does not change."""

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def diff(self, source: bytes) -> str:
        before, after = (s.decode().splitlines() for s in (source, self.apply(source)))
        lines = [*difflib.unified_diff(before, after, lineterm="", n=0)][3:]
        return "\n".join(lines)


def is_text(node: ast.AST) -> bool:
    """True for a literal text or bytes."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    )


def called(node: ast.AST) -> str:
    """Returns the name of a called function, or of the object with this method if it logs."""
    if not isinstance(node, ast.Call):
        return ""
    match node.func:
        case ast.Name(name) | ast.Attribute(ast.Name(name)) if name in LOGS:
            return name
        case ast.Name(name) | ast.Attribute(_, name):
            return name
    return ""


def variants(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yields the bugs that a node can have: the node to replace, and its new text."""

    def changed(**fields: Any) -> str:
        other = copy.copy(node)
        for name, value in fields.items():
            setattr(other, name, value)
        return f"({ast.unparse(other)})"

    match node:
        case ast.Compare(ops=[op]):
            yield node, changed(ops=[SWAPS[type(op)]()])
        case ast.BoolOp(op=op):
            yield node, changed(op=SWAPS[type(op)]())
        case ast.BinOp(left, op, right) if type(op) in SWAPS and not (
            is_text(left) or is_text(right)
        ):
            yield node, changed(op=SWAPS[type(op)]())
        case ast.AugAssign(op=op):
            yield node, "pass"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(bool() as value):
            yield node, str(not value)
        case ast.Constant(int() | float() as value):
            yield node, str(value + 1)
            if value > 0:
                yield node, str(value - 1)
        case ast.IfExp(test, body, orelse):
            yield node, changed(body=orelse, orelse=body)
        case ast.If(ast.Name("TYPE_CHECKING")):
            return
        case ast.If(test) | ast.comprehension(ifs=[test]):
            yield test, "False" if isinstance(node, ast.If) else "True"
        case ast.Return(ast.expr() as value) if not (
            isinstance(value, ast.Constant) and value.value is None
        ):
            yield value, "None"
        case ast.Expr(ast.Call() | ast.Await()) | ast.Raise() | ast.Break() | ast.Continue():
            yield node, "pass"
        case ast.Call(args=[ast.expr() as one, ast.expr() as two, *others]) if not (
            isinstance(one, ast.Starred) or isinstance(two, ast.Starred)
        ):
            yield node, changed(args=[two, one, *others])
        case ast.Call(ast.Name("range"), [*others, last]):
            more = ast.BinOp(last, ast.Add(), ast.Constant(1))
            yield node, changed(args=[*others, more])


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the parts of a node that can have bugs: no types, messages, logs or settings."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.keyword("strict"):
            return
        case ast.FunctionDef(name="__repr__") | ast.If(ast.Name("TYPE_CHECKING")):
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]
            return
        case ast.ClassDef():
            yield from node.body
            return
        case ast.AnnAssign(value=value):
            yield from [] if value is None else [value]
            return
        case ast.Call() if called(node) in MESSAGES | TYPES | LOGS:
            return
        case ast.Module(body):
            for child in body:
                # A setting, as MAX_PLACES = 40: a test could only repeat the number.
                setting = isinstance(child, ast.Assign | ast.AnnAssign) and isinstance(
                    child.value, ast.Constant | ast.UnaryOp
                )
                if not setting:
                    yield child
            return
    yield from ast.iter_child_nodes(node)


def mutants(path: Path) -> Iterator[Mutant]:
    """Yields all bugs of a file."""
    source = (HERE / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    seen: dict[str, int] = {}

    def walk(node: ast.AST, place: str) -> Iterator[Mutant]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            place = f"{place}.{node.name}"
        skipped = called(node.value if isinstance(node, ast.Expr) else node)
        if skipped not in MESSAGES | TYPES | LOGS:
            for old, new in variants(node):
                start = starts[old.lineno - 1] + old.col_offset
                end = starts[(old.end_lineno or old.lineno) - 1] + (old.end_col_offset or 0)
                name = f"{path}{place} {source[start:end].decode()} -> {new}"
                seen[name] = seen.get(name, 0) + 1
                key = sha256(f"{name} {seen[name]}".encode()).hexdigest()[:12]
                yield Mutant(str(path), old.lineno, start, end, new, key)
        for part in parts(node):
            yield from walk(part, place)

    yield from walk(ast.parse(source), "")


def draw(paths: list[str], count: int, seed: int) -> list[Mutant]:
    """Draws bugs, the first one of every folder before all others; 0 for all."""
    for name in paths:
        if not (HERE / SOURCE / name).exists():
            sys.exit(f"{SOURCE / name} does not exist")
    files = [
        path.relative_to(HERE)
        for name in paths
        for path in [HERE / SOURCE / name]
        for path in ([path] if path.is_file() else sorted(path.rglob("*.py")))
    ]
    found = [mutant for path in files for mutant in mutants(path)]
    print(f"{len(found)} possible bugs in {len(files)} files")
    found.sort(key=lambda mutant: sha256(f"{seed} {mutant.key}".encode()).digest())
    first = {str(Path(mutant.path).parent): mutant for mutant in reversed(found)}
    found.sort(key=lambda mutant: mutant not in first.values())
    return found[: count or None]


def imports(path: Path, modules: dict[str, Path]) -> set[Path]:
    """Returns files that a file imports, or names in a text as ``mastermine.web.app``."""
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        names: list[str] = []
        match node:
            case ast.Import(aliases):
                names = [alias.name for alias in aliases]
            case ast.ImportFrom(str() as module, aliases):
                names = [module, *(f"{module}.{alias.name}" for alias in aliases)]
            case ast.Constant(str() as text):
                names = [text.partition(":")[0], f"mastermine.{text.partition(':')[0]}"]
        found |= {modules[name] for name in names if name in modules}
    return found - {path}


class Tests:
    """The test files by their distance from a module."""

    def __init__(self) -> None:
        files = [*(HERE / SOURCE).rglob("*.py"), *(HERE / "tests").rglob("*.py")]
        modules = {
            ".".join(
                path.relative_to(HERE).with_suffix("").parts[path.is_relative_to(HERE / "src") :]
            ).removesuffix(".__init__"): path
            for path in files
        }
        self.importers: dict[Path, set[Path]] = {path: set() for path in files}
        for path in files:
            for imported in imports(path, modules):
                self.importers[imported].add(path)
        self.files = [path for path in files if path.name.startswith("test_")]

    def near(self, name: str) -> list[str]:
        """Returns test files: the nearest ones by name and imports first."""
        module = HERE / name
        words = {*re.findall("[a-z]+", module.stem if module.stem != "__init__" else "")}
        folders = {*module.relative_to(HERE / SOURCE).parent.parts}
        distance, layer = {module: 0}, {module}
        while layer:
            layer = {test for path in layer for test in self.importers[path]} - {*distance}
            distance |= dict.fromkeys(layer, max(distance.values()) + 1)

        def key(test: Path) -> tuple[int, int]:
            own = {*re.findall("[a-z]+", test.stem)} | {*test.relative_to(HERE).parts[1:-1]}
            alike = 2 * len(words & own) + len(folders & own)
            far = 6 if test.parent.name in ("browser", "fuzz") else 0
            return min(distance.get(test, 6), 6) - alike + far, test.stat().st_size

        return [str(test.relative_to(HERE)) for test in sorted(self.files, key=key)]


class Copy:
    """A copy of the tree in which tests run."""

    def __init__(self, folder: str) -> None:
        self.root = Path(folder, "tree")
        self.home = Path(folder, "home")
        Path(folder).chmod(0o755)  # For a server of PostgreSQL, which is another user.
        self.home.mkdir()
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=HERE, capture_output=True, check=True, text=True,
        )  # fmt: skip
        built = [
            str(path.relative_to(HERE))
            for kind in ("*.mo", "page.json")
            for path in (HERE / SOURCE).rglob(kind)
        ]
        for name in {*listed.stdout.split("\0")[:-1], *built}:
            if (HERE / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(HERE / name, self.root / name)
        if (core := find_spec("mastermine._native")) is not None and core.origin is not None:
            shutil.copy2(core.origin, self.root / SOURCE)
        (self.home / "test_seconds.py").write_text(PLUGIN)
        (self.home / "sitecustomize.py").write_text(CUSTOMIZE)
        self.env = os.environ | {
            "PYTHONPATH": f"{self.root / 'src'}:{self.home}",
            "TMPDIR": str(self.home),
            **{f"XDG_{kind}_HOME": str(self.home / kind) for kind in ("DATA", "STATE", "CONFIG")},
        }
        self.clean: dict[str, bool] = {}

    def write(self, name: str, source: bytes) -> None:
        path = self.root / name
        path.write_bytes(source)
        # A change within a second, of the same length, is not seen otherwise.
        Path(cache_from_source(str(path))).unlink(missing_ok=True)

    def run(self, tests: list[str], tier: str = "") -> tuple[str, float]:
        """Runs tests until one fails; returns its name, empty if none, and the CPU seconds.

        ``tier``: the option ``-m`` of pytest.
        """
        command = [sys.executable, "-m", "pytest", "-x", "-v", "--tb=no", "-p", "test_seconds"]
        unsound = [f"--deselect={test}" for test, passes in self.clean.items() if not passes]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with (self.home / "output").open("w+") as output:
            process = subprocess.Popen(
                [*command, *unsound, "-m", tier, *tests], cwd=self.root, env=self.env,
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip
            try:
                process.wait(WAIT_SECONDS)
            except subprocess.TimeoutExpired:
                late = True
            else:
                late = False
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            output.seek(0)
            lines = output.read()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if late or process.returncode in (0, 5):  # 5: there are no such tests.
            return "", seconds
        # The last test is the one that failed, or at which the process was killed.
        names = re.findall(r"^(?:ERROR )?(tests/[^\s:\[]+(?:::[^\s:\[]+)*)", lines, re.MULTILINE)
        return names[-1] if names else tests[0], seconds

    def passes(self, test: str) -> bool:
        """True if a test passes without a bug."""
        if test not in self.clean:
            self.clean[test] = not self.run([test])[0]
        return self.clean[test]

    def try_out(self, mutant: Mutant, tests: list[str], seconds: float) -> dict[str, Any]:
        """Runs tests with a bug until one fails; returns the result."""
        source = (self.root / mutant.path).read_bytes()
        nearest = tests[:NEAREST]
        steps = [(nearest, "not rest"), (nearest[:2], "rest")]
        starts = range(NEAREST, len(tests), NEAREST)
        steps += [(tests[at : at + NEAREST], "not rest") for at in starts]
        used, caught, number = 0.0, "", 0
        while not caught and number < len(steps) and (number < 2 or used < seconds):
            self.write(mutant.path, mutant.apply(source))
            try:
                failed, took = self.run(*steps[number])
            finally:
                self.write(mutant.path, source)
            used += took
            if not failed or self.clean.get(failed) is False:  # It cannot be left out.
                number += 1
            elif self.passes(failed):
                caught = failed
        return {
            "key": mutant.key,
            "path": mutant.path,
            "line": mutant.line,
            "diff": mutant.diff(source),
            "caught": caught,
            "steps": number + bool(caught),
            "seconds": round(used),
        }


def show(result: dict[str, Any]) -> str:
    """Formats a result with its diff."""
    state = f"caught by {result['caught']}" if result["caught"] else "SURVIVED"
    place = f"{result['path']}:{result['line']}"
    return f"{place} {state} (step {result['steps']}, {result['seconds']} s)\n{result['diff']}\n"


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--in", nargs="+", default=[""], dest="paths", metavar="PATH")
    parser.add_argument("--guard", action="store_const", const=[*GUARD], dest="paths")
    parser.add_argument("--count", type=int, default=100, help="0 for all [default: 100]")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--seconds", type=float, default=300, help="CPU time of each bug")
    parser.add_argument("--again", action="store_true", help="run survivors once more")
    parser.add_argument("--list", action="store_true", help="only list the bugs")
    parser.add_argument("--results", type=Path, default=HERE / "build" / "mutants.jsonl")
    options = parser.parse_args()
    drawn = draw(options.paths, options.count, options.seed)
    if options.list:
        for mutant in drawn:
            print(f"{mutant.path}:{mutant.line}\n{mutant.diff((HERE / mutant.path).read_bytes())}")
        return 0
    options.results.parent.mkdir(parents=True, exist_ok=True)
    options.results.touch()
    rows = map(json.loads, options.results.read_text().splitlines())
    results = {row["key"]: row for row in rows}
    signal.signal(signal.SIGTERM, lambda *_args: sys.exit(1))
    with TemporaryDirectory(prefix="mutants-") as folder:
        tests, tree, start = Tests(), Copy(folder), monotonic()
        for number, mutant in enumerate(drawn, 1):
            known = results.get(mutant.key)
            if known is None or (options.again and not known["caught"]):
                result = tree.try_out(mutant, tests.near(mutant.path), options.seconds)
                results[mutant.key] = result
                with options.results.open("a") as file:
                    file.write(json.dumps(result) + "\n")
                state = f"{number}/{len(drawn)}, {monotonic() - start:.0f} s"
                print(f"{state}: {show(result)}", flush=True)
    found = [results[mutant.key] for mutant in drawn]
    caught = [result for result in found if result["caught"]]
    nearest = sum(result["steps"] <= 2 for result in caught)
    for result in found:
        if not result["caught"]:
            print(show(result))
    print(f"{len(caught)} of {len(found)} bugs caught, {nearest} of them by the nearest tests")
    return int(len(caught) < NEEDED * len(found))


if __name__ == "__main__":
    sys.exit(main())
