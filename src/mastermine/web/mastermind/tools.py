"""Hints, analyses and games of strategies for Mastermind, as JSON values."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from mastermine.coach.contradictions import explained
from mastermine.coach.guess import facts, hinted, possible
from mastermine.coach.hint import position
from mastermine.coach.reasons import reasons, reasons_data, title
from mastermine.coach.review import praise, review
from mastermine.core.errors import (
    Contradiction,
    IllegalMove,
    InvalidSpec,
    TooLarge,
    in_field,
)
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.core.turns import UNKNOWN, parse_turn
from mastermine.i18n.text import _
from mastermine.mastermind import (
    Estimate,
    Mastermind,
)
from mastermine.registry import find_strategy, parse_rules_of, usual_strategy
from mastermine.session.mastermind import shape
from mastermine.session.setup import GameSetup
from mastermine.web.mastermind.help import assessed, left_of
from mastermine.web.mastermind.size import check_board
from mastermine.web.new_game import strategy_of

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind import Candidates, Code, Feedback, Notation
    from mastermine.session import MastermindSession
    from mastermine.web.schemas import Position

MAX_DRAWS = 1000
"""Maximum number of codes that are drawn to find one that is not in a row."""
MAX_ROWS = 200
"""Maximum number of rows of a position."""
MAX_EXPLAINED_ROWS, MAX_EXPLAINED_SIZE = 12, 300
"""Maximum number of rows, and of places times colours, for an explanation, which takes seconds."""
ROUGH = 0.5
"""Relative error of a number of codes that is said to be an estimate."""


def hint(position: Position) -> dict[str, Any]:
    """Returns the best next guess, with reasons."""
    return {"help": _guess(*_known(position))}


def analyse(position: Position) -> dict[str, Any]:
    """Returns the possible codes, certain facts about them, the best guess, and each row rated."""
    rules, turns, known, strategy = _known(position)
    notation = rules.notation
    return {
        "rules": rules.spec(),
        **left_of(known, notation),
        "facts": facts(known, notation),
        "how": title(),
        "steps": _explained(known),
        "hint": _guess(rules, turns, known, strategy),
        "rows": _rated(rules, position, strategy),
    }


def read(data: str | bytes, query: dict[str, str], rules: str | None) -> dict[str, Any]:
    """Reads rows: a guess and its answer in each line, ? for an answer that is not known.

    ``query`` has the parts of the address of a position, if it has one.
    """
    rules_ = _rules(query.get("rules") or rules)
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")
    lines = text.splitlines()
    if query:
        lines = query.get("turns", "").replace(":", " ").split(";")
    rows = [line.strip() for line in lines if line.strip()]
    if len(rows) > MAX_ROWS:
        raise TooLarge(_("a position has at most {n} rows").format(n=MAX_ROWS))
    return {
        "rules": rules_.spec(),
        "shape": shape(rules_, rules_.notation),
        "described": rules_.notation.describe(),
        "turns": [_row(rules_.notation, row, text) for row, text in enumerate(rows, start=1)],
    }


def play_on(position: Position, seed: str) -> MastermindSession:
    """Starts a game in a position, with a code that is drawn from all that fit it.

    A guess whose answer is not known is not the code, since the game goes on.
    """
    rules, turns, known, _strategy = _known(position)
    rows = position.turns or []
    if any(rules.solved(turn.feedback) for turn in turns):
        raise InvalidSpec(_("there is nothing left to play: the code is found"), field="turns")
    if rules.limit is not None and len(rows) >= rules.limit:
        raise InvalidSpec(_("there is nothing left to play: no guess is left"), field="turns")
    setup = GameSetup(rules, secret=_drawn(rules, turns, known, Random(seed)) if rows else None)
    game = cast("MastermindSession", setup.begin())
    for guess, _answer in rows:
        game.guess(rules.parse_action(guess))
    return game


def _drawn(rules: Mastermind, turns: list[Turn[Any, Any]], known: Candidates, rng: Random) -> Code:
    """Draws a candidate that is in no row. Raises InvalidSpec if there is none."""
    unknown = {turn.action for turn in turns if turn.feedback is rules.unknown}
    for _try in range(MAX_DRAWS):
        if (code := known.draw(rng)) not in unknown:
            return code
    raise InvalidSpec(_("there is nothing left to play: every code was guessed"), field="turns")


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
        {(turn.action, turn.feedback) for turn in these if turn.feedback is not rules.unknown}
        for these in (_turns(rules, position), game.turns)
    )
    return bool(mine and its) and (mine <= its or its <= mine)


def _rules(text: str | None) -> Mastermind:
    """Parses the rules of a position. Raises InvalidSpec, TooLarge."""
    with in_field("rules"):
        rules = parse_rules_of(
            Mastermind, text or "classic", instead=_("for Minesweeper, add the board")
        )
        check_board(rules)
    return rules


def _known(
    position: Position,
) -> tuple[Mastermind, list[Turn[Any, Any]], Candidates, Strategy]:
    """Returns the rules, turns, candidates and strategy of a position. Raises Contradiction."""
    if position.mines is not None:
        raise InvalidSpec(_("a number of mines needs a board; add the board"), field="mines")
    rules = _rules(position.rules)
    strategy = find_strategy(
        strategy_of(position.strategy, rules.game, usual_strategy(rules)), rules.game
    )
    known, turns = rules.knowledge(), _turns(rules, position)
    try:
        for turn in turns:
            known = known.after(turn)
    except Contradiction as error:
        raise explained(rules.notation, turns, error.turn) from None
    return rules, turns, known, strategy


def _turns(rules: Mastermind, position: Position) -> list[Turn[Any, Any]]:
    """Reads the rows. Raises IllegalMove with the row."""
    turns = []
    for row, (guess, answer) in enumerate(position.turns or (), start=1):
        try:
            code = rules.parse_action(guess)
            unknown = answer == UNKNOWN
            turns.append(
                Turn(code, rules.unknown if unknown else rules.parse_feedback(answer, code))
            )
        except IllegalMove as error:
            message = _("row {row}: {error}").format(row=row, error=error)
            raise IllegalMove(message, field="turns") from None
    return turns


def _explained(known: Candidates) -> list[dict[str, Any]]:
    """Explains what is certain, step by step; nothing if that takes too long."""
    rules = known.rules
    size = rules.places * rules.symbols
    if len(known.turns) > MAX_EXPLAINED_ROWS or size > MAX_EXPLAINED_SIZE:
        return []
    return reasons_data(reasons(known), rules.notation)


def _rated(rules: Mastermind, position: Position, strategy: Strategy) -> list[dict[str, Any]]:
    """Rates each row whose answer is known."""
    turns = _turns(rules, position)
    rated = review(rules, turns, strategy).to_json()["moves"] if turns else []
    return [
        {
            "told": "" if move["left"] is None else possible(_estimate(move)),
            "word": "" if move["skill"] is None else praise(move["skill"]),
            "left": move["left"],
            "sentence": move["sentence"],
        }
        for move in rated
    ]


def _estimate(move: dict[str, Any]) -> Estimate:
    """Returns the number of codes that a reviewed guess left."""
    return Estimate(move["left"], 0.0 if move["left_exact"] else ROUGH)


def _row(notation: Notation, row: int, text: str) -> tuple[str, str]:
    """Reads a guess and its answer, which is ? if it is missing."""
    rules, complaint = notation.rules, notation.row_example()
    with suppress(IllegalMove):
        return rules.format_action(notation.read(text.rstrip("* "))), UNKNOWN
    turn: Turn[Code, Feedback] = parse_turn(
        text, row, notation.read, notation.read_answer, complaint, rules.unknown
    )
    return rules.format_action(turn.action), rules.format_feedback(turn.feedback)


def _guess(
    rules: Mastermind, turns: list[Turn[Any, Any]], known: Candidates, strategy: Strategy
) -> dict[str, Any] | None:
    """Returns the best next guess; None if the code is already found."""
    if any(rules.solved(turn.feedback) for turn in turns):
        return None
    made = hinted(position(rules, turns, 0, known), strategy, rules.notation)
    return assessed(made, strategy, rules.notation)
