"""``mastermine review`` of recorded games: one, or a profile of the player of several."""

from __future__ import annotations

import csv
import io
import json
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from mastermine.arena.records import quoted, unknown_format, without_duckdb
from mastermine.cli import output
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import decimal, percent, whole
from mastermine.i18n.text import _, ngettext, pgettext
from mastermine.system.folders import located, reading, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.table import Table

    from mastermine.coach.player_profile import Group, Played, Profile
    from mastermine.coach.replay_review import ReplayReview
    from mastermine.coach.review import Review

MAX_LISTED = 10
"""Maximum of the rows of a table."""

Heads = list[str]
Rows = list[list[str]]


CHANCES = "▁▂▃▄▅▆▇█"
"""Signs for chances to win from 0 to 1."""

CHART_COLUMNS = 60


def recorded_parts(review: Review) -> tuple[list[Table | str], dict[int, str]]:
    """Returns the figures and the course of a game, and texts on the moves that decided it."""
    from mastermine.coach.replay_review import ReplayReview
    from mastermine.session.messages.minesweeper import figure_rows

    if not isinstance(review, ReplayReview):
        return [], {}
    parts: list[Table | str] = []
    if review.figures is not None and review.figures.seconds:
        table = output.table("", "", numbers=(1,))
        table.show_header = False
        for row in figure_rows(review):
            table.add_row(*row)
        parts.append(table)
    if chart := _chart(review):
        parts.append(_("Chance to win: {chart}").format(chart=chart))
    decided = zip(review.decisive, review.decided, strict=True)
    return parts, {review.moments[moment].moves[-1]: text for moment, text in decided}


