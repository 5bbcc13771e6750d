"""The laboratory: matches played on the server, and stored runs."""

from __future__ import annotations

from mastermine.web.laboratory.routes import router

__all__ = ["router"]
