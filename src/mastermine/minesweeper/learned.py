"""Files of learned numbers in the package: each has a version, weights, and their checksum."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from typing import Any

from mastermine.i18n.text import _


def checksum(weights: Any) -> str:
    """Returns the checksum of weights, which are JSON values."""
    return hashlib.sha256(json.dumps(weights, separators=(",", ":")).encode()).hexdigest()


def text_of(version: int, weights: Any, **about: Any) -> str:
    """Returns the text of a file; ``about`` says how the weights were found."""
    data = {"version": version, **about, "weights": weights, "checksum": checksum(weights)}
    return json.dumps(data, indent=1) + "\n"


def read(text: str, version: int) -> Any:
    """Returns the weights of a file, as JSON values. Raises ValueError."""
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("version") != version:
        raise ValueError(_("version {n} is expected").format(n=version))
    weights = data.get("weights")
    if data.get("checksum") != checksum(weights):
        raise ValueError(_("the checksum differs"))
    return weights


def stored(name: str) -> str:
    """Returns the text of a file of the package. Raises OSError."""
    return files(__package__).joinpath(name).read_text("utf-8")
