"""Distribution of the pieces of a proof to workers."""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from mastermine.mastermind.optimal.tasks import Reply, answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.mastermind.optimal.proof import Piece, Proof

PROGRESS_SECONDS = 0.5
"""Interval of progress reports while workers are busy."""
GRACE_SECONDS = 1.0
"""Results that arrive this long after the time limit still count."""


class InlineExecutor(Executor):
    """Executor that runs tasks immediately in this process."""

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args, **kwargs))
        return future


def prove(
    proof: Proof,
    executor: Executor,
    workers: int,
    end: float | None,
    received: Callable[[Reply], None],
    tick: Callable[[], None],
) -> None:
    """Continues a proof until it is done, at most until the time ``end``.

    ``received`` is called with each reply, ``tick`` whenever something may have changed.
    """
    busy: dict[Future[Reply], tuple[Piece, bool]] = {}
    try:
        while not proof.done:
            while len(busy) < workers and _left(end) > 0 and (piece := proof.next()):
                seconds = piece.question.seconds
                late = seconds is not None and seconds > _left(end)
                if late:  # Not 0, which means no limit.
                    seconds = max(_left(end), 0.001)
                question = replace(piece.question, seconds=seconds)
                busy[executor.submit(answer, question)] = piece, late
            if not busy or _left(end) < -GRACE_SECONDS:
                return
            for future in wait(busy, PROGRESS_SECONDS, FIRST_COMPLETED).done:
                reply = future.result()
                piece, late = busy.pop(future)
                received(reply)
                proof.learn(piece, reply, late)
            tick()
    finally:
        for future in busy:
            future.cancel()


def _left(end: float | None) -> float:
    """Returns the seconds until ``end``."""
    return float("inf") if end is None else end - monotonic()
