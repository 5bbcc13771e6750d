"""The commands ``mastermine presets``, ``strategies`` and ``info``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mastermine.cli import output
from mastermine.command_line import seed_option
from mastermine.core.errors import BrokenGame, InvalidSpec
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.core.preset import Preset

LIBRARIES = (
    "alembic",
    "click",
    "cloudpickle",
    "loky",
    "numpy",
    "prompt-toolkit",
    "psutil",
    "rich",
    "sqlalchemy",
)
"""Libraries that mastermine requires."""

EXTRAS = {
    "distributed": "cluster",
    "ortools": "sat",
    "duckdb": "parquet",
    "gymnasium": "ml",
    "matplotlib": "plots",
    "mcp": "mcp",
    "ms-toollib": "replays",
    "pandas": "data",
    "pettingzoo": "ml",
    "psycopg": "postgres",
    "pyarrow": "data",
    "fastapi": "web",
    "fpdf2": "sheets",
    "resvg-py": "web",
    "segno": "sheets",
    "textual": "tui",
    "uvicorn": "web",
}
"""Optional libraries and the extras that install them."""


@click.command(help=_("List the named games with their rules and sizes."))
@click.option("--long", "in_full", is_flag=True, help=_("Show facts and sources of each game."))
@seed_option(used=False)
@output.json_option
def presets(in_full: bool, as_json: bool) -> None:
    from mastermine.registry import bare_spec

    output.warn_broken_games()
    found = list(_presets())
    if as_json:
        output.print_json({"presets": [_preset_data(each) for each in found]})
    elif in_full:
        _show_long(found)
    else:
        screen = output.console()
        rows = output.table(_("name"), _("rules"), _("size"), _("game"), numbers=(2,))
        for preset, _rules, size in found:
            rows.add_row(preset.name, bare_spec(preset.spec), size, _(preset.title))
        screen.print(rows)
        screen.print(_("For more about each game: mastermine presets --long"))


class Entry(NamedTuple):
    """A preset and its sizes."""

    preset: Preset
    sizes: dict[str, Any]
    """JSON fields: game, rules and sizes."""
    size: str


def _presets() -> Iterator[Entry]:
    """Yields the presets of all games; reports broken ones on standard error."""
    from mastermine.registry import GAMES, blaming, parse_rules

    for game in GAMES.values():
        for preset in game.presets.values():
            try:
                with blaming(game):
                    rules = parse_rules(preset.name)
                    sizes = {"game": rules.game, "rules": preset.spec, **rules.sizes()}
                    entry = Entry(preset, sizes, rules.size_in_words())
            except BrokenGame as error:
                click.echo(f"mastermine: {preset.name}: {error}", err=True)
            else:
                yield entry


def _preset_data(entry: Entry) -> dict[str, Any]:
    preset = entry.preset
    return {
        "name": preset.name,
        **entry.sizes,
        "title": _(preset.title),
        "facts": _(preset.facts),
        "source": _(preset.source),
    }


def _show_long(presets: Iterable[Entry]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    screen = output.console()
    for preset, _sizes, size in presets:
        head = Text.assemble((preset.name, "bold"), "  ", _(preset.title))
        # Translators: {size} is such as "1,296 codes", {facts} are sentences.
        text = _("{spec}, {size}. {facts}").format(
            spec=preset.spec, size=size, facts=_(preset.facts)
        )
        screen.print(head)
        screen.print(Padding(text, (0, 0, 0, 2)))
        screen.print(Padding(Text(_(preset.source), style="dim"), (0, 0, 1, 2)))


@click.command(help=_("List the strategies with their options and sources."))
@seed_option(used=False)
@output.json_option
def strategies(as_json: bool) -> None:
    from mastermine.registry import GAMES, strategy_names

    output.warn_broken_games()
    every = (strategy_data(name, game) for game in GAMES for name in strategy_names(game))
    # A strategy that fails to load appears for every game; list it once.
    found = {(entry["name"], entry["game"]): entry for entry in every if entry}
    if as_json:
        output.print_json({"strategies": list(found.values())})
        return
    screen = output.console()
    for number, game in enumerate(GAMES):
        rows = output.table(
            _("strategy"), _("how it plays"), _("source"), title=_(GAMES[game].title)
        )
        for entry in found.values():
            if entry["game"] == game:
                rows.add_row(entry["name"], summary_with_options(entry), entry["source"])
        screen.print(*[""] * (number > 0), rows, sep="\n")
    screen.print()
    for entry in found.values():
        if entry["game"] is None:
            screen.print(entry["summary"], markup=False, highlight=False)
    screen.print(
        _(
            "Set options after the name: endgame:layouts=100. Every strategy has the option first, "
            "its first move: knuth:first=1123, safest:first=3.0. Use a strategy of your own as "
            "FILE.py:NAME; mastermine new-strategy creates such a file."
        )
    )


def summary_with_options(entry: dict[str, Any]) -> str:
    """Formats a strategy's summary and its options with their defaults."""
    from mastermine.core.options import suffix

    summary: str = entry["summary"]
    if not entry["options"]:
        return summary
    options = suffix(entry["options"].items())[1:].replace(":", ", ")
    # Translators: {summary} is a sentence, with its full stop.
    return _("{summary} Options: {options}.").format(summary=summary, options=options)


