"""A run in progress: workers, store, progress bar and Ctrl-C."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click

from mastermine.cli import output, standings
from mastermine.cli.signals import delayed_signals, signal_handler
from mastermine.core.errors import MastermineError
from mastermine.i18n.numbers import decimal
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rich.console import Console

    from mastermine.arena.records import Records
    from mastermine.arena.run import Game, Part, Run
    from mastermine.arena.standings import Standings
    from mastermine.arena.store import Store


@dataclass
class ActiveRun:
    """A run in progress: its results so far and its store."""

    run: Run
    standings: Standings
    missing: list[range]
    """Rounds still to play."""
    store: Store | None = None
    id: int | None = None
    """Number of the run in the store; None until the first chunk is stored."""
    start_command: str = ""
    """The command line that started it."""
    note: str = ""
    """Sentence about a run of an earlier version."""
    interrupted: bool = False
    """True if Ctrl-C stopped it."""
    command: ClassVar[str] = "match"
    """The command that resumes it."""

    @classmethod
    def begin(cls, run: Run, store: Store | None, start_command: str = "") -> Self:
        """Returns a new run; its first chunk puts it into the store."""
        from mastermine.arena.standings import Standings

        empty = Standings(run.names, run.risky)
        return cls(run, empty, [range(1, run.rounds + 1)], store, start_command=start_command)

    @classmethod
    def resume(cls, store: Store, number: int) -> Self:
        """Returns a stored run with its results and missing rounds."""
        stored = store.run(number)
        missing = store.missing(number)
        found = store.standings(number)
        return cls(stored.run, found, missing, store, number, stored.command, stored.note)

    @property
    def left(self) -> int:
        """Number of rounds still to play."""
        return sum(map(len, self.missing))

    def data(self, **comparisons: bool) -> dict[str, Any]:
        """Returns the standings for JSON; ``comparisons``: ``pairs`` and ``ranking``."""
        return standings.data(self.run, self.standings, self.id, **comparisons)

    def show(self, screen: Console, **comparisons: bool) -> None:
        """Prints the standings."""
        standings.show(screen, self.run, self.standings, **comparisons)
        if self.note:
            screen.print(self.note, soft_wrap=True)

    def parts(
        self,
        jobs: int | None = 1,
        cluster: str | None = None,
        records: Records | None = None,
        quiet: bool = False,
        memory: int | None = None,
    ) -> Iterator[Sequence[Game]]:
        """Plays the missing rounds, stores them and yields the games of each chunk.

        Ctrl-C stops the run and sets ``interrupted``; finished chunks are stored.
        """
        left = self.left
        handler = signal.default_int_handler
        try:
            with _bar(left, self.status, quiet) as advance, signal_handler(handler):
                for part in self._play(jobs, cluster, memory):
                    with delayed_signals():
                        self._add(part)
                        if records:
                            records.add(part.games)
                    yield part.games
                    advance(len(part.numbers))
        except KeyboardInterrupt:
            self.interrupted = True
            click.echo(err=True)  # End the line of the prompt or bar.
        except MastermineError:
            if self.left < left:
                report_stored(self)
            raise

    def status(self) -> str:
        """Short results for the progress bar."""
        return standings.short(self.standings)

    def _add(self, part: Part) -> None:
        if self.store:
            if self.id is None:
                self.id = self.store.begin(self.run, self.start_command)
            self.store.add(self.id, part)
        self.standings.add(part.games, part.drew)
        numbers = part.numbers
        self.missing = [
            rest
            for each in self.missing
            for rest in (
                range(each.start, min(each.stop, numbers.start)),
                range(max(each.start, numbers.stop), each.stop),
            )
            if rest
        ]

    def _play(self, jobs: int | None, cluster: str | None, memory: int | None) -> Iterator[Part]:
        """Yields the chunks: the first ones from this process, while workers would be slower."""
        from mastermine.arena.executors import workers
        from mastermine.arena.reproduce import is_ours
        from mastermine.arena.runner import conduct, head_start

        if jobs is None and cluster is None and all(map(is_ours, self.run.strategies)):
            yield from head_start(self.run, self.missing)
        if not self.missing:
            return
        crashes = [score.crashes for score in self.standings.scores]
        with workers(jobs, cluster, memory=memory) as executor:
            yield from conduct(self.run, executor, self.missing, crashes=crashes, memory=memory)


@contextmanager
def _bar(total: int, status: Callable[[], str], quiet: bool) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar on standard error if it is a terminal.

    ``total``: rounds. Yields a function to call with the number of newly played rounds.
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
        TextColumn("{task.fields[status]}"),
        console=screen,
        transient=True,
        refresh_per_second=4,
    ) as progress:
        start = monotonic()
        task = progress.add_task("", total=total, rate="", status="")

        def advance(rounds: int) -> None:
            rate = (progress.tasks[0].completed + rounds) / max(monotonic() - start, 1e-9)
            progress.update(
                task,
                advance=rounds,
                rate=_("{n} rounds/s").format(n=decimal(rate, 0 if rate >= 10 else 1)),
                status=status(),
            )

        yield advance


@contextmanager
def optional_store(
    where: str | None, used: bool = True, create: bool = True
) -> Iterator[Store | None]:
    """Opens the store; None if not ``used``. Raises StoreError.

    ``create``: creates the file if it is missing.
    """
    if not used:
        yield None
        return
    from mastermine.arena.store import open_store

    with open_store(where, create) as store:
        yield store


def report_stored(active: ActiveRun) -> None:
    """Prints, on standard error, how to find the stored run."""
    if active.id is None:
        return
    if active.store and active.store.lost():
        # Translators: {store} is a file.
        message = _("Run {n} was not stored: {store} was removed or replaced meanwhile.")
        click.echo(message.format(n=active.id, store=active.store.name), err=True)
        return
    if active.left:
        # Translators: {line} is to be typed.
        message = _("Stored as run {n}. Resume it with: {line}")
        line = f"{active.command} --resume {active.id}"
    else:
        # Translators: {line} is to be typed.
        message, line = _("Stored as run {n}. Show it with: {line}"), f"show {active.id}"
    click.echo(message.format(n=active.id, line=output.command_line(line)), err=True)
