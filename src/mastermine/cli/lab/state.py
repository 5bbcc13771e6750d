"""What the laboratory remembers from one time to the next: settings, and lines that were typed."""

from __future__ import annotations

from pathlib import Path

from mastermine.cli.lab.settings import Settings
from mastermine.core.errors import InvalidSpec, system_reason
from mastermine.i18n.text import _
from mastermine.system.folders import state_folder, write_at_once


class State:
    """Files in a folder of the state folder. Where there can be none, nothing is remembered."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        try:
            folder = state_folder() / "lab"
            folder.mkdir(parents=True, exist_ok=True)
            self.folder = folder
        except (InvalidSpec, OSError):
            pass

    def load(self) -> tuple[Settings, InvalidSpec | None]:
        """The settings of the last time, else the usual ones; and why, where it is strange."""
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
                _(
                    "the settings in {path} cannot be read, so they are the usual ones: {reason}"
                ).format(path=path, reason=reason)
            )

    def save(self, settings: Settings) -> None:
        """Keep settings for the next time. Raises InvalidSpec where they cannot be kept."""
        if self.folder is None:
            return
        try:
            write_at_once(self.folder / "settings.json", settings.to_json() + "\n")
        except OSError as error:
            self.folder = None  # Said once, that is enough.
            raise InvalidSpec(
                _("the settings hold now, but cannot be kept for the next time: {reason}").format(
                    reason=system_reason(error)
                )
            ) from None

    def history(self) -> Path | None:
        """The file of the lines that were typed; None where it cannot be written."""
        if self.folder is None:
            return None
        path = self.folder / "history"
        try:
            path.touch(mode=0o600)
            with path.open("a"):
                return path
        except OSError:
            return None
