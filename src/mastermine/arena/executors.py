"""Who plays: this process, the cores of this machine, or a cluster."""

from __future__ import annotations

from mastermine.core.errors import MastermineError


class WorkerDied(MastermineError):
    """The process that played this ended every time it was tried, and took no other along."""
