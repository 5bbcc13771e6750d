"""Games in text for Inspect, of the UK AI Security Institute.

``inspect eval path/to/inspect_ai.py -T game=beginner -T reward=exact``, with any model.
"""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import Score, mean, scorer, stderr
from inspect_ai.solver import solver

from mastermine.ml.rewards import WIN
from mastermine.ml.texts import GRID, PICTURE, TextGame, text_game

REWARD, MOVES, WON = "mastermine_reward", "mastermine_moves", "mastermine_won"


@task
def mastermine(
    game: str = "classic", rendering: str = GRID, reward: str = WIN, games: int = 20, seed: int = 0
) -> Any:
    """Plays games 1 to ``games`` of a seed; the score is the sum of the rewards of a game."""
    playing = text_game(game, rendering, reward)
    samples = [
        Sample(input=[message(playing, playing.start(seed, n))], id=n, metadata={"round": n})
        for n in range(1, games + 1)
    ]
    return Task(
        dataset=samples, solver=play(game, rendering, reward, seed), scorer=sum_of_rewards()
    )


def message(game: TextGame, text: str) -> Any:
    """Returns a text of a game as a message, with the picture of the board if it is shown so."""
    if game.rendering != PICTURE:
        return ChatMessageUser(content=text)
    image = "data:image/png;base64," + b64encode(game.picture()).decode()
    return ChatMessageUser(content=[ContentText(text=text or "–"), ContentImage(image=image)])


@solver
def play(game: str, rendering: str, reward: str, seed: int) -> Any:
    """Plays a whole game: a message of the model is a move, and the board answers."""

    async def solve(state: Any, generate: Any) -> Any:
        playing = text_game(game, rendering, reward)
        playing.start(seed, state.metadata["round"])
        total, moves, ended, won = 0.0, 0, False, False
        while not ended:
            state = await generate(state)
            reply = playing.move(state.output.completion)
            total, moves, ended, won = (
                total + reply.reward,
                moves + 1,
                reply.ended,
                reply.info["won"],
            )
            state.messages.append(message(playing, reply.text))
            for name, value in ((REWARD, total), (MOVES, moves), (WON, won)):
                state.store.set(name, value)
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def sum_of_rewards() -> Any:
    """Scores a game by the sum of its rewards; a game that was cut off keeps those so far."""

    async def score(state: Any, _target: Any) -> Any:
        won, moves = state.store.get(WON, False), state.store.get(MOVES, 0)
        return Score(
            value=float(state.store.get(REWARD, 0.0)), metadata={"won": won, "moves": moves}
        )

    return score
