"""Review of the clicks of a game of Minesweeper."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from mastermine.coach.click import (
    MAX_PRINTED_LAYOUTS,
    certainly_safe,
    first_click,
    guess_summary,
    was_certain_mine,
    was_mine,
    why,
)
from mastermine.coach.click_worth import exact_wins, worths
from mastermine.coach.hint import chosen, position
from mastermine.coach.review import BEST_SKILL, Review, Reviewed, luck_of, skill_of
from mastermine.core.errors import TooLarge
from mastermine.core.game import View
from mastermine.i18n.numbers import chance as percent
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell, Layout
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.rules import Exploded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.coach.click import Advice
    from mastermine.core.game import Turn
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.endgame import Wins
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.rules import Feedback, Minesweeper


@dataclass(frozen=True, kw_only=True)
class ReviewedClick(Reviewed):
    """Review of a click; ``before``, ``left``, ``expected`` and ``worst`` count layouts."""

    risk: float | None = None
    """Mine probability before the click."""
    best_risk: float | None = None
    """Mine probability of the best click."""
    win: float | None = None
    """Chance to win by this click and good play after it; None if it is not known."""
    best_win: float | None = None
    """Chance to win by the best click and good play after it."""
    exact: bool | None = None
    """True if these are the chances of best play, False if they are estimates."""
    chance: float | None = None
    """Chance to win before the click, by good play; None if it is not known."""
    opened: int
    """Number of cells that it opened."""
    missed: str | None = None
    """Rule that shows a safe cell, for an avoidable guess (``minesweeper.deduction``)."""
    kept: float = 1.0
    """Fraction of the best click's chance (to win, if known, else to be safe) that it kept."""


@dataclass(frozen=True, kw_only=True)
class FieldReview(Review):
    """Review of a game of Minesweeper."""

    guesses: int
    """Number of clicks on uncertain cells."""
    unnecessary: int
    """Number of avoidable guesses: some cell was certainly safe."""
    mistakes: int
    """Number of clicks on certain mines."""
    survival: float | None
    """Chance that all guesses were safe; None if the risk of some click is unknown."""


def review_clicks(
    rules: Minesweeper,
    turns: Sequence[Turn[Cell, Feedback]],
    strategy: Strategy,
    seed: int | str,
    chances: bool = True,
) -> FieldReview:
    """Reviews the clicks of a game; see ``review.review``.

    ``chances``: whether to estimate the chance to win before each click, which takes half the time.
    """
    view: View[Layout, Cell, Feedback] = View(rules)
    moves = []
    for turn in turns:
        after = view.after(turn)
        choice = position(rules, view.turns, seed, view.knowledge)
        click = _Click(rules, choice, turn, after)
        move = click.rated(strategy)
        moves.append(replace(move, chance=click.chance()) if chances else move)
        view = after
    guesses = [move for move in moves if move.risk and move.risk < 1]
    known = all(move.risk is not None for move in moves)
    figures: dict[str, Any] = {
        "guesses": len(guesses),
        "unnecessary": sum(move.necessary is False for move in guesses),
        "mistakes": sum(move.risk == 1 for move in moves),
        "survival": prod(1 - (move.risk or 0) for move in guesses) if known else None,
    }
    costly = sum(move.necessary is False and move.mistake for move in guesses)
    lessons = _lessons(costly, **figures)
    return FieldReview.of(rules, strategy, moves, whole_skill(moves), lessons, **figures)


def whole_skill(moves: Sequence[ReviewedClick]) -> int | None:
    """Computes the skill of a game: the part of the best clicks' chance that the player kept.

    It is a product over the clicks, since every risk is a risk to the whole game. 100 only if no
    better click was possible.
    """
    rated = [move for move in moves if move.choice and move.skill is not None]
    if not rated:
        return None
    best = all(move.skill == BEST_SKILL for move in rated)
    return skill_of(prod(move.kept for move in rated), 1.0, equal=best)


