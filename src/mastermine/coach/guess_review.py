"""Review of the guesses of a game of Mastermind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import TYPE_CHECKING, Any, cast

from mastermine.coach.guess import Assessment, answered, assess, average, most
from mastermine.coach.hint import chosen, position
from mastermine.coach.reasons import against
from mastermine.coach.review import (
    BEST_SKILL,
    VERY_GOOD,
    Review,
    Reviewed,
    luck_of,
    praise,
    skill_of,
)
from mastermine.core.errors import Contradiction, MastermineError
from mastermine.core.game import View
from mastermine.core.strategy import Heuristic
from mastermine.i18n.text import _, capital, ngettext
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.knowledge import contradiction, listable
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.symmetry import MAX_PLACES

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import Candidates, Estimate
    from mastermine.mastermind.rules import Code, Mastermind

MAX_CODES, MAX_PAIRS = 1 << 20, 1 << 32
"""Limits of the search for the best guess; it takes a few seconds per game.

Up to ``MAX_CODES`` codes it is always searched, if guesses that differ only in the order of their
places can be left out (``symmetry``). Otherwise the number of all codes times the number of
possible codes must be at most ``MAX_PAIRS``.
"""

PLAIN_CODES, PLAIN_PAIRS = 1 << 16, 1 << 24
"""The same limits without the native core."""


@dataclass(frozen=True, kw_only=True)
class ReviewedGuess(Reviewed):
    """Review of a guess.

    If the code is found, it does not count in ``expected``, ``worst`` and ``left``. If the rules
    have too many codes to list, the best guess is the best of those that were tried.
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
    rules: Mastermind,
    turns: Sequence[Turn[Code, Feedback]],
    strategy: Strategy,
    seed: int | str,
    names: Sequence[str] | None = None,
) -> Review:
    """Reviews the guesses of a game; see ``review.review``."""
    notation = Notation.of(rules, names)
    view: View[Code, Code, Feedback] = View(rules)
    moves: list[ReviewedGuess] = []
    problem = ""
    for number, turn in enumerate(turns, start=1):
        row = _Row(notation, turns[: number - 1], turn, strategy)
        if problem:
            moves.append(row.unrated(problem))
            continue
        known, later = cast("Candidates", view.knowledge), view.after(turn)
        if turn.feedback is rules.unknown:
            moves.append(row.unrated(_("Not rated: its answer is not known.")))
            view = later
            continue
        try:
            left = cast("Candidates", later.knowledge).estimate()
        except Contradiction as error:
            clash = contradiction(notation, turns, error.turn)
            moves.append(row.unrated(f"{capital(str(clash))}.", left=0))
            problem = _("Not rated: the answers contradict each other from row {row} on.").format(
                row=number
            )
            continue
        except MastermineError as error:  # It is unknown if any code is possible.
            # Translators: {reason} is a clause that says what is wrong.
            problem = _("Not rated: {reason}.").format(reason=error)
            moves.append(row.unrated(problem))
            continue
        moves.append(row.rated(position(rules, view.turns, seed, known), left))
        view = later
    lessons = [*_lessons(notation, moves), *_sampled(moves)]
    return Review.of(rules, strategy, moves, whole_skill(moves), lessons)


def whole_skill(moves: Iterable[Reviewed]) -> int | None:
    """Computes the skill of a game: the mean over the guesses; 100 only if all were best."""
    skills = [move.skill for move in moves if move.choice and move.skill is not None]
    if not skills:
        return None
    return skill_of(sum(skills), BEST_SKILL * len(skills), equal=set(skills) == {BEST_SKILL})


