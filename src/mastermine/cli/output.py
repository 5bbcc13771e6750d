"""Options, tables and printing shared by the commands."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isnan
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.i18n.numbers import sized
from mastermine.i18n.text import N_, _, ngettext
from mastermine.system.streams import unguarded

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console, RenderableType
    from rich.table import Table

    from mastermine.registry import AnyRules

REFERENCE_MAX_CODES = 5000
"""Maximum number of codes that the reference core plays within seconds."""

MAX_JOBS = 1000
"""Larger numbers are taken for typing errors."""

Function = TypeVar("Function", bound=Callable[..., Any])
Part = TypeVar("Part")
T = TypeVar("T")


class Positive(click.FloatRange):
    """A number above 0; rejects nan."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            message = _("{value} is not in the range {range}.")
            self.fail(message.format(value=number, range="x>0"), param, ctx)
        return number


class Size(click.types.StringParamType):
    """A number of bytes, such as 2G."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from mastermine.arena.memory import memory_of

        try:
            return memory_of(value)
        except InvalidSpec as error:
            self.fail(str(error), param, ctx)


def option(
    *names: str, help_: str, metavar: str | None = None, **more: Any
) -> Callable[[Function], Function]:
    """An option shared by commands, translated when their modules are imported."""

    def decorate(function: Function) -> Function:
        translated = None if metavar is None else _(metavar)
        return click.option(*names, metavar=translated, help=_(help_), **more)(function)

    return decorate


def spec_argument(function: Function) -> Function:
    """The game, as the parameter ``spec``."""
    # Translators: placeholder in the help for a game; other help texts use the same word.
    return click.argument("spec", metavar=_("SPEC"))(function)


def run_argument(function: Function) -> Function:
    """A stored run, as the parameter ``run``."""
    # Translators: placeholder in the help for a run; other help texts use the same word.
    return click.argument("run", metavar=_("RUN"))(function)


json_option = option("--json", "as_json", is_flag=True, help_=N_("Print JSON instead of a table."))
records_option = option(
    "--out",
    type=click.Path(),
    # Translators: placeholder in the help for a file.
    metavar=N_("FILE"),
    help_=N_("Write each game to this file: .jsonl, .csv or .parquet."),
)
jobs_option = option(
    "--jobs",
    type=click.IntRange(1, MAX_JOBS),
    metavar=N_("N"),
    help_=N_("Number of worker processes.  [default: one per core]"),
)
cluster_option = option(
    "--cluster",
    # Translators: placeholder in the help for an address; tcp and local are typed unchanged.
    metavar=N_("tcp://HOST:PORT|local:N"),
    help_=N_("Use the workers of a Dask cluster."),
)
memory_option = option(
    "--memory",
    type=Size(),
    # Translators: placeholder in the help for a size such as 2G.
    metavar=N_("SIZE"),
    help_=N_(
        "Memory of each worker, such as 2G; a strategy that uses more loses the game.  [default: "
        "half of the machine's memory, divided by the workers; at least 3G]"
    ),
)
store_option = option(
    "--store",
    # Translators: placeholder in the help for a file or an address.
    metavar=N_("PATH|URL"),
    envvar="MASTERMINE_STORE",
    help_=N_("Database: a file or a postgresql:// URL.  [default: a file in your data folder]"),
)
no_store_option = option("--no-store", is_flag=True, help_=N_("Do not store the run."))
resume_option = option(
    "--resume",
    metavar=N_("RUN"),
    help_=N_("Resume a stored run: its number, or last."),
)
trust_option = option(
    "--trust",
    is_flag=True,
    help_=N_("Run the strategy files of a run in another store, without a question."),
)
pairs_option = option(
    "--pairs", is_flag=True, help_=N_("Compare the strategies in pairs, secret by secret.")
)
ranking_option = option("--ranking", is_flag=True, help_=N_("Rank the strategies by rating."))


def strategies_option(required: bool = True) -> Callable[[Function], Function]:
    """``--strategy`` of several strategies, as the parameter ``names``."""
    return option(
        "--strategy",
        "-s",
        "names",
        metavar=N_("NAME,…"),
        multiple=True,
        required=required,
        help_=N_(
            "Strategies, or FILE.py:NAME, separated by commas; mastermine strategies lists them."
        ),
    )


def seconds_option(help_: str, default: float | None = None) -> Callable[[Function], Function]:
    """``--time-limit``, as the parameter ``seconds``."""
    return option(
        "--time-limit",
        "seconds",
        type=Positive(),
        # Translators: placeholder in the help for a number.
        metavar=N_("SECONDS"),
        default=default and round(default),
        show_default=default is not None,
        help_=help_,
    )


def time_limit_option(default: float) -> Callable[[Function], Function]:
    """``--time-limit`` of a computation without partial results."""
    return seconds_option(N_("Time limit in seconds."), default)


def in_time(seconds: float | None, late: str, function: Callable[[], T]) -> T:
    """Calls a function. Raises TooLarge with the message ``late`` if it takes longer."""
    from mastermine.arena.watchdog import OutOfTime, allowed

    try:
        with allowed(seconds):
            return function()
    except OutOfTime:
        raise TooLarge(late) from None


game_time_option = seconds_option(
    N_("Seconds per game; a strategy that takes longer loses the game.  [default: 300]")
)


def check_unused(options: Mapping[str, Any], wrong: str) -> None:
    """Raises UsageError for the first given option; ``wrong`` has the field ``option``."""
    for name, value in options.items():
        if value not in (None, False):
            raise click.UsageError(wrong.format(option=f"--{name.replace('_', '-')}"))


def exclusive(first: str, second: str) -> click.UsageError:
    """Creates the error for two options of which only one may be given."""
    # Translators: both are options, such as --play.
    text = _("{first} and {second} exclude each other")
    return click.UsageError(text.format(first=first, second=second))


def format_of(file: Path, formats: Mapping[str, str]) -> str:
    """Returns the format of a file, one of ``formats`` by ending. Raises InvalidSpec."""
    if file.suffix.lower() not in formats:
        raise InvalidSpec(
            _("the format of {name} is unknown: use {endings}, or add --format").format(
                name=file.name, endings=", ".join(formats)
            )
        )
    return formats[file.suffix.lower()]


def command_line(line: str) -> str:
    """Formats a command as it is typed here: in a shell with its store, or in the lab.

    The lab passes a function to its commands as ``obj`` of their context.
    """
    context = click.get_current_context()
    if context.obj:
        return str(context.obj(line))
    store = context.params.get("store")
    # The address of a database may contain a password.
    where = shlex.join(["--store", store]) if store and "://" not in store else ""
    return f"mastermine {line} {where}".rstrip()


def console(err: bool = False) -> Console:
    """Returns a rich console without markup and highlighting."""
    from mastermine.cli.console import Screen

    stream = unguarded(sys.stderr if err else sys.stdout)  # The screen escapes what it prints.
    return Screen(file=stream, highlight=False, markup=False, emoji=False)


@contextmanager
def working(activity: str) -> Iterator[Callable[[str], None]]:
    """Shows an activity on standard error if it is a terminal; yields a function to update it."""
    screen = console(err=True)
    if screen.is_terminal:
        with screen.status(activity) as status:
            yield status.update
    else:
        yield lambda _text: None


def with_progress(parts: Iterable[Part], total: int, activity: str, quiet: bool) -> Iterator[Part]:
    """Yields the parts and shows a progress bar on standard error if it is a terminal."""
    screen = console(err=True)
    if quiet or not screen.is_terminal:
        yield from parts
        return
    from rich.progress import Progress

    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task(activity, total=total)
        for part in parts:
            yield part
            bar.advance(task)


def table(*columns: str, title: str | None = None, numbers: Sequence[int] = ()) -> Table:
    """Returns an empty table; ``numbers``: indices of right-aligned columns."""
    from rich import box
    from rich.table import Table

    empty = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        show_edge=False,
    )
    for index, column in enumerate(columns):
        empty.add_column(column, justify="right" if index in numbers else "left", overflow="fold")
    return empty


def codes_title(rules: AnyRules) -> str:
    """Returns a table title: a game's spec and number of codes."""
    codes = rules.secret_count
    return ngettext("{spec}: {codes} code", "{spec}: {codes} codes", codes).format(
        spec=rules.spec(), codes=sized(codes)
    )


