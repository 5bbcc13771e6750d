"""Whole games of Minesweeper on the full screen, by mouse and by keyboard."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Event, Thread, current_thread, main_thread
from typing import Any

import pytest
from tests.tui.screens import looks_as, on, opened, place_of, said, settled, shown
from textual.events import Key
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Static

from mastermine.core.game import Outcome
from mastermine.minesweeper.board import CLOSED, Cell, Layout
from mastermine.minesweeper.probability import Analysis
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.minesweeper.win_chance import WinChance
from mastermine.session import MinesweeperSession, Mode, Race
from mastermine.session.messages.minesweeper import nothing_deduced, strategy_ended
from mastermine.tui.app import MastermineApp
from mastermine.tui.game import GameScreen
from mastermine.tui.minesweeper.review import ReviewField
from mastermine.tui.minesweeper.screen import MinesweeperScreen
from mastermine.tui.minesweeper.watch import WatchField

Played = Pilot[Any]

LAYOUT = Layout.parse("....*/...../*...*/...../.....")
RULES = Minesweeper(5, 5, 3)


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: 0.0)


def given() -> MinesweeperSession:
    return MinesweeperSession(RULES, secret=LAYOUT)


@asynccontextmanager
async def playing(
    session: MinesweeperSession, size: tuple[int, int] = (100, 30), plain: bool = False
) -> AsyncIterator[tuple[Played, MinesweeperScreen]]:
    """Open a game: a pilot, and its screen."""
    async with opened(size, notifications=False, game=session, plain=plain) as (pilot, app):
        yield pilot, on(app, MinesweeperScreen)


async def press(pilot: Played, *keys: str) -> None:
    """Press keys, each when the one before has done what it does."""
    for key in keys:
        pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await settled(pilot)


async def click(pilot: Played, screen: MinesweeperScreen, cell: Cell, button: int = 1) -> None:
    place = place_of(screen.field, cell)
    assert place is not None
    await pilot.click(screen.field, offset=place, button=button)
    await settled(pilot)


def remembered(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The games that the app adds to the history from now on."""
    found: list[Any] = []

    def remember(self: MastermineApp, game: Any) -> list[str]:
        found.append(game)
        return []

    monkeypatch.setattr(MastermineApp, "remember", remember)
    return found


async def test_how_it_stands_is_said_again_after_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.tui.game.THINKING_SECONDS", 0.01)
    found = Event()
    async with playing(given()) as (_pilot, screen):
        status = screen.query_one("#status", Static)
        before = str(status.content)
        assert "3 mines left" in before
        work = asyncio.create_task(screen.work(found.wait))
        try:
            while "thinking" not in str(status.content):
                await asyncio.sleep(0.01)
        finally:
            found.set()
        await work
        assert str(status.content).strip() == before.strip()


async def test_a_game_is_won_by_keyboard_alone_by_following_the_hints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = remembered(monkeypatch)
    session = MinesweeperSession(Minesweeper(6, 6, 5, noguess=True), seed=4)
    async with playing(session) as (pilot, screen):
        await press(pilot, "enter")
        while session.outcome is None:
            await press(pilot, "h")
            assert "hint" not in screen.field.marks.values()
            await press(pilot, "h")
            assert screen.field.marks[screen.field.cursor] == "hint"
            await press(pilot, "enter")
        assert session.outcome is Outcome.WON
        assert re.search(r"Won in \d:\d\d\.\d\d with", said(pilot))
        assert "No click was a guess." in said(pilot)
        assert "Help used:" in said(pilot)
        assert "To play this board again, use seed 4 and click 3,3 first." in said(pilot)
        assert games == [session]


async def test_few_clicks_are_a_flag_and_a_chord_or_else_a_hint() -> None:
    layout = Layout.parse("...*.*/....../....../....**")
    session = MinesweeperSession(Minesweeper(6, 4, 4), secret=layout)
    async with playing(session) as (pilot, screen):
        await press(pilot, "e")
        assert "The first click is always safe." in said(pilot)
        session.click((0, 0))
        screen.redraw()
        await press(pilot, "e")
        assert "Flag 3,0, then click on the 1 at 3,1: 2 clicks open 3 cells." in said(pilot)
        opens = dict.fromkeys([(4, 0), (4, 1), (4, 2)], "safe")
        assert screen.field.marks == {(3, 0): "mine", **opens, (3, 1): "hint"}
        assert screen.field.cursor == (3, 1)
        assert session.hints == 2


