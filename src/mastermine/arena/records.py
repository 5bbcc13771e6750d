"""The games of a run as a file that other programs read: JSON lines, CSV or Parquet."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.system.folders import located, writing

if TYPE_CHECKING:
    from mastermine.arena.run import Game, Run

COLUMNS = {
    "rules": "VARCHAR",
    "seed": "VARCHAR",
    "round": "INTEGER",
    "strategy": "VARCHAR",
    "outcome": "VARCHAR",
    "turns": "INTEGER",
    "guesses": "INTEGER",
    "milliseconds": "DOUBLE",
    "reason": "VARCHAR",
    "secret": "VARCHAR",
    "moves": "VARCHAR[][]",
}
"""What is told of a game, and its type in Parquet. A seed may be a word, so there it is a text."""

ROW_GROUP_BYTES = 1 << 22
"""Approximate bytes of lines in a row group of a Parquet file; a few groups are held in memory."""
MAX_LINE_BYTES = 1 << 24
"""DuckDB's default limit for the length of a line."""
FEWEST, MOST = 2048, 122_880
"""The least and the most rows of a group: what DuckDB can do, and what it does by itself."""


def line_of(run: Run, game: Game) -> str:
    """A game by itself, with its rules, its seed and its moves: one line of JSON, with its end."""
    # The moves are JSON already.
    start = json.dumps(without_moves(run, game), ensure_ascii=False, separators=(",", ":"))
    return f'{start[:-1]},"moves":{"null" if game.moves is None else game.moves}}}\n'


def without_moves(run: Run, game: Game) -> dict[str, Any]:
    """A game by itself, with its rules and its seed, as values of its columns."""
    return {
        "rules": run.rules.spec(),
        "seed": run.seed,
        "round": game.round,
        "strategy": run.entrants[game.entrant].name,
        "outcome": game.outcome,
        "turns": game.turns,
        "guesses": game.guesses,
        "milliseconds": game.microseconds / 1000,
        "reason": game.reason,
        "secret": game.secret,
    }


def open_records(path: str | Path, run: Run) -> Records:
    """A file for the games of a run, of the kind that its ending says; one that is there is lost.

    Raises InvalidSpec for another ending, and for a file that cannot be written.
    """
    target = located(path, "games.jsonl")
    for ending, kind in KINDS.items():
        if target.name.lower().endswith(ending):
            return kind(target, run)
    *others, last = KINDS
    # Translators: {others} is a list with commas: .jsonl, .csv or .parquet.
    endings = _("{others} or {last}").format(others=", ".join(others), last=last)
    raise InvalidSpec(
        _("{path} does not say what kind of file to write; its name must end in {endings}").format(
            path=path, endings=endings
        )
    )


