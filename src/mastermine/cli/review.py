"""``mastermine review``: what each move of a game was worth."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.system.folders import located

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import RenderableType

    from mastermine.coach.review import Review
    from mastermine.core.game import Turn

LINES = (".jsonl", ".ndjson")
"""How the names of files end that hold a game a line."""


@click.command(
    help=_(
        "Say what each move of a game was worth: what it left, what would have been better, and "
        "how much was luck.\n\n"
        "FILE is a game that was saved, or a file of games, one a line (.jsonl), as mastermine "
        "export and mastermine match --out write it.\n\n"
        "\b\n"
        "  mastermine review game.json\n"
        "  mastermine review games.jsonl --game 3"
    )
)
@click.argument("file", metavar=_("FILE"))
@click.option(
    "--game",
    "number",
    type=click.IntRange(min=1),
    metavar=_("N"),
    help=_("Which game, where the file has several: its line, or the board of a match."),
)
@click.option(
    "--all", "whole", is_flag=True, help=_("Show the moves that could not be better, too.")
)
@output.json_option
def review(file: str, number: int | None, whole: bool, as_json: bool) -> None:
    from mastermine.coach.review import review as look_back

    path = located(file)
    rules, turns = (_line if path.name.lower().endswith(LINES) else _saved)(path, number)
    if not turns:
        raise InvalidSpec(_("{file}: nothing was played yet").format(file=file))
    told = look_back(rules, turns)
    if as_json:
        output.print_json(told.to_json())
        return
    screen = output.console()
    for part in shown(told, whole):
        screen.print(part)


def shown(review: Review, whole: bool = False) -> list[RenderableType]:
    """A review as it is printed: a table of the moves, and what there is to say on the whole.

    Where a game has many moves that could not be better, as in a minefield, they are only counted,
    unless all are wanted.
    """
    from mastermine.coach.review import left_text

    moves = list(enumerate(review.moves, start=1))
    notable = [(n, move) for n, move in moves if whole or move.notable]
    parts: list[RenderableType] = []
    if notable:
        rows = output.table(
            "",
            _("move"),
            # Translators: heads a column: how many codes, or layouts, are left after the move.
            _("left"),
            # Translators: heads a column: a figure of 0 to 100.
            _("skill"),
            # Translators: heads a column: a figure of 0 to 100.
            _("luck"),
            "",
            numbers=(0, 2, 3, 4),
        )
        for n, move in notable:
            rows.add_row(
                str(n),
                move.action,
                left_text(move),
                _number(move.skill),
                _number(move.luck),
                move.sentence,
            )
        parts.append(rows)
    if rest := len(moves) - len(notable):
        parts.append(
            ngettext(
                "{n} move that could not hit a mine is not shown.",
                "{n} moves that could not hit a mine are not shown.",
                rest,
            ).format(n=rest)
        )
    return [*parts, *review.sentences]


def _number(value: int | None) -> str:
    return "" if value is None else whole(value)


def _saved(path: Path, number: int | None) -> tuple[Any, Sequence[Turn[Any, Any]]]:
    """The rules and turns of a saved game, or of a board of a match. Raises InvalidSpec."""
    from mastermine.session import Match, load

    game = load(path)
    boards = [board for row in game.boards for board in row] if isinstance(game, Match) else [game]
    begun = [board for board in boards if board.turns]
    if not begun:
        raise InvalidSpec(_("{file}: nothing was played yet").format(file=path))
    chosen = begun[_choice(path, number, len(begun))]
    return chosen.rules, chosen.turns


def _line(path: Path, number: int | None) -> tuple[Any, Sequence[Turn[Any, Any]]]:
    """The rules and turns of a game in a file of games. Raises InvalidSpec."""
    try:
        with path.open(encoding="utf-8") as file:
            lines = [line for line in file if line.strip()]
    except UnicodeDecodeError:
        raise InvalidSpec(_("{file} is no text, so no file of games").format(file=path)) from None
    if not lines:
        raise InvalidSpec(_("{file} is empty: there is no game in it").format(file=path))
    index = _choice(path, number, len(lines))
    try:
        return _read(lines[index])
    except MastermineError as error:
        raise InvalidSpec(
            _("{file}, game {n}: {error}").format(file=path, n=index + 1, error=error)
        ) from None


def _choice(path: Path, number: int | None, many: int) -> int:
    """The place of the game that is wanted. Raises InvalidSpec."""
    if number is None and many > 1:
        raise InvalidSpec(
            ngettext(
                "{file} has {n} game: say which with --game 1 to --game {n}",
                "{file} has {n} games: say which with --game 1 to --game {n}",
                many,
            ).format(file=path, n=many)
        )
    if number is not None and number > many:
        raise InvalidSpec(
            ngettext(
                "{file} has {n} game, so there is no game {number}",
                "{file} has {n} games, so there is no game {number}",
                many,
            ).format(file=path, n=many, number=number)
        )
    return (number or 1) - 1


def _read(line: str) -> tuple[Any, Sequence[Turn[Any, Any]]]:
    """A game from a line: a record, or a game of a run. Raises MastermineError."""
    from mastermine.core.game import Turn
    from mastermine.registry import parse_rules

    wrong = InvalidSpec(_("not a record of a game: it takes rules, and turns or moves"))
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise wrong from None
    if not isinstance(fields, dict) or not isinstance(fields.get("rules"), str):
        raise wrong
    moves = fields.get("moves") if "moves" in fields else fields.get("turns")
    if moves is None and "moves" in fields:
        raise InvalidSpec(_("the moves of this game were not kept"))
    rules = parse_rules(fields["rules"])
    turns = []
    for move in moves if isinstance(moves, list) else [None]:
        match move:
            case [str(action), str(feedback)]:
                turns.append(Turn(rules.parse_action(action), rules.parse_feedback(feedback)))
            case _:
                raise wrong
    return rules, turns
