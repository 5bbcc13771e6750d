"""Review of the guesses of a game of Mastermind."""

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
"""Limits of the search for the best guess; it takes a few seconds per game.

Up to ``MOST_CODES`` codes it is always searched, if guesses that differ only in the order of their
places can be left out (``symmetry``). Otherwise the number of all codes times the number of
possible codes must be at most ``MOST_PAIRS``.
"""

PLAIN_CODES, PLAIN_PAIRS = 1 << 16, 1 << 24
"""The same limits without the native core."""


@dataclass(frozen=True, kw_only=True)
class ReviewedGuess(Reviewed):
    """Review of a guess.

    If the code is found, it does not count in ``expected``, ``worst`` and ``left``. If the rules
    have too many codes to list, the best guess is the best of those that were tried, and skill is
    99 only if no other guess can be better.
    """

    exact: bool = True
    """True if the possible codes before the guess were counted.

    If False, ``before``, ``expected``, ``worst``, skill and luck are estimates from a sample.
    """
    left_exact: bool = True
    """True if the possible codes after the guess were counted."""
    possible: bool
    """True if the guess is consistent with all earlier answers."""
    contradicts: tuple[int, ...]
    """The rows, counted from 1, whose answers it contradicts."""


def review_guesses(
    rules: Mastermind, turns: Sequence[Turn[Code, Feedback]], strategy: Strategy | None = None
) -> Review:
    """Reviews the guesses of a game; see ``review.review``."""
    view: View[Code, Code, Feedback] = View(rules)
    moves: list[ReviewedGuess] = []
    problem = ""
    for number, turn in enumerate(turns, start=1):
        row = _Row(rules, turns[: number - 1], turn)
        if problem:
            moves.append(row.unrated(problem))
            continue
        known, later = cast("Candidates", view.knowledge), view.after(turn)
        try:
            left = cast("Candidates", later.knowledge).estimate()
        except Contradiction as error:
            moves.append(row.unrated(f"{capital(str(error))}.", left=0))
            problem = _("Not rated: the answers contradict each other from row {row} on.").format(
                row=number
            )
            continue
        except MastermineError as error:  # It is unknown if any code is possible.
            # Translators: {reason} is a clause that says what is wrong.
            problem = _("Not rated: {reason}.").format(reason=error)
            moves.append(row.unrated(problem))
            continue
        moves.append(row.rated(view, known, left, strategy))
        view = later
    return Review.of(rules, moves, [*_lessons(moves), *_sampled(moves)])


