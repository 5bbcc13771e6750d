"""Games as text, for language models: a prompt, moves in words, and boards in four renderings."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.core.game import Outcome, Turn
from mastermine.core.play import record
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _
from mastermine.mastermind import renderings as rows
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.minesweeper import renderings as boards
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell
from mastermine.minesweeper.rules import Exploded, Minesweeper, Opened
from mastermine.ml.codes import CodeGame, exact_reward
from mastermine.ml.minefields import Minefields
from mastermine.ml.rewards import EXACT, WIN, check_reward, click_figures, exact_rewards
from mastermine.registry import AnyRules, parse_rules
from mastermine.session.messages import rules as messages

GRID, COORDINATES, CONSTRAINTS = boards.RENDERINGS
PICTURE = "picture"
RENDERINGS = (*boards.RENDERINGS, PICTURE)

MAX_MISTAKES = 3
"""Number of texts without a legal move after which a game is lost."""

MISTAKE = -1.0
"""Exact reward of a text without a legal move."""

_IN_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True)
class Reply:
    """The answer of a game to a text."""

    text: str
    """The board after the move, or why there was none."""
    reward: float
    ended: bool
    info: dict[str, Any]
    """``won``; ``mistake``: no legal move; with exact rewards the figures of the move."""


class TextGame(ABC):
    """A game in text. ``text_game`` makes one for any rules of the two games."""

    example: str
    """A move that the prompt shows."""

    def __init__(self, rules: Any, rendering: str, reward: str) -> None:
        check_reward(reward)
        if rendering not in RENDERINGS:
            raise InvalidSpec(
                # Translators: {known} is a list of words.
                _("there is no rendering {rendering!r}: use {known}").format(
                    rendering=rendering, known=listed(RENDERINGS)
                )
            )
        self.rules, self.rendering, self.reward = rules, rendering, reward
        self.mistakes = 0
        """Number of texts without a legal move in this game."""

    def start(self, seed: int | str, number: int = 1) -> str:
        """Starts game ``number`` of a seed, that of the same round of a match; returns the prompt.

        With the rendering ``picture`` the board is in ``picture()``.
        """
        self.mistakes = 0
        self._start(seed, number)
        return "\n\n".join([*self.task(), self.board()])

    def move(self, text: str) -> Reply:
        """Makes the move in a text: the last one in square brackets, or the whole text."""
        try:
            action = self._read(text)
        except MastermineError as error:
            self.mistakes += 1
            return self._mistake(error, self.mistakes >= MAX_MISTAKES)
        reward, figures = self._worth(action) if self.reward == EXACT else (0.0, {})
        self._make(action)
        outcome = self.rules.outcome(self.turns)
        won = outcome is Outcome.WON
        if self.reward == WIN:
            reward = float(won)
        ended = {None: "", Outcome.WON: _("You won."), Outcome.LOST: _("You lost.")}[outcome]
        text = "\n\n".join(filter(None, [self.board(), ended]))
        info = {**figures, "won": won, "mistake": False}
        return Reply(text, reward, outcome is not None, info)

    def start_at(self, position: str) -> None:
        """Starts at a position in the notation of the rules; it has no secret.

        ``judge`` takes the place of ``move``. Raises InvalidSpec.
        """
        self.start(0)
        self._set(self.rules.view_at(position))

    def judge(self, text: str) -> Reply:
        """Returns the exact reward and the figures of the move in a text, without making it."""
        try:
            reward, figures = self._worth(self._read(text))
        except MastermineError as error:
            return self._mistake(error, over=True)
        return Reply("", reward, True, {**figures, "won": False, "mistake": False})

    def _read(self, text: str) -> Any:
        return self._legal((_IN_BRACKETS.findall(text) or [text.strip()])[-1].strip())

    def _mistake(self, error: MastermineError, over: bool) -> Reply:
        worth = MISTAKE if self.reward == EXACT else 0.0
        return Reply(str(error), worth, over, {"won": False, "mistake": True})

    def board(self, rendering: str | None = None) -> str:
        """Returns the board in a rendering, by default its own; empty for a picture."""
        chosen = rendering or self.rendering
        return "" if chosen == PICTURE else self.written(chosen)

    def picture(self) -> bytes:
        """Draws the board as PNG. Raises InvalidSpec if resvg is not installed."""
        from mastermine.session.share.picture import png

        return png(record(self.rules, self.turns, self.rules.outcome(self.turns)))

    def task(self) -> list[str]:
        """Returns the rules, and how to answer."""
        return [
            self.rules.describe() + ".",
            self.aim(),
            # Translators: {example} is a move in square brackets.
            _("End your answer with your move in square brackets, such as {example}.").format(
                example=f"[{self.example}]"
            ),
        ]

    turns: Any
    """The moves of this game and their answers."""

    @abstractmethod
    def _start(self, seed: int | str, number: int) -> None: ...
    @abstractmethod
    def _legal(self, text: str) -> Any:
        """Parses a move. Raises IllegalMove."""

    @abstractmethod
    def _set(self, view: Any) -> None: ...

    @abstractmethod
    def _worth(self, action: Any) -> tuple[float, dict[str, Any]]:
        """Returns the exact reward and the figures of a move."""

    @abstractmethod
    def _make(self, action: Any) -> None: ...

    @abstractmethod
    def aim(self) -> str:
        """Returns the aim of the game, and what the answers mean."""

    @abstractmethod
    def written(self, rendering: str) -> str:
        """Returns the board in a rendering that is a text."""


class TextMinefield(TextGame):
    """Minesweeper in text."""

    example = "3,0"

    def _start(self, seed: int | str, number: int) -> None:
        self.games = Minefields(self.rules, 1)
        self.games.start([seed])
        self.games.restart(np.zeros(1, np.int64), number)
        self.turns: list[Turn[Cell, Exploded | Opened]] = []

    @property
    def shown(self) -> Board:
        """The board as the player sees it."""
        return Board(self.rules.width, self.rules.height, self.games.boards[0].tobytes())

    def _legal(self, text: str) -> Cell:
        cell: Cell = self.rules.parse_action(text)
        if self.shown[cell] != CLOSED:
            # Translators: {cell} is x,y.
            raise IllegalMove(_("{cell} is already open.").format(cell=text))
        return cell

    def _set(self, view: Any) -> None:
        self.games.boards[0] = view.knowledge.board.array.ravel()

    def _worth(self, action: Cell) -> tuple[float, dict[str, Any]]:
        board, places = self.games.boards, np.array([self.shown.index(action)])
        known = click_figures(self.rules, board, places, with_information=True)
        figures = {name: values[0].item() for name, values in known.items()}
        return float(exact_rewards(board, places, known)[0]), figures

    def _make(self, action: Cell) -> None:
        self.games.click(np.array([self.shown.index(action)]))
        board = self.shown
        answer = Exploded() if board[action] == MINED else Opened(board.opened(action))
        self.turns.append(Turn(action, answer))

    def aim(self) -> str:
        cell = _("A cell is x,y: its column and row, counted from 0 at the top left.")
        return f"{messages.minesweeper()} {cell}"

    def written(self, rendering: str) -> str:
        lost = self.rules.outcome(self.turns) is Outcome.LOST
        plain = COORDINATES if lost and rendering == CONSTRAINTS else rendering
        return boards.RENDERINGS[plain](self.shown, self.rules.mines)


class TextCode(TextGame):
    """Mastermind in text."""

    def __init__(self, rules: Mastermind, rendering: str, reward: str) -> None:
        self.game = CodeGame(rules)
        super().__init__(self.game.rules, rendering, reward)
        self.example = self.rules.format_action(self.game.code(len(self.game.codes) - 1))

    def _start(self, seed: int | str, number: int) -> None:
        self.game.start(seed)
        self.game.restart(number)

    @property
    def turns(self) -> tuple[Turn[Code, Feedback], ...]:
        """The guesses and their answers."""
        return self.game.turns

    def _legal(self, text: str) -> Code:
        return cast("Code", self.rules.parse_action(text))

    def _set(self, view: Any) -> None:
        for turn in view.turns:
            self.game.guess(turn.action, turn.feedback)

    def _worth(self, action: Code) -> tuple[float, dict[str, Any]]:
        figures = self.game.figures(action)
        return exact_reward(figures), figures

    def _make(self, action: Code) -> None:
        self.game.guess(action)

    def aim(self) -> str:
        answers = messages.answer_meaning(self.rules.answer)
        if self.rules.answer is not Answer.PLACES:
            answers += " " + _("1B 2W is one black peg and two white ones.")
        return f"{messages.mastermind_goal()} {answers}"

    def written(self, rendering: str) -> str:
        return rows.RENDERINGS[rendering](self.rules, self.turns) or _("No guess yet.")


def text_game(game: str | AnyRules, rendering: str = GRID, reward: str = WIN) -> TextGame:
    """Makes a game in text from a spec, a preset or rules. Raises InvalidSpec, TooLarge.

    ``rendering``: ``grid``; ``coordinates``, a list; ``constraints``, what the numbers or answers
    say about the secret; ``picture``, PNG. ``reward``: ``win``, or ``exact`` as in the environments
    for Gymnasium, with -1 for a text without a legal move.
    """
    rules: Any = parse_rules(game) if isinstance(game, str) else game
    kinds: dict[str, type[TextGame]] = {
        Mastermind.game: TextCode,
        Minesweeper.game: TextMinefield,
    }
    if rules.game not in kinds:
        raise InvalidSpec(_("there is no game of {game} in text").format(game=rules.game))
    return kinds[rules.game](rules, rendering, reward)
