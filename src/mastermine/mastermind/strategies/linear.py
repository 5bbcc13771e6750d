"""Weigh out the code: a scheme for games of any size, with a few guesses a place.

Benjamin Doerr, Carola Doerr, Reto Spöhel and Henning Thomas: Playing Mastermind with many colors.
J. ACM 63 (2016). Anders Martinsson and Pascal Su: Mastermind with a linear number of queries.
Combinatorics, Probability and Computing (2023), from which the name comes. ``halving`` says what
differs from both; for codes without repeats see ``shifting``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from mastermine.core.random import Random
from mastermine.core.strategy import strategy
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.mastermind.schemes.coin_weighing import NothingFits
from mastermine.mastermind.schemes.halving import halving
from mastermine.mastermind.schemes.scheme import Asking, next_guess
from mastermine.mastermind.schemes.shifting import shifting

T = TypeVar("T")

MAX_LISTED_CODES = 100_000
"""Up to this many codes the smallest consistent code takes fewer guesses than the scheme does."""


@strategy("linear", cite="Doerr, Doerr, Spöhel & Thomas 2016")
def linear(view: CodeView) -> Code:
    """Weigh out the code by sums: a fixed scheme that takes a few guesses a place, for any size.

    It finds how often each colour is there, and then in which half of the places, in which quarter,
    and so on, for a colour in each half or quarter at a time. With few codes it guesses the
    smallest one that fits. A guess that it would not have made is passed over, unless its turn
    comes later.
    """
    if view.rules.size <= MAX_LISTED_CODES:
        return view.knowledge.first()
    return next_guess(view, weighing_out)


def weighing_out(rules: Mastermind) -> Asking:
    """The scheme that goes with the rules."""
    if rules.answer is Answer.PLACES:
        return (yield from _one_colour_at_a_time(rules))
    # The random numbers are the same in every game with these rules.
    rng = Random(f"linear {rules.places}x{rules.symbols}")
    if rules.repeats:
        pegs = rules.answer is Answer.PEGS
        return (yield from _sent(halving(rules.places, rules.symbols, pegs, rng), _pegs))
    return (yield from _sent(shifting(rules.places, rules.symbols, rng), lambda f: _pegs(f)[0]))


def _pegs(answer: Feedback) -> tuple[int, int]:
    """How many places agree, and how many pegs are common where that is told."""
    match answer:
        case Pegs(black, white):
            return black, black + white
        case Black(black):
            return black, black
    raise TypeError(answer)


def _sent(asking: Generator[Code, T, Code], read: Callable[[Feedback], T]) -> Asking:
    """A scheme that is sent what ``read`` makes of an answer."""
    try:
        guess = next(asking)
        while True:
            guess = asking.send(read((yield guess)))
    except StopIteration as stop:
        code: Code = stop.value
        return code


def _one_colour_at_a_time(rules: Mastermind) -> Asking:
    """Where it is told which places are right: another colour at every place in each guess."""
    symbols, step = rules.symbols, 0 if rules.repeats else 1
    right: dict[int, int] = {}
    for turn in range(symbols):
        # Places that are known keep their colour, unless that may stand once only.
        row = tuple((turn + step * place) % symbols for place in range(rules.places))
        shown = tuple(right.get(p, c) for p, c in enumerate(row)) if rules.repeats else row
        if turn == symbols - 1 or len(right) == rules.places:
            break
        answer = yield shown
        if not isinstance(answer, Places):
            raise TypeError(answer)
        for place, yes in enumerate(answer.right):
            if yes != (right.get(place) == shown[place]) and place in right:
                raise NothingFits
            if yes:
                right[place] = shown[place]
    return tuple(right.get(place, colour) for place, colour in enumerate(row))
