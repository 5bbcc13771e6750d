"""Which cell of a minefield to open next, and why: in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from mastermine.coach.guess import rule_of
from mastermine.coach.hint import Hint
from mastermine.core.errors import StrategyFailed, TooLarge
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED, Cell
from mastermine.minesweeper.rules import First

if TYPE_CHECKING:
    from mastermine.core.game import View
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.board import Layout
    from mastermine.minesweeper.deduction import Step
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.probability import Analysis
    from mastermine.minesweeper.rules import Feedback

MAX_PRINTED_LAYOUTS = 10**9
"""Up to this many layouts are printed as a number."""


EQUAL_CHANCES = 1e-9
"""Chances that differ by less are equal up to rounding."""


@dataclass(frozen=True)
class Advice:
    """A cell to open next, and why that one."""

    cell: Cell
    risk: float
    """The chance of a mine there: 0 where it is certainly safe."""
    steps: tuple[Step, ...]
    """The deductions that show it to be safe, the last one itself; none for a guess."""
    reasons: tuple[str, ...]
    """Why, in sentences."""

    def __str__(self) -> str:
        return "\n".join((named(self.cell), *self.reasons))


def advise(view: View[Layout, Cell, Feedback], strategy: Strategy) -> Advice:
    """The safest click: a deduction, the cheapest there is, or else the guess of a strategy.

    Raises TooLarge where no deduction is found and the layouts are too many to be counted, and
    StrategyFailed when the strategy chooses a cell that is not closed.
    """
    field = cast("Field", view.knowledge)
    if field.untouched:
        cell = _chosen(view, strategy)
        return Advice(cell, field.risk(cell), (), (first_click(field),))
    if safe := certainly_safe(field):
        return safe
    cell = _chosen(view, strategy)
    reasons = [
        _("No closed cell is certainly safe: here one must guess."),
        _chance(field, cell),
        *_besides(field, cell),
        rule_of(strategy),
    ]
    return Advice(cell, field.risk(cell), (), tuple(reasons))


def hint(view: View[Layout, Cell, Feedback], strategy: Strategy) -> Hint:
    """The safest click, and why it is. Raises as ``advise``."""
    advice = advise(view, strategy)
    return Hint(view.rules.format_action(advice.cell), advice.reasons, advice)


def advise_position(analysis: Analysis, strategy: Strategy) -> Advice | None:
    """The safest click on a board from anywhere; None where each closed cell is known.

    Raises StrategyFailed as ``advise`` does.
    """
    from mastermine.core.game import View
    from mastermine.core.random import Random
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.rules import Minesweeper

    board, mines = analysis.board, analysis.mines
    if mines in (0, len(board.all(MINED)) + len(board.hidden)):
        return None
    rules = Minesweeper(board.width, board.height, mines, First.ANY)
    view = View(rules, (), Field(rules, board, analysis), Random(0))
    return advise(view, strategy)


def certainly_safe(field: Field) -> Advice | None:
    """A cell that is certainly safe: by the cheapest deduction, or else as all layouts agree.

    None where there is no such cell. Raises TooLarge.
    """
    if steps := _proof(field):
        cell = steps[-1].safe[0]
        return Advice(cell, 0.0, tuple(steps), tuple(step.sentence for step in steps))
    if safe := field.analysis.safe:
        return Advice(safe[0], 0.0, (), (_exactly(field, safe[0]),))
    return None


def _chosen(view: View[Layout, Cell, Feedback], strategy: Strategy) -> Cell:
    """The closed cell that a strategy chooses. Raises StrategyFailed."""
    cell: Cell = strategy(view)
    if cast("Field", view.knowledge).board[cell] != CLOSED:
        raise StrategyFailed(
            _("strategy {name} chose {cell}, which is not closed").format(
                name=strategy.title, cell=named(cell)
            )
        )
    return cell


def why(field: Field, cell: Cell) -> list[str]:
    """What is known of a cell, and from what, in sentences. Raises TooLarge."""
    value = field.board[cell]
    if value != CLOSED:
        return [_open(field, cell)]
    if field.untouched:
        return [first_click(field)]
    risk = field.risk(cell)
    if risk in (0.0, 1.0):
        return [step.sentence for step in proof(field, cell)] or [_exactly(field, cell)]
    return [_("{cell} is not certain.").format(cell=named(cell)), _chance(field, cell)]


def proof(field: Field, cell: Cell) -> list[Step]:
    """The deductions that show what a closed cell is; none where nothing is certain of it.

    Raises TooLarge.
    """
    from mastermine.minesweeper.deduction import explain

    if field.untouched or field.board[cell] != CLOSED or field.risk(cell) not in (0.0, 1.0):
        return []
    return explain(field.board, field.rules.mines, cell)


def first_click(field: Field) -> str:
    """What is known before the first click."""
    match field.rules.first:
        case First.SAFE:
            return _("The first click is safe, wherever it is.")
        case First.OPEN:
            return _("The first click is safe, wherever it is, and opens all cells around it.")
        case First.ANY:
            risk = percent(field.rules.mines / field.rules.cells)
            return _("The first click may hit a mine, with a chance of {risk}.").format(risk=risk)


def percent(chance: float) -> str:
    """A chance as a person reads it: never 0 % or 100 % for what is not certain."""
    if 0 < chance < 0.0005:
        return _("under 0.1 %")
    if 0.9995 <= chance < 1:
        return _("over 99.9 %")
    return _("{percent} %").format(percent=plain(100 * chance, 3))


def named(cell: Cell) -> str:
    """A cell in the notation of the game."""
    return f"{cell[0]},{cell[1]}"


def least_risk(field: Field) -> tuple[Cell, float]:
    """The closed cell that is safest, the first in reading order, and its risk."""
    cell = min(field.closed(), key=field.risk)
    return cell, field.risk(cell)


def _proof(field: Field) -> list[Step]:
    """The cheapest deductions that lead to a safe cell, or none where there are no such."""
    from mastermine.minesweeper.deduction import deduce, explain

    try:
        if not field.analysis.safe:
            return []
    except TooLarge:  # A deduction may be had all the same.
        pass
    for step in deduce(field.board, field.rules.mines):
        if step.safe:
            return explain(field.board, field.rules.mines, step.safe[0])
    return []


def _exactly(field: Field, cell: Cell) -> str:
    """That all layouts agree on a cell."""
    if field.risk(cell) == 0:
        return _("{cell} is safe: no layout that fits has a mine there.").format(cell=named(cell))
    return _("{cell} is a mine: every layout that fits has one there.").format(cell=named(cell))


def _chance(field: Field, cell: Cell) -> str:
    """How likely a mine is in a cell, and whether there is a better one."""
    risk = field.risk(cell)
    layouts = field.count()
    sentence = (
        # Translators: a clause at the beginning of a sentence; {risk} is such as "12.5 %", "under
        # 0.1 %" or "over 99.9 %".
        ngettext(
            "{cell} holds a mine with a chance of {risk} ({n} layout fits)",
            "{cell} holds a mine with a chance of {risk} ({n} layouts fit)",
            layouts,
        )
        if layouts < MAX_PRINTED_LAYOUTS
        # Translators: a clause at the beginning of a sentence.
        else _("{cell} holds a mine with a chance of {risk}")
    ).format(
        cell=named(cell),
        risk=percent(risk),
        n=whole(layouts) if layouts < MAX_PRINTED_LAYOUTS else "",
    )
    best, least = least_risk(field)
    if least == 0:
        # Translators: {sentence} is "{cell} holds a mine with a chance of {risk}".
        return _("{sentence}; elsewhere there is a cell that is certainly safe.").format(
            sentence=sentence
        )
    if risk <= least:
        # Translators: {sentence} is "{cell} holds a mine with a chance of {risk}".
        return _("{sentence}; no other cell is safer.").format(sentence=sentence)
    # Translators: {sentence} is "{cell} holds a mine with a chance of {risk}"; {best} is a cell,
    # {least} its risk.
    return _("{sentence}; {best} is the safest, with {least}.").format(
        sentence=sentence, best=named(best), least=percent(least)
    )


def _besides(field: Field, cell: Cell) -> list[str]:
    """How many cells are as safe as this one, and what it has to offer besides."""
    risk = field.risk(cell)
    alike = sum(abs(field.risk(other) - risk) < EQUAL_CHANCES for other in field.closed()) - 1
    zero = float(field.analysis.numbers(cell)[0])
    told = []
    if alike:
        told.append(
            ngettext("{n} other cell is as safe.", "{n} other cells are as safe.", alike).format(
                n=alike
            )
        )
    if zero > 0:
        told.append(
            # Translators: "it" is the cell that is advised.
            _("It is a zero, which opens the cells around it, with a chance of {zero}.").format(
                zero=percent(zero)
            )
        )
    return told


def _open(field: Field, cell: Cell) -> str:
    """What an open cell says about those around it."""
    number = field.board[cell]
    if number == MINED:
        return _("{cell} is the mine that was hit.").format(cell=named(cell))
    around = [field.board[each] for each in field.board.neighbours(cell)]
    closed, hit = around.count(CLOSED), around.count(MINED)
    if not closed:
        return _("{cell} is open, and so are all cells around it.").format(cell=named(cell))
    if closed == 1:
        told = (
            _("{cell} is open: its closed neighbour holds a mine.")
            if number > hit
            else _("{cell} is open: its closed neighbour holds no mine.")
        )
    else:
        # Translators: {n} is 2 to 8, {number} is 0 or more and chooses the form.
        told = ngettext(
            "{cell} is open: {number} of its {n} closed neighbours holds a mine.",
            "{cell} is open: {number} of its {n} closed neighbours hold a mine.",
            number - hit,
        )
    return told.format(cell=named(cell), number=number - hit, n=closed)
