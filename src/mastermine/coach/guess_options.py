"""Guesses in Minesweeper side by side: what speaks for a cell, and for the next best ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mastermine.coach.click_worth import exact_wins
from mastermine.i18n.numbers import chance as percent
from mastermine.i18n.numbers import percent as rounded
from mastermine.i18n.text import _
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.guessing import next_risk, outlooks, shortlist
from mastermine.minesweeper.preference import value
from mastermine.minesweeper.twins import unavoidable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.minesweeper.endgame import Wins
    from mastermine.minesweeper.knowledge import BoardView

OPTIONS = 3
"""Maximum number of cells that are compared."""

TRIED = 5
"""Maximum number of other cells that are looked at, since some have equal figures."""

EQUAL = 1e-6
"""Chances that differ by less are equal."""


@dataclass(frozen=True)
class Option:
    """A cell that might be opened, and what speaks for it."""

    cell: Cell
    safe: float
    """Chance that it is safe."""
    opens: float
    """Chance that it is a zero."""
    next_safe: float
    """Chance that the safest next click is safe, too, if this one is."""
    anyway: float
    """The part of its risk that is taken sooner or later, since no number will ever help."""
    wins: float | None
    """Chance that the game is won with it; None if it is not known."""
    exact: bool
    """True if ``wins`` is the value of best play, False for an estimate."""

    def is_like(self, other: Option) -> bool:
        """Returns True if the figures of another cell are equal."""
        return all(
            abs(one - two) < EQUAL
            for one, two in (
                (self.safe, other.safe),
                (self.opens, other.opens),
                (self.next_safe, other.next_safe),
            )
        )

    def __str__(self) -> str:
        """Formats the figures as a line."""
        values = {
            "cell": named(self.cell),
            "safe": percent(self.safe),
            "opens": percent(self.opens),
            "next": percent(self.next_safe),
        }
        text = _("{cell}: safe {safe}, zero {opens}, next click safe {next}").format(**values)
        if self.wins is None:
            return text
        if self.exact:
            # Translators: {option} is the beginning of the line, with other chances.
            return _("{option}; won {wins}").format(option=text, wins=percent(self.wins))
        # Translators: the same with an estimate.
        more = _("{option}; won about {wins}")
        return more.format(option=text, wins=rounded(min(max(self.wins, 0.01), 0.99), 0))


def guess_options(view: BoardView, cell: Cell) -> list[Option]:
    """Compares a guess, the first of them, with the next best ones by the rule of ``champion``.

    Of cells with equal figures one is enough. Raises TooLarge.
    """
    field = view.knowledge
    analysis = field.analysis
    listed = [each for each in shortlist(view) if each != cell]
    found: list[Option] = []
    best = sorted(listed, key=lambda each: -value(view, each))
    known = exact_wins(field)
    anyway = unavoidable(analysis)
    for each in (cell, *best[:TRIED]):
        option = _option(view, each, known, anyway.get(each, 0.0))
        if not any(option.is_like(other) for other in found):
            found.append(option)
        if len(found) == OPTIONS:
            break
    return found


def _option(view: BoardView, cell: Cell, known: Wins | None, anyway: float) -> Option:
    """Returns the figures of a cell; ``known`` are the exact chances to win, if they are known."""
    analysis = view.knowledge.analysis
    numbers = analysis.numbers(cell)
    safe = 1 - float(numbers[9])
    survival = 0.0
    wins: float | None = None if view.rules.noguess else 0.0
    for number, after in outlooks(analysis, cell, numbers):
        survival += float(numbers[number]) * (1 - next_risk(after))
        if known is None and wins is not None:
            found = after.win_chance
            wins = None if found is None else wins + float(numbers[number]) * found.chance
    if known is not None and wins is not None:
        wins = known.clicks[cell] / len(known.layouts)
    next_safe = min(survival / safe, 1.0)
    return Option(cell, safe, float(numbers[0]), next_safe, anyway, wins, known is not None)


def reason(options: Sequence[Option]) -> str | None:
    """Says why the first cell is better than the second; None without a reason in the figures."""
    if len(options) < 2:
        return None
    one, other = options[:2]
    names = {"cell": named(one.cell), "other": named(other.cell)}
    if one.safe < other.safe - EQUAL:
        if one.anyway > other.anyway + EQUAL:
            text = _("{cell} is less safe than {other}, but its risk must be taken anyway.")
        elif one.next_safe > other.next_safe + EQUAL:
            text = _("{cell} is less safe than {other}, but the next click is safer then.")
        elif one.opens > other.opens + EQUAL:
            text = _("{cell} is less safe than {other}, but more likely to be a zero.")
        else:
            return None
    elif one.safe > other.safe + EQUAL:
        text = _("{cell} is safer than {other}.")
    elif one.next_safe > other.next_safe + EQUAL:
        text = _("{cell} is as safe as {other}, and the next click is safer then.")
    elif one.opens > other.opens + EQUAL:
        text = _("{cell} is as safe as {other}, and more likely to be a zero.")
    elif one.is_like(other):
        text = _("{cell} and {other} are nearly equal.")
    else:
        return None
    return text.format(**names)
