"""``mastermine within``: find the most codes within a number of guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output, standings
from mastermine.cli.mastermind.searches import NOT_PROVEN, effort, stopping_option, write_tree
from mastermine.i18n.numbers import percent, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.mastermind import Within


@click.command(
    help=_(
        "Find the strategy that finds the most codes within a number of guesses.\n\n"
        "The other codes may need any number. The resulting tree is played on every code, by the "
        "rules alone. If the search ends in time, it proves that no strategy finds more. The "
        "game's own limit is ignored.\n\n"
        "\b\n"
        "  mastermine within classic 4\n"
        "  mastermine within 3x4 3 --save three.tree --json"
    )
)
@output.spec_argument
# Translators: stands in the help for a number that is typed.
@click.argument("guesses", metavar=_("GUESSES"), type=click.IntRange(1))
@click.option(
    "--save",
    type=click.Path(),
    metavar=_("FILE"),
    help=_("Write the tree to this file; .gz compresses it."),
)
@stopping_option
@output.json_option
def within(spec: str, guesses: int, save: str | None, seconds: float, as_json: bool) -> None:
    from mastermine.mastermind import Mastermind
    from mastermine.mastermind import within as find
    from mastermine.registry import parse_rules_of

    rules = parse_rules_of(Mastermind, spec)
    with output.working(_("searching for the best play of {spec}").format(spec=rules.spec())):
        found = find(rules, guesses, seconds)
    output.print_result(as_json, _data, _show, found)
    if save is not None:
        proven = "proven" if found.proven else f"not proven; at most {found.upper_bound}"
        note = f"mastermine within {found.rules.spec()} {guesses}: {found.found} codes, {proven}"
        write_tree(found.tree, note, save)


def _data(found: Within) -> dict[str, Any]:
    from mastermine.arena.statistics import table

    rules, tree = found.rules, found.tree
    return {
        "rules": rules.spec(),
        "codes": rules.size,
        "guesses": found.guesses,
        "found": found.found,
        "upper_bound": found.upper_bound,
        "proven": found.proven,
        "first": rules.format_action(tree.root.guess),
        "histogram": table(tree.histogram),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _show(screen: Console, found: Within) -> None:
    from mastermine.arena.statistics import table

    rules = found.rules
    heads = [_("within"), _("found"), _("of all codes"), _("guesses: codes"), _("first guess")]
    row = output.table(*heads, title=output.codes_title(rules), numbers=range(3))
    row.add_row(
        whole(found.guesses),
        whole(found.found),
        percent(found.found / rules.size),
        standings.folded(screen, table(found.tree.histogram)),
        rules.notation.format(found.tree.root.guess),
    )
    screen.print(row)
    screen.print()
    if found.proven or found.upper_bound < rules.size:
        screen.print(
            ngettext(
                "Proven: no strategy finds more than {n} code within this limit.",
                "Proven: no strategy finds more than {n} codes within this limit.",
                found.upper_bound,
            ).format(n=whole(found.upper_bound)),
            soft_wrap=True,
        )
    if not found.proven:
        screen.print(_(NOT_PROVEN), soft_wrap=True)
    screen.print(effort(found.nodes, found.seconds))
