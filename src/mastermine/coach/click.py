"""Advice on the cell to open next in Minesweeper, in numbers and in words."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from mastermine.coach.click_worth import exact_wins, worths
from mastermine.coach.guess_options import Option, guess_options, reason
from mastermine.coach.hint import Hint, rule_of
from mastermine.core.errors import StrategyFailed, TooLarge
from mastermine.i18n.numbers import chance as percent
from mastermine.i18n.numbers import listed, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED, Cell
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.rules import First

if TYPE_CHECKING:
    from mastermine.core.game import View
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.board import Layout
    from mastermine.minesweeper.deduction import Step
    from mastermine.minesweeper.knowledge import BoardView, Field
    from mastermine.minesweeper.probability import Analysis
    from mastermine.minesweeper.rules import Feedback

MAX_PRINTED_LAYOUTS = 10**9
"""Numbers of layouts from this one on are not printed."""

EQUAL_CHANCES = 1e-9
"""Probabilities that differ by less are equal up to rounding."""


@dataclass(frozen=True)
class Advice:
    """A cell to open next, with reasons."""

    cell: Cell
    risk: float
    """Mine probability of the cell; 0 if it is certainly safe."""
    steps: tuple[Step, ...]
    """The deductions that prove it safe; empty for a guess."""
    reasons: tuple[str, ...]
    """The reasons, in sentences."""
    options: tuple[Option, ...] = ()
    """For a guess, what speaks for it and for the next best ones."""

    def __str__(self) -> str:
        return "\n".join((named(self.cell), *self.reasons))


def advise(view: View[Layout, Cell, Feedback], strategy: Strategy) -> Advice:
    """Returns the next click: the simplest deduction, or else the guess of a strategy.

    Raises TooLarge if there is no deduction and the layouts cannot be counted, and StrategyFailed
    if the strategy chooses a cell that is not closed. If it chooses a certain mine, the cell with
    the best chance takes its place.
    """
    field = cast("Field", view.knowledge)
    if field.untouched:
        cell = _chosen(view, strategy)
        return Advice(cell, field.risk(cell), (), (first_click(field),))
    if safe := certainly_safe(field):
        return safe
    cell = _chosen(view, strategy)
    its_own = [rule_of(strategy), *strategy.why(view)]
    if field.risk(cell) == 1:  # Simple strategies do not see every mine.
        worth = worths(field, exact_wins(field)).clicks
        cell, its_own = max(worth, key=worth.__getitem__), []
    options: list[Option] = []
    with suppress(TooLarge):  # The hint stays without them.
        options = guess_options(cast("BoardView", view), cell)
    why_first = reason(options)
    reasons = [
        _("No closed cell is certainly safe, so you must guess."),
        _chance(field, cell),
        *_alike(field, cell),
        *its_own,
        *([] if why_first is None else [why_first]),
        *map(str, options),
    ]
    return Advice(cell, field.risk(cell), (), tuple(reasons), tuple(options))


def hint(view: View[Layout, Cell, Feedback], strategy: Strategy) -> Hint:
    """Returns the next click as a hint. Raises like ``advise``."""
    advice = advise(view, strategy)
    return Hint(view.rules.format_action(advice.cell), advice.reasons, advice)


def look_at(advice: Advice) -> tuple[Cell, ...]:
    """Returns the numbers with which the deduction of a hint begins; empty without one."""
    return advice.steps[0].proof if advice.steps else ()


def where(field: Field, advice: Advice) -> list[str]:
    """Returns sentences on where to look for the cell of a hint, without the cell."""
    if field.untouched:
        return [first_click(field)]
    near = field.board.beside_number(advice.cell)
    if advice.risk:
        return [
            _("No closed cell is certainly safe, so you must guess."),
            _("The hint is a cell beside a number.")
            if near
            else _("The hint is a cell away from all numbers."),
        ]
    found = _("Some closed cell is certainly safe.")
    if not advice.steps:
        return [
            found,
            _("It is beside a number, but only counting all layouts shows it.")
            if near
            else _("It is away from all numbers; only counting all layouts shows it."),
        ]
    numbers, steps = look_at(advice), len(advice.steps)
    look = (
        # Translators: {cells} is a list of cells with numbers.
        ngettext("Look at the number at {cells}.", "Look at the numbers at {cells}.", len(numbers))
        if numbers
        else _("Count the mines that are left.")
    )
    # Translators: "This" is to look at some numbers.
    first = ngettext("This is the first of {n} step.", "This is the first of {n} steps.", steps)
    chain = [first.format(n=whole(steps))] if steps > 1 else []
    return [found, look.format(cells=listed(map(named, numbers))), *chain]


def advise_position(analysis: Analysis, strategy: Strategy) -> Advice | None:
    """Returns the next click on any board, or None if all closed cells are known.

    Raises StrategyFailed like ``advise``.
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
    """Returns a certainly safe cell, or None.

    The reason is the simplest deduction, or else the count of all layouts. Raises TooLarge.
    """
    if steps := _proof(field):
        cell = steps[-1].safe[0]
        return Advice(cell, 0.0, tuple(steps), tuple(step.sentence for step in steps))
    if safe := field.analysis.safe:
        return Advice(safe[0], 0.0, (), (_exactly(field, safe[0]),))
    return None


