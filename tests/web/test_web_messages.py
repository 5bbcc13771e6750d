"""The sentences that the server sends with a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.web.client import begin, moved

from mastermine.minesweeper.board import Layout
from mastermine.registry import parse_rules
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode, Race
from mastermine.session.messages.mastermind import outcome
from mastermine.web.messages import messages

CODES = ("3614", "2335", "2345")
"""Codes that give the same answers to 1122 and 5566."""

FIELDS = ("**.......\n.*.......\n.*.......", ".*.......\n**.......\n.*.......")
"""Layouts that differ only behind a wall of mines."""


def guessed(code: str) -> Any:
    rules: Any = parse_rules("classic")
    game = MastermindSession(rules, secret=rules.parse_secret(code), seed=1)
    for guess in ("1122", "5566"):
        game.do(f"guess {guess}")
    return game


def hidden(code: str) -> Any:
    match = Contest(parse_rules("classic"), ["Ana", "Ben", "Cid"], 3)
    for move in (f"hide {code}", "guess 1122", "guess 5566", "give up", "guess 1122"):
        match.do(move)
    return match


def opened(rows: str) -> Any:
    layout = Layout.parse(rows)
    rules: Any = parse_rules("9x3x4-any")
    game = MinesweeperSession(rules, secret=layout, seed=1)
    game.do("click 8,2")
    game.do("flag 0,0")
    return game


@pytest.mark.parametrize(("game", "secrets"), [(guessed, CODES), (hidden, CODES), (opened, FIELDS)])
def test_the_sentences_tell_nothing_that_is_not_seen(
    game: Callable[[str], Any], secrets: tuple[str, ...]
) -> None:
    games = [game(secret) for secret in secrets]
    said = {json.dumps(messages(each), sort_keys=True) for each in games}
    assert len(said) == 1


def test_a_mine_is_named_when_nobody_opens_the_board_again() -> None:
    rules: Any = parse_rules("beginner-open")
    race = Race(rules, ["Ana", "Ben"], 2, seed=1)
    race.do("begin")
    race.do("click 4,4")
    assert race.board
    x, y = race.board[1].knowledge.analysis.mined[0]
    for player in ("Ana", "Ben"):
        if player == "Ben":
            race.do("begin")
        race.do(f"click {x},{y}")
        news = " ".join(messages(race)["news"])
        assert f"{player}: hit a mine" in news
        assert (f"at {x},{y}" in news) == (player == "Ben")


def test_the_sentences_of_a_game_are_sent_in_the_language_of_the_request(web: Any) -> None:
    game = begin(web, rules="classic", secret="3614")
    assert (game["messages"]["ending"], game["messages"]["code"]) == ([], "")
    over = moved(web, game, "guess 3614")
    rules: Any = parse_rules("classic")
    played = MastermindSession(rules, secret=rules.parse_secret("3614"))
    played.guess("3614")
    assert over["messages"]["ending"] == [outcome(played)]
    polish = web.get(f"/api/games/{game['id']}", headers={"accept-language": "pl"}).json()
    assert polish["messages"]["ending"] != over["messages"]["ending"]
    assert polish["turns"] == over["turns"] == [["3614", "4B 0W"]]


@pytest.mark.parametrize(("level", "words"), [("skocko", "6 symbols"), ("number", "6 digits")])
def test_a_game_is_described_in_the_words_of_its_preset(web: Any, level: str, words: str) -> None:
    game = begin(web, rules=level)
    [open_] = web.get("/api/games").json()
    moved(web, game, "give up")
    [over] = web.get("/api/statistics").json()
    for found in (game, open_, over):
        assert (found["level"], words in found["description"]) == (level, True)


def test_the_mine_that_was_hit_is_named(web: Any) -> None:
    over = moved(web, begin(web, rules="9x9x80-any", seed=1), "click 0,0")
    assert over["fatal"] == "0,0"
    assert over["messages"]["ending"][1].startswith("0,0 was a mine")


def test_an_impossible_answer_has_its_reason() -> None:
    rules: Any = parse_rules("classic")
    refusals = messages(MastermindSession(rules, Mode.PERSON))["refusals"]
    assert [*refusals] == ["3B 1W"]
    assert refusals["3B 1W"].startswith("3B 1W is impossible with 4 places:")
