"""Saved games as files: one JSON object, written whole or not at all."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import tempfile
from contextlib import suppress
from datetime import date, datetime
from enum import Enum
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, nearest, shortened
from mastermine.system.folders import located, reading, state_folder, write_at_once, writing

if TYPE_CHECKING:
    from collections.abc import Callable

E = TypeVar("E", bound=Enum)

FORMAT = "mastermine-game"
VERSION = 1
MAX_COUNT = 10**9
"""The largest number that a saved game may contain."""
MAX_FILE_LETTERS = 10**7
"""A longer file is no saved game: that of the largest field has a twentieth of it."""


def write(path: str | Path, fields: dict[str, Any]) -> None:
    """Save the data of a game. Raises InvalidSpec when the file cannot be written.

    A file that is no saved game is left alone.
    """
    target = located(path)
    with writing(path):
        if target.exists():
            _check_ours(target)
        write_at_once(target, text_of(fields))


def text_of(fields: dict[str, Any]) -> str:
    """What stands in the file of a game with this data."""
    return json.dumps({"format": FORMAT, "version": VERSION, **fields}, indent=1) + "\n"


def _check_ours(target: Path) -> None:
    """Raises InvalidSpec when there is something else than a saved game or an empty file."""
    try:
        if not target.is_file() or target.stat().st_size > 0:
            _read(target)
    except InvalidSpec as error:
        raise InvalidSpec(
            _("{error}; it is not overwritten, take another name").format(error=error)
        ) from None


def read(path: str | Path) -> dict[str, Any]:
    """The fields of a saved game. Raises InvalidSpec when it is none, or too new."""
    fields = _read(path)
    check(fields, path)
    return fields


def check(fields: dict[str, Any], name: str | Path) -> None:
    """Raises InvalidSpec for what is no saved game, or too new. ``name``: what it is called."""
    _check_format(fields, name)
    version = fields.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise InvalidSpec(
            # Translators: {path} is a file, or "the file".
            _(
                "{path} was saved in format {version}, this program reads format {own}: "
                "a newer mastermine will open it"
            ).format(path=name, version=version, own=VERSION)
        )


def _read(path: str | Path) -> dict[str, Any]:
    """The fields of a saved game of any version. Raises InvalidSpec."""
    file = located(path)
    try:
        with reading(path):
            if file.exists() and not file.is_file():
                raise InvalidSpec(_("{path} is a folder or a device").format(path=path))
            with file.open(encoding="utf-8") as opened:
                text = opened.read(MAX_FILE_LETTERS + 1)
        if len(text) > MAX_FILE_LETTERS:
            raise InvalidSpec(_("{path} is too large for a saved game").format(path=path))
        fields = json.loads(text)
    except InvalidSpec:  # It is a ValueError, too.
        raise
    except (ValueError, RecursionError):
        fields = None
    return _check_format(fields, path)


def _check_format(fields: object, name: str | Path) -> dict[str, Any]:
    """The fields of a saved game of any version. Raises InvalidSpec for anything else."""
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise InvalidSpec(_("{path} is not a saved game of mastermine").format(path=name))
    return fields


def take(fields: dict[str, Any], name: str, kind: Any) -> Any:
    """A field that is of this type, or of one of a union. Raises InvalidSpec."""
    if name not in fields:
        raise InvalidSpec(_("{name} is missing").format(name=name))
    value = fields[name]
    # To Python True is a number; whoever writes true for a number means something else.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _cannot_be(name, value)
    return value


def _cannot_be(name: str, value: object) -> InvalidSpec:
    return InvalidSpec(_("{name} cannot be {value!r}").format(name=name, value=value))


def take_one(fields: dict[str, Any], name: str, kind: type[E]) -> E:
    """A field that is one of the values of an Enum. Raises InvalidSpec."""
    text: str = take(fields, name, str)
    try:
        return kind(text)
    except ValueError:
        raise InvalidSpec(
            # Translators: {hint} is a sentence such as "did you mean rounds?".
            _("{name} cannot be {value!r}; {hint}").format(
                name=name,
                value=shortened(text),
                hint=nearest(text, [each.value for each in kind]),
            )
        ) from None


def take_count(fields: dict[str, Any], name: str) -> int:
    """A field that counts something, up to ``MOST``. Raises InvalidSpec."""
    value: int = take(fields, name, int)
    if not 0 <= value <= MAX_COUNT:
        raise _cannot_be(name, value)
    return value


def take_texts(fields: dict[str, Any], name: str) -> tuple[str, ...]:
    """A field that is a list of texts. Raises InvalidSpec."""
    value: list[Any] = take(fields, name, list)
    if not all(isinstance(text, str) for text in value):
        raise _cannot_be(name, value)
    return tuple(value)


def take_id(fields: dict[str, Any]) -> str:
    """The name of a game, as ``fresh_id`` makes one. Raises InvalidSpec.

    Older files have none: their name follows from all that they hold, so that a game that is
    opened twice is one game.
    """
    if "id" not in fields:
        digest = hashlib.blake2b(json.dumps(fields, sort_keys=True).encode(), digest_size=16)
        return base64.urlsafe_b64encode(digest.digest()).decode("ascii").rstrip("=")
    text: str = take(fields, "id", str)
    if not re.fullmatch(r"[\w-]{22}", text, re.ASCII):
        raise _cannot_be("id", text)
    return text


def take_day(fields: dict[str, Any], name: str) -> str | None:
    """A field that is a day, written like 2026-11-21, or none. Raises InvalidSpec."""
    text: str | None = take(fields, name, str | None)
    if text is not None:
        try:
            fits = date.fromisoformat(text).isoformat() == text
        except ValueError:
            fits = False
        if not fits:
            raise InvalidSpec(
                _("{name} cannot be {value!r}: a day is written like 2026-11-21").format(
                    name=name, value=text
                )
            )
    return text


def veil(text: str | None) -> str | None:
    """Write a secret so that a glance at the file does not give it away."""
    return None if text is None else base64.b64encode(text.encode()).decode("ascii")


def unveil(text: str | None) -> str | None:
    """The secret again. Raises InvalidSpec for what ``veil`` did not write."""
    try:
        return None if text is None else base64.b64decode(text, validate=True).decode()
    except ValueError:
        raise InvalidSpec(_("its secret cannot be read")) from None


def keep(name: str, save: Callable[[Path], object]) -> Path:
    """Save a game that is being left in a new file, which is returned.

    It lies in the state folder, or in the folder for temporary files where that cannot be written.
    Raises InvalidSpec when neither can, with the reason of the first.
    """
    reason: InvalidSpec | None = None
    for find in (state_folder, _temporary_folder):
        try:
            path = state_file(name, find())
            try:
                save(path)
            except BaseException:
                with suppress(OSError):
                    if path.stat().st_size == 0:
                        path.unlink()
                raise
        except InvalidSpec as error:
            reason = reason or error
        else:
            return path
    raise reason or InvalidSpec(_("there is no folder for it"))


def state_file(name: str, folder: Path | None = None) -> Path:
    """A new empty file for a game that is being left, which no other process takes as well.

    It lies in the state folder where no other is named. Raises InvalidSpec.
    """
    folder = state_folder() if folder is None else folder
    stem = f"{name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for number in count(1):
            path = folder / f"{stem}{f'-{number}' if number > 1 else ''}.json"
            with suppress(FileExistsError):
                path.touch(mode=0o600, exist_ok=False)
                break
    return path


def _temporary_folder() -> Path:
    """Where the system has its temporary files. Raises InvalidSpec."""
    try:
        return Path(tempfile.gettempdir())
    except OSError as error:
        raise InvalidSpec(str(error)) from None


def is_temporary(path: Path) -> bool:
    """Whether a file lies in the folder for temporary files."""
    with suppress(InvalidSpec, OSError):
        return path.resolve().parent == _temporary_folder().resolve()
    return False


def told_kept(path: Path) -> str:
    """That a game that was left is in this file; what goes on with it comes next."""
    if is_temporary(path):
        return _("The game is kept, but only among temporary files. To go on:")
    return _("The game is kept. To go on:")


def stamp(path: Path | None) -> str | None:
    """What tells whether a file was changed: a digest of it; None where it cannot be read."""
    try:
        return None if path is None else hashlib.blake2b(path.read_bytes()).hexdigest()
    except OSError:
        return None


def left() -> list[Path]:
    """The games that were left, the last one first."""
    found = []
    with suppress(InvalidSpec, OSError):
        for path in state_folder().glob("*.json"):
            with suppress(OSError):  # Another process may have taken it away.
                found.append((path.stat().st_mtime, path))
    return [path for _time, path in sorted(found, reverse=True)]


def forget(path: Path) -> None:
    """Take a file away that is kept in the state folder; any other stays."""
    with suppress(InvalidSpec, OSError):
        if path.resolve().parent == state_folder().resolve():
            path.unlink(missing_ok=True)
