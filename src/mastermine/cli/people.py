"""Matches between people at one keyboard, for all games.

The screen is cleared between players, so that nobody sees another's board of the same secret.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rich.table import Table

from mastermine.cli.dialogue import is_quit
from mastermine.cli.output import table
from mastermine.cli.terminal import Terminal
from mastermine.i18n.text import ngettext
from mastermine.session import Match


class People(ABC):
    """A match; games define how a round starts and ends."""

    def __init__(self, terminal: Terminal, match: Match[Any]) -> None:
        self.terminal = terminal
        self.match: Any = match

    def run(self) -> None:
        """Plays to the end. Raises EOFError if the players quit."""
        match = self.match
        self.open()
        while not match.over:
            turn = match.board
            if turn is None:
                self.set_up()
                continue
            number = match.round
            self.play(*turn)
            if match.round > number:
                self.close_round(number)
                if not match.over:
                    self.terminal.say(self.standings())
        self.close()

    @abstractmethod
    def set_up(self) -> None:
        """Prepares the next board. Raises EOFError if the players quit."""

    @abstractmethod
    def play(self, player: str, session: Any) -> None:
        """Lets a player play a board to the end. Raises EOFError if the players quit."""

    @abstractmethod
    def close_round(self, number: int) -> None:
        """Prints the result of a round."""

    def game(self) -> str:
        return str(self.match.describe())

    def open(self) -> None:
        match = self.match
        self.terminal.say(
            self.game(),
            # Translators: {players} are names with commas.
            ngettext("{players}: {n} round.", "{players}: {n} rounds.", match.rounds).format(
                players=", ".join(match.players), n=match.rounds
            ),
            match.scoring_text(),
        )
        if match.round:
            self.terminal.say(self.standings())

    def close(self) -> None:
        self.terminal.say(self.standings(), self.match.winners_text())

    def wait(self, prompt: str) -> None:
        """Waits for Enter, then clears the screen. Raises EOFError if the players quit."""
        if is_quit(self.terminal.read(prompt)):
            raise EOFError
        self.terminal.clear()

    def standings(self) -> Table:
        match = self.match
        heads = match.headings()
        rows = table(*heads, title=match.table_title(), numbers=range(1, len(heads)))
        for row in match.rows():
            rows.add_row(*row)
        return rows
