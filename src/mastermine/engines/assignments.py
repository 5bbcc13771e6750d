"""Assignments for a class, and the cases by which the files that students hand in are graded.

Each student has a folder, with a file for each assignment. The function in it is called in a
process of its own, with a time limit for each call; the expected results stay in this process. A
file that does not return, that crashes or prints cannot stop the grading of the others.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from mastermine.core.errors import IllegalMove, MastermineError, one_line
from mastermine.core.game import Turn
from mastermine.core.given import short_repr
from mastermine.core.random import Random
from mastermine.engines.process import MAX_COMPLAINT_LETTERS, EngineFailed, Process, too_long
from mastermine.i18n.text import N_, _, ngettext, shortened
from mastermine.mastermind import Code, Feedback, Mastermind, Pegs
from mastermine.mastermind.grading import positions_of_game
from mastermine.registry import find_strategy

RULES = Mastermind(4, 6, limit=10)
"""The game of all assignments."""

START_SECONDS = 10.0
"""Time limit for the start of a file, besides that of a call."""

MAX_LOST = 3
"""Number of calls without an answer after which the other cases are not tried."""

_KEYS = ({"value"}, {"error", "line", "unfinished"})
"""Keys of an answer of the process; see ``submission``."""

Row = tuple[str, int, int]
"""A row as students get it: the guess, and the numbers of black and white pegs."""


class Failed(MastermineError):
    """A case that failed; the text says how."""


class Lost(Failed):
    """A case without an answer: the process ended, or took too long."""


class Call(Protocol):
    """A student's function; raises Failed."""

    def __call__(self, *arguments: Any) -> Any: ...


Case = Callable[[Call], None]
"""Calls a student's function; raises Failed."""


@dataclass(frozen=True)
class Assignment:
    """A function to write."""

    name: str
    title: str
    file: str
    function: str
    cases: Callable[[Random], Iterator[Case]]
    """Draws cases, without end."""


@dataclass
class Grade:
    """Result of a student in an assignment."""

    student: str
    assignment: Assignment
    cases: int
    passed: int = 0
    seconds: float = 0.0
    failure: str = ""
    """The first case that failed, and how; empty if all passed."""


def grade(folders: Sequence[Path], seed: int | str, cases: int, seconds: float) -> Iterator[Grade]:
    """Yields the result of each student, whose folder it is, in each assignment.

    ``seconds``: time limit of a call. The same seed gives everybody the same cases.
    """
    for folder in folders:
        for assignment in ASSIGNMENTS:
            yield _graded(folder, assignment, seed, cases, seconds)


def _graded(
    folder: Path, assignment: Assignment, seed: int | str, cases: int, seconds: float
) -> Grade:
    result = Grade(folder.resolve().name, assignment, cases)
    path = folder / assignment.file
    if not path.is_file():
        result.failure = _("not handed in")
        return result
    submission = _Submission(path, assignment.function, seconds)
    drawn = assignment.cases(Random(seed).fork("assignment", assignment.name))
    lost, start = 0, monotonic()
    try:
        for case in islice(drawn, cases):
            try:
                case(submission.call)
                result.passed += 1
            except Failed as failed:
                result.failure = result.failure or str(failed)
                lost += isinstance(failed, Lost)
                if lost == MAX_LOST or submission.broken:
                    break
    finally:
        submission.close()
    result.seconds = monotonic() - start
    return result


class _Submission:
    """A student's function in a process, which is started again after it was lost."""

    def __init__(self, path: Path, function: str, seconds: float) -> None:
        words = (sys.executable, "-P", "-B", "-m", "mastermine.engines.submission")
        self._command = shlex.join((*words, str(path), function))
        self._function = function
        self._seconds = seconds
        self._process: Process | None = None
        self.broken = False
        """True if the file cannot be executed."""

    def call(self, *arguments: Any) -> Any:
        """Calls the function. Raises Failed."""
        if self._process is None:
            self._process = Process(self._command)
            answer = self._answer(START_SECONDS + self._seconds)
            if "error" in answer:
                self.broken = True
                raise Failed(self._complaint(answer))
        self._process.send(json.dumps(arguments) + "\n")
        answer = self._answer(self._seconds)
        if "error" in answer:
            raise Failed(self._complaint(answer))
        return answer["value"]

    def _complaint(self, answer: dict[str, Any]) -> str:
        """Formats an error of a file or a function, in one line."""
        if answer["error"] is None:
            return _("there is no function {name}").format(name=self._function)
        if answer["unfinished"]:
            return _("not completed yet")
        error = shortened(one_line(str(answer["error"])), MAX_COMPLAINT_LETTERS)
        if answer["line"] is None:
            return error
        # Translators: {error} is such as "ValueError: …".
        return _("line {line}: {error}").format(line=answer["line"], error=error)

    def _answer(self, seconds: float) -> dict[str, Any]:
        """Returns the next line. Raises Lost, after which the process has ended."""
        assert self._process is not None
        try:
            answer = json.loads(self._process.line(monotonic() + seconds))
        except TimeoutError:
            complaint = str(too_long(seconds))
        except EngineFailed as failed:
            complaint = str(failed)
        except (ValueError, RecursionError):  # It wrote to the pipe itself.
            complaint = _("it does not answer as the function does")
        else:
            if isinstance(answer, dict) and answer.keys() in _KEYS:
                return answer
            complaint = _("it does not answer as the function does")
        self.close()
        raise Lost(complaint)

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.close(0)
        self._process = None