async def test_a_game_is_won_by_mouse_alone_with_flags_and_chords(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = remembered(monkeypatch)
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (2, 4))
        assert session.board[2, 2] == 0
        await click(pilot, screen, (4, 0), button=3)
        assert session.flags == {(4, 0)}
        await click(pilot, screen, (3, 0))
        assert "a chord needs" not in said(pilot)
        assert session.board[4, 1] != CLOSED
        for cell in [(0, 2), (4, 2)]:
            await click(pilot, screen, cell, button=3)
        for cell in [(1, 1), (3, 3), (1, 3)]:
            if session.outcome is None:
                await click(pilot, screen, cell, button=2)
        assert session.outcome is Outcome.WON
        assert games == [session]
        assert "Won in" in said(pilot)


async def test_a_change_in_the_first_row_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    session = MinesweeperSession(Minesweeper(6, 6, 5), seed=4)
    async with playing(session) as (_pilot, screen):
        drawn: list[Region] = []
        monkeypatch.setattr(screen.field, "refresh", lambda *regions: drawn.extend(regions))
        screen.field._redraw([screen.field.scroll_offset.y])
        assert [(region.y, region.height) for region in drawn] == [(screen.field._ruler, 1)]


async def test_a_number_without_its_flags_and_a_flag_are_not_opened() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (2, 4))
        await click(pilot, screen, (1, 1))
        assert said(pilot) == "1,1 shows 1 but has 0 flags around it; a chord needs 1"
        await click(pilot, screen, (0, 2), button=3)
        assert said(pilot) == ""
        await click(pilot, screen, (0, 2))
        assert said(pilot) == "0,2 is flagged; remove the flag first"
        assert session.flags == {(0, 2)}


async def test_a_mine_that_was_hit_is_shown_alone_and_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = remembered(monkeypatch)
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (2, 4))
        await click(pilot, screen, (0, 2))
        assert screen.field.sign((0, 2)) == "X"
        assert "*" not in screen.field.signs
        assert "0,2 was certainly a mine." in said(pilot)
        assert "There was a safe cell" in said(pilot)
        assert "hint" in screen.field.marks.values()
        assert not games
        await press(pilot, "u")
        assert session.outcome is None
        assert said(pilot) == ""
        await press(pilot, "m")
        for cell in [(1, 1), (3, 3), (1, 3), (3, 1)]:
            if session.outcome is None:
                await click(pilot, screen, cell)
        assert session.cleared
        assert "hit a mine before" in said(pilot)
        assert games == [session]


async def test_after_a_hit_enter_shows_all_mines(monkeypatch: pytest.MonkeyPatch) -> None:
    games = remembered(monkeypatch)
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (0, 1))
        await click(pilot, screen, (4, 0), button=3)
        await click(pilot, screen, (0, 0), button=3)
        await click(pilot, screen, (0, 2))
        await press(pilot, "enter")
        assert screen.field.signs.count("*") == 1
        assert screen.field.sign((4, 0)) == "F"
        assert screen.field.sign((0, 0)) == "!"
        assert session.wrong_flags == ((0, 0),)
        assert len(games) == 1


@pytest.mark.parametrize("way_out", ["f10", "ctrl+q"])
async def test_a_lost_game_is_remembered_when_its_mines_were_not_viewed(
    monkeypatch: pytest.MonkeyPatch, way_out: str
) -> None:
    games = remembered(monkeypatch)
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (2, 4))
        await click(pilot, screen, (0, 2))
        await press(pilot, way_out)
    assert games == [session]


async def test_giving_up_shows_the_mines() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (2, 4))
        await press(pilot, "f6", "enter")
        assert session.given_up
        assert "You gave up." in said(pilot)
        assert screen.field.signs.count("*") == 3


@pytest.mark.parametrize("size", [(80, 24), (100, 40), (140, 50)])
async def test_no_cell_moves_under_the_mouse(size: tuple[int, int]) -> None:
    session = given()
    async with playing(session, size) as (pilot, screen):

        def place() -> tuple[int, int]:
            within, field = place_of(screen.field, (0, 0)), screen.field.region
            assert within is not None
            return field.x + within[0], field.y + within[1]

        before = place()
        await click(pilot, screen, (2, 4))
        assert place() == before
        for key in ("h", "w", "g", "s", "n", "k", "f", "u", "r"):
            await press(pilot, key)
            assert place() == before, key
        await press(pilot, "c")
        before = place()
        for cell in ((0, 4), (4, 0)):
            await click(pilot, screen, cell)
            assert place() == before
        assert session.outcome is Outcome.LOST
        await press(pilot, "u")
        assert place() == before


