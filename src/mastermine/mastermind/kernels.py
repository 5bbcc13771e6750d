"""Array functions: the native core if it was built, else the NumPy reference."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.mastermind import reference
from mastermine.mastermind.optimal.brute_force import ANY, IMPOSSIBLE, TOTAL
from mastermine.mastermind.reference import Answers, Codes, Integers
from mastermine.system import native

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.rules import Code, Mastermind

backend: Any = native.module or reference
"""``mastermine._native`` or ``reference``."""

MAX_COST = 1e200
"""Limit on the absolute value of a cost, so that sums stay finite."""

MAX_PLACES, MAX_SYMBOLS = 16, 65
"""Limits of the native core on places and colours, including the blank."""

_KINDS = {"pegs": 0, "black": 1, "places": 2}


def kind(rules: Mastermind) -> int:
    """Encodes the kind of answer for the kernels."""
    return _KINDS[rules.answer.value]


def natively_supported(rules: Mastermind) -> bool:
    """True if the native core supports the places and colours of these rules."""
    return rules.places <= MAX_PLACES and rules.symbols <= MAX_SYMBOLS


def _counting(rules: Mastermind) -> Any:
    """Returns ``backend`` if it supports these rules, else ``reference``."""
    return backend if natively_supported(rules) else reference


def _game(rules: Mastermind) -> tuple[int, bool, int]:
    return rules.symbols, not rules.repeats, kind(rules)


@dataclass(frozen=True)
class Table:
    """Cost of each part size as an integer, so that sums do not depend on their order.

    Whole-number costs are unchanged. Others are scaled by a power of two to keep as many of the 53
    bits as the sum has room for; then ``shift`` bits of each sum are rounded away, so that sums
    that differ only by rounding errors tie (as do sums closer than 2**-37 of the largest cost).
    """

    values: Integers
    largest: bool = False
    shift: int = 0


SHIFT = 16
ROOM = 2.0**60
"""Upper bound of a sum of scaled costs."""


@lru_cache(maxsize=8)
def cost_table(heuristic: Heuristic, most: int, parts: int) -> Table:
    """Computes the costs of parts of 1 to ``most`` codes, for sums over up to ``parts`` parts.

    Raises InvalidSpec for costs that are not finite numbers.
    """
    sizes = np.arange(1, most + 1, dtype=np.float64)
    with np.errstate(all="ignore"):  # costs that are not finite are rejected below
        raw = heuristic.costs(sizes.copy())
    try:
        costs = np.broadcast_to(np.asarray(raw, dtype=np.float64), most)
    except (TypeError, ValueError):
        costs = np.array([np.nan])
    if not (np.abs(costs) <= MAX_COST).all():
        raise InvalidSpec(
            _("strategy {name}: the costs must be finite numbers, one for each part size").format(
                name=heuristic.title
            )
        )
    peak = float(np.abs(costs).max())
    whole = bool((costs == np.rint(costs)).all()) and peak * parts < ROOM
    if not whole:
        exponent = min(53 - math.frexp(peak)[1], math.frexp(ROOM / (peak * parts))[1] - 1)
        costs = np.ldexp(costs, exponent)
    values = np.concatenate([[0], np.rint(costs)]).astype(np.int64)
    values.flags.writeable = False
    return Table(values, heuristic.combine == "max", 0 if whole else SHIFT)


def respond(rules: Mastermind, guess: Codes | Code, codes: Codes) -> Answers:
    """Returns the encoded answer of each code to a guess, uint16 of shape (codes,)."""
    row = np.asarray(guess, np.uint8)
    answers: Answers = _counting(rules).respond(row, codes, rules.symbols, kind(rules))
    return answers


def score(rules: Mastermind, guesses: Codes, codes: Codes, table: Table) -> Integers:
    """Computes the cost of each guess from the parts into which it splits the codes."""
    costs = table.values, table.largest, table.shift
    scores: Integers = _counting(rules).score(guesses, codes, rules.symbols, kind(rules), *costs)
    return scores


def choose(
    rules: Mastermind, codes: Codes, history: Codes, table: Table, symmetry: bool = True
) -> Codes:
    """Returns the guess, of all codes of the rules, with the least cost (``reference.choose``)."""
    costs = table.values, table.largest, table.shift
    guess: Codes = backend.choose(codes, history, *_game(rules), *costs, symmetry)
    return guess


def evaluate(
    rules: Mastermind, codes: Codes, history: Codes, table: Table, symmetry: bool = True
) -> list[int]:
    """Counts the codes found with 1, 2, 3, … further guesses, made by ``choose``."""
    costs = table.values, table.largest, table.shift
    histogram: list[int] = backend.evaluate(
        codes, history, *_game(rules), *costs, symmetry
    ).tolist()
    return histogram


def optimum(
    rules: Mastermind,
    codes: Codes,
    *,
    first: Codes | None = None,
    policy: int = ANY,
    depth: int = 0,
    cost: int = TOTAL,
    below: int = IMPOSSIBLE,
    width: int = 0,
    seconds: float = 0.0,
    weights: Integers | None = None,
) -> tuple[int, int, Codes, int]:
    """Searches the decision tree with the least cost (``brute_force.optimum``).

    Returns its cost or -1, a proven bound, its guesses in preorder, and the number of positions.
    """
    start = codes[:0] if first is None else first
    limits = policy, depth, cost, below, width, 0, seconds, weights
    found: tuple[int, int, Codes, int] = backend.optimum(codes, *_game(rules), start, *limits)
    return found


def promising(
    rules: Mastermind, codes: Codes, policy: int, depth: int, cost: int, below: int
) -> tuple[Codes, Integers]:
    """Lists possible first guesses of a tree below a cost (``brute_force.promising``)."""
    found: tuple[Codes, Integers] = backend.promising(
        codes, *_game(rules), policy, depth, cost, below, 0
    )
    return found
