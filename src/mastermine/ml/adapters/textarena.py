"""Games in text for TextArena: ``textarena.make("Mastermine-v0")``."""

from __future__ import annotations

from typing import Any

import textarena as ta

from mastermine.core.random import fresh_seed
from mastermine.ml.rewards import WIN
from mastermine.ml.texts import GRID, MAX_MISTAKES, text_game

NAME = "Mastermine-v0"


class MastermineEnv(ta.Env):
    """A game of one player. Its reward is the sum over the moves."""

    def __init__(self, game: str = "classic", rendering: str = GRID, reward: str = WIN) -> None:
        self.game = text_game(game, rendering, reward)
        self.total = 0.0

    def reset(self, num_players: int = 1, seed: int | None = None) -> None:
        """Starts the first game of a seed."""
        prompt = self.game.start(fresh_seed() if seed is None else seed)
        self.total = 0.0
        self.state = ta.SinglePlayerState(
            num_players=num_players, seed=seed, error_allowance=MAX_MISTAKES
        )
        self.state.reset(game_state={}, player_prompt_function=lambda **_names: prompt)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Makes the move in a text."""
        kinds, state = ta.ObservationType, self.state
        state.add_observation(
            message=action, observation_type=kinds.PLAYER_ACTION, from_id=state.current_player_id
        )
        reply = self.game.move(action)
        self.total += reply.reward
        if reply.info["mistake"]:
            state.error_allowance = 0 if reply.ended else MAX_MISTAKES
            state.set_invalid_move(reason=reply.text, reward=self.total)
        elif reply.ended:
            state.set_outcome(reward=self.total, reason=reply.text)
        else:
            state.add_observation(message=reply.text, observation_type=kinds.GAME_BOARD)
        done, info = state.step()
        return bool(done), {**info, **reply.info}


def register() -> None:
    """Registers the environment with TextArena."""
    from textarena.envs.registration import ENV_REGISTRY
    from textarena.envs.registration import register as add

    if NAME not in ENV_REGISTRY:
        add(id=NAME, entry_point=MastermineEnv, default_wrappers=[])


register()
