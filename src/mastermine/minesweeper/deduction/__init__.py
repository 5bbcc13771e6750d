"""Deduction with reasons: which cells are safe, which are mines, and why.

The rules form a ladder from single numbers to the whole board; each rule is a function that yields
the steps that it finds in a position.
"""

from mastermine.minesweeper.deduction.ladder import (
    LADDER,
    NAMES,
    Rule,
    deduce,
    explain,
    heading,
    must_guess,
    next_step,
    rung,
    rung_of,
)
from mastermine.minesweeper.deduction.position import Number, Position
from mastermine.minesweeper.deduction.step import Step, rule_name

__all__ = [
    "LADDER",
    "NAMES",
    "Number",
    "Position",
    "Rule",
    "Step",
    "deduce",
    "explain",
    "heading",
    "must_guess",
    "next_step",
    "rule_name",
    "rung",
    "rung_of",
]
