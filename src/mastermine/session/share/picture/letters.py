"""Outlines of letters, so that pictures look the same without fonts.

``glyphs.json`` has the width and outline of each letter in thousandths of its size, y downwards
from the baseline. The outlines are from DejaVu Sans (``LICENSE-DEJAVU``), by fontTools'
``SVGPathPen``: Latin, Cyrillic, signs, and the symbols of the pegs.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

UNIT = 1000
"""Size of the letters in their own units."""


class Glyph(NamedTuple):
    """A letter."""

    width: int
    """Distance to the next letter."""
    outline: str
    """Data of an SVG path."""


class Bounds(NamedTuple):
    """Bounding box of an outline."""

    left: float
    top: float
    right: float
    bottom: float


@cache
def glyphs() -> dict[str, Glyph]:
    """Loads all letters."""
    text = files(__package__).joinpath("glyphs.json").read_text(encoding="utf-8")
    return {letter: Glyph(*glyph) for letter, glyph in json.loads(text).items()}


@cache
def bounds(letter: str) -> Bounds:
    """Returns the bounding box of the points of a letter. Raises KeyError."""
    xs, ys = [], []
    x = y = 0.0
    for command, numbers in re.findall(r"([MLHVQZ])([^MLHVQZ]*)", glyphs()[letter].outline):
        values = [float(number) for number in re.findall(r"-?\d+", numbers)]
        if command == "H":
            values = [each for x in values for each in (x, y)]
        elif command == "V":
            values = [each for y in values for each in (x, y)]
        xs += values[::2]
        ys += values[1::2]
        if values:
            x, y = values[-2:]
    return Bounds(min(xs), min(ys), max(xs), max(ys))
