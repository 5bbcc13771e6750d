"""Review of a recorded game of Minesweeper: what each click was worth, and when it was made."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from mastermine.coach.click_review import FieldReview, ReviewedClick, review_clicks
from mastermine.coach.review import check_yardstick
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import chance as percent
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.replays.replay import Figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.replays.replay import Action
    from mastermine.minesweeper.rules import Minesweeper

MAX_DECISIVE = 3
"""Maximum of the moments that decided a game, besides the mine that was hit."""

DECISIVE = 0.02
"""A click is decisive if it gave away at least this much of the chance to win."""

PAUSE_SECONDS = 1.0
"""Time that a player may take for a click beside a safe cell before it counts as lost."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """An action of the player, and the clicks that it made."""

    seconds: float | None
    """Time since the first cell was opened."""
    verb: str
    """``click``, ``chord`` or ``flag``."""
    text: str
    """Its cell as players read it."""
    wasted: bool
    """True if it changed nothing."""
    moves: tuple[int, ...]
    """Its clicks: indices of the moves of the review."""
    before: float | None
    """Chance to win before it; None if it is not known."""
    after: float | None
    """Chance to win after it; 1 or 0 at the end."""


@dataclass(frozen=True, kw_only=True)
class ReplayReview(FieldReview):
    """Review of a recorded game."""

    outcome: Outcome | None
    """Result; None if the game was left."""
    figures: Figures | None = None
    """Figures by which players compare games; None before the end: they depend on the layout."""
    moments: tuple[Moment, ...]
    """All actions."""
    decisive: tuple[int, ...]
    """The moments that decided the game, in order: indices of ``moments``."""
    decided: tuple[str, ...]
    """A text on each of them."""
    pauses: float | None
    """Time lost: beyond ``PAUSE_SECONDS`` for each click while a cell was certainly safe."""


def review_replay(
    rules: Minesweeper,
    actions: Sequence[Action],
    strategy: Strategy,
    seed: int | str = 0,
    chances: bool = True,
) -> ReplayReview:
    """Reviews the actions of a game, without figures that depend on its layout.

    Parameters as in ``review_clicks``, errors as in ``review.review``.
    """
    check_yardstick(strategy)
    turns = [turn for action in actions for turn in action.turns]
    found = review_clicks(rules, turns, strategy, seed, chances)
    outcome = rules.outcome(turns)
    moves = [move for move in found.moves if isinstance(move, ReviewedClick)]
    moments = _moments(actions, moves, outcome)
    decisive = _decisive(moments, moves, outcome)
    return ReplayReview(
        **{each.name: getattr(found, each.name) for each in fields(found)},
        outcome=outcome,
        moments=tuple(moments),
        decisive=tuple(decisive),
        decided=tuple(_text_of(moments[i], moves) for i in decisive),
        pauses=_pauses(moments, moves),
    )


def _moments(
    actions: Sequence[Action], moves: Sequence[ReviewedClick], outcome: Outcome | None
) -> list[Moment]:
    """Returns the actions with the chances to win around them."""
    end = {Outcome.WON: 1.0, Outcome.LOST: 0.0, None: None}[outcome]
    chances: list[float | None] = [*(move.chance for move in moves), end]
    found, done = [], 0
    for action in actions:
        clicks = tuple(range(done, done + len(action.turns)))
        before = chances[done]
        done += len(clicks)
        found.append(
            Moment(
                seconds=action.seconds,
                verb=action.verb.value,
                text=named(action.cell),
                wasted=action.wasted,
                moves=clicks,
                before=before,
                after=chances[done],
            )
        )
    return found


def cost(move: ReviewedClick) -> float:
    """Returns the chance to win that a click gave away."""
    if move.win is None or move.best_win is None:
        return 0.0
    return move.best_win - move.win


def _decisive(
    moments: Sequence[Moment], moves: Sequence[ReviewedClick], outcome: Outcome | None
) -> list[int]:
    """Returns the moments with the costliest clicks, and the one that lost the game."""
    costs = {i: sum(cost(moves[n]) for n in moment.moves) for i, moment in enumerate(moments)}
    worst = sorted(costs, key=lambda i: -costs[i])[:MAX_DECISIVE]
    chosen = {i for i in worst if costs[i] >= DECISIVE}
    if outcome is Outcome.LOST:
        chosen.add(max(i for i, moment in enumerate(moments) if moment.moves))
    return sorted(chosen)


def _text_of(moment: Moment, moves: Sequence[ReviewedClick]) -> str:
    """Returns the sentences on a moment."""
    worst = max((moves[n] for n in moment.moves), key=lambda move: (cost(move), move.risk or 0.0))
    parts = [worst.sentence]
    if moment.before is not None and moment.after is not None:
        parts.append(
            _("The chance to win went from {before} to {after}.").format(
                before=percent(moment.before), after=percent(moment.after)
            )
        )
    text = " ".join(parts)
    if moment.seconds is None:
        return text
    # Translators: {n} is a time in seconds, such as 12.34; then come sentences.
    return _("{n} s: {text}").format(n=plain(round(moment.seconds, 2)), text=text)


def _pauses(moments: Sequence[Moment], moves: Sequence[ReviewedClick]) -> float | None:
    """Returns the time that was lost while a cell was certainly safe; None without times."""
    lost, last = 0.0, None
    for moment in moments:
        if moment.seconds is None:
            return None
        if last is not None and moment.moves:
            first = moves[moment.moves[0]]
            if first.risk == 0 or first.necessary is False:
                lost += max(0.0, moment.seconds - last - PAUSE_SECONDS)
        last = moment.seconds
    return round(lost, 3)
