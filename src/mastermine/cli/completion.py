"""Shell completion: the command ``mastermine completion`` and the values of parameters.

Parameters get a type that completes values only while a shell asks, to keep commands fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from mastermine.i18n.text import _

Names = Callable[[click.Context], Iterable[str]]

VARIABLE = "_MASTERMINE_COMPLETE"
"""Environment variable with which a shell asks; click derives it from the program's name."""


class Equals(ShellComplete):
    """Completes values after ``--option=``, which click takes for arguments."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        if args and args[-1] == "=":  # Bash treats it as a word.
            return super().get_completions(args[:-1], incomplete)
        option, equals, value = incomplete.partition("=")
        if not (equals and option.startswith("--")):
            return super().get_completions(args, incomplete)
        items = super().get_completions([*args, option], value)
        return [
            CompletionItem(f"{option}={item.value}", item.type, item.help)
            for item in items
            if item.type == "plain"
        ]


@add_completion_class
class Bash(Equals, BashComplete):
    """Bash 4.4 or later."""


@add_completion_class
class Zsh(Equals, ZshComplete):
    """The Z shell."""


@add_completion_class
class Fish(Equals, FishComplete):
    """Fish, with support for commas in names and help."""

    source_template = FishComplete.source_template.replace("string split", "string split -m 1")


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


@click.command(
    help=_(
        "Print a script for shell completion of commands, options, games, strategies, runs and "
        "files.\n\n"
        "\b\n"
        '  eval "$(mastermine completion bash)"     in ~/.bashrc\n'
        '  eval "$(mastermine completion zsh)"      in ~/.zshrc, after compinit\n'
        "  mastermine completion fish | source      in ~/.config/fish/config.fish"
    )
)
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    program = click.get_current_context().find_root().command
    click.echo(SHELLS[shell](program, {}, "mastermine", VARIABLE).source(), nl=False)


def strategies(ctx: click.Context) -> Iterable[str]:
    """Strategies of the game given before, else of all games."""
    from mastermine.registry import strategy_names

    return sorted({name for game in _games(ctx) for name in strategy_names(game)})


def _games(ctx: click.Context) -> Iterable[str]:
    """The game given in the words before, else all games."""
    from mastermine.core.errors import InvalidSpec
    from mastermine.registry import GAMES, parse_rules

    values = [ctx.params.get(name) for name in ("spec", "game", "rules")]
    # While an option lacks its value, click leaves the arguments unparsed.
    for word in [*values, *(ctx.params.get("words") or ()), *ctx.args]:
        with suppress(InvalidSpec):
            if word:
                return [parse_rules(word).game]
    return GAMES


def runs(ctx: click.Context) -> Iterable[str]:
    """Stored runs; none for a database server, which may answer slowly."""
    where = ctx.params.get("store")
    return [] if where and "://" in where else stored_runs(where)


def stored_runs(where: str | None) -> list[str]:
    """The runs in a store, the latest first; empty if it cannot be read."""
    from mastermine.arena.store import open_store
    from mastermine.core.errors import MastermineError

    try:
        with open_store(where, create=False) as store:
            numbers = [str(run.id) for run in store.runs()]
    except MastermineError:  # The command will report it.
        return []
    return ["last", *reversed(numbers)] if numbers else []


def nothing(ctx: click.Context) -> Iterable[str]:  # noqa: ARG001
    """No names, only files."""
    return ()


PRESETS = "mastermine.registry:PRESETS"

KINDS: dict[str, Names | str] = {
    "--lang": "mastermine.i18n.languages:LANGUAGES",
    "spec": PRESETS,
    "--game": PRESETS,
    "--rules": PRESETS,
    "layout what": PRESETS,
    "--strategy": strategies,
    "strategy": strategies,
    "players": strategies,
    "words": strategies,
    "run": runs,
    "--remove": runs,
    "--resume": runs,
    "plot what": runs,
    "plot --kind": "mastermine.arena.plots:KINDS",
    "optimal --resume": nothing,
    "puzzle --grade": "mastermine.mastermind.puzzles:GRADES",
    "file": nothing,
    "files": nothing,
    "path": nothing,
    "--load": nothing,
    "--picture": nothing,
    "--save": nothing,
    "--sheet": nothing,
    "--store": nothing,
}
"""Values of parameters, or the place of their names.

A key is a parameter's longest name, after the command's name where needed.
"""


class NameOrFile(click.types.StringParamType):
    """A name, a list of names with commas, or a file."""

    def __init__(self, names: Names | str) -> None:
        self.names = names

    def found(self, ctx: click.Context) -> Iterable[str]:
        """Returns the names. Raises MastermineError."""
        from mastermine.core.registration import load

        return load(self.names) if isinstance(self.names, str) else self.names(ctx)

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from mastermine.core.errors import MastermineError

        before, comma, start = incomplete.rpartition(",")
        try:
            found = [name for name in self.found(ctx) if name.startswith(start)]
        except MastermineError:  # The command will report it.
            found = []
        items = [CompletionItem(before + comma + name) for name in found]
        return items or [CompletionItem(incomplete, type="file")]


def prepare(command: click.Command) -> None:
    """Gives the parameters of a command types that complete their values."""
    for parameter in command.params:
        longest = max(parameter.opts, key=len)
        names = KINDS.get(f"{command.name} {longest}") or KINDS.get(longest)
        if names is not None and not isinstance(parameter.type, click.IntRange):
            parameter.type = NameOrFile(names)