class _Click:
    """A click that is rated by the board before it."""

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
        self.text = named(turn.action)
        self.hit = isinstance(turn.feedback, Exploded)

    def rated(self, strategy: Strategy) -> ReviewedClick:
        move = self._unrated()
        if self.field.board[self.cell] != CLOSED:
            return replace(move, sentence=_("{cell} was already open.").format(cell=self.text))
        try:
            move = self._counted(move)
            if self.field.untouched:
                return self._first(move)
            if not (risk := self.field.risk(self.cell)):
                return self._certain(move)
            return self._guess(replace(move, risk=risk), strategy)
        except TooLarge:
            return replace(
                move, sentence=_("There are too many possible layouts to compute the risk.")
            )

    def _unrated(self) -> ReviewedClick:
        """Returns the review of the click without figures."""
        before, after = self.field.board.cells, self.later.board.cells
        return ReviewedClick(
            action=self.text,
            text=self.text,
            feedback=self.rules.format_feedback(self.turn.feedback),
            opened=before.count(CLOSED) - after.count(CLOSED) - self.hit,
        )

    def _counted(self, move: ReviewedClick) -> ReviewedClick:
        """Adds the numbers of possible layouts before and after, unless they are too large."""
        before, left = self.field.count(), self.later.count()
        move = replace(
            move,
            before=before if before < MAX_PRINTED_LAYOUTS else None,
            left=left if left < MAX_PRINTED_LAYOUTS else None,
        )
        if self.wins is None:
            return move
        expected, worst = self._parts(self.cell)
        return replace(move, expected=expected, worst=worst)

    @cached_property
    def wins(self) -> Wins | None:
        """Chance to win by each closed cell; None with too many possible layouts."""
        return exact_wins(self.field)

    def chance(self) -> float | None:
        """Returns the chance to win before the click, if it is known."""
        if self.field.untouched or self.rules.noguess:
            return None
        with suppress(TooLarge):
            found = self.field.analysis.win_chance
            return None if found is None else found.chance
        return None

    def _parts(self, cell: Cell) -> tuple[float, int]:
        """Returns the expected and maximum number of layouts after a click."""
        sizes = _sizes(self.field.board, cast("Wins", self.wins).layouts, cell)
        return sum(n * n for n in sizes) / sum(sizes), max(sizes)

    def _first(self, move: ReviewedClick) -> ReviewedClick:
        """Rates the first click: all cells are equally good."""
        risk = self.field.risk(self.cell)
        return replace(
            move,
            best=self.text,
            skill=BEST_SKILL,
            luck=_luck(risk, self.hit) if risk else None,
            necessary=True if risk else None,
            risk=risk,
            best_risk=risk,
            sentence=" ".join(
                [first_click(self.field), *([was_mine(self.cell)] if self.hit else [])]
            ),
        )

    def _certain(self, move: ReviewedClick) -> ReviewedClick:
        """Rates a click that could not hit a mine: it is always a best one."""
        move = replace(
            move,
            best=self.text,
            best_expected=move.expected,
            best_worst=move.worst,
            skill=BEST_SKILL,
            choice=any(self.field.risk(cell) > 0 for cell in self.field.closed()),
            risk=0.0,
            best_risk=0.0,
            sentence=(
                _("{cell} was certainly safe.")
                if move.opened == 1
                else ngettext(
                    "{cell} was certainly safe and opened {n} cell.",
                    "{cell} was certainly safe and opened {n} cells.",
                    move.opened,
                )
            ).format(cell=self.text, n=move.opened),
        )
        if self.wins is None:
            return move
        win = self.wins.clicks[self.cell] / len(self.wins.layouts)
        return replace(move, win=win, best_win=win, exact=True)

    def _guess(self, move: ReviewedClick, strategy: Strategy) -> ReviewedClick:
        risk = cast("float", move.risk)
        safe = certainly_safe(self.field)
        choice = chosen(strategy, self.view) if safe is None else safe.cell
        asked = {self.cell, choice} & {*self.field.closed()}
        measure = worths(self.field, self.wins, asked)
        worth = measure.clicks
        best = self._best(worth, choice) if safe is None else safe.cell
        best_risk = self.field.risk(best)
        move = replace(
            move,
            best=named(best),
            luck=_luck(risk, self.hit) if risk < 1 else None,
            necessary=safe is None,
            missed=safe.steps[-1].rule if safe is not None and safe.steps else None,
            best_risk=best_risk,
        )
        equal = best == self.cell or worth[self.cell] >= worth[best]
        skill = skill_of(worth[self.cell], worth[best], equal)
        move = replace(
            move,
            skill=skill,
            kept=1.0 if equal else worth[self.cell] / worth[best],
            choice=not equal or len(set(worth.values())) > 1,
            win=measure.chance(self.cell),
            best_win=measure.chance(best),
            exact=measure.exact if measure.win else None,
        )
        if self.wins is not None:
            expected, worst = self._parts(best)
            move = replace(move, best_expected=expected, best_worst=worst)
        if skill == BEST_SKILL:  # An unavoidable risk may be taken at once.
            move = replace(
                move,
                best=self.text,
                best_risk=risk,
                best_win=move.win,
                best_expected=move.expected,
                best_worst=move.worst,
            )
        if worth[self.cell] == max(worth.values()):
            verdict = _("A guess was needed, and no cell was better.")
        else:
            verdict = _("A guess was needed, and that of the strategy {strategy} is no better.")
        verdict = verdict.format(strategy=strategy.name)
        return replace(move, sentence=" ".join(self._sentences(move, safe, verdict)))

    def _best(self, worth: dict[Cell, int], choice: Any) -> Cell:
        """Returns the best cell if none is certainly safe: the clicked one, or the strategy's.

        If the strategy fails or chooses a certain loss, it is the first with the highest worth.
        """
        most = max(worth, key=lambda cell: worth[cell])
        if worth[self.cell] == worth[most]:
            return self.cell
        return cast("Cell", choice) if worth.get(choice) else most

    def _sentences(self, move: ReviewedClick, safe: Advice | None, praise: str) -> list[str]:
        """Returns sentences on a guess; ``praise`` is for one that was needed and a best one."""
        if move.risk == 1:
            texts = [was_certain_mine(self.cell), *why(self.field, self.cell)[-1:]]
        else:
            # Translators: {risk} is such as "12.5 %", "under 0.1 %" or "over 99.9 %".
            texts = [_("The chance of a mine at {cell} was {risk}.")]
            # Translators: "It" is the cell of the sentence before.
            texts.append(was_mine(self.cell) if self.hit else _("It was safe."))
        if safe is not None:
            texts += [_("No guess was needed: {safe} was certainly safe."), *safe.reasons[-1:]]
            if move.skill == BEST_SKILL:
                texts.append(_("But this risk had to be taken sooner or later."))
        elif move.skill == BEST_SKILL:
            texts.append(praise)
        elif move.win is not None:
            texts.append(
                _(
                    "A guess was needed, but {best} was better: the chance to win the game was "
                    "{best_win} there and {win} here."
                )
                if move.exact
                else _(
                    "A guess was needed, but {best} was better: the chance to win the game was "
                    "about {best_win} there and {win} here."
                )
            )
        else:
            # Translators: {best_risk} is the chance of a mine in the cell {best}.
            texts.append(
                _("A guess was needed, but {best} was safer: its chance of a mine was {best_risk}.")
            )
        return [
            text.format(
                cell=self.text,
                risk=percent(move.risk or 0.0),
                best=move.best,
                safe="" if safe is None else named(safe.cell),
                best_risk=percent(move.best_risk or 0.0),
                win=percent(move.win or 0.0),
                best_win=percent(move.best_win or 0.0),
            )
            for text in texts
        ]


