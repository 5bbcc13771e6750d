"""Sentences about a game of Mastermind that the page shows as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.core.errors import IllegalMove
from mastermine.core.game import Outcome
from mastermine.i18n.text import capital
from mastermine.mastermind import Answer, Pegs
from mastermine.session import Mode
from mastermine.session.messages import mastermind as said
from mastermine.web.messages import status

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mastermine.mastermind import Feedback, Notation
    from mastermine.session import Contest, MastermindSession


def messages(game: MastermindSession) -> dict[str, Any]:
    """Returns the sentences by name; those with placeholders are filled in by the page."""
    over = game.outcome is not None
    found: dict[str, Any] = {
        "status": status(game, said.progress(game)),
        "contradiction": said.contradiction(game),
        "notes": _notes(game),
        "filling": _filling(game.notation),
        "answers": answer_texts(game.notation, (turn.feedback for turn in game.turns)),
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
            "refusals": _refusals(game),
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


def answer_texts(notation: Notation, answers: Iterable[Feedback]) -> dict[str, list[str]]:
    """Returns the short text and the words of each answer, by its text in requests."""
    return {
        notation.rules.format_feedback(answer): [
            notation.format_answer(answer),
            notation.answers.words(answer),
        ]
        for answer in answers
    }


def _refusals(game: MastermindSession) -> dict[str, str]:
    """Says why answers are impossible, by their text in requests.

    Contains all of them that have no more pegs than places.
    """
    rules, refusals = game.rules, {}
    if rules.answer is Answer.PEGS:
        for answer in all_pegs(rules.places):
            try:
                game.notation.answers.check(*answer)
            except IllegalMove as error:
                refusals[rules.format_feedback(answer)] = capital(f"{error}.")
    return refusals


def all_pegs(places: int) -> Iterator[Pegs]:
    """Yields all pairs of numbers of black and of white pegs, at most ``places`` together."""
    for black in range(places + 1):
        for white in range(places + 1 - black):
            yield Pegs(black, white)


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
