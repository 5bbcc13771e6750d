"""Mastermind and its kin: a row of coloured pegs, and answers that count what is right."""

from __future__ import annotations

from mastermine.core.lazy import lazy

__getattr__, __dir__ = lazy(__name__)
