"""Shared by searches for trees and games: time limit, effort, and saving of the tree."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import N_, _, ngettext

if TYPE_CHECKING:
    from mastermine.mastermind import Tree

NOT_PROVEN = N_("Not proven: a better strategy may exist.")

stopping_option = output.seconds_option(
    N_("Stop after this many seconds and print the best result so far."), 60.0
)


def positions(n: int) -> str:
    return ngettext("{n} position", "{n} positions", n).format(n=whole(n))


def effort(nodes: int, seconds: float) -> str:
    """Formats the number of searched positions and the time."""
    # Translators: {positions} is such as "1,234 positions".
    return _("{positions} in {seconds} s").format(
        positions=positions(nodes), seconds=decimal(seconds, 1)
    )


def write_tree(tree: Tree, note: str, path: str | Path, proven: bool = True) -> None:
    """Writes a tree with a note, and prints its path to standard error. Raises InvalidSpec."""
    replace(tree, notes=(note,)).save(path)
    text = (
        _("Wrote the tree to {path}.")
        if proven
        else _("Wrote the tree to {path}; it is not proven to be the best.")
    )
    click.echo(text.format(path=path), err=True)
