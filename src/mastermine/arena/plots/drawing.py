"""Draws the pictures with matplotlib, without a display."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from math import dist
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

from mastermine.arena.plots.cost import Cost
from mastermine.arena.plots.density import Density
from mastermine.arena.plots.first_clicks import Start
from mastermine.arena.plots.guesses import Guesses
from mastermine.arena.plots.picture import Picture
from mastermine.arena.plots.rates import Rates
from mastermine.arena.plots.secrets_left import Left
from mastermine.arena.plots.style import (
    COLOURS,
    DASHES,
    HEAT,
    MARKERS,
    check_matplotlib,
    form_of,
    short,
    styled,
    write,
)
from mastermine.i18n.numbers import decimal, plain, whole
from mastermine.i18n.text import _, ngettext
from mastermine.system.folders import writing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH_INCHES = 6.4
"""Default width in inches; letters are 9 points, an eighth of an inch."""
SPOT_POINTS = 7.0
"""Diameter of a spot in points."""
LEVELS = 4
"""Number of sizes for spots that coincide."""
COUNTED_BARS = 14
"""Up to this many bars have their numbers above them."""


def draw(picture: Picture, out: Path) -> None:
    """Draws a picture to a file in the format of its extension.

    Raises InvalidSpec for an unknown extension, a file that cannot be written, or without
    matplotlib.
    """
    form = form_of(out)
    data = drawn(picture, form)
    with writing(out):
        out.write_bytes(data)


def drawn(
    picture: Picture,
    form: str,
    *,
    width: float = WIDTH_INCHES,
    headed: bool = True,
    ink: str = "black",
) -> bytes:
    """Draws a picture, ``width`` inches wide or, if necessary, wider.

    ``headed``: True for a title, a caption and a white background, False for a transparent picture.
    ``ink``: colour of letters and axes. Raises InvalidSpec without matplotlib.
    """
    check_matplotlib()
    from matplotlib.figure import Figure

    with styled(ink):
        figure = Figure(layout="constrained")
        figure.set_figwidth(width)
        _DRAW[type(picture)](figure, picture, ink)
        if headed:
            letters = int(figure.get_figwidth() * 17.5)
            figure.suptitle(
                short(picture.title, letters // 2),
                x=0.01,
                ha="left",
                fontweight="bold",
                fontsize=11,
            )
            figure.supxlabel(
                fill(f"{picture.caption} {picture.legend}", letters),
                x=0.01,
                ha="left",
                fontsize=7.5,
            )
        made = BytesIO()
        write(figure, made, form, clear=not headed)
    return made.getvalue()


def _guesses(figure: Figure, picture: Guesses, ink: str) -> None:
    """Draws the histograms one below the other, over one axis."""
    each = picture.histograms
    columns = 1 if len(each) <= 5 else 2
    rows = -(-len(each) // columns)
    figure.set_figheight(1.0 + max(1.15 * rows, 2.0))
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).T.ravel()
    places = list(range(len(picture.bars)))
    lost = len(places) + 0.5
    top = 100 * picture.top or 100  # Altered games may have no number of guesses.
    for index, (ax, one) in enumerate(zip(axes, each, strict=False)):
        ax.bar(
            places,
            [100 * one.share(count) for count in one.counts],
            0.86,
            color=_colour(index),
            edgecolor=ink,
            linewidth=0.6,
        )
        if picture.lost:
            ax.bar(lost, 100 * one.share(one.lost), 0.86, fc="none", ec=ink, hatch="///", lw=0.6)
        if one.average is not None:
            average = (one.average - 0.5 - picture.step / 2) / picture.step
            if average <= len(places) - 0.5:
                ax.plot(average, 1, "v", c=ink, ms=5, transform=ax.get_xaxis_transform())
        if len(places) * columns <= COUNTED_BARS:
            for x, count in [*zip(places, one.counts, strict=True), (lost, one.lost)]:
                if count:
                    y = 100 * one.share(count) + top / 60
                    ax.text(x, y, whole(count), ha="center", va="bottom", fontsize=7)
        ax.set_ylim(0, 1.25 * top)
        ax.set_title(f"{short(one.strategy)}:  {one.average_text()}", fontsize=8.5)
        ax.grid(axis="y")
    for ax in axes[len(each) :]:
        ax.set_visible(False)
    ticked = places[:: max(1, -(-len(places) * columns * picture.digits // 70))]
    ticks, labels = [float(place) for place in ticked], [picture.bars[place] for place in ticked]
    if picture.lost:
        ticks.append(lost)
        labels.append(_("lost"))
    for ax in axes[: len(each)]:
        ax.set_xticks(ticks, labels, fontsize=8)
    for column in range(columns):
        last = min((column + 1) * rows, len(each)) - 1
        if last >= column * rows:
            axes[last].set_xlabel(_("guesses"))
            axes[last].tick_params(labelbottom=True)
    figure.supylabel(_("games, %"), fontsize=9)


def _left(figure: Figure, picture: Left, ink: str) -> None:
    """Draws each strategy's median and ribbons on axes of its own."""
    from matplotlib.ticker import LogLocator, MaxNLocator

    each = picture.ribbons
    columns = min(len(each), 3)
    rows = -(-len(each) // columns)
    figure.set_figheight(1.3 + 2.1 * rows)
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for index, (ax, one) in enumerate(zip(axes, each, strict=False)):
        turns = [point.turn for point in one.points]
        colour = _colour(index)
        for low, high, alpha in (("low", "high", 0.22), ("lower", "upper", 0.4)):
            lows = [getattr(point, low) for point in one.points]
            highs = [getattr(point, high) for point in one.points]
            ax.fill_between(turns, lows, highs, color=colour, alpha=alpha, lw=0)
        medians = [point.median for point in one.points]
        for other in each:
            if other is not one:  # faint, for comparison
                others = [point.median for point in other.points]
                ax.plot([point.turn for point in other.points], others, c=ink, alpha=0.25, lw=0.8)
        ax.plot(turns, medians, **_mark(index, ink, 5, edge=0.5))
        ax.set_yscale("log")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
        ax.set_title(short(one.strategy, 60 // columns), fontsize=8.5)
        ax.grid()
        ax.set_xlabel(_("turn"))
        ax.tick_params(labelbottom=True)
    for ax in axes[len(each) :]:
        ax.set_visible(False)
    if max(point.high for one in each for point in one.points) < 300:
        axes[0].yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    _plain_numbers(axes[0].yaxis)
    figure.supylabel(_("possible codes"), fontsize=9)


def _cost(figure: Figure, picture: Cost, ink: str) -> None:
    """Draws a spot per strategy; of spots that coincide, the lower one is larger."""
    from matplotlib.lines import Line2D
    from matplotlib.ticker import LogLocator

    spots = picture.spots
    figure.set_figheight(max(4.2, 1.2 + 0.19 * len(spots)))
    ax = figure.subplots()
    scale = 100 if picture.rates else 1
    for index, spot in enumerate(spots):
        if spot.low < spot.high:
            around = [[scale * (spot.quality - spot.low)], [scale * (spot.high - spot.quality)]]
            place = [spot.milliseconds], [scale * spot.quality]
            ax.errorbar(
                *place, yerr=around, fmt="none", capsize=3, ecolor=_colour(index), elinewidth=1.2
            )
    ax.set_xscale("log")
    ax.margins(0.12, 0.12)
    if spots:
        times = [spot.milliseconds for spot in spots]
        # At least a factor of six, so that the axis has two ticks.
        reach = max((max(times) / min(times)) ** 0.65, 2.5)
        middle = (min(times) * max(times)) ** 0.5
        ax.set_xlim(middle / reach, middle * reach)
        if reach < 30:
            ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    _plain_numbers(ax.xaxis)
    ax.grid()
    ax.set_xlabel(_("time a game, ms (less is better)"))
    ax.set_ylabel(
        _("games won, % (more is better)")
        if picture.rates
        else _("guesses a game (fewer is better)")
    )
    marks = [
        Line2D(
            [spot.milliseconds],
            [scale * spot.quality],
            ls="none",
            label=short(spot.strategy),
            **_mark(index, ink, SPOT_POINTS),
        )
        for index, spot in enumerate(spots)
    ]
    # In the vertical order of the spots.
    listed = sorted(range(len(spots)), key=lambda index: -spots[index].quality)
    figure.legend(handles=[marks[index] for index in listed], loc="outside right upper", fontsize=8)
    for mark in marks:
        ax.add_line(mark)
    ax.autoscale_view(scalex=False)
    figure.draw_without_rendering()
    places = [ax.transData.transform((s.milliseconds, scale * s.quality)) for s in spots]
    points = [(float(x) * 72 / figure.dpi, float(y) * 72 / figure.dpi) for x, y in places]
    for mark, level in zip(marks, _levels(points), strict=True):
        mark.set(markersize=SPOT_POINTS * (1 + 0.5 * level), zorder=3 - 0.1 * level)


def _levels(spots: Sequence[tuple[float, float]]) -> list[int]:
    """Returns a level for each spot, from 0, different for spots that hide each other."""
    levels: list[int] = []
    for n, spot in enumerate(spots):
        near = {levels[other] for other in range(n) if dist(spot, spots[other]) < SPOT_POINTS}
        levels.append(next((free for free in range(LEVELS) if free not in near), 0))
    return levels


def _rates(figure: Figure, picture: Rates, ink: str) -> None:
    each = picture.rates
    figure.set_figheight(1.3 + 0.34 * max(len(each), 3))
    ax = figure.subplots()
    for index, one in enumerate(each):
        ax.errorbar(
            [100 * one.rate],
            [index],
            xerr=[[100 * (one.rate - one.low)], [100 * (one.high - one.rate)]],
            capsize=3,
            ecolor=ink,
            elinewidth=0.9,
            clip_on=False,
            **_mark(index, ink, 7),
        )
        ax.annotate(
            decimal(100 * one.rate, 1),
            (100 * one.rate, index),
            (0, 6),
            textcoords="offset points",
            ha="center",
            fontsize=7,
        )
    ax.set_yticks(range(len(each)), [short(one.strategy) for one in each])
    ax.set_ylim(len(each) - 0.4, -0.7)
    low, high = 100 * min(one.low for one in each), 100 * max(one.high for one in each)
    room = max(0.08 * (high - low), 0.5)
    ax.set_xlim(max(low - room, -0.5), min(high + room, 100.5))
    ax.grid(axis="x")
    ax.set_xlabel(_("games won, %"))


def _density(figure: Figure, picture: Density, ink: str) -> None:
    """Draws a line per strategy, with a ribbon of its intervals."""
    figure.set_figheight(4.2)
    ax = figure.subplots()
    for index, line in enumerate(picture.lines):
        x = [100 * point.density for point in line.points]
        lows = [100 * point.rate.low for point in line.points]
        highs = [100 * point.rate.high for point in line.points]
        ax.fill_between(x, lows, highs, color=_colour(index), alpha=0.25, lw=0)
        ax.plot(
            x,
            [100 * point.rate.rate for point in line.points],
            ls=DASHES[index % len(DASHES)],
            **_mark(index, ink, 6, edge=0.5),
        )
    mines = {point.mines: 100 * point.density for line in picture.lines for point in line.points}
    if len(mines) <= 8:
        ticks = [
            # Translators: below an axis; {share} is the percentage of cells with a mine.
            ngettext("{share}\n{n} mine", "{share}\n{n} mines", n).format(
                share=decimal(mines[n], 1), n=n
            )
            for n in sorted(mines)
        ]
        ax.set_xticks([mines[n] for n in sorted(mines)], ticks, fontsize=8)
    ax.grid()
    ax.set_xlabel(_("cells with a mine, %"))
    ax.set_ylabel(_("games won, %"))
    ax.legend(ax.get_lines(), [short(line.strategy) for line in picture.lines])


def _start(figure: Figure, picture: Start, ink: str) -> None:
    """Draws the board, each cell in the colour of its win rate."""
    import matplotlib as mpl
    import numpy as np

    rates = np.array(
        [[np.nan if rate is None else 100 * rate for rate in row] for row in picture.rates]
    )
    height, width = rates.shape
    figure.set_figwidth(max(figure.get_figwidth(), 0.36 * width + 1.9))
    cell = min((figure.get_figwidth() - 1.9) / width, 0.6)
    figure.set_figheight(cell * height + 1.3)
    ax = figure.subplots()
    # With more steps, matplotlib would embed the colour bar as an image.
    heat = mpl.colormaps[HEAT].resampled(40)
    low, high = float(np.nanmin(rates)), float(np.nanmax(rates))
    if high - low < 1e-9:
        high = low + 1
    mesh = ax.pcolormesh(
        np.arange(width + 1) - 0.5,
        np.arange(height + 1) - 0.5,
        np.ma.masked_invalid(rates),
        cmap=heat,
        vmin=low,
        vmax=high,
        edgecolors=ink,
        linewidth=0.3,
    )
    ax.set_aspect("equal")
    ax.invert_yaxis()
    digits = 1 if high - low < 20 and cell > 0.3 else 0
    for y in range(height):
        for x in range(width):
            if not np.isnan(rates[y, x]):
                colour = "black" if (rates[y, x] - low) / (high - low) > 0.5 else "white"
                text = decimal(rates[y, x], digits)
                ax.text(x, y, text, c=colour, ha="center", va="center", fontsize=min(8, 20 * cell))
    step = 1 if width <= 16 else 5
    ax.set_xticks(range(0, width, step))
    ax.set_yticks(range(0, height, 1 if height <= 16 else 5))
    ax.tick_params(length=0)
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.set_xlabel(_("x of the first cell"))
    ax.set_ylabel(_("y"), rotation=0, labelpad=10)
    bar = figure.colorbar(mesh, ax=ax, shrink=0.8, aspect=18)
    bar.set_label(_("games won, %"))
    if bar.solids is not None:
        bar.solids.set_edgecolor("face")  # avoids seams


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


def _mark(index: int, ink: str, points: float, edge: float = 0.6) -> dict[str, Any]:
    """Returns the style of an entrant's mark, unique also after the colours repeat."""
    sign = MARKERS[(index + index // len(COLOURS)) % len(MARKERS)]
    return {"c": _colour(index), "marker": sign, "mec": ink, "mew": edge, "ms": points}


def _plain_numbers(axis: Any) -> None:
    """Labels a logarithmic axis with 1,000 and 0.01 instead of powers of ten."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axis.set_major_formatter(FuncFormatter(lambda n, _place: plain(n, grouped=True)))
    axis.set_minor_formatter(NullFormatter())


_DRAW: dict[type[Picture], Callable[[Figure, Any, str], None]] = {
    Guesses: _guesses,
    Left: _left,
    Cost: _cost,
    Rates: _rates,
    Density: _density,
    Start: _start,
}
