"""The queue of long work: fair, bounded, and without those who have left."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from threading import Event
from typing import Any

import pytest
from tests.waiting import PATIENCE

pytest.importorskip("fastapi", reason="the page needs mastermine[web]")

from mastermine.web import time_limits
from mastermine.web.errors import TooMany
from mastermine.web.time_limits import LongWork, in_worker


def test_addresses_take_turns_and_nobody_has_all_slots() -> None:
    order: list[str] = []

    async def play() -> None:
        queue = LongWork()
        ends: defaultdict[str, Event] = defaultdict(Event)

        def work(name: str) -> None:
            order.append(name)
            ends[name].wait(PATIENCE)

        def asked(name: str) -> asyncio.Task[None]:
            return asyncio.create_task(queue.do(name[0], name, lambda: work(name)))

        async def begun(n: int) -> None:
            while len(order) < n:
                await asyncio.sleep(0.01)

        names = [*(f"a{n}" for n in range(20)), "b", "c", "b2"]
        jobs = [asked(name) for name in names[:21]]
        await begun(time_limits.SLOTS)
        assert sorted(order) == ["a0", "a1", "b"]
        jobs += [asked(name) for name in names[21:]]
        await asyncio.sleep(0)
        for ended, following in (("b", "c"), ("c", "b2")):
            ends[ended].set()
            await begun(len(order) + 1)
            assert order[-1] == following
        for name in names:
            ends[name].set()
        await asyncio.gather(*jobs)

    asyncio.run(play())
    assert len(order) == 23


def test_too_many_waiting_requests_are_refused_and_those_who_left_make_room() -> None:
    async def play() -> None:
        queue, go = LongWork(), Event()
        most = time_limits.MAX_RUNNING + time_limits.MAX_WAITING_OWNER

        def asked(owner: str) -> asyncio.Task[Any]:
            return asyncio.create_task(queue.do("address", owner, lambda: go.wait(PATIENCE)))

        jobs = [asked("ana") for _n in range(most)]
        await asyncio.sleep(0)
        with pytest.raises(TooMany) as refused:
            await asked("ana")
        assert refused.value.seconds > 0
        jobs[-1].cancel()
        await asyncio.wait({jobs[-1]})
        jobs[-1] = asked("ana")
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*jobs)
        assert queue._served == {}

    asyncio.run(play())


@pytest.mark.rest
def test_a_worker_ends_with_the_request_of_who_left() -> None:
    from time import sleep

    async def play() -> None:
        queue = LongWork()
        try:
            worker = queue._free[-1]
            job = asyncio.create_task(queue.do("a", "a", lambda: in_worker(sleep, 10 * PATIENCE)))
            while not (worker._calls and worker._ready and worker._ready.done()):
                await asyncio.sleep(0.01)
            job.cancel()
            await asyncio.wait({job})
            assert job.cancelled()
            assert await queue.do("a", "a", lambda: in_worker(int, 7)) == 7
        finally:
            await queue.close()

    asyncio.run(play())
