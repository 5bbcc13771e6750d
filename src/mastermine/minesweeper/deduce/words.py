"""The reason of a step in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from mastermine.core.text import _, ngettext
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduce.position import Number

if TYPE_CHECKING:
    from mastermine.minesweeper.deduce.step import Step

MOST_NAMED = 12
"""Of more cells only so many are named."""


def sentence(step: Step) -> str:
    """Why a step is true: the name of its rule, the reason, and what follows."""
    if step.rule in PLAIN:
        told = PLAIN[step.rule](step)
        return told[:1].upper() + told[1:]
    return f"{step.rule}: {PATTERNS[step.rule.removesuffix('R')](step)}"


# Parts of sentences.


def _cell(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _listed(words: Sequence[str]) -> str:
    if len(words) > MOST_NAMED:
        return _("{words} and {n} more").format(
            words=", ".join(words[:MOST_NAMED]), n=len(words) - MOST_NAMED
        )
    if len(words) > 1:
        return _("{words} and {last}").format(words=", ".join(words[:-1]), last=words[-1])
    return "".join(words)


def _cells(cells: Iterable[Cell]) -> str:
    return _listed([_cell(cell) for cell in cells])


def _number(number: Number) -> str:
    """What a number is called in the middle of a sentence."""
    value, cell = number.value, _cell(number.cell)
    if not number.reduced:
        return _("the {value} at {cell}").format(value=value, cell=cell)
    return ngettext(
        "the {value} at {cell} ({n} mine known)",
        "the {value} at {cell} ({n} mines known)",
        len(number.mines),
    ).format(value=value, cell=cell, n=len(number.mines))


def _numbers(numbers: Iterable[Number]) -> str:
    return _listed([_number(number) for number in numbers])


def _are_safe(cells: Sequence[Cell]) -> str:
    return ngettext("{cells} is safe", "{cells} are safe", len(cells)).format(cells=_cells(cells))


def _are_mines(cells: Sequence[Cell]) -> str:
    return ngettext("{cells} is a mine", "{cells} are mines", len(cells)).format(
        cells=_cells(cells)
    )


def _conclusion(step: Step) -> str:
    if step.mines and step.safe:
        return _("{mines}, and {safe}").format(
            mines=_are_mines(step.mines), safe=_are_safe(step.safe)
        )
    return _are_mines(step.mines) if step.mines else _are_safe(step.safe)


def _so(reason: str, step: Step) -> str:
    return _("{reason}, so {conclusion}.").format(reason=reason, conclusion=_conclusion(step))


# One number.


def _single_number(step: Step) -> str:
    (number,) = step.numbers
    if step.mines:
        reason = ngettext(
            "{number} still needs {n} mine and has only {n} cell for it",
            "{number} still needs {n} mines and has only {n} cells for them",
            number.missing,
        ).format(number=_number(number), n=number.missing)
        return _so(reason, step)
    named = {"value": number.value, "cell": _cell(number.cell), "mines": _cells(number.mines)}
    if not number.value:
        reason = _("the {value} at {cell} touches no mine").format(**named)
        conclusion = ngettext(
            "its closed neighbour {cells} is safe",
            "its closed neighbours {cells} are safe",
            len(step.safe),
        )
    else:
        reason = ngettext(
            "the {value} at {cell} already touches its mine at {mines}",
            "the {value} at {cell} already touches its mines at {mines}",
            number.value,
        ).format(**named)
        conclusion = ngettext(
            "its other closed neighbour {cells} is safe",
            "its other closed neighbours {cells} are safe",
            len(step.safe),
        )
    return _("{reason}, so {conclusion}.").format(
        reason=reason, conclusion=conclusion.format(cells=_cells(step.safe))
    )


# Patterns. The order of the numbers is that in which the rules give them.


def _equal(step: Step) -> str:
    outer, inner = step.numbers
    reason = ngettext(
        "wherever the mine of {inner} is, {outer} touches it, too, and needs no other",
        "wherever the {n} mines of {inner} are, {outer} touches them, too, and needs no others",
        inner.missing,
    )
    return _so(reason.format(inner=_number(inner), outer=_number(outer), n=inner.missing), step)


def _hole(step: Step) -> str:
    hole, inner = step.numbers
    reason = _("{hole} touches both cells where the mine of {inner} can be, and needs no other")
    return _so(reason.format(inner=_number(inner), hole=_number(hole)), step)


def _difference(step: Step) -> str:
    small, large = step.numbers
    more = large.missing - small.missing
    reason = ngettext(
        "{large} needs {n} mine more than {small}, and has only {n} cell for itself",
        "{large} needs {n} mines more than {small}, and has only {n} cells for itself",
        more,
    ).format(large=_number(large), small=_number(small), n=more)
    conclusion = _are_mines(step.mines)
    if step.safe:
        conclusion = _(
            "{mines}; all mines of {small} are then among the cells that both touch, and {safe}"
        ).format(mines=conclusion, small=_number(small), safe=_are_safe(step.safe))
    return _("{reason}, so {conclusion}.").format(reason=reason, conclusion=conclusion)


def _one_two_one(step: Step) -> str:
    one, two, other = map(_number, step.numbers)
    reason = _(
        "{two} needs 2 mines among three cells in a row, and {one} and {other} allow no two that "
        "are neighbours"
    )
    return _so(reason.format(one=one, two=two, other=other), step)


def _one_two_two_one(step: Step) -> str:
    one, two, next_two, other = map(_number, step.numbers)
    reason = _(
        "{two} shares all but one of its three cells with {one}, and {next_two} with {other}; each "
        "can have only 1 of its 2 mines there"
    )
    return _so(reason.format(one=one, two=two, next_two=next_two, other=other), step)


def _square(step: Step) -> str:
    zero, one, two, other = step.numbers
    if set(step.safe) <= two.closed:
        reason = _(
            "nothing is left to find around {zero}, so {one} and {other} have their mines next to "
            "{two}, which needs no more"
        )
    else:
        reason = _(
            "nothing is left to find around {zero}, and {two} needs the mines of both {one} and "
            "{other}"
        )
    return _so(
        reason.format(zero=_number(zero), one=_number(one), other=_number(other), two=_number(two)),
        step,
    )


def _corner_one_three_one(step: Step) -> str:
    one, middle, other = map(_number, step.numbers)
    reason = _("{middle} can share only 1 mine with {one} and 1 with {other}, but needs 3")
    return _so(reason.format(one=one, middle=middle, other=other), step)


def _corner_two_two_two(step: Step) -> str:
    one, middle, other = map(_number, step.numbers)
    reason = _("{middle} shares at least 1 mine with {one} and 1 with {other}, and needs only 2")
    return _so(reason.format(one=one, middle=middle, other=other), step)


# Several numbers, and the count of the mines.


def _together(step: Step) -> str:
    return _("{numbers} fit together only if {conclusion}.").format(
        numbers=_numbers(step.numbers), conclusion=_conclusion(step)
    )


def _mine_count(step: Step) -> str:
    left = step.left or 0
    if not left:
        return _so(_("all mines are found"), step)
    reason = ngettext("{n} mine is left", "{n} mines are left", left).format(n=left)
    if not step.numbers:
        found = ngettext(
            "{reason}, and just {n} closed cell of which nothing is known",
            "{reason}, and just {n} closed cells of which nothing is known",
            left,
        )
        return _so(found.format(reason=reason, n=left), step)
    numbers, n = _numbers(step.numbers), len(step.numbers)
    if not step.needs_all_mines:
        return ngettext(
            "{reason}, and {numbers} fits that only if {conclusion}.",
            "{reason}, and {numbers} fit that only if {conclusion}.",
            n,
        ).format(reason=reason, numbers=numbers, conclusion=_conclusion(step))
    if left == 1:
        needed = _("{reason}, and {numbers} needs it")
    else:
        needed = ngettext(
            "{reason}, and {numbers} needs them all", "{reason}, and {numbers} need them all", n
        )
    return _so(needed.format(reason=reason, numbers=numbers), step)


PLAIN: dict[str, Callable[[Step], str]] = {"single number": _single_number}
"""Rules that a sentence need not name."""

PATTERNS: dict[str, Callable[[Step], str]] = {
    "1-1": _equal,
    "1-1+": _equal,
    "hole": _hole,
    "1-2": _difference,
    "1-2+": _difference,
    "1-2C": _difference,
    "1-2C+": _difference,
    "1-2-1": _one_two_one,
    "1-2-2-1": _one_two_two_one,
    "0112 square": _square,
    "corner 1-3-1": _corner_one_three_one,
    "corner 2-2-2": _corner_two_two_two,
    "smallest set": _together,
    "chain": _together,
    "mine count": _mine_count,
    "joint mine count": _mine_count,
}
