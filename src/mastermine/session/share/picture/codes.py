"""Pictures of Mastermind boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome, Turn
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.feedback import Pegs, Places, Unknown
from mastermine.mastermind.rules import Answer
from mastermine.session import Mode
from mastermine.session.messages import counts, mastermind
from mastermine.session.share.picture.heading import heading, record_heading
from mastermine.session.share.picture.paint import (
    BAD,
    INK,
    LINE,
    MUTED,
    RAISED,
    Painting,
    fitted,
    readable_on,
    width_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.core.errors import Contradiction
    from mastermine.core.play import Record
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.rules import Code, Mastermind
    from mastermine.session import MastermindSession

PEG, ROW, EDGE, MARK = 44, 54, 24, 16
"""Width of a peg, height of a row, margin, and width of a small peg of an answer."""
MAX_LIMIT = 20
"""Empty rows are drawn up to this limit of guesses."""
MAX_ROWS = 100
"""Maximum number of rows; of longer games the last ones are drawn."""
MIN_WIDTH = 330


def painted(game: MastermindSession) -> str:
    """Draws the board as the player may see it: the code only at the end."""
    title = heading(game, _state(game))
    rows = game.rules.limit if game.outcome is None else None
    return _painted(game.notation, game.turns, *title, game.secret, game.contradiction, rows)


def painted_record(rules: Mastermind, record: Record) -> str:
    """Draws the board at the end of the game."""
    turns = [
        Turn(rules.parse_action(action), rules.parse_feedback(feedback))
        for action, feedback in record.turns
    ]
    secret = None if record.secret is None else rules.parse_secret(record.secret)
    title = record_heading(rules, record, counts.guesses(len(turns)))
    return _painted(rules.notation, turns, *title, secret)


def _painted(
    notation: Notation,
    turns: Sequence[Turn[Code, Feedback]],
    title: str,
    subtitle: str,
    secret: Code | None,
    wrong: Contradiction | None = None,
    limit: int | None = None,
) -> str:
    """Draws a board. ``limit``: number of rows, including empty ones."""
    rules = notation.rules
    first = max(0, len(turns) - MAX_ROWS)
    rows = len(turns) - first
    if limit is not None and limit <= MAX_LIMIT:
        rows = max(rows, limit)
    pegs = rules.places * PEG
    label = 34.0
    answers = _answer_width(notation, turns)
    width = max(MIN_WIDTH, EDGE * 2 + label + pegs + 24 + answers)
    picture = Painting(f"{title}. {subtitle}")
    picture.text(title, EDGE, 40, fitted(title, 20, width - 2 * EDGE))
    picture.text(subtitle, EDGE, 62, fitted(subtitle, 13, width - 2 * EDGE), MUTED)
    left, top = EDGE + label, 80.0
    for index in range(rows):
        y = top + index * ROW
        turn = turns[first + index] if first + index < len(turns) else None
        bad = wrong is not None and wrong.turn == first + index
        picture.rectangle(EDGE, y + 3, width - 2 * EDGE, ROW - 6, RAISED if turn else "#f1efe8", 10)
        number = str(first + index + 1)
        middle = y + ROW / 2
        picture.text(number, EDGE + 26, middle + 5, 14, BAD if bad else MUTED, "end")
        if turn is None:
            for place in range(rules.places):
                picture.circle(left + (place + 0.5) * PEG, middle, 6, LINE)
            continue
        draw_code(picture, notation, turn.action, left, middle)
        _answer(picture, notation, turn.feedback, left + pegs + 24, middle)
    bottom = top + rows * ROW + 6
    picture.rectangle(EDGE, bottom, width - 2 * EDGE, 2, LINE)
    middle = bottom + 6 + ROW / 2
    # Translators: before the row of the hidden code in a picture; short.
    word = _("code")
    picture.text(word, EDGE + 28, middle + 4, fitted(word, 11, 28), MUTED, "end")
    if secret is None:
        for place in range(rules.places):
            x = left + (place + 0.5) * PEG
            picture.circle(x, middle, 19, "#e4e0d5", LINE)
            picture.text("?", x, middle + 7, 20, MUTED, "middle")
    else:
        draw_code(picture, notation, secret, left, middle)
    return picture.svg(width, middle + ROW / 2 + EDGE / 2)


def _state(game: MastermindSession) -> str:
    made = len(game.turns)
    if game.outcome is None:
        guesses = counts.guesses(made)
        left = game.tries_left
        return guesses if left is None else f"{guesses}, {counts.guesses_left(left)}"
    if game.mode is Mode.PERSON and game.outcome is Outcome.WON:
        # Translators: "it" is the code.
        text = ngettext(
            "the computer found it in {n} guess", "the computer found it in {n} guesses", made
        )
        return text.format(n=made)
    return mastermind.outcome(game).removesuffix(".")


def draw_code(
    picture: Painting, notation: Notation, code: Code, left: float, middle: float, scale: float = 1
) -> None:
    """Draws pegs in a row, each with colour, symbol and label."""
    for place, index in enumerate(code):
        colour, label = notation.colours[index], notation.labels[index]
        x = left + (place + 0.5) * PEG * scale
        ink = readable_on(colour.rgb)
        picture.circle(x, middle, 20 * scale, colour.rgb)
        if colour.symbol == label:
            picture.text(label, x, middle + 7 * scale, 20 * scale, ink, "middle")
            continue
        picture.symbol(colour.symbol, x, middle - 5 * scale, 17 * scale, ink)
        picture.text(label, x, middle + 15 * scale, 11 * scale, ink, "middle")


def _answer_width(notation: Notation, turns: Sequence[Turn[Code, Feedback]]) -> float:
    texts = [notation.format_answer(turn.feedback) for turn in turns]
    width = max((width_of(text, 13) for text in texts), default=60)
    return MARK * _columns(notation.rules) + 12 + width + 10


def marks_width(rules: Mastermind) -> float:
    """Returns the width of the small pegs of an answer."""
    return MARK * _columns(rules)


def _columns(rules: Mastermind) -> int:
    """Returns the number of small pegs in a row of an answer."""
    places = rules.places
    return places if rules.answer is Answer.PLACES else (places + 1) // 2


def _answer(
    picture: Painting, notation: Notation, answer: Feedback, left: float, middle: float
) -> None:
    """Draws an answer as small pegs and text."""
    draw_marks(picture, notation.rules, answer, left, middle)
    left += marks_width(notation.rules) + 8
    picture.text(notation.format_answer(answer), left, middle + 5, 13, INK)


def draw_marks(
    picture: Painting,
    rules: Mastermind,
    answer: Feedback,
    left: float,
    middle: float,
    scale: float = 1,
) -> None:
    """Draws the small pegs of an answer: in two rows, or in one if they show places."""
    places = rules.places
    if isinstance(answer, Places):
        fills = [INK if right else "" for right in answer.right]
    elif isinstance(answer, Unknown):
        fills = [""] * places
    else:
        white = answer.white if isinstance(answer, Pegs) else 0
        fills = [INK] * answer.black + [RAISED] * white
        fills += [""] * (places - len(fills))
    columns = _columns(rules)
    for index, fill in enumerate(fills):
        x = left + (MARK * (index % columns) + 6) * scale
        y = middle
        if columns != places:
            y += (-8 if index < columns else 8) * scale
        if fill:
            picture.circle(x, y, 5.5 * scale, fill, INK, 1.5 * scale)
        else:
            picture.circle(x, y, 2 * scale, LINE)
