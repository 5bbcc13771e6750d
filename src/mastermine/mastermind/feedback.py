"""Answers to guesses: black and white pegs, black pegs only, or the right places.

Their texts are those of files, links and JSON, in every language.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mastermine.core.turns import UNKNOWN


class Pegs(NamedTuple):
    """``black`` pegs are right in colour and place, ``white`` pegs in colour only."""

    black: int
    white: int

    def __str__(self) -> str:
        return f"{self.black}B {self.white}W"


class Black(NamedTuple):
    """Number of pegs that are right in colour and place."""

    black: int

    def __str__(self) -> str:
        return f"{self.black}B"


class Places(NamedTuple):
    """True for each right place, left to right."""

    right: tuple[bool, ...]

    def __str__(self) -> str:
        return "".join("+" if right else "-" for right in self.right)


class Unknown(Enum):
    """The answer in a row of which only the guess is known: it is consistent with every code."""

    ANSWER = UNKNOWN

    def __str__(self) -> str:
        return UNKNOWN


Feedback = Pegs | Black | Places | Unknown
