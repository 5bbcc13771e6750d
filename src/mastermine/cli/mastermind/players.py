"""People against each other at one keyboard.

In each round one hides a code, typed unseen, and each of the others breaks it, one after the other.
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
    """A whole match."""

    match: Contest

    def __init__(self, terminal: Terminal, match: Contest) -> None:
        super().__init__(terminal, match)
        self.codes = Codes(terminal, match.notation)

    def set_up(self) -> None:
        """Let the maker type a code, unseen, until it is one."""
        contest = self.match
        self.terminal.say(
            "",
            # Translators: {player} is the name of a woman or a man, {others} are names with commas.
            _("Round {n} of {rounds}: {player} hides a code; look away, {others}.").format(
                n=contest.round + 1,
                rounds=contest.rounds,
                player=contest.maker,
                others=", ".join(contest.sides_of(contest.round)),
            ),
        )
        self.codes.legend()
        asking = self.codes.dialogue(
            {"save": lambda file: save(self.terminal, contest, file)},
            prompt=lambda: _("{player}'s code (not shown): ").format(player=contest.maker),
            move=contest.hide,
            unseen=True,
            wrong=lambda _mistake: IllegalMove(contest.no_code()),
        )
        while contest.board is None:
            asking.step()
        self.terminal.clear()

    def play(self, player: str, session: MastermindSession) -> None:
        Breaker(self.terminal, session, self.match, player).run()
        following = self.match.board
        if following is not None:
            self.wait(_("Press Enter, then it is {player}'s turn. ").format(player=following[0]))

    def close_round(self, number: int) -> None:
        contest = self.match
        results = contest.results(number)
        # Translators: the name of a woman or a man.
        label = _("{player}'s code was:").format(player=contest.first_of(number))
        self.terminal.say(
            self.codes.labelled(label, results[0][1].secret or ()),
            *(contest.result(player, session) for player, session in results),
        )
