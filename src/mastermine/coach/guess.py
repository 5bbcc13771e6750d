"""Assessment of a guess by its effect on the possible codes, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from mastermine.coach.hint import Hint, rule_of
from mastermine.core.game import View
from mastermine.core.strategy import Heuristic, Strategy
from mastermine.i18n.numbers import decimal, rough, whole
from mastermine.i18n.text import _, capital, ngettext
from mastermine.mastermind.feedback import Feedback, Unknown
from mastermine.mastermind.knowledge import Candidates, Estimate, listable
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.mastermind.large.candidates import Unlisted
    from mastermine.mastermind.rules import Mastermind

MAX_CODE_LETTERS = 40
"""Longer codes are called "This guess" in sentences."""

ESTIMATE_DIGITS = 2
"""Significant digits of an estimate."""


@dataclass(frozen=True)
class Assessment:
    """A guess and its partition of the possible codes.

    ``parts`` maps each answer to the number of codes that give it; ``expected`` and ``worst`` are
    the numbers of codes that remain, on average and at most (0 if the code is found). If
    ``sampled`` is not 0, these are estimates from a sample of that many codes: integers, and
    ``parts`` lacks answers that no code of the sample gives.
    """

    guess: Code
    candidates: int
    possible: bool
    parts: dict[Feedback, int]
    expected: float
    worst: int
    sampled: int = 0
    error: float = 0.0
    """Relative standard error of ``candidates``; 0 if exact."""
    lines: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The guess and its reasons, for a hint."""
    before: Candidates | None = field(default=None, compare=False, repr=False)
    """The possible codes before the guess."""

    def __str__(self) -> str:
        return "\n".join(self.lines) or repr(self)

    @property
    def exact(self) -> bool:
        """True if the codes were counted, False if the numbers are estimates."""
        return not self.sampled

    @property
    def estimate(self) -> Estimate:
        """Number of possible codes before the guess, with its standard error."""
        return Estimate(self.candidates, self.error)

    @property
    def answers(self) -> int:
        """Number of different answers to the guess; a minimum if not exact."""
        return len(self.parts)


