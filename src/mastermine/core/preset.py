"""Named rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules with a name."""

    name: str
    """Its name, such as ``classic``."""
    spec: str
    """Its rules, such as ``mastermind:4x6,limit=10``."""
    title: str
    """Its commercial name, with maker and year if known."""
    facts: str
    """One or two sentences about it."""
    source: str
    """Source of these facts."""
    colours: str = ""
    """Vocabulary of its pegs and answers, as ``--colours`` takes it [default: by the rules]."""
