"""Conducts a run: sends chunks of its rounds to workers and returns the results in order."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

from mastermine.arena.pools.resilient_executor import ResilientExecutor, WorkerDied
from mastermine.arena.run import Crashes, Game, Part, Run
from mastermine.arena.watchdog import allowed
from mastermine.arena.worker import Allowance, Player, opening, play_part
from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.i18n.numbers import plain, sized
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from mastermine.core.strategy import Strategy

MAX_PENDING_CHUNKS = 64
"""Maximum number of chunks submitted to an executor at a time."""
CHUNK_SECONDS = 0.25
"""Target duration of a chunk; short, so that a crashed worker loses little."""
MAX_CHUNK_GAMES = 4096
"""Maximum number of games in a chunk."""
MAX_CHUNK_GAMES_AFTER_CRASH = 64
"""Maximum number of games in a chunk after a worker has crashed."""
PREFLIGHT_SECONDS = 5.0
"""Timeout of each strategy's preflight check."""
HEAD_START_SECONDS = 0.5
"""Seconds that this process plays alone before it starts workers."""


def check(run: Run) -> None:
    """Checks that every strategy can play these rules. Raises its TooLarge or InvalidSpec.

    Other errors of a strategy are ignored here; they lose its games.
    """
    for strategy in run.strategies:
        if strategy.interactive:
            continue
        known = opening(cast("Hashable", run.rules), strategy)
        try:
            with allowed(min(PREFLIGHT_SECONDS, run.time_limit or PREFLIGHT_SECONDS)):
                view = View(run.rules, rng=Random(run.seed))
                action = Player(strategy, known)(view)
                rules = run.rules
                if rules.limit is None and not run.risky and rules.longest < rules.secret_count:
                    _check_end(run, strategy, action)
        except (TooLarge, InvalidSpec, KeyboardInterrupt):
            raise
        except BaseException:
            continue


def _check_end(run: Run, strategy: Strategy, action: Any) -> None:
    """Raises InvalidSpec for a strategy that ignores answers and so may never find a secret."""
    rules = run.rules
    answer = rules.respond(rules.draw(Random(run.seed)), action)
    view = View(rules, rng=Random(run.seed)).after(Turn(action, answer))
    strategy(view)
    if not view.was_read:
        raise InvalidSpec(
            ngettext(
                "a game with {n} code may never end; give a limit, such as --limit 20",
                "a game with {n} codes may never end; give a limit, such as --limit 20",
                rules.secret_count,
            ).format(n=sized(rules.secret_count))
        )


def conduct(
    run: Run,
    executor: Executor | None = None,
    missing: Iterable[range] | None = None,
    *,
    crashes: Sequence[Crashes] | None = None,
    memory: int | None = None,
) -> Iterator[Part]:
    """Plays the rounds of a run and yields them in order, chunk by chunk.

    A strategy that crashes again and again is given up, and loses all later rounds.

    ``executor``: its workers play the same games [default: this process]. ``missing``: rounds to
    play [default: all]. ``crashes``: of each entrant in the rounds played before. ``memory``: bytes
    that each strategy may use in this process; 0 means no limit [default: ``default_limit``].
    Raises InvalidSpec, at once, for a run that cannot be played.
    """
    if executor is not None and any(strategy.interactive for strategy in run.strategies):
        raise InvalidSpec(_("a person plays the rounds one by one; omit the executor"))
    if executor is None:
        check(run)
    else:  # in a worker, since a strategy may crash its process
        submit = executor.once if isinstance(executor, ResilientExecutor) else executor.submit
        with suppress(WorkerDied):
            submit(check, run.part(range(1, 2))).result()
    rounds = [range(1, run.rounds + 1)] if missing is None else missing
    table = _Table(run, crashes)
    if executor is None:
        return _alone(run, rounds, table, memory)
    return _shared(run, executor, rounds, table)


def head_start(run: Run, missing: Iterable[range]) -> Iterator[Part]:
    """Plays the first missing chunks in this process, for ``HEAD_START_SECONDS``."""
    start = monotonic()
    for part in conduct(run, None, missing, memory=0):
        yield part
        if monotonic() - start > HEAD_START_SECONDS:
            return


class _Table:
    """The entrants that still play, and those that were given up."""

    def __init__(self, run: Run, before: Sequence[Crashes] | None) -> None:
        self.all = range(len(run.entrants))
        self.crashes = (
            [replace(each) for each in before] if before else [Crashes() for _ in self.all]
        )

    @property
    def playing(self) -> tuple[int, ...]:
        """Indices of the entrants that still play."""
        return tuple(index for index in self.all if not self.crashes[index].given_up)

    def settled(self, part: Part) -> Part:
        """Counts the crashes of a chunk; entrants that are given up lose its other games.

        So the games depend on the order of the rounds, and not on how far others were played.
        """
        played = {(game.round, game.entrant): game for game in part.games}
        games = []
        for number in part.numbers:
            for index in self.all:
                crashes = self.crashes[index]
                given_up = crashes.given_up
                game = crashes.lost(number, index) if given_up else played[number, index]
                crashes.add(game)
                games.append(game)
        return part._replace(games=games)


