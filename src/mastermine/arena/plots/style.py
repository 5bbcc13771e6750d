"""Style and file formats of all pictures."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#999999")
"""Colours for the colour-blind: Okabe & Ito (2008), with grey instead of black."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":")
HEAT = "cividis"
"""Colour scale for the colour-blind: Nuñez, Anderton & Renslow (2018)."""

FORMATS = ("svg", "png", "pdf")
DOTS_PER_INCH = 150
"""Resolution of PNG files."""

MAX_NAME_LETTERS = 26
"""Longer names of strategies are shortened to this many letters."""

_SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    # The font that comes with matplotlib, so that the layout is the same everywhere.
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.alpha": 0.25,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "hatch.linewidth": 0.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "mastermine",
    "pdf.fonttype": 42,
    "text.parse_math": False,
    "axes.unicode_minus": True,
}


def check_matplotlib() -> None:
    """Raises InvalidSpec if matplotlib is not installed."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise InvalidSpec(_("pictures need matplotlib: pip install 'mastermine[plots]'"))


@contextmanager
def styled(ink: str = "black") -> Iterator[None]:
    """Sets our style only, with letters and axes in the colour ``ink``."""
    import matplotlib as mpl

    inked = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    settings: Any = mpl.rcParams
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        settings.update(_SETTINGS)
        settings.update(dict.fromkeys((*inked, "grid.color", "hatch.color"), ink))
        # Names may have letters that the font lacks.
        warnings.filterwarnings("ignore", message=r"(?s).*[Gg]lyph")
        yield


def write(figure: Figure, out: Any, form: str, clear: bool = False) -> None:
    """Writes a figure reproducibly. ``clear``: True for a transparent background."""
    nothing: dict[str, dict[str, None]] = {
        "svg": {"Date": None},
        "pdf": {"CreationDate": None},
        "png": {"Software": None},
    }
    figure.savefig(out, format=form, metadata=nothing[form], dpi=DOTS_PER_INCH, transparent=clear)


def form_of(path: Path) -> str:
    """Returns the format of a file by its extension. Raises InvalidSpec."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMATS:
        raise InvalidSpec(
            _("the format of {name} is unknown; its name must end in .svg, .png or .pdf").format(
                name=path.name
            )
        )
    return form


def clean(text: str) -> str:
    """Replaces characters that no picture may contain, such as a bell."""
    fit = (
        sign if sign.isprintable() or sign.isspace() else "\N{REPLACEMENT CHARACTER}"
        for sign in text
    )
    return "".join(fit)


def short(name: str, most: int = MAX_NAME_LETTERS) -> str:
    """Formats a name in one line, with an ellipsis in the middle if it is long."""
    name = " ".join(clean(name).split())
    if len(name) <= most:
        return name
    half = (most - 1) // 2
    return f"{name[: most - 1 - half]}…{name[-half:]}"
