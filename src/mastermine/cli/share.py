"""The command ``mastermine share``, and ``share`` in a game: a text, a link and a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.cli.terminal import Terminal
    from mastermine.session import Saved


@click.command(
    help=_(
        "Share a saved game: a text that does not reveal the secret, a link, or a picture.\n\n"
        "FILE is a saved game. The link opens the game in a browser (mastermine serve) or with "
        "mastermine play --link.\n\n"
        "\b\n"
        "  mastermine share game.json\n"
        "  mastermine share game.json --picture board.png"
    )
)
@click.argument("file", metavar=_("FILE"))
@click.option(
    "--picture",
    metavar=_("FILE"),
    help=_("Write a picture of the board: .svg, or .png (pip install 'mastermine[web]')."),
)
@output.json_option
def share(file: str, picture: str | None, as_json: bool) -> None:
    from mastermine.cli.terminal import Terminal
    from mastermine.session import load
    from mastermine.session import share as shared

    terminal = Terminal()
    game = load(file)
    if picture is not None:
        draw(terminal, game, picture)
    elif as_json:
        output.print_json({"link": shared.link(game), "text": shared.text(game)})
    else:
        show(terminal, game)


def show(terminal: Terminal, game: Saved) -> None:
    from mastermine.session import share

    terminal.say("", *share.text(game).split("\n"), "")
    terminal.command("mastermine play --link", share.link(game))


def draw(terminal: Terminal, game: Saved, file: str) -> None:
    """Writes a picture. Raises InvalidSpec if it cannot be written."""
    from mastermine.session.share import picture

    terminal.say(picture.save(game, file))
