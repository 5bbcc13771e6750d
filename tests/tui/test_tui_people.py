"""People at one keyboard: nobody sees what another one did, and the table is right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tui.screens import looks_as, on, opened, shown, words

from mastermine.registry import parse_rules
from mastermine.session import Contest, Draw, Score, load
from mastermine.tui.dialogs import SaveDialog, ShareDialog
from mastermine.tui.fields import Line
from mastermine.tui.game import GameScreen
from mastermine.tui.people import PeopleScreen, standings
from mastermine.tui.start import StartScreen


def contest(**options: Any) -> Contest:
    return Contest(parse_rules("classic"), ["Ana", "Boris"], **options)


@pytest.mark.parametrize(
    ("score", "heads", "row"),
    [
        (Score.ROUNDS, ["player", "rounds won", "codes broken", "guesses"], ["Ana", "0", "0", "–"]),
        (Score.POINTS, ["player", "points", "codes broken", "guesses"], ["Ana", "1", "0", "–"]),
        (Score.PEGS, ["player", "points", "codes broken", "guesses"], ["Ana", "4", "0", "–"]),
        (Score.FEWEST, ["player", "codes broken", "guesses"], ["Ana", "0", "–"]),
    ],
)
def test_the_table_says_what_counts(score: Score, heads: list[str], row: list[str]) -> None:
    match = contest(score=score)
    for guess in ("1122", "3344"):
        match.hide("1122")
        assert match.board is not None
        board = match.board[1]
        board.guess(guess)
        if board.open:
            board.give_up()
    table = standings(match)
    assert [str(column.header) for column in table.columns] == heads
    rows = list(zip(*(map(str, column.cells) for column in table.columns), strict=True))
    assert tuple(row) in rows


async def test_a_whole_contest() -> None:
    match = contest()
    async with opened(game=match) as (pilot, app):
        assert "Ana hides a code" in await words(pilot)
        await pilot.press(*"1122", "enter")
        assert match.board is not None
        assert "Boris is next" in await shown(pilot)
        await pilot.press("enter")
        on(app, GameScreen)
        await pilot.press(*"1123", "enter", *"1122", "enter")
        on(app, GameScreen)
        text = await shown(pilot)
        assert "Found in 2 guesses." in text
        assert "Press Enter to continue." in text
        await pilot.press("enter")
        on(app, PeopleScreen)
        text = await shown(pilot)
        assert "Ana's code was: 1122" in text
        assert "Boris: 2 guesses" in text
        await pilot.press(*"3456", "enter", "enter")
        await pilot.press("f6")
        await pilot.press("enter")
        text = await shown(pilot)
        assert "You gave up." in text
        assert "3456" not in text
        await pilot.click("#go-on")
        on(app, PeopleScreen)
        text = await shown(pilot)
        assert "Ana: not found" in text
        assert "Final table" in text
        assert "Boris wins." in text
        await pilot.press("enter")
        await pilot.pause()
        on(app, StartScreen)
    assert match.over


async def test_hints_that_settle_a_draw() -> None:
    for draw, hints in ((Draw.HINTS, 1), (Draw.SHARED, 0)):
        match = contest(draw=draw)
        async with opened(game=match) as (pilot, app):
            await pilot.press(*"1234", "enter", "enter")
            on(app, GameScreen)
            await pilot.press("f3")
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            assert match.hints == hints


async def test_a_code_is_not_seen_while_it_is_typed_nor_afterwards() -> None:
    match = Contest(parse_rules("classic"), ["Ana", "Boris", "Cvijeta"])
    async with opened(game=match) as (pilot, app):
        await pilot.press(*"6543")
        assert "6543" not in await shown(pilot)
        await pilot.press("f3")
        assert "6543" in await shown(pilot)
        await pilot.press("f3", "enter")
        assert "6543" not in await shown(pilot)
        await pilot.press("enter", *"6543", "enter", "enter")
        await pilot.pause()
        on(app, PeopleScreen)
        text = await shown(pilot)
        assert "6543" not in text
        assert "Cvijeta is next" in text
        await pilot.press("enter")
        assert "6543" not in await shown(pilot)


async def test_what_is_wrong_with_a_code_is_reported_without_it() -> None:
    async with opened(game=contest()) as (pilot, app):
        await pilot.press(*"6547", "enter")
        text = await shown(pilot)
        assert "6547" not in text
        assert "a code has 4 pegs" in text
        assert app.screen.query_one(Line).value == ""


async def test_between_people_there_is_no_help() -> None:
    match = contest()
    match.hide("1122")
    async with opened(game=match) as (pilot, app):
        await pilot.press("enter")
        screen = app.screen
        assert isinstance(screen, GameScreen)
        for action in ("undo", "redo", "hint", "why", "review", "share", "new", "candidates"):
            assert screen.check_action(action, ()) is False
        await pilot.press(*"1123", "enter", "ctrl+z", "question_mark", "f3", "f4", "f5", "f7")
        assert app.screen is screen
        assert len(on(app, GameScreen).session.turns) == 1
        assert on(app, GameScreen).session.hints == 0


async def test_a_match_that_is_left_is_kept(own_folders: Path) -> None:
    match = contest()
    async with opened(game=match) as (pilot, app):
        await pilot.press(*"1122", "enter", "enter", *"3344", "enter", "f10")
        await pilot.pause()
        on(app, StartScreen)
        kept = load(app.saved_paths[-1])
        assert isinstance(kept, Contest)
        assert kept.boards[0][0].turns == match.boards[0][0].turns


async def test_another_match_of_the_same_people() -> None:
    match = contest()
    for _round in range(2):
        match.hide("1122")
        assert match.board is not None
        match.board[1].give_up()
    async with opened(game=match) as (pilot, app):
        await pilot.press("f2")
        await pilot.pause()
        assert on(app, PeopleScreen).match is not match
        assert on(app, PeopleScreen).match.players == match.players
        assert len(app.screen_stack) == 2  # Textual's own, and this one.


async def test_the_table_is_drawn_as_before() -> None:
    match = contest(score=Score.POINTS)
    match.hide("1122")
    assert match.board is not None
    match.board[1].guess("1122")
    async with opened(size=(60, 20), game=match) as (pilot, _app):
        await looks_as("people", pilot, (60, 20), (80, 24), (120, 40))


async def test_a_match_is_saved_in_a_file_that_is_named(tmp_path: Path) -> None:
    match = contest()
    async with opened(game=match) as (pilot, app):
        await on(app, PeopleScreen).action_save()
        on(app, SaveDialog).query_one(Line).value = str(tmp_path / "match.json")
        await pilot.press("enter")
        await pilot.pause()
        on(app, PeopleScreen)
        kept = load(tmp_path / "match.json")
        assert isinstance(kept, Contest)
        assert kept.players == match.players


async def test_a_match_is_shared() -> None:
    async with opened(game=contest()) as (pilot, app):
        await on(app, PeopleScreen).action_share()
        on(app, ShareDialog)
        assert "Ana" in await shown(pilot)
        await pilot.press("escape")
        on(app, PeopleScreen)
