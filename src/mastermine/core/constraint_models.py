"""Parts of constraint models that each game writes for solvers: DIMACS CNF, SMT-LIB 2, MiniZinc.

The files are for people, too: every block has a comment that says what it means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from textwrap import wrap

from mastermine.i18n.text import _

ENDINGS = {"dimacs": ".cnf", "smtlib": ".smt2", "minizinc": ".mzn"}
"""Formats of models, and the usual ending of a file in each."""

MAX_SUBSETS = 128
"""Number of clauses up to which a count lists subsets of its literals and needs no counter."""

WIDTH = 98
"""Width of a line of comments, without its mark."""


class Script:
    """Lines of a model in a language whose comments begin with ``mark``."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.lines: list[str] = []

    def comment(self, *paragraphs: str) -> None:
        """Adds comments."""
        for paragraph in paragraphs:
            lines = wrap(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)
            self.lines += [f"{self.mark} {line}" for line in lines]

    def add(self, *lines: str) -> None:
        """Adds lines of the model."""
        self.lines += lines

    def __str__(self) -> str:
        return "\n".join([*self.lines, ""])


class Clauses(Script):
    """Clauses in DIMACS format; a literal is the number of a variable, negative if negated.

    Further variables count literals. Their values follow from those of the first ``variables``, so
    each solution of the clauses is one of these.
    """

    def __init__(self, variables: int, *about: str) -> None:
        super().__init__("c")
        self.comment(*about)
        self.comment(
            _(
                "A clause is a line of numbers that ends with 0: at least one of them is true. "
                "A number is a variable, and a negative number its negation."
            )
        )
        self._head = len(self.lines)
        self.variables = variables
        self.clauses = 0
        self._counters = 0

    def __str__(self) -> str:
        head, body = self.lines[: self._head], self.lines[self._head :]
        return "\n".join([*head, f"p cnf {self.variables} {self.clauses}", *body, ""])

    def clause(self, *literals: int) -> None:
        """Requires that a literal is true; without literals there is no solution."""
        self.add(" ".join(map(str, (*literals, 0))))
        self.clauses += 1

    def exactly(self, n: int, literals: Sequence[int]) -> None:
        """Requires that ``n`` of the literals are true."""
        if not 0 <= n <= len(literals):
            self.clause()
            return
        too_many, too_few = n + 1, len(literals) - n + 1
        if comb(len(literals), too_many) + comb(len(literals), too_few) <= MAX_SUBSETS:
            for some in combinations(literals, too_many):
                self.clause(*(-each for each in some))
            for some in combinations(literals, too_few):
                self.clause(*some)
        else:
            most = self.counted(literals, min(n + 1, len(literals)))
            for enough in most[:n][-1:]:
                self.clause(enough)
            for more in most[n:]:
                self.clause(-more)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Requires that at most one of the literals is true."""
        if comb(len(literals), 2) <= MAX_SUBSETS:
            for one, other in combinations(literals, 2):
                self.clause(-one, -other)
        else:
            self.clause(-self.counted(literals, 2)[1])

    def counted(self, literals: Sequence[int], most: int) -> list[int]:
        """Returns a literal for each number from 1 to ``most``: at least so many are true.

        They are the last ones of a sequential counter (Sinz 2005) with all its equivalences.
        """
        self._explain_counter(literals, most)
        row: list[int] = []
        for at, literal in enumerate(literals, start=1):
            before, row = row, []
            for n in range(1, min(at, most) + 1):
                same = before[n - 1 : n]
                fewer = before[n - 2 : n - 1] if n > 1 else []
                if not same and not fewer:
                    row.append(literal)
                    continue
                self.variables += 1
                here = self.variables
                row.append(here)
                for each in same:
                    self.clause(-each, here)
                self.clause(-literal, *(-each for each in fewer), here)
                self.clause(-here, *same, literal)
                for each in fewer:
                    self.clause(-here, *same, each)
        return row

    def _explain_counter(self, literals: Sequence[int], most: int) -> None:
        if not self._counters:
            self.comment(
                _(
                    "A counter reads its literals one by one. Each of its variables says that at "
                    "least m of the first n literals are true: exactly if at least m of the first "
                    "n-1 are true, or the literal n is and at least m-1 of the first n-1 are. The "
                    "variables are in the order of n, then m, from n = 2; for n = 1 the literal "
                    "itself serves."
                )
            )
        self._counters += 1
        self.comment(
            # Translators: {most} is the limit of the count, {first} the number of a variable.
            _("Counter up to {most} of {literals}; its variables begin with {first}.").format(
                most=most, literals=" ".join(map(str, literals)), first=self.variables + 1
            )
        )


def smt_sum(terms: Iterable[str]) -> str:
    """Formats a sum in SMT-LIB, where ``+`` needs two terms."""
    several = list(terms)
    return f"(+ {' '.join(several)})" if len(several) > 1 else "".join(several) or "0"
