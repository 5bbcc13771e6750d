"""Tests of the queue of long work."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

import pytest
from tests.waiting import PATIENCE
from tests.web.client import begin, error

pytest.importorskip("fastapi", reason="the page needs mastermine[web]")


@pytest.mark.parametrize(
    ("address", "owner", "most"),
    [("{n}", "{n}", "all"), ("here", "{n}", "address"), ("here", "me", "owner")],
)
def test_too_much_waiting_work_is_refused(address, owner, most):
    from mastermine.web import time_limits as limits
    from mastermine.web.errors import TooMany

    running, waiting = {
        "all": (limits.SLOTS, limits.MAX_WAITING),
        "address": (limits.MAX_RUNNING, limits.MAX_WAITING_ADDRESS),
        "owner": (limits.MAX_RUNNING, limits.MAX_WAITING_OWNER),
    }[most]
    done = threading.Event()

    async def serve():
        work = limits.LongWork()
        requests = [
            asyncio.ensure_future(
                work.do(address.format(n=n), owner.format(n=n), lambda: done.wait(PATIENCE))
            )
            for n in range(running + waiting + 5)
        ]
        refused, _pending = await asyncio.wait(requests, return_when=asyncio.FIRST_COMPLETED)
        done.set()
        await asyncio.wait(requests)
        await work.close()
        return refused, [request.exception() for request in requests]

    refused, errors = asyncio.run(serve())
    assert len(refused) <= 5
    assert Counter(map(type, errors)) == {type(None): running + waiting, TooMany: 5}
    assert errors[:-5] == [None] * (running + waiting)


def test_a_busy_server_says_when_to_try_again(web, monkeypatch):
    monkeypatch.setattr("mastermine.web.time_limits.MAX_WAITING", 0)
    game = begin(web, rules="4x6")
    answer = web.post(f"/api/games/{game['id']}/help/hint")
    assert error(answer) == (429, "TooMany", "the server is busy; try again in a few seconds")
    assert int(answer.headers["retry-after"]) >= 1
