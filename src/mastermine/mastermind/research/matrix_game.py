"""Zero-sum matrix games: one player chooses a row and pays, the other a column and is paid.

Solved exactly, in fractions, by the simplex method (Dantzig, 1951) with the rule of Bland (1977),
which guarantees termination.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Row = list[Fraction]


@dataclass(frozen=True)
class Equilibrium:
    """Optimal probabilities of rows and columns, and the expected payment.

    Against ``rows`` no column gets more than ``value``; against ``columns`` no row pays less.
    """

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def equilibrium(payments: Sequence[Sequence[Fraction | int]]) -> Equilibrium:
    """Computes the optimal mixtures of rows and columns. Raises ValueError if not a matrix."""
    if not payments or not payments[0] or len(set(map(len, payments))) > 1:
        raise ValueError("a matrix has rows of one length, and at least one number")
    least = min(min(row) for row in payments)
    shift = 1 - Fraction(least)  # Makes all payments positive, and so the value.
    tableau = _Tableau([[pay + shift for pay in row] for row in payments])
    while tableau.improve():
        pass
    value = 1 / tableau.goal[-1]
    return Equilibrium(
        value - shift,
        tuple(value * part for part in tableau.rows()),
        tuple(value * part for part in tableau.columns()),
    )


class _Tableau:
    """Simplex tableau: maximise the sum of all rows so that no column gets more than 1.

    One constraint per column; the variables are the rows, then the slack of each constraint.
    """

    def __init__(self, payments: list[Row]) -> None:
        self.wide = len(payments)
        columns = range(len(payments[0]))
        self.lines = [
            [*(row[at] for row in payments), *(Fraction(at == k) for k in columns), Fraction(1)]
            for at in columns
        ]
        self.goal = [Fraction(-1)] * self.wide + [Fraction(0)] * (len(columns) + 1)
        self.basis = [self.wide + at for at in columns]
        """Basic variable of each line; all others are 0."""

    def improve(self) -> bool:
        """Performs one pivot; False at the optimum."""
        enters = next((at for at, worth in enumerate(self.goal[:-1]) if worth < 0), None)
        if enters is None:
            return False
        leaves = min(
            (at for at, line in enumerate(self.lines) if line[enters] > 0),
            key=lambda at: (self.lines[at][-1] / self.lines[at][enters], self.basis[at]),
        )
        scale = self.lines[leaves][enters]
        pivot = [each / scale for each in self.lines[leaves]]
        self.lines = [
            pivot if at == leaves else _without(line, pivot, enters)
            for at, line in enumerate(self.lines)
        ]
        self.goal = _without(self.goal, pivot, enters)
        self.basis[leaves] = enters
        return True

    def rows(self) -> Row:
        """Primal solution: the amount of each row."""
        taken = [Fraction(0)] * self.wide
        for variable, line in zip(self.basis, self.lines, strict=True):
            if variable < self.wide:
                taken[variable] = line[-1]
        return taken

    def columns(self) -> Row:
        """Dual solution: the value of each constraint."""
        return self.goal[self.wide : -1]


def _without(line: Row, pivot: Row, at: int) -> Row:
    """Eliminates a column from a line."""
    factor = line[at]
    if not factor:
        return line
    return [each - factor * other for each, other in zip(line, pivot, strict=True)]
