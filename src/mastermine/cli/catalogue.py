"""``mastermine presets``, ``strategies`` and ``info``: what there is."""

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
    "rich",
    "sqlalchemy",
)
"""What is installed with mastermine."""

EXTRAS = {
    "distributed": "cluster",
    "ortools": "sat",
    "duckdb": "parquet",
    "matplotlib": "plots",
    "pandas": "data",
    "psycopg": "postgres",
    "pyarrow": "data",
    "fastapi": "web",
    "limits": "web",
    "resvg-py": "web",
    "textual": "tui",
    "uvicorn": "web",
}
"""Libraries that are not needed for all, and what has to be installed to have them."""


@click.command(help=_("List the games that have a name, with their rules and how large they are."))
@click.option("--long", "in_full", is_flag=True, help=_("With what is known about each game."))
@seed_option(used=False)
@output.json_option
def presets(in_full: bool, as_json: bool) -> None:
    from mastermine.registry import bare_spec

    output.tell_broken_games()
    found = list(_presets())
    if as_json:
        output.print_json({"presets": [_preset(each) for each in found]})
    elif in_full:
        _tell(found)
    else:
        screen = output.console()
        rows = output.table(_("name"), _("rules"), _("size"), _("game"), numbers=(2,))
        for preset, _rules, size in found:
            rows.add_row(preset.name, bare_spec(preset.spec), size, _(preset.title))
        screen.print(rows)
        screen.print(_("mastermine presets --long tells more about each."))


class Described(NamedTuple):
    """A preset, and what its rules say of it."""

    preset: Preset
    sizes: dict[str, Any]
    """As JSON has them, with the name of the game."""
    size: str


def _presets() -> Iterator[Described]:
    """The presets of all games. One that is broken is named on standard error instead."""
    from mastermine.registry import GAMES, blaming, parse_rules

    for game in GAMES.values():
        for preset in game.presets.values():
            try:
                with blaming(game):
                    rules = parse_rules(preset.name)
                    sizes = {"game": rules.game, "rules": preset.spec, **rules.sizes()}
                    described = Described(preset, sizes, rules.size_in_words())
            except BrokenGame as error:
                click.echo(f"mastermine: {preset.name}: {error}", err=True)
            else:
                yield described


def _preset(described: Described) -> dict[str, Any]:
    preset = described.preset
    return {
        "name": preset.name,
        **described.sizes,
        "title": _(preset.title),
        "facts": _(preset.facts),
        "source": _(preset.source),
    }


def _tell(presets: Iterable[Described]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    screen = output.console()
    for preset, _sizes, size in presets:
        head = Text.assemble((preset.name, "bold"), "  ", _(preset.title))
        # Translators: {size} is such as "1,296 codes", {facts} are sentences.
        told = _("{spec}, {size}. {facts}").format(
            spec=preset.spec, size=size, facts=_(preset.facts)
        )
        screen.print(head)
        screen.print(Padding(told, (0, 0, 0, 2)))
        screen.print(Padding(Text(_(preset.source), style="dim"), (0, 0, 1, 2)))


@click.command(help=_("List the ways to play, with their sources."))
@seed_option(used=False)
@output.json_option
def strategies(as_json: bool) -> None:
    from mastermine.registry import GAMES, strategy_names

    output.tell_broken_games()
    every = (described(name, game) for game in GAMES for name in strategy_names(game))
    # One that cannot be loaded might play either game, and is listed once.
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
                rows.add_row(entry["name"], told(entry), entry["source"])
        screen.print(*[""] * (number > 0), rows, sep="\n")
    screen.print()
    for entry in found.values():
        if entry["game"] is None:
            screen.print(entry["summary"], markup=False, highlight=False)
    screen.print(
        _(
            "An option is set after the name, as in endgame:layouts=100. Every strategy has the "
            "option first, its first move: knuth:first=1123, safest:first=3.0. A strategy of yours "
            "is FILE.py:NAME; mastermine new-strategy writes such a file."
        )
    )


def told(entry: dict[str, Any]) -> str:
    """How a strategy plays, and its options with what they usually are."""
    from mastermine.core.options import suffix

    summary: str = entry["summary"]
    if not entry["options"]:
        return summary
    options = suffix(entry["options"].items())[1:].replace(":", ", ")
    # Translators: {summary} is a sentence, with its full stop.
    return _("{summary} Options: {options}.").format(summary=summary, options=options)


def described(name: str, game: str) -> dict[str, Any] | None:
    """A strategy as JSON has it; one that cannot be had says why. None for one of another game."""
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


@click.command(help=_("Say what is installed, and whether the native core is in use."))
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
    # Translators: the part of the program that works things out.
    rows.add_row(_("core"), _("native (C++)") if NATIVE else _("reference (numpy): slow"))
    rows.add_row("Python", data["python"])
    rows.add_row(_("platform"), data["platform"])
    for name, number in libraries.items():
        wanted = _("not installed: pip install 'mastermine[{extra}]'")
        rows.add_row(name, number or wanted.format(extra=EXTRAS.get(name, "all")))
    screen = output.console()
    screen.print(rows)
    if not NATIVE:
        screen.print(_missing())


def _version(library: str) -> str | None:
    """The version of a library; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _missing() -> str:
    """Why the native core is not in use, and how to get it."""
    import os

    if os.environ.get("MASTERMINE_NATIVE", "1") == "0":
        return _(
            "The native core is switched off by MASTERMINE_NATIVE=0; without that it is used, "
            "where it was built."
        )
    return _(
        "The native core is not in use: it was not built, or does not fit this Python. Results "
        "are the same, only slower. To get it, install a C++20 compiler (such as g++ or clang++) "
        "and install mastermine again, in the folder of its sources: "
        "pip install --force-reinstall --no-cache-dir ."
    )
