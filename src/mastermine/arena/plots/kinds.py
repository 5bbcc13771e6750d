"""The kinds of pictures, and the results that each fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mastermine.arena.plots.cost import cost
from mastermine.arena.plots.density import density
from mastermine.arena.plots.first_clicks import has_first_cells, start
from mastermine.arena.plots.guesses import guesses
from mastermine.arena.plots.picture import Picture
from mastermine.arena.plots.rates import rates
from mastermine.arena.plots.secrets_left import left
from mastermine.arena.results import Results
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, nearest


class Kind(NamedTuple):
    """A kind of picture.

    ``make``: makes it. ``fits``: returns True for results of the right game and type.
    """

    make: Callable[[Sequence[Results]], Picture]
    fits: Callable[[Results], bool]
    several: bool = False
    """True if it needs more than one run."""
    has: Callable[[Results], bool] = lambda _results: True
    """Returns True if fitting results have the data; if not, the error of ``make`` explains why."""


def _mined(results: Results) -> bool:
    return "mines" in results.rules.sizes()


KINDS = {
    "guesses": Kind(lambda each: guesses(each[0]), lambda it: not it.risky),
    "left": Kind(
        lambda each: left(each[0]),
        lambda it: not it.risky and it.run is not None,
        has=lambda it: it.run is not None and it.run.moves,
    ),
    "start": Kind(lambda each: start(each[0]), _mined, has=has_first_cells),
    "rates": Kind(
        lambda each: rates(each[0]),
        lambda it: it.run is not None and (it.risky or it.rules.limit is not None),
    ),
    "cost": Kind(lambda each: cost(each[0]), lambda it: it.run is not None),
    "density": Kind(density, _mined, several=True),
}
"""Kinds by the name given with ``--kind``."""


def fitting(results: Results, alone: bool = True) -> list[str]:
    """Returns the kinds that fit these results, ``alone`` or with other results."""
    return [
        name
        for name, kind in KINDS.items()
        if kind.fits(results) and kind.has(results) and not (alone and kind.several)
    ]


def default_kind(several: Sequence[Results]) -> str:
    """Returns the kind that is drawn by default."""
    if not several[0].risky:
        return "guesses"
    return "rates" if len(several) == 1 else "density"


def picture_of(several: Sequence[Results], kind: str | None = None) -> Picture:
    """Makes a picture of one run or, for some kinds, of several.

    Raises InvalidSpec for an unknown kind, or one that does not fit the results.
    """
    kind = kind or default_kind(several)
    if kind not in KINDS:
        raise InvalidSpec(
            _("there is no picture of kind {kind!r}; {hint}").format(
                kind=kind, hint=nearest(kind, KINDS)
            )
        )
    for results in several:
        if not KINDS[kind].fits(results):
            raise InvalidSpec(
                # Translators: {name} is such as "run 3", {spec} such as mastermind:4x6, {kinds} are
                # names of kinds of pictures.
                _("{name} ({spec}) has no picture of kind {kind}; choose from {kinds}").format(
                    kind=kind,
                    name=results.name,
                    spec=results.rules.spec(),
                    kinds=", ".join(fitting(results, len(several) == 1)),
                )
            )
    if len(several) > 1 and not KINDS[kind].several:
        raise InvalidSpec(
            _(
                "a picture of kind {kind} shows one run, not {n}; for several runs of "
                "Minesweeper use --kind density"
            ).format(kind=kind, n=len(several))
        )
    empty = next((results for results in several if not results.rounds), None)
    if empty:
        raise InvalidSpec(
            # Translators: {name} is such as "run 3".
            _("{name} has no games yet; play it with mastermine match --resume").format(
                name=empty.name
            )
        )
    return KINDS[kind].make(several)
