"""The command ``mastermine new-strategy``: a working example strategy and its test."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from shlex import quote

import click

from mastermine.cli import output
from mastermine.command_line import seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.system.folders import check_new, write_new

TEST = '''"""Conformance test of {name}; run it with pytest."""

from pathlib import Path

from mastermine import find_strategy
from mastermine.testing import check_strategy

FILE = Path(__file__).with_name("{function}.py")


def test_{function}() -> None:
    check_strategy(find_strategy(f"{{FILE}}:{name}", "{game}"))
'''


@click.command(
    "new-strategy",
    help=_(
        "Create a small working strategy and its test, to start from.\n\n"
        "NAME.py contains a function to change; test_NAME.py tests it with pytest. Existing files "
        "are never overwritten. The next commands to try are printed.\n\n"
        "\b\n"
        "  mastermine new-strategy careful\n"
        "  mastermine new-strategy even-parts --kind size\n"
        "  mastermine new-strategy last-one --game expert --folder strategies"
    ),
)
@click.argument("name", metavar=_("NAME"))
@click.option(
    "--game",
    "spec",
    metavar=_("SPEC"),
    default="mastermind",
    show_default=True,
    help=_("Game to play: mastermind, minesweeper, or rules."),
)
@click.option(
    "--kind",
    type=click.Choice(["view", "size"]),
    default="view",
    show_default=True,
    help=_(
        "Kind of function: view returns a move; size (Mastermind) returns the cost of a partition."
    ),
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar=_("FOLDER"),
    help=_("Folder for the files.  [default: current folder]"),
)
@seed_option(used=False)
@output.json_option
def new_strategy(name: str, spec: str, kind: str, folder: Path, as_json: bool) -> None:
    from mastermine.registry import GAMES, example_strategies, parse_rules, part

    game = spec if spec in GAMES else parse_rules(spec).game
    texts = part(game, "cli.new_strategy", "new-strategy")
    if kind not in texts:
        raise InvalidSpec(
            _("--kind size is for Mastermind; for {game} use --kind view").format(
                game=_(GAMES[game].title)
            )
        )
    function = _function(name)
    file, test = folder / f"{function}.py", folder / f"test_{function}.py"
    check_new(file, test)
    _check_module(file)
    texts_of = {file.name: texts[kind], test.name: TEST}
    written = write_new(
        folder,
        {
            each: text.format(name=name, function=function, game=game)
            for each, text in texts_of.items()
        },
    )
    others = example_strategies(game)[:1]
    played = GAMES[game].offered[0] if spec in GAMES else spec
    home = f"{file}:{name}"
    commands = [
        f"mastermine solve {played} --strategy {quote(home)} --explain",
        f"mastermine check {quote(str(file))}",
        f"mastermine match {played} --strategy {quote(','.join([home, *others]))} --rounds 100",
    ]
    if as_json:
        output.print_json({"written": written, "next": commands})
        return
    click.echo(_("Wrote {file} and {test}. Try:").format(file=file, test=test))
    for command in commands:
        click.echo(f"  {command}")


def _function(name: str) -> str:
    """Returns the name of the function and of its module. Raises InvalidSpec."""
    from mastermine.registry import GAMES, strategy_names

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise InvalidSpec(
            _(
                "{name!r} is not a valid strategy name; use lower-case letters, digits and "
                "hyphens, such as first-try"
            ).format(name=name)
        )
    if any(name in strategy_names(game) for game in GAMES):
        raise InvalidSpec(
            _("strategy {name} already exists; choose another name").format(name=name)
        )
    function = name.replace("-", "_")
    if keyword.iskeyword(function):
        raise InvalidSpec(_("{name} is a Python keyword; choose another name").format(name=name))
    return function


def _check_module(file: Path) -> None:
    """Raises InvalidSpec if another module has the name of a file."""
    from importlib.util import find_spec

    module = find_spec(file.stem)
    if module and module.origin:  # A plain folder has no origin.
        raise InvalidSpec(
            _("{name} would hide an installed module; choose another name").format(name=file.name)
        )
