from __future__ import annotations

import re
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.arena.games import blind, results, run_of, stubborn

from mastermine.arena.run import FAILED, LOST, MAX_ROUNDS, WON
from mastermine.arena.runner import conduct
from mastermine.arena.secret_source import Listed, Sample
from mastermine.arena.worker import opening, play_part, stream
from mastermine.core.game import TURNS_PER_SECRET
from mastermine.core.oracle import Honest
from mastermine.core.play import play
from mastermine.core.strategy import Played, Strategy, strategy
from mastermine.registry import parse_rules
from mastermine.system.native import NATIVE

if TYPE_CHECKING:
    from mastermine.mastermind.knowledge import CodeView
    from mastermine.mastermind.rules import Code
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import BoardView

CODES = ["random-consistent", "random", "one-colour", "knuth", "first-consistent"]
FIELDS = ["single-point", "patterns", "pseq", "safest", "thesis"]


@strategy("moody")
def moody(view: CodeView) -> Code:
    """Draw only sometimes, repeat guesses, and fail on some codes."""
    codes = view.knowledge
    match (7 * len(codes) + len(view.turns) + sum(codes.first())) % 8:
        case 0 | 5 if view.turns:
            return view.turns[0].action
        case 1 | 6:
            return view.rng.choice(codes)
        case 2:
            raise RuntimeError("in a bad mood")
    return codes.first()