def strategy_data(name: str, game: str) -> dict[str, Any] | None:
    """Returns the JSON entry of a strategy, or None for one of another game.

    The summary of a strategy that fails to load is the error.
    """
    from mastermine.registry import OtherGame, find_strategy

    try:
        strategy = find_strategy(name, game)
    except OtherGame:
        return None
    except InvalidSpec as error:
        return {"name": name, "game": None, "summary": str(error), "source": "", "options": {}}
    return {
        "name": name,
        "game": strategy.game,
        "summary": _(strategy.summary),
        "source": _(strategy.cite),
        "options": strategy.options,
    }


@click.command(help=_("Show the versions of mastermine and its libraries, and the core in use."))
@seed_option(used=False)
@output.json_option
def info(as_json: bool) -> None:
    import platform

    from mastermine import __version__
    from mastermine.system.native import NATIVE

    libraries = {name: _version(name) for name in (*LIBRARIES, *EXTRAS)}
    data: dict[str, Any] = {
        "version": __version__,
        "core": "native" if NATIVE else "reference",
        "python": platform.python_version(),
        "platform": platform.platform(),
        "libraries": libraries,
    }
    if as_json:
        output.print_json(data)
        return
    rows = output.table("", "")
    rows.show_header = False
    rows.add_row("mastermine", __version__)
    # Translators: the part of the program that does the computations.
    rows.add_row(_("core"), _("native (C++)") if NATIVE else _("reference (numpy): slow"))
    rows.add_row("Python", data["python"])
    rows.add_row(_("platform"), data["platform"])
    for name, number in libraries.items():
        missing = _("not installed: pip install 'mastermine[{extra}]'")
        rows.add_row(name, number or missing.format(extra=EXTRAS.get(name, "all")))
    screen = output.console()
    screen.print(rows)
    if not NATIVE:
        screen.print(_no_native_core())


def _version(library: str) -> str | None:
    """Returns the version of a library, or None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _no_native_core() -> str:
    """Explains why the native core is not in use and how to install it."""
    import os

    if os.environ.get("MASTERMINE_NATIVE", "1") == "0":
        return _(
            "MASTERMINE_NATIVE=0 turns the native core off. Unset it to use the native core if it "
            "is built."
        )
    return _(
        "The native core is not built, or does not fit this Python. Results are the same, but "
        "slower. To build it, install a C++20 compiler (such as g++ or clang++), then run in the "
        "source folder: pip install --force-reinstall --no-cache-dir ."
    )
