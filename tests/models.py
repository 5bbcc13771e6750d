"""All solutions of a constraint model, found by other programs: z3 and MiniZinc."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
import z3


def clauses(text: str, most: int | None = None) -> list[set[int]]:
    """The positive literals of each solution of a DIMACS file, or of ``most`` solutions.

    Each is one of all variables, so a solution that differs in a counter alone would be a second.
    """
    solver = z3.Solver()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.cnf")
        file.write_text(text, "utf-8")
        solver.from_file(str(file))
    (head,) = (line.split() for line in text.splitlines() if line.startswith("p cnf"))
    lines = [line for line in text.splitlines() if line and line[0] not in "cp"]
    assert head == ["p", "cnf", head[2], str(len(lines))]
    assert {abs(int(each)) for line in lines for each in line.split()} <= {*range(int(head[2]) + 1)}
    variables = {n: z3.Bool(n) for n in range(1, int(head[2]) + 1)}
    return [
        {n for n, value in zip(variables, values, strict=True) if z3.is_true(value)}
        for values in islice(_solutions(solver, list(variables.values())), most)
    ]


def integers(text: str) -> list[dict[str, int]]:
    """The integers of each solution of an SMT-LIB file."""
    solver = z3.Solver()
    solver.from_string(text)
    names = [line.split()[1] for line in text.splitlines() if line.startswith("(declare-const")]
    variables = [z3.Int(name) for name in names]
    return [
        {name: value.as_long() for name, value in zip(names, values, strict=True)}
        for values in _solutions(solver, variables)
    ]


def _solutions(solver: z3.Solver, variables: list[z3.ExprRef]) -> Iterator[list[z3.ExprRef]]:
    while solver.check() == z3.sat:
        model = solver.model()
        values = [model.eval(x, model_completion=True) for x in variables]
        yield values
        solver.add(z3.Or([x != value for x, value in zip(variables, values, strict=True)]))


def printed(text: str) -> list[str]:
    """Output of MiniZinc for each solution of a model."""
    if shutil.which("minizinc") is None:
        pytest.skip("MiniZinc is not installed: apt-get install minizinc")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.mzn")
        file.write_text(text, "utf-8")
        run = subprocess.run(
            ["minizinc", "--all-solutions", "--solver", "gecode", str(file)],
            capture_output=True,
            text=True,
            check=True,
        )
    assert "=====ERROR=====" not in run.stdout, run.stderr
    solutions = run.stdout.split("----------\n")
    assert "=====" in solutions[-1]
    return [each.strip() for each in solutions[:-1]]