def _text(code: Code) -> str:
    return RULES.format_action(code)


def _rows(turns: Sequence[Turn[Code, Feedback]]) -> list[Row]:
    """Converts turns to rows for a student's function."""
    rows = []
    for turn in turns:
        assert isinstance(turn.feedback, Pegs)
        rows.append((_text(turn.action), turn.feedback.black, turn.feedback.white))
    return rows


def _guess(call: Call, turns: Sequence[Turn[Code, Feedback]]) -> Code:
    """Asks for a guess. Raises Failed."""
    guess = call(_rows(turns))
    try:
        if not isinstance(guess, str):
            raise IllegalMove(_("a guess is a text such as {example!r}").format(example="1122"))
        return RULES.parse_action(guess)
    except IllegalMove as error:
        raise Failed(
            _("{given} is not a guess: {error}").format(given=short_repr(guess), error=error)
        ) from None


def _after(turns: Sequence[Turn[Code, Feedback]], complaint: object) -> str:
    """Formats what is wrong after some rows."""
    answer = RULES.notation.format_answer
    rows = ", ".join(f"{_text(turn.action)} {answer(turn.feedback)}" for turn in turns)
    # Translators: {rows} are guesses with answers; {complaint} is a clause.
    text = _("after {rows}: {complaint}") if turns else _("at the first guess: {complaint}")
    return text.format(rows=rows, complaint=complaint)


def _scoring(rng: Random) -> Iterator[Case]:
    """Draws codes and guesses; most have few colours, so that pegs repeat."""
    while True:
        colours = [rng.below(RULES.colours) for _each in range(2 + rng.below(4))]
        secret, guess = (
            tuple(rng.choice(colours) for _place in range(RULES.places)) for _code in range(2)
        )
        yield _score_case(secret, guess)


def _score_case(secret: Code, guess: Code) -> Case:
    right = RULES.respond(secret, guess)
    assert isinstance(right, Pegs)

    def case(call: Call) -> None:
        where = _("code {code}, guess {guess}: {complaint}")
        try:
            found = call(_text(secret), _text(guess))
        except Failed as failed:
            complaint = str(failed)
            raise type(failed)(
                where.format(code=_text(secret), guess=_text(guess), complaint=complaint)
            ) from None
        if found != [right.black, right.white] or any(type(each) is not int for each in found):
            complaint = _("{right} is right, it returned {found}").format(
                right=(right.black, right.white),
                found=short_repr(tuple(found) if isinstance(found, list) else found),
            )
            raise Failed(where.format(code=_text(secret), guess=_text(guess), complaint=complaint))

    return case


def _games(rng: Random) -> Iterator[Case]:
    while True:
        yield _game_case(RULES.draw(rng))


def _game_case(secret: Code) -> Case:
    def case(call: Call) -> None:
        turns: tuple[Turn[Code, Feedback], ...] = ()
        while RULES.outcome(turns) is None:
            try:
                guess = _guess(call, turns)
            except Failed as failed:
                raise type(failed)(_after(turns, failed)) from None
            turns = (*turns, Turn(guess, RULES.respond(secret, guess)))
        if not RULES.solved(turns[-1].feedback):
            n = len(turns)
            raise Failed(
                ngettext(
                    "code {code}: not found with {n} guess",
                    "code {code}: not found with {n} guesses",
                    n,
                ).format(code=_text(secret), n=n)
            )

    return case


def _knuth(rng: Random) -> Iterator[Case]:
    """Draws positions of games with random guesses; the first one has no rows."""
    yield _knuth_case(())
    while True:
        positions = [position.turns for position in positions_of_game(RULES, rng)]
        if positions:
            yield _knuth_case(rng.choice(positions))


def _knuth_case(turns: tuple[Turn[Code, Feedback], ...]) -> Case:
    def case(call: Call) -> None:
        try:
            guess = _guess(call, turns)
        except Failed as failed:
            raise type(failed)(_after(turns, failed)) from None
        known = RULES.secrets()
        for turn in turns:
            known = known.after(turn)
        knuth: Any = find_strategy("knuth")
        best = known.best(knuth)
        if guess == best:
            return
        worst, least = (max(known.split(each).values()) for each in (guess, best))
        complaint = (
            _("{guess} may leave {worst} codes; Knuth guesses {best}, which leaves at most {least}")
            if worst > least
            else _(
                "Knuth guesses {best}; {guess} is as good, but a code that is still possible comes "
                "first, then the smallest"
            )
        )
        raise Failed(
            _after(
                turns,
                complaint.format(guess=_text(guess), worst=worst, best=_text(best), least=least),
            )
        )

    return case


ASSIGNMENTS = (
    # Translators: the title of an assignment for students.
    Assignment("scoring", N_("the scoring function"), "scoring.py", "score", _scoring),
    # Translators: the title of an assignment for students.
    Assignment("strategy", N_("a strategy"), "strategy.py", "next_guess", _games),
    # Translators: the title of an assignment for students.
    Assignment("knuth", N_("Knuth's algorithm"), "knuth.py", "knuth_guess", _knuth),
)
