"""How Mastermind looks, as text, on a small screen and on one of the usual size."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("textual")

from tests.tui.screens import Same, Shown
from textual.pilot import Pilot

from mastermine.mastermind.rules import Mastermind
from mastermine.session import MastermindSession, Mode
from mastermine.tui.app import MastermineApp
from mastermine.tui.mastermind.watch import WatchCode

SIZES = (60, 20), (100, 30)


def looks(
    name: str,
    shown: Shown,
    same_as: Same,
    session: MastermindSession | None,
    keys: str,
    plain: bool = False,
    watched: WatchCode | None = None,
) -> None:
    """Press these keys, named with spaces between them, and compare the screen in each size."""

    async def run() -> None:
        app = MastermineApp(session, plain=plain)
        async with app.run_test(size=SIZES[0], notifications=False) as pilot:
            if watched is not None:
                await app.push_screen(watched)
            await pilot.pause()
            for key in keys.split():
                await pilot.press(key)
            for width, height in SIZES:
                await pilot.resize_terminal(width, height)
                await pilot.pause()
                same_as(f"mastermind-{name}-{width}x{height}", await shown(pilot))

    asyncio.run(run())


def test_a_game_in_play(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(4, 6, limit=10), secret=(2, 0, 3, 0))
    looks("play", shown, same_as, session, "1 1 2 2 enter 3 4 1 1 enter 5 home space 6")


def test_a_hint(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(4, 6, limit=10), secret=(2, 0, 3, 0))
    looks("hint", shown, same_as, session, "1 1 2 2 enter f3")


def test_the_codes_that_are_possible(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(4, 6, limit=10), secret=(2, 0, 3, 0))
    looks("codes", shown, same_as, session, "1 1 2 2 enter f5 down right")


def test_a_game_that_was_lost(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(3, 4, limit=2), secret=(2, 0, 3))
    looks("lost", shown, same_as, session, "1 1 2 enter 2 2 3 enter")


def test_the_person_answers(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(4, 6, limit=10), Mode.PERSON, seed=1)
    looks("answer", shown, same_as, session, "1 1 enter b w w")


def test_answers_that_contradict_each_other(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(4, 6, limit=10), Mode.PERSON, seed=1)
    looks("contradiction", shown, same_as, session, "enter enter 3 enter")


def test_the_widest_board(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(16, 64, limit=20), secret=tuple(range(16)))
    session.guess(",".join(str(49 + place) for place in range(16)))
    looks("widest", shown, same_as, session, "7 8")


def test_nothing_but_ascii(shown: Shown, same_as: Same) -> None:
    session = MastermindSession(Mastermind(4, 6, blank=True, limit=10), secret=(2, 0, 3, 6))

    async def ascii_only(pilot: Pilot[Any]) -> str:
        text = await shown(pilot)
        assert text.isascii()
        return text

    keys = "1 1 2 underscore enter 3 4"
    looks("ascii", ascii_only, same_as, session, keys, plain=True)


def test_a_strategy_at_work(shown: Shown, same_as: Same) -> None:
    watched = WatchCode(Mastermind(4, 6, limit=10), "knuth", secret="3141", seed=1)
    looks("watch", shown, same_as, None, "right right", watched=watched)
