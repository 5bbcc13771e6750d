"""The clicks of a game of Minesweeper, looked back on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mastermine.coach.click import MAX_PRINTED_LAYOUTS, certainly_safe, first_click, percent, why
from mastermine.coach.review import (
    BEST_SKILL,
    Review,
    Reviewed,
    luck_of,
    preferred,
    skill_of,
)
from mastermine.core.errors import TooLarge
from mastermine.core.game import View
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell, Layout
from mastermine.minesweeper.endgame import Wins, click_wins
from mastermine.minesweeper.guessing import billionths, by_zero
from mastermine.minesweeper.rules import Exploded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.coach.click import Advice
    from mastermine.core.game import Turn
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.knowledge import BoardView, Field
    from mastermine.minesweeper.rules import Feedback, Minesweeper

MOST_LAYOUTS = 200
"""With so many layouts the best play is known, and with it the chance to win of each click."""


@dataclass(frozen=True, kw_only=True)
class ReviewedClick(Reviewed):
    """A click, what it did, and what could have been done.

    ``before``, ``left``, ``expected`` and ``worst`` count layouts, of which a mine that is hit
    leaves those with a mine there.
    """

    risk: float | None = None
    """The chance that it would hit a mine."""
    best_risk: float | None = None
    """That of the best click."""
    win: float | None = None
    """The chance to win by this click and the best play from there, where that is known."""
    best_win: float | None = None
    """By the best click."""
    opened: int
    """How many cells it opened."""


@dataclass(frozen=True, kw_only=True)
class FieldReview(Review):
    """A minefield, click by click, and on the whole."""

    guesses: int
    """The clicks that could have hit a mine, and could have been safe."""
    unnecessary: int
    """Those of them where some cell was certainly safe."""
    mistakes: int
    """The clicks on cells that were certainly mines."""
    survival: float | None
    """The chance that all guesses were safe; None where that of some click is not known."""


def review_clicks(
    rules: Minesweeper, turns: Sequence[Turn[Cell, Feedback]], strategy: Strategy | None = None
) -> FieldReview:
    """What each click was worth: see ``review.review``."""
    view: View[Layout, Cell, Feedback] = View(rules)
    moves = []
    for turn in turns:
        after = view.after(turn)
        moves.append(_Click(rules, view, turn, after).judged(strategy))
        view = after
    guesses = [move for move in moves if move.risk and move.risk < 1]
    known = all(move.risk is not None for move in moves)
    figures: dict[str, Any] = {
        "guesses": len(guesses),
        "unnecessary": sum(move.necessary is False for move in guesses),
        "mistakes": sum(move.risk == 1 for move in moves),
        "survival": prod(1 - (move.risk or 0) for move in guesses) if known else None,
    }
    return FieldReview.of(rules, moves, _lessons(**figures), **figures)


class _Click:
    """A click, to be judged by what was known before it."""

    def __init__(
        self,
        rules: Minesweeper,
        view: View[Any, Any, Any],
        turn: Turn[Cell, Feedback],
        after: View[Any, Any, Any],
    ) -> None:
        self.rules, self.view, self.turn, self.cell = rules, view, turn, turn.action
        self.field = cast("Field", view.knowledge)
        self.later = cast("Field", after.knowledge)
        self.text = rules.format_action(turn.action)
        self.hit = isinstance(turn.feedback, Exploded)

    def judged(self, strategy: Strategy | None) -> ReviewedClick:
        told = self._unknown()
        if self.field.board[self.cell] != CLOSED:
            return replace(told, sentence=_("{cell} was open already.").format(cell=self.text))
        try:
            told = self._counted(told)
            if self.field.untouched:
                return self._first(told)
            if not (risk := self.field.risk(self.cell)):
                return self._certain(told)
            return self._guess(replace(told, risk=risk), strategy)
        except TooLarge:
            return replace(
                told, sentence=_("There are too many layouts to say how great the risk was.")
            )

    def _unknown(self) -> ReviewedClick:
        """The click where nothing is known of what it did."""
        before, after = self.field.board.cells, self.later.board.cells
        return ReviewedClick(
            action=self.text,
            feedback=self.rules.format_feedback(self.turn.feedback),
            opened=before.count(CLOSED) - after.count(CLOSED) - self.hit,
        )

    def _counted(self, told: ReviewedClick) -> ReviewedClick:
        """With the layouts before and after, where they are few enough to mean something."""
        before, left = self.field.count(), self.later.count()
        told = replace(
            told,
            before=before if before < MAX_PRINTED_LAYOUTS else None,
            left=left if left < MAX_PRINTED_LAYOUTS else None,
        )
        if self.wins is None:
            return told
        expected, worst = self._parts(self.cell)
        return replace(told, expected=expected, worst=worst)

    @cached_property
    def wins(self) -> Wins | None:
        """What each closed cell is worth, where so few layouts are left that it is known."""
        if self.field.untouched or self.field.count() > MOST_LAYOUTS:
            return None
        return click_wins(self.field.board, self.rules.mines, most=MOST_LAYOUTS)

    def _parts(self, cell: Cell) -> tuple[float, int]:
        """How many layouts a click leaves, on average and at most."""
        sizes = _sizes(self.field.board, cast("Wins", self.wins).layouts, cell)
        return sum(n * n for n in sizes) / sum(sizes), max(sizes)

    def _first(self, told: ReviewedClick) -> ReviewedClick:
        """The first click: before it all cells are alike."""
        risk = self.field.risk(self.cell)
        return replace(
            told,
            best=self.text,
            skill=BEST_SKILL,
            luck=_luck(risk, self.hit) if risk else None,
            necessary=True if risk else None,
            risk=risk,
            best_risk=risk,
            sentence=" ".join(
                [first_click(self.field), *([_("It was a mine.")] if self.hit else [])]
            ),
        )

    def _certain(self, told: ReviewedClick) -> ReviewedClick:
        """A click that could not hit a mine: there is none better."""
        told = replace(
            told,
            best=self.text,
            best_expected=told.expected,
            best_worst=told.worst,
            skill=BEST_SKILL,
            choice=any(self.field.risk(cell) > 0 for cell in self.field.closed()),
            risk=0.0,
            best_risk=0.0,
            sentence=(
                _("{cell} was certainly safe.")
                if told.opened == 1
                else ngettext(
                    "{cell} was certainly safe, and opened {n} cell.",
                    "{cell} was certainly safe, and opened {n} cells.",
                    told.opened,
                )
            ).format(cell=self.text, n=told.opened),
        )
        if self.wins is None:
            return told
        win = self.wins.clicks[self.cell] / len(self.wins.layouts)
        return replace(told, win=win, best_win=win)

    def _guess(self, told: ReviewedClick, strategy: Strategy | None) -> ReviewedClick:
        risk = cast("float", told.risk)
        safe = certainly_safe(self.field)
        best = self._best(strategy) if safe is None else safe.cell
        best_risk = self.field.risk(best)
        told = replace(
            told,
            best=self.rules.format_action(best),
            luck=_luck(risk, self.hit) if risk < 1 else None,
            necessary=safe is None,
            best_risk=best_risk,
        )
        if self.wins is None:
            equal = billionths(risk) == billionths(best_risk)
            told = replace(told, skill=skill_of(1 - risk, 1 - best_risk, equal))
        else:
            won, most = self.wins.clicks[self.cell], self.wins.clicks[best]
            n = len(self.wins.layouts)
            expected, worst = self._parts(best)
            told = replace(
                told,
                skill=skill_of(won, most, equal=won == most),
                win=won / n,
                best_win=most / n,
                best_expected=expected,
                best_worst=worst,
            )
        told = replace(told, choice=told.skill != BEST_SKILL or not self._all_alike())
        if told.skill == BEST_SKILL:  # A risk that has to be taken once may be taken at once.
            told = replace(
                told,
                best=self.text,
                best_risk=risk,
                best_expected=told.expected,
                best_worst=told.worst,
            )
        return replace(told, sentence=" ".join(self._sentences(told, safe)))

    def _all_alike(self) -> bool:
        """Whether all closed cells are worth the same."""
        if self.wins is not None:
            return len(set(self.wins.clicks.values())) == 1
        return len({billionths(self.field.risk(cell)) for cell in self.field.closed()}) == 1

    def _best(self, strategy: Strategy | None) -> Cell:
        """The best cell where none is certainly safe; the one that was clicked, if it is as good.

        Of equal ones that which the strategy takes; else, where the best play is known, the safest,
        and elsewhere the one that is most likely to show a zero.
        """
        closed = self.field.closed()
        if self.wins is not None:
            worth = self.wins.clicks
        else:
            worth = {cell: -billionths(self.field.risk(cell)) for cell in closed}
        most = max(worth.values())
        equal = [cell for cell in closed if worth[cell] == most]
        if self.cell in equal:
            return self.cell
        taste = preferred(strategy, self.view)
        if taste in equal:
            return cast("Cell", taste)
        if self.wins is not None:
            return min(equal, key=lambda cell: billionths(self.field.risk(cell)))
        return by_zero(cast("BoardView", self.view), equal)[0]

    def _sentences(self, told: ReviewedClick, safe: Advice | None) -> list[str]:
        if told.risk == 1:
            begin = [_("{cell} was certainly a mine."), *why(self.field, self.cell)[-1:]]
        else:
            # Translators: {risk} is such as "12.5 %", "under 0.1 %" or "over 99.9 %".
            begin = [_("{cell} held a mine with a chance of {risk}.")]
        if safe is not None:
            begin += [_("No guess was needed: {safe} was certainly safe."), *safe.reasons[-1:]]
            if told.skill == BEST_SKILL:
                begin.append(_("But this risk had to be taken sooner or later."))
        elif told.skill == BEST_SKILL:
            begin.append(_("A guess was needed, and no cell was better."))
        elif told.win is not None:
            begin.append(
                _(
                    "A guess was needed, but {best} was better: the game can be won with a chance "
                    "of {best_win} from there, with {win} from here."
                )
            )
        else:
            # Translators: {best_risk} is the chance of a mine in the cell {best}.
            begin.append(_("A guess was needed, but {best} was safer, with {best_risk}."))
        if told.risk != 1:
            begin.append(_("It was a mine.") if self.hit else _("It was safe."))
        return [
            text.format(
                cell=self.text,
                risk=percent(told.risk or 0.0),
                best=told.best,
                safe="" if safe is None else self.rules.format_action(safe.cell),
                best_risk=percent(told.best_risk or 0.0),
                win=percent(told.win or 0.0),
                best_win=percent(told.best_win or 0.0),
            )
            for text in begin
        ]


def _luck(risk: float, hit: bool) -> int:
    """How lucky a guess was: the more so, the less likely it was to be safe."""
    mined = round(risk * 10**9)
    return round(luck_of([(10**9 - mined, 0), (mined, 1)], int(hit)))


def _sizes(board: Board, layouts: np.ndarray[Any, Any], cell: Cell) -> list[int]:
    """Into how many layouts each those that fit are split by all that a click would show."""
    parts: Counter[object] = Counter()
    around = [board.index(other) for other in board.neighbours(cell)]
    numbers = layouts[:, around].sum(axis=1).tolist()
    mined = layouts[:, board.index(cell)].tolist()
    for row, number, mine in zip(layouts, numbers, mined, strict=True):
        if mine:
            parts[MINED] += 1
        elif number:
            parts[number] += 1
        else:
            parts[Layout(board.width, board.height, row.tobytes()).opened(cell)] += 1
    return list(parts.values())


def _lessons(guesses: int, unnecessary: int, mistakes: int, survival: float | None) -> list[str]:
    """How much of a game was left to chance, and what to do about it."""
    told = []
    if guesses and survival is not None:
        told.append(
            # Translators: {chance} is the chance that all of these clicks were safe.
            ngettext(
                "{n} click was a guess, safe with a chance of {chance}.",
                "{n} clicks were guesses, all of them safe with a chance of {chance}.",
                guesses,
            ).format(n=guesses, chance=percent(survival))
        )
    elif guesses:
        told.append(
            ngettext("{n} click was a guess.", "{n} clicks were guesses.", guesses).format(
                n=guesses
            )
        )
    elif survival is not None:
        told.append(_("No click was a guess."))
    if unnecessary:
        told.append(
            ngettext(
                "{n} guess was not needed: another cell was certainly safe. Look for such a "
                "cell before you guess; the hint names one.",
                "{n} guesses were not needed: another cell was certainly safe. Look for such a "
                "cell before you guess; the hint names one.",
                unnecessary,
            ).format(n=unnecessary)
        )
    elif guesses:
        told.append(
            # Translators: "it" is the only guess of a game.
            _("It was needed: no cell was certainly safe.")
            if guesses == 1
            # Translators: "them" are several guesses.
            else _("All of them were needed: no cell was certainly safe.")
        )
    if mistakes:
        told.append(
            ngettext(
                "{n} click was on a cell that was certainly a mine.",
                "{n} clicks were on cells that were certainly mines.",
                mistakes,
            ).format(n=mistakes)
        )
    return told
