"""``mastermine consistent``: check the answers of a game of any size for contradictions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.mastermind.turn_options import GivenGame, read_game, turns_option
from mastermine.cli.models import model_options, write_model
from mastermine.command_line import colours_option
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from mastermine.mastermind import Conflict, Consistency

MAX_CODES = 1000

TIME_LIMIT_SECONDS = 60.0


@click.command(
    help=_(
        "Check whether any code is consistent with all answers of a game."
        "\n\n"
        "If none is, print which answers contradict each other. Each --turn is a guess, a space "
        "and its answer, as in mastermine hint. Games of any size work; the solver is an extra: "
        "pip install 'mastermine[sat]'. The exit status is 0 if a code is consistent, 1 if none "
        "is, and 2 if time ran out or the input is wrong. With --format, the codes are written as "
        "a model for other solvers; it needs no extra."
        "\n\n"
        "\b\n"
        '  mastermine consistent classic -t "1122 1,1" -t "1344 0,2"\n'
        '  mastermine consistent 5x8-black -t "11223 2" -t "44556 4" --most 10\n'
        '  mastermine consistent classic -t "1122 1,1" --out codes.cnf'
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
    help=_("Maximum number of codes to print."),
)
@click.option(
    "--smallest", is_flag=True, help=_("Print the consistent code that is first in numeric order.")
)
@model_options()
@output.time_limit_option(TIME_LIMIT_SECONDS)
@colours_option
@output.json_option
def consistent(
    spec: str,
    turns: tuple[str, ...],
    most: int,
    smallest: bool,
    form: str | None,
    out: Path | None,
    seconds: float,
    colours: str | None,
    as_json: bool,
) -> None:
    from mastermine.mastermind import consistent_codes, constraint_model

    if smallest and most > 1:
        raise click.UsageError(_("--smallest prints one code: leave out --most"))
    game = read_game(spec, turns, colours)
    model = partial(constraint_model, game.rules, game.turns, notation=game.notation)
    unused = {"most": most > 1, "smallest": smallest, "json": as_json}
    if write_model(form, out, model, unused):
        return
    found = consistent_codes(game.rules, game.turns, most, smallest=smallest, seconds=seconds)
    output.print_result(as_json, _data, _show, game, found, seconds)
    if found.conflict is not None:
        click.get_current_context().exit(1)


def _data(game: GivenGame, found: Consistency, _seconds: float) -> dict[str, Any]:
    from mastermine.mastermind import listable, repairs

    data = {
        "rules": game.rules.spec(),
        "turns": game.turns_data(),
        "consistent": found.conflict is None,
        "codes": [game.rules.format_action(code) for code in found.codes],
        "all": found.complete,
    }
    conflict = found.conflict
    if conflict is None:
        return data
    listed = listable(game.rules)
    found_repairs = repairs(game.rules, game.turns) if listed else {}
    return {
        **data,
        "contradiction": [turn + 1 for turn in conflict.turns],
        "proven": conflict.proven,
        "irreducible": conflict.irreducible,
        "at_least": conflict.least,
        "settled": None if found.settled is None else found.settled + 1,
        "repairs": [
            {
                "row": turn + 1,
                "answers": [
                    {"answer": game.rules.format_feedback(answer), "codes": n}
                    for answer, n in answers.items()
                ],
            }
            for turn, answers in found_repairs.items()
        ]
        if listed
        else None,
    }


def _show(screen: Console, game: GivenGame, found: Consistency, seconds: float) -> None:
    from mastermine.cli.mastermind import board

    screen.print(board.legend(game.notation))
    screen.print()
    if found.conflict is None:
        _show_codes(screen, game, found, seconds)
    else:
        _show_conflict(screen, game, found, found.conflict, seconds)


def _show_codes(screen: Console, game: GivenGame, found: Consistency, seconds: float) -> None:
    from rich.text import Text

    from mastermine.cli.mastermind import board

    n = len(found.codes)
    known = bool(game.turns)
    if known:
        head = (
            _("This code is consistent with all answers:")
            if n == 1
            else _("These codes are consistent with all answers:")
        )
    else:
        head = _("This is a code of the game:") if n == 1 else _("These are codes of the game:")
    screen.print(Text(head, style="bold"))
    for code in found.codes:
        screen.print(board.pegs(game.notation, code), game.notation.format(code), sep="  ")
    screen.print()
    if found.complete:
        # Translators: {n} is 2 or more.
        many = ngettext("These are all {n} codes.", "These are all {n} codes.", n)
        text = _("It is the only one.") if n == 1 else many.format(n=whole(n))
    elif found.complete is False:
        text = _("There are more.")
    else:
        text = _("There may be more: the search stopped after {n} s.").format(n=plain(seconds))
    screen.print(text)


def _show_conflict(
    screen: Console, game: GivenGame, found: Consistency, conflict: Conflict, seconds: float
) -> None:
    from rich.text import Text

    from mastermine.cli.mastermind import board
    from mastermine.coach.contradictions import repair_sentences

    n = len(conflict.turns)
    head = (
        _("No code is consistent with all answers. This answer is impossible by itself:")
        if n == 1
        # Translators: {n} is 2 or more.
        else ngettext(
            "No code is consistent with all answers. These {n} contradict each other:",
            "No code is consistent with all answers. These {n} contradict each other:",
            n,
        )
    )
    screen.print(Text(head.format(n=whole(n)), style="bold"))
    screen.print()
    rows = output.table("", _("guess"), _("answer"), numbers=(0,))
    for turn in conflict.turns:
        guess, feedback = game.turns[turn].action, game.turns[turn].feedback
        rows.add_row(
            str(turn + 1),
            board.pegs(game.notation, guess),
            board.answer(game.notation, guess, feedback),
        )
    screen.print(rows)
    screen.print()
    if n > 1:
        screen.print(_how_small(seconds, conflict))
    last = conflict.turns[-1] + 1
    if found.settled is None:
        text = _("The answers contradict each other from row {row} on, or from an earlier row.")
        screen.print(text.format(row=last))
    else:
        screen.print(_("No code is possible from row {row} on.").format(row=found.settled + 1))
    for sentence in repair_sentences(game.notation, game.turns):
        screen.print(sentence)


def _how_small(seconds: float, conflict: Conflict) -> str:
    if conflict.proven:
        return _("Proven: no smaller set of answers is contradictory.")
    late = _("A smaller contradictory set may exist: the search stopped after {n} s.").format(
        n=plain(seconds)
    )
    if not conflict.irreducible:
        return late
    # Translators: {late} is "A smaller contradictory set may exist: …"
    return _("Without any one of them, the others agree. {late}").format(late=late)
