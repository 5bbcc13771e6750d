"""``mastermine play``: games line by line, against the computer or between people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.command_line import game_of, game_options, given_by
from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from mastermine.cli.terminal import Terminal
    from mastermine.session import Saved


@click.command(
    help=_(
        "Play a game in the terminal: the computer hides a code and you guess, or mines and you "
        "open the field.\n\n"
        "SPEC is a game such as classic (which it is if you name none), super or 5x8; or of "
        "Minesweeper, such as expert or 9x9x10. mastermine presets lists the names. Type help in "
        "the game for what can be said.\n\n"
        "\b\n"
        "  mastermine play\n"
        "  mastermine play expert\n"
        "  mastermine play super --maker me\n"
        "  mastermine play 4x8 --players Ana,Boris --score points\n"
        "  mastermine play beginner --players Ana,Boris\n"
        "  mastermine play expert --adversary\n"
        "  mastermine play --daily expert"
    )
)
@game_options
def play(**options: Any) -> None:
    from mastermine.cli.terminal import Terminal

    given = given_by(**options)
    if "daily" in given:
        play_daily(Terminal(), given["daily"])
    else:
        run(Terminal(), *game_of(given))


def go_on(terminal: Terminal, file: str | Path) -> None:
    """Play a saved game to its end. Raises InvalidSpec."""
    run(terminal, *game_of({"load": file}))


def play_daily(terminal: Terminal, level: str) -> None:
    """Play the puzzle of today, or go on with it where it was left. Raises InvalidSpec.

    Once it is played, only the streak is told. Where nobody can know that, it is played.
    """
    from mastermine.session.saved import daily
    from mastermine.session.saved.profile import done_messages

    puzzle = daily.named(level, daily.today())
    try:
        done = done_messages(puzzle)
    except MastermineError as error:
        terminal.complain(_("Your streak is not known: {reason}").format(reason=error))
        done = []
    if done:
        terminal.say(*done)
        return
    left = daily.unfinished(puzzle)
    if left is not None:
        go_on(terminal, left)
        return
    # Translators: {level} is such as classic or expert; {day} a date, such as 2026-03-31.
    terminal.say(_("The {level} puzzle of {day}.").format(level=puzzle.level, day=puzzle.day))
    run(terminal, daily.begin(puzzle.level, puzzle.day))


def run(terminal: Terminal, game: Saved, kept: Path | None = None) -> None:
    """Play a game to its end, or until the person leaves: then it is kept.

    What is over goes into the history, whichever way the person leaves.
    """
    from mastermine.cli.any_game import Asker
    from mastermine.cli.playing import look_back
    from mastermine.cli.terminal import leaving
    from mastermine.registry import GAMES, part
    from mastermine.session import Match

    title = game.rules.game
    with leaving(terminal, game, kept):
        try:
            if isinstance(game, Match):
                part(title, "cli.people", _("a match of people"))(terminal, game).run()
            else:
                playing: Any = GAMES[title].part("cli.play") or Asker
                playing(terminal, game).run()
        finally:
            _remember(terminal, game)
        if not isinstance(game, Match) and "review" in GAMES[title].parts:
            look_back(terminal, game)


def _remember(terminal: Terminal, game: Saved) -> None:
    """Put a game into the history where it is over; say the streak of a daily puzzle.

    Where it cannot be written down, that is said in a line; the game itself is not touched.
    """
    from mastermine.session.saved import profile

    try:
        streak = profile.remember(game)
    except MastermineError as error:
        terminal.complain(
            _("The game was not added to your statistics: {reason}").format(reason=error)
        )
        return
    if streak is not None:
        terminal.say(profile.streak_message(*streak))
