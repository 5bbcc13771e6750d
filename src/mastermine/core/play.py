"""One game from the first turn to the last, and how it is written down."""

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
"""The most characters with which ``repr`` shows a game in full."""


@dataclass(frozen=True, slots=True, repr=False)
class Record(Drawn):
    """How a game was played, in the notation of its rules: one JSON object a line.

    ``secret`` is None where nobody revealed it; ``outcome`` is None for a game that was left.
    """

    rules: str
    turns: tuple[tuple[str, str], ...]
    outcome: str | None
    secret: str | None = None
    strategy: str | None = None

    def __repr__(self) -> str:
        """The call that makes an equal record; of a long game only how it ended."""
        values = (self.rules, self.turns, self.outcome, self.secret, self.strategy)
        shown = f"Record{values!r}"
        if len(shown) <= LONGEST_REPR:
            return shown
        return f"<Record of {self.rules}: {self.outcome} after {len(self.turns)} turns>"

    def to_json(self) -> str:
        """One line of JSON; ``from_json`` gives an equal record."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Record:
        """Raises InvalidSpec when the line is not a record."""
        try:
            fields = json.loads(line)
            read = cls(**{**fields, "turns": tuple(map(_pair, fields["turns"]))})
            if not all(isinstance(text, str | None) for text in (read.secret, read.strategy)):
                raise TypeError(_("secret and strategy are texts"))
            if not isinstance(read.rules, str):
                raise TypeError(_("rules are a text"))
            if read.outcome is not None:
                Outcome(read.outcome)
            return read
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise InvalidSpec(_("not a record of a game: {error}").format(error=error)) from None


def _pair(turn: object) -> tuple[str, str]:
    match turn:
        case [str(action), str(feedback)]:
            return action, feedback
    raise TypeError(_("a turn is a pair of texts, not {turn!r}").format(turn=turn))


def moves(
    rules: Rules[S, A, F],
    strategy: Callable[[View[S, A, F]], A],
    oracle: Oracle[A, F],
    rng: Random | None = None,
    limit: int | None = None,
) -> Iterator[tuple[View[S, A, F], Turn[A, F], View[S, A, F], Outcome | None]]:
    """Let ``strategy`` ask ``oracle``, turn by turn, for as long as somebody wants to see more.

    Gives the view before each turn, the turn, the view after it, and how the game stands then.
    ``limit``: the most turns, on top of the limit of the rules. Raises IllegalMove when the
    strategy asks what the rules forbid, or never ends a game that has no limit.
    """
    view = View(rules, rng=rng)
    turns: list[Turn[A, F]] = []
    longest = rules.longest if rules.limit is None and limit is None else None
    drew = getattr(strategy, "asks", False)
    while limit is None or len(turns) < limit:
        if longest is not None and len(turns) >= longest:
            raise IllegalMove(
                ngettext(
                    "it is not at an end after {n} turn",
                    "it is not at an end after {n} turns",
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
    """Raises IllegalMove when a strategy without random numbers makes a guess again.

    Its answer is known, so that nothing changes and the game would never end.
    """
    if not any(turn.action == action for turn in view.turns):
        return
    known = view.knowledge
    found = {
        "name": getattr(strategy, "title", type(strategy).__name__),
        "turn": view.length + 1,
        "guess": view.rules.format_action(action),
    }
    if isinstance(known, Risky):
        message = _("strategy {name} never ends a game: in turn {turn} it opens {guess} again")
    elif isinstance(known, Divisible):
        found["code"] = view.rules.format_secret(cast("S", known.first()))
        message = _(
            "strategy {name} never finds the code {code}: "
            "in turn {turn} it makes its guess {guess} again"
        )
    else:
        message = _("strategy {name}: in turn {turn} it makes its guess {guess} again")
    raise IllegalMove(message.format(**found))


def play(
    rules: Rules[S, A, F],
    strategy: Callable[[View[S, A, F]], A],
    oracle: Oracle[A, F],
    rng: Random | None = None,
    limit: int | None = None,
) -> Record:
    """Let ``strategy`` ask ``oracle`` until the secret is found or the turns are used up.

    ``limit`` comes on top of the limit of the rules. Raises IllegalMove when the strategy asks
    what the rules forbid, Contradiction when the oracle's answers cannot all be true.
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
    """Write a game down."""
    return Record(
        rules.spec(),
        tuple((rules.format_action(t.action), rules.format_feedback(t.feedback)) for t in turns),
        None if outcome is None else outcome.value,
        None if secret is None else rules.format_secret(secret),
        getattr(strategy, "name", None),
    )
