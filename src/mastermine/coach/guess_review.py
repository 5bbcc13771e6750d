"""The guesses of a game of Mastermind, looked back on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log2
from typing import TYPE_CHECKING, Any, cast

from mastermine.coach.guess import Assessment, assess
from mastermine.coach.review import (
    BEST,
    Review,
    Reviewed,
    luck_of,
    on_the_whole,
    praise,
    preferred,
    skill_of,
    whole_luck,
    whole_skill,
)
from mastermine.core.errors import Contradiction
from mastermine.core.game import View
from mastermine.core.numbers import decimal
from mastermine.core.text import _, capital
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.symmetry import MOST_PLACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.core.game import Turn
    from mastermine.core.strategy import Heuristic, Strategy
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import Candidates
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

    ``expected``, ``worst`` and ``left`` count no code where the code is found.
    """

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
    wrong: int | None = None
    for row, turn in enumerate(turns, start=1):
        told = _Row(rules, turns[: row - 1], turn)
        if wrong is not None:
            sentence = _("Not judged: the answers contradict each other from row {row} on.")
            moves.append(told.unknown(sentence.format(row=wrong)))
            continue
        known = cast("Candidates", view.knowledge)
        if not known.listed:
            moves.append(told.unlisted())
            view = view.after(turn)
            continue
        try:
            known.after(turn)
        except Contradiction as error:
            wrong = row
            moves.append(told.unknown(f"{capital(str(error))}.", left=0))
            continue
        moves.append(told.judged(view, known, strategy))
        view = view.after(turn)
    skill, luck = whole_skill(moves), whole_luck(moves)
    return Review(
        rules=rules.spec(),
        moves=tuple(moves),
        skill=skill,
        luck=luck,
        sentences=(*on_the_whole(skill, luck), *_lessons(moves)),
    )


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

    def unlisted(self) -> ReviewedGuess:
        """The guess where there are too many codes to be listed."""
        told = [_("There are too many codes to say what it left.")]
        if self.solved:
            told = [_("It was the code.")]
        elif self.contradicts:
            told.insert(0, self._impossible())
        return self.unknown(" ".join(told), left=0 if self.solved else None)

    def judged(
        self, view: View[Any, Any, Any], known: Candidates, strategy: Strategy | None
    ) -> ReviewedGuess:
        """The guess by the codes that were possible."""
        own = assess(known, self.turn.action)
        best = self._best(view, known, own, strategy)
        left = 0 if self.solved else own.parts[self.turn.feedback]
        parts = [
            (size, 0 if self.rules.solved(answer) else size) for answer, size in own.parts.items()
        ]
        skill = None
        if best is not None:
            skill = skill_of(_worth(own), _worth(best), equal=_cost(own) == _cost(best))
        told = replace(
            self.unknown(""),
            before=own.candidates,
            left=left,
            expected=own.expected,
            worst=own.worst,
            best=None if best is None else self.rules.format_action(best.guess),
            best_expected=None if best is None else best.expected,
            best_worst=None if best is None else best.worst,
            skill=skill,
            luck=round(luck_of(parts, left)) if len(parts) > 1 else None,
            choice=best is not None and self.rules.size > 1,
        )
        return replace(told, sentence=self._sentence(told))

    def _best(
        self,
        view: View[Any, Any, Any],
        known: Candidates,
        own: Assessment,
        strategy: Strategy | None,
    ) -> Assessment | None:
        """The guess that leaves fewest codes on average; None where that takes too long to find."""
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
        """What there is to say, from the figures."""
        if told.before == 1 and told.possible:
            return _("Only this code was possible. It was the code.")
        sentences = [
            self._value(told).format(
                word="" if told.skill is None else praise(told.skill),
                guess=self.text,
                expected=decimal(told.expected or 0.0, 1),
                best=told.best,
                best_expected=decimal(told.best_expected or 0.0, 1),
            )
        ]
        if not told.possible:
            sentences.append(
                _("It could not be the code, but its answer tells as much as any.")
                if told.skill == BEST
                else self._impossible()
            )
        if self.solved:
            sentences.append(_("It was the code."))
        return " ".join(sentences)

    def _value(self, told: ReviewedGuess) -> str:
        """What the guess leaves and what the best one would have, with places for both."""
        if told.skill is None:
            # Translators: {expected} is a number with a fraction, such as 4.5.
            return _("{guess} leaves {expected} codes on average.")
        if told.before == 1:
            # Translators: {word} is one of Best, Very good, Good, Fair, Weak.
            return _("{word}: only {best} was still possible.")
        if told.skill == BEST:
            # Translators: {word} is Best; {expected} is such as 4.5.
            return _("{word}: {guess} leaves {expected} codes on average; none leaves fewer.")
        if f"{told.expected:.1f}" == f"{told.best_expected:.1f}":
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
    """The codes left on average, times the codes that were possible: a whole number."""
    return sum(n * n for n in assessment.parts.values()) - assessment.possible


def _worth(assessment: Assessment) -> float:
    """By how many halvings a guess makes the codes fewer; finding the code leaves none."""
    return log2((assessment.candidates + 1) / (assessment.expected + 1))


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _lessons(moves: Sequence[ReviewedGuess]) -> list[str]:
    """What to do better: the guesses that could not be the code, else the one that cost most."""
    judged = [(row, move) for row, move in enumerate(moves, start=1) if move.skill is not None]
    vain = [row for row, move in judged if not move.possible and move.skill != BEST]
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
    if worst is None or worst.skill == BEST:
        return []
    return [
        # Translators: {row} is the number of a guess, {best} and {guess} are codes.
        _("Guess {row} had the most to gain: {best} instead of {guess}.").format(
            row=row, best=worst.best, guess=worst.action
        )
    ]
