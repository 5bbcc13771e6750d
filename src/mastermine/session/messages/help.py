"""What help was used in a game, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.session import MastermindSession, MinesweeperSession


def each_used(session: MastermindSession | MinesweeperSession) -> list[str]:
    """The kinds of help that were used, and how often: parts of a list."""
    told = []
    if session.hints:
        told.append(ngettext("{n} hint", "{n} hints", session.hints).format(n=whole(session.hints)))
    if session.undos:
        told.append(ngettext("{n} undo", "{n} undos", session.undos).format(n=whole(session.undos)))
    return told


def used(session: MastermindSession | MinesweeperSession) -> list[str]:
    """What help was used, in a sentence; none where no help was."""
    if not session.hints and not session.undos:
        return []
    hints = ngettext("{n} hint", "{n} hints", session.hints).format(n=whole(session.hints))
    undos = ngettext("{n} undo", "{n} undos", session.undos).format(n=whole(session.undos))
    # Translators: {hints} is such as "2 hints", {undos} such as "1 undo".
    return [_("Help used: {hints}, {undos}.").format(hints=hints, undos=undos)]
