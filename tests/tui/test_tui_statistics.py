"""What the games so far add up to, on the full screen."""

from __future__ import annotations

import pytest
from tests.tui.screens import looks_as, opened, shown

from mastermine.core.errors import MastermineError
from mastermine.minesweeper.board import Layout
from mastermine.registry import parse_rules
from mastermine.session import MastermindSession, MinesweeperSession
from mastermine.session.saved.profile import remember
from mastermine.tui.start import StartScreen
from mastermine.tui.statistics import StatisticsScreen


async def test_games_that_are_over_are_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: 0.0)
    for guesses in (["1122", "3141"], ["3141"]):
        session = MastermindSession(parse_rules("classic"), secret=(2, 0, 3, 0))
        session.given = False  # As if it were drawn.
        for guess in guesses:
            session.guess(guess)
        remember(session)
    lost = MinesweeperSession(parse_rules("5x1x2"), secret=Layout.parse("...**"))
    lost.click("2,0")
    lost.give_up()
    remember(lost)
    async with opened(size=(60, 20)) as (pilot, app):
        await pilot.press("f6")
        assert isinstance(app.screen, StatisticsScreen)
        await looks_as("statistics", pilot, (60, 20), (100, 30))
        await pilot.press("f1")
        assert "standard error" in await shown(pilot)
        await pilot.press("escape", "escape")
        assert isinstance(app.screen, StartScreen)


async def test_without_games_and_where_they_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise MastermineError("the store cannot be read")

    async with opened(size=(100, 30)) as (pilot, _app):
        await pilot.click("#statistics")
        assert "not finished a game" in await shown(pilot)
        await pilot.press("f10")
        monkeypatch.setattr("mastermine.tui.statistics.own_store", broken)
        await pilot.press("f6")
        assert "the store cannot be read" in await shown(pilot)