@strategy("crashing")
def crashing(view: CodeView) -> Code:
    """Divide by zero in the second turn."""
    return (0, 3, 1 // (1 - len(view.turns)))


@strategy("leaving")
def leaving(view: CodeView) -> Code:
    """End the program in the second turn."""
    if view.turns:
        sys.exit("I have had enough")
    return (0, 0, 0)


@strategy("cheating")
def cheating(view: CodeView) -> Code:
    """Guess a colour that does not exist in the second turn."""
    return (0, 0, 9 * len(view.turns))


@strategy("hanging")
def hanging(view: CodeView) -> Code:
    """Think for ever about the second turn."""
    while view.turns:
        pass
    return (0, 0, 0)


@pytest.mark.parametrize(
    ("spec", "names"),
    [
        ("classic", CODES),
        ("4x6", ["random-consistent", "one-colour", "two-by-two"]),
        ("3x8-distinct", CODES),
        ("4x4-black", ["random-consistent", "knuth"]),
        ("4x4+blank-places", ["random-consistent", "knuth", "one-colour"]),
        ("2x40", ["random-consistent", "first-consistent"]),
        ("5x5x4", FIELDS),
        ("4x4x3-noguess", FIELDS[:3]),
    ],
)
def test_a_game_of_the_arena_is_a_game(spec: str, names: list[str]) -> None:
    run = run_of(spec, names, 8)
    part = play_part(run, range(1, 9))
    assert [(g.round, g.entrant) for g in part.games] == [
        (number, index) for number in range(1, 9) for index in range(len(names))
    ]
    for game in part.games:
        rng = stream(run.seed, game.round)
        chosen = run.strategies[game.entrant]
        record = play(run.rules, chosen, Honest(run.rules, None, rng), rng.fork(chosen.name))
        assert game.record(run) == record
        assert game.turns == len(record.turns)
        assert game.outcome == record.outcome
        assert game.reason is None
        assert game.microseconds > 0


LONG = run_of("3x4", ["knuth", "random-consistent", moody], 30)
WHOLE = play_part(LONG, range(1, 31))


@given(
    cuts=st.sets(st.integers(2, 30), max_size=6),
    order=st.randoms(use_true_random=False),
    anew=st.booleans(),
)
@example(cuts=set(range(2, 31)), order=None, anew=True)
@settings(max_examples=25)
def test_how_the_rounds_are_cut_changes_nothing(cuts: set[int], order: Any, anew: bool) -> None:
    edges = [1, *sorted(cuts), 31]
    parts = [range(a, b) for a, b in pairwise(edges)]
    if order:
        order.shuffle(parts)
    played = []
    for numbers in parts:
        if anew:
            opening.cache_clear()
        played.append(play_part(LONG.part(numbers), numbers))
    games = [game for part in sorted(played, key=lambda p: p.numbers.start) for game in part.games]
    assert results(games) == results(WHOLE.games)
    assert {index for part in played for index in part.drew} == set(WHOLE.drew) == {1, 2}


def test_the_games_cut_in_the_test_before_are_of_all_kinds() -> None:
    reasons = {game.reason.split(": ")[-1] for game in WHOLE.games if game.reason}
    assert "in a bad mood" in reasons
    assert any("repeats its guess" in reason for reason in reasons)
    assert {game.outcome for game in WHOLE.games if game.entrant == 2} == {WON, FAILED}


def test_a_single_player_plays_the_same() -> None:
    for indices in ((0,), (2,), (1, 2), (2, 0)):
        part = play_part(LONG, range(4, 9), indices)
        wanted = {game[:2]: game.result for game in WHOLE.games}
        assert [game[:2] for game in part.games] == [(n, i) for n in range(4, 9) for i in indices]
        assert all(game.result == wanted[game[:2]] for game in part.games)
        assert set(part.drew) <= set(indices)


@pytest.mark.parametrize(
    ("spec", "name"), [("3x3", "random-consistent"), ("3x4-distinct", "knuth"), ("3x3x2", "pseq")]
)
def test_fields_of_all_kinds(spec: str, name: str) -> None:
    run = run_of(spec, [name], 1)
    rules = run.rules
    every = run_of(spec, [name])
    secrets = list(rules.secrets())
    part = play_part(every, range(1, every.rounds + 1))
    assert [rules.parse_secret(game.secret) for game in part.games] == secrets
    for game, secret in zip(part.games, secrets, strict=True):
        own = stream(run.seed, game.round).fork(name)
        assert game.record(run) == play(rules, run.strategies[0], Honest(rules, secret), own)
    texts = [rules.format_secret(secret) for secret in secrets]
    listed = replace(run, field=Listed.of(rules, texts))
    middle = range(5, 12)
    assert results(play_part(listed.part(middle), middle).games) == results(part.games[4:11])


@pytest.mark.parametrize(
    ("failing", "reason"),
    [
        (crashing, r"crashing in mastermind:3x4 after 142 .*: it fails with ZeroDivisionError"),
        (leaving, "leaving in .* after .*: it fails with SystemExit: I have had enough"),
        (cheating, r"cheating in .* after 111 .*: colours are numbered from 0 to 3"),
        (hanging, r"it took longer than 0\.5 s"),
        (stubborn, r"stubborn never finds the code \d\d\d: in turn 2 it repeats its guess 111"),
    ],
)
def test_who_fails_loses_and_the_others_play_on(failing: Strategy, reason: str) -> None:
    limit = 0.5 if failing is hanging else None
    run = run_of("3x4", ["knuth", failing, "random-consistent"], 4, time_limit=limit)
    games = play_part(run, range(1, 5)).games
    for game in games[1::3]:
        assert (game.outcome, game.turns) == (FAILED, 1)
        assert re.search(reason, str(game.reason))
        record = game.record(run)
        assert (record.outcome, len(record.turns), record.strategy) == (LOST, 1, failing.name)
    others = play_part(run_of("3x4", ["knuth", "random-consistent"], 4), range(1, 5)).games
    assert [(g.round, *g.result[2:]) for g in games if g.entrant != 1] == [
        (g.round, *g.result[2:]) for g in others
    ]


def test_a_strategy_that_hides_the_error_has_not_won() -> None:
    @strategy("patient")
    def patient(view: CodeView) -> Code:
        """Find the code, but too late."""
        with suppress(BaseException):
            while True:
                pass
        return (0,)

    [game] = play_part(run_of("1x1", [patient], 1, time_limit=0.05), range(1, 2)).games
    assert (game.outcome, game.turns) == (FAILED, 1)
    assert game.reason == "it took longer than 0.05 s"


def test_no_error_of_a_strategy_ends_the_run_whatever_its_kind() -> None:
    class Panic(BaseException):
        """As some libraries raise."""

    @strategy("panicking")
    def panicking(view: CodeView) -> Code:
        """Panic."""
        raise Panic("help")

    [game] = play_part(run_of("1x1", [panicking], 1), range(1, 2)).games
    assert (game.outcome, game.reason) == (FAILED, "Panic: help")
    assert len(list(conduct(run_of("1x1", [panicking], 1)))) == 1


def test_who_guesses_blindly_for_ever_is_stopped() -> None:
    run = replace(run_of("2x2", [blind], 1), field=Listed(("22",)))
    [game] = play_part(run, range(1, 2)).games
    most = 1000 + 4 * TURNS_PER_SECRET
    assert (game.outcome, game.turns) == (FAILED, most)
    assert game.reason == f"the game is not over after {most:,} turns"
    [game] = play_part(replace(run, rules=parse_rules("2x2,limit=9")), range(1, 2)).games
    assert (game.outcome, game.turns) == (LOST, 9)


def test_whether_random_numbers_were_used_is_known_of_each_part() -> None:
    @strategy("drawing-at-last")
    def drawing_at_last(view: CodeView) -> Code:
        """Draw where two codes are left, and fail then."""
        if len(view.knowledge) == 2:
            view.rng.word()
            raise RuntimeError
        return view.knowledge.first()

    @strategy("forking")
    def forking(view: CodeView) -> Code:
        """Use a stream of its own."""
        return view.rng.fork("mine").choice(view.knowledge)

    run = run_of("2x4", ["knuth", drawing_at_last, forking], 30)
    parts = [play_part(run, range(n, n + 1)) for n in range(1, 31)]
    for part in parts:
        failed = part.games[1].outcome == FAILED
        assert part.drew == ((1, 2) if failed else (2,))
    assert len({part.drew for part in parts}) == 2


@pytest.mark.skipif(not NATIVE, reason="whole games are played natively")
@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("spec", ["beginner", "5x5x4-noguess", "6x6x8-any"])
def test_whole_games_equal_those_that_are_watched(name: str, spec: str) -> None:
    run = run_of(spec, [name], 12)
    watched = play_part(run, range(1, 13))
    whole = play_part(replace(run, moves=False), range(1, 13))
    assert [(g.round, g.outcome, g.guesses) for g in whole.games] == [
        (g.round, g.outcome, g.guesses) for g in watched.games
    ]
    assert all((g.turns, g.moves, g.secret) == (None, None, None) for g in whole.games)
    assert whole.drew == watched.drew
    assert bool(watched.drew) == (name == "single-point")


def test_moves_that_are_not_kept_are_played_all_the_same() -> None:
    run = run_of("3x4", ["random-consistent", "knuth"], 9)
    kept, bare = (play_part(replace(run, moves=m), range(1, 10)) for m in (True, False))
    assert results(bare.games) == [(*g.result[:-2], None, None) for g in kept.games]
    assert bare.drew == kept.drew == (0,)


def lucky(rules: Any, secrets: Any, own: Any) -> list[Played]:
    """Win all games but those of one secret, which nobody survives."""
    if any(secret.word() % 4 == 0 for secret in secrets):
        raise RuntimeError("bad luck")
    return [Played(True, 3)] * len(secrets)


def forgetful(rules: Any, secrets: Any, own: Any) -> list[Played]:
    """Forget the games after the first."""
    return [Played(False, 0)]


def careless(rules: Any, secrets: Any, own: Any) -> list[Played]:
    """Play nothing at all."""
    return []


@pytest.mark.parametrize(
    ("games", "outcomes", "reason"),
    [
        (lucky, {WON, FAILED}, "RuntimeError: bad luck"),
        (forgetful, {LOST}, None),
        (careless, {FAILED}, "strategy careless: 1 game was requested, 0 returned"),
    ],
)
def test_whole_games_that_go_wrong_are_played_alone(
    games: Any, outcomes: set[str], reason: str | None
) -> None:
    @strategy(games.__name__, game="minesweeper", games=games)
    def broken(view: BoardView) -> Cell:
        """Nobody calls it."""
        raise AssertionError

    run = run_of("beginner", [broken, "safest"], 12, moves=False)
    part = play_part(run, range(1, 13))
    mine = part.games[::2]
    assert {game.outcome for game in mine} == outcomes
    assert {game.reason for game in mine} - {None} == ({reason} if reason else set())
    safest = play_part(run_of("beginner", ["safest"], 12, moves=False), range(1, 13)).games
    assert [game.outcome for game in part.games[1::2]] == [game.outcome for game in safest]


def test_one_hanging_game_of_many_takes_no_longer_than_a_game_may() -> None:
    tried: list[int] = []

    def slow(rules: Any, secrets: Any, own: Any) -> list[Played]:
        tried.append(len(secrets))
        while any(secret.seed == unlucky for secret in secrets):
            pass
        return [Played(True, 0)] * len(secrets)

    @strategy("slow", game="minesweeper", games=slow)
    def hangs(view: BoardView) -> Cell:
        """Nobody calls it."""
        raise AssertionError

    run = run_of("beginner", [hangs], 100, moves=False, time_limit=0.5)
    unlucky = stream(run.seed, 70).seed
    games = play_part(run, range(1, 101)).games
    assert tried == [100] + [1] * 100
    assert [game.round for game in games if game.outcome == FAILED] == [70]


def test_whole_games_are_not_asked_where_turns_count() -> None:
    @strategy("fast", games=careless)
    def fast(view: CodeView) -> Code:
        """Guess the first code."""
        return view.knowledge.first()

    part = play_part(run_of("3x4", [fast], 5, moves=False), range(1, 6))
    assert all(game.outcome == WON and game.turns for game in part.games)


def test_the_last_rounds_of_the_longest_sample() -> None:
    run = replace(run_of("3x4", ["random"], 1), field=Sample(MAX_ROUNDS))
    numbers = range(MAX_ROUNDS - 2, MAX_ROUNDS + 1)
    assert [game.round for game in play_part(run, numbers).games] == list(numbers)
