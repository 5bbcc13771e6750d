"""Array functions: the native core if it was built, else the NumPy reference.

NumPy is imported only for functions that return its arrays.
"""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from mastermine.mastermind.optimal.brute_force import ANY, IMPOSSIBLE, TOTAL
from mastermine.system import native

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.reference import Answers, Codes, Integers
    from mastermine.mastermind.rules import Code, Mastermind

    Rows: TypeAlias = Codes | memoryview
    """Codes as rows of bytes, of shape (n, places)."""


def _reference() -> Any:
    from mastermine.mastermind import reference

    return reference


backend: Any = native.module or _reference()
"""``mastermine._native`` or ``reference``."""

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
    return backend if natively_supported(rules) else _reference()


def _game(rules: Mastermind) -> tuple[int, bool, int]:
    return rules.symbols, not rules.repeats, kind(rules)


@dataclass(frozen=True)
class Table:
    """Cost of each part size as an integer, so that sums do not depend on their order.

    Whole-number costs are unchanged. Others are scaled by a power of two to keep as many of the 53
    bits as the sum has room for; then ``shift`` bits of each sum are rounded away, so that sums
    that differ only by rounding errors tie (as do sums closer than 2**-37 of the largest cost).
    """

    values: Integers | memoryview
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
    costs = heuristic.costs(range(1, most + 1))
    peak = max(map(abs, costs))
    exponent = shift = 0
    if peak * parts >= ROOM or not all(map(float.is_integer, costs)):
        exponent = min(53 - math.frexp(peak)[1], math.frexp(ROOM / (peak * parts))[1] - 1)
        shift = SHIFT
    values = backend.rounded(array("d", [0.0, *costs]), exponent)
    return Table(values, heuristic.combine == "max", shift)


def pack(codes: Sequence[Code], places: int) -> memoryview:
    """Packs codes into rows."""
    return rows_of(bytes(chain.from_iterable(codes)), places)


def rows_of(cells: bytes, places: int) -> memoryview:
    """Divides cells into rows."""
    if not cells:  # Python cannot cast to no rows.
        return memoryview(bytes(places)).cast("B", (1, places))[:0]
    return memoryview(cells).cast("B", (len(cells) // places, places))


def all_codes(places: int, symbols: int, distinct: bool) -> bytes:
    """Lists the cells of every code in numeric order."""
    cells: bytes = backend.all_codes(places, symbols, distinct).tobytes()
    return cells


def consistent(rules: Mastermind, guess: Code, codes: Rows, answer: int) -> bytes:
    """Lists the cells of the codes that give this encoded answer to a guess."""
    core = _counting(rules)
    row = memoryview(bytes(guess))
    cells: bytes = core.consistent(row, codes, rules.symbols, kind(rules), answer).tobytes()
    return cells


def split(rules: Mastermind, guess: Code, codes: Rows) -> dict[int, int]:
    """Counts the codes that give each encoded answer to a guess, in increasing order."""
    row = memoryview(bytes(guess))
    sizes = _counting(rules).split(row, codes, rules.symbols, kind(rules)).tolist()
    return {answer: size for answer, size in enumerate(sizes) if size}


def respond(rules: Mastermind, guess: Codes | Code, codes: Rows) -> Answers:
    """Returns the encoded answer of each code to a guess, uint16 of shape (codes,)."""
    import numpy as np

    row = np.asarray(guess, np.uint8)
    answers: Answers = _counting(rules).respond(row, codes, rules.symbols, kind(rules))
    return answers


def score(rules: Mastermind, guesses: Rows, codes: Rows, table: Table) -> Integers:
    """Computes the cost of each guess from the parts into which it splits the codes."""
    costs = table.values, table.largest, table.shift
    scores: Integers = _counting(rules).score(guesses, codes, rules.symbols, kind(rules), *costs)
    return scores


def choose(
    rules: Mastermind, codes: Rows, history: Rows, table: Table, symmetry: bool = True
) -> Code:
    """Returns the guess, of all codes of the rules, with the least cost (``reference.choose``)."""
    costs = table.values, table.largest, table.shift
    return tuple(backend.choose(codes, history, *_game(rules), *costs, symmetry).tolist())


def evaluate(
    rules: Mastermind, codes: Rows, history: Rows, table: Table, symmetry: bool = True
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


def tree_search(rules: Mastermind, codes: Rows, policy: int) -> Any:
    """Returns a search of one game (``brute_force.TreeSearch``), for any number of threads.

    Its table takes at most a quarter of the memory of the machine.
    """
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4
    except (AttributeError, ValueError):  # Windows
        memory = 1 << 30
    return backend.TreeSearch(codes, *_game(rules), policy, memory)


def certifies() -> bool:
    """True if a search can write certificates, as only the native one can."""
    return hasattr(backend.TreeSearch, "certificate")


def distinguishing(
    rules: Mastermind, most: int, seconds: float = 0.0
) -> tuple[Codes | None, int, bool]:
    """Finds guesses that distinguish all codes at once (``static_search.distinguishing``)."""
    core = _reference() if kind(rules) == 2 and rules.places > 8 else _counting(rules)
    found: tuple[Codes | None, int, bool] = core.distinguishing(
        rules.places, *_game(rules), most, seconds
    )
    return found


def check_bound(
    rules: Mastermind, bound: int, read: Callable[[int], bytes]
) -> tuple[int, Integers, Integers, int, Integers]:
    """Checks the steps of a proof (``certificate.check_bound``)."""
    checked: tuple[int, Integers, Integers, int, Integers] = _counting(rules).check_bound(
        rules.places, *_game(rules), bound, read
    )
    return checked
