"""Mastermind for Gymnasium: its rules, its codes and its rewards."""

from __future__ import annotations

import warnings
from math import log2
from typing import Any

import numpy as np
import pytest

from mastermine.arena.worker import stream
from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules_of

gym = pytest.importorskip("gymnasium", reason="the extra ml is not installed")


def env_of(**options: Any) -> Any:
    return gym.make("mastermine.ml:mastermine/Mastermind-v0", **options)


@pytest.mark.parametrize("action", ["number", "pegs"])
@pytest.mark.parametrize("game", ["3x4", "4x5-black", "3x3-places", "3x4+blank"])
def test_gymnasium_finds_nothing_wrong(game: str, action: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(env_of(game=game, action=action, render_mode="ansi").unwrapped)
    assert [str(each.message) for each in caught] == []


def test_codes_are_those_of_a_match() -> None:
    rules = parse_rules_of(Mastermind, "classic")
    env = env_of()
    for number in (1, 2, 3):
        env.reset(seed=7 if number == 1 else None)
        assert env.unwrapped.game.secret == rules.draw(stream(7, number))
    env.reset(options={"round": 2})
    assert env.unwrapped.game.secret == rules.draw(stream(7, 2))


def test_a_game() -> None:
    env = env_of(game="4x6,limit=3", figures=True, render_mode="ansi")
    rows, info = env.reset(options={"secret": "3632"})
    assert rows.shape == (3, 6)
    assert (rows == 6).all()
    assert info["consistent"].sum() == info["action_mask"].sum() == 1296
    rows, reward, ended, cut, info = env.step(1 * 6 + 1)  # 1122
    assert rows[0].tolist() == [0, 0, 1, 1, 1, 0]
    assert (reward, ended, cut, info["won"]) == (0, False, False, False)
    assert info["consistent"].sum() == 256
    assert (info["candidates"], info["possible"]) == (1296, True)
    assert info["most_information"] == pytest.approx(3.0567, abs=1e-4)
    assert env.render() == "1122 1B 0W"
    number = np.ravel_multi_index((2, 5, 2, 1), (6,) * 4)
    assert env.step(number)[1:4] == (1, True, False)


def test_a_game_ends_with_the_last_guess() -> None:
    env = env_of(game="4x6,limit=2", action="pegs")
    _rows, info = env.reset(options={"secret": (0, 1, 2, 3)})
    assert "action_mask" not in info
    env.step([5, 5, 5, 5])
    _rows, reward, ended, cut, info = env.step(np.array([4, 4, 4, 4]))
    assert (reward, ended, cut, info["won"]) == (0, True, False, False)


def test_exact_rewards_are_the_information_given_away() -> None:
    env = env_of(game="3x4", reward="exact")
    env.reset(options={"secret": "123"})
    reward, _ended, _cut, info = env.step(0)[1:]  # 111
    parts = [27, 27, 9, 1]
    bits = -sum(n / 64 * log2(n / 64) for n in parts)
    assert info["information"] == pytest.approx(bits)
    assert reward == pytest.approx(bits - info["most_information"])
    assert reward < 0
    known = Mastermind(3, 4).knowledge()
    best = max(_bits(known.split(code).values()) for code in known)
    assert info["most_information"] == pytest.approx(best)


def _bits(parts: Any) -> float:
    return float(-sum(n / 64 * log2(n / 64) for n in parts))


def test_a_guess_beside_the_only_code_is_wasted() -> None:
    env = env_of(game="1x3", reward="exact")
    for second, reward in ((0, -1), (2, 0)):
        env.reset(options={"secret": "3"})
        env.step(0)
        env.step(1)
        assert env.step(second)[1] == reward


def test_the_coach_reviews_a_game() -> None:
    env = env_of(game="3x4")
    env.reset(options={"secret": "123"})
    env.step(0)
    review = env.unwrapped.review()
    assert review.skill < 100
    assert review.luck is not None


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="there is no action 'code': use number or pegs"):
        env_of(action="code")
    with pytest.raises(TooLarge, match="too many to list"):
        env_of(game="9x9")
    env = env_of(game="2x3-distinct", action="pegs").unwrapped
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="11 has a repeat"):
        env.step([0, 0])
    env = env_of(game="2x3").unwrapped
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="a number from 0 to 8, not 9"):
        env.step(9)
