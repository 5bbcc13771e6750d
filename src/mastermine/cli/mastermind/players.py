"""People against each other at one keyboard.

In each round one hides a code, typed unseen, and each of the others breaks it, one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mastermine.cli.mastermind.board import Board
from mastermine.cli.mastermind.boards import Coloured, board_command
from mastermine.cli.mastermind.breaker import Guesser
from mastermine.cli.output import table
from mastermine.cli.people import People
from mastermine.cli.playing import save, save_command
from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _, ngettext
from mastermine.session.multiplayer import scoring

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from mastermine.cli.dialogue import Command
    from mastermine.cli.terminal import Terminal
    from mastermine.session import Contest, MastermindSession, Standing


class Players(People):
    """A whole match."""

    match: Contest

    def __init__(self, terminal: Terminal, match: Contest) -> None:
        super().__init__(terminal, match)

    def game(self) -> str:
        return self.match.rules.describe()

    def scored(self) -> str:
        return scoring.scored(self.match)

    def set_up(self) -> None:
        """Let the maker type a code, unseen, until it is one."""
        Hiding(self.terminal, self.match).run()
        self.terminal.clear()

    def play(self, player: str, session: MastermindSession) -> None:
        contest = self.match
        Rival(self.terminal, contest, player, session).run()
        following = contest.board
        if following is not None:
            self.wait(_("Press Enter, then it is {player}'s turn. ").format(player=following[0]))

    def close_round(self, number: int) -> None:
        contest = self.match
        results = contest.results(number)
        self.terminal.say(
            Text(
                # Translators: the name of a woman or a man.
                _("{player}'s code was:").format(player=contest.maker_of(number)) + "  "
            ).append_text(Hiding(self.terminal, contest).shown(results[0][1].secret or ())),
        )
        for player, session in results:
            self.terminal.say(scoring.guessed(player, session))

    def table(self) -> list[Standing]:
        return self.match.standings()

    def standings(self) -> Table:
        heads = scoring.heads(self.match)
        made = table(*heads, title=self.title(), numbers=range(1, len(heads)))
        for row in scoring.rows(self.match):
            made.add_row(*row)
        return made


class Hiding(Coloured):
    """The maker types a code, unseen; a line that is none is told, and asked again."""

    def __init__(self, terminal: Terminal, contest: Contest) -> None:
        super().__init__(terminal)
        self.contest = contest
        self.notation = contest.notation

    def run(self) -> None:
        """Ask until a code is hidden. Raises EOFError when the players leave."""
        contest = self.contest
        self.terminal.say(
            "",
            # Translators: {player} is the name of a woman or a man, {others} are names with commas.
            _("Round {n} of {rounds}: {player} hides a code; look away, {others}.").format(
                n=contest.round + 1,
                rounds=contest.rounds,
                player=contest.maker,
                others=", ".join(contest.breakers_of(contest.round)),
            ),
        )
        self.legend()
        while contest.board is None:
            self.step()

    def read_line(self) -> str:
        """A line that is not shown."""
        return self.terminal.read_unseen(self.prompt())

    def prompt(self) -> str:
        """Who is asked."""
        return _("{player}'s code (not shown): ").format(player=self.contest.maker)

    def read_move(self, text: str) -> Callable[[], object]:
        """A line that is a code."""
        self.notation.parse(text)
        return lambda: self.contest.hide(text)

    def how_to_move(self) -> str:
        """How a code can be written."""
        return self.how_to_guess()

    def mistake(self, _text: str, _mistake: IllegalMove | None) -> IllegalMove:
        """What is wrong, without a word of the line: all others see the screen."""
        places = self.contest.rules.places
        return IllegalMove(
            ngettext(
                "a code has {n} peg, such as {example}; type it again",
                "a code has {n} pegs, such as {example}; type it again",
                places,
            ).format(n=places, example=self.notation.example())
        )

    def commands(self) -> list[Command]:
        """What makes sense before there is a code."""
        return [self.legend_command(), save_command(self.save)]

    def save(self, file: str) -> None:
        """Keep the match in a file."""
        save(self.terminal, self.contest, file)


class Rival(Guesser):
    """A breaker: against another person there is no help and no way back."""

    def __init__(
        self, terminal: Terminal, contest: Contest, player: str, session: MastermindSession
    ) -> None:
        super().__init__(terminal, session)
        self.contest = contest
        self.player = player

    def run(self) -> None:
        """Play one board to the end. Raises EOFError when the players leave."""
        self.terminal.say(
            # Translators: the names of women or men.
            _("{player} breaks the code of {maker}.").format(
                player=self.player, maker=self.contest.maker
            )
        )
        self.legend()
        if self.session.turns:
            self.terminal.say(Board(self.notation, self.session.turns))
        while self.session.outcome is None:
            self.step()
        self.tell_outcome()

    def prompt(self) -> str:
        """Whose guess it is."""
        return f"{self.player}: {super().prompt()}"

    def commands(self) -> list[Command]:
        """What does not help."""
        return [
            board_command(self.board),
            self.legend_command(),
            save_command(self.save),
            self.give_up_command(),
        ]

    def save(self, file: str) -> None:
        """Keep the match in a file."""
        save(self.terminal, self.contest, file)