class _Row:
    """A guess that is rated by the possible codes before it."""

    def __init__(
        self,
        notation: Notation,
        earlier: Sequence[Turn[Code, Feedback]],
        turn: Turn[Code, Feedback],
        strategy: Strategy,
    ) -> None:
        self.notation, self.turn, self.strategy = notation, turn, strategy
        self.rules = rules = notation.rules
        self.measure = measure_of(strategy if not earlier else strategy.later)
        self.text = notation.format(turn.action)
        self.contradicts = tuple(
            row
            for row, before in enumerate(earlier, start=1)
            if not rules.fits(turn.action, before)
        )
        self.solved = rules.solved(turn.feedback)

    def unrated(self, sentence: str, left: int | None = None) -> ReviewedGuess:
        """Returns the review of the guess without figures."""
        return ReviewedGuess(
            action=self.rules.format_action(self.turn.action),
            text=self.text,
            feedback=self.rules.format_feedback(self.turn.feedback),
            left=left,
            sentence=sentence,
            possible=not self.contradicts,
            contradicts=self.contradicts,
        )

    def rated(self, view: View[Any, Any, Any], after: Estimate) -> ReviewedGuess:
        """Returns the review of the guess, from the possible codes before and after it."""
        known = cast("Candidates", view.knowledge)
        own = assess(known, self.turn.action)
        best = self._best(view, own)
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
            skill=None if best is None else self.measure.skill(own, best),
            luck=round(luck_of(parts, got)) if len(parts) > 1 else None,
            choice=best is not None and self.rules.size > 1,
            exact=own.exact,
            left_exact=self.solved or after.exact,
        )
        return replace(move, sentence=self._sentence(move, own, best))

    def _best(self, view: View[Any, Any, Any], own: Assessment) -> Assessment | None:
        """Returns the guess of the strategy, or ``own`` if that is as good.

        None if the strategy fails, or if the search takes too long.
        """
        known = cast("Candidates", view.knowledge)
        if self.measure.own_rule and listable(self.rules):
            plain = kernels.backend is reference
            codes, pairs = (PLAIN_CODES, PLAIN_PAIRS) if plain else (MAX_CODES, MAX_PAIRS)
            few = self.rules.size <= codes and self.rules.places <= MAX_PLACES
            if not few and self.rules.size * own.candidates > pairs:
                return None
        choice = chosen(self.strategy, answered(view))
        if choice is None or choice == own.guess:
            return None if choice is None else own
        best = assess(known, choice)
        return own if self.measure.key(known, own) <= self.measure.key(known, best) else best

    def _sentence(self, move: ReviewedGuess, own: Assessment, best: Assessment | None) -> str:
        if move.exact and move.before == 1 and move.possible:
            return _("Only this code was possible. It was the code.")
        sentences = [
            self._rating(move, own, best).format(
                word="" if move.skill is None else praise(move.skill),
                guess=self.text,
                left=self.measure.clause(own),
                best="" if best is None else self.notation.format(best.guess),
                best_left="" if best is None else self.measure.figure(best),
                strategy=self.strategy.name,
            )
        ]
        if not move.possible:
            sentences.append(self._inconsistent(move, cast("Candidates", own.before)))
        if self.solved:
            sentences.append(_("It was the code."))
        return " ".join(sentences)

    def _rating(self, move: ReviewedGuess, own: Assessment, best: Assessment | None) -> str:
        """Returns a sentence with placeholders that compares the guess with the best one."""
        if best is None:
            # Translators: {left} is such as "4.5 possible codes on average".
            return _("{guess} leaves {left}.")
        if move.exact and move.before == 1:
            # Translators: {word} is one of Best, Very good, Good, Fair, Weak.
            return _("{word}: only {best} was still possible.")
        if move.skill == BEST_SKILL:
            if not self.measure.own_rule:
                # Translators: {word} is Best; {left} is such as "4.5 possible codes on average".
                return _(
                    "{word}: {guess} leaves {left}; the guess of the strategy {strategy} is no "
                    "better."
                )
            if listable(self.rules):
                # Translators: {word} is Best; {left} is such as "4.5 possible codes on average".
                return _("{word}: {guess} leaves {left}; no other guess leaves fewer.")
            # Translators: {word} is Best; {left} is such as "4.5 possible codes on average".
            return _("{word}: {guess} leaves {left}; no other guess that was tried leaves fewer.")
        if self.measure.figure(own) != self.measure.figure(best):
            # Translators: {word} is one of Very good, Good, Fair, Weak; {left} is such as "4.5
            # possible codes on average", {best_left} such as 3.5 or "at most 5".
            return _("{word}: {guess} leaves {left}; {best} would have left {best_left}.")
        if best.possible and not own.possible:
            # Translators: {word} is one of Very good, Good, Fair, Weak; {left} is such as "at most
            # 5 possible codes".
            return _("{word}: {guess} leaves {left}, as {best} does, which may be the code itself.")
        # Translators: {word} is one of Very good, Good, Fair, Weak; {left} is such as "4.5 possible
        # codes on average".
        return _("{word}: {guess} leaves {left}; {best} would have left slightly fewer.")

    def _inconsistent(self, move: ReviewedGuess, known: Candidates) -> str:
        """Returns a sentence about a guess that could not be the code."""
        if move.skill == BEST_SKILL:
            return _("It could not be the code, but no guess that could be is better.")
        text = (
            # Translators: {rows} is the number of one row.
            _("It could not be the code: it contradicts the answer in row {rows}.")
            if len(self.contradicts) == 1
            # Translators: {rows} is a list of the numbers of several rows.
            else _("It could not be the code: it contradicts the answers in rows {rows}.")
        )
        sentence = text.format(rows=_listed(self.contradicts))
        reason = against(known, self.turn.action, self.notation)
        return f"{sentence} {reason}" if reason else sentence


