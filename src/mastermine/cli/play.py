"""``mastermine play``: games line by line, against the computer or between people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.command_line import check_alone, game_options, new_game
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from mastermine.cli.mastermind.breaker import Breaker
    from mastermine.cli.mastermind.maker import Maker
    from mastermine.cli.minesweeper.sweeper import Sweeper
    from mastermine.cli.people import People
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
def play(load: str | None, link: str | None, daily: str | None, **options: Any) -> None:
    """Start a new game, or go on with a saved one."""
    from mastermine.cli.terminal import Terminal

    check_alone(load=load, link=link, daily=daily, **options)
    if load is not None:
        go_on(Terminal(), load)
    elif link is not None:
        from mastermine.session.share import read_link

        run(Terminal(), read_link(link).begin())
    elif daily is not None:
        play_daily(Terminal(), daily)
    else:
        run(Terminal(), new_game(**options))


def go_on(terminal: Terminal, file: str | Path) -> None:
    """Play a saved game to its end. Raises InvalidSpec."""
    from mastermine.session import load
    from mastermine.system.folders import located

    path = located(file)
    run(terminal, load(path), path)


def play_daily(terminal: Terminal, level: str) -> None:
    """Play the puzzle of today, or go on with it where it was left. Raises InvalidSpec.

    Once it is played, only the streak is told. Where nobody can know that, it is played.
    """
    from mastermine.core.errors import MastermineError
    from mastermine.session.saved import daily
    from mastermine.session.saved.profile import told_done

    puzzle = daily.named(level, daily.today())
    try:
        done = told_done(puzzle)
    except MastermineError as error:
        terminal.complain(_("Your streak is not known: {reason}").format(reason=error))
        done = []
    if done:
        terminal.say(*done)
        return
    left = daily.left(puzzle)
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
    from mastermine.cli.profile import remember
    from mastermine.cli.terminal import leaving

    with leaving(terminal, game, kept):
        dialogue = _dialogue(terminal, game)
        try:
            dialogue.run()
        finally:
            if not getattr(dialogue, "remembered", False):
                remember(terminal, game)


def _dialogue(terminal: Terminal, game: Saved) -> Breaker | Maker | Sweeper | People:
    """Who talks with the person about this game."""
    from mastermine.cli.mastermind.breaker import Breaker
    from mastermine.cli.mastermind.maker import Maker
    from mastermine.cli.mastermind.players import Players
    from mastermine.cli.minesweeper.racers import Racers
    from mastermine.cli.minesweeper.sweeper import Sweeper
    from mastermine.session import Contest, MinesweeperSession, Mode, Race

    if isinstance(game, Contest):
        return Players(terminal, game)
    if isinstance(game, Race):
        return Racers(terminal, game)
    if isinstance(game, MinesweeperSession):
        return Sweeper(terminal, game)
    return Maker(terminal, game) if game.mode is Mode.PERSON else Breaker(terminal, game)
