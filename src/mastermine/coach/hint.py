"""Hints: the next move for a position, with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mastermine.core.errors import game_over
from mastermine.registry import game_of

if TYPE_CHECKING:
    from mastermine.coach.click import Advice
    from mastermine.coach.guess import Assessment
    from mastermine.core.game import A, F, S, View
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


def hint(view: View[S, A, F], strategy: Strategy) -> Hint:
    """Returns the next move of a strategy. Raises TooLarge, and IllegalMove if the game is over."""
    if view.rules.outcome(view.turns) is not None:
        raise game_over()
    if coach := game_of(view.rules.game).part("coach.hint"):
        made: Hint = coach(view, strategy)
        return made
    return Hint(view.rules.format_action(strategy(view)), ())
