"""Fixed opening guesses, for strategies that are taught to beginners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Code, Mastermind


def blocks(rules: Mastermind, widths: Iterable[int]) -> Iterator[Code]:
    """Yields guesses of new colours in equal blocks, ``width`` colours per guess.

    Widths 1, 2, 2, … with four places: 1111, 2233, 4455, …; the last width is repeated. The last
    guess is filled up from the first colour. If colours must not repeat, each guess has as many new
    colours as places.
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
    """Returns the next guess of the plan that gives information.

    After the plan, or once all colours are known, returns the smallest candidate.
    """
    known = view.knowledge
    if not known.colours_known():
        made = {turn.action for turn in view.turns}
        for guess in plan:
            if guess not in made and len(known.split(guess)) > 1:
                return guess
    return known.first()
