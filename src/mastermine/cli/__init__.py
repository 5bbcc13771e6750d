"""The command ``mastermine``. Each command is imported when it is called, and no sooner."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from mastermine import __version__
from mastermine.core.errors import MastermineError
from mastermine.core.text import _, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

COMMANDS = {
    "play": ("mastermine.cli.play:play", _("Play a game in the terminal.")),
    "daily": ("mastermine.cli.stats:daily", _("List the puzzles of today, and your streaks.")),
    "stats": ("mastermine.cli.stats:stats", _("Say how your games went so far.")),
    "share": ("mastermine.cli.sharing:share", _("Show a saved game to others.")),
    "hint": ("mastermine.cli.mastermind.hint:hint", _("Say what to guess next, and why.")),
    "review": ("mastermine.cli.review:review", _("Say what each move of a game was worth.")),
    "solve": ("mastermine.cli.solve:solve", _("Watch the computer play, with its reasons.")),
    "analyze": (
        "mastermine.cli.minesweeper.analyze:analyze",
        _("Say what is known of a minefield."),
    ),
    "match": ("mastermine.cli.match:match", _("Let strategies play the same games.")),
    "duel": ("mastermine.cli.duel:duel", _("Say whether one strategy is better than another.")),
    "runs": ("mastermine.cli.runs:runs", _("List the matches that are kept.")),
    "show": ("mastermine.cli.runs:show", _("Show a match that is kept.")),
    "export": ("mastermine.cli.runs:export", _("Write the games of a match to a file.")),
    "plot": ("mastermine.cli.plot:plot", _("Draw a picture of a match.")),
    "report": ("mastermine.cli.report:report", _("Write all about a match to a page of HTML.")),
    "evaluate": (
        "mastermine.cli.mastermind.evaluate:evaluate",
        _("Count the guesses that strategies need over every code."),
    ),
    "optimal": (
        "mastermine.cli.minesweeper.optimal:optimal",
        _("Find the best play of a small minefield."),
    ),
    "layout": (
        "mastermine.cli.minesweeper.layout:layout",
        _("Make, measure and convert layouts of mines."),
    ),
    "serve": (
        "mastermine.web.command:serve",
        _("Serve the page: both games in a browser."),
    ),
    "lab": ("mastermine.cli.lab:lab", _("Compare strategies in a shell with settings.")),
    "presets": ("mastermine.cli.catalogue:presets", _("List the games that have a name.")),
    "strategies": ("mastermine.cli.catalogue:strategies", _("List the ways to play.")),
    "new-strategy": (
        "mastermine.cli.new_strategy:new_strategy",
        _("Write a strategy of your own, to begin with."),
    ),
    "check": ("mastermine.cli.check:check", _("Say whether a strategy plays fair.")),
    "info": ("mastermine.cli.catalogue:info", _("Say what is installed and in use.")),
}
"""Where each command is, and what it does in one line, in the order of the help page."""

MENU = "mastermine.cli.menu:menu"
"""A function without parameters that asks what to play."""

NO_MEMORY = _("there is not enough memory for that")

INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 and the number of the signal, as shells have it."""


class Mistake(click.ClickException):
    """An error that a person can mend: one line, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the line, to standard error where no file is given."""
        click.echo(f"mastermine: {self.format_message()}", file=file, err=file is None)


class Commands(click.Group):
    """The commands of the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = _load(COMMANDS[cmd_name][0])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest name where there is no such command."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            raise click.UsageError(
                _("there is no command {name!r}; {hint}").format(
                    name=name, hint=nearest(name, COMMANDS)
                ),
                ctx,
            )
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table, which needs no command to be imported."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, help_) for name, (_home, help_) in COMMANDS.items()])

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the program; where nothing can be printed any more, it says so and ends."""
        try:
            return super().main(*args, **options)
        except OSError as error:  # A broken pipe never comes here.
            _forget_output()
            with suppress(OSError):
                click.echo(f"mastermine: {system_error(error)}", err=True)
            raise SystemExit(1) from None

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Read the options before the command; a mistake becomes a line."""
        with _clean_exit():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what it raises becomes a line and an exit status."""
        with _clean_exit():
            return super().invoke(ctx)


@contextmanager
def _clean_exit() -> Iterator[None]:
    """Turn mistakes into one line, and Ctrl-C into its exit status; the input may just end."""
    try:
        yield
    except MastermineError as error:
        raise Mistake(" ".join(str(error).split())) from None
    except click.UsageError as error:
        raise Mistake(_usage(error)) from None
    except MemoryError:
        raise Mistake(NO_MEMORY) from None
    except KeyboardInterrupt:
        click.echo(err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except EOFError:
        click.echo(err=True)
        raise click.exceptions.Exit(0) from None


def _usage(error: click.UsageError) -> str:
    """What was wrong with the options, and where it is told which there are, in one line."""
    return _("{mistake} (see {command} --help)").format(
        mistake=wrong(error), command=error.ctx.command_path if error.ctx else "mastermine"
    )


def wrong(error: click.ClickException) -> str:
    """What was wrong, in one line that another sentence can go on with."""
    told = " ".join(error.format_message().split()).rstrip(".")
    return told[:1].lower() + told[1:]


def system_error(error: OSError) -> str:
    """What the system says, and of which file."""
    words = [str(word) for word in (error.filename, error.strerror) if word is not None]
    return ": ".join(words) or str(error)


def _forget_output() -> None:
    """Let what is still to be printed go nowhere, or Python would try again at its end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _load(home: str) -> Any:
    module, name = home.split(":")
    return getattr(import_module(module), name)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=_(
        "Mastermind and Minesweeper: play, have them solved, and compare ways to play.\n\n"
        "A game is a name, such as classic or expert, or its sizes: places x colours, such as 4x6, "
        "or width x height x mines, such as 30x16x99. In a terminal, mastermine alone asks what to "
        "play."
    ),
)
@click.version_option(__version__, prog_name="mastermine", message="%(prog)s %(version)s")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Prepare the terminal; without a command, ask what to play, or print the help."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A sign that the terminal's encoding does not have is no reason to stop.
            stream.reconfigure(errors="replace")
    if ctx.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            _load(MENU)()
        else:
            click.echo(ctx.get_help())
