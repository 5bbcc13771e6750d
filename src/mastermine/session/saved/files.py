"""Files of saved games: one JSON object, written atomically."""

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
from mastermine.registry import GAMES
from mastermine.system.folders import located, reading, state_folder, write_at_once, writing

if TYPE_CHECKING:
    from collections.abc import Callable

E = TypeVar("E", bound=Enum)

FORMAT = "mastermine-game"
VERSION = 2
"""Version 1 had other names of strategies (``Game.renamed_strategies``)."""
MAX_COUNT = 10**9
"""Maximum of a count in a saved game."""
MAX_FILE_LETTERS = 10**7
"""Maximum length of a file; that of the largest board has a twentieth of it."""


def write(path: str | Path, fields: dict[str, Any]) -> None:
    """Writes the data of a game. Raises InvalidSpec if the file cannot be written.

    A file that is not a saved game is not overwritten.
    """
    target = located(path)
    with writing(path):
        if target.exists():
            _check_ours(target)
        write_at_once(target, text_of(fields))


def text_of(fields: dict[str, Any]) -> str:
    """Returns the content of the file of a game with this data."""
    return json.dumps({"format": FORMAT, "version": VERSION, **fields}, indent=1) + "\n"


def _check_ours(target: Path) -> None:
    """Raises InvalidSpec for a file that is neither a saved game nor empty."""
    try:
        if not target.is_file() or target.stat().st_size > 0:
            _fields(_read(target), target)
    except InvalidSpec as error:
        raise InvalidSpec(
            _("{error}; it was not overwritten: choose another name").format(error=error)
        ) from None


def read(path: str | Path) -> dict[str, Any]:
    """Reads the fields of a saved game. Raises InvalidSpec for any other or a newer file."""
    return parsed(_read(path), path)


def parsed(text: str | bytes, name: str | Path) -> dict[str, Any]:
    """Returns the fields of a saved game of any version, as this version writes them.

    Raises InvalidSpec for any other text, or a newer one. ``name`` is for errors.
    """
    fields = _fields(text, name)
    version = fields.get("version")
    if isinstance(version, bool) or version not in (1, VERSION):
        raise InvalidSpec(
            # Translators: {path} is a file, or "the file".
            _(
                "{path} has format {version}, but this program reads format {own}; "
                "use a newer mastermine"
            ).format(path=name, version=version, own=VERSION)
        )
    return _renamed(fields) if version == 1 else fields


