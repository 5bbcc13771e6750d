"""Games of several players for PettingZoo: maker against breaker, and a race."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome
from mastermine.core.random import Random
from mastermine.i18n.text import _
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.ml import check_installed
from mastermine.ml.codes import CodeGame
from mastermine.registry import parse_rules, parse_rules_of

check_installed("gymnasium")
check_installed("pettingzoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

from mastermine.ml.mastermind import MastermindEnv, Rows, rows_space  # noqa: E402
from mastermine.ml.minesweeper import MinesweeperEnv  # noqa: E402

MAKER, BREAKER = "maker_0", "breaker_0"


class MakerBreaker(AECEnv[str, Rows, int]):
    """The maker chooses a code, and the breaker looks for it; the players take turns.

    Actions are the numbers of codes. With ``adversary`` the maker chooses no code, but the answer
    to each guess, as the number of ``Mastermind.encode``. ``action_mask``, in the info of the
    player whose turn it is, allows the answers that some code gives. The breaker wins if the code
    is found within the limit (10 guesses if the rules set none): 1 for the winner, -1 for the
    other.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "mastermine_maker_breaker_v0", "is_parallelizable": False, "render_modes": ["ansi"],
    }  # fmt: skip

    def __init__(
        self, game: str = "classic", adversary: bool = False, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game = CodeGame(parse_rules_of(Mastermind, game))
        self.adversary, self.render_mode = adversary, render_mode
        self.possible_agents = [MAKER, BREAKER]
        codes = len(self.game.codes)
        choices = {MAKER: self.game.rules.win + 1 if adversary else codes, BREAKER: codes}
        self.action_spaces = {name: spaces.Discrete(n) for name, n in choices.items()}
        self.observation_spaces = {name: rows_space(self.game) for name in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Starts a game; nothing in it is drawn, so ``seed`` changes nothing."""
        self.game.clear()
        self.game.secret = None
        self._asked: tuple[int, ...] | None = None
        self.agents = list(self.possible_agents)
        self.agent_selection = BREAKER if self.adversary else MAKER
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._tell()

    def render(self) -> str | None:
        """Returns the guesses and answers as text, a line for each."""
        return self.game.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is no window."""

    def observe(self, agent: str) -> Rows:  # noqa: ARG002
        """Returns the rows, which both players see."""
        rows = self.game.rows()
        if self._asked is not None:
            rows[len(self.game.turns), : len(self._asked)] = self._asked
        return rows

    def _tell(self) -> None:
        """Gives the player whose turn it is the mask of the actions."""
        mask = np.ones(self.action_spaces[self.agent_selection].n, np.int8)
        if self._asked is not None:
            mask[:] = 0
            mask[self.game.answers(self._asked)[self.game.possible]] = 1
        self.infos[self.agent_selection] = {"action_mask": mask}

    def step(self, action: int | None) -> None:
        """Makes the move of the player whose turn it is. Raises IllegalMove."""
        player = self.agent_selection
        if self.terminations[player]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[player] = 0.0
        self._clear_rewards()
        number = int(cast("int", action))
        if player == BREAKER:
            self._guess(number)
        elif self.adversary:
            self._answer(number)
        else:
            self.game.secret = self.game.code(number)
        self.agent_selection = MAKER if player == BREAKER and self.adversary else BREAKER
        outcome = self.game.rules.outcome(self.game.turns)
        if outcome is not None:
            won = 1.0 if outcome is Outcome.WON else -1.0
            self.rewards = {MAKER: -won, BREAKER: won}
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()

    def _guess(self, number: int) -> None:
        code = self.game.code(number)
        if self.adversary:
            self._asked = code
        else:
            self.game.guess(code)

    def _answer(self, number: int) -> None:
        if (
            not self.action_spaces[MAKER].contains(number)
            or not self.infos[MAKER]["action_mask"][number]
        ):
            raise IllegalMove(_("no possible code gives the answer {n}").format(n=number))
        code, self._asked = cast("tuple[int, ...]", self._asked), None
        self.game.guess(code, self.game.rules.decode(number))


class Race(ParallelEnv[str, Any, int]):
    """Several players with the same secret, all at the same time; the first to win is the winner.

    ``game`` is of either kind. In Minesweeper all start with the same cell in the middle open. A
    player that hits a mine or has no guess left is out. Rewards: 1 for the winner and -1 for the
    others; 0 if several win at the same time, or nobody.
    """

    metadata: dict[str, Any] = {"name": "mastermine_race_v0", "render_modes": []}  # noqa: RUF012

    def __init__(self, game: str = "classic", players: int = 2) -> None:
        if players < 2:
            raise InvalidSpec(_("a race needs at least 2 players, not {n}").format(n=players))
        rules = parse_rules(game)
        kind = {Mastermind.game: MastermindEnv, Minesweeper.game: MinesweeperEnv}.get(rules.game)
        if kind is None:
            raise InvalidSpec(_("there is no race in {game}").format(game=rules.game))
        self.possible_agents = [f"racer_{number}" for number in range(players)]
        self.games: dict[str, Any] = {name: kind(game) for name in self.possible_agents}
        self.rules: Any = rules
        self.render_mode = None
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return cast("spaces.Space[Any]", self.games[agent].observation_space)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return cast("spaces.Space[Any]", self.games[agent].action_space)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Starts a race: the first one of a seed, else the next one. Option: ``round``."""
        if seed is None and not self.agents and not hasattr(self, "_seed"):
            seed = int(np.random.SeedSequence().generate_state(1)[0])
        if seed is not None:
            self._seed, self._round = seed, 0
        self._round = int((options or {}).get("round", self._round + 1))
        self.agents = list(self.possible_agents)
        started = {name: self._start(game) for name, game in self.games.items()}
        return {name: board for name, (board, _info) in started.items()}, {
            name: info for name, (_board, info) in started.items()
        }

    def _start(self, game: Any) -> tuple[Any, dict[str, Any]]:
        board, info = game.reset(seed=self._seed, options={"round": self._round})
        if isinstance(game, MinesweeperEnv):
            rules = game.rules
            first = rules.width // 2, rules.height // 2
            layout = rules.draw(Random(self._seed).fork("round", self._round), first)
            game.reset(options={"layout": layout})
            board, _reward, _ended, _cut, info = game.step(first[1] * rules.width + first[0])
        return board, info

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        """Makes a move of each player that is still in the race. Raises IllegalMove."""
        results = {name: self.games[name].step(actions[name]) for name in self.agents}
        winners = [name for name, result in results.items() if result[4]["won"]]
        ended = {name: bool(winners) or result[2] for name, result in results.items()}
        rewards = dict.fromkeys(results, 0.0)
        if len(winners) == 1:
            rewards = {name: 1.0 if name in winners else -1.0 for name in results}
        cut = {name: result[3] and not ended[name] for name, result in results.items()}
        self.agents = [name for name in results if not (ended[name] or cut[name])]
        return (
            {name: result[0] for name, result in results.items()},
            rewards,
            ended,
            cut,
            {name: result[4] for name, result in results.items()},
        )
