"""The command ``mastermine review``: ratings of the moves of a game."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mastermine.cli import output
from mastermine.command_line import cells_as, rowcol_option, strategy_option
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.system.folders import located, reading, writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rich.console import RenderableType

    from mastermine.coach.review import Review
    from mastermine.core.strategy import Strategy

LINES = (".jsonl", ".ndjson")
"""Suffixes of files with one game per line."""


@click.command(
    help=_(
        "Rate each move of a game: skill, luck and better moves.\n\n"
        "FILE is a saved game, a file with one game per line (.jsonl), as written by mastermine "
        "export and mastermine match --out, a recorded game of Minesweeper (.rawvf, .avf, .evf, "
        ".rmv, .mvf), or a text of rows of Mastermind, each a guess and its answer. Several files, "
        "or a folder, give a profile of the player of the recorded games. Moves are compared with "
        "those of a strategy, the one that gives the hints; following every hint is never a "
        "mistake.\n\n"
        "\b\n"
        "  mastermine review game.json\n"
        "  mastermine review game.avf\n"
        "  mastermine review rows.txt --rules classic\n"
        "  mastermine review games.jsonl --game 3\n"
        "  mastermine review game.avf --out game.rawvf\n"
        "  mastermine review replays --out profile.html"
    )
)
@click.argument("files", nargs=-1, required=True, metavar=_("FILE..."))
@click.option(
    "--game",
    "number",
    type=click.IntRange(min=1),
    metavar=_("N"),
    help=_("Number of the game in a file of several: its line, or its board in a match."),
)
@click.option(
    "--rules",
    "spec",
    metavar=_("SPEC"),
    help=_("Rules of the rows of Mastermind, such as classic; or the first line has them."),
)
@click.option(
    "--all", "whole", is_flag=True, help=_("Show all moves, also those that could not be better.")
)
@strategy_option(
    _(
        "Strategy to compare with.  [default: the one that gives the hints of a saved game; else "
        "knuth, sampled in large games, endgame in Minesweeper]"
    )
)
@click.option(
    "--out",
    metavar=_("FILE"),
    help=_(
        "Write a game of Minesweeper to this file (.rawvf), or a profile: .html, or .jsonl, .csv "
        "or .parquet with each guess."
    ),
)
@rowcol_option
@output.json_option
def review(
    files: tuple[str, ...],
    number: int | None,
    spec: str | None,
    whole: bool,
    name: str | None,
    out: str | None,
    rowcol: bool,
    as_json: bool,
) -> None:
    from mastermine.cli.minesweeper.profiles import show_profile
    from mastermine.registry import find_strategy

    paths = [located(file) for file in files]
    if len(paths) > 1 or paths[0].is_dir():
        if number is not None or spec is not None or whole:
            raise click.UsageError(_("--game, --rules and --all are for a single file"))
        with cells_as(None, rowcol and not as_json):
            show_profile(paths, name, out, as_json)
        return
    path = paths[0]
    game = (_line if path.name.lower().endswith(LINES) else _file)(path, number, spec)
    if out is not None:
        _write(game, path, out)
        return
    if game.note and name is None:
        click.echo(f"mastermine: {game.note}", err=True)
    with cells_as(game.rules, rowcol and not as_json):  # JSON contains x,y.
        result = game.rate(None if name is None else find_strategy(name, game.rules.game))
    if as_json:
        output.print_json(result.to_json())
        return
    screen = output.console()
    for part in rendered(result, whole):
        screen.print(part)


def _write(game: Reviewable, source: Path, out: str) -> None:
    """Writes a game of Minesweeper as a recorded game, in another file than it was read from.

    Raises InvalidSpec, IllegalMove.
    """
    if game.rawvf is None or not out.lower().endswith(".rawvf"):
        raise click.UsageError(
            _("--out writes one game of Minesweeper as .rawvf, or the profile of several")
        )
    target = located(out, "game.rawvf")
    if target.exists() and target.samefile(source):
        raise InvalidSpec(_("{path} is the file that is read; name another one").format(path=out))
    text = game.rawvf()
    with writing(target):
        target.write_text(text, "utf-8")
    click.echo(_("Written to {path}.").format(path=target))


def rendered(review: Review, whole: bool = False) -> list[RenderableType]:
    """Renders a review as a table of the moves and a summary.

    Moves that could not be better are only counted unless ``whole``.
    """
    from mastermine.coach.review import left_text
    from mastermine.registry import GAMES, parse_rules
    from mastermine.session.messages.help import not_shown

    moves = list(enumerate(review.moves, start=1))
    listed = [(n, move) for n, move in moves if whole or move.notable]
    special = GAMES[parse_rules(review.rules).game].part("cli.review")
    parts: list[RenderableType]
    texts: dict[int, str]
    parts, texts = special(review) if special else ([], {})
    if listed:
        rows = output.table(
            "",
            _("move"),
            # Translators: heads a column: number of codes or layouts possible after the move.
            _("left"),
            # Translators: heads a column: a number from 0 to 100.
            _("skill"),
            # Translators: heads a column: a number from 0 to 100.
            _("luck"),
            "",
            numbers=(0, 2, 3, 4),
        )
        for n, move in listed:
            rows.add_row(
                str(n),
                move.text,
                left_text(move),
                _number(move.skill),
                _number(move.luck),
                texts.get(n - 1, move.sentence),
            )
        parts.append(rows)
    if rest := len(moves) - len(listed):
        parts.append(not_shown(rest))
    return [*parts, *review.sentences]


def _number(value: int | None) -> str:
    return "" if value is None else whole(value)


class Reviewable(NamedTuple):
    """A game that can be reviewed."""

    rules: Any
    rate: Callable[[Strategy | None], Review]
    """Reviews it by a strategy [default: the one that gives its hints]."""
    note: str = ""
    """Sentence about a strategy in a file, which was not run."""
    rawvf: Callable[[], str] | None = None
    """Writes it in the format of recorded games, in Minesweeper."""


def _file(path: Path, number: int | None, spec: str | None) -> Reviewable:
    """Reads a recorded or a saved game, or a match's board. Raises InvalidSpec."""
    from mastermine.session.saved.recorded import recorded

    with reading(path):
        data = path.read_bytes()
    try:
        found = recorded(path.name, data, spec)
    except MastermineError as error:
        raise InvalidSpec(_("{file}: {error}").format(file=path, error=error)) from None
    if found is not None:
        return Reviewable(found.rules, found.rated, rawvf=getattr(found, "rawvf", None))
    if not data.lstrip().startswith(b"{"):
        raise InvalidSpec(
            _(
                "{file} is not a saved or recorded game; if it has rows of Mastermind, its rules "
                "are given by --rules or in the first line"
            ).format(file=path)
        )
    return _saved(path, number)


