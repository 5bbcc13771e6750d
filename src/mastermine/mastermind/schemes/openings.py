"""Planned first guesses, for the strategies that people are taught."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code, Mastermind


def blocks(rules: Mastermind, widths: Iterable[int]) -> Iterator[Code]:
    """Guesses that take the colours in order, each guess so many new ones, in equal blocks.

    Widths 1, 2, 2, … with four places: 1111, 2233, 4455, …; the last width is repeated. Colours
    that are left over at the end start again from the first. Where no colour may repeat, each
    guess takes as many new colours as there are places.
    """
    start, width = 0, 1
    remaining = iter(widths)
    while start < rules.symbols:
        width = next(remaining, width)
        across = min(width, rules.places) if rules.repeats else rules.places
        yield tuple(
            (start + place * across // rules.places) % rules.symbols
            for place in range(rules.places)
        )
        start += across


def follow(view: CodeView, plan: Iterable[Code]) -> Code:
    """The next guess of the plan that can still tell something.

    When the plan is used up, or only the places of the colours are open: the first possible code.
    """
    known = view.knowledge
    if not known.colours_known():
        made = {turn.action for turn in view.turns}
        for guess in plan:
            if guess not in made and len(known.split(guess)) > 1:
                return guess
    return known.first()
