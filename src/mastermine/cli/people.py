"""People against each other at one keyboard: what the matches of both games share.

Between two people the screen is emptied, so that nobody sees another's board with the same secret.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Protocol

from mastermine.cli.dialogue import leaves
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from mastermine.cli.terminal import Terminal
    from mastermine.session import Match


class Stands(Protocol):
    """A row of a table."""

    @property
    def player(self) -> str: ...
    @property
    def leads(self) -> bool: ...


class People(ABC):
    """A whole match."""

    def __init__(self, terminal: Terminal, match: Match[Any]) -> None:
        self.terminal = terminal
        self.match = match

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

    def open(self) -> None:
        """Say what is played, and how it is scored."""
        match = self.match
        self.terminal.say(
            self.game(),
            # Translators: {players} are names with commas.
            ngettext("{players}: {n} round.", "{players}: {n} rounds.", match.rounds).format(
                players=", ".join(match.players), n=match.rounds
            ),
            self.scored(),
        )
        if match.round:
            self.terminal.say(self.standings())

    def close(self) -> None:
        """Show the final table."""
        winners = [standing.player for standing in self.table() if standing.leads]
        self.terminal.say(
            self.standings(),
            # Translators: the name of a woman or a man.
            _("{player} wins.").format(player=winners[0])
            if len(winners) == 1
            else _("A draw: {players}.").format(players=", ".join(winners)),
        )

    def wait(self, prompt: str) -> None:
        """Wait for Enter, then empty the screen. Raises EOFError when the players leave."""
        if leaves(self.terminal.read(prompt)):
            raise EOFError
        self.terminal.clear()

    def title(self) -> str:
        """What stands above the table."""
        match = self.match
        if match.over:
            return _("Final table")
        return _("After round {n} of {rounds}").format(n=match.round, rounds=match.rounds)

    @abstractmethod
    def game(self) -> str:
        """What is played."""

    @abstractmethod
    def scored(self) -> str:
        """What counts."""

    @abstractmethod
    def set_up(self) -> None:
        """See to it that there is a board to play. Raises EOFError when the players leave."""

    @abstractmethod
    def play(self, player: str, session: Any) -> None:
        """Let somebody play a board to the end. Raises EOFError when the players leave."""

    @abstractmethod
    def close_round(self, number: int) -> None:
        """Say how a round ended."""

    @abstractmethod
    def table(self) -> Sequence[Stands]:
        """How all stand."""

    @abstractmethod
    def standings(self) -> Table:
        """The same as a table."""
