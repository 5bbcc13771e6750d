"""The formats of two puzzles at CodinGame, both ways: bots for them here, our strategies there.

Sources: the statements of Minesweeper (eulerscheZahl) and of Bulls and Cows 2 (wlesavo),
codingame.com/training/medium/minesweeper-1 and
codingame.com/multiplayer/optimization/bulls-and-cows-2.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import IO, TYPE_CHECKING, cast

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.strategy import Strategy, strategy
from mastermine.engines.server import Server
from mastermine.mastermind.rules import Answer, Mastermind
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.rules import Minesweeper

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Feedback, Pegs
    from mastermine.mastermind.knowledge import Candidates, CodeView
    from mastermine.mastermind.rules import Code
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import BoardView

SWEEPING = Minesweeper.parse("minesweeper:30x16x99-open")
"""The only rules of that puzzle: the first click opens several cells."""

SIGNS = str.maketrans("0#", ".?")
"""From our signs of cells to theirs."""

OURS = str.maketrans(".?", "0#", " ")

TURNED = str.maketrans("0123456789", "1234567890")
"""From our digits to theirs, so that our first guess does not begin with 0."""


class Bot:
    """A running bot. It plays one game and is then started again."""

    def __init__(self, command: str) -> None:
        self._words = shlex.split(command)
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it, in place of the one before."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(self._words, stdin=pipe, stdout=pipe, text=True)

    def ask(self, text: str) -> str:
        """Sends lines and returns its answer; ends this program, with the reason, if none comes."""
        assert self._process is not None
        try:
            cast("IO[str]", self._process.stdin).write(f"{text}\n")
            cast("IO[str]", self._process.stdin).flush()
        except BrokenPipeError:
            pass
        line = cast("IO[str]", self._process.stdout).readline()
        if not line:
            sys.exit(f"the bot ended with exit status {self._process.wait()}")
        return line.strip()


def sweeper(command: str) -> Strategy:
    """Returns a strategy that asks a bot for Minesweeper."""
    bot = Bot(command)
    last = b""

    @strategy("codingame-minesweeper", game="minesweeper")
    def play(view: BoardView) -> list[Cell]:
        """The cell of the bot, without its flags."""
        nonlocal last
        cells = view.knowledge.board.cells
        pairs = list(zip(last, cells, strict=False))
        if not last or last == cells or any(old not in (new, CLOSED) for old, new in pairs):
            bot.start()
        last = cells
        rows = str(view.knowledge.board).translate(SIGNS).split("\n")
        said = bot.ask("\n".join(" ".join(row) for row in rows))
        try:
            x, y = map(int, said.split()[:2])
        except ValueError:
            sys.exit(f"the bot answered {said!r}, not a cell such as 3 0")
        return [(x, y)]

    return play


def breaker(command: str) -> Strategy:
    """Returns a strategy that asks a bot for Bulls and Cows."""
    bot = Bot(command)
    game: Mastermind | None = None
    heard: tuple[Turn[Code, Feedback], ...] = ()
    guess: Code = ()

    def check(rules: Mastermind) -> None:
        if rules.repeats or rules.answer is not Answer.PEGS or rules.symbols != 10:
            raise InvalidSpec("it plays Bulls and Cows, such as 4x10-distinct")

    def ask(rules: Mastermind, text: str) -> Code:
        said = bot.ask(text)
        try:
            return rules.parse_action(said)
        except IllegalMove as error:
            sys.exit(f"the bot answered {said!r}: {error}")

    @strategy("codingame-bulls-and-cows", check_rules=check)
    def play(view: CodeView) -> list[Code]:
        """The guess of the bot, which hears each answer once."""
        nonlocal game, heard, guess
        if game != view.rules or view.turns[: len(heard)] != heard:
            bot.start()
            game, heard = view.rules, ()
            guess = ask(game, f"{game.places}\n-1 -1")
        for turn in view.turns[len(heard) :]:
            if turn.action != guess:
                raise InvalidSpec("the bot does not come to this position")
            pegs = cast("Pegs", turn.feedback)
            heard = (*heard, turn)
            guess = ask(view.rules, f"{pegs.black} {pegs.white}")
        return [guess]

    return play


def answers(strategy: Strategy, lines: Iterable[str]) -> Iterator[str]:
    """Yields the answers of a strategy to a referee of CodinGame. Raises InvalidSpec."""
    server = Server(strategy)
    sweeping = strategy.game == "minesweeper"
    return (_cells if sweeping else _guesses)(server, iter(lines))


def _move(server: Server, rules: str, position: str) -> str:
    """Returns the move in a position. Raises InvalidSpec if the strategy makes none."""
    answer = list(server.run([f"game {rules}", f"position {position}", "go"]))[-1]
    if not answer.startswith("move "):
        raise InvalidSpec(answer.partition(" ")[2])
    return answer.removeprefix("move ")


def _cells(server: Server, lines: Iterator[str]) -> Iterator[str]:
    """Yields the cell after each board."""
    while rows := [line.strip().translate(OURS) for line in islice(lines, SWEEPING.height)]:
        yield _move(server, SWEEPING.spec(), "/".join(rows)).replace(",", " ")


def _guesses(server: Server, lines: Iterator[str]) -> Iterator[str]:
    """Yields the guess after each answer; none begins with 0, as no code does there."""
    rules = Mastermind.parse(f"mastermind:{next(lines).strip()}x10-distinct")
    turns: list[str] = []
    guess = ""
    for line in lines:
        if guess:
            turns.append(f"{guess} {line}")
        guess = _move(server, rules.spec(), "; ".join(turns))
        if guess.translate(TURNED).startswith("0"):
            known = cast("Candidates", rules.view_at("; ".join(turns)).knowledge)
            guess = rules.format_action(known.first())
        yield guess.translate(TURNED)
