"""Hints, analyses and games of strategies for Mastermind, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.coach.guess import facts, hinted
from mastermine.coach.hint import position
from mastermine.core.errors import IllegalMove, InvalidSpec, in_field
from mastermine.core.game import Turn
from mastermine.i18n.text import _
from mastermine.mastermind import Mastermind
from mastermine.registry import find_strategy, parse_rules_of, usual_strategy
from mastermine.web.mastermind.help import assessed, left_of
from mastermine.web.mastermind.size import check_board
from mastermine.web.new_game import strategy_of

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind import Candidates
    from mastermine.session import MastermindSession
    from mastermine.web.schemas import Position


def hint(position: Position) -> dict[str, Any]:
    """Returns the best next guess, with reasons."""
    return {"help": _guess(*_known(position))}


def analyse(position: Position) -> dict[str, Any]:
    """Returns the possible codes, certain facts about them, and the best next guess."""
    rules, turns, known, strategy = _known(position)
    notation = rules.notation
    return {
        "rules": rules.spec(),
        **left_of(known, notation),
        "facts": facts(known, notation),
        "hint": _guess(rules, turns, known, strategy),
    }


def solve(
    rules: Mastermind, strategy: Strategy, oracle: Any, rng: Any
) -> tuple[list[dict[str, Any]], bool]:
    """Plays a game; returns its steps, and True if the code was found."""
    from mastermine.coach.steps import steps

    notation, shown_steps, won = rules.notation, [], False
    for step in steps(rules, strategy, oracle, rng):
        won = rules.solved(step.feedback)
        known = step.knowledge
        left = left_of(known, notation)
        shown_steps.append(
            {
                **assessed(step.assessment, strategy, notation),
                "answer": rules.format_feedback(step.feedback),
                "left": left["count"],
                "left_exact": left["exact"],
                "left_told": left["told"],
                "listed": left["listed"],
                "first": left["first"],
                "facts": [] if won else facts(known, notation),
            }
        )
    return shown_steps, won


def shows(position: Position, game: MastermindSession) -> bool:
    """Returns True if the turns of a position are among those of a game, or the reverse."""
    rules = parse_rules_of(Mastermind, position.rules or "classic")
    if rules.with_limit(None) != game.rules.with_limit(None):
        return False
    mine, its = (
        {(turn.action, turn.feedback) for turn in these}
        for these in (_turns(rules, position), game.turns)
    )
    return bool(mine and its) and (mine <= its or its <= mine)


def _known(
    position: Position,
) -> tuple[Mastermind, list[Turn[Any, Any]], Candidates, Strategy]:
    """Returns the rules, turns, candidates and strategy of a position."""
    if position.mines is not None:
        raise InvalidSpec(_("a number of mines needs a board; add the board"), field="mines")
    with in_field("rules"):
        rules = parse_rules_of(
            Mastermind, position.rules or "classic", instead=_("for Minesweeper, add the board")
        )
        check_board(rules)
    strategy = find_strategy(
        strategy_of(position.strategy, rules.game, usual_strategy(rules)), rules.game
    )
    known, turns = rules.knowledge(), _turns(rules, position)
    for turn in turns:
        known = known.after(turn)
    return rules, turns, known, strategy


def _turns(rules: Mastermind, position: Position) -> list[Turn[Any, Any]]:
    """Reads the turns of a position. Raises IllegalMove, which names the row."""
    turns = []
    for row, (guess, answer) in enumerate(position.turns or (), start=1):
        try:
            code = rules.parse_action(guess)
            turns.append(Turn(code, rules.parse_feedback(answer, code)))
        except IllegalMove as error:
            message = _("row {row}: {error}").format(row=row, error=error)
            raise IllegalMove(message, field="turns") from None
    return turns


def _guess(
    rules: Mastermind, turns: list[Turn[Any, Any]], known: Candidates, strategy: Strategy
) -> dict[str, Any] | None:
    """Returns the best next guess; None if the code is already found."""
    if any(rules.solved(turn.feedback) for turn in turns):
        return None
    made = hinted(position(rules, turns, 0, known), strategy, rules.notation)
    return assessed(made, strategy, rules.notation)
