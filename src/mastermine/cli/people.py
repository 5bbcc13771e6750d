"""People against each other at one keyboard: the same loop for the matches of all games.

Between two people the screen is emptied, so that nobody sees another's board with the same secret.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rich.table import Table

from mastermine.cli.dialogue import leaves
from mastermine.cli.output import table
from mastermine.cli.terminal import Terminal
from mastermine.i18n.text import _, ngettext
from mastermine.session import Match


class People(ABC):
    """A whole match: a game says how a round begins and ends."""

    def __init__(self, terminal: Terminal, match: Match[Any]) -> None:
        self.terminal = terminal
        self.match: Any = match

    def run(self) -> None:
        """Play to the end. Raises EOFError when the players leave."""
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
        """See to it that there is a board to play. Raises EOFError when the players leave."""

    @abstractmethod
    def play(self, player: str, session: Any) -> None:
        """Let somebody play a board to the end. Raises EOFError when the players leave."""

    @abstractmethod
    def close_round(self, number: int) -> None:
        """Say how a round ended."""

    def game(self) -> str:
        return str(self.match.rules.describe())

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
        """Wait for Enter, then empty the screen. Raises EOFError when the players leave."""
        if leaves(self.terminal.read(prompt)):
            raise EOFError
        self.terminal.clear()

    def standings(self) -> Table:
        match = self.match
        title = (
            _("Final table")
            if match.over
            else _("After round {n} of {rounds}").format(n=match.round, rounds=match.rounds)
        )
        heads = match.headings()
        made = table(*heads, title=title, numbers=range(1, len(heads)))
        for row in match.rows():
            made.add_row(*row)
        return made
