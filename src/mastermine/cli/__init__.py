"""The command ``mastermine``. Each command is imported when it is called, and no sooner."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mastermine import __version__
from mastermine.core.errors import MastermineError, system_reason
from mastermine.i18n.languages import ENGLISH, LANGUAGES, NAMED, find_language, of_environment
from mastermine.i18n.text import N_, _, folded, nearest, speak

if TYPE_CHECKING:
    from collections.abc import Iterator

    from click.shell_completion import CompletionItem

    from mastermine.i18n.languages import Language

COMMANDS = {
    "play": ("cli.play", N_("Play a game in the terminal.")),
    "tui": ("tui.command", N_("Play on the full screen of the terminal.")),
    "daily": ("cli.stats", N_("List the puzzles of today, and your streaks.")),
    "stats": ("cli.stats", N_("Say how your games went so far.")),
    "share": ("cli.share", N_("Show a saved game to others.")),
    "hint": ("cli.mastermind.hint", N_("Say what to guess next, and why.")),
    "consistent": (
        "cli.mastermind.consistent",
        N_("Say whether any code fits the answers of a game."),
    ),
    "review": ("cli.review", N_("Say what each move of a game was worth.")),
    "solve": ("cli.solve", N_("Watch the computer play, with its reasons.")),
    "analyze": ("cli.minesweeper.analyze", N_("Say what is known of a minefield.")),
    "match": ("cli.match", N_("Let strategies play the same games.")),
    "duel": ("cli.duel", N_("Say whether one strategy is better than another.")),
    "runs": ("cli.runs", N_("List the matches that are kept.")),
    "show": ("cli.runs", N_("Show a match that is kept.")),
    "export": ("cli.runs", N_("Write the games of a match to a file.")),
    "plot": ("cli.plot", N_("Draw a picture of a match.")),
    "report": ("cli.report", N_("Write all about a match to a page of HTML.")),
    "evaluate": ("cli.evaluate", N_("Count the guesses that strategies need over every code.")),
    "optimal": ("cli.optimal", N_("Find the best play there can be, and prove it.")),
    "within": (
        "cli.mastermind.within",
        N_("Find the most codes that can be found within so many guesses."),
    ),
    "static": (
        "cli.mastermind.static",
        N_("Find the fewest guesses that, made all at once, tell every code apart."),
    ),
    "adversary": (
        "cli.mastermind.adversary",
        N_("Let strategies play against one that commits to no code."),
    ),
    "verify": ("cli.mastermind.verify", N_("Say whether a tree of Mastermind finds every code.")),
    "layout": ("cli.minesweeper.layout", N_("Make, measure and convert layouts of mines.")),
    "serve": ("web.command", N_("Serve the page: both games in a browser.")),
    "lab": ("cli.lab", N_("Compare strategies in a shell with settings.")),
    "presets": ("cli.catalogue", N_("List the games that have a name.")),
    "strategies": ("cli.catalogue", N_("List the ways to play.")),
    "new-strategy": ("cli.new_strategy", N_("Write a strategy of your own, to begin with.")),
    "check": ("cli.check", N_("Say whether a strategy plays fair.")),
    "info": ("cli.catalogue", N_("Say what is installed and in use.")),
    "completion": (
        "cli.completion",
        N_("Print a script by which a shell completes what you type."),
    ),
}
"""The module of each command, which is a function there, and what it does in one line.