def _saved(path: Path, number: int | None) -> Reviewable:
    """Reads a saved game, or a match's board. Raises InvalidSpec."""
    from mastermine.core.options import read_home
    from mastermine.session import Match, load
    from mastermine.session.messages.trust import not_run

    game = load(path)
    boards = [board for row in game.boards for board in row] if isinstance(game, Match) else [game]
    started = [board for board in boards if board.turns]
    if not started:
        raise InvalidSpec(_("{file}: the game has no moves yet").format(file=path))
    chosen = started[_choice(path, number, len(started))]
    file = chosen.file_strategy
    note = not_run(read_home(file).outside, chosen.strategy.name) if file else ""
    return Reviewable(chosen.rules, chosen.rated, note, getattr(chosen, "rawvf", None))


def _line(path: Path, number: int | None, _spec: str | None) -> Reviewable:
    """Reads a game in a file of games. Raises InvalidSpec."""
    try:
        with path.open(encoding="utf-8") as file:
            lines = [line for line in file if line.strip()]
    except UnicodeDecodeError:
        raise InvalidSpec(_("{file} is not a text file").format(file=path)) from None
    if not lines:
        raise InvalidSpec(_("{file} contains no games").format(file=path))
    index = _choice(path, number, len(lines))
    try:
        return _read(lines[index])
    except MastermineError as error:
        raise InvalidSpec(
            _("{file}, game {n}: {error}").format(file=path, n=index + 1, error=error)
        ) from None


def _choice(path: Path, number: int | None, many: int) -> int:
    """Returns the index of the requested game. Raises InvalidSpec."""
    if number is None and many > 1:
        raise InvalidSpec(
            ngettext(
                "{file} has {n} game; choose one with --game 1 to --game {n}",
                "{file} has {n} games; choose one with --game 1 to --game {n}",
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


def _read(line: str) -> Reviewable:
    """Parses a line: a record, or a game of a run. Raises MastermineError."""
    from mastermine.coach.review import review as rate
    from mastermine.core.game import Turn
    from mastermine.registry import parse_rules

    wrong = InvalidSpec(_("not a record of a game: it needs rules, and turns or moves"))
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise wrong from None
    if not isinstance(fields, dict) or not isinstance(fields.get("rules"), str):
        raise wrong
    moves = fields.get("moves") if "moves" in fields else fields.get("turns")
    if moves is None and "moves" in fields:
        raise InvalidSpec(_("the moves of this game are not stored"))
    rules = parse_rules(fields["rules"])
    turns = []
    for move in moves if isinstance(moves, list) else [None]:
        match move:
            case [str(action), str(feedback)]:
                turns.append(Turn(rules.parse_action(action), rules.parse_feedback(feedback)))
            case _:
                raise wrong
    if not turns:
        raise InvalidSpec(_("the game has no moves yet"))
    return Reviewable(rules, partial(rate, rules, turns))
