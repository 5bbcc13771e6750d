"""``mastermine tui``: both games on the full screen of a terminal."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from mastermine.command_line import game_of, game_options, given_by
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.languages import NAMED
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mastermine.session import Saved
    from mastermine.tui.app import MastermineApp


@click.command(
    help=_(
        "Play on the full screen of the terminal, with mouse and keyboard.\n\n"
        "Without SPEC you are asked what to play; SPEC is a game such as classic or 5x8, or of "
        "Minesweeper, such as expert or 9x9x10. F1 tells the keys, F10 leaves a game, and Ctrl+Q "
        "the program; a game that goes on is kept.\n\n"
        "\b\n"
        "  mastermine tui\n"
        "  mastermine tui expert\n"
        "  mastermine tui super --maker me\n"
        "  mastermine tui beginner --players Ana,Boris\n"
        "  mastermine tui --daily expert"
    )
)
@game_options
@click.option(
    "--ascii/--unicode",
    "plain",
    default=None,
    help=_("Draw with ASCII alone, or with all signs; by default as the system's language says."),
)
def tui(plain: bool | None, **options: Any) -> None:
    """Play on the full screen until the person leaves."""
    _check_libraries()
    given = given_by(**options)
    game: Saved | None = None
    kept: Path | None = None
    if "daily" in given:
        from mastermine.session.saved.daily import todays

        if done := _done(given["daily"]):
            click.echo("\n".join(done))
            return
        game, kept = todays(given["daily"])
    elif given:
        game, kept = game_of(given)
    if game is not None:
        from mastermine.tui.opening import screen_for

        screen_for(game)
    _check_terminal()
    from mastermine.tui.app import MastermineApp

    plain = is_plain(os.environ) if plain is None else plain
    named = click.get_current_context().meta.get(NAMED) is not None
    _run(MastermineApp(game, kept, plain=plain, named=named))


def _check_libraries() -> None:
    """Raises InvalidSpec where Textual is not installed."""
    from importlib.util import find_spec

    if find_spec("textual") is None:
        raise InvalidSpec(_("the full screen needs textual: pip install 'mastermine[tui]'"))


def _check_terminal() -> None:
    """Raises InvalidSpec where there is nobody to see the screen."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InvalidSpec(
            _("the full screen needs a terminal; mastermine play plays line by line anywhere")
        )


def _done(level: str) -> list[str]:
    """Sentences that the puzzle of today was played, where it was and that is known.

    Raises InvalidSpec.
    """
    from mastermine.arena.store import StoreError
    from mastermine.session.saved import daily
    from mastermine.session.saved.profile import done_messages

    puzzle = daily.named(level, daily.today())
    with suppress(StoreError):
        return done_messages(puzzle)
    return []


def is_plain(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is known to show nothing but ASCII: the system's language says so."""
    locale = next(
        (environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "C"
    )
    name = locale.lower().replace("-", "")
    return sys.platform != "win32" and "utf8" not in name


def _run(app: MastermineApp) -> None:
    """Run the program; whatever ends it, the game is kept, and how to go on with it is said.

    Where something is worked out still, for which nobody waits, the process ends at once: native
    code that goes on while the interpreter is taken down aborts it.
    """
    import shlex

    from mastermine.session.saved import files
    from mastermine.tui.background import unfinished

    try:
        app.run()
    finally:
        app.keep()
        if app.lost is not None:
            click.echo(_("The game is NOT kept: {reason}").format(reason=app.lost))
        if app.left:
            path = app.left[-1]
            click.echo(files.saved_message(path))
            click.echo(f"  mastermine tui --load {shlex.quote(str(path))}")
    if unfinished():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(app.return_code or 0)
    if app.return_code:
        raise SystemExit(app.return_code)
