"""The command ``mastermine lab``: an interactive shell for matches."""

from __future__ import annotations

import sys

import click

from mastermine.cli import output
from mastermine.cli.lab.words import translated
from mastermine.i18n.text import _

EXAMPLES = (
    "set game 5x8",
    "set rounds 100",
    "add colour orange",
    "match knuth entropy random",
    "match human knuth",
)


@click.command(
    # Translators: {set}, {match} and {help} are commands, {examples} lines of commands.
    help=_(
        "Compare strategies in an interactive shell.\n\n"
        "{set} changes a setting; {match} starts a match with the settings; {help} lists all "
        "commands. Commands and settings may be abbreviated.\n\n"
        "\b\n"
        "{examples}\n\n"
        "In a terminal, Tab completes words, Up recalls earlier lines, and the settings are saved. "
        "Otherwise commands are read from standard input, with the default settings."
    ).format(
        **{name: translated(name) for name in ("set", "match", "help")},
        examples="\n".join(f"  {translated(line)}" for line in EXAMPLES),
    )
)
@output.store_option
def lab(store: str | None) -> None:
    from mastermine.cli.lab.shell import converse, read_lines

    if sys.stdin.isatty() and sys.stdout.isatty():
        converse(store)
    else:
        read_lines(store)
