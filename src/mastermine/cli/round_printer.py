"""Prints the rounds of a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from textwrap import fill
from typing import Any, Protocol

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from mastermine.arena.run import FAILED, WON, Game, Run
from mastermine.cli import output
from mastermine.i18n.text import _, ngettext, pgettext
from mastermine.registry import GAMES
from mastermine.session.messages.counts import guesses


class Notation(Protocol):
    """A game's notation (the part ``notation``) with chosen names."""

    rules: Any

    def words(self, code: Any) -> str:
        """Formats a code in these names, with commas."""

    def parse(self, text: str) -> Any:
        """Parses a code in these names. Raises IllegalMove."""


def by_round(games: Iterable[Game]) -> Iterator[list[Game]]:
    return (list(games) for _number, games in groupby(games, key=attrgetter("round")))


def show(
    screen: Console,
    run: Run,
    games: Sequence[Game],
    turns: bool,
    hide_codes: bool,
    notation: Notation | None = None,
) -> None:
    """Prints a round; with its turns if ``turns`` and not ``hide_codes``.

    Turns are printed one to a line; those of Minesweeper, which are many, only as cells.
    ``notation``: names of the colours for the codes.
    """
    turns, risky = turns and not hide_codes, run.risky
    head = _("Round {n}").format(n=games[0].round)
    layouts = secrets(run, games)
    if not hide_codes and not risky and layouts:
        code = layouts[0] if notation is None else _named(notation, layouts[0])
        # Translators: {round} is "Round 3".
        head = _("{round}: the code was {code}").format(round=head, code=code)
    screen.print(Text(head, style="bold"))
    if risky and not hide_codes:
        for layout in layouts:
            screen.print(layout, soft_wrap=True)
    names = [run.entrants[game.entrant].name for game in games]
    if turns and run.moves and not risky:
        for name, game in zip(names, games, strict=True):
            screen.print(name)
            _show_turns(screen, run, game, notation)
    else:
        rows = output.table("", "", numbers=(1,))
        rows.show_header = False
        if turns:
            rows.add_column("")
        results = [_result(game, risky) for game in games]
        room = screen.width - max(map(len, names)) - max(map(len, results)) - 6
        for name, result, game in zip(names, results, games, strict=True):
            rows.add_row(name, result, *([_wrapped(game, room)] if turns else []))
        screen.print(rows)
    if turns and not run.moves:
        screen.print(_("Moves and layout are not stored; match --moves stores them."))
    for name, game in zip(names, games, strict=True):
        if game.outcome == FAILED:
            screen.print(f"{name}: {game.reason}", soft_wrap=True)
    screen.print()


def _show_turns(screen: Console, run: Run, game: Game, notation: Notation | None) -> None:
    """Prints the guesses and answers of a game, and its result."""
    draw = GAMES[run.rules.game].part("cli.turns")
    turns = [(guess, answer) for guess, answer in _turns(game) or ()]
    tables = []
    for drawn in (True, False):
        rows = output.table("", "")
        rows.show_header = False
        for cells in draw(run.rules, turns, notation, drawn) if draw else turns:
            rows.add_row(*cells)
        tables.append(Padding(rows, (0, 0, 0, 2), expand=False))
    if turns:
        screen.print(tables[0] if output.fits(screen, tables[0]) else tables[1])
    # Translators: result of a game: the code was found with guess number {n}.
    won = _("Win in {n}.").format(n=game.turns)
    # Translators: result of a game: the code was not found.
    screen.print(Padding(won if game.outcome == WON else _("Loss."), (0, 0, 0, 2), expand=False))


def secrets(run: Run, games: Sequence[Game]) -> list[str]:
    """Returns the secret, or one per entrant if their first clicks differ."""
    known = [game for game in games if game.secret is not None]
    if len({game.secret for game in known}) <= 1:
        return [str(game.secret) for game in known[:1]]
    return [f"{run.entrants[game.entrant].name}: {game.secret}" for game in known]


def data(run: Run, games: Sequence[Game], hide_codes: bool = False) -> dict[str, Any]:
    risky = run.risky
    known = [game.secret for game in games if game.secret is not None and not hide_codes]
    return {
        "round": games[0].round,
        "layout" if risky else "code": known[0] if known else None,
        "games": [
            {
                "strategy": run.entrants[game.entrant].name,
                **({"layout": None if hide_codes else game.secret} if risky else {}),
                "outcome": game.outcome,
                **({"reason": game.reason} if game.outcome == FAILED else {}),
                "clicks" if risky else "guesses": game.turns,
                "turns": None if hide_codes else _turns(game),
            }
            for game in games
        ],
    }


def _turns(game: Game) -> Any:
    return None if game.moves is None else json.loads(game.moves)


def _named(notation: Notation, code: str) -> str:
    return notation.words(notation.rules.parse_action(code)).replace(", ", " ")


def _wrapped(game: Game, width: int) -> str:
    """Wraps the clicked cells of a game of Minesweeper."""
    return fill(" ".join(cell for cell, _feedback in _turns(game) or ()), max(width, 20))


def _result(game: Game, risky: bool) -> str:
    n = game.turns or 0
    if game.outcome == FAILED:
        # Translators: result of a game for a strategy: it raised an error.
        return _("failed")
    if game.turns is None:
        # Translators: result of a game for a strategy, in a table.
        return pgettext("a game", "won") if game.outcome == WON else pgettext("a game", "lost")
    if risky and game.outcome == WON:
        return ngettext("won, {n} click", "won, {n} clicks", n).format(n=n)
    if risky:
        return ngettext("lost, {n} click", "lost, {n} clicks", n).format(n=n)
    if game.outcome != WON:
        # Translators: result of a game for a strategy: the code was not found.
        return _("not found")
    return guesses(n)
