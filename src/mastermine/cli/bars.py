"""Charts in a terminal: bars of Unicode blocks, or of ASCII characters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log10
from typing import Any

from rich.console import Console

from mastermine.arena.plots.cost import Cost
from mastermine.arena.plots.density import Density
from mastermine.arena.plots.first_clicks import Start
from mastermine.arena.plots.guesses import Guesses
from mastermine.arena.plots.picture import Picture
from mastermine.arena.plots.rates import Rates, format_rate
from mastermine.arena.plots.secrets_left import Left
from mastermine.i18n.numbers import decimal, percent, plain, whole
from mastermine.i18n.text import _, ngettext

Bar = tuple[str, float, str]
"""A label, the bar's length from 0 to 1, and the text after the bar."""
Parts = Iterator[str | list[Bar]]

EIGHTHS = "▏▎▍▌▋▊▉█"
SHADES = " ░▒▓█"
ASCII_SHADES = " .:+#"

MAX_BAR_COLUMNS = 60
"""Maximum width of a bar in columns."""


def bar(share: float, width: int, plain: bool = False) -> str:
    """Returns a bar of ``share * width`` columns; a share above 0 is always visible.

    ``plain``: ASCII only.
    """
    eighths = round(8 * width * share)
    if share > 0:
        eighths = max(1, eighths)
    if plain:
        return "#" * max(1 if share > 0 else 0, round(eighths / 8))
    full, rest = divmod(eighths, 8)
    return EIGHTHS[-1] * full + (EIGHTHS[rest - 1] if rest else "")


def show(screen: Console, picture: Picture) -> None:
    _print(screen, picture.title, style="bold")
    names_at_left = isinstance(picture, Cost | Rates)
    for part in _PARTS[type(picture)](picture, screen):
        if isinstance(part, str):
            _print(screen, part)
        else:
            _print_bars(screen, part, names_at_left)
    _print(screen, picture.caption, style="dim")


def _print(screen: Console, text: str, **options: Any) -> None:
    screen.print(text.replace("\N{NO-BREAK SPACE}", " "), soft_wrap=True, **options)


def _print_bars(screen: Console, bars: list[Bar], names_at_left: bool) -> None:
    label = max((len(name) for name, _share, _text in bars), default=0)
    value = max((len(text) for _name, _share, text in bars), default=0)
    width = max(8, min(screen.width - label - value - 4, MAX_BAR_COLUMNS))
    plain = screen.options.ascii_only
    for name, share, text in bars:
        drawn = bar(share, width, plain)
        name = name.ljust(label) if names_at_left else name.rjust(label)
        _print(screen, f"  {name} {drawn}{' ' if drawn else ''}{text}".rstrip())


def _guesses(picture: Guesses, _screen: Console) -> Parts:
    top = picture.top or 1.0
    for one in picture.histograms:
        yield f"{one.strategy}: {one.average_text()}"
        rows = [*zip(picture.bars, one.counts, strict=True)]
        rows += [(_("lost"), one.lost)] if picture.lost else []
        yield [(name, one.share(n) / top, whole(n) if n else "") for name, n in rows]


def _left(picture: Left, _screen: Console) -> Parts:
    top = max((p.high for one in picture.ribbons for p in one.points), default=1.0)
    for one in picture.ribbons:
        yield one.strategy
        yield [
            (
                str(point.turn),
                log10(point.median) / log10(top) if top > 1 else 0.0,
                # Translators: a median and its 80 % interval.
                _("{median} ({low} to {high})").format(
                    median=plain(point.median, grouped=True),
                    low=plain(point.low, grouped=True),
                    high=plain(point.high, grouped=True),
                ),
            )
            for point in one.points
        ]
    yield _("Bars: medians on a logarithmic scale; in brackets 10 % to 90 %.")


def _cost(picture: Cost, _screen: Console) -> Parts:
    """Yields bars of time and of quality, fastest strategy first."""
    spots = sorted(picture.spots, key=lambda spot: spot.milliseconds)
    if not spots:
        return
    low, high = spots[0].milliseconds, spots[-1].milliseconds
    decades = max(log10(high / low), 1.0)
    yield _("time a game, on a logarithmic scale")
    yield [
        (
            spot.strategy,
            (log10(spot.milliseconds / low) + 0.2) / (decades + 0.2),
            _("{n} ms").format(n=plain(spot.milliseconds, 3)),
        )
        for spot in spots
    ]
    yield _("games won") if picture.rates else _("guesses a game")
    most = 1.0 if picture.rates else max(spot.quality for spot in spots)
    yield [
        (
            spot.strategy,
            spot.quality / most,
            picture.format_quality(spot.quality)
            if spot.low == spot.high
            # Translators: a figure, and its interval.
            else _("{n} ({low} to {high})").format(
                n=picture.format_quality(spot.quality),
                low=picture.format_quality(spot.low),
                high=picture.format_quality(spot.high),
            ),
        )
        for spot in spots
    ]


def _rates(picture: Rates, _screen: Console) -> Parts:
    yield [(one.strategy, one.rate, format_rate(one)) for one in picture.rates]


def _density(picture: Density, _screen: Console) -> Parts:
    for line in picture.lines:
        yield line.strategy
        yield [
            (
                ngettext("{n} mine", "{n} mines", point.mines).format(n=whole(point.mines)),
                point.rate.rate,
                format_rate(point.rate),
            )
            for point in line.points
        ]


def _start(picture: Start, screen: Console) -> Parts:
    """Yields rows of percentages, or of shades if the screen is too narrow."""
    known = [rate for row in picture.rates for rate in row if rate is not None]
    low, high = min(known), max(known)
    shades = ASCII_SHADES if screen.options.ascii_only else SHADES
    room = len(str(len(picture.rates))) + 1 + 4 * len(picture.rates[0]) <= screen.width

    def cell(rate: float | None) -> str:
        if rate is None:
            return "   ." if room else "?"
        if room:
            return f"{decimal(100 * rate, 0):>4}"
        return shades[min(int((rate - low) / (high - low or 1) * 5), 4)]

    side = len(str(len(picture.rates) - 1))
    if room:
        yield " " * side + "".join(f"{x:4}" for x in range(len(picture.rates[0])))
    for y, row in enumerate(picture.rates):
        yield f"{y:{side}}" + " " * (not room) + "".join(map(cell, row))
    if not room:
        yield f"{shades[0]!r} {percent(low)} … {shades[-1]!r} {percent(high)}"
    yield picture.summary()


_PARTS: dict[type[Picture], Callable[[Any, Console], Parts]] = {
    Guesses: _guesses,
    Left: _left,
    Cost: _cost,
    Rates: _rates,
    Density: _density,
    Start: _start,
}
