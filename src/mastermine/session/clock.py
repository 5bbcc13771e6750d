"""How long a game has been played."""

from __future__ import annotations

from time import monotonic


class Clock:
    """Counts seconds while it runs; it stands still at first."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._before = seconds
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """The seconds counted so far."""
        return self._before + (0.0 if self._since is None else monotonic() - self._since)

    def run(self, running: bool) -> None:
        """Count on from now, or stand still."""
        self._before = self.seconds
        self._since = monotonic() if running else None
