"""Games of several players for PettingZoo."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from mastermine.core.errors import IllegalMove, InvalidSpec

pytest.importorskip("pettingzoo", reason="the extra ml is not installed")

from mastermine.ml.players import MakerBreaker, Race


@pytest.mark.parametrize("adversary", [False, True])
def test_pettingzoo_finds_nothing_wrong_with_maker_and_breaker(
    adversary: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    from pettingzoo.test import api_test

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(MakerBreaker("3x4,limit=4", adversary), num_cycles=300, verbose_progress=False)
    assert "Passed API test" in capsys.readouterr().out
    assert [str(each.message) for each in caught] == []


@pytest.mark.parametrize("game", ["3x4", "5x5x4"])
def test_pettingzoo_finds_nothing_wrong_with_a_race(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from pettingzoo.test import parallel_api_test

    parallel_api_test(Race(game, players=3), num_cycles=200)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_the_breaker_finds_the_code() -> None:
    env = MakerBreaker("2x3,limit=2")
    env.reset(seed=1)
    assert env.agent_selection == "maker_0"
    env.step(5)
    assert env.agent_selection == "breaker_0"
    assert (env.observe("breaker_0") == 3).all()
    env.step(0)
    assert env.observe("breaker_0")[0].tolist() == [0, 0, 0, 0]
    env.step(5)
    assert env.terminations == {"maker_0": True, "breaker_0": True}
    assert env.rewards == {"maker_0": -1, "breaker_0": 1}


def test_the_maker_holds_out() -> None:
    env = MakerBreaker("2x3,limit=1")
    env.reset()
    env.step(5)
    env.step(0)
    assert env.rewards == {"maker_0": 1, "breaker_0": -1}


def test_an_adversary_gives_only_answers_that_some_code_gives() -> None:
    env = MakerBreaker("2x2,limit=3", adversary=True)
    env.reset()
    assert env.agent_selection == "breaker_0"
    env.step(0)  # 11
    assert env.agent_selection == "maker_0"
    assert env.observe("maker_0")[0].tolist() == [0, 0, 3, 3]
    assert np.flatnonzero(env.infos["maker_0"]["action_mask"]).tolist() == [
        0,
        3,
        6,
    ]  # black * 3 + white
    with pytest.raises(IllegalMove, match="no possible code gives the answer 1"):
        env.step(1)
    env.step(0)  # so it is 22
    env.step(0)
    assert np.flatnonzero(env.infos["maker_0"]["action_mask"]).tolist() == [0]
    env.step(0)
    env.step(3)
    env.step(6)
    assert env.rewards == {"maker_0": -1, "breaker_0": 1}


def test_a_race_for_the_same_code() -> None:
    race = Race("3x4", players=2)
    race.reset(seed=3)
    secret = race.games["racer_0"].game.secret
    assert race.games["racer_1"].game.secret == secret
    number = int(np.ravel_multi_index(secret, (4,) * 3))
    other = (number + 1) % 64
    _rows, rewards, ended, _cut, _infos = race.step({"racer_0": other, "racer_1": other})
    assert rewards == {"racer_0": 0, "racer_1": 0}
    assert not any(ended.values())
    _rows, rewards, ended, _cut, _infos = race.step({"racer_0": other, "racer_1": number})
    assert rewards == {"racer_0": -1, "racer_1": 1}
    assert all(ended.values())
    assert race.agents == []
    race.reset()
    assert race.games["racer_0"].game.secret != secret
    race.reset(options={"round": 1})
    assert race.games["racer_0"].game.secret == secret


def test_a_race_on_the_same_minefield() -> None:
    race = Race("4x4x3", players=2)
    boards, infos = race.reset(seed=2)
    assert (boards["racer_0"] == boards["racer_1"]).all()
    layout = race.games["racer_0"].field.games.layouts[0]
    assert (race.games["racer_1"].field.games.layouts[0] == layout).all()
    closed: Any = infos["racer_0"]["action_mask"].astype(bool)
    mine, safe = np.flatnonzero(closed & (layout == 1))[0], np.flatnonzero(closed & (layout == 0))
    _boards, rewards, ended, _cut, _infos = race.step({"racer_0": mine, "racer_1": safe[0]})
    assert ended == {"racer_0": True, "racer_1": len(safe) == 1}
    assert race.agents == ["racer_1"]
    for cell in safe[1:]:
        if not race.agents:
            break
        _boards, rewards, _ended, _cut, _infos = race.step({"racer_1": cell})
    assert rewards["racer_1"] == 1


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidSpec, match="a race needs at least 2 players, not 1"):
        Race(players=1)