class _Row:
    """A guess that is rated by the possible codes before it."""

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

    def unrated(self, sentence: str, left: int | None = None) -> ReviewedGuess:
        """Returns the review of the guess without figures."""
        return ReviewedGuess(
            action=self.text,
            feedback=self.rules.format_feedback(self.turn.feedback),
            left=left,
            sentence=sentence,
            possible=not self.contradicts,
            contradicts=self.contradicts,
        )

    def rated(
        self,
        view: View[Any, Any, Any],
        known: Candidates,
        after: Estimate,
        strategy: Strategy | None,
    ) -> ReviewedGuess:
        """Returns the review of the guess, from the possible codes before and after it."""
        own = assess(known, self.turn.action)
        best = self._best(view, known, own, strategy)
        sizes = {self.turn.feedback: 1, **own.parts}  # The answer may be missing in a sample.
        parts = [(size, 0 if self.rules.solved(answer) else size) for answer, size in sizes.items()]
        got = 0 if self.solved else sizes[self.turn.feedback]
        move = replace(
            self.unrated(""),
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
        return replace(move, sentence=self._sentence(move))

    def _skill(self, own: Assessment, best: Assessment) -> int | None:
        """Computes the skill; 99 only if it is certain that no other guess is better."""
        if best is not own:
            worth = _worth(best)
            return skill_of(_worth(own), worth, equal=False) if worth > 0 else None
        # The ideal guess is possible itself and gets a different answer from every code.
        ideal = own.exact and _cost(own) == own.candidates - 1
        return BEST_SKILL if ideal or listable(self.rules) else BEST_SKILL - 1

    def _best(
        self,
        view: View[Any, Any, Any],
        known: Candidates,
        own: Assessment,
        strategy: Strategy | None,
    ) -> Assessment | None:
        """Returns the guess that leaves the fewest codes on average, or None if it takes too long.

        If the codes are too many to list, it is the best of those that are tried.
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
        choice = preferred(strategy, view)
        if choice is not None and _cost(other := assess(known, choice)) == _cost(best):
            return other
        return best

    def _sentence(self, move: ReviewedGuess) -> str:
        if move.exact and move.before == 1 and move.possible:
            return _("Only this code was possible. It was the code.")
        expected, best_expected = (
            average(number or 0.0, move.exact) for number in (move.expected, move.best_expected)
        )
        sentences = [
            self._rating(move, expected == best_expected).format(
                word="" if move.skill is None else praise(move.skill),
                guess=self.text,
                expected=expected,
                best=move.best,
                best_expected=best_expected,
            )
        ]
        if not move.possible:
            sentences.append(self._inconsistent(move))
        if self.solved:
            sentences.append(_("It was the code."))
        return " ".join(sentences)

    def _rating(self, move: ReviewedGuess, alike: bool) -> str:
        """Returns a sentence with placeholders that compares the guess with the best one.

        ``alike``: both averages are equal as printed.
        """
        if move.skill is None:
            # Translators: {expected} is a number with a fraction, such as 4.5.
            return _("{guess} leaves {expected} possible codes on average.")
        if move.exact and move.before == 1:
            # Translators: {word} is one of Best, Very good, Good, Fair, Weak.
            return _("{word}: only {best} was still possible.")
        if move.skill == BEST_SKILL:
            # Translators: {word} is Best; {expected} is such as 4.5.
            return _(
                "{word}: {guess} leaves {expected} possible codes on average; no other guess "
                "leaves fewer."
            )
        if move.best == move.action:
            # Translators: {word} is one of Very good, Good, Fair, Weak; {expected} is such as 4.5.
            return _(
                "{word}: {guess} leaves {expected} possible codes on average; no other guess that "
                "was tried leaves fewer."
            )
        if alike:
            # Translators: {word} is one of Very good, Good, Fair, Weak; {expected} is such as 4.5.
            return _(
                "{word}: {guess} leaves {expected} possible codes on average; {best} would have "
                "left slightly fewer."
            )
        # Translators: {word} is one of Very good, Good, Fair, Weak; {expected} is such as 4.5.
        return _(
            "{word}: {guess} leaves {expected} possible codes on average; {best} would have left "
            "{best_expected}."
        )

    def _inconsistent(self, move: ReviewedGuess) -> str:
        """Returns a sentence about a guess that could not be the code."""
        if move.skill == BEST_SKILL:
            return _("It could not be the code, but no other guess narrows the code down faster.")
        if move.best == move.action:
            return _(
                "It could not be the code, but no other guess that was tried narrows the code "
                "down faster."
            )
        text = (
            # Translators: {rows} is the number of one row.
            _("It could not be the code: it contradicts the answer in row {rows}.")
            if len(self.contradicts) == 1
            # Translators: {rows} is a list of the numbers of several rows.
            else _("It could not be the code: it contradicts the answers in rows {rows}.")
        )
        return text.format(rows=_listed(self.contradicts))


def _fewest_left() -> Heuristic:
    from mastermine.mastermind.strategies.expected_size import expected_size

    return cast("Heuristic", expected_size)


def _cost(assessment: Assessment) -> int:
    """Returns the average number of codes left times the number of possible codes: an integer.

    For an estimate the guess itself, even if it is possible, counts as left.
    """
    found = assessment.possible and assessment.exact
    return sum(n * n for n in assessment.parts.values()) - found


def _worth(assessment: Assessment) -> float:
    """Returns the information of a guess in bits, as defined in docs/how-to/coach.md."""
    return log2((assessment.candidates + 1) / (assessment.expected + 1))


def _sampled(moves: Sequence[ReviewedGuess]) -> list[str]:
    """Returns a sentence about estimates, if there are any."""
    if all(move.exact for move in moves):
        return []
    return [
        _(
            "Some guesses had too many possible codes to list: their numbers, skill and luck are "
            "estimates from a sample."
        )
    ]


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _lessons(moves: Sequence[ReviewedGuess]) -> list[str]:
    """Returns advice: on guesses that could not be the code, else on the weakest guess.

    Small differences that are only estimated do not count.
    """
    rated = [(row, move) for row, move in enumerate(moves, start=1) if move.skill is not None]
    improvable = [
        (row, move)
        for row, move in rated
        if move.best != move.action and (move.exact or (move.skill or 0) < VERY_GOOD)
    ]
    inconsistent = [row for row, move in improvable if not move.possible]
    if inconsistent:
        text = (
            # Translators: {rows} is the number of one guess.
            _(
                "Guess {rows} could not be the code, and another guess would have been better. "
                "Before you guess, check your code against every answer."
            )
            if len(inconsistent) == 1
            # Translators: {rows} is a list of the numbers of several guesses.
            else _(
                "Guesses {rows} could not be the code, and other guesses would have been better. "
                "Before you guess, check your code against every answer."
            )
        )
        return [text.format(rows=_listed(inconsistent))]
    row, worst = min(improvable, key=lambda each: each[1].skill or 0, default=(0, None))
    if worst is None:
        return []
    return [
        # Translators: {row} is the number of a guess, {best} and {guess} are codes.
        _("Guess {row} was the weakest: {best} would have been better than {guess}.").format(
            row=row, best=worst.best, guess=worst.action
        )
    ]
