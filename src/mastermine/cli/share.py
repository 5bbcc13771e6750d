"""``mastermine share``, and the command ``share`` in a game: a text, a link and a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.i18n.text import _
from mastermine.system.folders import located, writing

if TYPE_CHECKING:
    from mastermine.cli.terminal import Terminal
    from mastermine.session import Saved


@click.command(
    help=_(
        "Show a saved game to others: a text that tells no secret, a link, and a picture.\n\n"
        "FILE is a saved game. The link is for the page (mastermine serve), and for "
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
    help=_("Draw the board as its player sees it: .svg, or .png (pip install 'mastermine[web]')."),
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
        tell(terminal, game)


def tell(terminal: Terminal, game: Saved) -> None:
    from mastermine.session import share

    terminal.say("", *share.text(game).split("\n"), "")
    terminal.command("mastermine play --link", share.link(game))


def draw(terminal: Terminal, game: Saved, file: str) -> None:
    """Write a picture. Raises InvalidSpec where it cannot be written."""
    from mastermine.session.share import picture

    path = located(file, "board.png")
    drawn = picture.drawn(game, path.suffix)
    with writing(file):
        path.write_bytes(drawn)
    terminal.say(_("Saved the picture to {path}.").format(path=file))
