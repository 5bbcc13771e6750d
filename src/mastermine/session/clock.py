"""The clock of a game."""

from __future__ import annotations

from time import monotonic


class Clock:
    """Counts seconds while it runs; a new clock is stopped."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._before = seconds
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """Seconds counted so far."""
        return self._before + (0.0 if self._since is None else monotonic() - self._since)

    def run(self, running: bool) -> None:
        """Starts or stops the clock."""
        self._before = self.seconds
        self._since = monotonic() if running else None
