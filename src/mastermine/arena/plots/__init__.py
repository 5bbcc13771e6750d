"""Pictures of runs: their data, which a terminal can show, too, and their drawing."""

from __future__ import annotations

from mastermine.arena.plots.kinds import KINDS, default_kind, fitting, picture_of
from mastermine.arena.plots.picture import Picture, Rows
from mastermine.arena.results import Results

__all__ = ["KINDS", "Picture", "Results", "Rows", "default_kind", "fitting", "picture_of"]