They stand in the order of the help page.
"""

MENU = "mastermine.cli.menu:menu"
"""A function without parameters that asks what to play."""

NUMBERS: dict[type[click.ParamType[Any]], str] = {
    type(click.INT): N_("integer"),
    click.IntRange: N_("integer"),
    type(click.FLOAT): N_("float"),
    click.FloatRange: N_("float"),
}
"""What click calls kinds of numbers, where it says that a value is none."""

NO_MEMORY = N_("there is not enough memory for that")

INTERRUPTED_EXIT_STATUS = 130
"""The exit status after Ctrl-C: 128 and the number of the signal, as shells have it."""


class Mistake(click.ClickException):
    """An error that a person can mend: one line, exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Print the line, to standard error where no file is given."""
        click.echo(f"mastermine: {self.format_message()}", file=file, err=file is None)


class Disproved(Mistake):
    """A check that failed: one line, exit status 1."""

    exit_code = 1


class Commands(click.Group):
    """The commands of the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        home, _help = COMMANDS[cmd_name]
        command: click.Command = _load(f"mastermine.{home}:{cmd_name.replace('-', '_')}")
        if ctx.resilient_parsing:
            _complete_values(command)
        # Translators: stands in the help for options that are typed.
        command.options_metavar = _("[OPTIONS]")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take `help play` for `play --help`; suggest the nearest name of a command."""
        if args[0] == "help" and not ctx.resilient_parsing:
            args = [*args[1:], "--help"]
        name = args[0]
        if name == "--help":
            click.echo(ctx.get_help())
            ctx.exit()
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(
                _("there is no command {name!r}; {hint}").format(
                    name=name, hint=nearest(name, COMMANDS)
                ),
                ctx,
            )
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, of which none needs to be imported, or the options."""
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=_(help_))
            for name, (_home, help_) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found or click.Command.shell_complete(self, ctx, incomplete)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_(str(self.help)))

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        # Translators: stands in the help for a command that is typed, and what belongs to it.
        return [_("[OPTIONS]"), _("[COMMAND] [ARGS]...")]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table, which needs no command to be imported."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(help_)) for name, (_home, help_) in COMMANDS.items()])

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the program; where nothing can be printed any more, it says so and ends."""
        _open_streams()
        if "_MASTERMINE_COMPLETE" in os.environ:
            import_module("mastermine.cli.completion")  # Where the shells are mended.
        try:
            return super().main(*args, **options)
        except OSError as error:  # A broken pipe never comes here.
            _forget_output()
            with suppress(OSError):
                click.echo(f"mastermine: {system_error(error)}", err=True)
            raise SystemExit(1) from None

    def make_context(
        self, info_name: str | None, args: list[str], *more: Any, **options: Any
    ) -> click.Context:
        """Choose the language and read the options before the command; a mistake becomes a line."""
        completing = options.get("resilient_parsing", False)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # A sign that the terminal's encoding does not have is no reason to stop.
                stream.reconfigure(errors="mastermine.plain")
        with _clean_exit():
            try:
                name, args = language_of(args)
            except click.UsageError:
                if not completing:
                    raise
                name = None
            _speak(name, quiet=completing)
            if completing:
                _complete_values(self)
            context = super().make_context(info_name, args, *more, **options)
            context.meta[NAMED] = name
            return context

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what it raises becomes a line and an exit status."""
        with _clean_exit():
            return super().invoke(ctx)


