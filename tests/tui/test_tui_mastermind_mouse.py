"""What the mouse does in a game of Mastermind, beside pegs that go into the row in play."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.screens import on, opened
from textual.pilot import Pilot

from mastermine.mastermind.rules import Answer, Mastermind
from mastermine.session import MastermindSession, Mode
from mastermine.tui.app import MastermineApp
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.candidates import CandidatesScreen, CodeList
from mastermine.tui.mastermind.palette import Palette
from mastermine.tui.mastermind.screen import MastermindScreen

CLASSIC = Mastermind(4, 6, limit=10)


def started(*guesses: str) -> MastermindSession:
    session = MastermindSession(CLASSIC, secret=(2, 0, 3, 0), seed=1)
    for guess in guesses:
        session.guess(guess)
    return session


async def listed(pilot: Pilot[Any], app: MastermineApp) -> CodeList:
    """The list of the codes that are possible."""
    await pilot.press("f5")
    await pilot.pause()
    screen: CandidatesScreen = on(app, CandidatesScreen)
    return screen.query_one(CodeList)


async def click_code(pilot: Pilot[Any], codes: CodeList, index: int, times: int = 1) -> None:
    line, column = divmod(index, codes._per_line)
    left, top = codes.gutter.left, codes.gutter.top
    await pilot.click(codes, offset=(column * codes._item + 1 + left, line + top), times=times)
    await pilot.pause()


async def test_a_code_is_chosen_by_a_click_and_taken_by_two() -> None:
    session = started("1122", "3344")
    async with opened((100, 30), game=session) as (pilot, app):
        screen = on(app, MastermindScreen)
        codes = await listed(pilot, app)
        await click_code(pilot, codes, 3)
        assert codes.at == 3
        await click_code(pilot, codes, 2, times=2)
        assert on(app, MastermindScreen) is screen
        assert screen.filling.draft.code == codes.codes[2]


async def test_a_click_beside_all_codes_chooses_none() -> None:
    async with opened((100, 30), game=started("1122", "3344", "3145")) as (pilot, app):
        codes = await listed(pilot, app)
        await click_code(pilot, codes, len(codes.codes) + codes._per_line)
        assert codes.at == 0


@pytest.mark.parametrize("button", ["take", "close"])
async def test_the_buttons_take_the_chosen_code_or_none(button: str) -> None:
    async with opened((100, 30), game=started("1122", "3344")) as (pilot, app):
        screen = on(app, MastermindScreen)
        codes = await listed(pilot, app)
        await pilot.press("right")
        await pilot.click(f"#{button}")
        await pilot.pause()
        assert on(app, MastermindScreen) is screen
        assert screen.filling.draft.code == (codes.codes[1] if button == "take" else None)


@pytest.mark.parametrize(
    ("rules", "said"),
    [(CLASSIC, "red: type 1 or r"), (Mastermind(4, 12), "red: type 0")],
)
async def test_the_colour_under_the_mouse_is_named(rules: Mastermind, said: str) -> None:
    async with opened((100, 30), game=MastermindSession(rules, seed=1)) as (pilot, app):
        palette = app.screen.query_one(Palette)
        await pilot.hover(palette, offset=(palette.gutter.left + 1, palette.gutter.top))
        assert palette.tooltip == said


async def click_beside(pilot: Pilot[Any], board: Board, row: int, what: str) -> None:
    """Press the number or the answer of a row."""
    for x in range(board.size.width):
        if board.where(x, row * board._step) == (row, what, 0):
            left, top = board.gutter.left, board.gutter.top
            await pilot.click(board, offset=(x + left, row * board._step + top))
            await pilot.pause()
            return
    raise AssertionError(what)


async def test_the_number_of_a_row_copies_it() -> None:
    async with opened((100, 30), game=started("1122", "3344")) as (pilot, app):
        screen = on(app, MastermindScreen)
        await click_beside(pilot, screen.query_one(Board), 1, "number")
        assert screen.filling.draft.code == (2, 2, 3, 3)


async def test_an_answer_that_the_person_gave_is_fixed() -> None:
    session = MastermindSession(CLASSIC, Mode.PERSON, seed=1)
    async with opened((100, 30), game=session) as (pilot, app):
        screen = on(app, MastermindScreen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("1", "1", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert len(session.turns) == 1
        await click_beside(pilot, screen.query_one(Board), 0, "answer")
        assert (screen.stage, screen.correcting) == ("correct", 0)
        await pilot.press("0", "2", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert str(session.turns[0].feedback) == "0B 2W"


async def test_places_that_are_right_are_walked_to_and_taken_back_by_keys() -> None:
    session = MastermindSession(Mastermind(3, 3, answer=Answer.PLACES), Mode.PERSON, seed=1)
    async with opened((100, 30), game=session) as (pilot, app):
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.press("plus", "backspace", "minus", "plus", "minus", "enter")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert str(session.turns[0].feedback) == "-+-"
