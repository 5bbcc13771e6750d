"""Mastermind and its variants."""

from __future__ import annotations

from mastermine.core.lazy import lazy

__getattr__, __dir__ = lazy(__name__)
