"""``mastermine verify``: check a tree of Mastermind by playing it on every code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import Disproved, output, standings
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.mastermind import Tree, Verified


@click.command(
    help=_(
        "Check that a tree finds every code and that its figures are correct.\n\n"
        "TREE is a file written by mastermine optimal --save, or - for standard input. The tree is "
        "played on every code, by the rules alone. Whether a better tree exists is not checked. If "
        "the tree is wrong, the exit status is 1.\n\n"
        "\b\n"
        "  mastermine verify classic.tree\n"
        "  mastermine verify classic.tree.gz --json"
    )
)
# Translators: stands in the help for the name of a file.
@click.argument("path", metavar=_("TREE"))
@output.json_option
def verify(path: str, as_json: bool) -> None:
    from mastermine.mastermind import MAX_TREE_BYTES, BrokenTree, Tree, read_tree
    from mastermine.mastermind import verify_tree as play_all

    named = _("standard input") if path == "-" else path
    try:
        tree = Tree.decode(
            sys.stdin.buffer.read(MAX_TREE_BYTES + 1) if path == "-" else read_tree(path)
        )
        codes = tree.rules.size
        doing = ngettext("playing {n} code", "playing {n} codes", codes).format(n=whole(codes))
        with output.working(doing):
            verified = play_all(tree)
    except BrokenTree as error:
        raise Disproved(" ".join(f"{named}: {error}".split())) from None
    output.print_result(as_json, _data, _show, tree, verified)


def _data(tree: Tree, verified: Verified) -> dict[str, Any]:
    from mastermine.arena.statistics import table

    codes = tree.rules.size
    return {
        "rules": tree.rules.spec(),
        "objective": tree.objective,
        "total": verified.total,
        "average": verified.total / codes,
        "worst": verified.worst,
        "histogram": table(verified.histogram),
        "codes": codes,
    }


def _show(screen: Console, tree: Tree, verified: Verified) -> None:
    data = _data(tree, verified)
    codes = tree.rules.size
    screen.print(
        ngettext(
            "{spec}: the tree finds {n} code, and its figures are correct.",
            "{spec}: the tree finds all {n} codes, and its figures are correct.",
            codes,
        ).format(spec=tree.rules.spec(), n=whole(codes)),
        soft_wrap=True,
    )
    screen.print()
    heads = [_("objective"), _("total"), _("average"), _("worst"), _("guesses: codes")]
    row = output.table(*heads, numbers=range(1, 4))
    row.add_row(
        tree.objective,
        str(verified.total),
        decimal(data["average"]),
        str(verified.worst),
        standings.folded(screen, data["histogram"]),
    )
    screen.print(row)
