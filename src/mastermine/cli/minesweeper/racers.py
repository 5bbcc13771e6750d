"""Runs a match of Minesweeper: players open the same board one after the other."""

from __future__ import annotations

from mastermine.cli.minesweeper.minefield import Minefield
from mastermine.cli.minesweeper.play import Sweeper
from mastermine.cli.people import People
from mastermine.i18n.text import _
from mastermine.session import MinesweeperSession, Race


class Racers(People):
    """A match of Minesweeper in a terminal."""

    match: Race

    def game(self) -> str:
        return f"{super().game()}."

    def set_up(self) -> None:
        match = self.match
        self.wait(
            # Translators: the name of a woman or a man.
            _("Round {n} of {rounds}. {player}, press Enter when you are ready. ").format(
                n=match.round + 1, rounds=match.rounds, player=match.player
            )
        )
        match.begin()

    def play(self, player: str, session: MinesweeperSession) -> None:
        Sweeper(self.terminal, session, self.match, player).run()

    def close_round(self, number: int) -> None:
        match = self.match
        results = match.results(number)
        layout = next((session.secret for _p, session in results if session.secret), None)
        self.terminal.clear()
        if layout is not None:
            self.terminal.say(Minefield(layout.board(), layout=layout))
        self.terminal.say(
            *(match.result(player, session) for player, session in results),
            # Translators: the name of a woman or a man, or several with commas.
            _("Winner of the round: {players}.").format(
                players=", ".join(match.winners_of(number))
            ),
        )