class _Pace:
    """Chooses the number of rounds in a chunk so that it takes about ``CHUNK_SECONDS``."""

    def __init__(self, run: Run) -> None:
        self.rounds = 1
        self.most = max(1, MAX_CHUNK_GAMES // len(run.entrants))

    def learn(self, part: Part) -> None:
        target = int(CHUNK_SECONDS / max(part.seconds / len(part.numbers), 1e-9))
        self.rounds = max(1, min(target, 4 * len(part.numbers), self.most))

    def died(self) -> None:
        """A worker crashed: other games may crash, too, and small chunks find them sooner."""
        self.most = min(self.most, MAX_CHUNK_GAMES_AFTER_CRASH)
        self.rounds = min(self.rounds, MAX_CHUNK_GAMES_AFTER_CRASH)

    def cut(self, rounds: Iterable[range]) -> Iterator[range]:
        for each in rounds:
            at = each.start
            while at < each.stop:
                end = min(at + self.rounds, each.stop)
                yield range(at, end)
                at = end


def _alone(run: Run, rounds: Iterable[range], table: _Table, memory: int | None) -> Iterator[Part]:
    pace = _Pace(run)
    if any(strategy.interactive for strategy in run.strategies):
        # One round per chunk: a finished round counts, whatever happens in the next.
        yield from (play_part(run, range(n, n + 1)) for each in rounds for n in each)
        return
    if memory is None:
        from mastermine.arena.memory import default_limit

        memory = default_limit(1)
    allowance = Allowance(memory) if memory else None
    for numbers in pace.cut(rounds):
        part = play_part(run, numbers, table.playing, allowance)
        pace.learn(part)
        yield table.settled(part)


def _shared(run: Run, executor: Executor, rounds: Iterable[range], table: _Table) -> Iterator[Part]:
    pace = _Pace(run)
    ahead = max(MAX_PENDING_CHUNKS, 4 * getattr(executor, "cores", 0))
    playing = table.playing
    waiting: deque[tuple[range, Future[Part]]] = deque()

    def submitted(numbers: range) -> tuple[range, Future[Part]]:
        return numbers, executor.submit(play_part, run.part(numbers), numbers, playing)

    def done() -> Iterator[Part]:
        nonlocal playing
        numbers, future = waiting.popleft()
        try:
            part = future.result()
        except WorkerDied:
            pace.died()
            parts = _apart(run, cast("ResilientExecutor", executor), numbers, table)
        else:
            pace.learn(part)
            parts = iter([part])
        for each in parts:
            yield table.settled(each)
        if playing != table.playing:  # the others do not wait for crashes of those given up
            playing = table.playing
            for _numbers, future in waiting:
                future.cancel()
            again = [submitted(numbers) for numbers, _future in waiting]
            waiting.clear()
            waiting.extend(again)

    try:
        for numbers in pace.cut(rounds):
            waiting.append(submitted(numbers))
            if len(waiting) >= ahead:
                yield from done()
        while waiting:
            yield from done()
    finally:
        for _numbers, future in waiting:
            future.cancel()


def _apart(run: Run, executor: ResilientExecutor, numbers: range, table: _Table) -> Iterator[Part]:
    """Plays rounds that crashed a worker in halves, until the crashing game is found."""
    if len(numbers) > 1:
        middle = numbers.start + len(numbers) // 2
        for half in (range(numbers.start, middle), range(middle, numbers.stop)):
            try:
                yield executor.alone(
                    play_part, run.part(half), half, table.playing, tries=1
                ).result()
            except WorkerDied:
                yield from _apart(run, executor, half, table)
        return
    alone = [_one(run, executor, numbers, index) for index in table.playing]
    yield Part(
        numbers,
        [game for part in alone for game in part.games],
        tuple(index for part in alone for index in part.drew),
        sum(part.seconds for part in alone),
    )


def _one(run: Run, executor: ResilientExecutor, numbers: range, index: int) -> Part:
    """Plays a game alone; if it crashes its worker every time, it is lost."""
    try:
        return executor.alone(play_part, run.part(numbers), numbers, (index,)).result()
    except WorkerDied as error:
        reason = str(error)
        if error.late and run.time_limit is not None:
            reason = _("it took longer than {n} s, and its worker had to be stopped").format(
                n=plain(run.time_limit)
            )
        return Part(numbers, [Game.crash(numbers[0], index, reason)], (), 0.0)
