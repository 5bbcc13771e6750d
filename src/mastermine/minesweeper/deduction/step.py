"""One conclusion with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mastermine.i18n.text import _
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Number, in_order


@dataclass(frozen=True, slots=True)
class Step:
    """What a rule concludes from some numbers.

    ``safe`` and ``mines`` are the cells, in reading order, of which nothing was known before.
    """

    rule: str
    """The name of the rule, such as ``1-2-1``; an R at its end: known mines were subtracted."""
    numbers: tuple[Number, ...]
    """The numbers that prove it, each with what was known around it."""
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    left: int | None = None
    """How many mines were left to be found, for the rules that count them."""

    @property
    def proof(self) -> tuple[Cell, ...]:
        """The cells of the numbers that prove it; none where the count of the mines is enough."""
        return tuple(number.cell for number in self.numbers)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that it concludes, in reading order."""
        return in_order(self.safe + self.mines)

    @property
    def needs_all_mines(self) -> bool:
        """Whether its numbers, which share no cell, need all mines that are left."""
        together = frozenset[Cell]().union(*(number.closed for number in self.numbers))
        return (
            self.left == sum(number.missing for number in self.numbers)
            and len(together) == sum(len(number.closed) for number in self.numbers)
            and together.isdisjoint(self.cells)
        )

    @property
    def name(self) -> str:
        """The name of the rule in the language in use."""
        return rule_name(self.rule)

    @property
    def sentence(self) -> str:
        """The reason in plain words."""
        from mastermine.minesweeper.deduction.explanations import sentence

        return sentence(self)


def step(
    rule: str,
    numbers: Iterable[Number],
    safe: Iterable[Cell] = (),
    mines: Iterable[Cell] = (),
    left: int | None = None,
) -> Step:
    """A step with its cells in reading order."""
    return Step(rule, tuple(numbers), in_order(safe), in_order(mines), left)


def rule_name(rule: str) -> str:
    """The name of a rule in the language in use; the R at the end of a pattern stays."""
    plain = rule.removesuffix("R")
    return _(plain) + rule.removeprefix(plain)


def named(rule: str, numbers: Iterable[Number]) -> str:
    """The name of a pattern: with an R when known mines had to be subtracted from its numbers."""
    return rule + "R" * any(number.reduced for number in numbers)
