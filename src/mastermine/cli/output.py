"""What the commands share: their options, their tables, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import isnan
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mastermine.i18n.numbers import sized
from mastermine.i18n.text import N_, _, ngettext

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from mastermine.registry import AnyRules

REFERENCE_MAX_CODES = 5000
"""Up to this many codes the reference code takes seconds."""

MAX_JOBS = 1000
"""More processes are a typing mistake."""

Function = TypeVar("Function", bound=Callable[..., Any])
Part = TypeVar("Part")


class Positive(click.FloatRange):
    """A number greater than nothing; nan, which is beyond no bound, is none."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            told = _("{value} is not in the range {range}.")
            self.fail(told.format(value=number, range="x>0"), param, ctx)
        return number


def option(
    *names: str, help_: str, metavar: str | None = None, **more: Any
) -> Callable[[Function], Function]:
    """An option of several commands, whose words are translated when one of these is imported."""

    def decorate(function: Function) -> Function:
        called = None if metavar is None else _(metavar)
        return click.option(*names, metavar=called, help=_(help_), **more)(function)

    return decorate


def spec_argument(function: Function) -> Function:
    """The game, as the parameter ``spec``."""
    # Translators: stands in the help for what is typed; other texts of the help name it so, too.
    return click.argument("spec", metavar=_("SPEC"))(function)


def run_argument(function: Function) -> Function:
    """A run that is kept, as the parameter ``run``."""
    # Translators: stands in the help for what is typed; other texts of the help name it so, too.
    return click.argument("run", metavar=_("RUN"))(function)


json_option = option("--json", "as_json", is_flag=True, help_=N_("Print JSON instead of a table."))
strategy_option = option(
    "--strategy",
    "-s",
    "name",
    # Translators: stands in the help for a name that is typed.
    metavar=N_("NAME"),
    help_=N_(
        "How to play; knuth if not said, or sampled where there are too many codes to list. "
        "mastermine strategies lists the ways."
    ),
)
records_option = option(
    "--out",
    type=click.Path(),
    # Translators: stands in the help for the name of a file.
    metavar=N_("FILE"),
    help_=N_("Write each game to this file: .jsonl, .csv or .parquet."),
)
jobs_option = option(
    "--jobs",
    type=click.IntRange(1, MAX_JOBS),
    metavar=N_("N"),
    help_=N_(
        "How many processes share the work; by default one for each core. The figures do not "
        "depend on it."
    ),
)
cluster_option = option(
    "--cluster",
    # Translators: stands in the help for an address; tcp and local are typed as they stand.
    metavar=N_("tcp://HOST:PORT|local:N"),
    help_=N_("Share the work among the workers of a Dask cluster."),
)
store_option = option(
    "--store",
    # Translators: stands in the help for the name of a file, or an address.
    metavar=N_("PATH|URL"),
    envvar="MASTERMINE_STORE",
    help_=N_(
        "Where runs are kept: a file, or a postgresql:// URL; by default a file in your data "
        "folder."
    ),
)
no_store_option = option("--no-store", is_flag=True, help_=N_("Keep nothing."))
resume_option = option(
    "--resume",
    metavar=N_("RUN"),
    help_=N_("Go on with a run that is kept, by its number; last is the last."),
)
pairs_option = option(
    "--pairs", is_flag=True, help_=N_("Compare each two strategies, secret by secret.")
)
ranking_option = option("--ranking", is_flag=True, help_=N_("Rank the strategies as in a league."))


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
            "The strategies, with commas; may be repeated. mastermine strategies lists them; "
            "FILE.py:NAME is one of yours."
        ),
    )


def seconds_option(help_: str, default: float | None = None) -> Callable[[Function], Function]:
    """``--time-limit``, as the parameter ``seconds``."""
    return option(
        "--time-limit",
        "seconds",
        type=Positive(),
        # Translators: stands in the help for a number.
        metavar=N_("SECONDS"),
        default=default,
        show_default=default is not None,
        help_=help_,
    )


def time_limit_option(default: float) -> Callable[[Function], Function]:
    """``--time-limit`` of what has no answer until it ends."""
    return seconds_option(N_("Give up after so many seconds."), default)


game_time_option = seconds_option(
    N_("What a strategy has for a game; who takes longer loses it.  [default: 300]")
)


def check_unused(options: Mapping[str, Any], wrong: str) -> None:
    """Raises UsageError for the first option that was given; ``wrong`` has a place for it."""
    for name, value in options.items():
        if value not in (None, False):
            raise click.UsageError(wrong.format(option=f"--{name.replace('_', '-')}"))


def console(err: bool = False) -> Console:
    """A rich console that takes texts as they are."""
    from mastermine.cli.console import Screen

    stream = sys.stderr if err else sys.stdout
    return Screen(file=stream, highlight=False, markup=False, emoji=False)


@contextmanager
def working(doing: str) -> Iterator[Callable[[str], None]]:
    """Show on a terminal's standard error what is worked out, while it is.

    What is given replaces that text by a newer one.
    """
    screen = console(err=True)
    if screen.is_terminal:
        with screen.status(doing) as status:
            yield status.update
    else:
        yield lambda _text: None


def watched(parts: Iterable[Part], total: int, doing: str, quiet: bool) -> Iterator[Part]:
    """The parts of a long work, with a bar on a terminal's standard error."""
    screen = console(err=True)
    if quiet or not screen.is_terminal:
        yield from parts
        return
    from rich.progress import Progress

    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task(doing, total=total)
        for part in parts:
            yield part
            bar.advance(task)


def table(*columns: str, title: str | None = None, numbers: Sequence[int] = ()) -> Table:
    """An empty table; the columns with these indices hold numbers. Nothing in it is cut off."""
    from rich import box
    from rich.table import Table

    made = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        show_edge=False,
    )
    for index, column in enumerate(columns):
        made.add_column(column, justify="right" if index in numbers else "left", overflow="fold")
    return made


def codes_title(rules: AnyRules) -> str:
    """The title of figures about all codes of a game: its spec, and how many codes it has."""
    codes = rules.secret_count
    return ngettext("{spec}: {codes} code", "{spec}: {codes} codes", codes).format(
        spec=rules.spec(), codes=sized(codes)
    )


def fits(screen: Console, made: Table) -> bool:
    """Whether the screen has room for a table without folding any cell of it."""
    return screen.measure(made, options=screen.options.update(width=1000)).maximum <= screen.width


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def print_found(
    as_json: bool, data: Callable[..., Any], show: Callable[..., None], *found: Any
) -> None:
    """Print what was found: as JSON, or for a person, on a console."""
    if as_json:
        print_json(data(*found))
    else:
        show(console(), *found)


def tell_broken_games() -> None:
    """Say, on standard error, which games of other packages cannot be played, and why."""
    from mastermine.registry import broken_games

    for error in broken_games().values():
        click.echo(f"mastermine: {error}", err=True)


def tell_slow(rules: AnyRules, times: int = 1) -> None:
    """Say, on standard error, that a search will be slow without the native core.

    ``times`` is how often as many codes as there are will be played or searched.
    """
    import os

    from mastermine.system.native import NATIVE

    slow = rules.secret_count * times > REFERENCE_MAX_CODES
    if slow and not NATIVE and os.environ.get("MASTERMINE_NATIVE", "1") != "0":
        click.echo(
            _("mastermine: the native core is not there, so this is slow; see mastermine info"),
            err=True,
        )
