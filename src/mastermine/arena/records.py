"""Files with the games of a run for other programs: JSON Lines, CSV or Parquet."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.system.folders import device_reason, located, writing

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
"""Columns of a game with their types in Parquet; a seed may be a word, so it is text there."""

CSV_HEAD = ",".join(COLUMNS).encode() + b"\n"
"""Header line of comma-separated values."""

ROW_GROUP_BYTES = 1 << 22
"""Approximate bytes of lines in a row group of a Parquet file; a few groups are in memory."""
MAX_LINE_BYTES = 1 << 24
"""DuckDB's default limit of the length of a line."""
MIN_GROUP_ROWS, MAX_GROUP_ROWS = 2048, 122_880
"""DuckDB's minimum and default number of rows in a row group."""


def line_of(run: Run, game: Game) -> str:
    """Formats a game with its rules, its seed and its moves as a line of JSON."""
    # The moves are JSON already.
    start = json.dumps(without_moves(run, game), ensure_ascii=False, separators=(",", ":"))
    return f'{start[:-1]},"moves":{"null" if game.moves is None else game.moves}}}\n'


def without_moves(run: Run, game: Game) -> dict[str, Any]:
    """Returns the columns of a game, except its moves."""
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
    """Creates or overwrites a file for the games of a run, in the format of its extension.

    Raises InvalidSpec for an unknown extension, and for a file that cannot be written.
    """
    target = located(path, "games.jsonl")
    for ending, kind in KINDS.items():
        if target.name.lower().endswith(ending):
            return kind(target, run)
    raise unknown_format(path, KINDS)


def unknown_format(path: str | Path, kinds: Iterable[str]) -> InvalidSpec:
    """Returns the error for a file name that ends in none of some extensions."""
    *others, last = kinds
    # Translators: {others} is a list with commas: .jsonl, .csv or .parquet.
    endings = _("{others} or {last}").format(others=", ".join(others), last=last)
    return InvalidSpec(
        _("the format of {path} is unknown; its name must end in {endings}").format(
            path=path, endings=endings
        )
    )


def without_duckdb() -> InvalidSpec:
    """Returns the error for Parquet without its library."""
    return InvalidSpec(_("a .parquet file needs duckdb: pip install 'mastermine[parquet]'"))


class Records(ABC):
    """A file to which games are written, chunk by chunk. Raises InvalidSpec."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @abstractmethod
    def add(self, games: Sequence[Game]) -> None:
        """Adds games to the file."""

    @abstractmethod
    def close(self) -> None:
        """Finishes and closes the file."""


class AppendedFile(Records):
    """A file that grows with each chunk."""

    head = b""
    """First bytes of the file."""

    def __init__(self, path: Path, run: Run, named: Path | None = None) -> None:
        """``named``: the file named in errors [default: ``path``]."""
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
        """Encodes games for the file."""


def json_lines(run: Run, games: Sequence[Game]) -> bytes:
    """Encodes games as JSON Lines."""
    return _bytes("".join([line_of(run, game) for game in games]))


def csv_lines(run: Run, games: Sequence[Game]) -> bytes:
    """Encodes games as comma-separated values, without a header line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [*without_moves(run, game).values(), game.moves] for game in games
    )
    return _bytes(text.getvalue())


class JsonLines(AppendedFile):
    """JSON Lines: one object per line."""

    def _encoded(self, games: Sequence[Game]) -> bytes:
        return json_lines(self.run, games)


class GzippedJsonLines(JsonLines):
    """Gzipped JSON Lines; each chunk is compressed by itself, so a truncated file is readable."""

    level = 6

    def _encoded(self, games: Sequence[Game]) -> bytes:
        return gzip.compress(super()._encoded(games), self.level, mtime=0)


class Draft(JsonLines):
    """Temporary JSON Lines for DuckDB, with the sizes that it needs."""

    rows = 0
    size = 0
    longest = 0
    """Bytes of the longest line."""

    def _encoded(self, games: Sequence[Game]) -> bytes:
        lines = [_bytes(line_of(self.run, game)) for game in games]
        self.rows += len(lines)
        self.size += sum(map(len, lines))
        self.longest = max([self.longest, *map(len, lines)])
        return gzip.compress(b"".join(lines), 1, mtime=0)

    @property
    def group(self) -> int:
        """Number of rows in a row group."""
        return max(
            MIN_GROUP_ROWS, min(ROW_GROUP_BYTES * self.rows // max(self.size, 1), MAX_GROUP_ROWS)
        )


class Csv(AppendedFile):
    """Comma-separated values with a header line; the moves are JSON."""

    head = CSV_HEAD

    def _encoded(self, games: Sequence[Game]) -> bytes:
        return csv_lines(self.run, games)


class Parquet(Records):
    """A Parquet file, which DuckDB makes from a draft of JSON Lines with little memory.

    The file appears when it is closed, complete or not at all; if writing fails, an existing file
    stays.
    """

    def __init__(self, path: Path, run: Run) -> None:
        try:
            import duckdb  # noqa: F401
        except ImportError:
            raise without_duckdb() from None
        if path.is_dir() or (path.exists() and not os.access(path, os.W_OK)):
            with writing(path):
                path.open("ab").close()
        if path.exists() and not path.is_file():
            raise InvalidSpec(device_reason(path))
        self.named = path
        self.path = Path(os.path.realpath(path))  # a symbolic link stays one
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
            self._failed = True  # the last line may be incomplete
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
                        f"COPY (FROM read_json({quoted(draft.path)}, columns = {COLUMNS}, "
                        f"format = 'newline_delimited', maximum_object_size = {longest})) "
                        f"TO {quoted(made)} "
                        f"(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {draft.group})"
                    )
            except duckdb.Error as error:
                raise OSError(0, " ".join(str(error).split())) from None
            made.replace(self.path)


KINDS: dict[str, Callable[[Path, Run], Records]] = {
    ".jsonl": JsonLines,
    ".jsonl.gz": GzippedJsonLines,
    ".csv": Csv,
    ".parquet": Parquet,
}
"""Formats by file extension."""


def _bytes(text: str) -> bytes:
    """Encodes as UTF-8; lone surrogates in texts of strategies are replaced."""
    return text.encode(errors="replace")


def quoted(path: Path) -> str:
    """Writes a path as a text of SQL."""
    return "'" + str(path).replace("'", "''") + "'"
