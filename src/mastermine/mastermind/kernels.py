"""The functions that count, native where they were built and otherwise their plain twins."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _
from mastermine.mastermind import reference
from mastermine.mastermind.reference import Codes, Integers, all_codes

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic
    from mastermine.mastermind.rules import Mastermind

__all__ = ["NATIVE", "Codes", "Table", "all_codes", "backend", "kind"]


def _native() -> Any:
    if os.environ.get("MASTERMINE_NATIVE", "1") == "0":
        return None
    try:
        from mastermine import _native
    except ImportError:
        return None
    return _native


backend: Any = _native() or reference
"""The module whose functions are in use: ``mastermine._native``, or ``reference``."""

NATIVE = backend is not reference

_KINDS = {"pegs": 0, "black": 1, "places": 2}


def kind(rules: Mastermind) -> int:
    """The number by which the kernels know what is answered."""
    return _KINDS[rules.answer.value]


@dataclass(frozen=True)
class Table:
    """The cost of each part size as integers, so that sums do not depend on their order.

    Costs that are whole numbers are taken as they are. Others are multiplied by the largest power
    of two that leaves room for their sum, and ``shift`` bits are rounded away after summing.
    """

    values: Integers
    largest: bool
    shift: int

    SPARE = 18  # bits rounded away: more than the rounding of a few hundred parts can disturb

    @classmethod
    def of(cls, heuristic: Heuristic, most: int) -> Table:
        """The costs of parts of 1 to ``most`` secrets. Raises InvalidSpec for costs not finite."""
        sizes = np.arange(1, most + 1, dtype=np.float64)
        costs = np.broadcast_to(np.asarray(heuristic.function(sizes), dtype=np.float64), most)
        if costs.shape != sizes.shape or not np.isfinite(costs).all():
            raise InvalidSpec(
                _("strategy {name}: the costs of part sizes must be finite numbers").format(
                    name=heuristic.name
                )
            )
        # A sum over the parts of a set of `most` secrets is at most this large.
        bound = max(1.0, float(np.max(np.abs(costs) / sizes)) * most)
        shift = 0
        if not (costs == np.rint(costs)).all() or bound >= 2.0**62:
            exponent = 61 - math.ceil(math.log2(bound))
            costs = costs * 2.0**exponent
            shift = cls.SPARE
        values = np.concatenate([[0], np.rint(costs)]).astype(np.int64)
        return cls(values, heuristic.combine == "max", shift)