class Told(click.Option):
    """An option of the program itself: its help is known before the language is."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0], _(record[1]))

    def make_metavar(self, ctx: click.Context) -> str:
        return _(super().make_metavar(ctx))


def language_of(words: list[str]) -> tuple[str | None, list[str]]:
    """The language that ``--lang`` asks for, and the words without it, wherever it stands.

    After ``--`` it is a word like any other. Raises UsageError where no language follows.
    """
    name = None
    left: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return name, [*left, word, *rest]
        option, equals, value = word.partition("=")
        if option != "--lang":
            left.append(word)
            continue
        name = value if equals else next(rest, None)
        if not name or name.startswith("-"):
            raise click.UsageError(_("--lang takes a language, such as --lang sr"))
    return name, left


def _speak(name: str | None, quiet: bool) -> None:
    """Use this language from now on, or that of the system, in processes that begin, too.

    Where it is not known, or not there, that is said, and it is English.
    """
    language = find_language(name) if name else of_environment(os.environ)
    problem = None
    if language is None:
        problem = _("there is no language {name!r}; {hint}").format(
            name=name, hint=nearest(str(name), LANGUAGES)
        )
    elif not language.compiled:
        # Translators: {language} is the name of a language, in that language.
        problem = _("the words of {language} were not compiled, so this is English").format(
            language=language.name
        )
    elif not _has_letters_of(language):
        latin = LANGUAGES.get(f"{language.tag}-Latn")
        if latin is None:
            # Translators: {language} is the tag of a language, such as ru.
            problem = _("this terminal has no letters for {language}, so this is English").format(
                language=language.tag
            )
        language = latin
    if problem and not quiet:
        click.echo(f"mastermine: {problem}", err=True)
    language = ENGLISH if language is None or problem else language
    speak(language)
    for kind, called in NUMBERS.items():
        kind.name = _(called)
    if name or problem or language is not ENGLISH:
        os.environ["LANGUAGE"] = language.tag
    if language is not ENGLISH:
        _translate_click()


def _has_letters_of(language: Language) -> bool:
    """Whether the terminal's encoding has the alphabet of a language, but for accents."""
    try:
        language.name[0].encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _plainer(error: UnicodeError) -> tuple[str, int]:
    """What is printed for signs that an encoding does not have: letters without their accents."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = []
    for sign in error.object[error.start : error.end]:
        plain = folded(sign).upper() if sign.isupper() else folded(sign)
        signs.append(plain if plain.isascii() else "?")
    return "".join(signs), error.end


codecs.register_error("mastermine.plain", _plainer)


def _translate_click() -> None:
    import gettext
    from importlib.resources import files

    gettext.bindtextdomain("mastermine", str(files("mastermine") / "locale"))
    gettext.textdomain("mastermine")


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
        raise Mistake(_(NO_MEMORY)) from None
    except KeyboardInterrupt:
        click.echo(err=True)
        raise click.exceptions.Exit(INTERRUPTED_EXIT_STATUS) from None
    except EOFError:
        click.echo(err=True)
        raise click.exceptions.Exit(0) from None
    except (click.ClickException, click.exceptions.Exit, click.Abort, OSError):
        raise
    except Exception as error:
        blamed = _load("mastermine.registry:culprit")(error)
        if blamed is None:
            raise
        raise Mistake(str(blamed)) from error


def _usage(error: click.UsageError) -> str:
    return _("{mistake} (see {command} --help)").format(
        mistake=wrong(error), command=error.ctx.command_path if error.ctx else "mastermine"
    )


def wrong(error: click.ClickException) -> str:
    """What was wrong, in one line that another sentence can go on with."""
    told = " ".join(error.format_message().split()).rstrip(".")
    return told[:1].lower() + told[1:]


def system_error(error: OSError) -> str:
    """What the system says, and of which file."""
    words = [] if error.filename is None else [str(error.filename)]
    if error.strerror is not None:
        words.append(system_reason(error))
    return ": ".join(words) or str(error)


def _open_streams() -> None:
    """Replace each standard stream that was closed (as by ``<&-``) by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _forget_output() -> None:
    """Let what is still to be printed go nowhere, or Python would try again at its end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _complete_values(command: click.Command) -> None:
    _load("mastermine.cli.completion:prepare")(command)


def _load(home: str) -> Any:
    module, name = home.split(":")
    return getattr(import_module(module), name)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_(
        "Mastermind and Minesweeper: play, have them solved, and compare ways to play.\n\n"
        "A game is a name, such as classic or expert, or its sizes: places x colours, such as 4x6, "
        "or width x height x mines, such as 30x16x99. In a terminal, mastermine alone asks what to "
        "play."
    ),
)
@click.option(
    "--lang",
    cls=Told,
    # Translators: stands in the help for a language, such as sr.
    metavar=N_("LANG"),
    expose_value=False,
    help=N_("The language: en, sr, sr-Latn, hr, pl, sk, ru."),
)
@click.version_option(
    __version__,
    cls=Told,
    prog_name="mastermine",
    message="%(prog)s %(version)s",
    help=N_("Show the version and exit."),
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Without a command, ask what to play, or print the help."""
    if ctx.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            _load(MENU)()
        else:
            click.echo(ctx.get_help())
