"""How a game of Minesweeper goes and went, in sentences, for every front end."""

from __future__ import annotations

from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING

from mastermine.coach.click import first_click, guess_summary, named, percent
from mastermine.core.errors import MastermineError
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.metrics import Metrics
from mastermine.session import Mode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mastermine.coach.click import Advice
    from mastermine.minesweeper.board import Cell
    from mastermine.session import MinesweeperSession
    from mastermine.session.minesweeper import Loss


def clock(seconds: float) -> str:
    """A time as ``1:05`` or ``1:00:05``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def opening(session: MinesweeperSession) -> list[str]:
    """What is special about a game, for whoever begins it or goes on with it."""
    said = []
    if session.mode is Mode.ADVERSARY:
        said.append(
            _(
                "I lay the mines as late as I can: guess only where no cell is certainly safe, "
                "and no guess hits one; guess elsewhere, and it does."
            )
        )
    if session.shown:
        said.append(_("A mine was hit before: this game stays lost."))
    return said


def must_guess(session: MinesweeperSession) -> str:
    """Whether a cell is certainly safe, as help that counts. Raises TooLarge."""
    if session.knowledge.untouched:
        return first_click(session.knowledge)
    if session.must_guess():
        return _("Yes: no closed cell is certainly safe.")
    return _("No: some closed cell is certainly safe.")


def cells(these: Iterable[Cell]) -> str:
    """Cells in the notation of the game, side by side."""
    return "  ".join(map(named, these))


def advised(session: MinesweeperSession, advice: Advice) -> str:
    """What a hint says to do."""
    if advice.cell in session.flags:
        move = _("Take the flag from {cell}, and open it.")
    elif advice.risk == 0:
        move = _("Open {cell}.")
    elif session.mode is Mode.ADVERSARY:
        move = _("Open {cell}: who must guess is spared.")
    else:
        # Translators: the cell is likely no mine, but not certainly.
        move = _("Open {cell}, and hope.")
    return move.format(cell=named(advice.cell))


def outcome(session: MinesweeperSession) -> str:
    """How a game ended."""
    if session.given_up:
        return _("Given up.")
    time, clicks = clock(session.clock.seconds), session.clicks
    if session.outcome is Outcome.LOST and not session.cleared:
        text = ngettext(
            "Lost after {time} and {n} click.", "Lost after {time} and {n} clicks.", clicks
        )
    elif session.shown:
        text = _("Cleared, but a mine had been hit: this counts as lost.")
    else:
        text = ngettext("Won in {time} with {n} click.", "Won in {time} with {n} clicks.", clicks)
    return text.format(time=time, n=whole(clicks))


def figures(session: MinesweeperSession) -> list[str]:
    """What there is to say of a field that was cleared; to find it may take a while."""
    if not session.cleared or session.secret is None:
        return []
    told = [
        _("3BV, the fewest clicks that open this field without flags: {n}.").format(
            n=whole(Metrics(session.secret).bbbv)
        )
    ]
    with suppress(MastermineError):
        risks = [risk for _cell, risk in session.guesses()]
        told.append(guess_summary(len(risks), prod(1 - risk for risk in risks)))
    return told


def wrong_flags(session: MinesweeperSession) -> list[str]:
    """The flags that were wrong, once the mines may be seen."""
    wrong = session.wrong_flags
    if not wrong:
        return []
    text = ngettext(
        "A flag was wrong (!): {cells}.", "{n} flags were wrong (!): {cells}.", len(wrong)
    )
    return [text.format(n=whole(len(wrong)), cells=cells(wrong))]


def again(session: MinesweeperSession) -> list[str]:
    """How the same field can be had once more, where its seed says it."""
    if not session.turns or session.given or session.mode is not Mode.COMPUTER:
        return []
    return [
        _("Seed {seed} lays these mines again when the first click is {cell}.").format(
            seed=session.seed, cell=named(session.turns[0].action)
        )
    ]


def loss(found: Loss) -> list[str]:
    """Which mine was hit, how likely that was, and what would have been better."""
    told = [
        _("{cell} was a mine. The risk was {risk}.").format(
            cell=named(found.cell), risk=percent(found.risk)
        )
    ]
    better = found.better
    if better.cell == found.cell:
        told.append(_("I would have opened it, too: no cell was certainly safe."))
    elif better.risk == 0:
        safe = _("There was a safe cell, {cell}:").format(cell=named(better.cell))
        told += [safe, *better.reasons]
    else:
        told.append(
            _("No cell was certainly safe; I would have opened {cell}, with {risk}.").format(
                cell=named(better.cell), risk=percent(better.risk)
            )
        )
    return told
