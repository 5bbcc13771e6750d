"""What a guess would do to the codes that are possible, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from mastermine.coach.hint import Hint
from mastermine.core.strategy import Heuristic, Strategy
from mastermine.i18n.numbers import decimal, rough, whole
from mastermine.i18n.text import _, capital, ngettext
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import Candidates, Estimate, listable
from mastermine.mastermind.large.candidates import Unlisted
from mastermine.mastermind.rules import Code

if TYPE_CHECKING:
    from mastermine.core.game import View
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.rules import Mastermind

MAX_CODE_LETTERS = 40
"""A longer code is not repeated in every sentence."""

ESTIMATE_DIGITS = 2
"""Significant digits of an estimate."""


@dataclass(frozen=True)
class Assessment:
    """A guess, and the parts into which its answers split the possible codes.

    ``parts`` maps each answer to the number of codes that give it; ``expected`` and ``worst`` are
    the codes that would be left afterwards, on average and at most (0 when the code is found).
    Where ``sampled`` is not 0 these are estimates, judged by a sample of so many codes: whole
    numbers, and an answer that none of the sample gives is not among ``parts``.
    """

    guess: Code
    candidates: int
    possible: bool
    parts: dict[Feedback, int]
    expected: float
    worst: int
    sampled: int = 0
    error: float = 0.0
    """The standard error of ``candidates`` as a share of it; 0 where they were counted."""
    lines: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The guess and the reasons for it, where it is a hint."""

    def __str__(self) -> str:
        return "\n".join(self.lines) or repr(self)

    @property
    def exact(self) -> bool:
        """Whether the codes were counted; else the numbers are estimated from a sample of them."""
        return not self.sampled

    @property
    def estimate(self) -> Estimate:
        """How many codes are possible before the guess."""
        return Estimate(self.candidates, self.error)

    @property
    def answers(self) -> int:
        """How many different answers the guess can get: at least, where that is not exact."""
        return len(self.parts)


