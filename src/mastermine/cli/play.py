"""The command ``mastermine play``: games line by line, alone or between people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.command_line import cells_as, game_of, game_options, given_by, rowcol_option
from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from mastermine.cli.terminal import Terminal
    from mastermine.session import Saved


@click.command(
    help=_(
        "Play Mastermind or Minesweeper in the terminal.\n\n"
        "SPEC is a game of Mastermind, such as super or 5x8, or of Minesweeper, such as expert or "
        "9x9x10 [default: classic]. mastermine presets lists the named games. With -open, as in "
        "expert-open, the first click opens an area; with -noguess, deduction alone opens the "
        "board. Type help during the game for its commands.\n\n"
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
@rowcol_option
def play(rowcol: bool, trust: bool, **options: Any) -> None:
    from mastermine.cli.terminal import Terminal

    given = given_by(**options)
    if "daily" in given:
        play_daily(Terminal(), given["daily"], rowcol, trust)
    else:
        run(Terminal(), *game_of(given), rowcol, trust)


def resume(terminal: Terminal, file: str | Path, rowcol: bool = False, trust: bool = False) -> None:
    """Resumes a saved game. Raises InvalidSpec."""
    run(terminal, *game_of({"load": file}), rowcol, trust)


def play_daily(terminal: Terminal, level: str, rowcol: bool = False, trust: bool = False) -> None:
    """Starts or resumes today's puzzle. Raises InvalidSpec.

    If it is finished, prints only the streak.
    """
    from mastermine.session.saved import daily
    from mastermine.session.saved.profile import done_today

    puzzle = daily.named(level, daily.today())
    try:
        done = done_today(puzzle)
    except MastermineError as error:
        terminal.complain(_("Cannot read your streak: {reason}").format(reason=error))
        done = []
    if done:
        terminal.say(*done)
        return
    saved = daily.unfinished(puzzle)
    if saved is not None:
        resume(terminal, saved, rowcol, trust)
        return
    # Translators: {level} is such as classic or expert; {day} a date, such as 2026-03-31.
    terminal.say(_("The {level} puzzle of {day}.").format(level=puzzle.level, day=puzzle.day))
    run(terminal, daily.begin(puzzle.level, puzzle.day), rowcol=rowcol)


def run(
    terminal: Terminal,
    game: Saved,
    file: Path | None = None,
    rowcol: bool = False,
    trust: bool = False,
) -> None:
    """Plays a game until it ends or the player quits, which saves it.

    A finished game is added to the history. ``file``: the file that it was loaded from. ``rowcol``:
    cells are written as ROW,COLUMN. ``trust``: runs the file of its strategy without a question.
    Raises UsageError for ``rowcol`` in a game without cells.
    """
    from mastermine.cli.any_game import GenericPlaying
    from mastermine.cli.playing import after_game
    from mastermine.cli.terminal import saving_on_quit
    from mastermine.registry import GAMES, part
    from mastermine.session import Match

    if file is not None:
        from mastermine.cli.trust import choose_strategy

        choose_strategy(terminal, game, file, trust)
    title = game.rules.game
    if game.note:
        terminal.say(game.note)
    if rowcol:
        terminal.resume_command = "mastermine play --rowcol --load"
    with cells_as(game.rules, rowcol), saving_on_quit(terminal, game, file):
        try:
            if isinstance(game, Match):
                part(title, "cli.people", _("a match of people"))(terminal, game).run()
            else:
                playing: Any = GAMES[title].part("cli.play") or GenericPlaying
                playing(terminal, game).run()
        finally:
            _add_to_history(terminal, game)
        if not isinstance(game, Match) and "review" in GAMES[title].parts:
            after_game(terminal, game)


def _add_to_history(terminal: Terminal, game: Saved) -> None:
    """Stores a finished game in the history and prints the streak of a daily puzzle."""
    from mastermine.session.saved import profile

    try:
        streak = profile.remember(game)
    except MastermineError as error:
        terminal.complain(profile.not_added(error))
        return
    if streak is not None:
        terminal.say(profile.streak_message(*streak))
