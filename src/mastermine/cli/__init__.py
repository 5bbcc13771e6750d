"""The command ``mastermine``. A command's module is imported only when the command runs."""

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
from mastermine.core.errors import MastermineError, one_line, system_reason
from mastermine.i18n.languages import ENGLISH, LANGUAGES, NAMED, find_language, of_environment
from mastermine.i18n.text import N_, _, folded, nearest, speak
from mastermine.system.streams import guard_output

if TYPE_CHECKING:
    from collections.abc import Iterator

    from click.shell_completion import CompletionItem

    from mastermine.i18n.languages import Language

COMMANDS = {
    "play": ("cli.play", N_("Play a game in the terminal.")),
    "tui": ("tui.command", N_("Play in a full-screen terminal interface.")),
    "daily": ("cli.stats", N_("List today's puzzles and your streaks.")),
    "stats": ("cli.stats", N_("Show statistics of your games.")),
    "share": ("cli.share", N_("Share a saved game as text, link or picture.")),
    "hint": ("cli.mastermind.hint", N_("Suggest the next guess, with reasons.")),
    "consistent": (
        "cli.mastermind.consistent",
        N_("Check whether any code fits all answers of a game."),
    ),
    "puzzle": ("cli.puzzle", N_("Make puzzles with one solution, to solve or to print.")),
    "review": ("cli.review", N_("Rate each move of a game.")),
    "solve": ("cli.solve", N_("Watch the computer play and explain its moves.")),
    "analyze": ("cli.minesweeper.analyze", N_("Compute the chance of a mine in every cell.")),
    "match": ("cli.match", N_("Compare strategies on the same codes or minefields.")),
    "duel": ("cli.duel", N_("Test whether one strategy is better than another.")),
    "runs": ("cli.runs", N_("List the stored runs.")),
    "show": ("cli.runs", N_("Show a stored run.")),
    "export": ("cli.runs", N_("Write the games of a run to a file.")),
    "plot": ("cli.plot", N_("Draw a chart of a run.")),
    "report": ("cli.report", N_("Write an HTML report of a run.")),
    "evaluate": ("cli.evaluate", N_("Count the guesses that strategies need over all codes.")),
    "optimal": ("cli.optimal", N_("Compute optimal play and prove it optimal.")),
    "static": (
        "cli.mastermind.static",
        N_("Find the fewest fixed guesses that tell all codes apart."),
    ),
    "adversary": (
        "cli.mastermind.adversary",
        N_("Play strategies against an adversary that commits to no code."),
    ),
    "verify": ("cli.mastermind.verify", N_("Verify that a decision tree finds every code.")),
    "layout": ("cli.minesweeper.layout", N_("Create, measure and convert mine layouts.")),
    "serve": ("web.command", N_("Serve both games as a web page.")),
    "mcp": ("web.command", N_("Let an assistant play, referee and teach both games.")),
    "lab": ("cli.lab", N_("Compare strategies in an interactive shell.")),
    "presets": ("cli.catalogue", N_("List the named games.")),
    "strategies": ("cli.catalogue", N_("List the strategies.")),
    "new-strategy": ("cli.new_strategy", N_("Create files for a strategy of your own.")),
    "engine": ("cli.engine", N_("Play as an engine, or check one.")),
    "ladder": ("cli.ladder", N_("Rank strategies and engines on the same secrets.")),
    "exam": ("cli.exam", N_("Let an engine or a chat model answer graded positions.")),
    "kit": ("cli.kit", N_("Give assignments to a class, and grade them.")),
    "check": ("cli.check", N_("Check that a strategy follows the rules.")),
    "info": ("cli.catalogue", N_("Show the version and the installed libraries.")),
    "completion": ("cli.completion", N_("Print a shell completion script.")),
}
"""The module and the summary of each command, in the order of the help page."""

MENU = "mastermine.cli.menu:menu"

NUMBERS: dict[type[click.ParamType[Any]], str] = {
    type(click.INT): N_("integer"),
    click.IntRange: N_("integer"),
    type(click.FLOAT): N_("float"),
    click.FloatRange: N_("float"),
}
"""Names of number types in click's error messages."""

NO_MEMORY = N_("not enough memory")

INTERRUPTED_EXIT_STATUS = 130
"""Exit status after Ctrl-C: 128 plus the signal number, as in shells."""


class Mistake(click.ClickException):
    """A usage or input error: one line, or more that help; exit status 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Prints the line, by default to standard error."""
        click.echo(f"mastermine: {self.format_message()}", file=file, err=file is None)


class Disproved(Mistake):
    """A check that failed: one line, exit status 1."""

    exit_code = 1


class Commands(click.Group):
    """The commands of ``COMMANDS``."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        home, _help = COMMANDS[cmd_name]
        command: click.Command = _load(f"mastermine.{home}:{cmd_name.replace('-', '_')}")
        if ctx.resilient_parsing:
            _complete_values(command)
        group = command.commands.values() if isinstance(command, click.Group) else ()
        for each in (command, *group):
            # Translators: placeholder in the help.
            each.options_metavar = _("[OPTIONS]")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Treats ``help play`` as ``play --help``; suggests the closest command name."""
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
        """Completes command names without importing the commands, or options."""
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
        # Translators: placeholder in the help for a command and its arguments.
        return [_("[OPTIONS]"), _("[COMMAND] [ARGS]...")]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Writes ``COMMANDS`` without importing the commands."""
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(help_)) for name, (_home, help_) in COMMANDS.items()])

    def main(self, *args: Any, **options: Any) -> Any:
        """Runs the program; exits with status 1 if output fails."""
        _open_streams()
        if "_MASTERMINE_COMPLETE" in os.environ:
            import_module("mastermine.cli.completion")  # Registers the shell classes.
        try:
            return super().main(*args, **options)
        except OSError as error:  # click handles broken pipes.
            _discard_output()
            with suppress(OSError):
                click.echo(f"mastermine: {system_error(error)}", err=True)
            raise SystemExit(1) from None

    def make_context(
        self, info_name: str | None, args: list[str], *more: Any, **options: Any
    ) -> click.Context:
        """Sets the language, then parses the options before the command."""
        completing = options.get("resilient_parsing", False)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="mastermine.plain")
        guard_output()
        with _clean_exit():
            try:
                name, args = extract_language(args)
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
        """Runs a command; turns errors into one line and an exit status."""
        with _clean_exit():
            return super().invoke(ctx)


class TranslatedOption(click.Option):
    """An option whose help is translated when shown, not at import."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0], _(record[1]))

    def make_metavar(self, ctx: click.Context) -> str:
        return _(super().make_metavar(ctx))