def _chosen(view: View[Layout, Cell, Feedback], strategy: Strategy) -> Cell:
    """Returns the cell that a strategy chooses. Raises StrategyFailed if it is not closed."""
    cell: Cell = strategy(view)
    if cast("Field", view.knowledge).board[cell] != CLOSED:
        raise StrategyFailed(
            _("strategy {name} chose {cell}, which is not closed").format(
                name=strategy.title, cell=named(cell)
            )
        )
    return cell


def why(field: Field, cell: Cell) -> list[str]:
    """Returns sentences on what is known about a cell, and why. Raises TooLarge."""
    value = field.board[cell]
    if value != CLOSED:
        return [_open(field, cell)]
    if field.untouched:
        return [first_click(field)]
    risk = field.risk(cell)
    if risk in (0.0, 1.0):
        return [step.sentence for step in proof(field, cell)] or [_exactly(field, cell)]
    return [
        _("It is not certain whether {cell} is safe.").format(cell=named(cell)),
        _chance(field, cell),
    ]


def proof(field: Field, cell: Cell) -> list[Step]:
    """Returns the deductions that prove what a closed cell is; empty if nothing is certain.

    Raises TooLarge.
    """
    from mastermine.minesweeper.deduction import explain

    if field.untouched or field.board[cell] != CLOSED or field.risk(cell) not in (0.0, 1.0):
        return []
    return explain(field.board, field.rules.mines, cell)


def first_click(field: Field) -> str:
    """Returns a sentence on the risk of the first click."""
    match field.rules.first:
        case First.SAFE:
            return _("The first click is always safe.")
        case First.OPEN:
            return _("The first click is always safe and opens all cells around it.")
        case First.ANY:
            risk = percent(field.rules.mines / field.rules.cells)
            return _("The chance that the first click hits a mine is {risk}.").format(risk=risk)


def was_mine(cell: Cell) -> str:
    """Says which mine was hit."""
    return _("{cell} was a mine.").format(cell=named(cell))


def was_certain_mine(cell: Cell) -> str:
    """Says that a mine could have been deduced."""
    return _("{cell} was certainly a mine.").format(cell=named(cell))


def guess_summary(guesses: int, survival: float) -> str:
    """Returns a sentence on the number of guesses and the chance that all of them were safe."""
    if not guesses:
        return _("No click was a guess.")
    if guesses == 1:
        return _("You guessed once; the chance that it was safe was {chance}.").format(
            chance=percent(survival)
        )
    # Translators: {n} is 2 or more.
    return ngettext(
        "You guessed {n} time; the chance that all were safe was {chance}.",
        "You guessed {n} times; the chance that all were safe was {chance}.",
        guesses,
    ).format(n=whole(guesses), chance=percent(survival))


