"""All commands, from their help."""

from __future__ import annotations

from collections.abc import Iterator

import click

from generated.markdown import block, code, defined, plain
from mastermine.cli import main

VERBATIM = "\b"
"""Click's sign before lines that it does not wrap."""


def commands() -> str:
    """Documents the program and each of its commands in a section, in the order of the help."""
    context = click.Context(main, info_name="mastermine")
    return "\n\n".join(_sections(main, context))


def _sections(command: click.Command, context: click.Context) -> Iterator[str]:
    """Documents a command and its subcommands."""
    level = "##" if context.parent is None or context.parent.parent is None else "###"
    yield f"{level} {context.command_path}"
    yield block(" ".join([context.command_path, *command.collect_usage_pieces(context)]))
    yield from _help(command.help or "")
    records = [
        (code(record[0]), plain(record[1]))
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context))
    ]
    yield defined(records)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from _sections(below, click.Context(below, context, name))


def _help(text: str) -> Iterator[str]:
    """Yields the paragraphs of a help text; examples are code."""
    for paragraph in text.split("\n\n"):
        first, _newline, rest = paragraph.partition("\n")
        if first.strip() == VERBATIM:
            yield block("\n".join(line.strip() for line in rest.splitlines()), "console")
        else:
            yield plain(" ".join(paragraph.split()))
