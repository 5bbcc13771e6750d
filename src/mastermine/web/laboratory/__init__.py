"""The laboratory: matches that are played here while browsers watch, and runs that are kept."""

from __future__ import annotations

from mastermine.web.laboratory.routes import router

__all__ = ["router"]