def measure_of(strategy: Strategy) -> Measure:
    """Returns the measure that belongs to the rule of a strategy.

    A heuristic is its own measure. Guesses are compared with the one of any other strategy by the
    average number of codes left.
    """
    plays = strategy.later
    if isinstance(plays, Heuristic) and not plays.indifferent:
        return Measure(plays, own_rule=plays is strategy)  # Not of a fixed first guess.
    return Measure(fewest_left(), own_rule=False)


def fewest_left() -> Heuristic:
    """Returns the strategy ``expected-size`` (Irving 1978)."""
    from mastermine.mastermind.strategies.expected_size import expected_size

    return cast("Heuristic", expected_size)


@dataclass(frozen=True)
class Measure:
    """Compares guesses by the possible codes that they leave."""

    heuristic: Heuristic
    own_rule: bool
    """True if the least cost is the rule of the strategy, False for a comparison with its guess."""

    def key(self, known: Candidates, guess: Assessment) -> tuple[int, bool]:
        """Returns a sorting key: less is better, equal is equally good, as the rule says."""
        return known.cost(self.heuristic, guess.guess), not guess.possible

    def left(self, guess: Assessment) -> float:
        """Computes the number of codes that a guess leaves, by this measure; 0 if it is found.

        For an estimate the guess itself, even if it is possible, counts as left; the number is
        then whole.
        """
        total = guess.candidates
        if guess.exact:
            return self.heuristic.equal_part([*guess.parts.values()]) - guess.possible / total
        if self.heuristic is fewest_left():
            return guess.expected
        # Shares of a million, since the numbers may be too large for floating point.
        parts = [max(1, n * 10**6 // total) for n in guess.parts.values()]
        return int(self.heuristic.equal_part(parts)) * total // 10**6

    def worth(self, guess: Assessment) -> float:
        """Computes the information of a guess in bits, as defined in docs/how-to/coach.md."""
        return log2((guess.candidates + 1) / (self.left(guess) + 1))

    def skill(self, own: Assessment, best: Assessment) -> int | None:
        """Computes the skill; ``own is best`` for a best guess. None if all guesses are useless."""
        worth = self.worth(best)
        if own is not best and worth <= 0:
            return None
        return skill_of(self.worth(own), worth, equal=own is best)

    def figure(self, guess: Assessment) -> str:
        """Formats the number of codes that a guess leaves: 4.5, or at most 5."""
        if self.heuristic.combine == "max":
            # Translators: {n} is a number of codes.
            return _("at most {n}").format(n=most(guess.worst, guess.exact))
        if self.heuristic is fewest_left():
            return average(guess.expected, guess.exact)
        return average(self.left(guess), guess.exact)

    def clause(self, guess: Assessment) -> str:
        """Formats the number of codes that a guess leaves: 4.5 possible codes on average."""
        if self.heuristic.combine == "max":
            # Translators: a clause: a guess leaves so many codes.
            text = ngettext("at most {n} possible code", "at most {n} possible codes", guess.worst)
            return text.format(n=most(guess.worst, guess.exact))
        if self.heuristic is fewest_left():
            # Translators: a clause: a guess leaves so many codes; {n} is such as 4.5.
            return _("{n} possible codes on average").format(n=self.figure(guess))
        # Translators: a clause: a guess leaves so many codes; {n} is such as 4.5.
        return _("{n} possible codes by the measure of {strategy}").format(
            n=self.figure(guess), strategy=self.heuristic.name
        )


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


def _lessons(notation: Notation, moves: Sequence[ReviewedGuess]) -> list[str]:
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
    if worst is None or worst.best is None:
        return []
    best = notation.format(notation.rules.parse_action(worst.best))
    return [
        # Translators: {row} is the number of a guess, {best} and {guess} are codes.
        _("Guess {row} was the weakest: {best} would have been better than {guess}.").format(
            row=row, best=best, guess=worst.text
        )
    ]