def assess(knowledge: Candidates, guess: Code) -> Assessment:
    """Computes the assessment of a guess. Raises IllegalMove if it is not a code of the rules."""
    parts = knowledge.split(guess)
    total = sum(parts.values())
    left = [n for answer, n in parts.items() if not knowledge.rules.solved(answer)]
    squares, worst = sum(n * n for n in left), max(left, default=0)
    if not knowledge.listed:
        number, error = knowledge.estimate()
        return Assessment(
            guess,
            number,
            guess in knowledge,
            parts,
            -(-squares // total),
            worst,
            len(cast("Unlisted", knowledge).drawn.codes),
            error,
            before=knowledge,
        )
    possible = len(left) < len(parts)
    return Assessment(guess, total, possible, parts, squares / total, worst, before=knowledge)


def hint(
    view: View[Code, Code, Feedback], strategy: Strategy, names: Sequence[str] | None = None
) -> Hint:
    """Returns the next guess of a strategy as a hint. Raises TooLarge."""
    rules = cast("Mastermind", view.rules)
    made = hinted(view, strategy, Notation.of(rules, names))
    return Hint(rules.format_action(made.guess), made.lines[1:], made)


def hinted(view: View[Code, Code, Feedback], strategy: Strategy, notation: Notation) -> Assessment:
    """Returns the next guess of a strategy, certain facts and reasons. Raises TooLarge."""
    known = cast("Candidates", view.knowledge)
    made = assess(known, strategy(answered(view)))
    reasons = (*facts(known, notation), *why(made, strategy, notation))
    return replace(made, lines=(notation.format(made.guess), *reasons))


def answered(view: View[Code, Code, Feedback]) -> View[Code, Code, Feedback]:
    """Returns the view of a strategy: without the turns whose answers are not known."""
    turns = [turn for turn in view.turns if turn.feedback is not Unknown.ANSWER]
    return view if len(turns) == len(view.turns) else View(view.rules, turns, rng=view.rng)


def where(assessment: Assessment, known: Candidates, notation: Notation) -> list[str]:
    """Returns sentences on the kind of a guess, and on what it tests, without the guess."""
    if assessment.exact and assessment.candidates == 1:
        return [_("Only one code is still possible.")]
    colours = set(assessment.guess)
    n = len(colours)
    new = len(colours.difference(*(turn.action for turn in known.turns)))
    untried = notation.suited(
        # Translators: "It" is a code that is not named; also in the next seven.
        colours=ngettext(
            "It has {n} colour ({new} not tried yet).",
            "It has {n} different colours ({new} of them not tried yet).",
            n,
        ),
        digits=ngettext(
            "It has {n} digit ({new} not tried yet).",
            "It has {n} different digits ({new} of them not tried yet).",
            n,
        ),
        letters=ngettext(
            "It has {n} letter ({new} not tried yet).",
            "It has {n} different letters ({new} of them not tried yet).",
            n,
        ),
        symbols=ngettext(
            "It has {n} symbol ({new} not tried yet).",
            "It has {n} different symbols ({new} of them not tried yet).",
            n,
        ),
    )
    tried = notation.suited(
        colours=ngettext(
            "It has {n} colour (tried before).",
            "It has {n} different colours (all tried before).",
            n,
        ),
        digits=ngettext(
            "It has {n} digit (tried before).",
            "It has {n} different digits (all tried before).",
            n,
        ),
        letters=ngettext(
            "It has {n} letter (tried before).",
            "It has {n} different letters (all tried before).",
            n,
        ),
        symbols=ngettext(
            "It has {n} symbol (tried before).",
            "It has {n} different symbols (all tried before).",
            n,
        ),
    )
    return [
        _("Guess a code that is still possible.")
        if assessment.possible
        else _("Guess a code that is no longer possible, but narrows the others down."),
        (untried if new else tried).format(n=n, new=new),
    ]


def average(expected: float, exact: bool) -> str:
    """Formats the average number of remaining codes: 4.5, or about 4,300 if not exact."""
    return decimal(expected, 1) if exact else _about(int(expected))


def most(worst: int, exact: bool) -> str:
    """Formats the maximum number of remaining codes."""
    return whole(worst) if exact else _about(worst)


def _about(n: int) -> str:
    # Translators: {n} is an estimated number of codes.
    return _("about {n}").format(n=rough(n, ESTIMATE_DIGITS))


def found_in(n: int) -> str:
    """Returns the sentence for a found code."""
    return ngettext("Found in {n} guess.", "Found in {n} guesses.", n).format(n=whole(n))


def possible(left: Estimate) -> str:
    """Returns a sentence with the number of possible codes."""
    text = ngettext("{n} code is possible.", "{n} codes are possible.", left.number)
    return capital(text.format(n=left))  # The number may begin with "about".


def itself(assessment: Assessment) -> str:
    """Returns a sentence on whether the guess may be the code."""
    if assessment.possible:
        return _("It may be the code itself.")
    return _("It cannot be the code itself.")


def sample_note(assessment: Assessment) -> list[str]:
    """Returns a sentence about the sample; empty if the assessment is exact."""
    if assessment.exact:
        return []
    return [
        # Translators: "These numbers" are those in the sentence before it.
        ngettext(
            "These numbers are estimates from a sample of {n} code.",
            "These numbers are estimates from a sample of {n} codes.",
            assessment.sampled,
        ).format(n=whole(assessment.sampled))
    ]


def why(assessment: Assessment, strategy: Strategy | None, notation: Notation) -> list[str]:
    """Returns sentences that explain a guess."""
    guess = notation.format(assessment.guess)
    if assessment.exact and assessment.candidates == 1 and assessment.possible:
        return [_("Only one code is still possible: {guess}.").format(guess=guess)]
    if len(guess) > MAX_CODE_LETTERS:
        # Translators: begins a sentence, in place of a code such as 1122: "This guess can get …".
        guess = _("This guess")
    sentences = [_partition(assessment, guess), *sample_note(assessment)]
    if assessment.exact and assessment.worst <= 1 < assessment.candidates:
        sentences.append(_("Whatever the answer is, you will then know the code."))
    if strategy is not None and strategy.summary:
        sentences.append(rule_of(strategy))
        if assessment.before is not None:
            known = assessment.before
            view = View(known.rules, known.turns, known)
            sentences += strategy.why(view, notation=notation)
    if isinstance(strategy, Heuristic) and not strategy.indifferent:
        sentences[-1] += " " + (
            _("No other guess does this better.")
            if listable(notation.rules)
            else _("No other guess that was tried does this better.")
        )
    if not assessment.possible and isinstance(strategy, Heuristic) and assessment.answers > 1:
        sentences.append(_("This guess cannot win now, but it narrows the code down faster."))
    else:
        sentences.append(itself(assessment))
    return sentences


def _partition(assessment: Assessment, guess: str) -> str:
    """Returns a sentence about the partition of a guess, given as text."""
    n, exact = assessment.candidates, assessment.exact
    if assessment.answers == 1:
        if not exact:
            return _("{guess} gets the same answer from all codes of the sample.").format(
                guess=guess
            )
        return ngettext(
            "{guess} gets the same answer from the {n} possible code, so it tells you nothing new.",
            "{guess} gets the same answer from all {n} possible codes, so it tells you nothing "
            "new.",
            n,
        ).format(guess=guess, n=whole(n))
    codes = (
        # Translators: {codes} in "{guess} can get {answers} from {codes}; …"
        ngettext("the {n} possible code", "the {n} possible codes", n)
        if assessment.estimate.exact
        # Translators: the same, where {n} is a number with "about" before it.
        else ngettext("{n} possible code", "{n} possible codes", n)
    )
    answers = (
        # Translators: {answers} in "{guess} can get {answers} from {codes}; …"
        ngettext("{n} different answer", "{n} different answers", assessment.answers)
        if exact
        # Translators: {answers} in "{guess} can get {answers} from {codes}; …"
        else ngettext(
            "at least {n} different answer", "at least {n} different answers", assessment.answers
        )
    )
    # Translators: {codes} is "the {n} possible codes", {answers} is "{n} different answers";
    # {expected} and {worst} are numbers of codes, the first of them such as 4.5; any of them may
    # have "about" before it.
    return _(
        "{guess} can get {answers} from {codes}; on average {expected} of them would remain, at "
        "worst {worst}."
    ).format(
        guess=guess,
        codes=codes.format(n=assessment.estimate),
        answers=answers.format(n=assessment.answers),
        expected=average(assessment.expected, exact),
        worst=most(assessment.worst, exact),
    )


def facts(knowledge: Candidates, notation: Notation) -> list[str]:
    """Returns sentences on what all possible codes have in common.

    These are the places with a certain peg, the colours that are certainly in the code, and those
    that are not. Empty if there are none, or if the codes are too many to list.
    """
    if not knowledge.listed:
        return []
    cells, places = knowledge.cells, knowledge.rules.places
    if len(cells) == places:
        return []
    first = knowledge.first()
    fixed = [p for p in range(places) if not cells[p::places].strip(cells[p : p + 1])]
    counts: dict[str, set[int]] = {}
    """Numbers of the colours that are certainly in the code, also at other places."""
    absent = []
    names = [colour.name for colour in notation.colours]
    for colour, name in enumerate(names):
        known = sum(first[p] == colour for p in fixed)
        if colour not in cells:
            absent.append(name)
        elif all(code.count(colour) > known for code in knowledge):
            counts[name] = {code.count(colour) for code in knowledge}
    if not (fixed or counts or absent):
        return []
    from mastermine.mastermind.deduction.explanations import place_is, times

    sentences = []
    if fixed:
        pegs = [place_is(p, names[first[p]]) for p in fixed]
        # Translators: {pegs} is a list of "place {place} is {colour}".
        sentences.append(_("Certain: {pegs}.").format(pegs=", ".join(pegs)))
    if counts:
        present = [times(name, min(n), exactly=len(n) == 1) for name, n in counts.items()]
        # Translators: {colours} is a list such as: red, green 2 times, blue at least 2 times.
        sentences.append(
            _("In the code for certain: {colours}.").format(colours=", ".join(present))
        )
    if absent:
        sentences.append(_("Not in the code: {colours}.").format(colours=", ".join(absent)))
    return sentences
