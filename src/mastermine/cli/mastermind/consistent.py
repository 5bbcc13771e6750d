"""``mastermine consistent``: whether any code fits the answers of a game, of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from mastermine.cli import output
from mastermine.cli.mastermind.turn_options import notation_for, read_turns, turns_option
from mastermine.command_line import colours_option
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind import (
        Code,
        Conflict,
        Consistency,
        Feedback,
        Mastermind,
        Notation,
    )

MAX_CODES = 1000
"""The most codes that are shown."""

TIME_LIMIT_SECONDS = 60.0


@click.command(
    help=_(
        "Say whether any code fits all answers; if none does, which answers contradict each other."
        "\n\n"
        "Each --turn is a guess, a space and its answer, as for mastermine hint. It works for "
        "games of any size, by a solver: pip install 'mastermine[sat]'. The exit status is 0 "
        "where a code fits, 1 where none does, and 2 where it was not decided in time or the input "
        "is wrong."
        "\n\n"
        "\b\n"
        '  mastermine consistent classic -t "1122 1,1" -t "1344 0,2"\n'
        '  mastermine consistent 5x8-black -t "11223 2" -t "44556 4" --most 10'
    )
)
@output.spec_argument
@turns_option
@click.option(
    "--most",
    type=click.IntRange(1, MAX_CODES),
    metavar=_("N"),
    default=1,
    show_default=True,
    help=_("Show up to so many codes."),
)
@click.option(
    "--smallest", is_flag=True, help=_("Show the code that is the first in numeric order.")
)
@output.time_limit_option(TIME_LIMIT_SECONDS)
@colours_option
@output.json_option
def consistent(
    spec: str,
    turns: tuple[str, ...],
    most: int,
    smallest: bool,
    seconds: float,
    colours: str | None,
    as_json: bool,
) -> None:
    """A code that fits, or the answers that contradict each other."""
    from mastermine.mastermind import Mastermind, consistent_codes
    from mastermine.registry import parse_rules_of

    if smallest and most > 1:
        raise click.UsageError(_("--smallest is one code: it does not go with --most"))
    there = _("what is known of a minefield is told by mastermine analyze")
    rules = parse_rules_of(Mastermind, spec, instead=there)
    notation = notation_for(rules, colours)
    made = read_turns(turns, rules, notation)
    found = consistent_codes(rules, made, most, smallest=smallest, seconds=seconds)
    shown = _Shown(rules, made, notation, seconds)
    if found.conflict is None:
        (_print_codes if as_json else _show_codes)(shown, found)
        return
    (_print_conflict if as_json else _show_conflict)(shown, found, found.conflict)
    click.get_current_context().exit(1)


class _Shown(NamedTuple):
    """The game whose answers are looked at."""

    rules: Mastermind
    turns: list[Turn[Code, Feedback]]
    notation: Notation
    seconds: float


def _turns_as_data(game: _Shown) -> list[dict[str, str]]:
    form = game.rules.format_feedback
    return [
        {"guess": game.notation.format(turn.action), "answer": form(turn.feedback)}
        for turn in game.turns
    ]


def _print_codes(game: _Shown, found: Consistency) -> None:
    output.print_json(
        {
            "rules": game.rules.spec(),
            "turns": _turns_as_data(game),
            "consistent": True,
            "codes": [game.notation.format(code) for code in found.codes],
            "all": found.complete,
        }
    )


def _print_conflict(game: _Shown, found: Consistency, conflict: Conflict) -> None:
    output.print_json(
        {
            "rules": game.rules.spec(),
            "turns": _turns_as_data(game),
            "consistent": False,
            "codes": [],
            "all": True,
            "contradiction": [turn + 1 for turn in conflict.turns],
            "proven": conflict.proven,
            "irreducible": conflict.irreducible,
            "at_least": conflict.least,
            "settled": None if found.settled is None else found.settled + 1,
        }
    )


def _show_codes(game: _Shown, found: Consistency) -> None:
    from rich.text import Text

    from mastermine.cli.mastermind import board

    screen = output.console()
    screen.print(board.legend(game.notation))
    screen.print()
    n = len(found.codes)
    known = bool(game.turns)
    head = (
        ngettext("This code fits all answers:", "These codes fit all answers:", n)
        if known
        else ngettext("This is a code of the game:", "These are codes of the game:", n)
    )
    screen.print(Text(head, style="bold"))
    for code in found.codes:
        screen.print(board.pegs(game.notation, code), game.notation.format(code), sep="  ")
    screen.print()
    if found.complete:
        told = ngettext("It is the only one.", "There are no others: these are all {n}.", n).format(
            n=whole(n)
        )
    elif found.complete is False:
        told = _("There are others.")
    else:
        told = _("Whether there are others was not decided within {n} s.").format(
            n=plain(game.seconds)
        )
    screen.print(told)


def _show_conflict(game: _Shown, found: Consistency, conflict: Conflict) -> None:
    from rich.text import Text

    from mastermine.cli.mastermind import board

    screen = output.console()
    screen.print(board.legend(game.notation))
    screen.print()
    n = len(conflict.turns)
    head = ngettext(
        "No code fits all answers. No code gives this one alone:",
        "No code fits all answers. These {n} contradict each other:",
        n,
    )
    screen.print(Text(head.format(n=whole(n)), style="bold"))
    screen.print()
    rows = output.table("", _("guess"), _("answer"), numbers=(0,))
    for turn in conflict.turns:
        guess, feedback = game.turns[turn].action, game.turns[turn].feedback
        rows.add_row(
            str(turn + 1),
            board.pegs(game.notation, guess),
            board.answer(game.rules, feedback, [game.notation.digits[colour] for colour in guess]),
        )
    screen.print(rows)
    screen.print()
    if n > 1:
        screen.print(_how_small(game.seconds, conflict))
    last = conflict.turns[-1] + 1
    if found.settled is None:
        told = _("From row {row} on, or sooner, no code fits; which row, was not decided in time.")
        screen.print(told.format(row=last))
    else:
        screen.print(_("From row {row} on no code fits.").format(row=found.settled + 1))


def _how_small(seconds: float, conflict: Conflict) -> str:
    """What is known about smaller contradictions."""
    if conflict.proven:
        return _("No fewer answers contradict each other: proven.")
    late = _("Whether fewer do was not decided within {n} s.").format(n=plain(seconds))
    if not conflict.irreducible:
        return late
    # Translators: {late} is "Whether fewer do was not decided within 60 s."
    return _("Without any one of them the others fit together. {late}").format(late=late)
