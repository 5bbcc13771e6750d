"""The window in which a code is put in: by keys, by mouse and with the palette."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.tui.screens import opened
from textual.pilot import Pilot
from textual.widgets import Static

from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Mastermind
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.entry import CodeEntry
from mastermine.tui.mastermind.palette import Palette


@asynccontextmanager
async def requested(
    rules: str = "4x6",
) -> AsyncIterator[tuple[Pilot[Any], CodeEntry, list[str | None]]]:
    """The window, and where what was said comes to lie."""
    answers: list[str | None] = []
    entry = CodeEntry(Notation(Mastermind.parse(f"mastermind:{rules}")), "Which?", "Say it")
    async with opened() as (pilot, app):
        await app.push_screen(entry, answers.append)
        yield pilot, entry, answers


def pegs(entry: CodeEntry) -> list[int | None]:
    current = entry.query_one(Board).position.current
    assert current is not None
    return list(current.pegs)


def wrong(entry: CodeEntry) -> str:
    return str(entry.query_one("#wrong", Static).content)


async def test_a_row_with_holes_is_not_said() -> None:
    async with requested() as (pilot, entry, said):
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


async def test_pegs_are_taken_away_one_by_one_and_all_at_once() -> None:
    async with requested() as (pilot, entry, _said):
        await pilot.press("1", "2", "3", "4", "backspace")
        assert pegs(entry) == [0, 1, 2, None]
        await pilot.press("home", "delete")
        assert pegs(entry) == [None, 1, 2, None]
        await pilot.click("#clear")
        await pilot.pause()
        assert pegs(entry) == [None] * 4
        await pilot.press("6")
        assert pegs(entry) == [5, None, None, None]


async def test_another_place_is_walked_to_and_filled() -> None:
    async with requested() as (pilot, entry, _said):
        await pilot.press("end", "5")
        assert pegs(entry) == [None, None, None, 4]
        await pilot.press("home", "right", "2")
        assert pegs(entry) == [None, 1, None, 4]


async def test_pegs_are_moved_and_taken_by_mouse() -> None:
    async with requested() as (pilot, entry, _said):
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


async def test_enter_on_the_palette_takes_its_colour() -> None:
    async with requested() as (pilot, entry, said):
        entry.query_one(Palette).focus()
        await pilot.press("right", "right", "enter", "enter", "left", "space", "end", "enter")
        assert pegs(entry) == [2, 2, 1, 5]
        await pilot.press("enter")
        await pilot.pause()
        assert said == ["3326"]


async def test_where_each_colour_stands_once_it_is_taken_once() -> None:
    async with requested("3x6-distinct") as (pilot, entry, _said):
        await pilot.press("1", "1")
        assert wrong(entry) == "red is already in place 1; colours may not repeat."
        assert pegs(entry) == [0, None, None]
        await pilot.press("2", "3", "4")
        assert wrong(entry) == "The row is full. Confirm it or remove a peg."


@pytest.mark.parametrize("way", ["escape", "#close"])
async def test_who_does_not_want_to_say_it_says_nothing(way: str) -> None:
    async with requested() as (pilot, _entry, said):
        await pilot.press("1", "2", "3", "4")
        await (pilot.click(way) if way.startswith("#") else pilot.press(way))
        await pilot.pause()
        assert said == [None]
