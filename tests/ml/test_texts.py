"""Games in text, in four renderings."""

from __future__ import annotations

from typing import Any

import pytest

from mastermine.arena.worker import stream
from mastermine.core.errors import InvalidSpec
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.ml.texts import RENDERINGS, TextGame, text_game
from mastermine.registry import parse_rules, parse_rules_of


def started(game: str, **options: Any) -> TextGame:
    made = text_game(game, **options)
    made.start(5)
    return made


def test_a_minefield_is_that_of_a_match() -> None:
    game: Any = text_game("beginner")
    game.start(5, 3)
    game.move("[4,4]")
    layout = parse_rules_of(Minesweeper, "beginner").draw(stream(5, 3), (4, 4))
    assert game.games.layouts[0].tobytes() == layout.mines


def test_a_code_is_that_of_a_match() -> None:
    game: Any = text_game("classic")
    game.start(5, 3)
    assert game.game.secret == parse_rules("classic").draw(stream(5, 3))


def test_the_prompt_says_all_that_is_needed() -> None:
    prompt = text_game("5x4x4").start(5)
    assert "5 x 4 cells, 4 mines, the first click is safe." in prompt
    assert "square brackets, such as [3,0]" in prompt
    assert prompt.endswith("3 # # # # #")


def test_renderings_of_a_minefield() -> None:
    game = started("5x4x4")
    assert game.move("I open [4,3]?\nNo: [0,0]").text.splitlines() == [
        "  0 1 2 3 4",
        "0 0 0 1 # #",
        "1 0 0 2 # #",
        "2 1 1 3 # #",
        "3 # # # # #",
    ]
    assert game.board("coordinates").splitlines() == [
        "Open: 0,0=0 1,0=0 2,0=1 0,1=0 1,1=0 2,1=2 0,2=1 1,2=1 2,2=3",
        "Closed: 3,0 4,0 3,1 4,1 3,2 4,2 0,3 1,3 2,3 3,3 4,3",
    ]
    assert game.board("constraints").splitlines() == [
        "2,0: 1 mine in 3,0 3,1",
        "2,1: 2 mines in 3,0 3,1 3,2",
        "0,2: 1 mine in 0,3 1,3",
        "1,2: 1 mine in 0,3 1,3 2,3",
        "2,2: 3 mines in 3,1 3,2 1,3 2,3 3,3",
        "4 mines in all closed cells",
        "Other closed cells: 4,0 4,1 4,2 4,3",
    ]
    assert game.board("picture") == ""


def test_renderings_of_a_code() -> None:
    game = started("classic")
    assert game.board() == game.board("coordinates") == game.board("constraints") == "No guess yet."
    game.move("[1122]")
    assert game.board() == "1122 0B 3W"
    assert game.board("coordinates") == "1,1=1 1,2=1 1,3=2 1,4=2 -> 0B 3W"
    assert game.board("constraints") == (
        "1122: the code agrees in exactly 0 places, and shares exactly 3 pegs in any place."
    )


@pytest.mark.parametrize(
    ("spec", "constraint"),
    [
        ("3x4-black", "111: the code agrees in exactly 0 places."),
        ("3x4-places", "111: the code agrees in these places and no other: –."),
    ],
)
def test_constraints_of_other_answers(spec: str, constraint: str) -> None:
    game: Any = started(spec)
    game.game.secret = (1, 2, 3)
    game.move("111")
    assert game.board("constraints") == constraint


@pytest.mark.parametrize(("spec", "move"), [("5x4x4", "0,0"), ("classic", "1122")])
def test_pictures(spec: str, move: str) -> None:
    pytest.importorskip("resvg_py", reason="a PNG picture needs mastermine[web]")
    game = started(spec, rendering="picture")
    assert game.move(move).text == ""
    assert game.picture().startswith(b"\x89PNG")


def test_exact_rewards_of_clicks() -> None:
    game: Any = started("5x4x4", reward="exact")
    assert game.move("[0,0]").reward == 0
    analysis = analyze(game.shown, 4)
    risk = analysis.risk((3, 0))
    assert risk > 0
    reply = game.move("[3,0]")
    assert reply.reward == pytest.approx(-risk)  # 4,3 is certainly safe, among others
    assert reply.info["risk"] == pytest.approx(risk)


def test_exact_rewards_of_guesses() -> None:
    reply = started("classic", reward="exact").move("1111")
    assert reply.reward == pytest.approx(reply.info["information"] - reply.info["most_information"])
    assert reply.reward < -1


@pytest.mark.parametrize("reward", ["win", "exact"])
def test_mistakes_end_a_game(reward: str) -> None:
    game = started("5x4x4", reward=reward)
    game.move("[0,0]")
    worth = -1 if reward == "exact" else 0
    for text, message in (("nothing", "is not a cell"), ("[9,9]", "9,9"), ("1,1", "already open")):
        reply = game.move(text)
        assert message in reply.text
        assert (reply.reward, reply.info) == (worth, {"won": False, "mistake": True})
    assert reply.ended
    game.start(5)
    assert not game.move("nothing").ended


def test_the_end_of_a_game() -> None:
    game: Any = started("2x2x3")
    reply = game.move("[1,1]")
    assert (reply.reward, reply.ended, reply.info["won"]) == (1, True, True)
    assert reply.text.endswith("You won.")
    game = started("2x1,limit=1")
    assert game.move("11").ended
    game = started("1x2,limit=1")
    reply = game.move("12"[1 - game.game.secret[0]])
    assert (reply.reward, reply.ended) == (0, True)
    assert reply.text.endswith("You lost.")


def test_a_mine_that_was_hit_is_shown_in_all_renderings() -> None:
    game: Any = started("4x4x8-any")
    mines = game.games
    mines.layouts[0] = [1] * 8 + [0] * 8
    mines._laid[0] = True
    assert game.move("[0,0]").ended
    for rendering in RENDERINGS:
        assert isinstance(game.board(rendering), str)
    assert "*" in game.board("grid")


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="there is no rendering 'ascii': use grid, coordinates"):
        text_game("classic", rendering="ascii")
    with pytest.raises(InvalidSpec, match="there is no reward 'loss'"):
        text_game("classic", reward="loss")
