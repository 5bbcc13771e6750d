"""``mastermine play``: games line by line, against the computer or between people."""

from __future__ import annotations

from dataclasses import dataclass
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
    from mastermine.mastermind.rules import Mastermind
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.session import Contest, MastermindSession, MinesweeperSession, Race, Saved
    from mastermine.session.daily import Puzzle

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
@click.argument("spec", metavar="[SPEC]", required=False)
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
    metavar="NAME,…",
    help=_(
        "Two to five people at this keyboard, who hide codes from each other in turn, or open the "
        "same fields."
    ),
)
@click.option(
    "--rounds",
    type=int,
    metavar="N",
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
    metavar="NAME",
    help=_("Who gives the hints, or guesses; knuth if not said, or pseq in Minesweeper."),
)
@output.limit_option
@output.colours_option
@output.seed_option()
@click.option(
    "--load", metavar="FILE", help=_("Go on with a game that was saved; nothing else with it.")
)
@click.option(
    "--link", metavar="LINK", help=_("Play the game of a link that was shared; nothing else.")
)
@click.option(
    "--daily",
    metavar="[LEVEL]",
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
        run(Terminal(), Wanted(**options).start())


@dataclass(frozen=True)
class Wanted:
    """The options of a new game."""

    spec: str | None
    maker: str | None
    adversary: bool
    players: str | None
    rounds: int | None
    score: str | None
    name: str | None
    limit: int | None
    colours: str | None
    seed: int | str | None

    def check(self) -> None:
        """Raises UsageError for options of Mastermind that do not go together."""
        me = self.maker == "me"
        if self.players is None and (self.rounds is not None or self.score):
            raise click.UsageError(_("--rounds and --score are for a match: add --players"))
        if self.players is not None and (self.maker or self.adversary):
            raise click.UsageError(_("--players makes everyone a maker: leave the other out"))
        if self.players is not None and (self.name or self.seed is not None):
            raise click.UsageError(
                _(
                    "between players nothing is random and there are no hints: "
                    "leave --seed and --strategy out"
                )
            )
        if me and self.adversary:
            raise click.UsageError(_("--maker me or --adversary: only one can hide the code"))

    def start(self) -> Saved:
        """The game. Raises InvalidSpec, and UsageError for options that this game has not."""
        from mastermine.games import parse_rules
        from mastermine.minesweeper.rules import Minesweeper

        rules = parse_rules(self.spec or "classic", self.limit)
        if isinstance(rules, Minesweeper):
            return self.minesweeper(rules)
        self.check()
        return self.mastermind(rules)

    def mastermind(self, rules: Mastermind) -> MastermindSession | Contest:
        """A game of Mastermind, or a match of people. Raises InvalidSpec."""
        from mastermine.session import Contest, MastermindSession, Mode, Score

        names = None if self.colours is None else tuple(self.colours.split(","))
        if self.players is not None:
            score = Score(self.score or "rounds")
            return Contest(rules, self.players.split(","), self.rounds, score, names)
        mode = Mode.ADVERSARY if self.adversary else Mode.COMPUTER
        return MastermindSession(
            rules,
            Mode.PERSON if self.maker == "me" else mode,
            seed=self.seed,
            strategy=self.name or "knuth",
            names=names,
        )

    def minesweeper(self, rules: Minesweeper) -> MinesweeperSession | Race:
        """A game of Minesweeper, or a match of people. Raises InvalidSpec and UsageError."""
        from mastermine.session import MinesweeperSession, Mode, Race

        for option in ("maker", "score", "colours"):
            value = getattr(self, option)
            if value is not None and value is not False:
                raise click.UsageError(
                    _("--{option} is for Mastermind; {spec} is Minesweeper").format(
                        option=option, spec=self.spec
                    )
                )
        if self.players is None:
            if self.rounds is not None:
                raise click.UsageError(_("--rounds is for a match: add --players"))
            mode = Mode.ADVERSARY if self.adversary else Mode.COMPUTER
            return MinesweeperSession(rules, mode, seed=self.seed, strategy=self.name or "pseq")
        if self.adversary:
            raise click.UsageError(
                _("--players all open the same field, which an adversary has not: leave one out")
            )
        if self.name:
            raise click.UsageError(_("between players there are no hints: leave --strategy out"))
        return Race(rules, self.players.split(","), self.rounds, seed=self.seed)


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
    from mastermine.cli.remembering import played_today, tell_streak
    from mastermine.core.errors import MastermineError
    from mastermine.core.game import Outcome
    from mastermine.session import daily

    day = daily.today()
    _rules, _seed = daily.puzzle(level, day)
    puzzle = daily.Puzzle(level.strip().lower(), day)
    try:
        played = played_today(puzzle.level, day)
    except MastermineError as error:
        terminal.complain(_("Your streak is not known: {reason}").format(reason=error))
        played = None
    if played is not None:
        outcome, streak = played
        solved = _("You have solved the {level} puzzle of {day}; the next one comes at 0:00 UTC.")
        missed = _("You have played the {level} puzzle of {day}; the next one comes at 0:00 UTC.")
        told = solved if outcome is Outcome.WON else missed
        terminal.say(told.format(level=puzzle.level, day=day))
        tell_streak(terminal, puzzle, streak)
        return
    left = _left(puzzle)
    if left is not None:
        go_on(terminal, left)
        return
    terminal.say(_("The {level} puzzle of {day}.").format(level=puzzle.level, day=day))
    run(terminal, daily.begin(puzzle.level, day))


def _left(puzzle: Puzzle) -> Path | None:
    """The file with a daily puzzle that was left, and is not over."""
    from mastermine.core.errors import MastermineError
    from mastermine.session import daily, load
    from mastermine.session.files import left

    for path in left():
        try:
            game = load(path)
        except MastermineError:
            continue
        if daily.of(game) == puzzle and game.open:
            return path
    return None


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
