"""One deduction step: a conclusion with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mastermine.i18n.text import _, capital
from mastermine.mastermind.deduction.clues import Clue
from mastermine.mastermind.deduction.position import Facts, Position

if TYPE_CHECKING:
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.rules import Code, Mastermind


@dataclass(frozen=True, slots=True)
class Sum:
    """A clue as a reason, read in one of its two directions."""

    clue: Clue
    at_most: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A reason inside an argument, with its conclusions; the last one has a contradiction."""

    reason: Sum
    before: Position
    facts: Facts


@dataclass(frozen=True, slots=True)
class Argument:
    """An assumption that leads to a contradiction."""

    assumed: Facts
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """The codes that agree with some rows and with all that is known."""

    codes: tuple[Code, ...]


Reason = Sum | tuple[Argument, ...] | Listing
"""Several arguments are alike: each refutes another assumption."""


@dataclass(frozen=True, slots=True)
class Step:
    """Conclusion of a rule from some rows."""

    rules: Mastermind
    rule: str
    """Name of the rule, such as ``empty row``."""
    rows: tuple[int, ...]
    """The rows that prove it, counted from 1; empty if what is known proves it alone."""
    facts: Facts
    """Conclusion of the rule; ``after`` also has what follows from that at once."""
    before: Position
    after: Position
    reason: Reason

    @property
    def name(self) -> str:
        """Name of the rule in the current language."""
        return _(self.rule)

    @property
    def heading(self) -> str:
        """Name of the rule as a heading."""
        return capital(self.name)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Its arguments by contradiction, if it has any."""
        return self.reason if isinstance(self.reason, tuple) else ()

    def known(self, notation: Notation | None = None) -> str:
        """Lists what is known before the step; empty if nothing is."""
        from mastermine.mastermind.deduction.explanations import known

        return known(self, notation or self.rules.notation)

    def sentence(self, notation: Notation | None = None) -> str:
        """Returns the reason and the conclusion in words."""
        from mastermine.mastermind.deduction.explanations import sentence

        return sentence(self, notation or self.rules.notation)
