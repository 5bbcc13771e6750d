"""Base of all pictures: texts, figures, and the figures as an accessible table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from mastermine.i18n.text import _


class Rows(NamedTuple):
    """The figures of a picture as a table."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def _repr_html_(self) -> str:
        """Formats the table for a notebook."""
        head = "".join(f"<th>{escape(text)}</th>" for text in self.heads)
        lines = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in self.rows)
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


@dataclass(frozen=True)
class Picture(ABC):
    """Data of a picture.

    ``caption``: rules, secrets, seed, and notes. ``legend``: explanation of the marks when drawn.
    """

    kind: ClassVar[str]
    """Name given with ``--kind``."""

    title: str
    caption: str
    legend: str

    @abstractmethod
    def summary(self) -> str:
        """Describes the picture in one or two sentences."""

    @abstractmethod
    def table(self) -> Rows:
        """Returns the figures of the picture."""

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}

    def save(self, path: str | Path) -> None:
        """Draws the picture to a file in the format of its extension: .svg, .png or .pdf.

        Raises InvalidSpec for another extension, a file that cannot be written, or without
        matplotlib.
        """
        from mastermine.arena.plots.drawing import draw

        draw(self, Path(path))

    def _repr_svg_(self) -> str:
        """Draws the picture for a notebook. Raises InvalidSpec without matplotlib."""
        from mastermine.arena.plots.drawing import drawn

        return drawn(self, "svg").decode()


def interval_heads() -> tuple[str, str]:
    """Returns the column heads of an interval."""
    # Translators: column head: lower end of a 95 % interval; the next column head is "to".
    low = _("95 % from")
    # Translators: column head: upper end of an interval; the previous head is "95 % from".
    return low, _("to")
