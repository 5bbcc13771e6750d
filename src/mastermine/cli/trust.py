"""Asks before files and engines run that a saved game or the store of somebody else names."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from mastermine.cli.menu import Menu
from mastermine.cli.terminal import Terminal, Typing
from mastermine.core.errors import InvalidSpec
from mastermine.core.options import absolute_home, read_home
from mastermine.core.strategy_file import source_of
from mastermine.i18n.text import _
from mastermine.session import Match
from mastermine.session.messages import trust as messages

if TYPE_CHECKING:
    from pathlib import Path

    from mastermine.arena.store import Store, StoredRun
    from mastermine.session import Saved


def choose_strategy(terminal: Terminal, game: Saved, file: Path | None, trusted: bool) -> None:
    """Takes a loaded game's file or engine if the player agrees, or says that it was not run.

    ``trusted``: runs it without a question. Raises InvalidSpec.
    """
    if isinstance(game, Match) or game.file_strategy is None:
        return
    home = read_home(game.file_strategy)
    path = home.outside
    try:
        source = source_of(home)
    except InvalidSpec as error:
        if trusted or not _is_person(terminal):
            raise
        terminal.complain(error)
    else:
        if trusted or _agreed(terminal, str(file), path, source):
            game.run_file(source)
            return
    terminal.say(messages.not_run(path, game.strategy.name))


def check_run(store: Store, stored: StoredRun, trusted: bool) -> None:
    """Raises InvalidSpec if a run would run code that the person does not trust.

    Asks once for each file. The person's default store is trusted, since its runs were started
    here.
    """
    if trusted or store.is_default():
        return
    terminal = Terminal()
    name = _("run {n} in {store}").format(n=stored.id, store=store.name)
    for entrant in stored.run.entrants:
        home = read_home(absolute_home(entrant.home))
        if not (home.is_installed or _agreed(terminal, name, home.outside, entrant.source)):
            raise InvalidSpec(
                _("run {n} was not resumed, since {path} may not run").format(
                    n=stored.id, path=home.outside
                )
            )


def _agreed(terminal: Terminal, name: str, path: str, source: str | None) -> bool:
    """Asks whether code may run. Raises InvalidSpec if there is nobody to ask."""
    if not _is_person(terminal):
        raise InvalidSpec(
            # Translators: {name} is a file, or "run 7 in STORE".
            _("{name} would run {path}; add --trust if you trust it").format(name=name, path=path)
        )
    terminal.say(*messages.warning(name, path, source))
    return Menu(terminal).yes(messages.question(), default=False)


def _is_person(terminal: Terminal) -> bool:
    """True if somebody can answer a question."""
    return not isinstance(terminal.keyboard, Typing) or sys.stdin.isatty()
