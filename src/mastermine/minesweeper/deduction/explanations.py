"""Explains deduction steps in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mastermine.i18n.numbers import listed
from mastermine.i18n.text import N_, _, capital, ngettext
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.deduction.arguments import (
    Argument,
    Claim,
    Contradiction,
    arguments,
    lines,
)
from mastermine.minesweeper.deduction.pairs import LARGER
from mastermine.minesweeper.deduction.position import Number
from mastermine.minesweeper.deduction.step import Step, rule_name

MAX_NAMED = 12
"""Number of cells or numbers that a list names; the rest are counted."""


def sentence(step: Step) -> str:
    """Returns a sentence with the rule, the reason and the conclusion of a step.

    The marks C and + of a pattern are left out, as the sentence says what they mean.
    """
    if step.rule in PLAIN:
        return capital(PLAIN[step.rule](step))
    plain = step.rule.removesuffix("R")
    pattern = plain.rstrip("C+")
    name = rule_name(pattern + step.rule.removeprefix(plain))
    return f"{name}: {PATTERNS[pattern](step)}"


# Parts of sentences. A number has one name in all sentences, and a conclusion is a whole clause, so
# that both fit into the sentences of languages with grammatical cases.


def _listed(words: Sequence[str]) -> str:
    if len(words) > MAX_NAMED:
        # Translators: {words} is a list of cells or of numbers; {n} more are not named.
        return _("{words} and {n} more").format(
            words=", ".join(words[:MAX_NAMED]), n=len(words) - MAX_NAMED
        )
    return listed(words)


def _cells(cells: Iterable[Cell]) -> str:
    return _listed([named(cell) for cell in cells])


def _number(number: Number) -> str:
    """Names a number for the middle of a sentence, with its missing mines if some are known."""
    if not (number.reduced and number.missing):
        return _short(number)
    # Translators: see "the {value} at {cell}"; {n} is the number of its mines that are not known.
    return _("the {value} at {cell} (still needs {n})").format(
        value=number.value, cell=named(number.cell), n=number.missing
    )


def _short(number: Number) -> str:
    """Names a number, also where its missing mines are said elsewhere."""
    # Translators: an open number on the board, such as "the 2 at 3,0". Other messages use it
    # unchanged as subject, as object, after prepositions and in lists. If your language has
    # cases, translate it without a noun, such as "2 (3,0)", and put the noun ("number") into
    # the messages that contain {number}, {one}, {two}, {inner} and the like.
    return _("the {value} at {cell}").format(value=number.value, cell=named(number.cell))


def _with_known(number: Number) -> str:
    """Names a number with its known mines, if there are any."""
    if not number.reduced:
        return _short(number)
    # Translators: see "the {value} at {cell}"; some mines around it are known.
    return ngettext(
        "the {value} at {cell} ({n} mine known)",
        "the {value} at {cell} ({n} mines known)",
        len(number.mines),
    ).format(value=number.value, cell=named(number.cell), n=len(number.mines))


def _numbers(numbers: Iterable[Number]) -> str:
    return _listed([_number(number) for number in numbers])


def _are_safe(cells: Sequence[Cell]) -> str:
    text = (
        # Translators: {cells} is one cell, such as 3,0. A clause that other messages contain after
        # "so", "only if" and commas; it begins with a small letter.
        _("{cells} is safe")
        if len(cells) == 1
        # Translators: {cells} is a list of several cells. A clause as "{cells} is safe".
        else _("{cells} are safe")
    )
    return text.format(cells=_cells(cells))


def _are_mines(cells: Sequence[Cell]) -> str:
    text = (
        # Translators: {cells} is one cell. A clause as "{cells} is safe".
        _("{cells} is a mine")
        if len(cells) == 1
        # Translators: {cells} is a list of several cells. A clause as "{cells} is safe".
        else _("{cells} are mines")
    )
    return text.format(cells=_cells(cells))


def _conclusion(step: Step) -> str:
    return _concluded(step.mines, step.safe)


def _concluded(mines: Sequence[Cell], safe: Sequence[Cell]) -> str:
    if mines and safe:
        # Translators: {mines} is "… is a mine" or "… are mines", {safe} is "… is safe" or "… are
        # safe".
        return _("{mines}, and {safe}").format(mines=_are_mines(mines), safe=_are_safe(safe))
    return _are_mines(mines) if mines else _are_safe(safe)


def _so(reason: str, conclusion: str) -> str:
    # Translators: both are whole clauses. If "so" would change the word order of the second one,
    # write "that means: {conclusion}" or similar.
    return _("{reason}, so {conclusion}.").format(reason=reason, conclusion=conclusion)


# One number.


def _single_number(step: Step) -> str:
    (number,) = step.numbers
    if step.mines:
        reason = ngettext(
            "{number} still needs {n} mine and has only {n} cell for it",
            "{number} still needs {n} mines and has only {n} cells for them",
            number.missing,
        ).format(number=_with_known(number), n=number.missing)
        return _so(reason, _conclusion(step))
    words = {"value": number.value, "cell": named(number.cell), "mines": _cells(number.mines)}
    if not number.value:
        reason = _("the {value} at {cell} touches no mine").format(**words)
        conclusion = (
            # Translators: "its" refers to the number; a clause after "so" in "{reason}, so …".
            _("its closed neighbour {cells} is safe")
            if len(step.safe) == 1
            # Translators: the same, {cells} is a list of several cells.
            else _("its closed neighbours {cells} are safe")
        )
    else:
        reason = (
            # Translators: {value} is 1, {mines} is one cell; a clause before "so".
            _("the {value} at {cell} already touches its mine at {mines}")
            if number.value == 1
            # Translators: {value} is 2 to 8, {mines} is a list of several cells.
            else _("the {value} at {cell} already touches its mines at {mines}")
        ).format(**words)
        conclusion = (
            # Translators: "its" refers to the number; a clause after "so" in "{reason}, so …".
            _("its other closed neighbour {cells} is safe")
            if len(step.safe) == 1
            # Translators: the same, {cells} is a list of several cells.
            else _("its other closed neighbours {cells} are safe")
        )
    return _so(reason, conclusion.format(cells=_cells(step.safe)))


# Patterns. The numbers are in the order of the rules.


def _explained(reason: str, *names: str) -> Callable[[Step], str]:
    """Makes an explanation from a reason with placeholders; ``names`` are those of the numbers."""

    def explain(step: Step) -> str:
        numbers = dict(zip(names, map(_number, step.numbers), strict=True))
        return _so(_(reason).format(**numbers), _conclusion(step))

    return explain


def _equal(step: Step) -> str:
    outer, inner = step.numbers
    reason = ngettext(
        "wherever the mine of {inner} is, it also touches {outer}, which needs no other mine",
        "wherever the {n} mines of {inner} are, they also touch {outer}, which needs no other "
        "mines",
        inner.missing,
    )
    return _so(
        reason.format(inner=_number(inner), outer=_number(outer), n=inner.missing),
        _conclusion(step),
    )


def _difference(step: Step) -> str:
    small, large = step.numbers
    more = large.missing - small.missing
    # Translators: {same} is {small}, named again.
    reason = ngettext(
        "{large} needs {n} more mine than {small} and has only {n} cell that {same} does not touch",
        "{large} needs {n} more mines than {small} and has only {n} cells that {same} does not "
        "touch",
        more,
    ).format(large=_number(large), small=_number(small), same=_short(small), n=more)
    conclusion = _are_mines(step.mines)
    if step.safe:
        # Translators: {mines} is "… is a mine" or "… are mines", {safe} is "… is safe" or "… are
        # safe", {small} is a number.
        conclusion = _(
            "{mines}; then all mines of {small} are in cells that both numbers touch, and {safe}"
        ).format(mines=conclusion, small=_short(small), safe=_are_safe(step.safe))
    return _so(reason, conclusion)


def _square(step: Step) -> str:
    zero, one, two, other = step.numbers
    if set(step.safe) <= two.closed:
        reason = _(
            "all cells around {zero} are known, and the mines of {one} and {other} both touch "
            "{two}, which needs no other mines"
        )
    else:
        reason = _(
            "all cells around {zero} are known, and {two} must share 1 mine with {one} and 1 with "
            "{other}"
        )
    return _so(
        reason.format(zero=_number(zero), one=_number(one), other=_number(other), two=_number(two)),
        _conclusion(step),
    )


# Several numbers, and the mine count.


def _together(step: Step) -> str:
    if found := arguments(step):
        return _contradicted(step, found[0])
    # Translators: {numbers} is a list of several numbers, {conclusion} a clause such as "3,0 is
    # safe"; "only if" may become "only in one way: {conclusion}".
    return _("{numbers} can all be right only if {conclusion}.").format(
        numbers=_numbers(step.numbers), conclusion=_conclusion(step)
    )


def _contradicted(step: Step, found: Argument) -> str:
    """Returns an argument by contradiction in a few sentences."""
    # Translators: {claim} is a clause such as "3,0 is a mine" or "at least 1 of 3,0 and 4,0 is a
    # mine". If "that" would change its word order, write "suppose: {claim}." or similar.
    said = [_("suppose that {claim}.").format(claim=_claim(found.assumed))]
    # Translators: {reasons} are clauses, separated by semicolons.
    then = _("Then {reasons}.")
    if found.claims:
        said.append(then.format(reasons=_reasons(found.claims)))
    for case in found.cases:
        reasons = _reasons(case.claims, case.end)
        if case.assumed is None:
            said.append(then.format(reasons=reasons))
        else:
            # Translators: one of two cases. {claim} is a clause such as "3,0 is a mine"; if "if"
            # would change its word order, write "Case: {claim}; then {reasons}." or similar.
            text = _("If {claim}, then {reasons}.")
            said.append(text.format(claim=_claim(case.assumed), reasons=reasons))
    conclusion = (
        # Translators: the end of a proof by contradiction; {conclusion} is such as "3,0 is safe".
        _("So {conclusion}.")
        if len(found.cases) == 1
        # Translators: the same after two cases.
        else _("Neither is possible, so {conclusion}.")
    )
    return " ".join((*said, conclusion.format(conclusion=_refuted(step, found.assumed))))


def _refuted(step: Step, assumed: Claim) -> str:
    """Returns the conclusion from a wrong assumption, and then the others."""
    proved = _are_safe(assumed.cells) if assumed.at_least else _are_mines(assumed.cells)
    mines, safe = (
        [cell for cell in cells if cell not in assumed.cells] for cells in (step.mines, step.safe)
    )
    if not (mines or safe):
        return proved
    # Translators: {conclusion} is proved by the argument before it, {others} are conclusions such
    # as "1,0 is a mine, and 3,0 is safe", each of which has an argument of the same kind.
    return _("{conclusion}; in the same way, {others}").format(
        conclusion=proved, others=_concluded(mines, safe)
    )


def _reasons(claims: Iterable[Claim], end: Contradiction | None = None) -> str:
    text = "; ".join(
        # Translators: {claim} is a clause such as "3,0 is safe".
        _("{claim} because of {number}").format(claim=_claim(claim), number=_number(claim.number))
        for claim in lines(claims)
        if claim.number
    )
    if end is None:
        return text
    wrong = (
        # Translators: a contradiction, a clause after "then" or "but then".
        _("{number} touches too many mines")
        if end.too_many
        # Translators: a contradiction, a clause after "then" or "but then".
        else _("{number} has too few cells for its mines")
    ).format(number=_number(end.number))
    # Translators: {reasons} are clauses, {wrong} is "… touches too many mines" or the like.
    return _("{reasons}; but then {wrong}").format(reasons=text, wrong=wrong) if text else wrong


def _claim(claim: Claim) -> str:
    if claim.all_alike:
        return _are_mines(claim.cells) if claim.at_least else _are_safe(claim.cells)
    text = (
        # Translators: {cells} is a list of at least two cells; a clause as "{cells} is safe".
        ngettext(
            "at least {n} of {cells} is a mine", "at least {n} of {cells} are mines", claim.count
        )
        if claim.at_least
        # Translators: the same.
        else ngettext(
            "at most {n} of {cells} is a mine", "at most {n} of {cells} are mines", claim.count
        )
    )
    return text.format(n=claim.count, cells=_cells(claim.cells))


def _mine_count(step: Step) -> str:
    left = step.left or 0
    conclusion = _conclusion(step)
    if not left:
        # Translators: a clause before "so" in "{reason}, so {conclusion}."
        return _so(_("all mines are found"), conclusion)
    if not step.numbers:
        # Translators: a clause before "so" in "{reason}, so {conclusion}."
        reason = ngettext(
            "{n} mine is left, and only {n} closed cell is still unknown",
            "{n} mines are left, and only {n} closed cells are still unknown",
            left,
        )
        return _so(reason.format(n=left), conclusion)
    # Translators: a clause at the beginning of other messages, which call it {reason}.
    reason = ngettext("{n} mine is left", "{n} mines are left", left).format(n=left)
    numbers, single = _numbers(step.numbers), len(step.numbers) == 1
    if not step.needs_all_mines:
        text = (
            # Translators: {reason} is "{n} mines are left", {numbers} is one number, {conclusion} a
            # clause such as "3,0 is safe".
            _("{reason}, so {numbers} can be right only if {conclusion}.")
            if single
            # Translators: the same with several numbers.
            else _("{reason}, so {numbers} can all be right only if {conclusion}.")
        )
        return text.format(reason=reason, numbers=numbers, conclusion=conclusion)
    if left == 1:
        # Translators: {reason} is "1 mine is left", {numbers} is one number.
        needed = _("{reason}, and {numbers} needs it")
    elif single:
        # Translators: {reason} is "{n} mines are left", {numbers} is one number.
        needed = _("{reason}, and {numbers} needs them all")
    else:
        # Translators: {reason} is "{n} mines are left", {numbers} is a list of several numbers.
        needed = _("{reason}, and {numbers} need them all")
    return _so(needed.format(reason=reason, numbers=numbers), conclusion)


PLAIN: dict[str, Callable[[Step], str]] = {"single number": _single_number}
"""Explanations without the name of the rule, by rule."""

PATTERNS: dict[str, Callable[[Step], str]] = {
    "1-1": _equal,
    "hole": _explained(
        # Translators: {hole} and {inner} are numbers: see "the {value} at {cell}".
        N_("{hole} touches both cells where the mine of {inner} can be, and needs no other mine"),
        *("hole", "inner"),
    ),
    **dict.fromkeys(LARGER, _difference),
    "1-2-1": _explained(
        N_(
            "{two} needs 2 mines in a row of three cells, and because of {one} and {other} the 2 "
            "mines cannot be neighbours"
        ),
        *("one", "two", "other"),
    ),
    "1-2-2-1": _explained(
        N_(
            "{two} can share only 1 of its 2 mines with {one}, and {next_two} only 1 of its 2 "
            "with {other}; each of them has only one other cell"
        ),
        *("one", "two", "next_two", "other"),
    ),
    "0112 square": _square,
    "corner 1-3-1": _explained(
        N_("{middle} can share only 1 mine with {one} and 1 with {other}, but needs 3"),
        *("one", "middle", "other"),
    ),
    "corner 2-2-2": _explained(
        N_(
            "{middle} shares at least 1 mine with {one} and at least 1 with {other}, and needs "
            "only 2"
        ),
        *("one", "middle", "other"),
    ),
    "smallest set": _together,
    "chain": _together,
    "mine count": _mine_count,
    "joint mine count": _mine_count,
}
