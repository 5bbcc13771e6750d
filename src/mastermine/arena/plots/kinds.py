"""The kinds of pictures, and for which results each is."""

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
from mastermine.minesweeper.rules import Minesweeper


class Kind(NamedTuple):
    """A kind of picture: of what it is made, and for which results."""

    make: Callable[[Sequence[Results]], Picture]
    fits: Callable[[Results], bool]
    several: bool = False
    """Whether it needs more than one run."""
    has: Callable[[Results], bool] = lambda _results: True
    """Whether such results have what it shows; ``make`` says what they lack."""


def _mined(results: Results) -> bool:
    return isinstance(results.rules, Minesweeper)


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
"""The kinds by the words by which they are asked for."""


def fitting(results: Results, alone: bool = True) -> list[str]:
    """The kinds of pictures that there are of these results, ``alone`` or with others."""
    return [
        name
        for name, kind in KINDS.items()
        if kind.fits(results) and kind.has(results) and not (alone and kind.several)
    ]


def default_kind(several: Sequence[Results]) -> str:
    """What is drawn where no kind is asked for."""
    if not several[0].risky:
        return "guesses"
    return "rates" if len(several) == 1 else "density"


def picture_of(several: Sequence[Results], kind: str | None = None) -> Picture:
    """The data of a picture of one run, or for some kinds of several.

    Raises InvalidSpec for a kind that there is not, or not of these.
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
                # words for kinds of pictures.
                _(
                    "there is no picture of kind {kind} of {name} ({spec}); there are {kinds}"
                ).format(
                    kind=kind,
                    name=results.name,
                    spec=results.rules.spec(),
                    kinds=", ".join(fitting(results, len(several) == 1)),
                )
            )
    if len(several) > 1 and not KINDS[kind].several:
        raise InvalidSpec(
            _(
                "a picture of kind {kind} is of one run, not of {n}; of several runs of "
                "Minesweeper there is --kind density"
            ).format(kind=kind, n=len(several))
        )
    empty = next((results for results in several if not results.rounds), None)
    if empty:
        raise InvalidSpec(
            # Translators: {name} is such as "run 3".
            _("nothing was played yet in {name}; mastermine match --resume plays it").format(
                name=empty.name
            )
        )
    return KINDS[kind].make(several)
