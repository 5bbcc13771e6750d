"""Minesweeper for Gymnasium: its rules, its boards and its rewards."""

from __future__ import annotations

import warnings
from math import comb, log2
from typing import Any

import numpy as np
import pytest

from mastermine.arena.worker import stream
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.minesweeper.board import CLOSED, MINED, Board, Layout
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.ml import check_installed
from mastermine.ml.minefields import Minefields
from mastermine.registry import parse_rules_of

gym = pytest.importorskip("gymnasium", reason="the extra ml is not installed")

NAME = "mastermine/Minesweeper-v0"


def single(**options: Any) -> Any:
    return gym.make(f"mastermine.ml:{NAME}", **options)


def vector(games: int, **options: Any) -> Any:
    return gym.make_vec(f"mastermine.ml:{NAME}", num_envs=games, **options)


@pytest.mark.parametrize("reward", ["win", "exact"])
def test_gymnasium_finds_nothing_wrong(reward: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(single(game="5x5x4", reward=reward, render_mode="ansi").unwrapped)
    assert [str(each.message) for each in caught] == []


def test_games_are_the_rounds_of_a_match() -> None:
    rules = parse_rules_of(Minesweeper, "beginner")
    env = single()
    for number in (1, 2, 3):
        env.reset(seed=7 if number == 1 else None)
        env.step(40)
        layout = rules.draw(stream(7, number), (4, 4))
        assert env.unwrapped.field.games.layouts[0].tobytes() == layout.mines
    env.reset(options={"round": 2})
    env.step(40)
    again = env.unwrapped.field.games.layouts[0].tobytes()
    assert again == rules.draw(stream(7, 2), (4, 4)).mines


def test_a_game_with_a_given_layout() -> None:
    env = single(game="3x2x1", render_mode="ansi")
    board, info = env.reset(options={"layout": "..*/..."})
    assert (board == CLOSED).all()
    assert info["action_mask"].tolist() == [1] * 6
    board, reward, ended, cut, info = env.step(0)
    assert (board == [[0, 1, CLOSED], [0, 1, CLOSED]]).all()
    assert (reward, ended, cut) == (0, False, False)
    assert info["action_mask"].tolist() == [0, 0, 1, 0, 0, 1]
    assert env.render() == "01#\n01#"
    assert env.step(5)[1:4] == (1, True, False)
    env.reset(options={"layout": Layout.parse("..*/...")})
    env.step(0)
    board, reward, ended, cut, _info = env.step(2)
    assert board[0, 2] == MINED
    assert (reward, ended, cut) == (0, True, False)


def test_a_game_that_does_not_go_on_is_truncated() -> None:
    env = single(game="3x2x1", reward="exact")
    env.reset(options={"layout": "..*/..."})
    results = [env.step(0)[1:4] for _ in range(6)]
    assert results[0] == (0, False, False)
    assert results[1:5] == [(-1, False, False)] * 4
    assert results[5] == (-1, False, True)


def test_exact_rewards_are_the_avoidable_risk() -> None:
    env = single(game="5x2x2", reward="exact", bits=True)
    env.reset(options={"layout": ".*.*./....."})
    board, _reward, _ended, _cut, info = env.step(6)
    assert (info["risk"], info["least_risk"], info["provable"]) == (0, 0, True)
    chances = analyze(Board(5, 2, board.tobytes()), 2).numbers((4, 1)).tolist()
    _board, reward, _ended, _cut, info = env.step(9)
    assert info["risk"] == pytest.approx(1 / 4, abs=1e-12)
    assert info["least_risk"] == pytest.approx(1 / 5, abs=1e-12)
    assert reward == pytest.approx(1 / 5 - 1 / 4, abs=1e-12)
    assert not info["provable"]
    assert info["information"] == pytest.approx(-sum(p * log2(p) for p in chances if p))
    assert info["most_information"] >= info["information"]


@pytest.mark.parametrize(
    ("spec", "first_bits"),
    [
        ("4x3x2-any", None),
        ("4x3x2-open", 0.0),
        ("4x3x2", [comb(3, n) * comb(8, 2 - n) for n in range(3)]),
    ],
)
def test_the_first_click(spec: str, first_bits: Any) -> None:
    env = single(game=spec, reward="exact", bits=True)
    env.reset(seed=1)
    info = env.step(0)[-1]
    if first_bits is None:
        assert info["risk"] == info["least_risk"] == pytest.approx(1 / 6)
        return
    assert (info["risk"], info["provable"]) == (0, True)
    if first_bits:
        parts = [ways / sum(first_bits) for ways in first_bits]
        first_bits = -sum(p * log2(p) for p in parts)
    assert info["information"] == pytest.approx(first_bits)


@pytest.mark.parametrize("spec", ["5x5x5", "5x5x5-noguess"])
def test_many_games_are_many_single_ones(spec: str) -> None:
    options = {"game": spec, "reward": "exact", "bits": True}
    games, seed = 3, 11
    many = vector(games, **options)
    ones = [single(**options) for _ in range(games)]
    boards, infos = many.reset(seed=seed)
    for i, one in enumerate(ones):
        one.reset(seed=seed + i)
    rng = np.random.default_rng(2)
    ended_games = 0
    for _ in range(20):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
        boards, rewards, ended, cut, infos = many.step(np.array(actions))
        for i, one in enumerate(ones):
            board, reward, over, _cut, info = one.step(actions[i])
            assert reward == rewards[i]
            for name in ("risk", "least_risk", "provable", "information", "most_information"):
                assert info[name] == infos[name][i]
            assert over == ended[i]
            if over:
                ended_games += 1
                assert (infos["final_obs"][i] == board).all()
                board, info = one.reset()
            assert (boards[i] == board).all()
            assert (infos["action_mask"][i] == info["action_mask"]).all()
        assert not cut.any()
    assert ended_games > games


def test_seeds_for_each_of_many_games() -> None:
    many = vector(3, game="5x5x4")
    actions = np.array([3, 3, 3])
    many.reset(seed=[5, 9, 5])
    first = many.step(actions)[0]
    assert (first[0] == first[2]).all()
    many.reset(options={"round": 1})
    assert (many.step(actions)[0] == first).all()
    many.reset(seed=5)
    assert (many.step(actions)[0][0] == first[0]).all()


def test_the_coach_reviews_a_game() -> None:
    env = single(game="5x2x2")
    env.reset(options={"layout": ".*.*./....."})
    for cell in (6, 8, 7, 0):
        env.step(cell)
    review = env.unwrapped.review()
    assert (review.skill, len(review.moves)) == (100, 4)
    assert review.luck is not None


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="there is no reward 'wins': use win or exact"):
        single(reward="wins")
    with pytest.raises(InvalidSpec, match="there is no option 'seeds': use layout and round"):
        single().reset(options={"seeds": 1})
    many = vector(2, game="5x5x4")
    many.reset(seed=1)
    with pytest.raises(IllegalMove, match="0 to 24, for each of 2 games"):
        many.step(np.array([0, 25]))
    with pytest.raises(InvalidSpec, match=r"nothing_like_it: pip install 'mastermine\[ml\]'"):
        check_installed("nothing_like_it")


def test_seeds_of_many_rounds_are_those_of_forks() -> None:
    from mastermine.core.random import Random

    for seed in (0, "day", 2**64 - 1):
        rounds = Random(seed).forks("round")
        assert [rounds(n) for n in (0, 1, 77)] == [
            Random(seed).fork("round", n).seed for n in (0, 1, 77)
        ]


def test_a_layout_is_laid_at_the_first_click() -> None:
    fields = Minefields(parse_rules_of(Minesweeper, "9x9x10-open"), 50)
    fields.start(range(50))
    assert not fields.layouts.any()
    fields.click(np.arange(50))
    assert (fields.layouts.sum(axis=1) == 10).all()
    assert (fields.boards[np.arange(50), np.arange(50)] == 0).all()
