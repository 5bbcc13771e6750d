"""How all pictures look, and how they are written."""

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
"""Colours that the colour-blind tell apart: Okabe & Ito (2008), with grey in the place of black."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":")
HEAT = "cividis"
"""A scale of colours that the colour-blind see as others do: Nuñez, Anderton & Renslow (2018)."""

FORMATS = ("svg", "png", "pdf")
DOTS_PER_INCH = 150
"""Dots an inch of a picture made of dots."""

MAX_NAME_LETTERS = 26
"""Longer names of strategies are shortened to this many letters."""

_SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    # Always the same letters, which come with the library: the room they take decides all places.
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
    """Raises InvalidSpec where matplotlib is not installed."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise InvalidSpec(_("pictures need matplotlib: pip install 'mastermine[plots]'"))


@contextmanager
def styled(ink: str = "black") -> Iterator[None]:
    """Our settings, and no others, with letters and axes in a colour."""
    import matplotlib as mpl

    inked = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    settings: Any = mpl.rcParams
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        settings.update(_SETTINGS)
        settings.update(dict.fromkeys((*inked, "grid.color", "hatch.color"), ink))
        # A name may be in letters that the font has not.
        warnings.filterwarnings("ignore", message=r"(?s).*[Gg]lyph")
        yield


def write(figure: Figure, out: Any, form: str, clear: bool = False) -> None:
    """Write a figure to a file, the same data with the same bytes. ``clear``: no background."""
    nothing: dict[str, dict[str, None]] = {
        "svg": {"Date": None},
        "pdf": {"CreationDate": None},
        "png": {"Software": None},
    }
    figure.savefig(out, format=form, metadata=nothing[form], dpi=DOTS_PER_INCH, transparent=clear)


def form_of(path: Path) -> str:
    """The format that the ending of a file's name stands for. Raises InvalidSpec."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMATS:
        raise InvalidSpec(
            _("{name} does not say the format: end it with .svg, .png or .pdf").format(
                name=path.name
            )
        )
    return form


def clean(text: str) -> str:
    """The text without signs that no picture may contain, such as a bell."""
    fit = (
        sign if sign.isprintable() or sign.isspace() else "\N{REPLACEMENT CHARACTER}"
        for sign in text
    )
    return "".join(fit)


def short(name: str, most: int = MAX_NAME_LETTERS) -> str:
    """A name in one line, with dots in the middle where it is long."""
    name = " ".join(clean(name).split())
    if len(name) <= most:
        return name
    half = (most - 1) // 2
    return f"{name[: most - 1 - half]}…{name[-half:]}"
