"""Tables of figures for notebooks, pandas and pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, overload

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from types import ModuleType

    from pandas import DataFrame
    from pyarrow import Table as ArrowTable

Value = str | int | float | None
Row = dict[str, Value]
"""Values by column name."""

MAX_SHOWN = 20
"""Maximum number of rows printed."""


class Table(Sequence[Row]):
    """Rows with the same columns."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = list(rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def to_dicts(self) -> list[Row]:
        """Returns the rows as dicts."""
        return [dict(row) for row in self._rows]

    def to_pandas(self) -> DataFrame:
        """Returns the rows as a DataFrame. Raises InvalidSpec without pandas."""
        frame: DataFrame = _library("pandas").DataFrame(self._rows)
        return frame

    def to_arrow(self) -> ArrowTable:
        """Returns the rows as an Arrow table. Raises InvalidSpec without pyarrow."""
        table: ArrowTable = _library("pyarrow").Table.from_pylist(self._rows)
        return table

    def __repr__(self) -> str:
        if not self._rows:
            return "no rows"
        first = self._rows[:MAX_SHOWN]
        lines = [list(first[0]), *([_format(value) for value in row.values()] for row in first)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        words = [isinstance(value, str) for value in first[0].values()]
        text = [
            "  ".join(
                cell.ljust(width) if word else cell.rjust(width)
                for cell, width, word in zip(line, widths, words, strict=True)
            ).rstrip()
            for line in lines
        ]
        if len(self) > MAX_SHOWN:
            text.append(f"… {len(self)} rows")
        return "\n".join(text)

    def _repr_html_(self) -> str:
        from mastermine.arena.plots.picture import Rows

        first = self._rows[:MAX_SHOWN]
        heads = list(first[0]) if first else []
        rows = Rows(heads, [[_format(value) for value in row.values()] for row in first])
        return rows._repr_html_()


def _format(value: Value) -> str:
    match value:
        case None:
            return "–"
        case float():
            return decimal(value)
        case int():
            return whole(value)
    return value


def _library(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError:
        raise InvalidSpec(
            # Translators: {name} is the name of a library.
            _("this needs {name}: pip install 'mastermine[data]'").format(name=name)
        ) from None
