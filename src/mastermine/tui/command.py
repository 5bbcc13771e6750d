"""``mastermine tui``: the full-screen interface."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from mastermine.command_line import cells_as, game_of, game_options, given_by, rowcol_option
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
        "SPEC is a Mastermind game, such as classic or 5x8, or a Minesweeper game, such as expert "
        "or 9x9x10. Without SPEC, a start screen opens. F1 shows the keys, F10 quits a game, and "
        "Ctrl+Q quits the program; an unfinished game is saved.\n\n"
        "\b\n"
        "  mastermine tui\n"
        "  mastermine tui expert\n"
        "  mastermine tui super --maker me\n"
        "  mastermine tui beginner --players Ana,Boris\n"
        "  mastermine tui --daily expert"
    )
)
@game_options
@rowcol_option
@click.option(
    "--ascii/--unicode",
    "plain",
    default=None,
    help=_("Draw with ASCII or Unicode characters. [default: according to the system's locale]"),
)
def tui(rowcol: bool, trust: bool, plain: bool | None, **options: Any) -> None:
    """Runs the full-screen interface."""
    _check_libraries()
    given = given_by(**options)
    game: Saved | None = None
    path: Path | None = None
    if "daily" in given:
        from mastermine.session.saved.daily import todays

        if done := _done(given["daily"]):
            click.echo("\n".join(done))
            return
        game, path = todays(given["daily"])
    elif given:
        game, path = game_of(given)
    if game is not None:
        from mastermine.session import Match
        from mastermine.tui.opening import screen_for

        screen_for(game)
        if trust and not isinstance(game, Match):
            game.run_file()
    _check_terminal()
    from mastermine.tui.app import MastermineApp

    plain = is_plain(os.environ) if plain is None else plain
    named = click.get_current_context().meta.get(NAMED) is not None
    with cells_as(None if game is None else game.rules, rowcol):
        _run(MastermineApp(game, path, plain=plain, named=named), rowcol)


def _check_libraries() -> None:
    """Raises InvalidSpec if Textual is not installed."""
    from importlib.util import find_spec

    if find_spec("textual") is None:
        raise InvalidSpec(_("the full screen needs textual: pip install 'mastermine[tui]'"))


def _check_terminal() -> None:
    """Raises InvalidSpec if stdin or stdout is not a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InvalidSpec(_("the full screen needs a terminal; use mastermine play instead"))


def _done(level: str) -> list[str]:
    """Returns the result of today's puzzle if it was already played. Raises InvalidSpec."""
    from mastermine.arena.store import StoreError
    from mastermine.session.saved import daily
    from mastermine.session.saved.profile import done_today

    puzzle = daily.named(level, daily.today())
    with suppress(StoreError):
        return done_today(puzzle)
    return []


def is_plain(environ: Mapping[str, str]) -> bool:
    """Returns True if the locale is not UTF-8, except on Windows."""
    locale = next(
        (environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "C"
    )
    name = locale.lower().replace("-", "")
    return sys.platform != "win32" and "utf8" not in name


def _run(app: MastermineApp, rowcol: bool) -> None:
    """Runs the program; however it ends, saves the game and prints the command that resumes it.

    If a thread is still running, the process exits at once: native code that runs during the
    shutdown of the interpreter aborts the process.
    """
    import shlex

    from mastermine.session.saved import files
    from mastermine.tui.background import unfinished

    try:
        app.run()
    finally:
        app.save_game()
        if app.save_error is not None:
            click.echo(files.not_saved(app.save_error))
        if app.saved_paths:
            path = app.saved_paths[-1]
            click.echo(files.saved_message(path))
            notation = " --rowcol" if rowcol else ""
            click.echo(f"  mastermine tui{notation} --load {shlex.quote(str(path))}")
    if unfinished():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(app.return_code or 0)
    if app.return_code:
        raise SystemExit(app.return_code)
