"""Messages about the help used in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.session import Depth
from mastermine.session.messages import counts

if TYPE_CHECKING:
    from mastermine.session import Played, Tip


def each_used(session: Played) -> list[str]:
    """Formats each kind of help used, such as ``2 hints``."""
    return [count for n, count in _counted(session) if n]


def used(session: Played) -> list[str]:
    """Formats the help used as a sentence; empty if there was none."""
    if not each_used(session):
        return []
    (_n, hints), (_n, undos) = _counted(session)
    # Translators: {hints} is such as "2 hints", {undos} such as "1 undo".
    return [_("Help used: {hints}, {undos}.").format(hints=hints, undos=undos)]


def deeper(tip: Tip) -> list[str]:
    """Says what the same hint tells if it is asked for again; empty if that is nothing."""
    match tip.depth:
        case Depth.WHERE:
            return [_("Ask for the hint again to see the move.")]
        case Depth.WHICH:
            return [_("Ask for the hint again to see why.")]
        case Depth.WHY:
            return []


def counting() -> str:
    """Says that help is counted, also a review."""
    return _("Help is counted, and so is a review before the end of the game.")


def undone() -> str:
    """Says that a move was undone."""
    return _("Undone.")


def redone() -> str:
    """Says that a move was redone."""
    return _("Redone.")


def not_shown(n: int) -> str:
    """Counts the safe moves that a review leaves out."""
    return ngettext(
        "{n} move that could not hit a mine is not shown.",
        "{n} moves that could not hit a mine are not shown.",
        n,
    ).format(n=whole(n))


def _counted(session: Played) -> list[tuple[int, str]]:
    hints, undos = session.hints, session.undos
    return [
        (hints, counts.hints(hints)),
        (undos, ngettext("{n} undo", "{n} undos", undos).format(n=whole(undos))),
    ]
