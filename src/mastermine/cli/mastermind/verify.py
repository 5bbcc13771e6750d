"""``mastermine verify``: check a tree of Mastermind by playing it, and a bound by its proof."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import Disproved, output, standings
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.mastermind import Bound, Mastermind, Tree, Verified


@click.command(
    help=_(
        "Check that a tree finds every code and that its figures are correct.\n\n"
        "TREE is a file written by mastermine optimal --save, or - for standard input. The tree is "
        "played on every code, by the rules alone. With --bound it is also checked that no tree is "
        "better; without it, whether a better tree exists is not checked. If the tree or the proof "
        "is wrong, the exit status is 1.\n\n"
        "\b\n"
        "  mastermine verify classic.tree\n"
        "  mastermine verify classic.tree.gz --json\n"
        "  mastermine verify classic.tree --bound classic.bound.gz\n"
        "  mastermine verify --bound classic.bound.gz"
    )
)
# Translators: stands in the help for the name of a file.
@click.argument("path", metavar=_("[TREE]"), required=False)
@click.option(
    "--bound",
    "certificate",
    # Translators: placeholder in the help for a file.
    metavar=_("FILE"),
    help=_("Check a certificate: a proof that no tree needs fewer guesses in total."),
)
@output.json_option
def verify(path: str | None, certificate: str | None, as_json: bool) -> None:
    if path is None and certificate is None:
        raise click.UsageError(_("name a tree, or a certificate with --bound, or both"))
    played = None if path is None else _play(path)
    rules = played[0].rules if played else None
    proven = None if certificate is None else _prove(certificate, rules)
    output.print_result(as_json, _data, _show, played, proven)


def _play(path: str) -> tuple[Tree, Verified]:
    """Reads a tree and plays it on every code. Raises Disproved."""
    from mastermine.mastermind import MAX_TREE_BYTES, BrokenTree, Tree, read_tree, verify_tree

    named = _("standard input") if path == "-" else path
    try:
        tree = Tree.decode(
            sys.stdin.buffer.read(MAX_TREE_BYTES + 1) if path == "-" else read_tree(path)
        )
        codes = tree.rules.size
        doing = ngettext("playing {n} code", "playing {n} codes", codes).format(n=whole(codes))
        with output.working(doing):
            return tree, verify_tree(tree)
    except BrokenTree as error:
        raise _wrong(named, error) from None


def _prove(path: str, rules: Mastermind | None) -> tuple[Bound, float]:
    """Checks a certificate, of these rules if given; returns the bound and the seconds.

    Raises Disproved.
    """
    from mastermine.mastermind import BrokenCertificate, check_certificate

    begin = perf_counter()
    try:
        with output.working(_("checking the proof")):
            bound = check_certificate(path, rules)
    except BrokenCertificate as error:
        raise _wrong(path, error) from None
    return bound, perf_counter() - begin


def _wrong(named: str, error: Exception) -> Disproved:
    return Disproved(" ".join(f"{named}: {error}".split()))


def _data(
    played: tuple[Tree, Verified] | None, proven: tuple[Bound, float] | None
) -> dict[str, Any]:
    data = _played_data(*played) if played else {}
    if proven:
        bound, seconds = proven
        rules = bound.rules
        data |= {} if played else {"rules": rules.spec(), "codes": rules.size}
        first = {rules.format_action(code): value for code, value in bound.first.items()}
        data |= {"bound": bound.total, "first": first, "sets": bound.sets}
        data |= {"seconds": round(seconds, 3)}
    if played and proven:
        data |= {"optimal": data["total"] == data["bound"]}
    return data


def _played_data(tree: Tree, verified: Verified) -> dict[str, Any]:
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


def _show(
    screen: Console, played: tuple[Tree, Verified] | None, proven: tuple[Bound, float] | None
) -> None:
    if played:
        _show_played(screen, *played)
    if played and proven:
        screen.print()
    if proven:
        _show_bound(screen, *proven)
    if played and proven:
        screen.print()
        more = played[1].total - proven[0].total
        screen.print(
            _("The tree is optimal: its total equals the bound.")
            if more == 0
            else ngettext(
                "The tree needs {n} guess more than the bound.",
                "The tree needs {n} guesses more than the bound.",
                more,
            ).format(n=whole(more)),
            soft_wrap=True,
        )


def _show_played(screen: Console, tree: Tree, verified: Verified) -> None:
    data = _played_data(tree, verified)
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


def _show_bound(screen: Console, bound: Bound, seconds: float) -> None:
    rules = bound.rules
    screen.print(
        ngettext(
            "{spec}: no strategy needs fewer than {n} guess in total.",
            "{spec}: no strategy needs fewer than {n} guesses in total.",
            bound.total,
        ).format(spec=rules.spec(), n=whole(bound.total)),
        soft_wrap=True,
    )
    if bound.first:
        screen.print()
        rows = output.table(_("first guess"), _("at least"), numbers=[1])
        for code, value in bound.first.items():
            rows.add_row(rules.format_action(code), str(value))
        screen.print(rows)
    screen.print()
    screen.print(
        ngettext(
            "The proof was checked in {seconds} s: {n} set of codes.",
            "The proof was checked in {seconds} s: {n} sets of codes.",
            bound.sets,
        ).format(seconds=decimal(seconds), n=whole(bound.sets)),
        _("The check relies on the rules and on its own code, not on the search."),
        soft_wrap=True,
    )