def _renamed(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns the data of a game of version 1 with the name of its strategy in this version.

    If that differs, the field ``renamed`` has the earlier name, with its options.
    """
    game = GAMES.get(str(fields.get("rules")).partition(":")[0])
    former = str(fields.get("strategy"))
    name, colon, options = former.partition(":")
    if game is None or name not in game.renamed_strategies:
        return fields
    now = game.renamed_strategies[name] + colon + options
    return {**fields, "strategy": now, "renamed": former}


def _read(path: str | Path) -> str:
    """Reads the text of a file, at most that of a saved game. Raises InvalidSpec."""
    file = located(path)
    with reading(path):
        if file.exists() and not file.is_file():
            raise InvalidSpec(_("{path} is a folder or a device").format(path=path))
        try:
            with file.open(encoding="utf-8") as opened:
                text = opened.read(MAX_FILE_LETTERS + 1)
        except UnicodeDecodeError:
            return ""  # It is no saved game.
    if len(text) > MAX_FILE_LETTERS:
        raise InvalidSpec(_("{path} is too large for a saved game").format(path=path))
    return text


def _fields(text: str | bytes, name: str | Path) -> dict[str, Any]:
    """Reads the fields of a saved game of any version. Raises InvalidSpec."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise InvalidSpec(_("{path} is not a saved game of mastermine").format(path=name))
    return fields


def take(fields: dict[str, Any], name: str, kind: Any) -> Any:
    """Returns a field of this type or union. Raises InvalidSpec."""
    if name not in fields:
        raise InvalidSpec(_("{name} is missing").format(name=name))
    value = fields[name]
    # In Python True is an int, but in a file true is no valid number.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise _cannot_be(name, value)
    return value


def _cannot_be(name: str, value: object) -> InvalidSpec:
    return InvalidSpec(_("{name} cannot be {value!r}").format(name=name, value=value))


def take_one(fields: dict[str, Any], name: str, kind: type[E]) -> E:
    """Returns a field with a value of an Enum. Raises InvalidSpec."""
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
    """Returns a field with a count, at most ``MAX_COUNT``. Raises InvalidSpec."""
    value: int = take(fields, name, int)
    if not 0 <= value <= MAX_COUNT:
        raise _cannot_be(name, value)
    return value


def take_texts(fields: dict[str, Any], name: str) -> tuple[str, ...]:
    """Returns a field with a list of texts. Raises InvalidSpec."""
    value: list[Any] = take(fields, name, list)
    if not all(isinstance(text, str) for text in value):
        raise _cannot_be(name, value)
    return tuple(value)


def take_rows(fields: dict[str, Any], name: str, most: int) -> tuple[int, ...]:
    """Returns an optional field with rows, counted from 1 to ``most``. Raises InvalidSpec."""
    value: list[Any] = take(fields, name, list) if name in fields else []
    if not all(type(row) is int and 1 <= row <= most for row in value):
        raise _cannot_be(name, value)
    return tuple(value)


def take_id(fields: dict[str, Any]) -> str:
    """Returns the id of a game, as ``fresh_id`` makes one. Raises InvalidSpec.

    For older files without an id it is a digest of the content, so that it is always the same.
    """
    if "id" not in fields:
        digest = hashlib.blake2b(json.dumps(fields, sort_keys=True).encode(), digest_size=16)
        return base64.urlsafe_b64encode(digest.digest()).decode("ascii").rstrip("=")
    text: str = take(fields, "id", str)
    if not re.fullmatch(r"[\w-]{22}", text, re.ASCII):
        raise _cannot_be("id", text)
    return text


def take_day(fields: dict[str, Any], name: str) -> str | None:
    """Returns a field with a date such as 2026-11-21, or None. Raises InvalidSpec."""
    text: str | None = take(fields, name, str | None)
    if text is not None:
        try:
            fits = date.fromisoformat(text).isoformat() == text
        except ValueError:
            fits = False
        if not fits:
            raise InvalidSpec(
                _("{name} cannot be {value!r}; write a date like 2026-11-21").format(
                    name=name, value=text
                )
            )
    return text


def encode_secret(text: str | None) -> str | None:
    """Encodes a secret, so that a glance at the file does not reveal it."""
    return None if text is None else base64.b64encode(text.encode()).decode("ascii")


def decode_secret(text: str | None) -> str | None:
    """Decodes a secret written by ``encode_secret``. Raises InvalidSpec."""
    try:
        return None if text is None else base64.b64decode(text, validate=True).decode()
    except ValueError:
        raise InvalidSpec(_("the secret cannot be read")) from None


def save_unfinished(name: str, save: Callable[[Path], object]) -> Path:
    """Saves an unfinished game to a new file in the state folder and returns its path.

    If that folder cannot be written, the file is a temporary one. Raises InvalidSpec, with the
    reason of the state folder, if neither works.
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
    raise reason or InvalidSpec(_("there is no folder for saved games"))


def state_file(name: str, folder: Path | None = None) -> Path:
    """Creates an empty file for an unfinished game, exclusively for this process.

    ``folder`` [default: the state folder]. Raises InvalidSpec.
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
    """Returns the system's folder for temporary files. Raises InvalidSpec."""
    try:
        return Path(tempfile.gettempdir())
    except OSError as error:
        raise InvalidSpec(str(error)) from None


def is_temporary(path: Path) -> bool:
    """Returns True for a file in the folder for temporary files."""
    with suppress(InvalidSpec, OSError):
        return path.resolve().parent == _temporary_folder().resolve()
    return False


def saved_message(path: Path) -> str:
    """Says that the game was saved; the command that resumes it is printed next."""
    if is_temporary(path):
        return _("Saved the game, but only as a temporary file; resume it with:")
    return _("Saved the game; resume it with:")


def saved_to(path: str | Path) -> str:
    """Says to which file the game was saved."""
    return _("Saved the game to {path}.").format(path=path)


def not_saved(reason: object) -> str:
    """Says why the game was not saved."""
    return _("The game was NOT saved: {reason}").format(reason=reason)


def stamp(path: Path | None) -> str | None:
    """Returns a digest of a file, to detect changes; None if it cannot be read."""
    try:
        return None if path is None else hashlib.blake2b(path.read_bytes()).hexdigest()
    except OSError:
        return None


def unfinished() -> list[Path]:
    """Returns the files of unfinished games, the latest first."""
    found = []
    with suppress(InvalidSpec, OSError):
        for path in state_folder().glob("*.json"):
            with suppress(OSError):  # Another process may have deleted it.
                found.append((path.stat().st_mtime, path))
    return [path for _time, path in sorted(found, reverse=True)]


def forget(path: Path) -> None:
    """Deletes a file in the state folder; does nothing for any other."""
    with suppress(InvalidSpec, OSError):
        if path.resolve().parent == state_folder().resolve():
            path.unlink(missing_ok=True)
