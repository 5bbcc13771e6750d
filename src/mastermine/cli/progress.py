"""A bar at the foot of a terminal while the rounds of a run are played."""

from __future__ import annotations

from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from mastermine.cli import output
from mastermine.i18n.numbers import decimal
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def bar(total: int, standing: Callable[[], str], quiet: bool) -> Iterator[Callable[[int], None]]:
    """How far it is, how fast, how long it takes, and how it stands; nothing off a terminal.

    ``total``: rounds. ``standing``: gives, in few words, how it stands. What is given takes the
    number of rounds that were played since it was last called.
    """
    screen = output.console(err=True)
    if quiet or not screen.is_terminal:
        yield lambda _rounds: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    with Progress(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[standing]}"),
        console=screen,
        transient=True,
        refresh_per_second=4,
    ) as progress:
        start = monotonic()
        task = progress.add_task("", total=total, rate="", standing="")

        def advance(rounds: int) -> None:
            rate = (progress.tasks[0].completed + rounds) / max(monotonic() - start, 1e-9)
            progress.update(
                task,
                advance=rounds,
                rate=_("{n} rounds/s").format(n=decimal(rate, 0 if rate >= 10 else 1)),
                standing=standing(),
            )

        yield advance