class Records(ABC):
    """A file to which games are written, whole parts at a time. Raises InvalidSpec."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @abstractmethod
    def add(self, games: Sequence[Game]) -> None:
        """Write games."""

    @abstractmethod
    def close(self) -> None:
        """Write what is left to be written."""


class Grown(Records):
    """A file that grows with each part: games that were added are in it."""

    head = b""
    """What a file begins with."""

    def __init__(self, path: Path, run: Run, named: Path | None = None) -> None:
        """``named``: the file that is told of where this one cannot be written."""
        self.path = path
        self.named = named or path
        self.run = run
        with writing(self.named):
            self._file: IO[bytes] = path.open("wb")
        try:
            self._write(self.head + self._encoded(()))
        except BaseException:
            with suppress(InvalidSpec):
                self.close()
            raise

    def add(self, games: Sequence[Game]) -> None:
        self._write(self._encoded(games))

    def _write(self, data: bytes) -> None:
        with writing(self.named):
            self._file.write(data)
            self._file.flush()

    def close(self) -> None:
        with writing(self.named):
            self._file.close()

    @abstractmethod
    def _encoded(self, games: Sequence[Game]) -> bytes:
        """The games as they stand in the file."""


class Lines(Grown):
    """A JSON object a line."""

    def _encoded(self, games: Sequence[Game]) -> bytes:
        return _bytes("".join([line_of(self.run, game) for game in games]))


class ZippedLines(Lines):
    """The same, compressed: each part by itself, so that a file that is cut off can be read."""

    level = 6

    def _encoded(self, games: Sequence[Game]) -> bytes:
        return gzip.compress(super()._encoded(games), self.level, mtime=0)


class Draft(Lines):
    """The same, to be read once by DuckDB, which has to know some sizes."""

    rows = 0
    size = 0
    longest = 0
    """Bytes of a line."""

    def _encoded(self, games: Sequence[Game]) -> bytes:
        lines = [_bytes(line_of(self.run, game)) for game in games]
        self.rows += len(lines)
        self.size += sum(map(len, lines))
        self.longest = max([self.longest, *map(len, lines)])
        return gzip.compress(b"".join(lines), 1, mtime=0)

    @property
    def group(self) -> int:
        """How many rows are to be a group."""
        return max(FEWEST, min(ROW_GROUP_BYTES * self.rows // max(self.size, 1), MOST))


class Table(Grown):
    """Comma-separated values, with their names in the first line; the moves as JSON."""

    head = ",".join(COLUMNS).encode() + b"\n"

    def _encoded(self, games: Sequence[Game]) -> bytes:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(
            [*without_moves(self.run, game).values(), game.moves] for game in games
        )
        return _bytes(text.getvalue())


class Parquet(Records):
    """A table of columns, by DuckDB: made from a draft of lines, of which it holds few at once.

    The file is there when it is closed, whole, or not at all: where games could not be written,
    one that was there before stays.
    """

    def __init__(self, path: Path, run: Run) -> None:
        try:
            import duckdb  # noqa: F401
        except ImportError:
            raise InvalidSpec(
                _("a .parquet file needs duckdb: pip install 'mastermine[parquet]'")
            ) from None
        if path.is_dir() or (path.exists() and not os.access(path, os.W_OK)):
            with writing(path):
                path.open("ab").close()
        if path.exists() and not path.is_file():
            raise InvalidSpec(_("{path} is a device; name a file").format(path=path))
        self.named = path
        self.path = Path(os.path.realpath(path))  # A link stays one.
        self._failed = False
        with writing(path):
            self._folder = tempfile.TemporaryDirectory(
                dir=self.path.parent, prefix=f".{path.name[:40]}."
            )
        try:
            self._draft = Draft(Path(self._folder.name) / "games.jsonl.gz", run, path)
        except BaseException:
            self._folder.cleanup()
            raise

    def add(self, games: Sequence[Game]) -> None:
        try:
            self._draft.add(games)
        except BaseException:
            self._failed = True  # It may end amid a line.
            raise

    def close(self) -> None:
        if self._failed:
            with self._folder, suppress(InvalidSpec):
                self._draft.close()
            return
        self._convert()

    def _convert(self) -> None:
        import duckdb

        draft = self._draft
        made = Path(self._folder.name) / "games.parquet"
        longest = max(draft.longest + 1, MAX_LINE_BYTES)
        with self._folder, writing(self.named):
            draft.close()
            try:
                with duckdb.connect(config={"threads": 1}) as connection:
                    connection.execute("SET enable_progress_bar = false")
                    connection.execute(
                        f"COPY (FROM read_json({_quoted(draft.path)}, columns = {COLUMNS}, "
                        f"format = 'newline_delimited', maximum_object_size = {longest})) "
                        f"TO {_quoted(made)} "
                        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {draft.group})"
                    )
            except duckdb.Error as error:
                raise OSError(0, " ".join(str(error).split())) from None
            made.replace(self.path)


KINDS: dict[str, Callable[[Path, Run], Records]] = {
    ".jsonl": Lines,
    ".jsonl.gz": ZippedLines,
    ".csv": Table,
    ".parquet": Parquet,
}
"""The kinds of files by the ends of their names."""


def _bytes(text: str) -> bytes:
    """As UTF-8, in which some texts of strategies cannot be written."""
    return text.encode(errors="replace")


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
