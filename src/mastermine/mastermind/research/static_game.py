"""Static Mastermind: all guesses are made at once before any answer.

The guesses must distinguish all codes, so that one more guess names the code. That final guess is
not counted here; papers differ (Goddard 2003 does not count it, Jäger & Drewes 2018 do).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from time import monotonic

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.kernels import distinguishing
from mastermine.mastermind.optimal.verification import every_code
from mastermine.mastermind.research.static_answers import Answers, fewest_by_answers
from mastermine.mastermind.research.static_heuristic import greedy, improve
from mastermine.mastermind.rules import Code, Mastermind

HEURISTIC_TIME_SHARE = 0.5
"""Maximum share of the time limit for the heuristic search."""
MIN_SECONDS = 1e-3
"""Time limit of an exact search that is started; 0 would be none."""


@dataclass(frozen=True)
class Static:
    """Guesses that distinguish all codes, without the final one, and a proven bound."""

    rules: Mastermind
    guesses: tuple[Code, ...]
    """In numeric order."""
    lower_bound: int
    """Proven minimum number of guesses."""
    nodes: int
    """Number of sets of guesses searched."""
    seconds: float

    @property
    def proven(self) -> bool:
        """True if no fewer guesses distinguish all codes."""
        return self.lower_bound == len(self.guesses)


def static(rules: Mastermind, time_limit: float | None = None) -> Static:
    """Finds the fewest guesses that distinguish all codes; at the time limit, the fewest so far.

    The result is verified by the rules only. The limit of the rules is ignored. Raises TooLarge.
    """
    start = monotonic()
    rules = replace(rules, limit=None)
    game = Answers.of(rules)
    bound = fewest_by_answers(game)
    end = None if time_limit is None else start + time_limit
    half = None if time_limit is None else start + HEURISTIC_TIME_SHARE * time_limit
    chosen = improve(game, greedy(game), bound, half)
    guesses = tuple(tuple(guess.tolist()) for guess in game.guesses[chosen])
    nodes = 0
    while game.complete and bound < len(guesses) and (end is None or monotonic() < end):
        seconds = 0.0 if end is None else max(end - monotonic(), MIN_SECONDS)
        found, searched, stopped = distinguishing(rules, bound, seconds)
        nodes += searched
        if found is not None:
            guesses = tuple(sorted(tuple(guess.tolist()) for guess in found))
        elif stopped:
            break
        else:
            bound += 1
    alike = indistinguishable(rules, guesses)
    if alike is not None:
        raise MastermineError(
            _("the search failed: {one} and {other} give the same answers").format(
                one=rules.notation.format(alike[0]), other=rules.notation.format(alike[1])
            )
        )
    return Static(rules, guesses, bound, nodes, monotonic() - start)


def indistinguishable(rules: Mastermind, guesses: Iterable[Code]) -> tuple[Code, Code] | None:
    """Finds two codes that give the same answers to all guesses; None if there are none.

    Uses only the rules, nothing of the search. Raises IllegalMove.
    """
    every = list(guesses)
    for guess in every:
        rules.check(guess)
    seen: dict[tuple[Feedback, ...], Code] = {}
    for code in every_code(rules):
        answers = tuple(rules.respond(code, guess) for guess in every)
        if answers in seen:
            return seen[answers], code
        seen[answers] = code
    return None
