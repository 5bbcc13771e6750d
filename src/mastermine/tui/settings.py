"""Settings of the full screen, in a file: theme, symbols on pegs, language, last setup."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.system.folders import state_folder, write_at_once

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Settings:
    """The settings. Errors in reading or writing the file are ignored."""

    theme: str = "dark"
    symbols: bool = True
    language: str | None = None
    """Language tag; None for the language of the system."""
    form: dict[str, str] = field(default_factory=dict)
    """Last values of the form on the start screen."""

    @classmethod
    def read(cls) -> Settings:
        """Reads the file; invalid values are replaced by defaults."""
        from mastermine.i18n.languages import LANGUAGES
        from mastermine.tui.theme import THEMES

        found = cls()
        with suppress(OSError, ValueError, InvalidSpec):
            fields = json.loads(_file().read_text(encoding="utf-8"))
            if isinstance(fields, dict):
                if fields.get("theme") in THEMES:
                    found.theme = fields["theme"]
                if isinstance(fields.get("symbols"), bool):
                    found.symbols = fields["symbols"]
                if fields.get("language") in LANGUAGES:
                    found.language = fields["language"]
                form = fields.get("form")
                if isinstance(form, dict):
                    found.form = {k: v for k, v in form.items() if isinstance(v, str)}
        return found

    def write(self) -> None:
        with suppress(OSError, InvalidSpec):
            file = _file()
            file.parent.mkdir(parents=True, exist_ok=True)
            write_at_once(file, json.dumps(asdict(self)) + "\n")


def _file() -> Path:
    return state_folder() / "screen.settings"