def least_risk(field: Field) -> tuple[Cell, float]:
    """Returns the safest closed cell, the first in reading order, and its mine probability."""
    cell = min(field.closed(), key=field.risk)
    return cell, field.risk(cell)


def _proof(field: Field) -> list[Step]:
    """Returns the simplest deductions that prove a cell safe; empty if there are none."""
    from mastermine.minesweeper.deduction import deduce, explain

    try:
        if not field.analysis.safe:
            return []
    except TooLarge:  # A deduction may still be possible.
        pass
    for step in deduce(field.board, field.rules.mines):
        if step.safe:
            return explain(field.board, field.rules.mines, step.safe[0])
    return []


def _exactly(field: Field, cell: Cell) -> str:
    """Returns the sentence for a cell that is certain, but not by a deduction."""
    if field.risk(cell) == 0:
        return _("{cell} is safe: no possible layout of the mines has one there.").format(
            cell=named(cell)
        )
    return _("{cell} is a mine: every possible layout of the mines has one there.").format(
        cell=named(cell)
    )


def _chance(field: Field, cell: Cell) -> str:
    """Returns a sentence on the chance of a mine in a cell, compared with the safest cell."""
    risk = field.risk(cell)
    layouts = field.count()
    sentence = (
        # Translators: a clause at the beginning of a sentence; {risk} is such as "12.5 %", "under
        # 0.1 %" or "over 99.9 %".
        ngettext(
            "The chance of a mine at {cell} is {risk} ({n} possible layout)",
            "The chance of a mine at {cell} is {risk} ({n} possible layouts)",
            layouts,
        )
        if layouts < MAX_PRINTED_LAYOUTS
        # Translators: a clause at the beginning of a sentence.
        else _("The chance of a mine at {cell} is {risk}")
    ).format(
        cell=named(cell),
        risk=percent(risk),
        n=whole(layouts) if layouts < MAX_PRINTED_LAYOUTS else "",
    )
    best, least = least_risk(field)
    if least == 0:
        # Translators: {sentence} is "The chance of a mine at {cell} is {risk}".
        return _("{sentence}; another cell is certainly safe.").format(sentence=sentence)
    if risk <= least:
        # Translators: {sentence} is "The chance of a mine at {cell} is {risk}".
        return _("{sentence}; no other cell is safer.").format(sentence=sentence)
    # Translators: {sentence} is "The chance of a mine at {cell} is {risk}"; {best} is a cell,
    # {least} its chance of a mine.
    return _("{sentence}; the safest cell is {best}, with {least}.").format(
        sentence=sentence, best=named(best), least=percent(least)
    )


def _alike(field: Field, cell: Cell) -> list[str]:
    """Returns a sentence on equally safe cells, if there are any."""
    risk = field.risk(cell)
    alike = sum(abs(field.risk(other) - risk) < EQUAL_CHANCES for other in field.closed()) - 1
    if not alike:
        return []
    return [
        ngettext(
            "{n} other cell is equally safe.", "{n} other cells are equally safe.", alike
        ).format(n=alike)
    ]


def _open(field: Field, cell: Cell) -> str:
    """Returns a sentence on what an open cell says about its neighbours."""
    number = field.board[cell]
    if number == MINED:
        return _("{cell} is the mine that was hit.").format(cell=named(cell))
    around = [field.board[each] for each in field.board.neighbours(cell)]
    closed, hit = around.count(CLOSED), around.count(MINED)
    if not closed:
        return _("{cell} and all cells around it are open.").format(cell=named(cell))
    if closed == 1:
        text = (
            _("{cell} is open; its only closed neighbour is a mine.")
            if number > hit
            else _("{cell} is open; its only closed neighbour is safe.")
        )
    else:
        # Translators: {n} is 2 to 8, {number} is 0 or more and chooses the form.
        text = ngettext(
            "{cell} is open; {number} of its {n} closed neighbours is a mine.",
            "{cell} is open; {number} of its {n} closed neighbours are mines.",
            number - hit,
        )
    return text.format(cell=named(cell), number=number - hit, n=closed)
