"""``mastermine lab``: settings and matches, line by line."""

from __future__ import annotations

import sys

import click

from mastermine.cli import output
from mastermine.i18n.text import _


@click.command(
    help=_(
        "Compare strategies in a laboratory of your own, line by line.\n\n"
        "Settings say what is played; match lets strategies play it. help lists all that can be "
        "said. Commands and settings may be cut short as long as it is clear which is meant.\n\n"
        "\b\n"
        "  set game 5x8\n"
        "  set rounds 100\n"
        "  add color orange\n"
        "  match knuth entropy random\n"
        "  match human knuth\n\n"
        "In a terminal, Tab completes a word, Up brings earlier lines back, and the settings are "
        "kept for the next time. Otherwise the lines are read from the input, with the usual "
        "settings."
    )
)
@output.store_option
def lab(store: str | None) -> None:
    from mastermine.cli.lab.shell import converse, read_lines

    if sys.stdin.isatty() and sys.stdout.isatty():
        converse(store)
    else:
        read_lines(store)
