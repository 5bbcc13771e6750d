"""The command ``mastermine optimal``: optimal play in either game."""

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
    "most-within",
)
"""Values of ``mastermind.optimal.Objective``, which is slow to import."""


@click.command(
    help=_(
        "Compute optimal play and prove that nothing is better.\n\n"
        "Mastermind: finds a decision tree with the fewest guesses over all codes. Small games "
        "take seconds; --resume lets you stop a long search and continue it later. The limit of "
        "guesses is ignored; --max-depth sets one. Objectives:\n\n"
        "\b\n"
        "  expected             fewest guesses in total\n"
        "  worst                fewest guesses for the hardest code\n"
        "  expected-then-worst  fewest in total, then fewest for the hardest code\n"
        "  worst-then-expected  fewest for the hardest code, then fewest in total\n"
        "  fewest-last          fewest codes that need the last guess\n"
        "  most-within          most codes within --max-depth guesses\n\n"
        "Minesweeper: computes the exact win probability of a small minefield, over every layout "
        "that is possible after the first click. Up to 6x6x4 takes seconds.\n\n"
        "\b\n"
        "  mastermine optimal classic\n"
        "  mastermine optimal 4x6 --objective worst-then-expected --json\n"
        "  mastermine optimal 4x8 --resume 4x8.jsonl --save 4x8.tree\n"
        "  mastermine optimal 4x7 --certificate 4x7.bound.gz\n"
        "  mastermine optimal classic --objective most-within --max-depth 4\n"
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
    help=_("Objective to minimise (see above).  [default: expected]"),
)
@click.option(
    "--consistent-only",
    is_flag=True,
    help=_("Allow only guesses that fit all answers."),
)
@click.option(
    "--previous-only",
    is_flag=True,
    help=_("Allow only guesses that fit all answers but the last."),
)
@click.option(
    "--max-depth",
    type=click.IntRange(min=1),
    metavar=_("N"),
    help=_("Maximum number of guesses for any code."),
)
@click.option(
    "--below",
    type=click.IntRange(min=1),
    metavar=_("N"),
    help=_("Only decide whether a strategy needs fewer than N guesses in total."),
)
@click.option(
    "--save",
    metavar=_("FILE"),
    help=_("Write the decision tree to this file, such as classic.tree."),
)
@click.option(
    "--certificate",
    metavar=_("FILE"),
    help=_(
        "Write a certificate of the proven bound to this file, such as classic.bound.gz; "
        "mastermine verify --bound checks it."
    ),
)
@click.option(
    "--resume",
    metavar=_("FILE"),
    help=_("Save progress to this file; continue from it if it exists."),
)
@click.option(
    "--game-value",
    is_flag=True,
    help=_("Compute the game value if codemaker and codebreaker both play optimally."),
)
@click.option(
    "--jobs",
    type=click.IntRange(1, output.MAX_JOBS),
    metavar=_("N"),
    help=_("Number of threads.  [default: one per core; 1 in games of up to 2,000 codes]"),
)
@click.option(
    "--first",
    metavar=_("X,Y"),
    help=_("First click; 0,0 is the top left.  [default: every cell]"),
)
@output.seconds_option(
    N_(
        "Time limit in seconds; Mastermind then prints the bounds found.  "
        "[default: none; 600 in Minesweeper]"
    )
)
@output.json_option
def optimal(spec: str, **options: Any) -> None:
    from mastermine.registry import parse_rules, part

    rules = parse_rules(spec)
    part(rules.game, "cli.optimal", "optimal")(rules, **options)
