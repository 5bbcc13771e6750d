"""How Mastermind looks, as text, on a small screen and on one of the usual size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.tui.screens import looks_as, opened, settled

from mastermine.mastermind.rules import Mastermind
from mastermine.session import MastermindSession, Mode
from mastermine.tui.mastermind.watch import WatchCode

SIZES = (60, 20), (100, 30)
CLASSIC = Mastermind(4, 6, limit=10)


def hidden(rules: Mastermind, *secret: int) -> Callable[[], MastermindSession]:
    return lambda: MastermindSession(rules, secret=secret)


def requested() -> MastermindSession:
    return MastermindSession(CLASSIC, Mode.PERSON, seed=1)


def widest() -> MastermindSession:
    session = MastermindSession(Mastermind(16, 64, limit=20), secret=tuple(range(16)))
    session.guess(",".join(str(49 + place) for place in range(16)))
    return session


@pytest.mark.parametrize(
    ("name", "begin", "keys"),
    [
        (
            "play",
            hidden(CLASSIC, 2, 0, 3, 0),
            "1 1 2 2 enter 3 4 1 1 enter 5 home space 6",
        ),
        ("hint", hidden(CLASSIC, 2, 0, 3, 0), "1 1 2 2 enter f3 f3 f3"),
        ("codes", hidden(CLASSIC, 2, 0, 3, 0), "1 1 2 2 enter f5 down right"),
        ("lost", hidden(Mastermind(3, 4, limit=2), 2, 0, 3), "1 1 2 enter 2 2 3 enter"),
        ("answer", requested, "1 1 enter b w w"),
        ("contradiction", requested, "enter enter 3 enter"),
        ("widest", widest, "7 8"),
        (
            "ascii",
            hidden(Mastermind(4, 6, blank=True, limit=10), 2, 0, 3, 6),
            "1 1 2 underscore enter 3 4",
        ),
    ],
)
async def test_a_game(name: str, begin: Callable[[], MastermindSession], keys: str) -> None:
    plain = name == "ascii"
    how = {"plain": plain, "notifications": False}
    async with opened(SIZES[0], game=begin(), **how) as (pilot, _app):
        await pilot.press(*keys.split())
        await looks_as(f"mastermind-{name}", pilot, *SIZES, ascii_only=plain)


async def test_a_strategy_at_work() -> None:
    async with opened(SIZES[0]) as (pilot, app):
        await app.push_screen(WatchCode(CLASSIC, "knuth", secret="3141", seed=1))
        await settled(pilot)
        await pilot.press("right", "right")
        await looks_as("mastermind-watch", pilot, *SIZES)
