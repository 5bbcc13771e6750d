"""``mastermine consistent``: whether any code fits the answers of a game, of any size."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.cli.mastermind.turn_options import read_turns, turns_option
from mastermine.command_line import colours_option
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.large.conflicts import Conflict
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.rules import Code, Mastermind

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
    from mastermine.mastermind.rules import Mastermind
    from mastermine.registry import parse_rules_of

    if smallest and most > 1:
        raise click.UsageError(_("--smallest is one code: it does not go with --most"))
    there = _("what is known of a minefield is told by mastermine analyze")
    rules = parse_rules_of(Mastermind, spec, instead=there)
    notation = output.notation_for(rules, colours)
    made = read_turns(turns, rules, notation)
    asked = _Asked(rules, made, seconds)
    codes, complete = asked.fitting(most, smallest)
    if codes:
        if as_json:
            _print_codes(asked, notation, codes, complete)
        else:
            _show_codes(asked, notation, codes, complete)
        return
    conflict, settled = asked.contradictory()
    if as_json:
        _print_conflict(asked, notation, conflict, settled)
    else:
        _show_conflict(asked, notation, conflict, settled)
    click.get_current_context().exit(1)


class _Asked:
    """The turns, and the time for all that is asked about them."""

    def __init__(
        self, rules: Mastermind, turns: list[Turn[Code, Feedback]], seconds: float
    ) -> None:
        self.rules = rules
        self.turns = turns
        self.seconds = seconds
        self.end = monotonic() + seconds

    def left(self) -> float:
        return max(0.0, self.end - monotonic())

    def undecided(self) -> Exception:
        """What to raise where not even is known whether a code fits."""
        from mastermine.mastermind.large.satisfiability import Undecided

        return Undecided(
            _(
                "it was not decided within {n} s whether a code fits; take a longer --time-limit"
            ).format(n=plain(self.seconds))
        )

    def fitting(self, most: int, smallest: bool) -> tuple[list[Code], bool | None]:
        """Codes that fit, and whether these are all; None where that was not decided."""
        from mastermine.mastermind.large import satisfiability

        rules, turns = self.rules, self.turns
        try:
            if smallest:
                code = satisfiability.smallest(rules, turns, self.left())
                if code is None:
                    return [], True
                other = self._other(code)
                return [code], None if other is None else not other
            found = satisfiability.several(rules, turns, most + 1, self.left())
        except satisfiability.Undecided as late:
            if not late.found:
                raise self.undecided() from None
            return list(late.found[:most]), False if len(late.found) > most else None
        return found[:most], len(found) <= most

    def _other(self, code: Code) -> bool | None:
        """Whether there is another code; None where that was not decided."""
        from mastermine.mastermind.large import satisfiability

        try:
            other = satisfiability.another(self.rules, self.turns, [code], self.left())
        except satisfiability.Undecided:
            return None
        return other is not None

    def contradictory(self) -> tuple[Conflict, int | None]:
        """Turns that contradict each other, and the turn with which nothing fits any more.

        Half of the time that is left goes to each; None is for a turn that was not found.
        """
        from mastermine.mastermind.large import conflicts, satisfiability

        try:
            conflict = conflicts.contradiction(self.rules, self.turns, self.left() / 2)
        except satisfiability.Undecided:
            raise self.undecided() from None
        if conflict is None:
            raise AssertionError("a code fits that did not before")
        before = self.turns[: conflict.turns[-1] + 1]
        try:
            settled = conflicts.first_contradiction(self.rules, before, self.left())
        except satisfiability.Undecided:
            settled = None
        return conflict, settled


def _turns_as_data(asked: _Asked, notation: Notation) -> list[dict[str, str]]:
    form = asked.rules.format_feedback
    return [
        {"guess": notation.format(turn.action), "answer": form(turn.feedback)}
        for turn in asked.turns
    ]


def _print_codes(
    asked: _Asked, notation: Notation, codes: list[Code], complete: bool | None
) -> None:
    output.print_json(
        {
            "rules": asked.rules.spec(),
            "turns": _turns_as_data(asked, notation),
            "consistent": True,
            "codes": [notation.format(code) for code in codes],
            "all": complete,
        }
    )


def _print_conflict(
    asked: _Asked, notation: Notation, conflict: Conflict, settled: int | None
) -> None:
    output.print_json(
        {
            "rules": asked.rules.spec(),
            "turns": _turns_as_data(asked, notation),
            "consistent": False,
            "codes": [],
            "all": True,
            "contradiction": [turn + 1 for turn in conflict.turns],
            "proven": conflict.proven,
            "irreducible": conflict.irreducible,
            "at_least": conflict.least,
            "settled": None if settled is None else settled + 1,
        }
    )


def _show_codes(
    asked: _Asked, notation: Notation, codes: list[Code], complete: bool | None
) -> None:
    from rich.text import Text

    from mastermine.cli.mastermind import board

    screen = output.console()
    screen.print(board.legend(notation))
    screen.print()
    n = len(codes)
    known = bool(asked.turns)
    head = (
        ngettext("This code fits all answers:", "These codes fit all answers:", n)
        if known
        else ngettext("This is a code of the game:", "These are codes of the game:", n)
    )
    screen.print(Text(head, style="bold"))
    for code in codes:
        screen.print(board.pegs(notation, code), notation.format(code), sep="  ")
    screen.print()
    if complete:
        told = ngettext("It is the only one.", "There are no others: these are all {n}.", n).format(
            n=whole(n)
        )
    elif complete is False:
        told = _("There are others.")
    else:
        told = _("Whether there are others was not decided within {n} s.").format(
            n=plain(asked.seconds)
        )
    screen.print(told)


def _show_conflict(
    asked: _Asked, notation: Notation, conflict: Conflict, settled: int | None
) -> None:
    from rich.text import Text

    from mastermine.cli.mastermind import board

    screen = output.console()
    screen.print(board.legend(notation))
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
        guess, feedback = asked.turns[turn].action, asked.turns[turn].feedback
        rows.add_row(
            str(turn + 1),
            board.pegs(notation, guess),
            board.answer(asked.rules, feedback, [notation.digits[colour] for colour in guess]),
        )
    screen.print(rows)
    screen.print()
    if n > 1:
        screen.print(_how_small(asked, conflict))
    last = conflict.turns[-1] + 1
    if settled is None:
        told = _("From row {row} on, or sooner, no code fits; which row, was not decided in time.")
        screen.print(told.format(row=last))
    else:
        screen.print(_("From row {row} on no code fits.").format(row=settled + 1))


def _how_small(asked: _Asked, conflict: Conflict) -> str:
    """What is known about smaller contradictions."""
    if conflict.proven:
        return _("No fewer answers contradict each other: proven.")
    late = _("Whether fewer do was not decided within {n} s.").format(n=plain(asked.seconds))
    if not conflict.irreducible:
        return late
    # Translators: {late} is "Whether fewer do was not decided within 60 s."
    return _("Without any one of them the others fit together. {late}").format(late=late)