def _luck(risk: float, hit: bool) -> int:
    """Computes the luck of a guess from its mine probability and result."""
    mined = round(risk * 10**9)
    return round(luck_of([(10**9 - mined, 0), (mined, 1)], int(hit)))


def _sizes(board: Board, layouts: np.ndarray[Any, Any], cell: Cell) -> list[int]:
    """Returns the sizes of the partition of the layouts by the answer to a click."""
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


def _lessons(
    costly: int, guesses: int, unnecessary: int, mistakes: int, survival: float | None
) -> list[str]:
    """Returns sentences on the guesses of a game, with advice on those that were costly."""
    sentences = []
    if survival is not None:
        sentences.append(guess_summary(guesses, survival))
    elif guesses:
        sentences.append(
            ngettext("You guessed {n} time.", "You guessed {n} times.", guesses).format(n=guesses)
        )
    if costly:
        sentences.append(
            ngettext(
                "{n} guess was avoidable: another cell was certainly safe. Look for a safe cell "
                "before you guess; a hint shows you one.",
                "{n} guesses were avoidable: another cell was certainly safe. Look for a safe cell "
                "before you guess; a hint shows you one.",
                costly,
            ).format(n=costly)
        )
    elif guesses and not unnecessary:
        sentences.append(
            # Translators: "it" is the only guess of a game.
            _("It was forced: no cell was certainly safe.")
            if guesses == 1
            # Translators: "them" are several guesses.
            else _("All of them were forced: no cell was certainly safe.")
        )
    if mistakes:
        sentences.append(
            ngettext(
                "{n} click was on a cell that was certainly a mine.",
                "{n} clicks were on cells that were certainly mines.",
                mistakes,
            ).format(n=mistakes)
        )
    return sentences