async def test_the_chances_are_shown_anew_after_each_click_until_they_are_switched_off() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (0, 1))
        await press(pilot, "c")
        chances = screen.field.chances
        assert chances is not None
        assert any(0 < chance < 1 for chance in chances)
        await click(pilot, screen, (2, 4))
        now = screen.field.chances
        assert now is not None
        assert now != chances
        text = "\n".join(screen.field.render_line(y).text for y in range(6))
        assert "**" in text
        assert "certainly mines" in said(pilot)
        await press(pilot, "c")
        assert screen.field.chances is None
        assert said(pilot) == ""
        await click(pilot, screen, (4, 1))
        assert screen.field.chances is None


async def test_the_chance_to_win_is_found_while_the_screen_can_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[Thread] = []

    def found(_analysis: Analysis) -> WinChance:
        threads.append(current_thread())
        return WinChance(0.5, exact=True)

    monkeypatch.setattr("mastermine.minesweeper.win_chance.win_chance", found)
    async with playing(given()) as (pilot, screen):
        await click(pilot, screen, (0, 1))
        await press(pilot, "c")
        assert "the chance to win from here is 50 %" in said(pilot)
    assert len(threads) == 1
    assert threads[0] is not main_thread()


async def test_why_explains_the_cell_at_hand_or_one_that_is_chosen_with_the_mouse() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await press(pilot, "ctrl+end", "enter", "ctrl+home", "w")
        assert "0,0" in said(pilot)
        await press(pilot, "end", "w")
        assert "4,0" in said(pilot)
        place = place_of(screen.field, (0, 2))
        assert place is not None
        await pilot.hover(screen.field, offset=place)
        await press(pilot, "w")
        assert "0,2" in said(pilot)
        await pilot.hover("#head")
        await press(pilot, "w")
        assert said(pilot) == "Click a cell."
        await click(pilot, screen, (4, 2))
        assert "4,2" in said(pilot)
        assert session.board[4, 2] == CLOSED
        assert not screen.field.picking


async def test_a_deduction_is_gone_through_and_done_step_by_step() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await press(pilot, "s")
        assert "Open any cell to start" in said(pilot)
        await click(pilot, screen, (2, 4))
        await press(pilot, "s")
        assert said(pilot).startswith("Step 1 of ")
        assert "number" in screen.field.marks.values()
        first = said(pilot)
        await press(pilot, "n")
        assert said(pilot).startswith("Step 2 of ")
        assert {"was-safe", "was-mine"} & set(screen.field.marks.values())
        await press(pilot, "b")
        assert said(pilot) == first
        for _time in range(12):
            if session.outcome is None:
                await press(pilot, "o")
        assert session.outcome is Outcome.WON
        assert session.flags


async def test_what_else_can_be_asked() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await press(pilot, "g")
        assert "first click" in said(pilot)
        await press(pilot, "k")
        assert said(pilot) == "There are no flags to check"
        await click(pilot, screen, (0, 1))
        await press(pilot, "g")
        assert said(pilot).startswith("Yes: ")
        await click(pilot, screen, (0, 0), button=3)
        await press(pilot, "k")
        assert said(pilot) == "1 flag cannot be proven yet: it may be right or wrong."
        assert screen.field.marks == {}
        await click(pilot, screen, (0, 0), button=3)
        await click(pilot, screen, (2, 4))
        safe = session.knowledge.analysis.safe[0]
        await click(pilot, screen, safe, button=3)
        await press(pilot, "k")
        assert said(pilot) == f"1 flag is wrong: {safe[0]},{safe[1]}."
        assert screen.field.marks == {safe: "bad"}
        await click(pilot, screen, safe, button=3)
        await press(pilot, "m")
        assert session.flags == {(4, 0), (0, 2), (4, 2)}
        await press(pilot, "m")
        assert said(pilot) == "All certain mines are already flagged"


async def test_enter_opens_no_cell_that_is_not_shown_as_chosen() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await press(pilot, "tab")
        assert not screen.field.has_focus
        await press(pilot, "enter")
        assert not session.turns
        await press(pilot, "enter")
        assert len(session.turns) == 1


