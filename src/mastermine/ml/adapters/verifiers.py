"""Games in text for verifiers, from version 0.4 on: a task set and its environment.

The game runs on the host beside the model, so each move is answered, also the last one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import verifiers.v1 as vf

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.ml.rewards import WIN
from mastermine.ml.texts import GRID, PICTURE, TextGame, text_game


class MastermineConfig(vf.TasksetConfig):
    """Which games are played."""

    game: str = "classic"
    rendering: str = GRID
    reward: str = WIN
    seed: int = 0


class MastermineData(vf.TaskData):
    """A game: the settings and the number of its round."""

    settings: dict[str, Any]


class MastermineTask(vf.Task[MastermineData, vf.State, vf.TaskConfig]):
    """A game to play."""


class MastermineEnvConfig(vf.EnvConfig):
    """The player."""

    player: vf.AgentConfig = vf.AgentConfig()


class MastermineTaskset(vf.Taskset[MastermineTask, MastermineConfig]):
    """The games of a seed, without end."""

    INFINITE = True

    def load(self) -> Iterator[MastermineTask]:
        config = self.config
        for number in count(1):
            settings = {
                "game": config.game, "rendering": config.rendering, "reward": config.reward,
                "seed": config.seed, "round": number,
            }  # fmt: skip
            _playing, prompt = started(settings)
            data = MastermineData(name=f"{config.game}#{number}", prompt=prompt, settings=settings)
            yield MastermineTask(data, config.task)


class MastermineEnv(vf.Env[MastermineEnvConfig]):
    """Plays a game; the reward is the sum over the moves."""

    async def run(self, task: Any, agents: Any) -> None:
        playing, _prompt = started(task.data.settings)
        total, moves, won = 0.0, 0, False
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                reply = playing.move(segment.last_reply)
                total, moves, won = total + reply.reward, moves + 1, reply.info["won"]
                if reply.ended:
                    break
                segment = await interaction.turn(reply.text)
        trace = interaction.trace
        trace.record_reward("game", total, 1.0)
        trace.record_metric("moves", float(moves))
        trace.record_metric("won", float(won))


def started(settings: dict[str, Any]) -> tuple[TextGame, str]:
    """Returns a game that has started, and its prompt. Raises InvalidSpec for pictures."""
    if settings["rendering"] == PICTURE:
        raise InvalidSpec(_("this library gets texts: choose another rendering than pictures"))
    game = text_game(settings["game"], settings["rendering"], settings["reward"])
    return game, game.start(settings["seed"], settings["round"])


__all__ = ["MastermineEnv", "MastermineEnvConfig", "MastermineTaskset"]
