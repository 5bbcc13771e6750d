"""Boards with many places and colours on the full screen, and too many codes to list."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tui.screens import on, opened, said, settled, shown, type_text
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widgets import Static

from mastermine.core.random import Random
from mastermine.mastermind.feedback import Pegs
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Mastermind
from mastermine.session import MastermindSession, Mode
from mastermine.tui.mastermind.answers import Answering
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.candidates import MAX_EXAMPLES, CandidatesScreen, CodeList
from mastermine.tui.mastermind.filling import Filling
from mastermine.tui.mastermind.palette import Palette
from mastermine.tui.mastermind.screen import MastermindScreen
from mastermine.tui.mastermind.watch import WatchCode

EIGHT = Mastermind(8, 12)
SECRET = (1, 2, 3, 4, 5, 6, 7, 8)
HUGE = Mastermind(255, 255)


async def test_help_in_a_game_with_too_many_codes_to_list() -> None:
    session = MastermindSession(EIGHT, secret=SECRET)
    async with opened((100, 30), game=session) as (pilot, app):
        screen = on(app, MastermindScreen)
        for _depth in range(3):
            await pilot.press("f3")
            await settled(pilot)
        assert "from a sample" in said(pilot)
        assert screen.preview is not None
        await type_text(pilot, "11223344")
        await pilot.press("f4")
        await settled(pilot)
        assert "of 429,981,696 possible codes" in said(pilot)
        await pilot.press("f5")
        await settled(pilot)
        listed = on(app, CandidatesScreen)
        count = str(listed.query_one("#count", Static).content)
        assert count.startswith("About ")
        assert count.endswith("These are examples; there are too many codes to list all of them.")
        codes = listed.query_one(CodeList)
        assert len(codes.codes) == MAX_EXAMPLES
        assert all(code in session.knowledge for code in codes.codes)
        assert "about " in str(listed.query_one("#parts", Static).content)
        await pilot.press("end", "enter")
        await pilot.pause()
        assert screen.filling.draft.code == codes.codes[-1]
        await type_text(pilot, "")
        assert session.turns[1].action == codes.codes[-1]


async def test_the_computer_guesses_a_code_of_many() -> None:
    session = MastermindSession(EIGHT, Mode.PERSON)
    async with opened((100, 30), game=session) as (pilot, app):
        screen = on(app, MastermindScreen)
        for row in (1, 2):
            await settled(pilot)
            assert screen.proposal is not None
            answer = EIGHT.respond(SECRET, screen.proposal)
            assert isinstance(answer, Pegs)
            await type_text(pilot, f"{answer.black}{answer.white}")
            assert len(session.turns) == row
            assert session.turns[-1].feedback == answer
        assert SECRET in session.knowledge


async def test_a_strategy_is_watched() -> None:
    async with opened((100, 30)) as (pilot, app):
        await app.push_screen(WatchCode(EIGHT, "sampled", seed=1))
        await pilot.press("space")
        await settled(pilot)
        assert "from a sample" in said(pilot)
        assert "on average about " in said(pilot)


@pytest.mark.parametrize(
    ("spec", "size"),
    [
        ("12x12", (60, 20)),
        ("16x20", (80, 24)),
        ("32x64", (60, 20)),
        ("60x10", (120, 40)),
        ("255x255", (80, 24)),
    ],
)
async def test_a_board_of_any_size_is_drawn(spec: str, size: tuple[int, int]) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    session = MastermindSession(rules, seed=1)
    guess = rules.draw(Random(2))
    session.guess(rules.format_action(guess))
    async with opened(size, game=session) as (pilot, app):
        board = app.screen.query_one(Board)
        assert board.size.height >= 2
        await pilot.press("end")
        await pilot.pause()
        # The last place of the row in play, and the answer of the row before it.
        assert session.notation.format_answer(session.turns[0].feedback) in await shown(pilot)
        layout = board.layout_now
        right = layout.number + layout.gap + rules.places * layout.pitch
        assert right <= board.scroll_offset.x + board.size.width
        await pilot.press("home")
        await pilot.pause()
        assert board.scroll_offset.x == 0


async def test_more_colours_than_there_is_room_for_are_scrolled() -> None:
    session = MastermindSession(HUGE, seed=1)
    async with opened((80, 24), game=session) as (pilot, app):
        palette = app.screen.query_one(Palette)
        assert palette.size.height <= 8
        assert palette.colour_at(0, 0) == 0
        below = palette.colour_at(0, palette.size.height - 1)
        assert below is not None
        palette.focus()
        await pilot.press("end")
        await pilot.pause()
        assert palette.at == 254
        assert palette.colour_at(0, 0) != 0
        height = palette.size.height
        row = [palette.colour_at(x, height - 1) for x in range(palette.size.width)]
        assert 254 in row
        await pilot.press("enter")
        assert on(app, MastermindScreen).filling.draft.pegs[0] == 254
        await pilot.press("home")
        await pilot.pause()
        assert palette.colour_at(0, 0) == 0
        wheel: dict[str, Any] = dict.fromkeys(
            ("x", "y", "delta_x", "delta_y", "button"), 0
        ) | dict.fromkeys(("shift", "meta", "ctrl"), False)
        palette.on_mouse_scroll_down(MouseScrollDown(palette, **wheel))
        moved = palette.colour_at(0, 0)
        assert moved is not None
        assert moved > 0
        palette.on_mouse_scroll_up(MouseScrollUp(palette, **wheel))
        palette.on_mouse_scroll_up(MouseScrollUp(palette, **wheel))
        assert palette.colour_at(0, 0) == 0


@pytest.mark.parametrize(
    ("spec", "keys", "pegs"),
    [
        ("4x40", "12", [11]),
        ("4x40", "123", [11, 2]),
        ("4x64", "65", [5, 4]),
        ("4x120", "120", [119]),
        ("4x120", "121", [11, 0]),
        ("4x255", "2551", [254, 0]),
        ("4x255", "256", [24, 5]),
    ],
)
def test_numbers_of_colours_are_typed(
    monkeypatch: pytest.MonkeyPatch, spec: str, keys: str, pegs: list[int]
) -> None:
    monkeypatch.setattr("mastermine.tui.mastermind.filling.monotonic", lambda: 1.0)
    filling = Filling(Notation(Mastermind.parse(f"mastermind:{spec}")))
    for key in keys:
        assert filling.type(key) == ""
    assert [peg for peg in filling.draft.pegs if peg is not None] == pegs


@pytest.mark.parametrize(
    ("places", "keys", "counts"),
    [
        (9, "12", [1, 2]),
        (12, "12", [12, 0]),
        (12, "93", [9, 3]),
        (12, "04", [0, 4]),
        (12, "1 2", [1, 2]),
        (255, "103", [103, 0]),
        (255, "999", [99, 9]),
    ],
)
def test_counts_of_several_digits_are_typed(
    monkeypatch: pytest.MonkeyPatch, places: int, keys: str, counts: list[int]
) -> None:
    """A space stands for a pause."""
    now = [0.0]
    monkeypatch.setattr("mastermine.tui.mastermind.answers.monotonic", lambda: now[0])
    answering = Answering(Mastermind(places, 6).notation.answers)
    for key in keys:
        if key == " ":
            now[0] += 10
        else:
            assert answering.key(key, key)
    assert answering.counts == counts
