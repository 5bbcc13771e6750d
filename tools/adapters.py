"""Checks the adapters of games in text against the real libraries.

python tools/adapters.py                     all of them
python tools/adapters.py textarena           one of them

Each library is installed from PyPI into an environment of its own in build/adapters, and plays a
game of this checkout there, without a network and without a model. The exit status is 1 if a check
fails.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import venv
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "adapters"
INSIDE = "--inside"
GAME = {"game": "3x4,limit=4", "reward": "exact"}
TEXTS = ["[111]", "no move", "[112]", "[123]", "[444]"]
"""The texts of a player; the second one is a mistake."""


def check_textarena() -> None:
    """Plays a game in TextArena."""
    import textarena as ta

    import mastermine.ml.adapters.textarena  # noqa: F401

    env = ta.make("Mastermine-v0", **GAME)
    env.reset(num_players=1, seed=1)
    said, (_player, prompt) = [], env.get_observation()
    assert "secret code" in prompt[0][1]
    for text in TEXTS:
        done, info = env.step(text)
        said.append(info["mistake"])
        if done:
            break
    rewards, games = env.close()
    assert done
    assert said[1]
    assert rewards[0] < 0
    assert games[0]["role"] == "Player 0"


def check_inspect_ai() -> None:
    """Plays games in Inspect, with its own stand-in for a model."""
    from inspect_ai import eval as run
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from mastermine.ml.adapters.inspect_ai import mastermine

    def output(text: str) -> Any:
        made = ModelOutput.from_content("mockllm/model", text)
        made.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return made

    model = get_model("mockllm/model", custom_outputs=[output(text) for text in TEXTS * 9])
    with TemporaryDirectory() as logs:
        [log] = run(
            mastermine(**GAME, games=2, seed=1),
            model=model, display="none", log_dir=logs, max_samples=1,
        )  # fmt: skip
        assert log.status == "success", log.error
        # Samples are read when they are used.
        scores = [next(iter(sample.scores.values())) for sample in log.samples]
    assert all(score.value < 0 and score.metadata["moves"] >= 2 for score in scores)


def check_verifiers() -> None:
    """Plays a game in verifiers: its task set and environment, with a stand-in for the player."""
    with TemporaryDirectory() as folder:
        # A task set is found by the name of a module.
        Path(folder, "mastermine_games.py").write_text(
            "from mastermine.ml.adapters.verifiers import MastermineEnv, MastermineTaskset\n"
            '__all__ = ["MastermineEnv", "MastermineTaskset"]\n'
        )
        sys.path.insert(0, folder)
        from verifiers.v1.utils.loaders import load_environment

        from mastermine.ml.adapters.verifiers import MastermineConfig, MastermineEnvConfig

        taskset = MastermineConfig(id="mastermine_games", **GAME, seed=1)
        env = load_environment(MastermineEnvConfig(taskset=taskset))
        [first, second] = env.taskset.take(2)
    assert "secret code" in first.data.prompt
    assert first.key != second.key
    player = Player()
    asyncio.run(env.run(first, SimpleNamespace(player=player)))
    assert player.signals["game"] < 0
    assert player.signals["moves"] >= 2


class Player:
    """Stand-in for an agent: it says the texts in turn."""

    def __init__(self) -> None:
        self.signals: dict[str, float] = {}
        self.trace = SimpleNamespace(
            record_reward=lambda name, value, _weight: self.signals.update({name: value}),
            record_metric=lambda name, value: self.signals.update({name: value}),
        )
        self.texts = iter(TEXTS)

    @asynccontextmanager
    async def interaction(self, _task: Any) -> AsyncIterator[Player]:
        yield self

    async def turn(self, _message: str | None = None) -> Any:
        text = next(self.texts, None)
        return SimpleNamespace(terminated=text is None, last_reply=text)


CHECKS: dict[str, Callable[[], None]] = {
    "textarena": check_textarena,
    "inspect-ai": check_inspect_ai,
    "verifiers": check_verifiers,
}


def main(names: list[str]) -> int:
    """Checks each library in an environment of its own; returns the exit status."""
    failed = 0
    for name in names:
        folder = FOLDER / name
        python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        if not python.exists():
            venv.create(folder, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "-q", name, "numpy"], check=True)
        own = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run([python, __file__, INSIDE, name], check=False, env=own)
        print(f"{name}: {'passed' if done.returncode == 0 else 'failed'}")
        failed += done.returncode != 0
    return min(failed, 1)


if __name__ == "__main__":
    if sys.argv[1:2] == [INSIDE]:
        CHECKS[sys.argv[2]]()
    elif unknown := set(sys.argv[1:]) - set(CHECKS):
        sys.exit(f"there is no adapter for {', '.join(sorted(unknown))}: use {', '.join(CHECKS)}")
    else:
        sys.exit(main(sys.argv[1:] or list(CHECKS)))
