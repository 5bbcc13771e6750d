"""A bar at the foot of a terminal while the rounds of a run are played."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from mastermine.cli import output
from mastermine.i18n.numbers import decimal
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Callable


class Bar:
    """How far it is, how fast, how long it takes, and how it stands; nothing off a terminal."""

    def __init__(self, total: int, standing: Callable[[], str], quiet: bool) -> None:
        """``total``: rounds. ``standing``: gives, in few words, how it stands."""
        self.total = total
        self.standing = standing
        self.screen = output.console(err=True)
        self.bar: Any = None if quiet or not self.screen.is_terminal else self._made()

    def _made(self) -> Any:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        return Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[standing]}"),
            console=self.screen,
            transient=True,
            refresh_per_second=4,
        )

    def __enter__(self) -> Self:
        if self.bar:
            self.bar.start()
            self.start = monotonic()
            self.task = self.bar.add_task("", total=self.total, rate="", standing="")
        return self

    def __exit__(self, *_error: object) -> None:
        if self.bar:
            self.bar.stop()

    def advance(self, rounds: int) -> None:
        """So many rounds more are played."""
        if not self.bar:
            return
        done = self.bar.tasks[0].completed + rounds
        rate = done / max(monotonic() - self.start, 1e-9)
        self.bar.update(
            self.task,
            advance=rounds,
            rate=_("{n} rounds/s").format(n=decimal(rate, 0 if rate >= 10 else 1)),
            standing=self.standing(),
        )
