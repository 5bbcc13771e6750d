"""The command ``mastermine engine``: our strategies as engines, and a check of other engines."""

from __future__ import annotations

import sys

import click

from mastermine.cli import output
from mastermine.engines.adapters import ADAPTERS
from mastermine.i18n.text import _


@click.group(
    invoke_without_command=True,
    # Translators: placeholder in the help for a command and its arguments.
    subcommand_metavar=_("[COMMAND] [ARGS]..."),
    help=_(
        "Play as an engine: answer the lines of a referee, as the engine protocol has them.\n\n"
        "\b\n"
        "  mastermine engine --strategy knuth\n"
        "  mastermine engine check ./my-engine\n"
        "  mastermine engine adapt jsminesweeper ./JSMinesweeper\n"
        "  mastermine match expert --strategy 'cmd:./my-engine' --strategy champion"
    ),
)
@click.option("--strategy", "name", metavar=_("NAME"), help=_("The strategy that plays."))
@click.option(
    "--format",
    "form",
    type=click.Choice(["codingame"]),
    help=_("Answer a referee of CodinGame instead, for Minesweeper or Bulls and Cows."),
)
@click.pass_context
def engine(ctx: click.Context, name: str | None, form: str | None) -> None:
    if ctx.invoked_subcommand is not None:
        return
    from mastermine.engines.server import Server
    from mastermine.registry import find_strategy

    if name is None:
        raise click.UsageError(_("missing option --strategy: the strategy that plays"))
    strategy = find_strategy(name)
    if form is None:
        answers = Server(strategy).run(sys.stdin)
    else:
        from mastermine.engines.adapters import codingame

        answers = codingame.answers(strategy, sys.stdin)
    for line in answers:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


@engine.command(
    name="check",
    help=_(
        "Check that an engine speaks the protocol, and that it plays by the rules.\n\n"
        "COMMAND starts it. Each violation is printed in one line; the exit status is then 1.\n\n"
        "\b\n"
        "  mastermine engine check 'node engine.js'"
    ),
)
@click.argument("command", metavar=_("COMMAND"))
@output.json_option
@click.pass_context
def check_engine(ctx: click.Context, command: str, as_json: bool) -> None:
    from mastermine.cli.check import check

    ctx.invoke(check, strategy=f"cmd:{command.removeprefix('cmd:')}", as_json=as_json)


@engine.command(
    help=_(
        "Play as a known program of somebody else, which is at PATH.\n\n"
        "\b\n"
        "  mastermine engine adapt jsminesweeper ./JSMinesweeper"
    )
)
@click.argument("name", type=click.Choice(list(ADAPTERS)), metavar=_("PROGRAM"))
@click.argument("path", metavar=_("PATH"))
def adapt(name: str, path: str) -> None:
    ADAPTERS[name].run(path, sys.stdin, sys.stdout.write)
