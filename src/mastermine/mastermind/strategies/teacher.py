"""Guesses whose answers a person can understand."""

from __future__ import annotations

from functools import lru_cache
from math import log2

from mastermine.core.errors import TooLarge
from mastermine.core.game import Turn
from mastermine.core.strategy import strategy
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, ngettext
from mastermine.mastermind import kernels
from mastermine.mastermind.deduction import LADDER, deduce
from mastermine.mastermind.deduction.position import Position
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import Candidates, CodeView, universe
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.mastermind.strategies.expected_size import expected_size

EASY = LADDER[:5]
"""The rules that a person sees without an assumption: rows, colours and places, two rows."""

MAX_CODES = 1 << 14
"""Number of codes of the largest game that it plays; each guess would take long in larger ones."""


def check(rules: Mastermind) -> None:
    """Raises TooLarge for games that it does not play."""
    if rules.size > MAX_CODES:
        raise TooLarge(
            ngettext(
                "strategy teacher: {spec} has {size} code; the limit is {most}",
                "strategy teacher: {spec} has {size} codes; the limit is {most}",
                rules.size,
            ).format(spec=rules.spec(), size=whole(rules.size), most=whole(MAX_CODES))
        )


@strategy(
    "teacher",
    cite=N_("mastermine"),
    check_rules=check,
    ranges={"price": (1, 10), "options": (1, 100)},
)
def teacher(view: CodeView, *, price: float = 1.5, options: int = 8) -> Code:
    """Prefer guesses whose answers you can understand without trying cases.

    Of the guesses that leave at most ``price`` times as many codes as the best one on average, at
    most ``options`` of them, it takes the one after which the fewest codes agree with what a person
    sees: conclusions from single rows, from the places of a colour and from two rows compared. Few
    means the least mean logarithm over all answers.
    """
    check(view.rules)
    return _guess(view.rules, view.turns, price, options)


@lru_cache(maxsize=1 << 14)
def _guess(
    rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...], price: float, options: int
) -> Code:
    known = Candidates(rules, turns)
    if len(known) <= 2:
        return known.first()
    return min(_shortlist(known, price, options), key=lambda guess: _bits_seen(known, guess))


def _shortlist(known: Candidates, price: float, options: int) -> list[Code]:
    """Returns guesses that leave few codes on average, one for each average, the best first."""
    rules, codes, guesses = known.rules, known.codes, universe(known.rules)
    costs = kernels.score(
        rules, guesses, codes, kernels.cost_table(expected_size, rules.size, rules.answers)
    ).tolist()
    limit, possible = min(costs) * price, set(known)
    best: dict[int, tuple[bool, Code]] = {}
    for cost, guess in zip(costs, map(tuple, guesses.tolist()), strict=True):
        if cost <= limit:
            own = guess not in possible, guess
            best[cost] = min(best.get(cost, own), own)
    found = [best[cost][1] for cost in sorted(best)]
    step = max(1.0, len(found) / options)
    return [found[int(n * step)] for n in range(min(options, len(found)))]


def _bits_seen(known: Candidates, guess: Code) -> float:
    """Returns the mean logarithm of the number of codes that a person sees after a guess."""
    rules, total = known.rules, 0.0
    before, codes = Position.of_codes(known.codes, rules.symbols), universe(rules)
    for answer, n in known.split(guess).items():
        if not rules.solved(answer):
            seen = before
            turns = (*known.turns, Turn(guess, answer))
            for step in deduce(rules, turns, since=len(known.turns), ladder=EASY):
                seen = step.after
            total += n * log2(len(seen.fit(codes)))
    return total / len(known)
