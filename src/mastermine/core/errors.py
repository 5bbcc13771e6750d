"""What can go wrong, as few and precise types.

A message says what was wrong and what would be right.
"""

from __future__ import annotations

from typing import Any

from mastermine.i18n.text import N_, _

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
"""What a system says most often; it says it in English, whatever language was chosen here."""


class MastermineError(ValueError):
    """Any mistake of input or use that mastermine reports; its text is one line for a person."""

    def __init__(self, *args: object, field: str | None = None) -> None:
        super().__init__(*args)
        self.field = field
        """The wrong field of a new game, such as ``rounds`` or ``rules.places``, if it is one."""

    def details(self) -> dict[str, Any]:
        """The details for programs beside the text, as JSON values."""
        return {} if self.field is None else {"field": self.field}


class StrategyFailed(MastermineError):
    """A strategy that raised an error of its own, which is the cause of this one."""


class InvalidSpec(MastermineError):
    """A text that names no rules, strategy, colour set or setting, or an unavailable one."""


class IllegalMove(MastermineError):
    """An action or an answer that the rules do not allow."""


class TooLarge(MastermineError):
    """More secrets than can be listed in memory: the game can be played, but not searched."""


class Contradiction(MastermineError):
    """Answers that no secret fits.

    ``turn`` counts from 0 and names the first answer with which nothing is left: some answer up
    to and including that one must be wrong.
    """

    def __init__(self, message: str, turn: int) -> None:
        super().__init__(message)
        self.turn = turn

    def __reduce__(self) -> tuple[type[Contradiction], tuple[str, int]]:
        return type(self), (str(self), self.turn)

    def details(self) -> dict[str, Any]:
        """The row, counted from 1."""
        return {**super().details(), "row": self.turn + 1}


def error_text(error: BaseException) -> str:
    """Any error in one line, such as ``ZeroDivisionError: division by zero``."""
    told = " ".join(str(error).split())
    return f"{type(error).__name__}: {told}" if told else type(error).__name__


def system_reason(error: OSError) -> str:
    """What the system says was wrong, without the name of the file."""
    return _(error.strerror) if error.strerror else str(error)


def error_line(error: BaseException, file: str) -> int | None:
    """The line of a file where an error came from; None where it has nothing to do with it."""
    from traceback import walk_tb

    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno
    lines = [
        line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file
    ]
    return lines[-1] if lines else None