def _chart(review: ReplayReview) -> str:
    """Draws the chance to win over the game in one line."""
    known = [moment.before for moment in review.moments if moment.before is not None]
    last = review.moments[-1].after if review.moments else None
    known += [last] if last is not None else []
    if len(known) < 3 or output.console().options.ascii_only:
        return ""
    at = [known[i * (len(known) - 1) // (CHART_COLUMNS - 1)] for i in range(CHART_COLUMNS)]
    return "".join(CHANCES[round(chance * (len(CHANCES) - 1))] for chance in at)


def show_profile(paths: Sequence[Path], name: str | None, out: str | None, as_json: bool) -> None:
    """Prints or writes the profile of the player of recorded games. Raises InvalidSpec."""
    from mastermine.registry import find_strategy

    if name is not None:
        find_strategy(name, "minesweeper")
    target = None if out is None else _target(out)
    made = _reviewed([*_files(paths)], name)
    for file, reason in made.unread.items():
        # Translators: {reason} is a clause or a sentence.
        text = _("{file}: {reason}").format(file=file, reason=reason)
        print(f"mastermine: {text}", file=sys.stderr)
    if not made.games:
        raise InvalidSpec(_("there are no recorded games of Minesweeper"))
    if target is not None:
        WRITERS[target.suffix](made, target)
        print(_("Written to {path}.").format(path=target))
        return
    if as_json:
        output.print_json([*made.rows()])
        return
    screen = output.console()
    for title, heads, rows in sections(made):
        table = output.table(*heads, title=title, numbers=range(1, len(heads)))
        for row in rows:
            table.add_row(*row)
        screen.print(table)
        screen.print()


def _target(out: str) -> Path:
    path = located(out, "profile.html")
    if path.suffix not in WRITERS:
        raise unknown_format(path, WRITERS)
    return path


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yields the files, and the recorded games in folders, in the order of their names."""
    from mastermine.minesweeper import is_replay

    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for file in sorted(path.rglob("*")):
            if file.is_file() and is_replay(file.name, _start(file)):
                yield file


def _start(file: Path) -> bytes:
    """Returns the start of a file; nothing of one that cannot be read."""
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(10_000)
    return b""


def _reviewed(files: Sequence[Path], strategy: str | None) -> Profile:
    """Reviews all games, several at a time."""
    from loky import get_reusable_executor

    from mastermine.coach.player_profile import Profile

    workers = get_reusable_executor()
    found = [workers.submit(_played, file.absolute(), strategy) for file in files]
    shown = output.with_progress(found, len(found), _("Reviewing"), quiet=False)
    games, unread = [], {}
    for file, each in zip(files, shown, strict=True):
        played = each.result()
        if isinstance(played, str):
            unread[str(file)] = played
        else:
            games.append(played)
    return Profile(tuple(games), unread)


def _played(file: Path, strategy: str | None) -> Played | str:
    """Reviews a file; returns the reason if that is not possible."""
    from mastermine.coach.player_profile import Played
    from mastermine.minesweeper import read_replay

    try:
        with reading(file):
            data = file.read_bytes()
        return Played.of(file.name, read_replay(file.name, data), strategy)
    except MastermineError as error:
        return str(error)


def sections(made: Profile) -> Iterator[tuple[str, Heads, Rows]]:
    """Yields the tables of a profile: title, heads and rows."""
    from mastermine.minesweeper import Minesweeper, heading, named
    from mastermine.registry import parse_rules_of

    heads = [
        _("games"),
        _("won"),
        _("skill"),
        _("luck"),
        _("3BV/s"),
        _("efficiency"),
        _("lost time (s)"),
    ]
    yield _("Games"), [_("rules"), *heads], [*map(_group, made.by_rules())]
    if len(months := made.by_month()) > 1:
        yield _("Progress"), [_("month"), *heads], [*map(_group, months)]
    yield _("First opening"), [_("cells"), *heads], [*map(_group, made.by_opening())]
    yield _guess_table(made)
    if missed := made.missed():
        rows = [[heading(rule), whole(n)] for rule, n in missed.most_common(MAX_LISTED)]
        yield _("Missed beside an avoidable guess"), [_("rule"), _("times")], rows
    costly = sorted(
        ((guess.cost, game, guess) for game in made.games for guess in game.guesses),
        key=lambda each: -each[0],
    )[:MAX_LISTED]
    rows = [
        [
            game.name,
            _time(guess.seconds),
            named(parse_rules_of(Minesweeper, game.rules).parse_action(guess.cell)),
            percent(cost),
        ]
        for cost, game, guess in costly
        if cost > 0
    ]
    if rows:
        yield _("Costliest guesses"), [_("file"), _("seconds"), _("cell"), _("chance to win")], rows


def _time(seconds: float | None) -> str:
    return "" if seconds is None else decimal(seconds, 2)


def _group(group: Group) -> list[str]:
    finished = group.finished
    return [
        group.label,
        whole(len(group.games)),
        percent(group.won / finished) if finished else "",
        *(
            "" if value is None else form(value)
            for value, form in (
                (group.mean(lambda game: game.skill), lambda n: decimal(n, 0)),
                (group.mean(lambda game: game.luck), lambda n: decimal(n, 0)),
                (group.mean(lambda game: game.figures.speed), lambda n: decimal(n, 2)),
                (group.mean(lambda game: game.figures.efficiency), percent),
                (group.mean(lambda game: game.pauses), lambda n: decimal(n, 1)),
            )
        ),
    ]


def _guess_table(made: Profile) -> tuple[str, Heads, Rows]:
    """Returns the guesses by kind: how many, how many lost, and what they cost."""
    named = {
        "forced": _("forced"),
        "avoidable": _("avoidable: a cell was certainly safe"),
        "mine": _("on a certain mine"),
    }
    rows = []
    for kind, title in named.items():
        guesses = [guess for guess in made.guesses if guess.kind == kind]
        games = len(made.games)
        rows.append(
            [
                title,
                whole(len(guesses)),
                decimal(len(guesses) / games, 2),
                whole(sum(guess.hit for guess in guesses)),
                percent(sum(guess.cost for guess in guesses) / games),
            ]
        )
    heads = [
        "",
        _("number"),
        _("a game"),
        _("games lost"),
        _("chance to win lost a game"),
    ]
    return pgettext("clicks at random", "Guesses"), heads, rows


def _write_page(made: Profile, path: Path) -> None:
    from mastermine.arena.report import document, section
    from mastermine.arena.report.elements import table

    n = len(made.games)
    title = _("Profile: Minesweeper")
    subtitle = ngettext("{n} recorded game", "{n} recorded games", n).format(n=whole(n))
    parts = [
        section("results" if i == 0 else f"part-{i}", head, table(head, heads, rows))
        for i, (head, heads, rows) in enumerate(sections(made))
    ]
    with writing(path):
        path.write_text(document(title, subtitle, parts), "utf-8")


def _write_lines(made: Profile, path: Path) -> None:
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in made.rows())
    with writing(path):
        path.write_text(text, "utf-8")


def _write_csv(made: Profile, path: Path) -> None:
    from mastermine.coach.player_profile import COLUMNS

    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(made.rows())
    with writing(path):
        path.write_text(text.getvalue(), "utf-8")


def _write_parquet(made: Profile, path: Path) -> None:
    try:
        import duckdb
    except ImportError:
        raise without_duckdb() from None
    with TemporaryDirectory() as folder, writing(path):
        lines = Path(folder) / "guesses.jsonl"
        _write_lines(made, lines)
        made_file = Path(folder) / "guesses.parquet"
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (FROM read_json({quoted(lines)}, format = 'newline_delimited')) "
                f"TO {quoted(made_file)} (FORMAT parquet)"
            )
        path.write_bytes(made_file.read_bytes())


WRITERS: dict[str, Callable[[Profile, Path], Any]] = {
    ".html": _write_page,
    ".jsonl": _write_lines,
    ".csv": _write_csv,
    ".parquet": _write_parquet,
}
"""Writers of a profile by the suffix of the file."""