def assess(knowledge: Candidates, guess: Code) -> Assessment:
    """What ``guess`` would do. Raises IllegalMove when it is no code of the rules."""
    parts = knowledge.split(guess)
    total = sum(parts.values())
    left = [n for answer, n in parts.items() if not knowledge.rules.solved(answer)]
    squares, worst = sum(n * n for n in left), max(left, default=0)
    if isinstance(knowledge, Unlisted) and not knowledge.listed:
        number, error = knowledge.estimate()
        return Assessment(
            guess,
            number,
            guess in knowledge,
            parts,
            -(-squares // total),
            worst,
            len(knowledge.drawn.codes),
            error,
        )
    return Assessment(guess, total, len(left) < len(parts), parts, squares / total, worst)


def hint(view: View[Code, Code, Feedback], strategy: Strategy) -> Hint:
    """What a strategy guesses next, what is certain, and why this guess. Raises TooLarge."""
    made = hinted(view, strategy, cast("Mastermind", view.rules).notation)
    return Hint(made.lines[0], made.lines[1:], made)


def hinted(view: View[Code, Code, Feedback], strategy: Strategy, notation: Notation) -> Assessment:
    """What a strategy guesses next, with the reasons. Raises TooLarge."""
    known = cast("Candidates", view.knowledge)
    made = assess(known, strategy(view))
    reasons = (*facts(known, notation), *why(made, strategy, notation))
    return replace(made, lines=(notation.format(made.guess), *reasons))


def average(expected: float, exact: bool) -> str:
    """The codes that are left on average, as they are shown: 4.5, or about 4,300."""
    return decimal(expected, 1) if exact else _about(int(expected))


def most(worst: int, exact: bool) -> str:
    """The codes that are left at most, as they are shown."""
    return whole(worst) if exact else _about(worst)


def _about(n: int) -> str:
    # Translators: {n} is a number that was estimated, of codes.
    return _("about {n}").format(n=rough(n, ESTIMATE_DIGITS))


def found_in(n: int) -> str:
    """That the code was found, and how soon."""
    return ngettext("Found in {n} guess.", "Found in {n} guesses.", n).format(n=n)


def possible(left: Estimate) -> str:
    """How many codes are possible, in a sentence."""
    told = ngettext("{n} code is possible.", "{n} codes are possible.", left.number)
    return capital(told.format(n=left))  # It may begin with "about".


def judged(assessment: Assessment) -> list[str]:
    """That the numbers are estimates, in a sentence; none where they are exact."""
    if assessment.exact:
        return []
    return [
        # Translators: the numbers in the sentence before it are estimates, made by looking at so
        # many of the codes.
        ngettext(
            "This is judged by a sample of {n} code.",
            "This is judged by a sample of {n} codes.",
            assessment.sampled,
        ).format(n=whole(assessment.sampled))
    ]


def why(assessment: Assessment, strategy: Strategy | None, notation: Notation) -> list[str]:
    """Sentences that say why this guess is made."""
    guess = notation.format(assessment.guess)
    if assessment.exact and assessment.candidates == 1 and assessment.possible:
        return [_("Only one code fits all the answers: {guess}.").format(guess=guess)]
    if len(guess) > MAX_CODE_LETTERS:
        # Translators: begins a sentence, in place of a code such as 1122: "This guess splits …".
        guess = _("This guess")
    told = [_split(assessment, guess), *judged(assessment)]
    if assessment.exact and assessment.worst <= 1:
        told.append(_("Whatever the answer is, the code is known afterwards."))
    if strategy is not None and strategy.summary:
        told.append(rule_of(strategy))
    if isinstance(strategy, Heuristic) and not strategy.indifferent:
        told[-1] += " " + (
            _("No other guess does it better.")
            if listable(notation.rules)
            else _("Of the guesses that were tried none does it better.")
        )
    if assessment.possible:
        told.append(_("It may be the code itself."))
    elif isinstance(strategy, Heuristic) and assessment.answers > 1:
        told.append(_("It cannot be the code itself, but its answer tells more."))
    else:
        told.append(_("It cannot be the code itself."))
    return told


def _split(assessment: Assessment, guess: str) -> str:
    """How far a guess, as it is written, tells the possible codes apart."""
    n, exact = assessment.candidates, assessment.exact
    if assessment.answers == 1:
        if not exact:
            return _("{guess} gets the same answer from all codes that were tried.").format(
                guess=guess
            )
        return ngettext(
            "{guess} gets the same answer from the {n} possible code, so it tells nothing.",
            "{guess} gets the same answer from all {n} possible codes, so it tells nothing.",
            n,
        ).format(guess=guess, n=whole(n))
    codes = (
        # Translators: what is split, {codes} in "{guess} splits {codes} into {answers}: …"
        ngettext("the {n} possible code", "the {n} possible codes", n)
        if assessment.estimate.exact
        # Translators: the same, where {n} is a number with "about" before it.
        else ngettext("{n} possible code", "{n} possible codes", n)
    )
    answers = (
        # Translators: after "into", {answers} in "{guess} splits {codes} into {answers}: …"
        ngettext("{n} different answer", "{n} different answers", assessment.answers)
        if exact
        # Translators: after "into", {answers} in "{guess} splits {codes} into {answers}: …"
        else ngettext(
            "at least {n} different answer", "at least {n} different answers", assessment.answers
        )
    )
    # Translators: {codes} is "the {n} possible codes", {answers} is "{n} different answers";
    # {expected} and {worst} are numbers of codes, the first of them such as 4.5; any of them may
    # have "about" before it.
    return _(
        "{guess} splits {codes} into {answers}: {expected} would be left on average, {worst} at "
        "worst."
    ).format(
        guess=guess,
        codes=codes.format(n=assessment.estimate),
        answers=answers.format(n=assessment.answers),
        expected=average(assessment.expected, exact),
        worst=most(assessment.worst, exact),
    )


def rule_of(strategy: Strategy) -> str:
    """How a strategy plays, in a sentence."""
    rule = _(strategy.summary)
    # Translators: {name} is the name of a strategy, {rule} its description, whose first letter is
    # made small.
    return _("The rule of {name}: {rule}").format(
        name=strategy.name, rule=rule[:1].lower() + rule[1:]
    )


def facts(knowledge: Candidates, notation: Notation) -> list[str]:
    """What all possible codes have in common, in sentences; empty when that is nothing.

    Names the places whose peg is certain, then the colours that are in the code for certain, and
    the colours that are not in it. Of codes too many to list nothing is told.
    """
    if not knowledge.listed:
        return []
    codes = knowledge.codes
    if len(codes) == 1:
        return []
    told = []
    names = [_(colour.name) for colour in notation.colours]
    fixed = [p for p in range(codes.shape[1]) if (codes[:, p] == codes[0, p]).all()]
    if fixed:
        pegs = [
            # Translators: one of a list after "Certain:"; {colour} is the name of a colour.
            _("place {place} is {colour}").format(place=p + 1, colour=names[codes[0, p]])
            for p in fixed
        ]
        # Translators: {pegs} is a list of "place {place} is {colour}".
        told.append(_("Certain: {pegs}.").format(pegs=", ".join(pegs)))
    sure, absent = [], []
    for colour, name in enumerate(names):
        count = (codes == colour).sum(axis=1)
        least, most = int(count.min()), int(count.max())
        if most == 0:
            absent.append(name)
        elif least > int((codes[0, fixed] == colour).sum()):
            sure.append(_times(name, least, exactly=least == most))
    if sure:
        # Translators: {colours} is a list such as: red, green 2 times, blue at least 2 times.
        told.append(_("In the code for certain: {colours}.").format(colours=", ".join(sure)))
    if absent:
        told.append(_("Not in the code: {colours}.").format(colours=", ".join(absent)))
    return told


def _times(colour: str, n: int, exactly: bool) -> str:
    if n == 1:
        return colour
    if exactly:
        # Translators: one of a list of colours; {n} is 2 or more.
        return ngettext("{colour} {n} time", "{colour} {n} times", n).format(colour=colour, n=n)
    # Translators: one of a list of colours; {n} is 2 or more.
    return ngettext("{colour} at least {n} time", "{colour} at least {n} times", n).format(
        colour=colour, n=n
    )
