"""Exceptions: few and precise types, whose messages say what is wrong and what to do."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mastermine.i18n.text import N_, _, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_LINE_LETTERS = 10_000
"""Maximum length of a message, which may quote a file, a store or a request."""

_REASONS = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File name too long"),
    N_("No space left on device"),
    N_("Read-only file system"),
    N_("Broken pipe"),
    N_("Address already in use"),
)
"""The most common error texts of operating systems, which are always in English."""


class MastermineError(ValueError):
    """Base class of all input and usage errors; the text is one line for the user."""

    def __init__(self, *args: object, field: str | None = None) -> None:
        super().__init__(*args)
        self.field = field
        """The invalid field of a setup or request, such as ``rounds``, if any."""

    def details(self) -> dict[str, Any]:
        """Returns machine-readable details as JSON values."""
        return {} if self.field is None else {"field": self.field}


@contextmanager
def in_field(name: str) -> Iterator[None]:
    """Names the invalid setting in errors raised inside; a nested setting follows a dot."""
    try:
        yield
    except MastermineError as error:
        error.field = name if error.field is None else f"{name}.{error.field}"
        raise


class StrategyFailed(MastermineError):
    """Error raised by the code of a strategy, chained as the cause."""


class InvalidSpec(MastermineError):
    """A text that names no available rules, strategy, colour set or setting."""


class BrokenGame(InvalidSpec):
    """A game of another package that does not follow the protocol of games."""


class IllegalMove(MastermineError):
    """An action or an answer that the rules do not allow."""


def game_over() -> IllegalMove:
    """Returns the error for a move in a game that is over."""
    return IllegalMove(_("the game is over"))


class TooLarge(MastermineError):
    """Too many secrets to list in memory: the game can be played, but not searched."""


class Contradiction(MastermineError):
    """Answers that are not consistent with any secret.

    ``turn`` counts from 0 and is the first turn after which no candidate remains: this answer or
    an earlier one must be wrong.
    """

    def __init__(
        self,
        message: str,
        turn: int,
        turns: tuple[int, ...] = (),
        repairs: tuple[str, ...] = (),
    ) -> None:
        """``turns``: turns that contradict each other, if they are known.

        ``repairs``: sentences on the answers that may be wrong.
        """
        super().__init__(message)
        self.turn = turn
        self.turns = turns
        self.repairs = repairs

    def __reduce__(self) -> tuple[type[Contradiction], tuple[Any, ...]]:
        return type(self), (str(self), self.turn, self.turns, self.repairs)

    def details(self) -> dict[str, Any]:
        """Adds ``row``, and ``rows`` and ``repairs`` if they are known; rows count from 1."""
        rows = {"rows": [turn + 1 for turn in self.turns]} if self.turns else {}
        repairs = {"repairs": [*self.repairs]} if self.repairs else {}
        return {**super().details(), "row": self.turn + 1, **rows, **repairs}


def one_line(text: str) -> str:
    """Formats a message in one line of at most ``MAX_LINE_LETTERS``."""
    return shortened(" ".join(text.split()), MAX_LINE_LETTERS)


def error_text(error: BaseException) -> str:
    """Formats any error in one line, such as ``ZeroDivisionError: division by zero``."""
    text = one_line(str(error))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def system_reason(error: OSError) -> str:
    """Returns the translated text of a system error, without the file name."""
    return _(error.strerror) if error.strerror else str(error)


def error_line(error: BaseException, file: str) -> int | None:
    """Returns the line of a file in which an error was raised; None if it was raised elsewhere."""
    from traceback import walk_tb

    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno
    lines = [
        line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file
    ]
    return lines[-1] if lines else None
