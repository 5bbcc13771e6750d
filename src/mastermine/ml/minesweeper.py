"""Minesweeper for Gymnasium: one game, or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import IllegalMove
from mastermine.core.game import Turn
from mastermine.i18n.text import _
from mastermine.minesweeper.board import MINED, Board, Layout
from mastermine.minesweeper.rules import Exploded, Minesweeper, Opened
from mastermine.ml import check_installed, check_options
from mastermine.ml.minefields import Minefields
from mastermine.ml.rewards import EXACT, WIN, check_reward, click_figures, exact_rewards
from mastermine.registry import parse_rules_of

check_installed("gymnasium")

import gymnasium as gym  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

if TYPE_CHECKING:
    from mastermine.coach.click_review import FieldReview
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.board import Cell

Observation = NDArray[np.uint8]
"""The board, of shape (height, width): 0 to 8, 9 closed, 11 the mine that was hit."""

Flags = NDArray[np.bool_]
Mask = NDArray[np.int8]


class _Field:
    """Games, rewards and spaces, which both environments share."""

    def __init__(self, game: str, games: int, reward: str, figures: bool, bits: bool) -> None:
        check_reward(reward)
        self.rules = parse_rules_of(Minesweeper, game)
        self.games = Minefields(self.rules, games)
        self.reward, self.figures, self.bits = reward, figures or bits or reward == EXACT, bits
        shape = self.rules.height, self.rules.width
        self.observations = spaces.Box(0, MINED, shape, np.uint8)
        self.actions = spaces.Discrete(self.rules.cells)

    def places(self, actions: Any) -> NDArray[np.int64]:
        """Returns the cells of actions. Raises IllegalMove."""
        places = np.ascontiguousarray(actions, np.int64).reshape(-1)
        games, cells = len(self.games.boards), self.rules.cells
        if len(places) != games or places.min() < 0 or places.max() >= cells:
            raise IllegalMove(
                _("an action is the number of a cell, 0 to {last}, for each of {n} games").format(
                    last=cells - 1, n=games
                )
            )
        return places

    def step(self, places: NDArray[np.int64]) -> tuple[Any, Flags, Flags, dict[str, Any]]:
        """Clicks; returns the rewards, the games that ended and were cut off, and figures."""
        before = self.games.boards
        infos: dict[str, Any] = {}
        if self.figures:
            infos |= click_figures(self.rules, before, places, self.bits)
        won, lost = self.games.click(places)
        if self.reward == WIN:
            rewards = won.astype(np.float64)
        else:
            rewards = exact_rewards(before, places, infos)
        infos["won"], ended = won, won | lost
        return rewards, ended, ~ended & (self.games.clicks >= self.rules.cells), infos

    def observe(self) -> Observation:
        """Returns the boards, of shape (games, height, width)."""
        return self.games.boards.reshape(-1, self.rules.height, self.rules.width)

    def mask(self) -> Mask:
        """Returns 1 for each closed cell, of shape (games, cells)."""
        return self.games.closed.view(np.int8)


class MinesweeperEnv(gym.Env[Observation, np.int64]):
    """A game of Minesweeper.

    ``game``: a spec or preset. ``reward``: ``win`` (1 for a won game, else 0) or ``exact`` (the
    avoidable risk of each click, negative). ``figures``: adds the exact figures of each click
    to ``info`` (always with ``exact``), ``bits`` also those of information. A game that is not
    over after as many clicks as there are cells is truncated. ``info["won"]`` is True at a win.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str = "beginner",
        reward: str = WIN,
        figures: bool = False,
        bits: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.field = _Field(game, 1, reward, figures, bits)
        self.rules = self.field.rules
        self.observation_space = self.field.observations
        self.action_space = self.field.actions
        self.render_mode = render_mode
        self.turns: list[Turn[Cell, Exploded | Opened]] = []
        """The clicks of this game and their answers."""
        self._started = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a game: the first one of a seed, else the next one.

        Options: ``round``, the number of the game of this seed; ``layout``, a layout or its text.
        """
        super().reset(seed=seed)
        chosen = check_options(options, ("layout", "round"))
        games = self.field.games
        if seed is not None or not self._started:
            games.start([self.np_random_seed])
            self._started = True
        else:
            games.restart(np.zeros(1, np.int64))
        if "round" in chosen:
            games.restart(np.zeros(1, np.int64), int(chosen["round"]))
        if "layout" in chosen:
            layout = chosen["layout"]
            games.lay(0, self.rules.parse_secret(str(layout)))
        self.turns = []
        return self._seen(), {"action_mask": self.field.mask()[0]}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Clicks on a cell. Raises IllegalMove for one that is not on the board."""
        places = self.field.places(action)
        rewards, ended, cut, infos = self.field.step(places)
        place = int(places[0])
        cell = place % self.rules.width, place // self.rules.width
        hit = self.field.games.boards[0, place] == MINED
        layout = Layout(self.rules.width, self.rules.height, self.field.games.layouts[0].tobytes())
        self.turns.append(Turn(cell, Exploded() if hit else Opened(layout.opened(cell))))
        info: dict[str, Any] = {name: values[0].item() for name, values in infos.items()}
        info["action_mask"] = self.field.mask()[0]
        return self._seen(), float(rewards[0]), bool(ended[0]), bool(cut[0]), info

    def _seen(self) -> Observation:
        board: Observation = self.field.observe()[0].copy()
        return board

    def review(self, strategy: Strategy | None = None) -> FieldReview:
        """Reviews the game so far as the coach does: with ``skill`` and ``luck``. Slow."""
        from mastermine.coach.review import review

        return cast("FieldReview", review(self.rules, self.turns, strategy))

    def render(self) -> str | None:
        """Returns the board as text."""
        if self.render_mode != "ansi":
            return None
        return str(Board(self.rules.width, self.rules.height, self.field.games.boards[0].tobytes()))


class MinesweeperVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games of Minesweeper at once, as fast as the native core can click.

    Game ``i`` of a reset with ``seed`` is that of ``MinesweeperEnv`` with ``seed + i``. A game that
    ends is followed by the next one in the same step (``AutoresetMode.SAME_STEP``); its last board
    is in ``info["final_obs"]``. The figures of a click are in ``info`` itself, for all games.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        game: str = "beginner",
        reward: str = WIN,
        figures: bool = False,
        bits: bool = False,
    ) -> None:
        self.field = _Field(game, num_envs, reward, figures, bits)
        self.rules, self.num_envs = self.field.rules, num_envs
        self.single_observation_space = self.field.observations
        self.single_action_space = self.field.actions
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._started = False

    def reset(
        self,
        *,
        seed: int | Sequence[int] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a game in each place. Option: ``round``, its number."""
        chosen = check_options(options, ("round",))
        several = list(seed) if isinstance(seed, Sequence | np.ndarray) else None
        super().reset(seed=cast("int | None", several[0] if several else seed))
        games = self.field.games
        if seed is not None or not self._started:
            first = cast("int", self.np_random_seed)
            games.start(several or range(first, first + self.num_envs))
            self._started = True
        else:
            games.restart(np.arange(self.num_envs))
        if "round" in chosen:
            games.restart(np.arange(self.num_envs), int(chosen["round"]))
        return self._seen(), {"action_mask": self.field.mask()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Clicks on a cell in each game. Raises IllegalMove for one that is not on the board."""
        rewards, ended, cut, infos = self.field.step(self.field.places(actions))
        done = ended | cut
        if done.any():
            finished = np.flatnonzero(done)
            final = np.full(self.num_envs, None, object)
            final[finished] = list(self.field.observe()[finished])
            infos |= {"final_obs": final, "_final_obs": done}
            self.field.games.restart(finished)
        infos["action_mask"] = self.field.mask()
        return self._seen(), rewards, ended, cut, infos

    def _seen(self) -> Observation:
        return self.field.observe().copy()
