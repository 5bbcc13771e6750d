"""Mastermind for Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.mastermind.rules import Mastermind
from mastermine.ml import check_installed, check_options
from mastermine.ml.codes import CodeGame, exact_reward
from mastermine.ml.rewards import EXACT, WIN, check_reward
from mastermine.registry import parse_rules_of

check_installed("gymnasium")

import gymnasium as gym  # noqa: E402
from gymnasium import spaces  # noqa: E402

if TYPE_CHECKING:
    from mastermine.coach.review import Review
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind.rules import Code

Rows = NDArray[np.uint8]
"""A row for each guess: its colours from 0, then its answer; ``CodeGame.empty`` otherwise."""

NUMBER, PEGS = "number", "pegs"


def rows_space(game: CodeGame) -> spaces.Space[Rows]:
    """Returns the space of the rows of a game."""
    return cast("spaces.Space[Rows]", spaces.Box(0, game.empty, game.shape, np.uint8))


class MastermindEnv(gym.Env[Rows, Any]):
    """A game of Mastermind.

    ``game``: a spec or preset. ``action``: ``number``, the number of a code in numeric order, or
    ``pegs``, its colours from 0. ``reward``: ``win`` (1 for the code, else 0) or ``exact`` (the
    information that each guess gave away, negative). ``figures`` adds the exact figures of each
    guess to ``info`` (always with ``exact``). Without a limit in the rules it is 10 guesses.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        game: str = "classic",
        reward: str = WIN,
        figures: bool = False,
        action: str = NUMBER,
        render_mode: str | None = None,
    ) -> None:
        check_reward(reward)
        if action not in (NUMBER, PEGS):
            raise InvalidSpec(
                _("there is no action {action!r}: use {number} or {pegs}").format(
                    action=action, number=NUMBER, pegs=PEGS
                )
            )
        self.game = CodeGame(parse_rules_of(Mastermind, game))
        self.rules = self.game.rules
        self.reward, self.figures = reward, figures or reward == EXACT
        self.observation_space = rows_space(self.game)
        self.action_space = (
            spaces.Discrete(len(self.game.codes))
            if action == NUMBER
            else spaces.MultiDiscrete([self.rules.symbols] * self.rules.places)
        )
        self.by_number, self.render_mode = action == NUMBER, render_mode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, dict[str, Any]]:
        """Starts a game: the first one of a seed, else the next one.

        Options: ``round``, the number of the game of this seed; ``secret``, a code or its text.
        """
        super().reset(seed=seed)
        chosen = check_options(options, ("round", "secret"))
        if seed is not None or not self.game.round:
            self.game.start(self.np_random_seed)
        else:
            self.game.restart()
        if "round" in chosen:
            self.game.restart(int(chosen["round"]))
        if "secret" in chosen:
            self.game.secret = self.rules.code(chosen["secret"])
        return self.game.rows(), self._masks()

    def step(self, action: Any) -> tuple[Rows, float, bool, bool, dict[str, Any]]:
        """Makes a guess. Raises IllegalMove for a code that the rules do not allow."""
        code = self.code(action)
        info: dict[str, Any] = dict(self.game.figures(code)) if self.figures else {}
        reward = exact_reward(info) if self.reward == EXACT else 0.0
        self.game.guess(code)
        outcome = self.rules.outcome(self.game.turns)
        info["won"] = outcome is Outcome.WON
        if self.reward == WIN:
            reward = float(info["won"])
        return self.game.rows(), reward, outcome is not None, False, info | self._masks()

    def code(self, action: Any) -> Code:
        """Returns the code of an action. Raises IllegalMove."""
        if self.by_number:
            return self.game.code(int(action))
        return tuple(map(int, action))

    def _masks(self) -> dict[str, Any]:
        if not self.by_number:
            return {}
        every = np.ones(len(self.game.codes), np.int8)
        return {"action_mask": every, "consistent": self.game.possible.astype(np.int8)}

    def review(self, strategy: Strategy | None = None) -> Review:
        """Reviews the game so far as the coach does: with ``skill`` and ``luck``. Slow."""
        from mastermine.coach.review import review

        return review(self.rules, self.game.turns, strategy)

    def render(self) -> str | None:
        """Returns the guesses and answers as text, a line for each."""
        return self.game.text() if self.render_mode == "ansi" else None
