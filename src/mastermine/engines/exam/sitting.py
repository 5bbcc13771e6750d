"""A sitting: asks what was not answered yet, and saves each answer at once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mastermine import __version__
from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.engines.process import EngineFailed
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.engines.exam.players import Player
    from mastermine.engines.exam.subject import Question

MAX_FAILURES = 3
"""Number of questions in a row without an answer after which a sitting stops."""


class Interrupted(MastermineError):
    """A player gave no answers."""


@dataclass(frozen=True)
class Answer:
    """An answer with its judgement, or the reason why there is none."""

    text: str = ""
    move: str | None = None
    right: bool = False
    lost: float | None = None
    """See ``Judged``; None without a legal move."""
    blunder: bool = False
    problem: str = ""
    """Why the move is not legal, or why there is no answer."""
    answered: bool = True
    """False if there is no answer; the question is then asked again in the next sitting."""
    seconds: float = 0.0
    tokens: tuple[int, int] | None = None


def answer(player: Player, question: Question) -> Answer:
    """Asks a question and judges the answer. Raises InvalidSpec."""
    try:
        reply = player.ask(question)
    except EngineFailed as error:
        return Answer(problem=str(error), answered=False)
    given = Answer(reply.text, reply.move, seconds=reply.seconds, tokens=reply.tokens)
    if reply.move is None:
        return replace(given, problem=_("no move in the required form"))
    try:
        return replace(given, **question.judge(reply.move)._asdict())
    except IllegalMove as error:
        return replace(given, problem=str(error))


@dataclass
class Answers:
    """The answers to an exam, in a file: a line of JSON for each, after one with the settings."""

    file: Path
    given: dict[tuple[str, str], Answer]
    """By rules and position."""

    @classmethod
    def open(cls, file: Path, settings: dict[str, object]) -> Answers:
        """Opens the file of a sitting to resume it, or creates one.

        Raises InvalidSpec if it has the answers of a player with other settings, OSError.
        """
        if not file.exists():
            file.write_text(_line({"version": __version__, **settings}), "ascii")
        text = file.read_text("utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:  # It was interrupted in the middle of a line.
            file.write_text(whole, "utf-8")
        try:
            head, *rows = map(json.loads, whole.splitlines())
            del head["version"]
            given = dict(map(_read, rows))
        except (ValueError, TypeError, KeyError):
            raise InvalidSpec(
                _("{file} is damaged; name another file with --out").format(file=file)
            ) from None
        if head != settings:
            raise InvalidSpec(
                _(
                    "{file} has the answers of another player, or with other settings; name "
                    "another file with --out"
                ).format(file=file)
            )
        return cls(file, given)

    def of(self, question: Question) -> Answer | None:
        """Returns the answer to a question, if it was asked."""
        return self.given.get((question.spec, question.position))

    def add(self, question: Question, found: Answer) -> None:
        """Saves an answer. Raises OSError."""
        self.given[question.spec, question.position] = found
        row = {"rules": question.spec, "position": question.position, "grade": question.grade}
        with self.file.open("a", encoding="ascii") as out:
            out.write(_line({**row, **asdict(found)}))


def _read(row: dict[str, Any]) -> tuple[tuple[str, str], Answer]:
    """Reads a line of the file. Raises TypeError, KeyError."""
    del row["grade"]
    return (row.pop("rules"), row.pop("position")), Answer(**row)


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data) + "\n"


def sit(player: Player, questions: Iterable[Question], answers: Answers) -> None:
    """Asks all questions without an answer.

    Raises Interrupted after ``MAX_FAILURES`` in a row that stay without one, InvalidSpec, OSError.
    """
    failures = 0
    for question in questions:
        known = answers.of(question)
        if known is not None and known.answered:
            continue
        found = answer(player, question)
        answers.add(question, found)
        failures = 0 if found.answered else failures + 1
        if failures == MAX_FAILURES:
            raise Interrupted(
                _(
                    "{n} questions in a row got no answer: {reason}; run the same command again to "
                    "go on"
                ).format(n=failures, reason=found.problem)
            )