async def test_clicks_can_be_made_to_set_flags() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await press(pilot, "d")
        await click(pilot, screen, (0, 0))
        assert session.flags == {(0, 0)}
        assert "click to flag" in str(screen.query_one("#status", Static).render())
        await press(pilot, "d")
        await click(pilot, screen, (0, 1))
        assert session.board[0, 1] != CLOSED


async def test_the_clock_stands_while_another_screen_covers_the_field(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: now[0])
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (2, 4))
        now[0] = 5.0
        await press(pilot, "f1")
        assert pilot.app.screen is not screen
        now[0] = 100.0
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        now[0] = 102.0
        assert session.clock.seconds == 7.0
        screen.tick()
        assert "0:07" in str(screen.query_one("#status", Static).render())


async def test_an_adversary_is_kind_to_a_player_who_follows_the_hints() -> None:
    session = MinesweeperSession(Minesweeper(5, 5, 5), Mode.ADVERSARY, seed=3)
    async with playing(session) as (pilot, _screen):
        assert said(pilot).startswith("I place the mines")
        while session.outcome is None:
            await press(pilot, "h", "h", "enter")
        assert session.outcome is Outcome.WON
        assert "Won in" in said(pilot)


async def test_clicks_that_come_while_something_is_worked_out_are_made_after_it() -> None:
    session = MinesweeperSession(Minesweeper(6, 6, 3), Mode.ADVERSARY, seed=3)
    async with playing(session) as (pilot, screen):
        screen.field.act("open", (0, 0))
        screen.field.act("flag", (5, 5))
        await settled(pilot)
        await settled(pilot)
        assert session.board[0, 0] != CLOSED
        assert session.flags == {(5, 5)} or session.board[5, 5] != CLOSED
        assert session.length == 2


async def test_a_race_of_two_shows_neither_help_nor_mines() -> None:
    race = Race(RULES, ["Ann", "Bob"], 2, seed=1)
    async with opened((100, 30), game=race) as (pilot, app):
        people = app.screen
        for number in range(4):
            assert pilot.app.screen is people
            await press(pilot, "enter")
            screen = pilot.app.screen_stack[-1]
            assert isinstance(screen, MinesweeperScreen)
            turn = race.board
            assert turn is not None
            session = turn[1]
            hints = session.hints
            await press(pilot, "h", "e", "c", "u", "w", "m")
            assert session.hints == hints
            if not session.turns:
                await press(pilot, "enter")
            mines, safe = cells_of(session)
            if number < 2:
                await click(pilot, screen, mines[0])
                assert screen.field.sign(mines[0]) == "X"
                assert "*" not in screen.field.signs
                assert "Press Enter to continue." in said(pilot)
                await press(pilot, "enter")
            else:
                for cell in safe:
                    if session.outcome is None and session.board[cell] == CLOSED:
                        await click(pilot, screen, cell)
                assert session.outcome is Outcome.WON
                await press(pilot, "enter")
        assert race.over
        assert pilot.app.screen is people
        assert "Final table" in await shown(pilot)


def cells_of(session: MinesweeperSession) -> tuple[list[Cell], list[Cell]]:
    layout = session._secret
    assert layout is not None
    every = [(x, y) for y in range(layout.height) for x in range(layout.width)]
    return [c for c in every if c in layout], [c for c in every if c not in layout]


async def test_a_review_of_safe_clicks_alone_names_no_first_click() -> None:
    async with playing(given()) as (pilot, screen):
        await click(pilot, screen, (0, 1))
        await press(pilot, "v")
        assert "1 move " in said(pilot)
        assert "Press N" not in said(pilot)


async def test_the_review_shows_each_click_on_the_field_as_it_was() -> None:
    session = given()
    async with playing(session) as (pilot, screen):
        await click(pilot, screen, (0, 1))
        await click(pilot, screen, (3, 0))
        await click(pilot, screen, (0, 2))
        await press(pilot, "v")
        review = pilot.app.screen
        assert isinstance(review, ReviewField)
        assert "Skill" in said(pilot)
        assert "1 move " in said(pilot)
        await press(pilot, "n")
        assert said(pilot).startswith("Click 2, 3,0: ")
        assert review.field.marks[3, 0] == "hint"
        assert review.field.sign((3, 0)) == "#"
        await press(pilot, "a")
        assert said(pilot).startswith("Click 2, 3,0: ")
        await press(pilot, "b")
        assert said(pilot).startswith("Click 1, 0,1: safe")
        assert set(review.field.signs) == {"#"}
        await press(pilot, "escape")
        assert pilot.app.screen is screen
        await press(pilot, "u")
        assert session.outcome is None


