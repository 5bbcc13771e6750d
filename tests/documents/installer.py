"""Stands for pip, pipx and uv: installs nothing, and checks that the requested packages exist.

An extra of this package must be one of ``pyproject.toml``; other packages are not checked.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def wrong(words: list[str]) -> str:
    """What is wrong with what is to be installed; nothing where all is right."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    known = project["optional-dependencies"]
    for word in words:
        if match := re.fullmatch(r"(?:\.|mastermine|\S+\.whl)\[([\w,-]+)\]", word):
            for extra in match[1].split(","):
                if extra not in known:
                    return f"there is no extra {extra!r}; there are {', '.join(known)}"
    return ""


if __name__ == "__main__":
    if message := wrong(sys.argv[1:]):
        sys.exit(message)
    print("It would run:", *sys.argv[1:])
