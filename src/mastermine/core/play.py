"""Plays a game from the first turn to the last, and records it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, cast

from mastermine.core.drawing import Drawn
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import A, Divisible, F, Outcome, Risky, Rules, S, Turn, View
from mastermine.core.oracle import Oracle
from mastermine.core.packages import blame_game
from mastermine.core.random import Random
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext

LONGEST_REPR = 500
"""Maximum length of the ``repr`` of a full game, in characters."""


@dataclass(frozen=True, slots=True, repr=False)
class Record(Drawn):
    """A played game, in the notation of its rules; serialises to one line of JSON.

    ``secret`` is None if it was not revealed; ``outcome`` is None for an unfinished game.
    """

    rules: str
    turns: tuple[tuple[str, str], ...]
    outcome: str | None
    secret: str | None = None
    strategy: str | None = None

    def __repr__(self) -> str:
        """Returns a call that makes an equal record; only a summary for a long game."""
        values = (self.rules, self.turns, self.outcome, self.secret, self.strategy)
        text = f"Record{values!r}"
        if len(text) <= LONGEST_REPR:
            return text
        return f"<Record of {self.rules}: {self.outcome} after {len(self.turns)} turns>"

    def to_json(self) -> str:
        """Serialises to one line of JSON; ``from_json`` gives an equal record."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Record:
        """Parses a line of JSON. Raises InvalidSpec if it is not a record."""
        try:
            fields = json.loads(line)
            read = cls(**{**fields, "turns": tuple(map(_pair, fields["turns"]))})
            if not all(isinstance(text, str | None) for text in (read.secret, read.strategy)):
                raise TypeError(_("secret and strategy must be text"))
            if not isinstance(read.rules, str):
                raise TypeError(_("rules must be text"))
            if read.outcome is not None:
                Outcome(read.outcome)
            return read
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InvalidSpec(_("not a record of a game: {error}").format(error=error)) from None


def _pair(turn: object) -> tuple[str, str]:
    match turn:
        case [str(action), str(feedback)]:
            return action, feedback
    raise TypeError(_("a turn must be a pair of texts, not {turn!r}").format(turn=turn))


def moves(
    rules: Rules[S, A, F],
    strategy: Callable[[View[S, A, F]], A],
    oracle: Oracle[A, F],
    rng: Random | None = None,
    limit: int | None = None,
) -> Iterator[tuple[View[S, A, F], Turn[A, F], View[S, A, F], Outcome | None]]:
    """Yields the turns of ``strategy`` against ``oracle``; it does not stop at the end of the game.

    Each item is the view before the turn, the turn, the view after it, and the outcome.
    ``limit``: maximum number of turns, in addition to the limit of the rules. Raises IllegalMove
    if the strategy makes an illegal move, or never ends a game without a limit.
    """
    view = View(rules, rng=rng)
    turns: list[Turn[A, F]] = []
    longest = rules.longest if rules.limit is None and limit is None else None
    drew = getattr(strategy, "interactive", False)
    while limit is None or len(turns) < limit:
        if longest is not None and len(turns) >= longest:
            raise IllegalMove(
                ngettext(
                    "the game is not over after {n} turn",
                    "the game is not over after {n} turns",
                    longest,
                ).format(n=whole(longest))
            )
        action = strategy(view)
        rules.check(action)
        drew = drew or view.drew
        if longest is not None and not drew:
            check_new(strategy, view, action)
        turns.append(Turn(action, oracle.ask(action)))
        before, view = view, view.after(turns[-1])
        try:
            outcome = rules.outcome(turns)
        except Exception as error:
            blame_game(rules, error)
            raise
        yield before, turns[-1], view, outcome


def check_new(strategy: Callable[[View[S, A, F]], A], view: View[S, A, F], action: A) -> None:
    """Raises IllegalMove if a strategy without random numbers repeats a guess.

    The answer is already known, so nothing would change and the game would never end.
    """
    if not any(turn.action == action for turn in view.turns):
        return
    known = view.knowledge
    name, turn = getattr(strategy, "title", type(strategy).__name__), view.length + 1
    guess = view.rules.format_action(action)
    found = {"name": name, "turn": turn, "guess": guess}
    if isinstance(known, Risky):
        message = _("strategy {name} never ends the game: in turn {turn} it opens {guess} again")
    elif isinstance(known, Divisible):
        found["code"] = view.rules.format_secret(cast("S", known.first()))
        message = _(
            "strategy {name} never finds the code {code}: "
            "in turn {turn} it repeats its guess {guess}"
        )
    else:
        raise repeated_guess(name, turn, guess)
    raise IllegalMove(message.format(**found))


def repeated_guess(name: str, turn: int, guess: str) -> IllegalMove:
    """Returns the error for a strategy that makes a guess again, in a turn counted from 1."""
    return IllegalMove(
        _("strategy {name}: in turn {turn} it repeats its guess {guess}").format(
            name=name, turn=turn, guess=guess
        )
    )


def play(
    rules: Rules[S, A, F],
    strategy: Callable[[View[S, A, F]], A],
    oracle: Oracle[A, F],
    rng: Random | None = None,
    limit: int | None = None,
) -> Record:
    """Plays ``strategy`` against ``oracle`` until the game is won or the turns are used up.

    ``limit``: maximum number of turns, in addition to the limit of the rules. Raises IllegalMove
    if the strategy makes an illegal move, Contradiction if no secret is consistent with the
    oracle's answers.
    """
    turns: list[Turn[A, F]] = []
    outcome: Outcome | None = None
    for _before, turn, _after, outcome in moves(rules, strategy, oracle, rng, limit):
        turns.append(turn)
        if outcome is not None:
            break
    reveal = getattr(oracle, "reveal", None)
    secret = reveal() if reveal else None
    return record(rules, turns, outcome or Outcome.LOST, secret, strategy)


def record(
    rules: Rules[S, A, F],
    turns: Iterable[Turn[A, F]],
    outcome: Outcome | None,
    secret: S | None = None,
    strategy: Any = None,
) -> Record:
    """Records a game in the notation of its rules."""
    return Record(
        rules.spec(),
        tuple((rules.format_action(t.action), rules.format_feedback(t.feedback)) for t in turns),
        None if outcome is None else outcome.value,
        None if secret is None else rules.format_secret(secret),
        getattr(strategy, "name", None),
    )
