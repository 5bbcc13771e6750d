"""Whatever an engine does, its game is lost with the reason, and the match goes on."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.waiting import until

from mastermine import match
from mastermine.arena.results import Results
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn, View
from mastermine.core.options import read_home
from mastermine.core.random import Random
from mastermine.engines import engine, process
from mastermine.engines.check import protocol_checks
from mastermine.minesweeper import Layout
from mastermine.registry import find_strategy, parse_rules

ENGINE = Path(__file__).with_name("engine.py")


def command(*words: str) -> str:
    """The command line of the engine of the tests."""
    return shlex.join([sys.executable, str(ENGINE), *words])


def play(*words: str, rules: str = "4x6,limit=4", moves: bool = True, **options: Any) -> Results:
    """A match of three rounds in this process."""
    named = f"cmd:{command(*words)}"
    return match(
        rules,
        find_strategy(named, parse_rules(rules).game).having(**options),
        rounds=3,
        seed=1,
        moves=moves,
    )


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """No engine is left behind."""
    yield
    for command_line in list(engine._running.engines):
        engine._running.engines.pop(command_line).close()


FAILURES = {
    "crash": "it ended with exit status 3 (Error: it is too hard)",
    "kill": "it was killed by signal 9",
    "flood": "it wrote more than 16 MB without an answer",
    "illegal": "its move '9999999' is wrong: ",
    "nothing": "its move is missing",
    "impossible": "it says that the position is impossible, which it is not",
    "memory": "MemoryError",
}


@pytest.mark.parametrize("what", FAILURES)
def test_a_failure_loses_this_game_alone(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MEMORY_BYTES", 300 << 20)
    [score] = play(what).scores
    assert score.wins + score.losses == 3
    assert FAILURES[what] in str(score.failed[0].reason)


def test_it_is_started_again_after_a_failure() -> None:
    """The third move ends it, so that each of three games needs an engine of its own."""
    assert play("kill").scores[0].failures == 3


def test_a_hanging_engine_loses_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GRACE_SECONDS", 0.05)
    found = play("hang", ms=50)
    assert "it gave no answer within 0.1 s" in str(found.scores[0].failed[0].reason)


def test_a_move_out_of_turn_is_seen() -> None:
    with engine.engine_of(command("early")) as found:
        found.tell("position\n")
        until(lambda: said(found._process))
        with pytest.raises(process.EngineFailed, match="it moved out of turn: 'move 1111'"):
            found.moves("")


def said(running: process.Process) -> bool:
    """True if the process has written a line."""
    with suppress(TimeoutError):
        running._exchange(0.0)
    return bool(running._lines)


def test_remarks_after_a_move_do_not_matter() -> None:
    with engine.engine_of(command("remarks")) as found:
        found.moves("game mastermind:4x6\nposition\n")
        until(lambda: said(found._process))
        assert found.moves("position\n") == [["move", "1111"]]


def test_a_flood_of_errors_does_not_stop_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GRACE_SECONDS", 0.05)
    found = play("screams", ms=50)
    assert "it gave no answer within 0.1 s" in str(found.scores[0].failed[0].reason)


@pytest.mark.parametrize("moves", [True, False])
def test_a_game_in_which_nothing_is_opened_ends(moves: bool) -> None:
    [score] = play("reopens", rules="4x4x3-any", moves=moves).scores
    assert score.losses == 3
    assert "it opens 1,1 again" in str([game.reason for game in score.failed])


def test_a_claimed_cell_may_be_open() -> None:
    games = [
        play(*words, rules="9x9x10", moves=moves).scores[0]
        for words in (("claims open",), ())
        for moves in (True, False)
    ]
    assert len({(each.wins, each.total_guesses, each.failures) for each in games}) == 1


def test_it_may_refuse_rules() -> None:
    with pytest.raises(InvalidSpec, match="does not play mastermind:4x6,limit=4: it is too hard"):
        play("refuse")


def test_noise_does_not_matter() -> None:
    for what in ("garbage", "complains"):
        assert play(what).scores[0].failures == 0


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("chess", "plays chess, not mastermind"),
        ("old", "it speaks version 0 of the protocol"),
        ("options", "its option 'depth type float' should be like option depth"),
    ],
)
def test_the_greeting_is_checked_before_a_match(what: str, reason: str) -> None:
    with pytest.raises(InvalidSpec, match=re.escape(reason)):
        match("4x6", f"cmd:{command(what)}", rounds=1)


def test_a_mute_engine_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "START_SECONDS", 0.1)
    with pytest.raises(InvalidSpec, match=re.escape("it gave no answer within 0.1 s")):
        match("4x6", f"cmd:{command('mute')}", rounds=1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("cmd:", "name the engine after cmd:"),
        ("cmd:no-such-program -x", "there is no program no-such-program"),
        ("cmd:'open", "a quotation mark is missing"),
    ],
)
def test_a_wrong_command_is_named(text: str, reason: str) -> None:
    with pytest.raises(InvalidSpec, match=re.escape(reason)):
        match("4x6", text, rounds=1)


def test_options_are_sent() -> None:
    view: View[Any, Any, Any] = View(parse_rules("4x9"))
    named = f"cmd:{command()}"
    assert find_strategy(f"{named}:depth=5")(view) == (4, 4, 4, 4)
    assert find_strategy(named)(view) == (0, 0, 0, 0)
    assert find_strategy(f"{named}:style=bold")(view) == (2, 2, 2, 2)
    assert find_strategy(f"{named}:first=1234")(view) == (0, 1, 2, 3)


@pytest.mark.parametrize("value", ["two words", "a\nquit", "\udcff"])
def test_the_value_of_an_option_is_one_word(value: str) -> None:
    with pytest.raises(InvalidSpec, match=re.escape(f"style={value!r} must be one word")):
        match("4x6", f"cmd:{command()}:style={value}", rounds=1)


def test_what_is_in_quotes_belongs_to_the_command() -> None:
    home = read_home("cmd:mastermine engine --strategy 'champion:effort=2':ms=5")
    assert home.command == "mastermine engine --strategy 'champion:effort=2'"
    assert home.options == (("ms", "5"),)


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("depth=12", "depth=12"),
        ("depth=deep", "a whole number"),
        ("deep=1", "did you mean depth|known are"),
        ("greedy=2", "yes or no"),
    ],
)
def test_a_wrong_option_is_named(option: str, reason: str) -> None:
    with pytest.raises(InvalidSpec, match=reason):
        find_strategy(f"cmd:{command()}:{option}")


@pytest.mark.parametrize("name", ["first", "ms", "class", "None", "_x", "depth-max", "1st"])
def test_a_name_that_no_option_can_have_is_refused(name: str) -> None:
    with pytest.raises(InvalidSpec, match=f"its option '{name}' needs another name"):
        match("4x6", f"cmd:{command('named', name)}", rounds=1)


def test_an_option_may_have_any_other_name() -> None:
    for name in ("self", "name", "größe"):
        found = find_strategy(f"cmd:{command('named', name)}:{name}=4")
        assert dict(found.settings) == {name: 4}


def test_a_comma_in_quotes_belongs_to_the_command() -> None:
    named = f"cmd:{command('')} 'a,b'"
    found = match("4x6", f"{named}:depth=4, knuth", rounds=1)
    assert [score.strategy for score in found.scores] == [f"{named}:depth=4", "knuth"]


def test_a_refusal_is_no_violation() -> None:
    refusing = command("refuses", "minesweeper:5x3x4-any")
    found = [check() for _about, check in protocol_checks(refusing, "minesweeper")]
    assert found == [None, None, True, True, False]


def test_the_environment_is_small() -> None:
    with engine.engine_of(command("environment")) as found:
        assert set(found.name.split()) - {"LC_CTYPE", "PWD", "SHLVL", "_", "OLDPWD"} == {
            name for name in process.KEPT_VARIABLES if name in os.environ
        }


def test_an_engine_with_random_numbers_gets_a_seed() -> None:
    strategy = find_strategy(f"cmd:{command('seed')}")
    view: View[Any, Any, Any] = View(parse_rules("4x6"), rng=Random(7))
    assert strategy(view) == (Random(7).seed % 6,) * 4
    assert view.drew


def test_a_false_claim_loses_with_the_proof() -> None:
    [score] = play("claims", rules="9x9x10").scores
    reasons = [str(game.reason) for game in score.failed]
    proofs = [
        re.search(r"(\d),(\d) is certain, but it is a mine with [\d.]+ %: (\S+)", each)
        for each in reasons
    ]
    assert any(proofs)
    for proof in filter(None, proofs):
        x, y = map(int, proof.group(1, 2))
        layout = Layout.parse(proof[3])
        assert (x, y) in layout
        assert len(layout.cells) == 10


def test_a_claimed_cell_is_the_same_when_a_position_comes_again() -> None:
    rules: Any = parse_rules("3x3x1")
    strategy = find_strategy(f"cmd:{command('claims')}", "minesweeper")
    first: View[Any, Any, Any] = View(rules)
    layout = Layout.of(3, 3, [(1, 1)])
    later: View[Any, Any, Any] = View(rules, (Turn((0, 0), rules.respond(layout, (0, 0))),))
    assert [strategy(view) for view in (first, later, later)] == [(0, 0), (2, 2), (2, 2)]


def test_whole_games_are_those_of_single_moves() -> None:
    for what in ("", "batch"):
        turns = play(*filter(None, [what]), rules="9x9x10").scores[0]
        whole = play(*filter(None, [what]), rules="9x9x10", moves=False).scores[0]
        assert (turns.wins, turns.total_guesses) == (whole.wins, whole.total_guesses)
        assert not whole.failures


def test_the_time_is_that_of_the_engine() -> None:
    found = play("", rules="9x9x10", moves=False).scores[0]
    assert found.microseconds > 0


def test_it_ends_with_its_referee() -> None:
    with engine.engine_of(command("stays")) as found:
        child = psutil.Process(found._process._child.pid)
    assert not found.close(0.05)
    until(lambda: not child.is_running())
