"""The process of a student's function: it answers lines of JSON until its input ends.

``python -m mastermine.engines.submission FILE FUNCTION``. Each line of input is a list of
arguments, and each line of output an object with ``value``, or with ``error``, its ``line`` in the
file, which may be null, and ``unfinished``: true for NotImplementedError. The first line says that
the file was executed; if the function is missing, its ``error`` is null. What the function prints
is discarded, and its input is empty.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex

from mastermine.core.errors import MastermineError, error_line, error_text
from mastermine.core.strategy_file import module_of, read_source


def main(path: str, function: str) -> None:
    """Answers calls of the function in a file."""
    lines, answers = (os.fdopen(os.dup(n), mode) for n, mode in ((0, "r"), (1, "w")))
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)

    def answer(**data: Any) -> None:
        answers.write(json.dumps(data, default=_plain) + "\n")
        answers.flush()

    def fail(error: BaseException) -> None:
        answer(
            error=error_text(error),
            line=error_line(error, str(Path(path).absolute())),
            unfinished=isinstance(error, NotImplementedError),
        )

    try:
        call = getattr(module_of(path, read_source(path)), function, None)
    except MastermineError as error:
        fail(error.__cause__ or error)
        return
    if not callable(call):
        answer(error=None, line=None, unfinished=False)
        return
    answer(value=None)
    for line in lines:
        try:
            answer(value=call(*json.loads(line)))
        except BaseException as error:  # It may try to leave Python, too.
            fail(error)


def _plain(value: object) -> object:
    """Converts a value that JSON does not know: an integer of NumPy, or anything as text."""
    if isinstance(value, SupportsIndex):
        with suppress(TypeError):  # Such as an array of NumPy.
            return index(value)
    return repr(value)


if __name__ == "__main__":
    main(*sys.argv[1:])
