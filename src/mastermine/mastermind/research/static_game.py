"""Static Mastermind: all guesses are made at once, and only then answered.

The guesses must tell every code apart, so that one more, the final one, names the code. That final
guess is not counted here; papers differ (Goddard 2003 does not count it, Jäger & Drewes 2018 do).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from time import monotonic

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.optimal.verification import every_code
from mastermine.mastermind.research.static_answers import Answers
from mastermine.mastermind.research.static_heuristic import greedy, improve
from mastermine.mastermind.research.static_search import OutOfTime, Search, fewest_by_answers
from mastermine.mastermind.rules import Code, Mastermind

HEURISTIC_TIME_SHARE = 0.5
"""What part of the time is spent on guesses without proof, at most."""


@dataclass(frozen=True)
class Static:
    """Guesses that tell all codes apart, without the final one, and what is proven of them."""

    rules: Mastermind
    guesses: tuple[Code, ...]
    """In numeric order."""
    lower_bound: int
    """No fewer guesses do."""
    nodes: int
    """Sets of guesses that the proof looked at."""
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether no fewer guesses do."""
        return self.lower_bound == len(self.guesses)


def static(rules: Mastermind, time_limit: float | None = None) -> Static:
    """The fewest guesses that tell all codes apart, if that is found out in so many seconds.

    Otherwise the fewest that were found. They are checked by the rules alone. The limit of the
    rules is ignored. Raises TooLarge.
    """
    start = monotonic()
    rules = replace(rules, limit=None)
    game = Answers.of(rules)
    bound = fewest_by_answers(game)
    half = None if time_limit is None else start + HEURISTIC_TIME_SHARE * time_limit
    chosen = improve(game, greedy(game), bound, half)
    search = Search(game, None if time_limit is None else start + time_limit)
    try:
        while game.complete and bound < len(chosen):
            found = search.find(bound)
            if found is None:
                bound += 1
            else:
                chosen = sorted(found)
    except OutOfTime:
        pass
    guesses = tuple(tuple(game.guesses[guess].tolist()) for guess in chosen)
    alike = indistinguishable(rules, guesses)
    if alike is not None:
        raise MastermineError(
            _("the search came to nothing: {one} and {other} give the same answers").format(
                one=rules.format_action(alike[0]), other=rules.format_action(alike[1])
            )
        )
    return Static(rules, guesses, bound, search.nodes, monotonic() - start)


def indistinguishable(rules: Mastermind, guesses: Iterable[Code]) -> tuple[Code, Code] | None:
    """Two codes that give the same answers to all guesses, or None where there are none.

    Told by the rules alone: nothing of the search is used. Raises IllegalMove for a guess that is
    none.
    """
    asked = list(guesses)
    for guess in asked:
        rules.check(guess)
    met: dict[tuple[Feedback, ...], Code] = {}
    for code in every_code(rules):
        answers = tuple(rules.respond(code, guess) for guess in asked)
        if answers in met:
            return met[answers], code
        met[answers] = code
    return None
