"""The puzzle of the day, and streaks."""

from __future__ import annotations

import os
import time
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Outcome
from mastermine.mastermind.rules import Mastermind
from mastermine.session import MastermindSession, MinesweeperSession, restore
from mastermine.session.saved import daily
from mastermine.session.saved.daily import Puzzle, Streak, streak_of

DAY = date(2026, 11, 21)
WON, LOST = Outcome.WON, Outcome.LOST


def days(*played: tuple[str, Outcome]) -> dict[date, Outcome]:
    return {date.fromisoformat(day): outcome for day, outcome in played}


@pytest.mark.parametrize("level", daily.LEVELS)
def test_it_is_the_same_for_everybody(level: str) -> None:
    one, two = daily.begin(level, DAY), daily.begin(level, DAY)
    other = daily.begin(level, DAY + timedelta(1))
    assert one.id != two.id
    assert one.daily == "2026-11-21"
    for game in (one, two, other):
        game.do("give up")
    assert one.secret == two.secret
    assert one.secret != other.secret


def test_the_seed_is_for_ever() -> None:
    rules, seed = daily.puzzle(" Classic", DAY)
    assert (rules.spec(), seed) == ("mastermind:4x6,limit=10", "daily 2026-11-21 classic")
    game = daily.begin("classic", DAY)
    assert isinstance(game, MastermindSession)
    game.do("give up")
    assert game.rules.format_secret(game.secret or ()) == "2643"
    field = daily.begin("beginner", DAY)
    assert field.rules.spec() == "minesweeper:9x9x10-noguess"


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_of_a_minefield_the_middle_is_open(level: str) -> None:
    field = daily.begin(level, DAY)
    assert isinstance(field, MinesweeperSession)
    assert field.board[field.rules.width // 2, field.rules.height // 2] == 0
    shown = field.board
    # Undoing the first click does not change the mines.
    field.do("undo")
    field.do("click 0,0")
    if field.outcome is None:
        field.do("give up")
    layout = field.secret
    assert layout is not None
    other = daily.begin(level, DAY)
    other.do("give up")
    assert other.secret == layout
    assert isinstance(other, MinesweeperSession)
    assert shown == other.board


def test_other_games_are_no_puzzle() -> None:
    rules, seed = daily.puzzle("classic", DAY)
    assert isinstance(rules, Mastermind)
    assert daily.of(MastermindSession(rules, seed=seed)) is None
    game = daily.begin("classic", DAY)
    game.daily = "2026-11-20"
    assert daily.of(game) is None
    for level in ("classic", "beginner"):
        assert daily.of(restore(daily.begin(level, DAY).data())) == Puzzle(level, DAY)


@pytest.mark.parametrize("change", [{"rules": "mastermind:2x2"}, {"mode": "adversary"}])
def test_a_file_that_was_changed_is_no_puzzle(change: dict[str, str]) -> None:
    assert daily.of(restore(daily.begin("classic", DAY).data() | change)) is None


def test_a_level_that_there_is_not() -> None:
    with pytest.raises(InvalidSpec, match="no daily puzzle 'clasic'; did you mean classic"):
        daily.begin("clasic", DAY)


def test_a_streak_ends_with_a_day_that_was_lost_or_left_out() -> None:
    played = days(
        ("2026-11-15", WON), ("2026-11-16", WON), ("2026-11-17", WON), ("2026-11-19", WON),
        ("2026-11-20", WON),
    )  # fmt: skip
    assert streak_of(played, DAY) == Streak(2, 3, None)
    assert streak_of(played | {DAY: WON}, DAY) == Streak(3, 3, WON)
    assert streak_of(played | {DAY: LOST}, DAY) == Streak(0, 3, LOST)
    assert streak_of(played, DAY + timedelta(1)) == Streak(0, 3, None)
    assert streak_of({}, DAY) == Streak(0, 0, None)
    assert not streak_of({}, DAY).today_done
    assert streak_of({DAY: LOST}, DAY).today_done


def test_days_that_count() -> None:
    played = days(
        ("2027-12-30", WON), ("2027-12-31", WON), ("2028-01-01", WON),
        ("2028-02-28", WON), ("2028-02-29", WON), ("2028-03-01", WON), ("2028-03-02", WON),
    )  # fmt: skip
    assert streak_of(played, date(2028, 3, 2)) == Streak(4, 4, WON)
    assert streak_of(played, date(2028, 1, 2)).current == 3
    without = {day: outcome for day, outcome in played.items() if day != date(2028, 2, 29)}
    assert streak_of(without, date(2028, 3, 2)) == Streak(2, 3, WON)
    played = {DAY + timedelta(n): WON for n in range(-1, 5)}
    assert streak_of(played, DAY) == Streak(2, 2, WON)


@given(outcomes=st.lists(st.sampled_from([WON, LOST, None]), max_size=40))
def test_it_is_the_run_of_days_that_one_would_count(outcomes: list[Outcome | None]) -> None:
    first = DAY - timedelta(len(outcomes) - 1)
    played = {first + timedelta(n): each for n, each in enumerate(outcomes) if each is not None}
    text = "".join("w" if each is WON else "-" for each in outcomes)
    pending = not outcomes or outcomes[-1] is None
    ending = text[:-1] if pending else text
    current = len(ending) - len(ending.rstrip("w"))
    longest = max(map(len, text.split("-")), default=0)
    found = streak_of(played, DAY)
    assert (found.current, found.longest) == (current, longest)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone cannot be set here")
def test_the_day_is_that_of_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.environ.get("TZ")
    try:
        # At every moment one of these, 14 hours before UTC and 12 after it, has another day.
        for zone in ("XXX-14", "XXX+12"):
            os.environ["TZ"] = zone
            time.tzset()
            before_it, found, after_it = datetime.now(UTC), daily.today(), datetime.now(UTC)
            assert found in (before_it.date(), after_it.date())
    finally:
        os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
        time.tzset()
