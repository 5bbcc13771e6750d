"""An HTML report of a run: figures, pictures, and the command that reproduces it."""

from __future__ import annotations

from mastermine.arena.report.page import RunDetails, document, page, section

__all__ = ["RunDetails", "document", "page", "section"]
