"""Prints the rounds of a run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from textwrap import fill
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from mastermine.arena.run import FAILED, WON, Game, Run
from mastermine.cli import output
from mastermine.i18n.text import _, ngettext, pgettext
from mastermine.session.messages.counts import guesses


class Notation(Protocol):
    """A game's notation (the part ``notation``) with chosen names."""

    rules: Any

    def words(self, code: Any) -> str:
        """Formats a code in these names, with commas."""


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
    rows = output.table("", "", numbers=(1,))
    rows.show_header = False
    if turns:
        rows.add_column("")
    results = [_result(game, risky) for game in games]
    names = [run.entrants[game.entrant].name for game in games]
    room = screen.width - max(map(len, names)) - max(map(len, results)) - 6
    for name, result, game in zip(names, results, games, strict=True):
        cells = [_wrapped(game, risky, room, notation)] if turns else []
        rows.add_row(name, result, *cells)
    screen.print(rows)
    if turns and not run.moves:
        screen.print(_("Moves and layout are not stored; match --moves stores them."))
    for name, game in zip(names, games, strict=True):
        if game.outcome == FAILED:
            screen.print(f"{name}: {game.reason}", soft_wrap=True)
    screen.print()


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


def _wrapped(game: Game, risky: bool, width: int, notation: Notation | None) -> str:
    """Wraps the turns of a game between turns; in Minesweeper only the cells."""
    moves = _turns(game)
    if moves is None:
        return ""
    gap = "\N{NO-BREAK SPACE}"  # Keeps a turn in one line.
    if risky:
        return fill(" ".join(cell for cell, _feedback in moves), max(width, 20))
    if notation is not None:
        moves = [(_named(notation, guess), answer) for guess, answer in moves]
    turns = (f"{guess} {answer}".replace(" ", gap) for guess, answer in moves)
    return fill(", ".join(turns), max(width, 20)).replace(gap, " ")


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
