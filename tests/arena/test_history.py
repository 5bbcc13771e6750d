"""Games of people that are over, in a store."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from math import isclose, sqrt
from typing import Any

import pytest
import sqlalchemy as sa

from mastermine.arena.store import Store
from mastermine.arena.store.connect import StoreError
from mastermine.arena.store.tables import played
from mastermine.core.game import Outcome
from mastermine.core.random import Random
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import PRESETS, parse_rules, parse_rules_of
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode, Race, restore
from mastermine.session.levels import name_of
from mastermine.session.saved import daily, history
from mastermine.session.saved.history import records, statistics, store_finished
from mastermine.session.saved.saved_games import SavedGames
from mastermine.session.setup import GameSetup


def game(*guesses: str, spec: str = "classic", mode: Mode = Mode.COMPUTER) -> MastermindSession:
    secret = (0, 1, 2, 3) if mode is Mode.COMPUTER else None
    made = MastermindSession(parse_rules_of(Mastermind, spec), mode, secret=secret)
    made.given = False  # As if it were drawn.
    for guess in guesses:
        made.do(f"guess {guess}")
    return made


def lost() -> MastermindSession:
    made = game("1122")
    made.do("give up")
    return made


def rows(store: Store) -> list[sa.Row[tuple[object, ...]]]:
    with store.engine.connect() as connection:
        return list(connection.execute(sa.select(played).order_by(played.c.ended)))


def test_a_game_that_continues_is_not_history(store: Store) -> None:
    store_finished(store, "", game("1122"))
    assert rows(store) == []
    assert statistics(store, "") == []
    assert list(records(store, "")) == []


def test_a_game_is_one_row_however_often_it_ends(store: Store) -> None:
    made = game(*["1122"] * 9, "1235")
    assert made.outcome is Outcome.LOST
    store_finished(store, "a", made)
    (first,) = rows(store)
    store_finished(store, "a", made)
    assert rows(store) == [first]
    made.do("undo")
    made.do("guess 1234")
    store_finished(store, "a", made)
    (second,) = rows(store)
    assert (second.outcome, second.undos, second.ended) == ("lost", 1, first.ended)
    assert list(records(store, "a")) == [made.record()]
    assert second.record != first.record


def test_a_record_is_the_game(store: Store) -> None:
    made = game("1122", "1234")
    field = MinesweeperSession(parse_rules("beginner"), seed=3)
    field.do("click 4,4")
    field.do("give up")
    store_finished(store, "a", made)
    store_finished(store, "a", field)
    store_finished(store, "b", lost())
    assert list(records(store, "a")) == [made.record(), field.record()]
    first, second, _other = rows(store)
    now = datetime.now(UTC).replace(tzinfo=None)
    assert abs(now - first.ended) < timedelta(minutes=5)
    assert (first.game, first.rules, first.mode) == (
        "mastermind",
        "mastermind:4x6,limit=10",
        "computer",
    )
    assert (first.outcome, first.turns, first.seconds) == ("won", 2, None)
    assert (second.game, second.outcome, second.turns, second.seconds) == (
        "minesweeper",
        "lost",
        1,
        0,
    )


def test_records_are_read_some_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "BATCH_RECORDS", 2)
    games = [game(*["1122"] * n, "1234") for n in range(5)]
    for made in games:
        store_finished(store, "", made)
    assert list(records(store, "")) == [made.record() for made in games]


def test_statistics_by_rules_and_mode(store: Store) -> None:
    for each in (
        game("1234"),
        game("1122", "1234"),
        lost(),
        game("1122", "1122", "1234"),
        game("1234", spec="4x6"),
    ):
        store_finished(store, "", each)
    adversary = game(mode=Mode.ADVERSARY)
    adversary.do("give up")
    store_finished(store, "", adversary)
    classic, *others = statistics(store, "")
    assert (classic.game, classic.level, classic.mode) == ("mastermind", "classic", "computer")
    assert (classic.games, classic.won, classic.rate) == (4, 3, 0.75)
    assert isclose(classic.rate_error, sqrt(3 / 4 + 1 / 4) / 5)
    assert (classic.turns, classic.best_turns) == (2, 1)
    assert classic.turns_error is not None
    assert isclose(classic.turns_error, 1 / sqrt(3))
    assert (classic.seconds, classic.best_seconds) == (None, None)
    assert (classic.streak, classic.longest_streak) == (1, 2)
    assert classic.by_turns == {1: 1, 2: 1, 3: 1}
    assert [(each.level, each.mode, each.games) for each in others] == [
        (None, "computer", 1),
        ("classic", "adversary", 1),
    ]
    assert (others[1].turns, others[1].streak) == (None, 0)
    assert (others[0].by_turns, others[1].by_turns) == ({1: 1}, {})
    assert others[0].turns_error is None
    assert classic.to_json()["rate"] == 0.75


def test_games_with_a_chosen_seed_or_secret_are_counted_apart(store: Store) -> None:
    named = game("1234")
    named.given = True
    lost_by_seed = MastermindSession(parse_rules_of(Mastermind, "classic"), seed=5)
    lost_by_seed.do("give up")
    for each in (game("1122", "1234"), named, game("1122", "1234"), lost_by_seed):
        store_finished(store, "", each)
    (classic,) = statistics(store, "")
    assert (classic.games, classic.won, classic.chosen) == (4, 3, 2)
    assert (classic.best_turns, classic.streak, classic.longest_streak) == (2, 2, 2)
    with store.writing() as connection:  # As a version stored them that did not know.
        connection.execute(sa.text("update played set chosen = null"))
    (classic,) = statistics(store, "")
    assert (classic.chosen, classic.best_turns, classic.streak) == (0, 1, 0)


def test_the_best_results_are_those_without_hints(store: Store) -> None:
    helped = game("1234")
    helped.hints = 1
    for each in (game("1122", "1234"), helped):
        each.given = each.seed_chosen = False
        store_finished(store, "", each)
    (classic,) = statistics(store, "")
    assert (classic.won, classic.best_turns, classic.by_turns) == (2, 2, {1: 1, 2: 1})


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        ({"rules": "classic"}, False),
        ({"rules": "classic", "seed": 3}, True),
        ({"rules": "classic", "secret": "1234"}, True),
        ({"rules": "classic", "mode": "adversary", "seed": 3}, True),
        ({"rules": "classic", "mode": "person", "seed": 3}, False),
        ({"rules": "beginner"}, False),
        ({"rules": "beginner", "seed": 3}, True),
        ({"rules": "3x1x1-any", "secret": ".*."}, True),
        ({"daily": "classic"}, False),
        ({"daily": "beginner"}, False),
        ({"rules": "classic", "players": ["Ana", "Ben"]}, False),
        ({"rules": "beginner", "players": ["Ana", "Ben"]}, False),
        ({"rules": "beginner", "players": ["Ana", "Ben"], "seed": 3}, True),
    ],
)
def test_a_game_is_stored_with_whether_its_secret_was_chosen(
    store: Store, given: dict[str, Any], chosen: bool
) -> None:
    over: Any = GameSetup.read(given).begin()
    if isinstance(over, Contest):
        moves = ["hide 1234", "guess 1234"]
    elif isinstance(over, Race):
        moves = ["begin", "click 4,4", "give up", "begin", "give up"]
    else:
        moves = ["give up"]
        if over.rules.game == "mastermind":
            moves = ["answer 4B 0W"] if over.mode is Mode.PERSON else ["guess 1122", *moves]
    for move in moves:
        over = restore(over.data())  # A saved game still has what was chosen.
        over.do(move)
    store_finished(store, "", over)
    assert {row.chosen for row in rows(store)} == {chosen}


def test_of_a_contest_each_board_of_a_finished_round_is_a_game(store: Store) -> None:
    match = Contest(parse_rules("classic"), ["Ana", "Boris", "Vera"])
    match.hide("1234")
    assert match.board is not None
    match.board[1].do("guess 1234")
    store_finished(store, "", match)
    assert rows(store) == []  # The others still look for that code.
    match.board[1].do("give up")
    store_finished(store, "", match)
    assert sorted((row.mode, row.outcome) for row in rows(store)) == [
        ("people", "lost"),
        ("people", "won"),
    ]


def test_the_daily_puzzle_is_known_by_its_day_and_level(store: Store) -> None:
    day = date(2026, 11, 21)
    for level in ("classic", "beginner"):
        made = daily.begin(level, day)
        made.do("give up")
        store_finished(store, "a", made)
    for when in (day, day + timedelta(1)):  # Of the first day, the first time counts.
        won = daily.begin("classic", when)
        assert isinstance(won, MastermindSession)
        won.do("guess " + won.notation.format(won.rules.draw(Random(won.seed))))
        store_finished(store, "a", won)
    store_finished(store, "a", lost())
    assert history.puzzles(store, "a", "classic") == {
        day: Outcome.LOST,
        day + timedelta(1): Outcome.WON,
    }
    assert history.puzzles(store, "a", "beginner") == {day: Outcome.LOST}
    assert history.puzzles(store, "b", "classic") == {}
    streak = daily.streak(store, "a", "classic", day + timedelta(2))
    assert (streak.current, streak.longest, streak.today_done) == (1, 1, False)


def test_rules_are_called_by_their_level() -> None:
    for name in ("classic", "super", "beginner", "expert", "bulls-and-cows"):
        assert name_of(PRESETS[name].spec) == name
    assert (
        name_of(parse_rules_of(Minesweeper, "expert-open-noguess").spec()) == "expert-open-noguess"
    )
    assert name_of(parse_rules_of(Minesweeper, "beginner-noguess").spec()) == "beginner-noguess"
    assert name_of(Minesweeper(9, 9, 11).spec()) is None


ALL_LEVELS = [
    ({"rules": "mini"}, "mini"),
    ({"rules": "skocko"}, "skocko"),
    ({"rules": "number"}, "number"),
    ({"rules": "4x6"}, None),
    ({"rules": "mini", "colours": list("abcdef")}, "mini"),
    ({"rules": "hasbro", "players": ["Ana", "Ben"]}, "hasbro"),
    ({"rules": "4x6", "players": ["Ana", "Ben"]}, None),
    ({"rules": "skocko", "players": ["Ana", "Ben"]}, "skocko"),
]


@pytest.mark.parametrize(("given", "level"), ALL_LEVELS)
def test_a_game_belongs_to_the_preset_that_it_was_started_with(
    store: Store, given: dict[str, Any], level: str | None
) -> None:
    over: Any = restore(GameSetup.read(given).begin().data())
    for move in ("hide 1234", "guess 1234") if "players" in given else ("give up",):
        over.do(move)
    SavedGames(store).save("", over)
    store_finished(store, "", over)
    assert [each.level for each in statistics(store, "")] == [level]
    assert [each.level for each in SavedGames(store).all("")] == [level]


@pytest.mark.parametrize(
    ("given", "level"),
    [
        ({"rules": "classic"}, "classic"),
        ({"rules": "mini"}, None),
        ({"rules": "4x6", "players": ["Ana", "Ben"]}, None),
    ],
)
def test_a_game_of_an_earlier_version_has_a_level_only_if_that_is_certain(
    store: Store, given: dict[str, Any], level: str | None
) -> None:
    over: Any = GameSetup.read(given).begin()
    for move in ("hide 1234", "guess 1234") if "players" in given else ("give up",):
        over.do(move)
    store_finished(store, "", over)
    with store.writing() as connection:
        connection.execute(sa.text("update played set level = null"))
    assert [each.level for each in statistics(store, "")] == [level]


def test_what_is_damaged_is_reported(store: Store) -> None:
    store_finished(store, "", game("1234"))
    if store.engine.dialect.name != "sqlite":
        pytest.skip("other databases keep no text in a column of numbers")
    with store.engine.begin() as connection:
        connection.execute(sa.text("update played set turns = 'many'"))
    with pytest.raises(StoreError, match="is damaged"):
        statistics(store, "")
