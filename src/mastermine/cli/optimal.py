"""``mastermine optimal``: the best play there can be, in either game."""

from __future__ import annotations

from typing import Any

import click

from mastermine.cli import output
from mastermine.i18n.text import N_, _

OBJECTIVES = (
    "expected",
    "worst",
    "expected-then-worst",
    "worst-then-expected",
    "fewest-last",
)
"""What is to be least, in Mastermind: the values of ``Objective``, which takes long to import."""


@click.command(
    help=_(
        "Find the best play there can be, and prove that there is none better.\n\n"
        "Mastermind: the least number of guesses over all codes together, and for each answer what "
        "to guess next. Small games take seconds; what takes long can be stopped and gone on with "
        "by --resume. The limit of the game is ignored; --max-depth sets one. The objectives:\n\n"
        "\b\n"
        "  expected             as few guesses as possible in all (the default)\n"
        "  worst                as few as possible for the hardest code\n"
        "  expected-then-worst  as few in all; of these ways, as few for the hardest\n"
        "  worst-then-expected  as few for the hardest; of these ways, as few in all\n"
        "  fewest-last          as few codes as possible left to the last guess\n\n"
        "Minesweeper: the chance to win a small minefield. Every layout that may be drawn after "
        "the first click counts once, so the figures are exact. Up to 6x6x4 takes seconds.\n\n"
        "\b\n"
        "  mastermine optimal classic\n"
        "  mastermine optimal 4x6 --objective worst-then-expected --json\n"
        "  mastermine optimal 4x8 --resume 4x8.jsonl --save 4x8.tree\n"
        "  mastermine optimal classic --game-value\n"
        "  mastermine optimal minesweeper:4x4x3\n"
        "  mastermine optimal 5x5x4 --first 0,0"
    )
)
@output.spec_argument
@click.option(
    "--objective",
    type=click.Choice(OBJECTIVES),
    metavar=_("NAME"),
    help=_("What is to be least; expected if not said."),
)
@click.option(
    "--consistent-only",
    is_flag=True,
    help=_("Each guess must be a code that is still possible."),
)
@click.option(
    "--previous-only",
    is_flag=True,
    help=_("Each guess must be a code that was still possible before the last answer."),
)
@click.option(
    "--max-depth",
    type=click.IntRange(min=1),
    metavar=_("N"),
    help=_("Every code must be found within so many guesses."),
)
@click.option(
    "--save",
    metavar=_("FILE"),
    help=_("Write what to guess after which answers to this file, such as classic.tree."),
)
@click.option(
    "--resume",
    metavar=_("FILE"),
    help=_("Keep what is known so far in this file, and go on from there if it is there."),
)
@click.option(
    "--game-value",
    is_flag=True,
    help=_("How codemaker and codebreaker play best against each other, by chance."),
)
@output.jobs_option
@click.option("--first", metavar=_("X,Y"), help=_("Only this first click; 0,0 is the top left."))
@output.seconds_option(
    N_(
        "Stop after so many seconds. Mastermind says then what is known so far.  "
        "[default: none; 600 in Minesweeper]"
    )
)
@output.json_option
def optimal(spec: str, **options: Any) -> None:
    from mastermine.registry import parse_rules, part

    rules = parse_rules(spec)
    part(rules.game, "cli.optimal", "optimal")(rules, **options)