def extract_language(words: list[str]) -> tuple[str | None, list[str]]:
    """Returns the value of ``--lang`` (anywhere before ``--``) and the other words.

    Raises UsageError if the value is missing.
    """
    name = None
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return name, [*others, word, *rest]
        option, equals, value = word.partition("=")
        if option != "--lang":
            others.append(word)
            continue
        name = value if equals else next(rest, None)
        if not name or name.startswith("-"):
            raise click.UsageError(_("--lang takes a language, such as --lang sr"))
    return name, others


def _speak(name: str | None, quiet: bool) -> None:
    """Sets the language of this process and its children; None is the system's language.

    Falls back to English, with a warning, if the language is unknown or unavailable.
    """
    language = find_language(name) if name else of_environment(os.environ)
    problem = None
    if language is None:
        problem = _("there is no language {name!r}; {hint}").format(
            name=name, hint=nearest(str(name), LANGUAGES)
        )
    elif not language.compiled:
        # Translators: {language} is the name of a language, in that language.
        problem = _("the {language} translation is not compiled; using English").format(
            language=language.name
        )
    elif not _has_letters_of(language):
        latin = LANGUAGES.get(f"{language.tag}-Latn")
        if latin is None:
            # Translators: {language} is the tag of a language, such as ru.
            problem = _(
                "this terminal cannot show the letters of {language}; using English"
            ).format(language=language.tag)
        language = latin
    if problem and not quiet:
        click.echo(f"mastermine: {problem}", err=True)
    language = ENGLISH if language is None or problem else language
    speak(language)
    for kind, label in NUMBERS.items():
        kind.name = _(label)
    if name or problem or language is not ENGLISH:
        os.environ["LANGUAGE"] = language.tag
    if language is not ENGLISH:
        _translate_click()


def _has_letters_of(language: Language) -> bool:
    """True if the terminal's encoding has the alphabet of a language, ignoring accents."""
    try:
        language.name[0].encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Error handler of an encoding: letters lose their accents, other characters become "?"."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    replaced = []
    for character in error.object[error.start : error.end]:
        plain = folded(character).upper() if character.isupper() else folded(character)
        replaced.append(plain if plain.isascii() else "?")
    return "".join(replaced), error.end


codecs.register_error("mastermine.plain", _replace_unencodable)


def _translate_click() -> None:
    import gettext
    from importlib.resources import files

    gettext.bindtextdomain("mastermine", str(files("mastermine") / "locale"))
    gettext.textdomain("mastermine")


@contextmanager
def _clean_exit() -> Iterator[None]:
    """Turns errors into one line and Ctrl-C into its exit status; end of input exits with 0."""
    try:
        yield
    except MastermineError as error:
        lines = [one_line(str(error)), *getattr(error, "repairs", ())]
        raise Mistake("\n".join(lines)) from None
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
        broken = _load("mastermine.registry:culprit")(error)
        if broken is None:
            raise
        raise Mistake(str(broken)) from error


def _usage(error: click.UsageError) -> str:
    return _("{mistake} (see {command} --help)").format(
        mistake=wrong(error), command=error.ctx.command_path if error.ctx else "mastermine"
    )


def wrong(error: click.ClickException) -> str:
    """Formats a click error as a clause: one line, lower case, no full stop."""
    message = one_line(error.format_message()).rstrip(".")
    return message[:1].lower() + message[1:]


def system_error(error: OSError) -> str:
    """Formats an OSError with its file name."""
    words = [] if error.filename is None else [str(error.filename)]
    if error.strerror is not None:
        words.append(system_reason(error))
    return ": ".join(words) or str(error)


def _open_streams() -> None:
    """Replaces closed standard streams (as after ``<&-``) with the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _discard_output() -> None:
    """Redirects standard output to the null device, or Python would flush it again at exit."""
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
        "Play and solve Mastermind and Minesweeper, and compare strategies.\n\n"
        "A game is a name, such as classic or expert, or a size: places x colours, such as 4x6, "
        "or width x height x mines, such as 30x16x99. Without a command, mastermine asks what to "
        "play."
    ),
)
@click.option(
    "--lang",
    cls=TranslatedOption,
    # Translators: placeholder in the help for a language, such as sr.
    metavar=N_("LANG"),
    expose_value=False,
    help=N_("Language: en, sr, sr-Latn, hr, pl, sk, ru.  [default: the system's]"),
)
@click.version_option(
    __version__,
    cls=TranslatedOption,
    prog_name="mastermine",
    message="%(prog)s %(version)s",
    help=N_("Show the version and exit."),
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Opens the menu in a terminal, else prints the help, if there is no command."""
    if ctx.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            _load(MENU)()
        else:
            click.echo(ctx.get_help())
