"""The window in which a code is put in: by keys, by mouse and with the palette."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.screens import Play

pytest.importorskip("textual")

from textual.pilot import Pilot
from textual.widgets import Static

from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Mastermind
from mastermine.tui.app import MastermineApp
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.entry import CodeEntry
from mastermine.tui.mastermind.palette import Palette


async def opened(app: MastermineApp, rules: str = "4x6") -> tuple[CodeEntry, list[str | None]]:
    """The window, and where what was said comes to lie."""
    said: list[str | None] = []
    entry = CodeEntry(Notation(Mastermind.parse(f"mastermind:{rules}")), "Which?", "Say it")
    await app.push_screen(entry, said.append)
    return entry, said


def pegs(entry: CodeEntry) -> list[int | None]:
    current = entry.query_one(Board).position.current
    assert current is not None
    return list(current.pegs)


def wrong(entry: CodeEntry) -> str:
    return str(entry.query_one("#wrong", Static).content)


def test_a_row_with_holes_is_not_said(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        entry, said = await opened(app)
        await pilot.press("1", "2", "enter")
        assert wrong(entry) == "2 places are still empty."
        await pilot.press("3")
        assert wrong(entry) == ""
        await pilot.press("enter")
        assert wrong(entry) == "1 place is still empty."
        assert not said
        await pilot.press("4", "enter")
        await pilot.pause()
        assert said == ["1234"]

    play(steps)


def test_pegs_are_taken_away_one_by_one_and_all_at_once(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        entry, _said = await opened(app)
        await pilot.press("1", "2", "3", "4", "backspace")
        assert pegs(entry) == [0, 1, 2, None]
        await pilot.press("home", "delete")
        assert pegs(entry) == [None, 1, 2, None]
        await pilot.click("#clear")
        await pilot.pause()
        assert pegs(entry) == [None] * 4
        await pilot.press("6")
        assert pegs(entry) == [5, None, None, None]

    play(steps)


def test_another_place_is_walked_to_and_filled(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        entry, _said = await opened(app)
        await pilot.press("end", "5")
        assert pegs(entry) == [None, None, None, 4]
        await pilot.press("home", "right", "2")
        assert pegs(entry) == [None, 1, None, 4]

    play(steps)


def test_pegs_are_moved_and_taken_by_mouse(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        entry, _said = await opened(app)
        board = entry.query_one(Board)
        await pilot.press("1", "2")
        board.post_message(Board.Moved(0, 3))
        await pilot.pause()
        assert pegs(entry) == [None, 1, None, 0]
        board.post_message(Board.Pressed(0, 3, 3))  # By the right button.
        await pilot.pause()
        assert pegs(entry) == [None, 1, None, None]
        board.post_message(Board.Pressed(0, 1, 0))  # Nothing is held here for a next row.
        await pilot.pause()
        assert pegs(entry) == [None, 1, None, None]

    play(steps)


def test_enter_on_the_palette_takes_its_colour(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        entry, said = await opened(app)
        entry.query_one(Palette).focus()
        await pilot.press("right", "right", "enter", "enter", "left", "space", "end", "enter")
        assert pegs(entry) == [2, 2, 1, 5]
        await pilot.press("enter")
        await pilot.pause()
        assert said == ["3326"]

    play(steps)


def test_where_each_colour_stands_once_it_is_taken_once(play: Play) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        entry, _said = await opened(app, "3x6-distinct")
        await pilot.press("1", "1")
        assert wrong(entry) == "red is in place 1: here each colour stands once."
        assert pegs(entry) == [0, None, None]
        await pilot.press("2", "3", "4")
        assert wrong(entry) == "The row is full. Confirm it, or take a peg away first."

    play(steps)


@pytest.mark.parametrize("way", ["escape", "#close"])
def test_who_does_not_want_to_say_it_says_nothing(play: Play, way: str) -> None:
    async def steps(pilot: Pilot[Any], app: MastermineApp) -> None:
        _entry, said = await opened(app)
        await pilot.press("1", "2", "3", "4")
        await (pilot.click(way) if way.startswith("#") else pilot.press(way))
        await pilot.pause()
        assert said == [None]

    play(steps)
