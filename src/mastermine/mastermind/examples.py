"""Example puzzles: one to three for each reason of the ladder, the easiest first."""

from __future__ import annotations

from dataclasses import dataclass

from mastermine.core.turns import turns_of
from mastermine.i18n.text import N_, _
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.puzzles import Puzzle
from mastermine.mastermind.rules import Mastermind

IDEAS = (
    N_(
        "Look at one row at a time. A row without any peg excludes all its colours; if no peg is "
        "in place, each colour is somewhere else; and if as many pegs can still be right as the "
        "answer says, all of them are."
    ),
    N_(
        "Look at one colour at a time. If it is in the code and only one place is left for it, it "
        "is there. If all its pegs are found, the other places have other colours."
    ),
    N_(
        "Look at the misplaced pegs of a row. If none is misplaced, each colour of the row is at "
        "its place or not in the code at all. If some are, ask which colours they can be."
    ),
    N_(
        "Count the pegs of all colours: together they fill the code. If the colours that are left "
        "are just enough, all of them are in it. Answers that count only the pegs in place need "
        "this most."
    ),
    N_(
        "Look at two rows. If they share no colour and their pegs fill the code, no other colour "
        "is in it. If they differ little, the difference of their answers comes from there."
    ),
    N_(
        "Suppose that a place has some colour. If a row then has too many right pegs, or cannot "
        "have enough, the place has another colour."
    ),
    N_(
        "Add the answers of two or three rows, or subtract one. What the rows have in common "
        "counts twice, so the sum can show that it is in the code."
    ),
    N_(
        "Suppose something, and follow the rows for a few steps. If that ends in a contradiction, "
        "the assumption was wrong."
    ),
    N_(
        "If nothing else helps, take the rows that leave the fewest codes and write these codes "
        "down. What all of them have in common is certain."
    ),
)
"""The idea of each rule of ``LADDER``."""


@dataclass(frozen=True, slots=True)
class Example:
    """A puzzle whose hardest reason is known."""

    rung: int
    """The hardest rule that it needs, as an index in ``LADDER``."""
    spec: str
    rows: str
    """Guesses with their answers, separated by semicolons."""
    colours: tuple[str, ...] | None = None
    """Names of the pegs, or a vocabulary [default: by the rules]."""

    @property
    def idea(self) -> str:
        """The idea of its hardest reason, in the current language."""
        return _(IDEAS[self.rung])

    @property
    def rules(self) -> Mastermind:
        return Mastermind.parse(f"{Mastermind.game}:{self.spec}")

    @property
    def notation(self) -> Notation:
        """Words and signs of its pegs, in the current language."""
        return Notation.of(self.rules, self.colours)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with these rows."""
        return Puzzle.of(self.rules, turns_of(self.rules, self.rows.split("; ")))


EXAMPLES = (
    Example(0, "3x10-distinct", "014 2B 0W; 732 1B 0W; 125 0B 0W"),
    Example(0, "4x6", "1525 1B 1W; 2242 3B 0W; 6412 0B 2W"),
    Example(1, "3x10-distinct", "246 0B 1W; 864 0B 0W; 056 2B 0W"),
    Example(1, "4x6-distinct", "1326 2B 2W; 4621 0B 3W; 3216 0B 4W"),
    Example(2, "3x6", "525 0B 1W; 353 1B 1W; 243 2B 0W"),
    Example(2, "4x6", "5616 0B 0W; 4454 2B 1W; 5234 2B 0W", ("skocko",)),
    Example(3, "4x5-distinct-black", "2514 0B; 3425 0B; 3512 0B; 4513 1B; 5214 0B"),
    Example(4, "3x10-distinct", "049 2B 0W; 546 2B 0W; 162 0B 1W"),
    Example(4, "4x6", "1422 2B 0W; 3466 3B 0W; 5652 1B 1W"),
    Example(5, "4x6", "3442 0B 0W; 5561 0B 2W; 1664 1B 2W", ("skocko",)),
    Example(5, "3x10-distinct", "851 0B 2W; 975 0B 0W; 193 1B 1W"),
    Example(6, "3x10-distinct", "829 2B 0W; 032 0B 2W; 638 0B 2W"),
    Example(6, "4x6", "4134 1B 2W; 5341 0B 3W; 3216 0B 2W"),
    Example(7, "4x6", "1642 2B 1W; 3635 0B 0W; 2156 1B 1W", ("skocko",)),
    Example(8, "5x5-distinct", "12543 2B 3W; 54312 1B 4W; 42531 2B 3W"),
)
"""Puzzles from the easiest to the hardest."""
