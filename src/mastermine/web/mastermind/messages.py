"""Sentences about a game of Mastermind that the page shows as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.core.errors import IllegalMove
from mastermine.core.game import Outcome
from mastermine.i18n.text import capital
from mastermine.mastermind import Answer
from mastermine.session import Mode
from mastermine.session.messages import mastermind as said
from mastermine.web.messages import status

if TYPE_CHECKING:
    from mastermine.mastermind import Notation
    from mastermine.session import Contest, MastermindSession


def messages(game: MastermindSession) -> dict[str, Any]:
    """Returns the sentences by name; those with placeholders are filled in by the page."""
    over = game.outcome is not None
    found: dict[str, Any] = {
        "status": status(game, said.progress(game)),
        "contradiction": said.contradiction(game),
        "notes": _notes(game),
        "filling": _filling(game.notation),
        "answers": _answers(game),
        "ending": _ending(game) if over else [],
        "code": said.code_label(game) if over else "",
    }
    if game.mode is Mode.PERSON:
        rows = len(game.turns)
        found |= {
            "questions": [
                *(said.question(row, correcting=True) for row in range(1, rows + 1)),
                said.question(rows + 1),
            ],
            "impossible": _impossible(game),
            "checked": said.wrong_answers(game),
            "enter_code": said.enter_own_code(),
        }
    return found


def match_messages(match: Contest) -> dict[str, Any]:
    """Returns the sentences of a match by name; of a round, the first introduces the code."""
    return {
        **({} if match.board is None else {"next": match.guessing_text(match.board[0])}),
        "hiding": "" if match.over else match.hiding_text(),
        "filling": _filling(match.notation),
        "moves": {"hide": match.hidden_text()},
        "rounds": [
            [match.code_label(number), *(match.result(*each) for each in match.results(number))]
            for number in range(match.round)
        ],
    }


def _answers(game: MastermindSession) -> dict[str, list[str]]:
    """Returns the short text and the words of each answer, by its text in requests."""
    notation, write = game.notation, game.rules.format_feedback
    return {
        write(answer): [notation.format_answer(answer), notation.answers.words(answer)]
        for answer in (turn.feedback for turn in game.turns)
    }


def _impossible(game: MastermindSession) -> str:
    """Says why all but one black and one white peg are impossible; empty without white pegs."""
    if game.rules.answer is Answer.PEGS:
        try:
            game.notation.answers.check(game.rules.places - 1, 1)
        except IllegalMove as error:
            return capital(f"{error}.")
    return ""


def _notes(game: MastermindSession) -> dict[str, str]:
    """Returns notes on rows, counted from 1: a contradiction, and wrong answers."""
    problem, wrong = game.contradiction, game.wrong_answers or []
    notes = {} if problem is None else {str(problem.turn + 1): capital(f"{problem}.")}
    return notes | {
        str(row): line for (row, _right), line in zip(wrong, said.wrong_answers(game), strict=False)
    }


def _ending(game: MastermindSession) -> list[str]:
    """Returns the outcome; for a player who hid the code also the check of the answers."""
    lines = [said.outcome(game)]
    if game.mode is Mode.PERSON and game.outcome is Outcome.LOST:
        lines += said.wrong_answers(game) or [said.unchecked()]
    return lines


def _filling(notation: Notation) -> dict[str, Any]:
    """Returns the sentences about a row that is being filled in; ``empty`` by number of places."""
    return {
        "full": said.row_full(),
        "empty": [said.still_empty(n) for n in range(notation.rules.places + 1)],
        "taken": said.repeated(notation, "{name}", "{place}"),
    }
