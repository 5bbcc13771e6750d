"""The last rule: the fewest rows whose list of codes proves something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from mastermine.i18n.text import N_
from mastermine.mastermind import kernels
from mastermine.mastermind.deduction.position import Position
from mastermine.mastermind.deduction.state import State, Table
from mastermine.mastermind.deduction.step import Listing, Step
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.reference import Codes

# Translators: the name of a rule: going through all codes that agree with some rows.
NAMES = (N_("list of codes"),)

MAX_CODES = 1 << 17
"""Number of codes of the largest game for which lists of some rows are made."""

MAX_LEFT = 1000
"""Number of codes up to which all rows together are listed in a larger game."""

MAX_CHOICES = 1000
"""Number of choices of equally many rows up to which all of them are tried."""


def fewest_rows(state: State) -> Iterator[Step]:
    """Yields the step with the fewest rows that, with what is known, prove something together.

    Of equally many rows, those that leave the fewest codes to list. If there are more than
    ``MAX_CHOICES`` of them, rows of which none can be left out. In a game with more than
    ``MAX_CODES`` codes all rows, if they leave at most ``MAX_LEFT`` codes.
    """
    table, known = state.table, state.position
    if table.codes is None or table.certain is None:
        return
    if table.rules.size > MAX_CODES:
        if len(table.codes) <= MAX_LEFT:
            yield _step(table, range(len(table.rows)), known, table.certain, table.codes)
        return
    codes, fits = _fits(table, known)
    for size in range(len(table.rows) + 1):
        if comb(len(table.rows), size) > MAX_CHOICES:
            yield _without_spare_rows(table, known, codes, fits)
            return
        best: tuple[int, Step] | None = None
        for chosen in combinations(range(len(table.rows)), size):
            left = _left(codes, fits, chosen)
            if best is None or len(left) < best[0]:
                common = Position.of_codes(left, table.rules.symbols)
                if common != known:
                    best = len(left), _step(table, chosen, known, common, left)
        if best is not None:
            yield best[1]
            return


def redone(step: Step, state: State) -> Step | None:
    """Returns the step from the same rows in another position."""
    table, known = state.table, state.position
    if table.rules.size > MAX_CODES:
        return next(fewest_rows(state), None) if known != table.certain else None
    codes, fits = _fits(table, known)
    chosen = [at for at, row in enumerate(table.rows) if row.number in step.rows]
    left = _left(codes, fits, chosen)
    common = Position.of_codes(left, table.rules.symbols)
    return None if common == known else _step(table, chosen, known, common, left)


def _without_spare_rows(
    table: Table, known: Position, codes: Codes, fits: list[NDArray[np.bool_]]
) -> Step:
    """Returns the step to all that is certain, from rows of which none can be left out."""
    chosen, common = [*range(len(fits))], table.certain
    assert common is not None
    for at in reversed(range(len(fits))):
        fewer = [each for each in chosen if each != at]
        if Position.of_codes(_left(codes, fits, fewer), table.rules.symbols) == common:
            chosen = fewer
    return _step(table, chosen, known, common, _left(codes, fits, chosen))


def _left(codes: Codes, fits: list[NDArray[np.bool_]], chosen: Sequence[int]) -> Codes:
    """Returns the codes that fit some rows, which are counted from 0."""
    left: Codes = codes[np.logical_and.reduce([fits[at] for at in chosen])] if chosen else codes
    return left


def _step(
    table: Table, chosen: Sequence[int], known: Position, common: Position, codes: Codes
) -> Step:
    """Returns the step from some rows, which are counted from 0."""
    rows, rules = tuple(table.rows[at].number for at in chosen), table.rules
    listed = tuple(tuple(code) for code in codes.tolist())
    return Step(rules, NAMES[0], rows, common.beyond(known), known, common, Listing(listed))


def _fits(table: Table, known: Position) -> tuple[Codes, list[NDArray[np.bool_]]]:
    """Returns the codes that agree with all that is known, and which of them fit each row."""
    rules = table.rules
    codes = known.fit(universe(rules))
    return codes, [
        kernels.respond(rules, row.guess, codes) == rules.encode(row.answer) for row in table.rows
    ]