def repeated_by(seed: int | str) -> str:
    """Says which seed repeats a game whose secret was given, but whose moves were random."""
    return _("To repeat this game, use --seed {seed}.").format(seed=seed)


def unlimited(screen: Console) -> bool:
    """True if a table may have any width: in a pipe without ``COLUMNS``."""
    from mastermine.cli.console import Screen

    return isinstance(screen, Screen) and screen.unlimited


def fits(screen: Console, rows: RenderableType) -> bool:
    """True if the screen is wide enough for a table without folding a cell."""
    from mastermine.cli.console import natural_width

    return unlimited(screen) or natural_width(screen, rows) <= screen.width


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_result(
    as_json: bool, data: Callable[..., Any], show: Callable[..., None], *result: Any
) -> None:
    """Prints a result as JSON or on a console."""
    if as_json:
        print_json(data(*result))
    else:
        show(console(), *result)


def warn_broken_games() -> None:
    """Reports broken games of other packages on standard error."""
    from mastermine.registry import broken_games

    for error in broken_games().values():
        click.echo(f"mastermine: {error}", err=True)


def warn_slow(rules: AnyRules, times: int = 1) -> None:
    """Warns on standard error that a long search is slow without the native core.

    ``times``: number of passes over all codes.
    """
    import os

    from mastermine.system.native import NATIVE

    slow = rules.secret_count * times > REFERENCE_MAX_CODES
    if slow and not NATIVE and os.environ.get("MASTERMINE_NATIVE", "1") != "0":
        click.echo(
            _("mastermine: the native core is not in use, so this is slow; see mastermine info"),
            err=True,
        )
