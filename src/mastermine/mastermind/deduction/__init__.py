"""Deduction with reasons: what is certain about the code, and why.

The rules form a ladder from a single row to the list of all codes; each rule is a function that
yields the steps that it finds.
"""

from mastermine.mastermind.deduction.ladder import (
    LADDER,
    NAMES,
    Rule,
    deduce,
    essence,
    proof,
    refutation,
    rung,
)
from mastermine.mastermind.deduction.position import Facts, Position
from mastermine.mastermind.deduction.step import Step

__all__ = [
    "LADDER",
    "NAMES",
    "Facts",
    "Position",
    "Rule",
    "Step",
    "deduce",
    "essence",
    "proof",
    "refutation",
    "rung",
]
