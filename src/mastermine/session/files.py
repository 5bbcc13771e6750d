"""Saved games as files: one JSON object, written whole or not at all."""

from __future__ import annotations

import base64
import json
import os
import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _

FORMAT = "mastermine-game"
VERSION = 1


def write(path: str | Path, kind: str, fields: dict[str, Any]) -> None:
    """Save ``fields`` under ``kind``. Raises InvalidSpec when the file cannot be written.

    A file that is no saved game is left alone.
    """
    target = Path(path).expanduser()
    try:
        if target.exists() and target.stat().st_size > 0:
            read(target, any_version=True)
    except InvalidSpec as error:
        raise InvalidSpec(
            _("{error}; it is not overwritten, take another name").format(error=error)
        ) from None
    whole = {"format": FORMAT, "version": VERSION, "kind": kind, **fields}
    text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    try:
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(draft).replace(target)
        except BaseException:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be written: {reason}").format(path=path, reason=error.strerror)
        ) from None


def read(path: str | Path, any_version: bool = False) -> tuple[str, dict[str, Any]]:
    """The kind and the fields of a saved game. Raises InvalidSpec when it is none, or too new."""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8")
        fields = json.loads(text)
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be read: {reason}").format(path=path, reason=error.strerror)
        ) from None
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise InvalidSpec(_("{path} is not a saved game of mastermine").format(path=path))
    version = fields.get("version")
    if version != VERSION and not any_version:
        raise InvalidSpec(
            _(
                "{path} was saved in format {version}, this program reads format {own}: "
                "a newer mastermine will open it"
            ).format(path=path, version=version, own=VERSION)
        )
    return str(fields.get("kind")), fields


def veil(text: str | None) -> str | None:
    """Write a secret so that a glance at the file does not give it away."""
    return None if text is None else base64.b64encode(text.encode()).decode("ascii")


def unveil(text: str | None) -> str | None:
    """The secret again. Raises ValueError."""
    return None if text is None else base64.b64decode(text, validate=True).decode()


def state_folder() -> Path:
    """Where games are kept that were left: the user's folder for the state of programs."""
    base = os.environ.get("XDG_STATE_HOME")
    if not base and sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "state") / "mastermine"


def state_file(name: str) -> Path:
    """A new file for a game that is being left, in a folder that exists. Raises InvalidSpec."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be written: {reason}").format(path=folder, reason=error.strerror)
        ) from None
    stem = f"{name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    number = 1
    while (path := folder / f"{stem}{f'-{number}' if number > 1 else ''}.json").exists():
        number += 1
    return path


def last_left() -> Path | None:
    """The game that was left last, if there is one."""
    try:
        return max(state_folder().glob("*.json"), key=lambda path: path.stat().st_mtime)
    except (ValueError, OSError):
        return None
