"""The functions that count, native where they were built and otherwise their plain twins."""

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
"""The module whose functions are in use: ``mastermine._native``, or ``reference``."""

MOST_COST = 1e200
"""Costs beyond are as good as infinite, since costs are added."""

MOST_PLACES, MOST_SYMBOLS = 16, 65
"""Longer codes, and such of more colours (the blank is one), the native core does not count."""

_KINDS = {"pegs": 0, "black": 1, "places": 2}


def kind(rules: Mastermind) -> int:
    """The number by which the kernels know what is answered."""
    return _KINDS[rules.answer.value]


def short(rules: Mastermind) -> bool:
    """Whether codes of these rules are short enough, of few enough colours, for the native core."""
    return rules.places <= MOST_PLACES and rules.symbols <= MOST_SYMBOLS


def _counting(rules: Mastermind) -> Any:
    """The module that answers and scores codes of these rules: ``backend`` where it can."""
    return backend if short(rules) else reference


def _game(rules: Mastermind) -> tuple[int, bool, int]:
    return rules.symbols, not rules.repeats, kind(rules)


@dataclass(frozen=True)
class Table:
    """The cost of each part size as integers, so that sums do not depend on their order.

    Costs that are whole numbers are taken as they are. Others are multiplied by a power of two, so
    that all 53 bits of the largest count where there is room for the sum. Then ``shift`` bits of
    each sum are rounded away: sums that would be equal but for the rounding of their terms tie, all
    but never missing one, and so do sums closer than 2**-37 of the largest cost.
    """

    values: Integers
    largest: bool = False
    shift: int = 0


SHIFT = 16
ROOM = 2.0**60
"""A sum of costs stays below."""


@lru_cache(maxsize=8)
def cost_table(heuristic: Heuristic, most: int, parts: int) -> Table:
    """The costs of parts of 1 to ``most`` secrets, for sums over up to so many ``parts``.

    Raises InvalidSpec for costs that are not finite numbers.
    """
    sizes = np.arange(1, most + 1, dtype=np.float64)
    with np.errstate(all="ignore"):  # what is not finite is refused below
        given = heuristic.costs(sizes.copy())
    try:
        costs = np.broadcast_to(np.asarray(given, dtype=np.float64), most)
    except (TypeError, ValueError):
        costs = np.array([np.nan])
    if not (np.abs(costs) <= MOST_COST).all():
        raise InvalidSpec(
            _(
                "strategy {name}: the costs of part sizes must be finite numbers, "
                "as many as there are sizes"
            ).format(name=heuristic.title)
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
    """The number of the answer that each code gives to a guess, uint16 of shape (codes,)."""
    row = np.asarray(guess, np.uint8)
    answers: Answers = _counting(rules).respond(row, codes, rules.symbols, kind(rules))
    return answers


def score(rules: Mastermind, guesses: Codes, codes: Codes, table: Table) -> Integers:
    """What each guess costs, by the parts into which it splits the codes."""
    costs = table.values, table.largest, table.shift
    scores: Integers = _counting(rules).score(guesses, codes, rules.symbols, kind(rules), *costs)
    return scores


def choose(
    rules: Mastermind, codes: Codes, history: Codes, table: Table, symmetry: bool = True
) -> Codes:
    """The guess, of all codes of the rules, that costs least: see ``reference.choose``."""
    costs = table.values, table.largest, table.shift
    guess: Codes = backend.choose(codes, history, *_game(rules), *costs, symmetry)
    return guess


def evaluate(
    rules: Mastermind, codes: Codes, history: Codes, table: Table, symmetry: bool = True
) -> list[int]:
    """How many codes are found with 1, 2, 3, … further guesses, made by ``choose``."""
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
    """The tree of guesses that costs least: see ``brute_force.optimum``.

    Its cost, or -1; a proven bound; its guesses in preorder; and the positions looked at.
    """
    begin = codes[:0] if first is None else first
    limits = policy, depth, cost, below, width, 0, seconds, weights
    found: tuple[int, int, Codes, int] = backend.optimum(codes, *_game(rules), begin, *limits)
    return found


def promising(
    rules: Mastermind, codes: Codes, policy: int, depth: int, cost: int, below: int
) -> tuple[Codes, Integers]:
    """The guesses with which a tree that costs less may begin: see ``brute_force.promising``."""
    found: tuple[Codes, Integers] = backend.promising(
        codes, *_game(rules), policy, depth, cost, below, 0
    )
    return found
