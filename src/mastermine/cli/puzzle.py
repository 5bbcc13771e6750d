"""The command ``mastermine puzzle``: puzzles with one solution, printed or on sheets."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from mastermine.cli import output
from mastermine.command_line import colours_option, seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _

LOCK = "3x10-distinct"
"""Default rules: three different digits."""

MAX_PUZZLES = 1000

MAX_PER_PAGE = 30

PAPERS = ("a4", "letter")
"""Names of ``session.share.sheets.PAPERS``, which is slow to import."""

SHEET_OPTIONS = ("per_page", "title", "paper", "no_solutions", "server")

TODAY = "today"


@click.command(
    help=_(
        "Make puzzles: rows with answers that exactly one code fits, and no row to spare.\n\n"
        "SPEC is a game of Mastermind with few enough codes to list [default: 3x10-distinct, the "
        "lock with three different digits]. The grade is that of the hardest reason: one row or "
        "colour at a time (easy), counting (medium), assumptions or several rows (hard), long "
        "arguments or lists of codes (expert).\n\n"
        "In a game of Minesweeper a puzzle is a board with numbers, none to spare, that exactly "
        "one layout fits. Its grade is that of the hardest step: single numbers (easy), patterns "
        "(medium), sets of numbers (hard), the number of mines (expert). With --pattern it is a "
        "small board whose simplest step is that rule.\n\n"
        "\b\n"
        "  mastermine puzzle\n"
        "  mastermine puzzle classic --seed 7 --solution\n"
        "  mastermine puzzle 4x10-distinct --grade hard --sentences --number 3\n"
        "  mastermine puzzle --daily --play\n"
        "  mastermine puzzle classic --sheet puzzles.pdf --number 12\n"
        "  mastermine puzzle 8x8x12 --grade medium --solution\n"
        "  mastermine puzzle beginner --pattern 1-2-1 --number 3"
    )
)
# Translators: placeholder in the help for a game that may be left out.
@click.argument("spec", metavar=_("[SPEC]"), default=LOCK)
@click.option("--grade", metavar=_("NAME"), help=_("Grade: easy, medium, hard or expert."))
@click.option(
    "--pattern",
    metavar=_("NAME"),
    help=_('Rule or pattern to practise, such as "two rows compared" or 1-2-1.'),
)
@click.option("--solution", is_flag=True, help=_("Explain the solution step by step."))
@click.option("--play", is_flag=True, help=_("Solve a puzzle in the terminal, with hints."))
@click.option(
    "-n",
    "--number",
    type=click.IntRange(1, MAX_PUZZLES),
    metavar=_("N"),
    help=_("Number of puzzles.  [default: 1; one page on a sheet]"),
)
@click.option(
    "--daily",
    # Translators: placeholder in the help for a date that may be left out.
    metavar=_("[DATE]"),
    is_flag=False,
    flag_value=TODAY,
    help=_("The puzzle of a day, the same for everybody.  [default: today, in UTC]"),
)
@click.option(
    "--sheet",
    metavar=_("FILE"),
    help=_("Write a sheet to print: .pdf (pip install 'mastermine[sheets]') or .svg."),
)
@click.option(
    "--per-page",
    type=click.IntRange(1, MAX_PER_PAGE),
    metavar=_("N"),
    help=_("Puzzles on a page of the sheet.  [default: 6]"),
)
@click.option(
    "--title",
    # Translators: placeholder in the help for a text.
    metavar=_("TEXT"),
    help=_("Title of the sheet."),
)
@click.option("--paper", type=click.Choice(PAPERS), help=_("Paper of the sheet.  [default: a4]"))
@click.option("--no-solutions", is_flag=True, help=_("Leave the solutions out of the sheet."))
@click.option(
    "--server",
    # Translators: placeholder in the help for an address.
    metavar=_("URL"),
    help=_("Server of the page; the sheet then has a QR code for each puzzle."),
)
@click.option("--sentences", is_flag=True, help=_("Write the answers as sentences."))
@colours_option
@seed_option()
@output.json_option
def puzzle(
    spec: str, daily: str | None, seed: int | str | None, colours: str | None, **options: Any
) -> None:
    from mastermine.registry import colour_names, parse_rules, part

    if daily is not None and seed is not None:
        raise output.exclusive("--daily", "--seed")
    ways = {"--play": "play", "--sheet": "sheet", "--json": "as_json"}
    given = [name for name, option in ways.items() if options[option]]
    if len(given) > 1:
        raise output.exclusive(*given[:2])
    if options["play"] and options["number"] not in (None, 1):
        raise output.exclusive("--play", "--number")
    if options["sheet"] is None:
        unused = {name: options[name] for name in SHEET_OPTIONS}
        output.check_unused(unused, _("{option} needs --sheet"))
    for name in ("grade", "play", "sheet") if options["pattern"] is not None else ():
        if options[name]:
            raise output.exclusive("--pattern", f"--{name}")
    rules = parse_rules(spec)
    make = part(rules.game, "cli.puzzle", _("a puzzle"))
    make(
        rules,
        seed=seed if daily is None else daily_seed(daily),
        colours=colour_names(spec, colours),
        **options,
    )


def for_the_solution(seed: int | str) -> str:
    """Says how to see the solution of puzzles whose seed was drawn."""
    return _("For the solution, add --seed {seed} --solution.").format(seed=seed)


def daily_seed(day: str) -> str:
    """Returns the seed of the puzzles of a day. Raises InvalidSpec."""
    from mastermine.session.saved.daily import Puzzle, today

    try:
        chosen = today() if day == TODAY else date.fromisoformat(day)
    except ValueError:
        raise InvalidSpec(
            _("{day!r} is not a date; write one such as {example}, or put --daily last").format(
                day=day, example=today().isoformat()
            )
        ) from None
    return Puzzle("puzzle", chosen).seed
