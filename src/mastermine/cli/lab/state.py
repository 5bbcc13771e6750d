"""The state that the lab stores between sessions: settings and history."""

from __future__ import annotations

from pathlib import Path

from mastermine.cli.lab.settings import Settings
from mastermine.core.errors import InvalidSpec, system_reason
from mastermine.i18n.text import _
from mastermine.system.folders import state_folder, write_at_once


class State:
    """Files in the state folder; stores nothing if they cannot be created."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        try:
            folder = state_folder() / "lab"
            folder.mkdir(parents=True, exist_ok=True)
            self.folder = folder
        except (InvalidSpec, OSError):
            pass

    def load(self) -> tuple[Settings, InvalidSpec | None]:
        """Returns the stored settings, or the defaults and the error if they are invalid."""
        if self.folder is None:
            return Settings(), None
        path = self.folder / "settings.json"
        try:
            return Settings.from_json(path.read_text("utf-8")), None
        except FileNotFoundError:
            return Settings(), None
        except (OSError, ValueError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else error
            return Settings(), InvalidSpec(
                _("cannot read the settings in {path}; using the defaults: {reason}").format(
                    path=path, reason=reason
                )
            )

    def save(self, settings: Settings) -> None:
        """Stores settings. Raises InvalidSpec if that fails."""
        if self.folder is None:
            return
        try:
            write_at_once(self.folder / "settings.json", settings.to_json() + "\n")
        except OSError as error:
            self.folder = None  # Report the error only once.
            raise InvalidSpec(
                _("cannot save the settings for the next session: {reason}").format(
                    reason=system_reason(error)
                )
            ) from None

    def history(self) -> Path | None:
        """Returns the history file, or None if it is not writable."""
        if self.folder is None:
            return None
        path = self.folder / "history"
        try:
            path.touch(mode=0o600)
            with path.open("a"):
                return path
        except OSError:
            return None
