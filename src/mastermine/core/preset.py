"""Rules that have a name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """A named game."""

    name: str
    """What a player types for it, such as ``classic``."""
    spec: str
    """Its rules, such as ``mastermind:4x6,limit=10``."""
    title: str
    """Its name on the box, with maker and year where they are known."""
    facts: str
    """One or two sentences about it."""
    source: str
    """Where a reader finds these facts."""
