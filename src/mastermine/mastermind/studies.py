"""Studies: rows to practise one rule of deduction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn
from mastermine.core.grading import check_pattern
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.mastermind.deduction import NAMES, Step, deduce
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.rules import Code, Mastermind

MOST_ROWS = 4
"""Number of rows of the largest study."""

MOST_KNOWN = 4
"""Number of steps before the one to be found, at most."""

DRAFTS = 10
"""Number of drafts with the rule of which the simplest becomes a study."""

MAX_DRAFTS = 3000
"""Number of drafts after which the search stops."""


@dataclass(frozen=True)
class Study:
    """Rows, and the step that a rule concludes from them and from what is known.

    No simpler rule concludes anything.
    """

    rules: Mastermind
    turns: tuple[Turn[Code, Feedback], ...]
    step: Step

    def to_json(self) -> dict[str, Any]:
        """Returns the rule and the rows as JSON values."""
        code, answer = self.rules.format_action, self.rules.format_feedback
        return {
            "rules": self.rules.spec(),
            "pattern": self.step.rule,
            "turns": [
                {"guess": code(turn.action), "answer": answer(turn.feedback)} for turn in self.turns
            ],
        }


def draw_studies(rules: Mastermind, pattern: str, seed: int | str) -> Iterator[Study]:
    """Yields the studies of a rule and a seed, without end.

    Raises InvalidSpec if there is no such rule, or if it hardly ever occurs with these rules.
    """
    check_pattern(pattern, NAMES)
    rules = rules.with_limit(None)
    for number in count(1):
        yield _study(rules, pattern, Random(seed).fork("study", rules.spec(), pattern, number))


def _study(rules: Mastermind, pattern: str, rng: Random) -> Study:
    """Draws a study: of some drafts the one with the least that is known, and the fewest rows."""
    found: list[tuple[int, int, Study]] = []
    for _draft in range(MAX_DRAFTS):
        turns = _rows(rules, rng)
        for at, step in enumerate(deduce(rules, turns)):
            if step.rule == pattern and _tells(step):
                found.append((at, len(turns), Study(rules, turns, step)))
            if step.rule == pattern or at == MOST_KNOWN:
                break
        if len(found) == DRAFTS:
            break
    if not found:
        raise InvalidSpec(
            _("{spec} has no study of {pattern}; try another game").format(
                spec=rules.spec(), pattern=pattern
            )
        )
    return min(found, key=lambda each: each[:2])[2]


def _tells(step: Step) -> bool:
    """Returns True if a step says something of a place, or that a colour is in the code or not."""
    return bool(step.facts.places) or any(
        most == 0 or least > step.before.least[colour]
        for colour, (least, most) in step.facts.counts.items()
    )


def _rows(rules: Mastermind, rng: Random) -> tuple[Turn[Code, Feedback], ...]:
    """Draws rows; some have pegs of the row before, so that they can be compared."""
    secret, guesses = rules.draw(rng), [rules.draw(rng)]
    for _row in range(rng.below(MOST_ROWS)):
        fresh = rules.draw(rng)
        kept = {place for place in range(rules.places) if rng.below(2)}
        mixed = tuple(
            guesses[-1][place] if place in kept else peg for place, peg in enumerate(fresh)
        )
        guesses.append(mixed if rules.repeats or len(set(mixed)) == rules.places else fresh)
    return tuple(
        Turn(guess, rules.respond(secret, guess))
        for guess in dict.fromkeys(guesses)
        if guess != secret
    )
