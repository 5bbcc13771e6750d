"""The guesses of a game of Mastermind, looked back on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log2
from typing import TYPE_CHECKING, Any, cast

from mastermine.coach.guess import Assessment, assess, average
from mastermine.coach.review import (
    BEST_SKILL,
    VERY_GOOD,
    Review,
    Reviewed,
    luck_of,
    praise,
    preferred,
    skill_of,
)
from mastermine.core.errors import Contradiction, MastermineError
from mastermine.core.game import View
from mastermine.i18n.text import _, capital
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.knowledge import listable
from mastermine.mastermind.symmetry import MOST_PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.core.game import Turn
    from mastermine.core.strategy import Heuristic, Strategy
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import Candidates, Estimate
    from mastermine.mastermind.rules import Code, Mastermind

MOST_CODES, MOST_PAIRS = 1 << 20, 1 << 32
"""Among so many codes the best guess is looked for, however many of them are possible.

Among more, and wherever guesses that differ in the order of their places cannot be left out
(``symmetry``), if all codes times those possible are no more than so many pairs. That takes a few
seconds for a game.
"""

PLAIN_CODES, PLAIN_PAIRS = 1 << 16, 1 << 24
"""The same without the native core."""


@dataclass(frozen=True, kw_only=True)
class ReviewedGuess(Reviewed):
    """A guess, what it did, and what could have been done.

    ``expected``, ``worst`` and ``left`` count no code where the code is found. Where a game has too
    many codes to list, the best guess is the best of those that were tried, and its skill is 99
    only where no guess at all can be better.
    """

    exact: bool = True
    """Whether the codes before the guess were counted.

    Else ``before``, ``expected`` and ``worst``, and skill and luck, are judged by a sample.
    """
    left_exact: bool = True
    """Whether the codes after it were."""
    possible: bool
    """Whether it could be the code, by the answers before it."""
    contradicts: tuple[int, ...]
    """The rows, counted from 1, by whose answers it could not."""


def review_guesses(
    rules: Mastermind, turns: Sequence[Turn[Code, Feedback]], strategy: Strategy | None = None
) -> Review:
    """What each guess was worth: see ``review.review``."""
    view: View[Code, Code, Feedback] = View(rules)
    moves: list[ReviewedGuess] = []
    unjudged = ""
    for row, turn in enumerate(turns, start=1):
        told = _Row(rules, turns[: row - 1], turn)
        if unjudged:
            moves.append(told.unknown(unjudged))
            continue
        known, later = cast("Candidates", view.knowledge), view.after(turn)
        try:
            left = cast("Candidates", later.knowledge).estimate()
        except Contradiction as error:
            moves.append(told.unknown(f"{capital(str(error))}.", left=0))
            unjudged = _("Not judged: the answers contradict each other from row {row} on.").format(
                row=row
            )
            continue
        except MastermineError as error:  # Whether any code fits was not found out.
            # Translators: {reason} is a clause that says what is wrong.
            unjudged = _("Not judged: {reason}.").format(reason=error)
            moves.append(told.unknown(unjudged))
            continue
        moves.append(told.judged(view, known, left, strategy))
        view = later
    return Review.of(rules, moves, [*_lessons(moves), *_sampled(moves)])


class _Row:
    """A guess, to be judged by what was known before it."""

    def __init__(
        self,
        rules: Mastermind,
        earlier: Sequence[Turn[Code, Feedback]],
        turn: Turn[Code, Feedback],
    ) -> None:
        self.rules, self.turn = rules, turn
        self.text = rules.format_action(turn.action)
        self.contradicts = tuple(
            row
            for row, before in enumerate(earlier, start=1)
            if rules.respond(turn.action, before.action) != before.feedback
        )
        self.solved = rules.solved(turn.feedback)

    def unknown(self, sentence: str, left: int | None = None) -> ReviewedGuess:
        """The guess where nothing is known of what it did."""
        return ReviewedGuess(
            action=self.text,
            feedback=self.rules.format_feedback(self.turn.feedback),
            left=left,
            sentence=sentence,
            possible=not self.contradicts,
            contradicts=self.contradicts,
        )

    def judged(
        self,
        view: View[Any, Any, Any],
        known: Candidates,
        after: Estimate,
        strategy: Strategy | None,
    ) -> ReviewedGuess:
        """The guess by the codes that were possible, and how many are after it."""
        own = assess(known, self.turn.action)
        best = self._best(view, known, own, strategy)
        sizes = {self.turn.feedback: 1, **own.parts}  # A sample need not have met the answer.
        parts = [(size, 0 if self.rules.solved(answer) else size) for answer, size in sizes.items()]
        got = 0 if self.solved else sizes[self.turn.feedback]
        told = replace(
            self.unknown(""),
            before=own.candidates,
            left=0 if self.solved else after.number,
            expected=own.expected,
            worst=own.worst,
            best=None if best is None else self.rules.format_action(best.guess),
            best_expected=None if best is None else best.expected,
            best_worst=None if best is None else best.worst,
            skill=None if best is None else self._skill(own, best),
            luck=round(luck_of(parts, got)) if len(parts) > 1 else None,
            choice=best is not None and self.rules.size > 1,
            exact=own.exact,
            left_exact=self.solved or after.exact,
        )
        return replace(told, sentence=self._sentence(told))

    def _skill(self, own: Assessment, best: Assessment) -> int | None:
        """The skill; 99 only where no guess at all can be better, which trying some cannot show."""
        if best is not own:
            worth = _worth(best)
            return skill_of(_worth(own), worth, equal=False) if worth > 0 else None
        # None does better than to tell all codes apart, and to be one of them.
        ideal = own.exact and _cost(own) == own.candidates - 1
        return BEST_SKILL if ideal or listable(self.rules) else BEST_SKILL - 1

    def _best(
        self,
        view: View[Any, Any, Any],
        known: Candidates,
        own: Assessment,
        strategy: Strategy | None,
    ) -> Assessment | None:
        """The guess that leaves fewest codes on average; None where that takes too long to find.

        Of rules with too many codes to list, it is the best of those that are tried.
        """
        if not listable(self.rules):
            best = assess(known, known.best(_fewest_left()))
            return own if _cost(own) <= _cost(best) else best
        plain = kernels.backend is reference
        codes, pairs = (PLAIN_CODES, PLAIN_PAIRS) if plain else (MOST_CODES, MOST_PAIRS)
        few = self.rules.size <= codes and self.rules.places <= MOST_PLACES
        if not few and self.rules.size * own.candidates > pairs:
            return None
        best = assess(known, known.best(_fewest_left()))
        if _cost(own) == _cost(best):
            return own
        taste = preferred(strategy, view)
        if taste is not None and _cost(liked := assess(known, taste)) == _cost(best):
            return liked
        return best

    def _sentence(self, told: ReviewedGuess) -> str:
        if told.exact and told.before == 1 and told.possible:
            return _("Only this code was possible. It was the code.")
        expected, best_expected = (
            average(number or 0.0, told.exact) for number in (told.expected, told.best_expected)
        )
        sentences = [
            self._value(told, expected == best_expected).format(
                word="" if told.skill is None else praise(told.skill),
                guess=self.text,
                expected=expected,
                best=told.best,
                best_expected=best_expected,
            )
        ]
        if not told.possible:
            sentences.append(self._vain(told))
        if self.solved:
            sentences.append(_("It was the code."))
        return " ".join(sentences)

    def _value(self, told: ReviewedGuess, alike: bool) -> str:
        """What the guess leaves and what the best one would have, with places for both.

        ``alike``: the two read the same.
        """
        if told.skill is None:
            # Translators: {expected} is a number with a fraction, such as 4.5.
            return _("{guess} leaves {expected} codes on average.")
        if told.exact and told.before == 1:
            # Translators: {word} is one of Best, Very good, Good, Fair, Weak.
            return _("{word}: only {best} was still possible.")
        if told.skill == BEST_SKILL:
            # Translators: {word} is Best; {expected} is such as 4.5.
            return _("{word}: {guess} leaves {expected} codes on average; none leaves fewer.")
        if told.best == told.action:
            # Translators: {word} is one of Very good, Good, Fair, Weak; {expected} is such as 4.5.
            return _(
                "{word}: {guess} leaves {expected} codes on average; of the guesses that were "
                "tried none leaves fewer."
            )
        if alike:
            # Translators: {word} is one of Very good, Good, Fair, Weak; {expected} is such as 4.5.
            return _(
                "{word}: {guess} leaves {expected} codes on average; {best} would have left a "
                "little less."
            )
        # Translators: {word} is one of Very good, Good, Fair, Weak; {expected} is such as 4.5.
        return _(
            "{word}: {guess} leaves {expected} codes on average; {best} would have left "
            "{best_expected}."
        )

    def _vain(self, told: ReviewedGuess) -> str:
        """That a guess could not be the code, and whether that was a mistake."""
        if told.skill == BEST_SKILL:
            return _("It could not be the code, but its answer tells as much as any.")
        if told.best == told.action:
            return _(
                "It could not be the code, but its answer tells as much as any that was tried."
            )
        return self._impossible()

    def _impossible(self) -> str:
        """Which earlier answers say that this is not the code."""
        told = (
            # Translators: {rows} is the number of one row.
            _("It could not be the code: it contradicts the answer in row {rows}.")
            if len(self.contradicts) == 1
            # Translators: {rows} is a list of the numbers of several rows.
            else _("It could not be the code: it contradicts the answers in rows {rows}.")
        )
        return told.format(rows=_listed(self.contradicts))


def _fewest_left() -> Heuristic:
    from mastermine.mastermind.strategies.expected_size import expected_size

    return cast("Heuristic", expected_size)


def _cost(assessment: Assessment) -> int:
    """The codes left on average, times the codes that were possible: a whole number.

    Of estimates it is no more exact than they are, and the code itself, if it is one, is left out.
    """
    found = assessment.possible and assessment.exact
    return sum(n * n for n in assessment.parts.values()) - found


def _worth(assessment: Assessment) -> float:
    """By how many halvings a guess makes the codes fewer; finding the code leaves none."""
    return log2((assessment.candidates + 1) / (assessment.expected + 1))


def _sampled(moves: Sequence[ReviewedGuess]) -> list[str]:
    """That some of it is no more than likely, where it is so."""
    if all(move.exact for move in moves):
        return []
    return [
        _(
            "Where there were too many codes to list, numbers, skill and luck are judged by a "
            "sample of them."
        )
    ]


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _lessons(moves: Sequence[ReviewedGuess]) -> list[str]:
    """What to do better: the guesses that could not be the code, else the one that cost most.

    By a sample a guess is blamed for no small difference.
    """
    judged = [(row, move) for row, move in enumerate(moves, start=1) if move.skill is not None]
    judged = [
        (row, move)
        for row, move in judged
        if move.best != move.action and (move.exact or (move.skill or 0) < VERY_GOOD)
    ]
    vain = [row for row, move in judged if not move.possible]
    if vain:
        told = (
            # Translators: {rows} is the number of one guess.
            _(
                "Guess {rows} could not be the code, and another would have told more: before a "
                "guess, hold it against every answer."
            )
            if len(vain) == 1
            # Translators: {rows} is a list of the numbers of several guesses.
            else _(
                "Guesses {rows} could not be the code, and others would have told more: before a "
                "guess, hold it against every answer."
            )
        )
        return [told.format(rows=_listed(vain))]
    row, worst = min(judged, key=lambda each: each[1].skill or 0, default=(0, None))
    if worst is None:
        return []
    return [
        # Translators: {row} is the number of a guess, {best} and {guess} are codes.
        _("Guess {row} had the most to gain: {best} instead of {guess}.").format(
            row=row, best=worst.best, guess=worst.action
        )
    ]
