"""A run as one page of HTML: figures, pictures, and how to play it again."""

from __future__ import annotations

from mastermine.arena.report.page import Told, page

__all__ = ["Told", "page"]
