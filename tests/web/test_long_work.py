"""The queue of long work: fair, bounded, and without those who have left."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from tests.waiting import PATIENCE
from tests.web.client import begin, move, moved

pytest.importorskip("fastapi", reason="the page needs mastermine[web]")

from mastermine.web import games, time_limits
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


def test_a_client_who_leaves_at_its_turn_takes_no_worker_along() -> None:
    async def play() -> None:
        queue, go = LongWork(), Event()
        jobs = [
            asyncio.create_task(queue.do(f"a{n}", "", lambda: go.wait(PATIENCE)))
            for n in range(time_limits.SLOTS + 1)
        ]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        # Its place in the queue is given up only after others have been served.
        [waiting] = queue._waiting
        waiting.turn.cancel()
        queue._feed()
        go.set()
        await asyncio.gather(*jobs, return_exceptions=True)
        assert len(queue._free) == time_limits.SLOTS

    asyncio.run(play())


def test_visitors_without_a_cookie_have_places_of_their_own() -> None:
    async def play() -> None:
        queue, go = LongWork(), Event()
        most = time_limits.MAX_RUNNING + time_limits.MAX_WAITING_OWNER
        jobs = [
            asyncio.create_task(queue.do(f"{n % 2}", "", lambda: go.wait(PATIENCE)))
            for n in range(2 * most - 2)
        ]
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*jobs)  # None is refused.

    asyncio.run(play())


def test_a_light_move_does_not_wait_for_long_work(
    web: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def heavy(*_work: object) -> None:
        raise AssertionError("it is long work")

    game = begin(web, rules="4x6", secret="1234")
    monkeypatch.setattr(games, "heavy", heavy)
    game = move(web, game, "guess 1122").json()
    assert moved(web, game, "guess 1212")["version"] == game["version"] + 1


@pytest.mark.parametrize(
    ("move", "light"),
    [
        ("flag 1,1", True),
        *((text, False) for text in ("flag mines", "flag  mines", "flag\tmines ", "", "give up")),
    ],
)
def test_only_moves_without_a_search_are_light(move: str, light: bool) -> None:
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.registry import parse_rules_of
    from mastermine.session import MinesweeperSession
    from mastermine.web.live_games import LIGHT_MOVES, Live

    game = MinesweeperSession(parse_rules_of(Minesweeper, "expert"), seed=1)
    game.do("click 15,8")
    assert Live(game, 1).is_light(move) == light
    data = game.data()
    data["moves"] += ["flag 0,0"] * LIGHT_MOVES
    data["times"] += [None] * LIGHT_MOVES
    long = MinesweeperSession.from_data(data | {"done": len(data["moves"])})
    assert not Live(long, 1).is_light(move)


@pytest.mark.parametrize("rules", ["classic", "beginner"])
def test_requests_for_one_game_do_not_wait_for_each_other_in_a_circle(web: Any, rules: str) -> None:
    """Whoever holds the game needs no slot of the queue while the slots wait for the game."""
    game = begin(web, rules=rules, mode="adversary", seed=1)
    moved(web, game, "guess 1122" if rules == "classic" else "click 1,1")
    path = f"/api/games/{game['id']}"
    asked = [("GET", path), *[("POST", f"{path}/help/hint")] * 3] * 4
    with ThreadPoolExecutor(len(asked)) as threads:
        answers = [threads.submit(web.request, *each) for each in asked]
        assert {answer.result(PATIENCE).status_code for answer in answers} == {200}


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
