"""Runs a match of Minesweeper: players open the same board one after the other."""

from __future__ import annotations

from mastermine.cli.minesweeper.minefield import Minefield
from mastermine.cli.minesweeper.play import Sweeper
from mastermine.cli.people import People
from mastermine.session import MinesweeperSession, Race


class Racers(People):
    """A match of Minesweeper in a terminal."""

    match: Race

    def game(self) -> str:
        return f"{super().game()}."

    def set_up(self) -> None:
        match = self.match
        self.wait(f"{match.next_round_text()} ")
        match.begin()

    def play(self, player: str, session: MinesweeperSession) -> None:
        Sweeper(self.terminal, session, self.match, player).run()

    def close_round(self, number: int) -> None:
        match = self.match
        boards = (board for _player, board in match.results(number))
        layout = next((board.secret for board in boards if board.secret), None)
        self.terminal.clear()
        if layout is not None:
            self.terminal.say(Minefield(layout.board(), layout=layout))
        self.terminal.say(*match.round_lines(number))
