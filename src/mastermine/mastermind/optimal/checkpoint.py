"""What a long search has proven, line by line in a file from which a later run resumes.

The first line says what is searched for. Each other line is a fact of its own, which stays true
whatever comes after it; so a search may end at any line.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from os import SEEK_END
from pathlib import Path
from typing import Any

from mastermine.core.errors import InvalidSpec, MastermineError, system_reason
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _, ngettext, shortened
from mastermine.system.folders import located, write_at_once

FORMAT = "mastermine-optimal"
VERSION = 2
LIKE = "classic.jsonl"

GUESSES = {
    "any": N_("any guesses"),
    "consistent": N_("only guesses that are still possible"),
    "previous": N_("only guesses that were possible before the last answer"),
}
"""Which guesses are allowed, in words."""


class Checkpoint:
    """A file of facts, each a JSON object. A last line that was not written whole is dropped."""

    def __init__(self, path: str | Path, search: Mapping[str, Any]) -> None:
        """``search``: what is searched for, as the file must say, too.

        Raises InvalidSpec for a file that cannot be read or written, or is of something else.
        """
        self.named = path
        self.path = located(path, LIKE)
        self.facts: list[dict[str, Any]] = []
        """What the file held."""
        try:
            if not self.path.exists() or (self.path.is_file() and not self.path.stat().st_size):
                write_at_once(self.path, _line({"format": FORMAT, "version": VERSION, **search}))
            if not self.path.is_file():
                raise self._foreign()
            with self.path.open("r+b") as file:  # It must be possible to write, too.
                _lock(file)
                self._size = self._read(file.read(), search)
                file.truncate(self._size)
        except OSError as error:
            raise self._unusable(error) from None

    def add(self, fact: Mapping[str, Any]) -> None:
        """Write a fact down. Raises MastermineError when it cannot be: what was there stays.

        So it is, too, where another run has written to the file.
        """
        line = _line(fact).encode()
        try:
            with self.path.open("r+b", buffering=0) as file:
                _lock(file)
                if file.seek(0, SEEK_END) != self._size:
                    raise self._shared()
                try:
                    _write(file, line)
                except BaseException:
                    with suppress(OSError):
                        file.truncate(self._size)
                    raise
        except OSError as error:
            raise self._unusable(error, MastermineError) from None
        self._size += len(line)

    def _read(self, data: bytes, search: Mapping[str, Any]) -> int:
        """Take the facts from what the file holds; how many bytes of it are whole lines."""
        lines = data.split(b"\n")
        lines.pop()  # Not written whole, or nothing.
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
        """Raises InvalidSpec where a file is of another search."""
        if header.get("format") != FORMAT:
            raise self._foreign()
        if header.get("version") != VERSION:
            raise InvalidSpec(
                _("{path} is of version {found}; this program reads version {version}").format(
                    path=self.named,
                    found=shortened(str(header.get("version")), 20),
                    version=VERSION,
                )
            )
        theirs = {name: header.get(name) for name in search}
        if theirs != dict(search):
            raise InvalidSpec(
                _(
                    "{path} is of another search: {found}; this one is: {wanted}; "
                    "take another file, or ask for the same again"
                ).format(path=self.named, found=_told(theirs), wanted=_told(search))
            )

    def _foreign(self) -> InvalidSpec:
        return InvalidSpec(
            _(
                "{path} is not the file of a search that was begun; "
                "name one that is, or a new one like {like}"
            ).format(path=self.named, like=LIKE)
        )

    def _shared(self) -> MastermineError:
        return MastermineError(
            _(
                "another search has written to {path}, so this one ends; "
                "what both had written is kept there"
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
    """Keep other runs from the file until it is closed, where the system can."""
    if sys.platform != "win32":
        from fcntl import LOCK_EX, flock

        with suppress(OSError):
            flock(file, LOCK_EX)


def _write(file: Any, data: bytes) -> None:
    """Write all of it; a full disk may take a part first."""
    while data:
        data = data[file.write(data) :]


def _parsed(line: bytes) -> dict[str, Any] | None:
    """The object on a line; None where there is none."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _told(search: Mapping[str, Any]) -> str:
    """What is searched for, in words; a file may say anything."""
    fields = {name: shortened(str(value)) for name, value in search.items() if value is not None}
    told = [fields.get("rules", "")]
    if objective := fields.get("objective"):
        # Translators: {name} is a word such as expected or fewest-last.
        told.append(_("objective {name}").format(name=objective))
    if guesses := fields.get("guesses"):
        told.append(_(GUESSES[guesses]) if guesses in GUESSES else guesses)
    if most := fields.get("max_depth"):
        n = int(most) if most.isdecimal() else 0
        told.append(ngettext("within {n} guess", "within {n} guesses", n).format(n=whole(n)))
    return ", ".join(filter(None, told))
