"""``mastermine play``: games line by line, against the computer or between people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.core.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from mastermine.cli.mastermind.breaker import Breaker
    from mastermine.cli.mastermind.maker import Maker
    from mastermine.cli.minesweeper.sweeper import Sweeper
    from mastermine.cli.people import People
    from mastermine.cli.terminal import Terminal
    from mastermine.session import Saved

SCORES = ("rounds", "points", "fewest")


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
@click.argument("spec", metavar=_("[SPEC]"), required=False)
@click.option(
    "--maker",
    type=click.Choice(["computer", "me"]),
    help=_("Who hides the code; me: you have one in mind, and the computer guesses."),
)
@click.option(
    "--adversary",
    is_flag=True,
    help=_("The computer settles on no code, or no mines, but keeps as many possible as it can."),
)
@click.option(
    "--players",
    metavar=_("NAME,…"),
    help=_(
        "Two to five people at this keyboard, who hide codes from each other in turn, or open the "
        "same fields."
    ),
)
@click.option(
    "--rounds",
    type=int,
    metavar=_("N"),
    help=_("Rounds between players: a multiple of their number. At first, one for each."),
)
@click.option(
    "--score",
    type=click.Choice(SCORES),
    help=_(
        "What counts between players: rounds won, points (the maker gets one for each guess, one "
        "more if the code survives), or the fewest guesses. Rounds, if not said."
    ),
)
@click.option(
    "--strategy",
    "-s",
    "name",
    metavar=_("NAME"),
    help=_("Who gives the hints, or guesses; knuth if not said, or pseq in Minesweeper."),
)
@output.limit_option
@output.colours_option
@output.seed_option()
@click.option(
    "--load", metavar=_("FILE"), help=_("Go on with a game that was saved; nothing else with it.")
)
@click.option(
    "--link", metavar=_("LINK"), help=_("Play the game of a link that was shared; nothing else.")
)
@click.option(
    "--daily",
    metavar=_("[LEVEL]"),
    is_flag=False,
    flag_value="classic",
    help=_(
        "Play the puzzle of today, which is the same for everybody, once; nothing else with it. "
        "Classic, if no level is said; mastermine daily lists them."
    ),
)
def play(load: str | None, link: str | None, daily: str | None, **options: Any) -> None:
    """Start a new game, or go on with a saved one."""
    from mastermine.cli.terminal import Terminal

    alone = {
        "load": _("--load goes on with a game as it is: it stands alone"),
        "link": _("--link plays the game of the link: it stands alone"),
        "daily": _("--daily plays the puzzle of today as it is: it stands alone"),
    }
    given = {"load": load, "link": link, "daily": daily, **options}
    given = {
        name: value for name, value in given.items() if value is not None and value is not False
    }
    for name, complaint in alone.items():
        if name in given and len(given) > 1:
            raise click.UsageError(complaint)
    if load is not None:
        go_on(Terminal(), load)
    elif link is not None:
        from mastermine.session.share import read_link

        run(Terminal(), read_link(link).begin())
    elif daily is not None:
        play_daily(Terminal(), daily)
    else:
        run(Terminal(), start(options))


def start(options: dict[str, Any]) -> Saved:
    """The game that these options ask for. Raises InvalidSpec and UsageError."""
    from mastermine.session.wanted import Mismatch, Wanted

    try:
        return Wanted(**options).start()
    except Mismatch as error:
        raise click.UsageError(str(error)) from None


def go_on(terminal: Terminal, file: str | Path) -> None:
    """Play a saved game to its end. Raises InvalidSpec."""
    from mastermine.core.folders import located
    from mastermine.session import load

    path = located(file)
    run(terminal, load(path), path)


def play_daily(terminal: Terminal, level: str) -> None:
    """Play the puzzle of today, or go on with it where it was left. Raises InvalidSpec.

    Once it is played, only the streak is told. Where nobody can know that, it is played.
    """
    from mastermine.core.errors import MastermineError
    from mastermine.session import daily
    from mastermine.session.remembering import told_done

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
    from mastermine.cli.remembering import remember
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
