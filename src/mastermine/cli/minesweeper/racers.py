"""People against each other: all open the same field, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.cli.minesweeper.minefield import Minefield
from mastermine.cli.minesweeper.sweeper import Sweeper
from mastermine.cli.output import table
from mastermine.cli.people import People
from mastermine.cli.playing import save
from mastermine.i18n.text import _
from mastermine.session.multiplayer import scoring

if TYPE_CHECKING:
    from rich.table import Table

    from mastermine.cli.dialogue import Command
    from mastermine.cli.terminal import Terminal
    from mastermine.session import MinesweeperSession, Place, Race


class Racers(People):
    """A whole match."""

    match: Race

    def __init__(self, terminal: Terminal, match: Race) -> None:
        super().__init__(terminal, match)

    def game(self) -> str:
        return f"{self.match.rules.describe()}."

    def scored(self) -> str:
        return scoring.scored(self.match)

    def set_up(self) -> None:
        match = self.match
        self.wait(
            # Translators: the name of a woman or a man.
            _("Round {n} of {rounds}. Press Enter, {player}, when you are ready. ").format(
                n=match.round + 1, rounds=match.rounds, player=match.player
            )
        )
        match.begin()

    def play(self, player: str, session: MinesweeperSession) -> None:
        Racer(self.terminal, self.match, player, session).run()

    def close_round(self, number: int) -> None:
        match = self.match
        results = match.results(number)
        layout = next((session.secret for _p, session in results if session.secret), None)
        self.terminal.clear()
        if layout is not None:
            self.terminal.say(Minefield(layout.board(), layout=layout))
        self.terminal.say(*(f"{player}: {scoring.raced(session)}" for player, session in results))
        self.terminal.say(
            # Translators: the name of a woman or a man, or several with commas.
            _("The round goes to {players}.").format(players=", ".join(match.winners_of(number)))
        )

    def table(self) -> list[Place]:
        return self.match.standings()

    def standings(self) -> Table:
        heads = scoring.heads(self.match)
        made = table(*heads, title=self.title(), numbers=range(1, len(heads)))
        for row in scoring.rows(self.match):
            made.add_row(*row)
        return made


class Racer(Sweeper):
    """One player: against another person there is no help and no way back."""

    def __init__(
        self, terminal: Terminal, race: Race, player: str, session: MinesweeperSession
    ) -> None:
        super().__init__(terminal, session)
        self.race = race
        self.player = player

    def run(self) -> None:
        session = self.session
        self.terminal.say(
            _("{player}: type a cell, such as {example}, or {help}.").format(
                player=self.player, example=self.example(), help=self.spelled(_("help"))
            )
        )
        self.show()
        while session.outcome is None:
            self.step()
        self.terminal.say(
            Minefield(session.board, session.flags, session.fatal),
            f"{self.player}: {scoring.raced(session)}",
        )

    def prompt(self) -> str:
        return f"{self.player}: {super().prompt()}"

    def commands(self) -> list[Command]:
        return [
            *self.move_commands(),
            self.board_command(),
            self.save_command(),
            self.give_up_command(),
        ]

    def elsewhere(self) -> list[str]:
        return [name for command in super().commands() for name in command.names]

    def save(self, file: str) -> None:
        save(self.terminal, self.race, file)
