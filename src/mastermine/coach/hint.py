"""Hints for any game: the next move of a strategy in a position, with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import MastermineError, game_over
from mastermine.core.game import View
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.registry import game_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mastermine.coach.click import Advice
    from mastermine.coach.guess import Assessment
    from mastermine.core.game import A, F, Knowledge, Rules, S, Turn
    from mastermine.core.strategy import Strategy


@dataclass(frozen=True)
class Hint:
    """A good move. ``str`` gives the move and its reasons."""

    move: str
    """The move in the notation of the rules."""
    reasons: tuple[str, ...]
    """Sentences; empty for a game without a coach."""
    details: Assessment | Advice | None = None
    """The figures behind the reasons."""

    def __str__(self) -> str:
        return "\n".join((self.move, *self.reasons))


def hint(view: View[S, A, F], strategy: Strategy, **words: Any) -> Hint:
    """Returns the next move of a strategy. Raises TooLarge, and IllegalMove if the game is over.

    ``words``: those of the reasons, as ``review.review`` takes them.
    """
    if view.rules.outcome(view.turns) is not None:
        raise game_over()
    if coach := game_of(view.rules.game).part("coach.hint"):
        made: Hint = coach(view, strategy, **words)
        return made
    return Hint(view.rules.format_action(strategy(view)), ())


def position(
    rules: Rules[S, A, F],
    turns: Iterable[Turn[A, F]],
    seed: int | str,
    knowledge: Knowledge[A, F] | None = None,
) -> View[S, A, F]:
    """Returns the view after some turns in which a strategy chooses the move.

    Hints, the computer's moves and reviews use it, so that a strategy that draws random numbers
    makes the same choice for all of them. ``knowledge``: that after the turns, if already computed.
    """
    turns = tuple(turns)
    return View(rules, turns, knowledge, Random(seed).fork("move", len(turns)))


def rule_of(strategy: Strategy) -> str:
    """Returns a sentence with the rule of a strategy, the yardstick of hints and reviews."""
    rule = _(strategy.summary)
    # Translators: {name} is the name of a strategy, {rule} its description with a small first
    # letter.
    return _("Rule of the strategy {name}: {rule}").format(
        name=strategy.name, rule=rule[:1].lower() + rule[1:]
    )


def chosen(strategy: Strategy, view: View[Any, Any, Any]) -> Any:
    """Returns the move of a strategy, or None if it fails."""
    try:
        return strategy(view)
    except MastermineError:
        return None
