"""A game session in a terminal: the loop and the commands of all games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue, Run, is_quit, means
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.i18n.text import N_, _
from mastermine.session import Match, Played, Saved
from mastermine.session.messages.help import used
from mastermine.session.saved import files


class Playing(ABC):
    """A session; games define how it opens, closes and reads lines.

    In a match it is one board of ``player``: undo is off, hints are off unless they settle a draw,
    and ``save`` saves the match.
    """

    dialogue: Dialogue

    def __init__(
        self, terminal: Terminal, session: Any, match: Match[Any] | None = None, player: str = ""
    ) -> None:
        self.terminal = terminal
        self.session = session
        self.match = match
        self.player = player

    def run(self) -> None:
        """Plays to the end. Raises EOFError if the player quits."""
        self.open()
        while self.session.outcome is None or self.undo_end():
            self.dialogue.step()
        self.close()

    @abstractmethod
    def open(self) -> None:
        """Prints the rules."""

    @abstractmethod
    def board(self, rest: str = "") -> None:
        """Prints the board."""

    @abstractmethod
    def close(self) -> None:
        """Prints the result."""

    def undo_end(self) -> bool:
        """Returns True if the player undoes the move that ended the game."""
        return False

    def runs(self, **own: Run) -> dict[str, Run]:
        """Returns the actions of the commands; ``own`` helps, so a match leaves it out."""
        fair: dict[str, Run] = {
            "board": self.board,
            "save": lambda file: save(self.terminal, self.match or self.session, file),
            "give up": lambda _rest: self.session.give_up(),
        }
        if self.match is not None:
            return fair | ({"hint": own["hint"]} if self.match.gives_hints else {})
        helping: dict[str, Run] = {
            "undo": lambda _rest: self.rewind("undo"),
            "redo": lambda _rest: self.rewind("redo"),
            "share": lambda file: share(self.terminal, self.session, file),
            **own,
        }
        if self.session.reviewable:
            helping["review"] = lambda _rest: review(self.terminal, self.session)
        return fair | helping

    def rewind(self, verb: str) -> None:
        self.session.do(verb)
        self.board()

    def for_player(self, prompt: str) -> str:
        """Prefixes a prompt with the player's name in a match."""
        return f"{self.player}: {prompt}" if self.player else prompt

    def show_help_used(self, *again: str) -> None:
        """Prints the help used, and ``again``: how to replay this game."""
        self.terminal.say(*used(self.session), *(Text(line, "dim") for line in again))


def commands(*own: Command, board: Command, legend: tuple[Command, ...] = ()) -> list[Command]:
    """Returns the commands of a game in the order of the help."""
    return [
        *own,
        Command(
            # Translators: a command to type, in lower case: it rates the moves of the game.
            N_("review"),
            _("rate each move so far and show better ones"),
        ),
        # Translators: a command to type, in lower case: a verb.
        Command(N_("undo"), _("undo the last move")),
        # Translators: a command to type, in lower case: a verb.
        Command(N_("redo"), _("redo the move that was undone")),
        board,
        *legend,
        # Translators: a command to type, in lower case: a verb.
        Command(N_("save"), _("save the game to a file"), _("FILE")),
        Command(
            # Translators: a command to type, in lower case: a verb.
            N_("share"),
            _("show a link and a text without the secret, or draw an .svg or .png file"),
            _("[FILE]"),
        ),
        Command(
            # Translators: a command to type, in lower case.
            N_("give up"),
            _("end the game"),
            others=("give_up", "giveup", "resign"),
        ),
    ]


def save(terminal: Terminal, game: Saved, file: str) -> None:
    """Saves a game or a match and prints the command that resumes it. Raises InvalidSpec."""
    if not file:
        raise InvalidSpec(_("save takes a file name, such as save game.json"))
    game.save(file)
    terminal.say(files.saved_message(Path(file)))
    terminal.command(terminal.resume_command, file)


def share(terminal: Terminal, session: Played, file: str) -> None:
    """Prints a link and a text without the secret, or draws the board to a file."""
    from mastermine.cli import share as sharing

    if file:
        sharing.draw(terminal, session, file)
    else:
        sharing.show(terminal, session)


def review(terminal: Terminal, session: Played) -> None:
    """Prints the review of the moves. Raises IllegalMove before the first move."""
    from mastermine.cli.review import rendered

    if not session.turns:
        raise IllegalMove(_("there is no move to review yet"))
    terminal.say(*rendered(terminal.think(session.review)))


def after_game(terminal: Terminal, session: Played) -> None:
    """Offers review and share after a game with moves."""
    while session.turns:
        try:
            # Translators: "review" and "share" are commands that can be typed.
            line = terminal.read(
                _("review, share, or Enter to end: ")
                if session.reviewable
                # Translators: "share" is a command that can be typed.
                else _("share, or Enter to end: ")
            )
        except EOFError:
            terminal.say("")
            return
        word, _space, rest = line.partition(" ")
        try:
            if means(word, _("share"), "share"):
                share(terminal, session, rest.strip())
            elif means(line, _("review"), "review"):
                review(terminal, session)
            elif not line or is_quit(line):
                return
            else:
                terminal.complain(
                    _("The game is over: type review or share, or press Enter.")
                    if session.reviewable
                    else _("The game is over: type share, or press Enter.")
                )
        except MastermineError as error:
            terminal.complain(error)
