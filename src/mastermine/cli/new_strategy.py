"""``mastermine new-strategy``: a small strategy that works, and its test, to begin with."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from shlex import quote

import click

from mastermine.cli import output
from mastermine.command_line import seed_option
from mastermine.core.errors import InvalidSpec, system_reason
from mastermine.i18n.text import _

TEST = '''"""Does {name} play fair, and to the end? Run me with pytest."""

from pathlib import Path

from mastermine import find_strategy
from mastermine.testing import check_strategy

FILE = Path(__file__).with_name("{function}.py")


def test_{function}_plays_fair() -> None:
    check_strategy(find_strategy(f"{{FILE}}:{name}", "{game}"))
'''


@click.command(
    "new-strategy",
    help=_(
        "Write a small strategy that works, and its test, into files of your own.\n\n"
        "NAME.py holds a function that you change as you like, test_NAME.py lets the conformance "
        "kit play it (with pytest). No file is ever overwritten. What to do next is printed.\n\n"
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
    help=_("The game it plays: mastermind, minesweeper, or rules of one of them."),
)
@click.option(
    "--kind",
    type=click.Choice(["view", "size"]),
    default="view",
    show_default=True,
    help=_(
        "A function of what is known, which returns a move; or, in Mastermind, of the sizes of the "
        "parts that a guess leaves, which returns their cost."
    ),
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar=_("FOLDER"),
    help=_("Where the files go.  [default: this folder]"),
)
@seed_option(used=False)
@output.json_option
def new_strategy(name: str, spec: str, kind: str, folder: Path, as_json: bool) -> None:
    from mastermine.registry import GAMES, parse_rules, part

    game = spec if spec in GAMES else parse_rules(spec).game
    texts = part(game, "cli.new_strategy", "new-strategy")
    if kind not in texts:
        raise InvalidSpec(
            _("a function of sizes is for Mastermind; for {game} use --kind view").format(
                game=_(GAMES[game].title)
            )
        )
    function = _function(name)
    file, test = folder / f"{function}.py", folder / f"test_{function}.py"
    _check_free(file, test)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, words in ((file, texts[kind]), (test, TEST)):
            with path.open("x", encoding="utf-8") as new:
                new.write(words.format(name=name, function=function, game=game))
    except OSError as error:
        raise InvalidSpec(
            _("nothing can be written in {folder}: {reason}").format(
                folder=folder, reason=system_reason(error)
            )
        ) from None
    other = GAMES[game].examples[0]
    played = GAMES[game].levels[0] if spec in GAMES else spec
    home = f"{file}:{name}"
    commands = [
        f"mastermine solve {played} --strategy {quote(home)} --explain",
        f"mastermine check {quote(str(file))}",
        f"mastermine match {played} --strategy {quote(f'{home},{other}')} --rounds 100",
    ]
    if as_json:
        output.print_json({"written": [str(file), str(test)], "next": commands})
        return
    click.echo(_("Written: {file} and {test}. Try").format(file=file, test=test))
    for command in commands:
        click.echo(f"  {command}")


def _function(name: str) -> str:
    """The name of the function, and of the file without its end. Raises InvalidSpec."""
    from mastermine.registry import GAMES, strategy_names

    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise InvalidSpec(
            _(
                "{name!r} is no name for a strategy: write small letters, digits and hyphens, "
                "such as first-try"
            ).format(name=name)
        )
    if any(name in strategy_names(game) for game in GAMES):
        raise InvalidSpec(
            _("there is a strategy {name} already; choose another name").format(name=name)
        )
    function = name.replace("-", "_")
    if keyword.iskeyword(function):
        raise InvalidSpec(_("{name} is a word of Python; choose another name").format(name=name))
    return function


def _check_free(file: Path, test: Path) -> None:
    """Raises InvalidSpec where a file is there, or its module."""
    from importlib.util import find_spec

    for path in (file, test):
        if path.exists():
            raise InvalidSpec(
                _("{path} is there already; nothing was written. Choose another name").format(
                    path=path
                )
            )
    there = find_spec(file.stem)
    if there and there.origin:  # A folder of that name is no module.
        raise InvalidSpec(
            _("{name} would hide a module that is installed; choose another name").format(
                name=file.name
            )
        )
