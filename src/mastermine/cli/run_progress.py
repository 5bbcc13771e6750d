"""A run conducted for a person who watches: workers, the store, a bar, and Ctrl-C."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click

from mastermine.cli import output, standings
from mastermine.cli.signals import heard, unbroken
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
class Conducted:
    """A run on its way: what is known of it, and where it is kept."""

    run: Run
    standings: Standings
    missing: list[range]
    """The rounds still to be played."""
    store: Store | None = None
    id: int | None = None
    """The number of the run in the store; None until there is something to keep."""
    written: str = ""
    """The command that begins it."""
    interrupted: bool = False
    """Whether Ctrl-C ended it."""
    command: ClassVar[str] = "match"
    """The command that goes on with it."""

    @classmethod
    def begin(cls, run: Run, store: Store | None, written: str = "") -> Self:
        """A run that was never played before. It is kept as soon as a part of it is played."""
        from mastermine.arena.standings import Standings

        nothing = Standings(run.names, run.risky)
        return cls(run, nothing, [range(1, run.rounds + 1)], store, written=written)

    @classmethod
    def resume(cls, store: Store, number: int) -> Self:
        """A run of the store, where it was left."""
        kept = store.kept(number)
        missing = store.missing(number)
        return cls(kept.run, store.standings(number), missing, store, number, kept.command)

    @property
    def left(self) -> int:
        """How many rounds are still to be played."""
        return sum(map(len, self.missing))

    def data(self, **compared: bool) -> dict[str, Any]:
        """How it stands, as JSON has it; ``compared``: ``pairs`` and ``ranking`` are wanted."""
        return standings.data(self.run, self.standings, self.id, **compared)

    def show(self, screen: Console, **compared: bool) -> None:
        """Print how it stands."""
        standings.show(screen, self.run, self.standings, **compared)

    def parts(
        self,
        jobs: int | None = 1,
        cluster: str | None = None,
        records: Records | None = None,
        quiet: bool = False,
    ) -> Iterator[Sequence[Game]]:
        """Play what is missing, keep it, and give the games of each part.

        Ctrl-C ends it, as ``interrupted`` says then; what was played is kept.
        """
        left = self.left
        try:
            with _bar(left, self.standing, quiet) as advance, heard(signal.default_int_handler):
                for part in self._played(jobs, cluster):
                    with unbroken():
                        self._keep(part)
                        if records:
                            records.add(part.games)
                    yield part.games
                    advance(len(part.numbers))
        except KeyboardInterrupt:
            self.interrupted = True
            click.echo(err=True)  # The prompt, or the bar, is left where it was.
        except MastermineError:
            if self.left < left:
                tell_kept(self)
            raise

    def standing(self) -> str:
        return standings.in_few_words(self.standings)

    def _keep(self, part: Part) -> None:
        if self.store:
            if self.id is None:
                self.id = self.store.begin(self.run, self.written)
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

    def _played(self, jobs: int | None, cluster: str | None) -> Iterator[Part]:
        """The parts: from this process alone while that is the soonest way."""
        from mastermine.arena.executors import workers
        from mastermine.arena.reproduce import is_ours
        from mastermine.arena.runner import conduct, head_start

        if jobs is None and cluster is None and all(map(is_ours, self.run.strategies)):
            yield from head_start(self.run, self.missing)
        if not self.missing:
            return
        with workers(jobs, cluster) as executor:
            yield from conduct(self.run, executor, self.missing)


@contextmanager
def _bar(total: int, standing: Callable[[], str], quiet: bool) -> Iterator[Callable[[int], None]]:
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


@contextmanager
def opened(where: str | None, wanted: bool = True, create: bool = True) -> Iterator[Store | None]:
    """The store, or None where nothing is to be kept. Raises StoreError.

    ``create``: whether a file that is named may be a new one.
    """
    if not wanted:
        yield None
        return
    from mastermine.arena.store import open_store

    with open_store(where, create) as store:
        yield store


def tell_kept(conducted: Conducted) -> None:
    """Say, on standard error, where the run is found again."""
    if conducted.id is None:
        return  # Nothing was played, or nothing is to be kept.
    if conducted.store and conducted.store.lost():
        # Translators: {store} is a file.
        told = _("Run {n} is not kept: {store} was removed or replaced meanwhile.")
        click.echo(told.format(n=conducted.id, store=conducted.store.name), err=True)
        return
    told = (
        _("Kept as run {n}; mastermine {command} --resume {n} plays the rest.")
        if conducted.left
        else _("Kept as run {n}; mastermine show {n} shows it again.")
    )
    click.echo(told.format(n=conducted.id, command=conducted.command), err=True)
