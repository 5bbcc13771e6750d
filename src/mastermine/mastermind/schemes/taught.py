"""Methods that people are taught: each guess has a purpose that a sentence can state.

A lesson lists the guesses that the method wants in a position, and the first one that gives
information is made. So a method depends only on the position, like every strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import N_, _, capital
from mastermine.mastermind.knowledge import CodeView, universe
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Answer, Code, Mastermind


@dataclass(frozen=True)
class Advice:
    """A guess and its purpose."""

    guess: Code
    purpose: str
    """Sentences before translation, with ``place`` and the keys of ``colours`` as placeholders."""
    colours: dict[str, int] = field(default_factory=dict)
    place: int = 0
    """Counted from 0."""


@dataclass(frozen=True)
class Method:
    """A lesson, and the name of the strategy that follows it.

    ``lesson``: yields the guesses for a position, most wanted first; the last one is consistent.
    """

    name: str
    lesson: Callable[[CodeView], Iterator[Advice]] = field(repr=False)
    listed: bool = False
    """True if it needs a list of all codes."""

    def guess(self, view: CodeView) -> Code:
        """Returns the next guess. Raises InvalidSpec, TooLarge for rules that it does not suit."""
        return self._advice(view).guess

    def reasons(self, view: CodeView, notation: Notation) -> list[str]:
        """States the purpose of the next guess, with the colour names of the notation."""
        advice = self._advice(view)
        names = {key: _(notation.colours[peg].name) for key, peg in advice.colours.items()}
        return [capital(_(advice.purpose).format(**names, place=advice.place + 1))]

    def _advice(self, view: CodeView) -> Advice:
        """Returns the first advice that gives information."""
        self.check(view.rules)
        known = view.knowledge
        return next(
            advice
            for advice in self.lesson(view)
            if advice.guess in known or len(known.split(advice.guess)) > 1
        )

    def check(self, rules: Mastermind) -> None:
        """Raises InvalidSpec for rules without repeats or without white pegs, and TooLarge."""
        if not rules.repeats or rules.answer is not Answer.PEGS:
            raise InvalidSpec(
                # Translators: {name} is a strategy, {spec} such as mastermind:4x10-distinct.
                _(
                    "strategy {name} needs colours that may repeat and black and white pegs; "
                    "{spec} has other rules"
                ).format(name=self.name, spec=rules.spec())
            )
        if self.listed:
            universe(rules)


def in_order(code: Code) -> Advice:
    """Advises a consistent code once all colours are known."""
    return Advice(code, N_("All colours are known; this order is consistent with all answers."))


def consistent(code: Code) -> Advice:
    """Advises a consistent code when nothing is left to test."""
    return Advice(code, N_("This code is consistent with all answers."))


def everywhere(rules: Mastermind, colour: int) -> Code:
    """Returns the code of one colour."""
    return (colour,) * rules.places


def halves(rules: Mastermind, left: int, right: int) -> Code:
    """Returns the code of two colours, one in each half; the right half may have a place more."""
    middle = rules.places // 2
    return (left,) * middle + (right,) * (rules.places - middle)
