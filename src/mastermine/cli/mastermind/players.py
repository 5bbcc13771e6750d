"""Runs a match of Mastermind between players at one keyboard.

In each round one player types a code unseen, and the others guess it one after the other.
"""

from __future__ import annotations

from mastermine.cli.mastermind.codes import Codes
from mastermine.cli.mastermind.play import Breaker
from mastermine.cli.people import People
from mastermine.cli.playing import save
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _
from mastermine.session import Contest, MastermindSession


class Players(People):
    """A match of Mastermind in a terminal."""

    match: Contest

    def __init__(self, terminal: Terminal, match: Contest) -> None:
        super().__init__(terminal, match)
        self.codes = Codes(terminal, match.notation)

    def set_up(self) -> None:
        """Asks the codemaker for a code, unseen, until it is valid."""
        contest = self.match
        self.terminal.say("", contest.next_round_text())
        self.codes.legend()
        dialogue = self.codes.dialogue(
            {"save": lambda file: save(self.terminal, contest, file)},
            # Translators: the name of a woman or a man.
            prompt=lambda: _("{player}'s code: ").format(player=contest.maker),
            move=contest.hide,
            unseen=True,
            wrong=lambda _mistake: IllegalMove(contest.no_code()),
        )
        while contest.board is None:
            dialogue.step()
        self.terminal.clear()

    def play(self, player: str, session: MastermindSession) -> None:
        Breaker(self.terminal, session, self.match, player).run()
        if self.match.board is not None:
            self.wait(f"{self.match.turn_text()} ")

    def close_round(self, number: int) -> None:
        contest = self.match
        results = contest.results(number)
        self.terminal.say(
            self.codes.labelled(contest.code_label(number), results[0][1].secret or ()),
            *(contest.result(player, session) for player, session in results),
        )
