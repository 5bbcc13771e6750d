"""``mastermine optimal --game-value``: what it says as text and JSON, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from tests.cli import program

from mastermine.cli import INTERRUPTED_EXIT_STATUS
from mastermine.mastermind.research import game_value
from mastermine.mastermind.research.game_value import GameValue
from mastermine.mastermind.rules import Mastermind
from mastermine.system.native import NATIVE

run = partial(program.run, "optimal", "--game-value")
text_of = partial(program.lines, "optimal", "--game-value")


def test_the_value_and_how_both_play() -> None:
    shown = text_of("2x3")
    assert shown[:2] == [
        "mastermind:2x3: 9 codes",
        "Value of the game (average guesses): 29/12 = 2.4167, proven.",
    ]
    assert shown[3:5] == ["The codemaker", "codes like equal pegs codes probability guesses"]
    assert shown[6:8] == ["11 2 3 50.000 % 2.4167", "12 1+1 6 50.000 % 2.4167"]
    assert "Proven: no strategy then needs fewer than 29/12 = 2.4167 guesses on average." in shown
    assert "With equally likely codes, 7/3 = 2.3333 guesses would be enough." in shown
    assert shown[13:15] == ["The codebreaker", "probability first guess 11 12"]
    chances = [float(line.split()[1]) for line in shown[16:18]]
    assert sum(chances) == pytest.approx(100)
    assert "The codebreaker draws one of 2 trees with these probabilities." in shown
    assert "Before each game the codebreaker shuffles places and colours." in shown
    assert "Proven: no code then needs more than 29/12 = 2.4167 guesses on average." in shown


def test_codes_that_are_never_chosen() -> None:
    shown = text_of("4x2")
    assert shown[6].startswith("1111 4 2 never ")
    assert shown[7].startswith("1112 3+1 8 57.143 % ")


@pytest.mark.parametrize(
    ("spec", "number", "alike", "shuffled"),
    [
        (
            "3x3-distinct",
            "5/2 = 2.5000",
            "Shuffling the colours can turn any code into any other.",
            "Before each game the codebreaker shuffles the colours.",
        ),
        (
            "3x2-black",
            "21/8 = 2.6250",
            "Shuffling the colours of each place can turn any code into any other.",
            "Before each game the codebreaker shuffles the colours of each place.",
        ),
    ],
)
def test_where_all_codes_are_of_one_kind(spec: str, number: str, alike: str, shuffled: str) -> None:
    assert text_of(spec)[1:-2] == [
        f"Value of the game (average guesses): {number}, proven.",
        "",
        alike,
        "The codemaker chooses each code with equal probability.",
        f"Proven: no strategy then needs fewer than {number} guesses on average.",
        "",
        "The codebreaker always plays the same tree.",
        shuffled,
        f"Proven: no code then needs more than {number} guesses on average.",
    ]


def test_as_json() -> None:
    result = run("2x3,limit=5", "--json")
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    assert list(found) == [
        *("rules", "value", "decimal", "low", "high", "proven", "equally_likely"),
        *("codemaker", "codebreaker", "expectation", "nodes", "seconds"),
    ]
    assert found["rules"] == "mastermind:2x3"
    assert found["value"] == found["low"] == found["high"] == "29/12"
    assert found["decimal"] == 29 / 12
    assert found["proven"] is True
    assert found["equally_likely"] == "7/3"
    assert found["codemaker"] == [
        {"kind": "11", "codes": 3, "probability": "1/2"},
        {"kind": "12", "codes": 6, "probability": "1/2"},
    ]
    assert found["expectation"] == {"11": "29/12", "12": "29/12"}
    assert [list(way) for way in found["codebreaker"]] == [["probability", "first", "kinds"]] * 2
    assert [list(way["kinds"]) for way in found["codebreaker"]] == [["11", "12"]] * 2


def test_a_search_that_is_interrupted_tells_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    known: list[GameValue] = []
    game_value.game_value(Mastermind(4, 2), progress=known.append)

    def find(*_rules: Any, progress: Callable[[GameValue], None], **_more: Any) -> GameValue:
        progress(known[0])
        raise KeyboardInterrupt

    monkeypatch.setattr(game_value, "game_value", find)
    shown = run("4x2")
    assert shown.exit_code == INTERRUPTED_EXIT_STATUS
    assert "; it is not proven." in shown.stdout
    assert "Proven: no code then needs more than " in shown.stdout
    found = json.loads(run("4x2", "--json").stdout)
    assert (found["value"], found["decimal"], found["proven"]) == (None, None, False)


def test_where_no_tree_was_found_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game_value.game_value(Mastermind(4, 2))
    none = replace(found, codebreaker=(), high=None)
    monkeypatch.setattr(game_value, "game_value", lambda *_rules, **_more: none)
    told_so = "The value of the game is at least 2.7857; it is not proven."
    assert text_of("4x2")[1] == told_so
    data = json.loads(run("4x2", "--json").stdout)
    assert (data["high"], data["codebreaker"], data["expectation"]) == (None, [], None)


@pytest.mark.skipif(not NATIVE, reason="takes minutes without the native core")
def test_many_kinds_are_shown_in_several_tables() -> None:
    shown = text_of("6x3", "--time-limit", "1")
    heads = [line for line in shown if line.startswith("probability first guess")]
    assert heads == [
        "probability first guess 111111 111112 111122 111123 111222 111223",
        "probability first guess 112233",
    ]
