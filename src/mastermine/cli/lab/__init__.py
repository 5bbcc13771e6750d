"""The command ``mastermine lab``: an interactive shell for matches."""

from __future__ import annotations

import sys

import click

from mastermine.cli import output
from mastermine.i18n.text import _


@click.command(
    help=_(
        "Compare strategies in an interactive shell.\n\n"
        "set changes a setting; match starts a match with the settings; help lists all commands. "
        "Commands and settings may be abbreviated.\n\n"
        "\b\n"
        "  set game 5x8\n"
        "  set rounds 100\n"
        "  add color orange\n"
        "  match knuth entropy random\n"
        "  match human knuth\n\n"
        "In a terminal, Tab completes words, Up recalls earlier lines, and the settings are saved. "
        "Otherwise commands are read from standard input, with the default settings."
    )
)
@output.store_option
def lab(store: str | None) -> None:
    from mastermine.cli.lab.shell import converse, read_lines

    if sys.stdin.isatty() and sys.stdout.isatty():
        converse(store)
    else:
        read_lines(store)
