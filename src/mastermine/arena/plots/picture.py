"""What all pictures have: words, figures, and the same figures as rows for those who cannot see."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from mastermine.i18n.numbers import decimal
from mastermine.i18n.text import _


class Rows(NamedTuple):
    """The figures of a picture as a table."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]

    def _repr_html_(self) -> str:
        """The table as a notebook shows it."""
        head = "".join(f"<th>{escape(text)}</th>" for text in self.heads)
        lines = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in self.rows)
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


@dataclass(frozen=True)
class Picture(ABC):
    """The data of a picture.

    ``caption``: rules, secrets, seed, and what a reader must know. ``legend``: what is what, where
    it is drawn.
    """

    kind: ClassVar[str]
    """The word by which it is asked for."""

    title: str
    caption: str
    legend: str

    @abstractmethod
    def summary(self) -> str:
        """What can be seen, in a sentence or two."""

    @abstractmethod
    def table(self) -> Rows:
        """The figures behind the picture."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"kind": self.kind, **asdict(self)}

    def save(self, path: str | Path) -> None:
        """Draw the picture to a file, whose ending is the format: .svg, .png or .pdf.

        Raises InvalidSpec for another ending, a file that cannot be written, or without matplotlib.
        """
        from mastermine.arena.plots.drawing import draw

        draw(self, Path(path))

    def _repr_svg_(self) -> str:
        """The picture as a notebook shows it. Raises InvalidSpec without matplotlib."""
        from mastermine.arena.plots.drawing import drawn

        return drawn(self, "svg").decode()


def interval_heads() -> tuple[str, str]:
    """What stands above the ends of an interval."""
    # Translators: heads a column: where a 95 % interval begins; "to" heads the next one.
    low = _("95 % from")
    # Translators: heads a column: where an interval ends; "95 % from" heads the one before.
    return low, _("to")


def percent(share: float, digits: int = 1) -> str:
    """Such as ``92.1 %``."""
    return f"{decimal(100 * share, digits)}\N{NO-BREAK SPACE}%"
