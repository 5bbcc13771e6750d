"""Adapters of games in text, against stand-ins for the libraries that have what they use.

``python tools/adapters.py`` checks them against the real libraries.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from enum import Enum, auto
from itertools import islice
from types import ModuleType, SimpleNamespace
from typing import Any, Generic, TypeVar

import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.ml.texts import text_game

GAME = {"game": "3x4,limit=4", "reward": "exact"}
TEXTS = ["[111]", "no move", "[112]", "[123]", "[444]"]


def module(monkeypatch: pytest.MonkeyPatch, name: str, **contents: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(contents)
    monkeypatch.setitem(sys.modules, name, made)
    return made


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """Imports an adapter with the stand-ins that are there."""
    names: list[str] = []

    def get(name: str) -> Any:
        names.append(f"mastermine.ml.adapters.{name}")
        sys.modules.pop(names[-1], None)
        return importlib.import_module(names[-1])

    yield get
    for name in names:
        sys.modules.pop(name, None)


def expected(number: int = 1) -> tuple[float, int, bool]:
    """The sum of the rewards, the moves and whether the game is won."""
    game = text_game(**GAME)
    game.start(1, number)
    total, moves = 0.0, 0
    for text in TEXTS:
        reply = game.move(text)
        total, moves = total + reply.reward, moves + 1
        if reply.ended:
            return total, moves, reply.info["won"]
    raise AssertionError("the texts do not end the game")


# ---- TextArena ----


class Kind(Enum):
    PROMPT = auto()
    PLAYER_ACTION = auto()
    GAME_BOARD = auto()
    GAME_ADMIN = auto()


class SinglePlayerState:
    """As in TextArena 0.7.4: a mistake ends the game if there are more than the allowance."""

    current_player_id = 0

    def __init__(self, num_players: int, seed: int | None, error_allowance: int) -> None:
        assert num_players == 1
        self.error_allowance, self.errors, self.done = error_allowance, 0, False
        self.seen: list[tuple[str, Kind]] = []
        self.rewards: dict[int, float] | None = None

    def reset(self, game_state: Any, player_prompt_function: Any) -> None:
        prompt = player_prompt_function(player_id=0, game_state=game_state)
        self.seen.append((prompt, Kind.PROMPT))

    def add_observation(self, message: str, observation_type: Kind, from_id: int = -1) -> None:
        self.seen.append((message, observation_type))

    def set_invalid_move(self, reason: str, reward: float) -> None:
        if self.error_allowance > self.errors:
            self.errors += 1
            self.seen.append((reason, Kind.GAME_ADMIN))
        else:
            self.set_outcome(reward, reason)

    def set_outcome(self, reward: float, reason: str) -> None:
        self.rewards, self.done = {0: reward}, True
        self.seen.append((reason, Kind.GAME_ADMIN))

    def step(self) -> tuple[bool, dict[str, Any]]:
        return self.done, {}


@pytest.fixture
def textarena(monkeypatch: pytest.MonkeyPatch, adapter: Callable[[str], Any]) -> Any:
    registered: dict[str, Any] = {}

    def register(id: str, entry_point: Any, default_wrappers: list[Any]) -> None:  # noqa: A002
        registered[id] = entry_point

    module(
        monkeypatch, "textarena",
        Env=object, ObservationType=Kind, SinglePlayerState=SinglePlayerState,
    )  # fmt: skip
    module(monkeypatch, "textarena.envs")
    module(monkeypatch, "textarena.envs.registration", ENV_REGISTRY=registered, register=register)
    made = adapter("textarena")
    made.register()  # a second time changes nothing
    assert registered == {"Mastermine-v0": made.MastermineEnv}
    return made


def test_a_game_in_textarena(textarena: Any) -> None:
    env = textarena.MastermineEnv(**GAME)
    env.reset(num_players=1, seed=1)
    total, moves, won = expected()
    infos = []
    for text in TEXTS[:moves]:
        done, info = env.step(text)
        infos.append(info)
    assert done
    assert infos[-1]["won"] == won
    assert infos[1]["mistake"]
    assert env.state.rewards == {0: pytest.approx(total)}
    kinds = [kind for _text, kind in env.state.seen]
    assert kinds[:3] == [Kind.PROMPT, Kind.PLAYER_ACTION, Kind.GAME_BOARD]


def test_mistakes_end_a_game_in_textarena(textarena: Any) -> None:
    env = textarena.MastermineEnv(**GAME)
    env.reset(num_players=1)
    assert [env.step("?")[0] for _ in range(3)] == [False, False, True]
    assert env.state.rewards == {0: -3}


# ---- Inspect ----


@pytest.fixture
def inspect_ai(monkeypatch: pytest.MonkeyPatch, adapter: Callable[[str], Any]) -> Any:
    def plain(**fields: Any) -> Any:
        return SimpleNamespace(**fields)

    def same(function: Any) -> Any:
        return function

    module(monkeypatch, "inspect_ai", Task=plain, task=same)
    module(monkeypatch, "inspect_ai.dataset", Sample=plain)
    module(
        monkeypatch, "inspect_ai.model",
        ChatMessageUser=plain, ContentImage=plain, ContentText=plain,
    )  # fmt: skip
    module(
        monkeypatch, "inspect_ai.scorer",
        Score=plain, mean=list, stderr=list, scorer=lambda metrics: same,
    )  # fmt: skip
    module(monkeypatch, "inspect_ai.solver", solver=same)
    return adapter("inspect_ai")


class Store(dict[str, Any]):
    def set(self, key: str, value: Any) -> None:
        self[key] = value


def test_games_in_inspect(inspect_ai: Any) -> None:
    task = inspect_ai.mastermine(**GAME, games=2, seed=1)
    assert [sample.id for sample in task.dataset] == [1, 2]
    for sample in task.dataset:
        texts = iter(TEXTS)
        state = SimpleNamespace(
            messages=list(sample.input), metadata=sample.metadata, store=Store(), output=None
        )

        async def generate(state: Any, texts: Iterator[str] = texts) -> Any:
            state.output = SimpleNamespace(completion=next(texts))
            return state

        asyncio.run(task.solver(state, generate))
        score = asyncio.run(task.scorer(state, None))
        total, moves, won = expected(sample.id)
        assert score.value == pytest.approx(total)
        assert score.metadata == {"won": won, "moves": moves}
        assert len(state.messages) == moves + 1  # the model's own are added by the library


def test_a_game_that_was_cut_off_keeps_its_rewards_in_inspect(inspect_ai: Any) -> None:
    state = SimpleNamespace(store=Store())
    scorer = inspect_ai.sum_of_rewards()
    assert asyncio.run(scorer(state, None)).value == 0
    state.store.set(inspect_ai.REWARD, -0.5)
    assert asyncio.run(scorer(state, None)).value == -0.5


def test_pictures_in_inspect(inspect_ai: Any) -> None:
    pytest.importorskip("resvg_py", reason="a PNG picture needs mastermine[web]")
    [sample] = inspect_ai.mastermine("5x4x4", rendering="picture", games=1).dataset
    text, image = sample.input[0].content
    assert "5 x 4 cells" in text.text
    assert image.image.startswith("data:image/png;base64,iVBOR")


# ---- verifiers ----

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


class Model:
    """Stand-in for a model of pydantic."""

    def __init__(self, **fields: Any) -> None:
        for name in dir(type(self)):
            if not name.startswith("_"):
                setattr(self, name, getattr(type(self), name))
        vars(self).update(fields)


class Task(Generic[A, B, C]):
    def __init__(self, data: Any, config: Any) -> None:
        self.data, self.config = data, config


class Taskset(Generic[A, B]):
    def __init__(self, config: Any) -> None:
        self.config = config


class Env(Generic[A]):
    pass


class Config(Model):
    task = None


class Player:
    """Stand-in for an agent that says the texts in turn."""

    def __init__(self, texts: list[str]) -> None:
        self.signals: dict[str, float] = {}
        self.trace = SimpleNamespace(
            record_reward=lambda name, value, weight: self.signals.update({name: value}),
            record_metric=lambda name, value: self.signals.update({name: value}),
        )
        self.texts, self.heard = iter(texts), list[str | None]()

    @asynccontextmanager
    async def interaction(self, _task: Any) -> AsyncIterator[Player]:
        yield self

    async def turn(self, message: str | None = None) -> Any:
        self.heard.append(message)
        text = next(self.texts, None)
        return SimpleNamespace(terminated=text is None, last_reply=text)


@pytest.fixture
def verifiers(monkeypatch: pytest.MonkeyPatch, adapter: Callable[[str], Any]) -> Any:
    package = module(monkeypatch, "verifiers")
    package.v1 = module(  # type: ignore[attr-defined]
        monkeypatch, "verifiers.v1",
        TasksetConfig=Config, TaskData=Model, Task=Task, State=Model, TaskConfig=Model,
        EnvConfig=Model, AgentConfig=Model, Taskset=Taskset, Env=Env,
    )  # fmt: skip
    return adapter("verifiers")


def test_games_in_verifiers(verifiers: Any) -> None:
    taskset = verifiers.MastermineTaskset(verifiers.MastermineConfig(**GAME, seed=1))
    for number, task in enumerate(islice(taskset.load(), 2), start=1):
        assert task.data.name == f"3x4,limit=4#{number}"
        assert "secret code" in task.data.prompt
        player = Player(TEXTS)
        asyncio.run(verifiers.MastermineEnv().run(task, SimpleNamespace(player=player)))
        total, moves, won = expected(number)
        assert player.signals == {
            "game": pytest.approx(total), "moves": moves, "won": won,
        }  # fmt: skip
        assert player.heard[0] is None  # the prompt is the first message
        assert len(player.heard) == moves


def test_the_last_move_counts_if_a_game_is_cut_off_in_verifiers(verifiers: Any) -> None:
    [task] = islice(verifiers.MastermineTaskset(verifiers.MastermineConfig(**GAME)).load(), 1)
    player = Player(["no move", "nor here"])
    asyncio.run(verifiers.MastermineEnv().run(task, SimpleNamespace(player=player)))
    assert player.signals == {"game": -2, "moves": 2, "won": 0}


def test_verifiers_gets_no_pictures(verifiers: Any) -> None:
    config = verifiers.MastermineConfig(rendering="picture")
    with pytest.raises(InvalidSpec, match="choose another rendering than pictures"):
        next(iter(verifiers.MastermineTaskset(config).load()))
