"""One deduction step: a conclusion with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mastermine.i18n.text import _
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Number, in_order


@dataclass(frozen=True, slots=True)
class Step:
    """Conclusion of a rule from some numbers.

    ``safe`` and ``mines`` are the newly known cells, in reading order.
    """

    rule: str
    """Name of the rule, such as ``1-2-1``; a final R means that known mines were subtracted."""
    numbers: tuple[Number, ...]
    """The numbers that prove it, with the cells known at that time."""
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    left: int | None = None
    """Number of mines left, for the rules that use it."""

    @property
    def proof(self) -> tuple[Cell, ...]:
        """Cells of the numbers that prove it; empty if the mine count alone proves it."""
        return tuple(number.cell for number in self.numbers)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The newly known cells, in reading order."""
        return in_order(self.safe + self.mines)

    @property
    def needs_all_mines(self) -> bool:
        """True if its numbers share no cell and together need all mines left."""
        together = frozenset[Cell]().union(*(number.closed for number in self.numbers))
        return (
            self.left == sum(number.missing for number in self.numbers)
            and len(together) == sum(len(number.closed) for number in self.numbers)
            and together.isdisjoint(self.cells)
        )

    @property
    def name(self) -> str:
        """Name of the rule in the current language."""
        return rule_name(self.rule)

    @property
    def sentence(self) -> str:
        """The reason and the conclusion in words."""
        from mastermine.minesweeper.deduction.explanations import sentence

        return sentence(self)


def step(
    rule: str,
    numbers: Iterable[Number],
    safe: Iterable[Cell] = (),
    mines: Iterable[Cell] = (),
    left: int | None = None,
) -> Step:
    """Creates a step with its cells in reading order."""
    return Step(rule, tuple(numbers), in_order(safe), in_order(mines), left)


def rule_name(rule: str) -> str:
    """Returns the name of a rule in the current language; a final R becomes words."""
    plain = rule.removesuffix("R")
    if plain == rule:
        return _(rule)
    # Translators: {pattern} is the name of a pattern, such as "1-2-1" or "hole", for numbers from
    # which known mines were subtracted.
    return _("{pattern} (with known mines)").format(pattern=_(plain))


def named(rule: str, numbers: Iterable[Number]) -> str:
    """Returns the name of a pattern, with an R if a number is reduced by known mines."""
    return rule + "R" * any(number.reduced for number in numbers)
