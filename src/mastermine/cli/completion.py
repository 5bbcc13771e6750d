"""What a shell completes: ``mastermine completion`` prints its script, and here are the values.

A command says in its metavar what a value is. Only while a shell completes does it get a type that
knows the values, so that no command pays for them.
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
"""By which a shell asks: what click makes of the program's name."""


class Equals(ShellComplete):
    """Values that follow ``--option=``, which click mixes up with arguments."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        if args and args[-1] == "=":  # To Bash the sign is a word.
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
    """Bash, from 4.4 on."""


@add_completion_class
class Zsh(Equals, ZshComplete):
    """Zsh."""


@add_completion_class
class Fish(Equals, FishComplete):
    """Fish, with commas in names and their help."""

    source_template = FishComplete.source_template.replace("string split", "string split -m 1")


SHELLS: dict[str, type[ShellComplete]] = {"bash": Bash, "zsh": Zsh, "fish": Fish}


@click.command(
    help=_(
        "Print a script by which a shell completes commands, options, games, strategies, runs and "
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
    """Strategies of the game that was named before; of all games where none was."""
    from mastermine.registry import strategy_names

    return sorted({name for game in _games(ctx) for name in strategy_names(game)})


def _games(ctx: click.Context) -> Iterable[str]:
    """The game that the words before ask for; all games where none does."""
    from mastermine.core.errors import InvalidSpec
    from mastermine.registry import GAMES, parse_rules

    values = [ctx.params.get(name) for name in ("spec", "game", "rules")]
    # While the value of an option is not there, click leaves the arguments as they are.
    for word in [*values, *(ctx.params.get("words") or ()), *ctx.args]:
        with suppress(InvalidSpec):
            if word:
                return [parse_rules(word).game]
    return GAMES


def runs(ctx: click.Context) -> Iterable[str]:
    """Runs that are kept; none of a server, which may not answer soon."""
    where = ctx.params.get("store")
    return [] if where and "://" in where else kept_runs(where)


def kept_runs(where: str | None) -> list[str]:
    """The runs in a store, the last one first; none where it cannot be read."""
    from mastermine.arena.store import open_store
    from mastermine.core.errors import MastermineError

    try:
        with open_store(where, create=False) as store:
            numbers = [str(kept.id) for kept in store.runs()]
    except MastermineError:  # To complete a word is no time to say it; the command will.
        return []
    return ["last", *reversed(numbers)] if numbers else []


def nothing(ctx: click.Context) -> Iterable[str]:  # noqa: ARG001
    """No names: files alone."""
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
    "file": nothing,
    "path": nothing,
    "--load": nothing,
    "--picture": nothing,
    "--save": nothing,
    "--store": nothing,
}
"""The values that a parameter takes, or where their names are.

A parameter stands here by its longest name, after that of its command if need be.
"""


class Named(click.types.StringParamType):
    """A text that may be one of some names, the last one of a list with commas, or a file."""

    def __init__(self, names: Names | str) -> None:
        self.names = names

    def found(self, ctx: click.Context) -> Iterable[str]:
        """The names. Raises MastermineError."""
        from mastermine.core.registration import load

        return load(self.names) if isinstance(self.names, str) else self.names(ctx)

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        from mastermine.core.errors import MastermineError

        before, comma, begun = incomplete.rpartition(",")
        try:
            found = [name for name in self.found(ctx) if name.startswith(begun)]
        except MastermineError:  # A shell is no place to say it; the command will.
            found = []
        items = [CompletionItem(before + comma + name) for name in found]
        return items or [CompletionItem(incomplete, type="file")]


def prepare(command: click.Command) -> None:
    """Let the parameters of a command complete what they stand for."""
    for parameter in command.params:
        called = max(parameter.opts, key=len)
        names = KINDS.get(f"{command.name} {called}") or KINDS.get(called)
        if names is not None and not isinstance(parameter.type, click.IntRange):
            parameter.type = Named(names)
