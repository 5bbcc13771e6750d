"""Base screens for watching a game: step by step, or automatically."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from textual.binding import Binding, BindingType
from textual.widgets import Static

from mastermine.core.errors import MastermineError
from mastermine.core.oracle import Honest
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.numbers import decimal
from mastermine.i18n.text import N_, _
from mastermine.registry import find_strategy, usual_strategy
from mastermine.tui.background import LONG, in_thread
from mastermine.tui.board_screen import THINKING_SECONDS, TableScreen

if TYPE_CHECKING:
    from collections.abc import Iterator

S = TypeVar("S")

PACES_SECONDS = (0.1, 0.3, 1.0, 2.0, 4.0)
"""Seconds per step, from the fastest pace to the slowest."""


class WatchScreen(TableScreen, Generic[S]):
    """A screen on which a game is replayed in steps; each game defines its steps."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", N_("Help")),
        Binding("f10,escape", "leave", N_("Close")),
        Binding("space,right,n", "next", N_("Next")),
        Binding("left,b", "back", N_("Back")),
        Binding("a,p", "run", N_("Play or pause")),
        Binding("home", "first", N_("First step"), show=False, priority=True),
        Binding("end", "last", N_("Last known step"), show=False, priority=True),
        Binding("plus,equals_sign", "faster", N_("Faster")),
        Binding("minus", "slower", N_("Slower")),
        Binding("f2", "again", N_("New game")),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[S] = []
        self.at = 0
        self.over = False
        """True if all steps are in ``self.steps``."""
        self.running = False
        self.pace = 2
        self._busy = False

    # Parts that each game defines.

    @abstractmethod
    def begin(self) -> None:
        """Starts a new game; called before the first step."""

    @abstractmethod
    def find(self) -> S | None:
        """Returns the step after ``self.steps``, or None after the last one.

        Runs in a thread and draws nothing. Raises MastermineError, which is shown.
        """

    @abstractmethod
    def show(self) -> None:
        """Draws the first ``self.at`` steps and explains the last of them."""

    # The screen.

    def on_mount(self) -> None:
        self.begin()
        self.redraw()
        self._timer = self.set_interval(PACES_SECONDS[self.pace], self._tick, pause=True)

    def status(self) -> str:
        if self.running:
            return _("step {n}, every {seconds} s").format(
                n=self.at, seconds=decimal(PACES_SECONDS[self.pace], 1)
            )
        return _("step {n}").format(n=self.at)

    def _thinks(self) -> None:
        self.query_one("#status", Static).update(self.thinking())

    def _tick(self) -> None:
        if self.is_current:
            self.action_next()

    def _run(self, running: bool) -> None:
        self.running = running
        self._timer.stop()
        self._timer = self.set_interval(PACES_SECONDS[self.pace], self._tick, pause=not running)
        self.show_status()

    # Actions.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        if action in ("next", "run"):
            return not (self.over and self.at == len(self.steps)) or None
        if action == "back":
            return self.at > 0 or None
        return True

    def action_next(self) -> None:
        if self._busy:
            return
        if self.at < len(self.steps) or self.over:
            self._go_on()
        else:
            self._busy = True
            self.run_worker(self._find())

    async def _find(self) -> None:
        timer = self.set_timer(THINKING_SECONDS, self._thinks)
        try:
            step = await in_thread(self.find, LONG)
        except MastermineError as error:
            if self.is_attached:
                self._run(False)
                self.complain(error)
            return
        finally:
            timer.stop()
            self._busy = False
        if not self.is_attached:
            return
        if step is None:
            self.over = True
        else:
            self.steps.append(step)
        self._go_on()

    def _go_on(self) -> None:
        """Shows the next step; after the last one, stops automatic play."""
        self.at = min(self.at + 1, len(self.steps))
        if self.running and self.over and self.at == len(self.steps):
            self._run(False)
        self.redraw()

    def action_back(self) -> None:
        self._run(False)
        self.at = max(0, self.at - 1)
        self.redraw()

    def action_first(self) -> None:
        self._run(False)
        self.at = 0
        self.redraw()

    def action_last(self) -> None:
        self.at = len(self.steps)
        self.redraw()

    def action_run(self) -> None:
        self._run(not self.running)

    def action_faster(self) -> None:
        self.pace = max(0, self.pace - 1)
        self._run(self.running)

    def action_slower(self) -> None:
        self.pace = min(len(PACES_SECONDS) - 1, self.pace + 1)
        self._run(self.running)

    def action_again(self) -> None:
        if self._busy:
            return
        self.steps, self.at, self.over = [], 0, False
        self.begin()
        self.redraw()

    def action_leave(self) -> None:
        self.dismiss()


class StrategyScreen(WatchScreen[S]):
    """A screen on which a strategy plays, by default the default strategy of the rules.

    ``secret`` and ``seed`` apply to the first game. Raises InvalidSpec, IllegalMove.
    """

    def __init__(
        self,
        rules: Any,
        strategy: str | None = None,
        *,
        secret: str | None = None,
        seed: int | str | None = None,
    ) -> None:
        super().__init__()
        self.rules = rules
        self.strategy = find_strategy(strategy or usual_strategy(rules), rules.game)
        self.secret = None if secret is None else rules.parse_secret(secret)
        self.seed = seed
        self._oracle: Honest[Any, Any, Any]
        self._game: Iterator[Any]

    @abstractmethod
    def play(self, rng: Random) -> Iterator[Any]:
        """Yields the steps of the strategy against ``self._oracle``."""

    def begin(self) -> None:
        rng = Random(fresh_seed() if self.seed is None else self.seed)
        self._oracle = Honest(self.rules, self.secret, rng)
        self._game = self.play(rng.fork("strategy"))
        self.seed = self.secret = None

    def headline(self) -> str:
        return _("{strategy} plays {game}").format(
            strategy=self.strategy.name, game=self.describe()
        )

    def rules_help(self) -> list[str]:
        return [self.describe()]

    def describe(self) -> str:
        """Describes the rules in the words of the game."""
        words: str = self.rules.describe()
        return words
