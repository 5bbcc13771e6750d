"""Watching a game that plays by itself: its pace, its ends, another game, and what goes wrong."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.screens import Play

pytest.importorskip("textual")

from textual.pilot import Pilot
from textual.widgets import Static

from mastermine.core.errors import MastermineError
from mastermine.mastermind.rules import Mastermind
from mastermine.tui.app import MastermineApp
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.entry import CodeEntry
from mastermine.tui.mastermind.watch import WatchCode
from mastermine.tui.watch import PACES_SECONDS, WatchScreen


async def opened(pilot: Pilot[Any], app: MastermineApp) -> WatchCode:
    watch = WatchCode(Mastermind(4, 6, limit=10), "knuth", secret="3141", seed=1)
    await app.push_screen(watch)
    await pilot.pause()
    return watch


def told(watch: WatchScreen[Any], what: str) -> str:
    return str(watch.query_one(what, Static).content)


def test_it_goes_to_both_ends_of_what_is_known(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        watch = await opened(pilot, app)
        await pilot.press("n", "n")
        assert told(watch, "#status") == "step 2"
        await pilot.press("home")
        assert told(watch, "#status") == "step 0"
        assert told(watch, "#said") == "Space goes on step by step, A by itself."
        assert not watch.query_one(Board).position.turns
        await pilot.press("end")
        assert watch.at == len(watch.steps) == 2

    play(steps)


def test_the_pace_stays_between_the_fastest_and_the_slowest(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        watch = await opened(pilot, app)
        await pilot.press(*["minus"] * len(PACES_SECONDS))
        await pilot.press("a")
        assert told(watch, "#status") == "step 0, every 4.0 s"
        await pilot.press(*["plus"] * len(PACES_SECONDS))
        assert told(watch, "#status") == "step 0, every 0.1 s"
        assert watch.running
        await pilot.press("a")
        assert told(watch, "#status") == f"step {watch.at}"

    play(steps)


def test_it_stops_by_itself_after_the_last_step(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        watch = await opened(pilot, app)
        watch.pace = 0
        await pilot.press("a")
        while watch.running:
            await pilot.pause(0.02)
        assert watch.over
        assert watch.at == len(watch.steps)
        assert watch.check_action("next", ()) is watch.check_action("run", ()) is None
        assert "Found in" in told(watch, "#said")

    play(steps)


def test_another_game_begins_with_an_empty_board(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        watch = await opened(pilot, app)
        await pilot.press("n", "f2")
        assert watch.steps == []
        assert not watch.query_one(Board).position.turns
        await pilot.press("n")
        assert len(watch.query_one(Board).position.turns) == 1

    play(steps)


def test_it_finds_a_code_that_is_put_in(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        watch = await opened(pilot, app)
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, CodeEntry)
        await pilot.press("5", "5", "5", "5", "enter")
        await pilot.pause()
        while not watch.over:
            await pilot.press("n")
        assert watch.query_one(Board).position.secret == (4, 4, 4, 4)

    play(steps)


def test_a_strategy_that_fails_is_told_and_stopped(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        watch = await opened(pilot, app)

        def fails() -> None:
            raise MastermineError("no code is left")

        monkeypatch.setattr(watch, "find", fails)
        await pilot.press("a", "n")
        await pilot.pause()
        assert told(watch, "#said") == "No code is left"
        assert watch.complained
        assert not watch.running
        assert watch.at == 0

    play(steps)
