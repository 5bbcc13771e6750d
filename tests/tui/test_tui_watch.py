"""Watching a game that plays by itself: its pace, its ends, another game, and what goes wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.tui.screens import opened, settled
from textual.pilot import Pilot
from textual.widgets import Static

from mastermine.core.errors import MastermineError
from mastermine.mastermind.rules import Mastermind
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.watch import WatchCode
from mastermine.tui.watch import PACES_SECONDS, WatchScreen


@asynccontextmanager
async def watching() -> AsyncIterator[tuple[Pilot[Any], WatchCode]]:
    async with opened() as (pilot, app):
        watch = WatchCode(Mastermind(4, 6, limit=10), "knuth", secret="3141", seed=1)
        await app.push_screen(watch)
        await settled(pilot)
        yield pilot, watch


def message(watch: WatchScreen[Any], what: str) -> str:
    return str(watch.query_one(what, Static).content)


async def test_it_goes_to_both_ends_of_what_is_known() -> None:
    async with watching() as (pilot, watch):
        await pilot.press("n", "n")
        assert message(watch, "#status") == "step 2"
        await pilot.press("home")
        assert message(watch, "#status") == "step 0"
        assert message(watch, "#said") == "Press Space for the next step, A to play automatically."
        assert not watch.query_one(Board).position.turns
        await pilot.press("end")
        assert watch.at == len(watch.steps) == 2


async def test_the_pace_stays_between_the_fastest_and_the_slowest() -> None:
    async with watching() as (pilot, watch):
        await pilot.press(*["minus"] * len(PACES_SECONDS))
        await pilot.press("a")
        assert message(watch, "#status") == "step 0, every 4.0 s"
        await pilot.press(*["plus"] * len(PACES_SECONDS))
        assert message(watch, "#status") == "step 0, every 0.1 s"
        assert watch.running
        await pilot.press("a")
        assert message(watch, "#status") == f"step {watch.at}"


async def test_it_stops_by_itself_after_the_last_step() -> None:
    async with watching() as (pilot, watch):
        watch.pace = 0
        await pilot.press("a")
        while watch.running:
            await pilot.pause(0.02)
        assert watch.over
        assert watch.at == len(watch.steps)
        assert watch.check_action("next", ()) is watch.check_action("run", ()) is None
        assert "Found in" in message(watch, "#said")


async def test_another_game_begins_with_an_empty_board() -> None:
    async with watching() as (pilot, watch):
        await pilot.press("n", "f2")
        assert watch.steps == []
        assert not watch.query_one(Board).position.turns
        await pilot.press("n")
        assert len(watch.query_one(Board).position.turns) == 1


async def test_a_strategy_that_fails_is_reported_and_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with watching() as (pilot, watch):

        def fails() -> None:
            raise MastermineError("no code is left")

        monkeypatch.setattr(watch, "find", fails)
        await pilot.press("a", "n")
        await pilot.pause()
        assert message(watch, "#said") == "No code is left"
        assert watch.complained
        assert not watch.running
        assert watch.at == 0