async def test_a_solver_is_watched_step_by_step_with_its_reasons() -> None:
    async with opened((100, 30)) as (pilot, app):
        watch = WatchField(Minesweeper(6, 6, 5, noguess=True), seed=4)
        await app.push_screen(watch)
        await settled(pilot)
        await press(pilot, "space")
        assert said(pilot).startswith("Open ")
        assert set(watch.field.signs) == {"#"}
        assert list(watch.field.marks.values()) == ["hint"]
        await press(pilot, "space")
        assert set(watch.field.signs) != {"#"}
        await press(pilot, "space")
        assert said(pilot).startswith("1-1\n1-1: wherever the mine of the 1 at")
        before = watch.field.signs, said(pilot)
        assert "number" in watch.field.marks.values()
        await press(pilot, "space", "b")
        assert (watch.field.signs, said(pilot)) == before
        while not (watch.over and watch.at == len(watch.steps)):
            await press(pilot, "n")
        stages = [sight.stage for sight in watch.steps if sight.done]
        assert said(pilot).endswith(strategy_ended(stages))
        assert watch.field.signs.count("F") == 5


def test_every_key_of_a_game_is_there() -> None:
    def keys(bindings: list[Any]) -> set[tuple[str, str]]:
        return {(key, each.action) for each in bindings for key in each.key.split(",")}

    assert keys(GameScreen.BINDINGS) <= keys(MinesweeperScreen.BINDINGS)


async def test_beginner_on_a_small_screen() -> None:
    session = MinesweeperSession(Minesweeper(9, 9, 10), seed=3)
    async with playing(session, (60, 20)) as (pilot, _screen):
        await looks_as("minesweeper-begin", pilot, (60, 20))
        await press(pilot, "enter", "h", "h", "h")
        await looks_as("minesweeper-hint", pilot, (60, 20))


async def test_expert_on_a_wide_screen() -> None:
    session = MinesweeperSession(Minesweeper(30, 16, 99, First.OPEN), seed=12)
    async with playing(session, (110, 32)) as (pilot, _screen):
        await press(pilot, "enter", "ctrl+end", "f", "s", "n", "n")
        await looks_as("minesweeper-steps", pilot, (110, 32))
        await press(pilot, "c")
        await looks_as("minesweeper-chances", pilot, (110, 32))


async def test_without_colours_and_utf8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(given(), (60, 20), plain=True) as (pilot, screen):
        await click(pilot, screen, (2, 4))
        await press(pilot, "h", "h", "h")
        await looks_as("minesweeper-plain", pilot, (60, 20), ascii_only=True)


async def test_the_screen_can_become_smaller_and_larger_in_the_middle_of_a_game() -> None:
    session = MinesweeperSession(Minesweeper(30, 16, 99, First.OPEN), seed=12)
    async with playing(session, (110, 32)) as (pilot, screen):
        await press(pilot, "ctrl+end", "enter")
        for size in [(60, 20), (40, 12), (110, 32)]:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            assert place_of(screen.field, (29, 15)) is not None
            await press(pilot, "h")
            assert place_of(screen.field, screen.field.cursor) is not None
            await press(pilot, "ctrl+end")


@pytest.mark.parametrize("columns", [80, 100, 110])
async def test_expert_is_seen_whole_beside_or_above_what_is_said(columns: int) -> None:
    async with playing(MinesweeperSession(Minesweeper(30, 16, 99)), (columns, 30)) as (
        pilot,
        screen,
    ):
        await press(pilot, "h")
        assert screen.field.virtual_size.width <= screen.field.size.width


async def test_where_nothing_is_certain_that_is_said() -> None:
    layout = Layout.parse("*../.../..*")
    game = MinesweeperSession(Minesweeper(3, 3, 2), secret=layout)
    game.click("1,1")
    async with playing(game) as (pilot, screen):
        await press(pilot, "s")
        assert said(pilot) == nothing_deduced()
        assert not screen.walk
        await press(pilot, "c")
        assert screen.field.chances is not None
        await press(pilot, "c")
        assert screen.field.chances is None
