"""What the commands share: their options, their tables, and how they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mastermine.i18n.text import _

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
        """The number. Raises BadParameter."""
        number = super().convert(value, param, ctx)
        if isnan(number):
            told = _("{value} is not in the range {range}.")
            self.fail(told.format(value=number, range="x>0"), param, ctx)
        return number


def spec_argument(function: Function) -> Function:
    """The game, as the parameter ``spec``."""
    # Translators: stands in the help for what is typed; other texts of the help name it so, too.
    return click.argument("spec", metavar=_("SPEC"))(function)


def json_option(function: Function) -> Function:
    """``--json``, as the parameter ``as_json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help=_("Print JSON instead of a table.")
    )(function)


def strategy_option(function: Function) -> Function:
    """``--strategy`` of one strategy; None, where it is not given, is ``usual_strategy``."""
    return click.option(
        "--strategy",
        "-s",
        "name",
        # Translators: stands in the help for a name that is typed.
        metavar=_("NAME"),
        help=_(
            "How to play; knuth if not said, or sampled where there are too many codes to list. "
            "mastermine strategies lists the ways."
        ),
    )(function)


def strategies_option(required: bool = True) -> Callable[[Function], Function]:
    """``--strategy`` of several strategies, as the parameter ``names``."""
    return click.option(
        "--strategy",
        "-s",
        "names",
        metavar=_("NAME,…"),
        multiple=True,
        required=required,
        help=_(
            "The strategies, with commas; may be repeated. mastermine strategies lists them; "
            "FILE.py:NAME is one of yours."
        ),
    )


def compared_options(function: Function) -> Function:
    """``--pairs`` and ``--ranking``, below the table of a run."""
    pairs = click.option(
        "--pairs", is_flag=True, help=_("Compare each two strategies, secret by secret.")
    )
    ranking = click.option("--ranking", is_flag=True, help=_("Rank the strategies as in a league."))
    return pairs(ranking(function))


def records_option(function: Function) -> Function:
    """``--out``, a file for each game."""
    return click.option(
        "--out",
        type=click.Path(),
        # Translators: stands in the help for the name of a file.
        metavar=_("FILE"),
        help=_("Write each game to this file: .jsonl, .csv or .parquet."),
    )(function)


def time_limit_option(default: float) -> Callable[[Function], Function]:
    """``--time-limit``, as the parameter ``seconds``."""
    return click.option(
        "--time-limit",
        "seconds",
        type=Positive(),
        # Translators: stands in the help for a number.
        metavar=_("SECONDS"),
        default=default,
        show_default=True,
        help=_("Give up after so many seconds."),
    )


def jobs_option(function: Function) -> Function:
    """``--jobs``, the number of processes."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, MAX_JOBS),
        metavar=_("N"),
        help=_(
            "How many processes share the work; by default one for each core. The figures do not "
            "depend on it."
        ),
    )(function)


def cluster_option(function: Function) -> Function:
    """``--cluster``, other machines that share the work."""
    return click.option(
        "--cluster",
        # Translators: stands in the help for an address; tcp and local are typed as they stand.
        metavar=_("tcp://HOST:PORT|local:N"),
        help=_("Share the work among the workers of a Dask cluster."),
    )(function)


def store_option(function: Function) -> Function:
    """``--store``, where runs are kept, as the parameter ``store``."""
    return click.option(
        "--store",
        # Translators: stands in the help for the name of a file, or an address.
        metavar=_("PATH|URL"),
        envvar="MASTERMINE_STORE",
        help=_(
            "Where runs are kept: a file, or a postgresql:// URL; by default a file in your data "
            "folder."
        ),
    )(function)


def no_store_option(function: Function) -> Function:
    """``--no-store``, which keeps nothing."""
    return click.option("--no-store", is_flag=True, help=_("Keep nothing."))(function)


def resume_option(function: Function) -> Function:
    """``--resume``, a run to go on with, as the parameter ``resume``."""
    return click.option(
        "--resume",
        metavar=_("RUN"),
        help=_("Go on with a run that is kept, by its number; last is the last."),
    )(function)


def game_time_option(function: Function) -> Function:
    """``--time-limit`` of a game, as the parameter ``seconds``; None is the usual one."""
    return click.option(
        "--time-limit",
        "seconds",
        type=Positive(),
        # Translators: stands in the help for a number.
        metavar=_("SECONDS"),
        help=_("What a strategy has for a game; who takes longer loses it.  [default: 300]"),
    )(function)


def run_argument(function: Function) -> Function:
    """A run that is kept, as the parameter ``run``."""
    # Translators: stands in the help for what is typed; other texts of the help name it so, too.
    return click.argument("run", metavar=_("RUN"))(function)


def console(err: bool = False) -> Console:
    """A rich console that takes texts as they are."""
    from mastermine.cli.console import Screen

    stream = sys.stderr if err else sys.stdout
    return Screen(file=stream, highlight=False, markup=False, emoji=False)


def watched(
    parts: Iterable[tuple[Part, int]], total: int, doing: str, quiet: bool = False
) -> Iterator[Part]:
    """The parts of a long work, with a bar on a terminal's standard error.

    Each part comes with how much of the total it is.
    """
    screen = console(err=True)
    if quiet or not screen.is_terminal:
        yield from (part for part, _n in parts)
        return
    from rich.progress import Progress

    with Progress(console=screen, transient=True) as bar:
        task = bar.add_task(doing, total=total)
        for part, n in parts:
            yield part
            bar.advance(task, n)


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


def fits(screen: Console, made: Table) -> bool:
    """Whether the screen has room for a table without folding any cell of it."""
    return screen.measure(made, options=screen.options.update(width=1000)).maximum <= screen.width


def print_json(data: Any) -> None:
    """Print one JSON value, with every letter as it is."""
    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


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
