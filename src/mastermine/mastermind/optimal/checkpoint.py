"""Checkpoint files of long searches, from which a later run resumes.

The first line describes the search. Each other line is a proven fact, independent of later lines,
so a search may end at any line.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mastermine.core.errors import InvalidSpec, MastermineError, system_reason
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _, ngettext, shortened
from mastermine.system.folders import located, write_at_once

FORMAT = "mastermine-optimal"
VERSION = 3
LIKE = "classic.jsonl"

GUESSES = {
    "any": N_("any guesses"),
    "consistent": N_("only guesses that are still possible"),
    "previous": N_("only guesses that were possible before the last answer"),
}
"""Description of the allowed guesses."""


class Checkpoint:
    """A file of facts, one JSON object per line. An incomplete last line is dropped."""

    def __init__(self, path: str | Path, search: Mapping[str, Any]) -> None:
        """``search``: description of the search, which must match that of the file.

        Raises InvalidSpec for a file that cannot be used, or is of another kind or search.
        """
        self.named = path
        self.path = located(path, LIKE)
        self.facts: list[dict[str, Any]] = []
        """Facts read from the file."""
        try:
            if not self.path.exists() or (self.path.is_file() and not self.path.stat().st_size):
                write_at_once(self.path, _line({"format": FORMAT, "version": VERSION, **search}))
            if not self.path.is_file():
                raise self._foreign()
            with self.path.open("r+b") as file:  # Checks write access.
                _lock(file)
                self._size = self._read(file.read(), search)
                file.truncate(self._size)
        except OSError as error:
            raise self._unusable(error) from None

    def add(self, fact: Mapping[str, Any]) -> None:
        """Writes a fact. Raises MastermineError on failure, or if another run wrote to the file.

        The file is then unchanged.
        """
        line = _line(fact).encode()
        try:
            with self.path.open("r+b", buffering=0) as file:
                _lock(file)
                if file.seek(0, os.SEEK_END) != self._size:
                    raise self._shared()
                try:
                    _write(file, line)
                    os.fsync(file.fileno())
                except BaseException:
                    with suppress(OSError):
                        file.truncate(self._size)
                    raise
        except OSError as error:
            raise self._unusable(error, MastermineError) from None
        self._size += len(line)

    def _read(self, data: bytes, search: Mapping[str, Any]) -> int:
        """Reads the facts from the file; returns the number of bytes in complete lines."""
        lines = data.split(b"\n")
        lines.pop()  # An incomplete line, or empty.
        if not lines:
            raise self._foreign()
        self._check(_parsed(lines[0]) or {}, search)
        for number, line in enumerate(lines[1:], start=2):
            fact = _parsed(line)
            if fact is None:
                if number == len(lines):
                    lines.pop()
                    break
                raise InvalidSpec(
                    _("line {line} of {path} is damaged: it must be a JSON object").format(
                        line=whole(number), path=self.named
                    )
                )
            self.facts.append(fact)
        return sum(len(line) + 1 for line in lines)

    def _check(self, header: Mapping[str, Any], search: Mapping[str, Any]) -> None:
        """Raises InvalidSpec if a file is of another search."""
        if header.get("format") != FORMAT:
            raise self._foreign()
        if header.get("version") != VERSION:
            raise InvalidSpec(
                _("{path} has version {found}; this program reads version {version}").format(
                    path=self.named,
                    found=shortened(str(header.get("version")), 20),
                    version=VERSION,
                )
            )
        if header.get("search") != search.get("search"):
            raise InvalidSpec(
                _(
                    "{path} is from another version of the search, which stores other results; "
                    "start the search again with another file"
                ).format(path=self.named)
            )
        theirs = {name: header.get(name) for name in search}
        if theirs != dict(search):
            raise InvalidSpec(
                _(
                    "{path} is from another search: {found}; this search is: {wanted}; "
                    "use another file, or repeat that search"
                ).format(path=self.named, found=_described(theirs), wanted=_described(search))
            )

    def _foreign(self) -> InvalidSpec:
        return InvalidSpec(
            _(
                "{path} is not the file of an earlier search; "
                "name such a file, or a new one like {like}"
            ).format(path=self.named, like=LIKE)
        )

    def _shared(self) -> MastermineError:
        return MastermineError(
            _(
                "another search has written to {path}, so this one stops; "
                "the file has the results of both"
            ).format(path=self.named)
        )

    def _unusable(
        self, error: OSError, kind: type[MastermineError] = InvalidSpec
    ) -> MastermineError:
        return kind(
            _("{path} cannot be read and written: {reason}").format(
                path=self.named, reason=system_reason(error)
            )
        )


def _line(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":")) + "\n"


def _lock(file: Any) -> None:
    """Locks the file until it is closed, if the system supports it."""
    if sys.platform != "win32":
        from fcntl import LOCK_EX, flock

        with suppress(OSError):
            flock(file, LOCK_EX)


def _write(file: Any, data: bytes) -> None:
    """Writes all data; one call may write only a part."""
    while data:
        data = data[file.write(data) :]


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Parses the JSON object on a line; None if there is none."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _described(search: Mapping[str, Any]) -> str:
    """Describes a search; fields from a file may have any value."""
    fields = {name: shortened(str(value)) for name, value in search.items() if value is not None}
    parts = [fields.get("rules", "")]
    if objective := fields.get("objective"):
        # Translators: {name} is a word such as expected or fewest-last.
        parts.append(_("objective {name}").format(name=objective))
    if guesses := fields.get("guesses"):
        parts.append(_(GUESSES[guesses]) if guesses in GUESSES else guesses)
    if most := fields.get("max_depth"):
        n = int(most) if most.isdecimal() else 0
        parts.append(ngettext("within {n} guess", "within {n} guesses", n).format(n=whole(n)))
    return ", ".join(filter(None, parts))
