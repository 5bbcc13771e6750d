"""What a new game is: what goes together, and what comes back from a link, JSON or options."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from enum import Enum
from typing import Any

import pytest
from click import Command
from hypothesis import given
from hypothesis import strategies as st

from mastermine.command_line import arguments, game_options, given_by
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.game import Outcome
from mastermine.core.random import Random
from mastermine.mastermind.research.adversary import Keep
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import GAMES, parse_rules
from mastermine.session import (
    Contest,
    Draw,
    MastermindSession,
    MinesweeperSession,
    Mode,
    Race,
    Score,
)
from mastermine.session.forms import form_of
from mastermine.session.generic import GenericSession
from mastermine.session.saved import daily
from mastermine.session.setup import GameSetup, Labels
from mastermine.session.share import link, read_link, write_link

names = st.text("abcčжß &=%+", min_size=1, max_size=8)
people = st.lists(names, min_size=2, max_size=5).map(tuple)
seeds = st.none() | st.integers() | st.text()
days = st.dates(date(2026, 1, 1), date(2027, 1, 1))
strategies = {"mastermind": ("knuth", "entropy:first=1122"), "minesweeper": ("pseq", "safest")}


@st.composite
def every_setup(draw: st.DrawFn) -> GameSetup:
    """Any setup that there can be, of either game."""
    rules: Any = draw(st.from_type(Mastermind) | st.from_type(Minesweeper))
    codes = isinstance(rules, Mastermind)
    strategy = draw(st.none() | st.sampled_from(strategies[rules.game]))
    kind = draw(st.sampled_from(["seed", "secret", "mode", "match", "daily"]))
    if kind == "daily":
        puzzle = daily.Puzzle(draw(st.sampled_from(list(daily.LEVELS))), draw(days))
        rules = parse_rules(daily.LEVELS[puzzle.level])
        strategy = draw(st.none() | st.sampled_from(strategies[rules.game]))
        return GameSetup(rules, daily=puzzle, strategy=strategy)
    colours = (
        draw(st.none() | st.lists(names, min_size=1, max_size=8).map(tuple)) if codes else None
    )
    if kind == "match":
        rounds = draw(st.none() | st.integers(0, 999_999))
        both: dict[str, Any] = {"players": draw(people), "rounds": rounds}
        if codes:
            score = draw(st.none() | st.sampled_from(Score))
            settled = draw(st.none() | st.sampled_from(Draw))
            return GameSetup(rules, colours=colours, score=score, draw=settled, **both)
        return GameSetup(rules, seed=draw(seeds), **both)
    if kind == "mode":
        mode = draw(st.sampled_from(MastermindSession.MODES if codes else MinesweeperSession.MODES))
        late = codes and mode is Mode.ADVERSARY
        keep = draw(st.none() | st.sampled_from(Keep)) if late else None
        return GameSetup(rules, mode, keep, colours=colours, strategy=strategy)
    cell = (0, 0) if draw(st.booleans()) and not codes else None
    if kind == "secret" and codes:
        return GameSetup(rules, secret=rules.draw(Random(draw(seeds) or 0)), strategy=strategy)
    if kind == "secret" and not rules.noguess:  # To draw such a one takes long.
        return GameSetup(rules, secret=rules.draw(Random(draw(seeds) or 0), (0, 0)))
    return GameSetup(rules, seed=draw(seeds), first=cell, colours=colours, strategy=strategy)


@game_options
def options(**values: Any) -> dict[str, Any]:
    return given_by(**values)


COMMAND = Command("play", params=list(reversed(options.__click_params__)))  # type: ignore[attr-defined]


def sayable(setup: GameSetup) -> bool:
    """Whether options can ask for a setup."""
    seed = setup.seed
    number = isinstance(seed, str) and seed.strip("-+ _").isdecimal()
    return not number and (setup.daily, setup.secret, setup.first) == (None, None, None)


@given(setup=every_setup())
def test_every_setup_comes_back(setup: GameSetup) -> None:
    plain = json.loads(json.dumps(setup.plain()))
    assert GameSetup.read(plain) == setup
    written = write_link(setup)
    assert written.isascii()
    assert read_link(written) == setup
    assert GameSetup.read({"link": written}) == setup
    if sayable(setup):
        context = COMMAND.make_context("play", [*arguments(setup), "--", setup.rules.spec()])
        del context.params["trust"]  # Not part of a game.
        assert GameSetup.read(given_by(**context.params)) == setup


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"rules": "cassic"}, "rules", "did you mean classic?"),
        ({"rules": "4x6", "limit": 0}, "rules", "limit of 0"),
        ({"rules": "expert", "limit": 5}, "rules", "remove it for Minesweeper"),
        ({"mode": "nobody"}, "mode", "there is no mode 'nobody'; known are: computer, adversary"),
        ({"mode": "adversery"}, "mode", "did you mean adversary?"),
        ({"mode": ["x"]}, "mode", "there is no mode \"['x']\""),
        ({"mode": "adversary", "keep": "all"}, "keep", "no keep 'all'; known are: largest, hard"),
        ({"keep": "hardest"}, "keep", "keep needs an adversary: choose one, or omit keep"),
        ({"players": ["A", "B"], "score": "goals"}, "score", "rounds, points, pegs, fewest"),
        ({"rules": "expert", "mode": "person"}, "mode", "in Minesweeper the computer"),
        ({"rules": "expert", "keep": "largest"}, "keep", "keep is for Mastermind; 30x16x99 is"),
        ({"rules": "expert", "score": "points"}, "score", "score is for Mastermind"),
        ({"rules": "expert", "colours": ["a"]}, "colours", "colours is for Mastermind"),
        ({"first": "1,1"}, "first", "first is for Minesweeper; 4x6,limit=10 is Mastermind"),
        ({"rules": "expert", "first": "99,1"}, "first", "99,1 is outside the board"),
        ({"colour": ["a"]}, "colour", "no setting 'colour'; did you mean colours?"),
        ({"rounds": 2}, "rounds", "rounds is for a match; name the players"),
        ({"rules": "expert", "rounds": 0}, "rounds", "rounds is for a match"),
        ({"score": "points"}, "score", "score is for a match; name the players"),
        ({"players": ["A", "B"], "mode": "adversary"}, "mode", "a match is between players"),
        ({"players": ["A", "B"], "seed": 0}, "seed", "a match has no seed"),
        ({"players": ["A", "B"], "keep": "hardest"}, "keep", "a match has no keep"),
        ({"players": ["A", "B"], "secret": "1122"}, "secret", "a match has no secret"),
        ({"players": ["A", "B"], "strategy": "knuth"}, "strategy", "a match has no strategy"),
        (
            {"rules": "9x9x10", "players": ["A", "B"], "first": "1,1"},
            "first",
            "a match has no first",
        ),
        ({"players": ["A"]}, "players", "2 to 5 players"),
        ({"players": ["A", "B"], "rounds": 3}, "rounds", "multiple of 2"),
        (
            {"secret": "1122", "mode": "person"},
            "secret",
            "mode person takes no secret",
        ),
        ({"secret": "112"}, "secret", "'112' has 3 pegs"),
        ({"secret": "red", "colours": list("abcdef")}, "secret", "no colour 'red'"),
        ({"colours": ["a"]}, "colours", "1 colour name for 6 colours"),
        ({"rules": "super", "colours": ["skocko"]}, "colours", "skocko are at most 6"),
        (
            {"rules": "9x9:0,0,me0691ca8a278f3c371688", "first": "1,1"},
            "first",
            "the rules are one game with its first; leave first out",
        ),
        ({"strategy": "knut"}, "strategy", "did you mean knuth?"),
        ({"strategy": "human"}, "strategy", "cannot give hints"),
        ({"rules": "expert", "strategy": "knuth"}, "strategy", "knuth plays Mastermind"),
        (
            {"rules": "4x6-black", "strategy": "pairs"},
            "strategy",
            "strategy pairs needs colours that may repeat",
        ),
        ({"rules": "12x12", "strategy": "pairs"}, "strategy", "too many to list"),
        ({"rules": "12x12", "strategy": "optimal", "mode": "person"}, "strategy", "is not known"),
        ({"rules": "4x6", "strategy": "knuth:first=111"}, "strategy", "'111' has 3 pegs"),
        (
            {"link": "?rules=4x10-distinct&strategy=methodical:first=0123"},
            "strategy",
            "strategy methodical needs colours that may repeat",
        ),
        ({"daily": "clasic"}, "daily", "no daily puzzle 'clasic'; did you mean classic?"),
        ({"daily": "classic", "strategy": "human"}, "strategy", "cannot give hints"),
        ({"daily": "classic", "day": "20261121"}, "day", "'20261121' is not a date"),
        ({"daily": "classic", "day": "9999-01-01"}, "day", "9999-01-01 is not available yet"),
        ({"day": "2026-11-21"}, "day", "day is for daily puzzles"),
        ({"daily": "classic", "rules": "4x6"}, "daily", "daily cannot be combined with rules"),
        ({"link": "?rules=4x6&score=goals"}, "link.score", "score is for a match"),
        ({"link": 5}, "link", "link must be text"),
        ({"daily": 5}, "daily", "daily must be text"),
        ({"daily": "classic", "day": 5}, "day", "day must be text"),
        ({"strategy": 5}, "strategy", "strategy must be text"),
        ({"secret": (1, 1, 2, 2)}, "secret", "secret must be text"),
        ({"rules": "expert", "first": (1, 1)}, "first", "first must be text"),
        ({"limit": "5"}, "limit", "limit must be a whole number, not '5'"),
        ({"players": ["A", "B"], "rounds": 2.5}, "rounds", "rounds must be a whole number"),
        ({"players": "Ana"}, "players", "players must be a list"),
        ({"colours": ["red", 5]}, "colours", "colours.1 must be text"),
        ({"seed": [1]}, "seed", "a seed must be a whole number or text, not [1]"),
        ({"link": "?rules=4x6", "seed": 1}, "link", "cannot be combined with seed"),
        ({"link": "?rules=4x6", "daily": "classic"}, "link", "cannot be combined with daily"),
    ],
)
def test_what_does_not_go_together(given: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(MastermineError) as error:
        GameSetup.read(given).begin()
    assert message in str(error.value)
    assert error.value.field == field


@pytest.mark.parametrize(
    ("chosen", "spec"),
    [
        ({"level": "classic", "places": 5, "limit": 0, "answer": "black"}, "5x6-black"),
        ({"level": "super", "repeats": False, "blank": True}, "5x8+blank-distinct,limit=12"),
        ({"level": "expert", "first": "open", "noguess": True}, "30x16x99-open-noguess"),
        ({"level": "beginner", "width": "20", "mines": "30"}, "20x9x30"),
        ({}, "4x6,limit=10"),
    ],
)
def test_rules_are_a_level_with_other_values(chosen: dict[str, Any], spec: str) -> None:
    assert GameSetup.read({"rules": chosen}).rules == parse_rules(spec)


@pytest.mark.parametrize(
    ("chosen", "field", "message"),
    [
        ({"level": "cassic"}, "rules", "did you mean classic?"),
        ({"level": None}, "rules.level", "level must be text"),
        ({"level": 5}, "rules.level", "level must be text"),
        ({"width": 5, "height": 5}, "rules.width", "no setting 'width'; known are: places"),
        ({"height": 5, "width": 5}, "rules.height", "no setting 'height'; known are: places"),
        ({"places": "-1"}, "rules.places", "places must be a whole number of at least 1"),
        ({"places": -1}, "rules.places", "places must be a whole number of at least 1"),
        ({"places": 0}, "rules.places", "places must be a whole number of at least 1"),
        ({"places": True}, "rules.places", "places must be a whole number of at least 1"),
        ({"places": None}, "rules.places", "places must be a whole number of at least 1"),
        ({"places": "9" * 5000}, "rules.places", "places must be a whole number"),
        ({"places": 999}, "rules", "there must be 1 to 255"),
        ({"limit": -1}, "rules.limit", "limit must be a whole number of at least 0"),
        ({"limit": False}, "rules.limit", "limit must be a whole number of at least 0"),
        ({"blank": "no"}, "rules.blank", "blank must be true or false, not 'no'"),
        ({"answer": "blck"}, "rules.answer", "no answer 'blck'; did you mean black?"),
        ({"answer": ["pegs"]}, "rules.answer", "there is no answer"),
        (5, "rules", "rules must be text such as classic or 4x6, not 5"),
    ],
)
def test_rules_that_cannot_be_chosen(chosen: object, field: str, message: str) -> None:
    with pytest.raises(InvalidSpec, match=re.escape(message)) as error:
        GameSetup.read({"rules": chosen})
    assert error.value.field == field


@pytest.mark.parametrize("game", ["mastermind", "minesweeper"])
def test_a_form_asks_for_all_rules_of_a_game(game: str) -> None:
    form = form_of(game)
    for name in GAMES[game].presets:
        rules = parse_rules(name)
        values = {field.name: field.write(getattr(rules, field.name)) for field in form.fields}
        assert GameSetup.read({"rules": {"level": GAMES[game].offered[0], **values}}).rules == rules
    for field in (*form.fields, *form.choices):
        if issubclass(field.kind, Enum):
            assert {option.value for option in field.options} == {e.value for e in field.kind}


def test_a_face_says_what_it_calls_a_field() -> None:
    labels = Labels(rules="SPEC", load="--load", score="--score")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"load": "x", "rules": "classic"}, "--load cannot be combined with SPEC"),
        ({"score": "points"}, "--score is for a match"),
    ]
    for values, message in cases:
        with pytest.raises(MastermineError, match=message):
            GameSetup.read(values, labels)


def test_what_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = GameSetup.read({"secret": "2211", "strategy": "entropy"}).begin()
    game.do("guess 2211")
    assert (type(game), game.strategy.name, game.solved) == (MastermindSession, "entropy", True)
    game = GameSetup.read(
        {"rules": "super", "colours": list("abcdefgh"), "secret": "aabbh"}
    ).begin()
    game.do("guess 11228")
    assert game.solved
    late: Any = GameSetup.read({"mode": "adversary", "keep": "hardest"}).begin()
    assert (late.mode, late.keep) == (Mode.ADVERSARY, Keep.HARDEST)
    field: Any = GameSetup.read({"rules": "expert", "seed": "hi", "first": "3,4"}).begin()
    assert isinstance(field, MinesweeperSession)
    assert [turn.action for turn in field.turns] == [(3, 4)]
    match: Any = GameSetup.read({"players": ["A", "B"], "score": "points"}).begin()
    assert (type(match), match.score, match.rounds) == (Contest, Score.POINTS, 2)
    race: Any = GameSetup.read({"rules": "expert", "players": ["A", "B"], "seed": 5}).begin()
    assert (type(race), race.seed) == (Race, 5)
    monkeypatch.setattr(daily, "today", lambda: date(2026, 11, 21))
    puzzle: Any = GameSetup.read({"daily": "Expert", "strategy": "safest"}).begin()
    assert (puzzle.daily, puzzle.strategy.name) == ("2026-11-21", "safest")
    assert read_link(link(puzzle)).daily == daily.Puzzle("expert", date(2026, 11, 21))


def test_a_mode_that_a_game_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MinesweeperSession, "MODES", (Mode.COMPUTER,))
    with pytest.raises(InvalidSpec) as error:
        GameSetup.read({"rules": "expert", "mode": "adversary"})
    assert str(error.value) == "Minesweeper has no mode adversary; known are: computer"
    assert error.value.field == "mode"
    with pytest.raises(InvalidSpec, match="in Minesweeper the computer hides the secret"):
        GameSetup.read({"rules": "expert", "mode": "person"})


def test_a_game_of_which_only_the_rules_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = GAMES["mastermind"]
    bare = replace(codes, parts={"rules": codes.parts["rules"]})
    games = {"mastermind": bare, "minesweeper": GAMES["minesweeper"]}
    monkeypatch.setattr("mastermine.session.setup.GAMES", games)
    monkeypatch.setattr("mastermine.session.generic.GAMES", games)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"players": ["A", "B"]}, "players is for Minesweeper; 4x6,limit=10 is Mastermind"),
        ({"mode": "person"}, "in Mastermind the computer hides the secret"),
    ]
    for values, message in cases:
        with pytest.raises(MastermineError, match=message):
            GameSetup.read(values)
    game = GameSetup.read({"secret": "1122", "strategy": "entropy"}).begin()
    assert isinstance(game, GenericSession)
    game.do("ask 1122")
    assert game.outcome is Outcome.WON
    assert read_link(link(game)) == GameSetup(game.rules, secret=game.secret, strategy="entropy")
