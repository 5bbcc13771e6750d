"""Deduction with reasons: which cells are safe, which are mines, and why.

A ladder of rules, from those that one number tells to those that need all of them; each is a
function from a position to the steps that it finds there.
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
]
