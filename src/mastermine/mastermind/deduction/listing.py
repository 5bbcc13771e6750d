"""The last rule: the fewest rows whose list of codes proves something."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mastermine.i18n.text import N_
from mastermine.mastermind import kernels
from mastermine.mastermind.deduction.position import Position
from mastermine.mastermind.deduction.state import State, Table
from mastermine.mastermind.deduction.step import Listing, Step
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.reference import Codes
from mastermine.mastermind.rules import Mastermind

# Translators: the name of a rule: going through all codes that agree with some rows.
NAMES = (N_("list of codes"),)

MAX_CODES = 1 << 17
"""Number of codes of the largest game for which lists are made; larger ones take too long."""


def fewest_rows(state: State) -> Iterator[Step]:
    """Yields the step with the fewest rows that, with what is known, prove something together.

    Of equally many rows, those that leave the fewest codes to list. Nothing in a game with more
    than ``MAX_CODES`` codes.
    """
    table, known = state.table, state.position
    if table.certain is None or table.rules.size > MAX_CODES:
        return
    codes, fits = _fits(table, known)
    for size in range(len(table.rows) + 1):
        best: tuple[int, Step] | None = None
        for chosen in combinations(range(len(table.rows)), size):
            rows = [fits[row] for row in chosen]
            left = codes[np.logical_and.reduce(rows)] if rows else codes
            if best is None or len(left) < best[0]:
                common = Position.of_codes(left, table.rules.symbols)
                if common != known:
                    numbers = tuple(table.rows[row].number for row in chosen)
                    best = len(left), _step(table.rules, numbers, known, common, left)
        if best is not None:
            yield best[1]
            return


def redone(step: Step, state: State) -> Step | None:
    """Returns the step from the same rows in another position."""
    table, known = state.table, state.position
    codes, fits = _fits(table, known)
    rows = [fit for row, fit in zip(table.rows, fits, strict=True) if row.number in step.rows]
    left = codes[np.logical_and.reduce(rows)] if rows else codes
    common = Position.of_codes(left, table.rules.symbols)
    return None if common == known else _step(table.rules, step.rows, known, common, left)


def _step(
    rules: Mastermind, rows: tuple[int, ...], known: Position, common: Position, codes: Codes
) -> Step:
    listed = tuple(tuple(code) for code in codes.tolist())
    return Step(rules, NAMES[0], rows, common.beyond(known), known, common, Listing(listed))


def _fits(table: Table, known: Position) -> tuple[Codes, list[NDArray[np.bool_]]]:
    """Returns the codes that agree with all that is known, and which of them fit each row."""
    rules = table.rules
    codes = known.fit(universe(rules))
    return codes, [
        kernels.respond(rules, row.guess, codes) == rules.encode(row.answer) for row in table.rows
    ]
