"""A fixed scheme for games of any size that takes a few guesses per place.

Benjamin Doerr, Carola Doerr, Reto Spöhel and Henning Thomas: Playing Mastermind with many colors.
J. ACM 63 (2016). Anders Martinsson and Pascal Su: Mastermind with a linear number of queries.
Combinatorics, Probability and Computing (2023), source of the name. ``halving`` documents the
differences; ``shifting`` is for codes without repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from mastermine.core.random import Random
from mastermine.core.strategy import strategy
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.mastermind.schemes.coin_weighing import Inconsistent
from mastermine.mastermind.schemes.halving import halving
from mastermine.mastermind.schemes.scheme import GuessGenerator, next_guess
from mastermine.mastermind.schemes.shifting import shifting

T = TypeVar("T")

MAX_LISTED_CODES = 100_000
"""Up to this size, guessing the smallest consistent code takes fewer guesses than the scheme."""


@strategy("linear", cite="Doerr, Doerr, Spöhel & Thomas 2016")
def linear(view: CodeView) -> Code:
    """Find each colour by halving the places: a fixed scheme for any size, few guesses per place.

    It finds how often each colour occurs, then in which half of the places, in which quarter, and
    so on, asking about one colour in each half or quarter at a time. In small games it guesses the
    smallest consistent code. Guesses that the scheme did not make are used only if the scheme
    makes them later.
    """
    if view.rules.size <= MAX_LISTED_CODES:
        return view.knowledge.first()
    return next_guess(view, linear_scheme)


def linear_scheme(rules: Mastermind) -> GuessGenerator:
    """Runs the scheme for the rules."""
    if rules.answer is Answer.PLACES:
        return (yield from _one_colour_at_a_time(rules))
    # The same seed in every game with these rules.
    rng = Random(f"linear {rules.places}x{rules.symbols}")
    if rules.repeats:
        pegs = rules.answer is Answer.PEGS
        return (yield from _converted(halving(rules.places, rules.symbols, pegs, rng), _pegs))
    guesses = shifting(rules.places, rules.symbols, rng)
    return (yield from _converted(guesses, lambda answer: _pegs(answer)[0]))


def _pegs(answer: Feedback) -> tuple[int, int]:
    """Returns the number of right places, and of common pegs if the answer includes it."""
    match answer:
        case Pegs(black, white):
            return black, black + white
        case Black(black):
            return black, black
    raise TypeError(answer)


def _converted(
    guesses: Generator[Code, T, Code], convert: Callable[[Feedback], T]
) -> GuessGenerator:
    """Runs a scheme that takes converted answers."""
    try:
        guess = next(guesses)
        while True:
            guess = guesses.send(convert((yield guess)))
    except StopIteration as stop:
        code: Code = stop.value
        return code


def _one_colour_at_a_time(rules: Mastermind) -> GuessGenerator:
    """Tries another colour at every place in each guess; for answers that show the right places."""
    symbols, step = rules.symbols, 0 if rules.repeats else 1
    right: dict[int, int] = {}
    for turn in range(symbols):
        # Known places keep their colour if colours may repeat.
        row = tuple((turn + step * place) % symbols for place in range(rules.places))
        guess = tuple(right.get(p, c) for p, c in enumerate(row)) if rules.repeats else row
        if turn == symbols - 1 or len(right) == rules.places:
            break
        answer = yield guess
        if not isinstance(answer, Places):
            raise TypeError(answer)
        for place, yes in enumerate(answer.right):
            if yes != (right.get(place) == guess[place]) and place in right:
                raise Inconsistent
            if yes:
                right[place] = guess[place]
    return tuple(right.get(place, colour) for place, colour in enumerate(row))
