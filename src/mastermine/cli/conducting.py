"""A run conducted for a person who watches: workers, the store, a bar, and Ctrl-C."""

from __future__ import annotations

import signal
import threading
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click

from mastermine.cli import output
from mastermine.core.errors import MastermineError
from mastermine.core.numbers import decimal
from mastermine.core.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor

    from mastermine.arena.records import Records
    from mastermine.arena.run import Game, Part, Run
    from mastermine.arena.standings import Standings
    from mastermine.arena.store import Store

HEAD_START = 0.5
"""So many seconds this process plays alone, before it is worth while to start others."""


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

        standings = Standings(run.names, run.perilous)
        return cls(run, standings, [range(1, run.rounds + 1)], store, written=written)

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
            with _Bar(self, left, quiet) as bar, _heard(signal.default_int_handler):
                for part in self._played(jobs, cluster):
                    with _whole():
                        self._keep(part)
                        if records:
                            records.add(part.games)
                    yield part.games
                    bar.advance(len(part.numbers))
        except KeyboardInterrupt:
            self.interrupted = True
            click.echo(err=True)  # The prompt, or the bar, is left where it was.
        except MastermineError:
            if self.left < left:
                tell_kept(self)
            raise

    def standing(self) -> str:
        """How it stands, in few words, for the bar."""
        return _standing(self.standings)

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
        from mastermine.arena.conduct import conduct
        from mastermine.arena.executors import workers

        with ExitStack() as stack:
            executor: Executor | None = None
            if jobs is None and cluster is None and _harmless(self.run):
                start = monotonic()
                for part in conduct(self.run, None, list(self.missing)):
                    yield part
                    if monotonic() - start > HEAD_START:
                        break
            if not self.missing:
                return
            executor = stack.enter_context(workers(jobs, cluster))
            yield from conduct(self.run, executor, list(self.missing))


ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals by which a person, a batch system and a closed window end a program."""


@contextmanager
def _heard(handler: Any) -> Iterator[None]:
    """These signals go to this handler for a while."""
    before = [_on(number, handler) for number in ENDING]
    try:
        yield
    finally:
        for number, previous in zip(ENDING, before, strict=True):
            _on(number, previous)


@contextmanager
def _whole() -> Iterator[None]:
    """Who ends this process waits until what is begun here is done."""
    came: list[int] = []
    with _heard(lambda number, _frame: came.append(number)):
        yield
    if came:
        raise KeyboardInterrupt


def _on(number: int, handler: Any) -> Any:
    """Hear a signal, where signals are heard and this one is not ignored: who heard it before."""
    before = signal.getsignal(number)
    here = threading.current_thread() is threading.main_thread()
    if here and before is not signal.SIG_IGN:  # As nohup, and a shell's background, want it.
        signal.signal(number, signal.SIG_DFL if handler is None else handler)
    return before


def _harmless(run: Run) -> bool:
    """Whether all entrants are our own, so that none will take this process along."""
    return all(strategy.__module__.startswith("mastermine.") for strategy in run.strategies)


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


class _Bar:
    """How far it is, how fast, how long it takes, and how it stands; nothing off a terminal."""

    def __init__(self, conducted: Conducted, total: int, quiet: bool) -> None:
        self.conducted = conducted
        self.total = total
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
            standing=self.conducted.standing(),
        )


def _standing(standings: Standings) -> str:
    """The current figure of each entrant, in few words."""
    told = []
    for score in standings.scores:
        if standings.perilous:
            figure = "–" if score.win_rate is None else f"{decimal(100 * score.win_rate, 1)} %"
        else:
            figure = "–" if score.average is None else decimal(score.average)
        told.append(f"{score.strategy} {figure}")
    return "  ".join(told)
