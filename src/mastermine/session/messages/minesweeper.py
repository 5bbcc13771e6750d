"""Messages about a game of Minesweeper."""

from __future__ import annotations

from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING

from mastermine.coach.click import first_click, guess_summary, was_certain_mine, was_mine
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import chance as percent
from mastermine.i18n.numbers import decimal, listed, whole
from mastermine.i18n.numbers import percent as rounded
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.metrics import Metrics
from mastermine.session import Mode
from mastermine.session.messages import counts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from mastermine.coach.click import Advice
    from mastermine.coach.click_review import ReviewedClick
    from mastermine.coach.replay_review import ReplayReview
    from mastermine.coach.sweep import Stage
    from mastermine.minesweeper.board import Board, Cell
    from mastermine.minesweeper.deduction import Step
    from mastermine.minesweeper.efficient import ClickPlan
    from mastermine.minesweeper.probability import Analysis
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.session import MinesweeperSession
    from mastermine.session.minesweeper import CheckedFlags, Loss


def clock(seconds: float) -> str:
    """Formats a time as ``1:05`` or ``1:00:05``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def exact_clock(seconds: float) -> str:
    """Formats a time as ``1:05.27``."""
    hundredths = round(100 * seconds)
    return clock(hundredths // 100) + decimal(hundredths % 100 / 100, 2)[1:]


def opening(session: MinesweeperSession) -> list[str]:
    """Says what is special about a game that is started or resumed."""
    lines = []
    if session.mode is Mode.ADVERSARY:
        lines.append(
            _(
                "I place the mines as late as possible: a guess that you cannot avoid is always "
                "safe; any other guess hits a mine."
            )
        )
    if session.shown:
        lines.append(_("You hit a mine before: this game stays lost."))
    return lines


def keys() -> list[tuple[str, str]]:
    """Explains the keys and clicks that the interfaces share: (keys or clicks, effect)."""
    return [
        (_("Arrows, Home, End, Page up, Page down"), _("move to other cells")),
        (
            _("Enter or Space; left click"),
            _("open a cell; on a number, open the cells around it (chord) if its flags match"),
        ),
        (_("F; right click"), _("set or remove a flag")),
        (_("Middle click, or left and right together"), _("chord")),
        ("U, R", _("undo, redo (also Ctrl+Z, Ctrl+Y)")),
        ("D", _("switch left clicks between open and flag")),
        ("H, S, N, B", _("hint; step by step, next and back")),
        ("E", _("few clicks: flags to set, and the cell to click")),
        ("C, G, W", _("chances; must I guess?; why this cell?")),
        ("K, M, V", _("check flags; flag certain mines; review so far")),
    ]


def pick_cell() -> str:
    """Asks for a cell to explain."""
    return _("Click a cell.")


def must_guess(session: MinesweeperSession) -> str:
    """Says whether a cell is certainly safe, counted as a hint. Raises TooLarge."""
    if session.knowledge.untouched:
        return first_click(session.knowledge)
    if session.must_guess():
        return _("Yes: no closed cell is certainly safe.")
    return _("No: some closed cell is certainly safe.")


def click_kind(move: ReviewedClick) -> str:
    """Says how risky a reviewed click was."""
    if move.risk is None:
        return _("unknown risk")
    if move.risk == 0:
        return _("safe")
    if move.risk == 1:
        return _("certainly a mine")
    kind = _("forced guess, {risk}") if move.necessary else _("avoidable guess, {risk}")
    return kind.format(risk=percent(move.risk))


def cells(these: Iterable[Cell]) -> str:
    """Formats cells in one line."""
    return " ".join(map(named, these))


def advised(session: MinesweeperSession, advice: Advice) -> str:
    """Formats the move of a hint."""
    if advice.cell in session.flags:
        move = _("Remove the flag from {cell} and open it.")
    elif advice.risk == 0:
        return open_cell(advice.cell)
    elif session.mode is Mode.ADVERSARY:
        move = _("Open {cell}: a guess that you cannot avoid is safe.")
    else:
        move = _("Open {cell}; it may be a mine.")
    return move.format(cell=named(advice.cell))


def planned(board: Board, plan: ClickPlan, flags: Collection[Cell]) -> list[str]:
    """Says which clicks open the board efficiently, and why."""
    cell = named(plan.cell)
    if plan.is_chord:
        n = len(plan.opens)
        text = (
            # Translators: {flags} are cells; {n} chooses the form.
            ngettext(
                "Flag {flags}, then click on the {number} at {cell}: {clicks} clicks open {n} "
                "cell.",
                "Flag {flags}, then click on the {number} at {cell}: {clicks} clicks open {n} "
                "cells.",
                n,
            )
            if plan.flags
            else ngettext(
                "All mines around the {number} at {cell} are flagged: one click on it opens {n} "
                "cell.",
                "All mines around the {number} at {cell} are flagged: one click on it opens {n} "
                "cells.",
                n,
            )
        )
        return [
            text.format(
                flags=listed(map(named, plan.flags)),
                number=board[plan.cell],
                cell=cell,
                clicks=plan.clicks,
                n=n,
            )
        ]
    move = open_cell(plan.cell)
    if plan.cell in flags:
        move = _("Remove the flag from {cell} and open it.").format(cell=cell)
    why = (
        # Translators: {chance} is such as "12.5 %".
        _("Flags and a chord would not save clicks now; the chance of a zero there is {chance}.")
        if plan.zero
        else _("Flags and a chord would not save clicks now.")
    )
    return [move, why.format(chance=percent(plan.zero))]


def open_cell(cell: Cell) -> str:
    """Names a safe cell to open."""
    return _("Open {cell}.").format(cell=named(cell))


def nothing_open() -> str:
    """Says that there are no deductions before the first number."""
    return _("No numbers are open yet. Open any cell to start.")


def nothing_deduced() -> str:
    """Says that no deduction is left."""
    return _("The open numbers prove nothing more. A hint shows the safest cell.")


def step_lines(steps: Sequence[Step], at: int) -> list[str]:
    """Explains step ``at``, from 0, of a walk: its number and rule, the reason, the conclusions."""
    from mastermine.minesweeper.deduction import heading

    step = steps[at]
    title = step_title(at + 1, len(steps), heading(step.rule))
    return [title, step.sentence, *conclusions(step)]


def step_title(n: int, total: int, title: str) -> str:
    """Formats the number and the title of a step, such as ``Step 1 of 5: 1-2 pattern``."""
    return _("Step {n} of {all}: {title}").format(n=whole(n), all=whole(total), title=title)


def conclusions(step: Step) -> list[str]:
    """Lists the cells that a step proves to be safe, and to be mines."""
    lines = [safe_cells(step)] if step.safe else []
    return [*lines, mine_cells(step)] if step.mines else lines


def safe_cells(step: Step) -> str:
    """Lists the cells that a step proves to be safe."""
    return _("safe: {cells}").format(cells=cells(step.safe))


def mine_cells(step: Step) -> str:
    """Lists the cells that a step proves to be mines."""
    return _("mines: {cells}").format(cells=cells(step.mines))


def move_title(cell: Cell, risk: float) -> str:
    """Formats a click of a strategy, as a title."""
    if risk > 0:
        return _("Guess {cell}: chance of a mine {risk}").format(
            cell=named(cell), risk=percent(risk)
        )
    return _("Open {cell}").format(cell=named(cell))


def strategy_ended(stages: Sequence[Stage]) -> str:
    """Says how a strategy's game ended, given all its stages."""
    steps, guesses = len(stages), sum(stage.risk > 0 for stage in stages)
    last = stages[-1]
    hit = last.turns[-1].action if last.outcome is Outcome.LOST else None
    # Translators: {guesses} in "Won in {n} steps, {guesses}."
    count = ngettext("with {n} guess", "with {n} guesses", guesses).format(n=whole(guesses))
    text = (
        ngettext("Won in {n} step, {guesses}.", "Won in {n} steps, {guesses}.", steps)
        if hit is None
        else ngettext(
            "Lost after {n} step, {guesses}: {cell} was a mine.",
            "Lost after {n} steps, {guesses}: {cell} was a mine.",
            steps,
        )
    )
    return text.format(n=whole(steps), guesses=count, cell=named(hit) if hit else "")


def chances(known: Collection[float]) -> list[str]:
    """Counts the certain cells among mine probabilities, or gives the lowest one."""
    lines = certain(sum(risk == 0 for risk in known), sum(risk == 1 for risk in known))
    if known and min(known) > 0:
        text = _("No cell is certainly safe; the lowest risk is {least}.")
        lines.insert(0, text.format(least=percent(min(known))))
    return lines


def win_chance(analysis: Analysis, rules: Minesweeper | None = None) -> list[str]:
    """Says the chance to win, if it is known; a board without guesses needs none."""
    if rules is not None and rules.noguess:
        return _no_guess(analysis)
    found = analysis.win_chance
    if found is None:
        return []
    if found.exact and found.chance == 1:
        return [_("From here every game can be won without a guess.")]
    if found.exact:
        text = _("With best play, the chance to win from here is {chance}.")
        return [text.format(chance=percent(found.chance))]
    text = _("The chance to win from here is about {chance}.")
    return [text.format(chance=rounded(min(max(found.chance, 0.01), 0.99), 0))]


def _no_guess(analysis: Analysis) -> list[str]:
    """Says that a position without a safe cell cannot be one of a game without guesses."""
    board = analysis.board
    closed = board.cells.count(CLOSED)
    if analysis.safe or len(analysis.mined) == closed or closed == len(board.cells):
        return []
    return [
        _(
            "In a game without guesses some closed cell is always certainly safe: check the board. "
            "The chances count all layouts alike."
        )
    ]


def all_known(board: Board) -> str:
    """Says that there is nothing to analyse."""
    closed = board.hidden or board.all(MINED)
    return _("Every closed cell is already known.") if closed else _("No cell is closed.")


def certain(safe: int, mines: int) -> list[str]:
    """Says how many cells are certain."""
    lines = []
    if safe:
        text = ngettext("{n} cell is certainly safe.", "{n} cells are certainly safe.", safe)
        lines.append(text.format(n=whole(safe)))
    if mines:
        text = ngettext("{n} cell is certainly a mine.", "{n} cells are certainly mines.", mines)
        lines.append(text.format(n=whole(mines)))
    return lines


def numbers_alone(safe: int, mines: int) -> list[str]:
    """Says how many cells are certain from the numbers, without the number of mines."""
    return certain(safe, mines) or [_("Nothing is certain from the numbers alone.")]


def chance_elsewhere(sign: str, chance: float) -> str:
    """Gives the mine probability of the closed cells, drawn as ``sign``, that touch no number."""
    return _("{sign}: no number next to the cell; chance of a mine: {chance}.").format(
        sign=sign, chance=percent(chance)
    )


def flags_checked(checked: CheckedFlags) -> list[str]:
    """Lists the flags that are wrong, and counts the others."""
    if not checked.wrong and not checked.unproven:
        n = checked.right
        return [ngettext("The flag is right.", "All {n} flags are right.", n).format(n=whole(n))]
    lines = [flags_wrong(checked.wrong)] if checked.wrong else []
    return [*lines, *flags_unproven(checked)]


def flags_wrong(these: Collection[Cell]) -> str:
    """Lists flags on cells that are certainly safe."""
    n = len(these)
    text = ngettext("{n} flag is wrong: {cells}.", "{n} flags are wrong: {cells}.", n)
    return text.format(n=whole(n), cells=cells(these))


def flags_unproven(checked: CheckedFlags) -> list[str]:
    """Counts the flags that the open numbers neither prove nor rule out."""
    n = checked.unproven
    text = ngettext(
        "{n} flag cannot be proven yet: it may be right or wrong.",
        "{n} flags cannot be proven yet: each may be right or wrong.",
        n,
    )
    return [text.format(n=whole(n))] if n else []


def no_flags() -> IllegalMove:
    """Returns the error for a check without flags."""
    return IllegalMove(_("there are no flags to check"))


def outcome(session: MinesweeperSession) -> str:
    """Says how a game ended."""
    if session.given_up:
        return counts.gave_up()
    time, clicks = exact_clock(session.clock.seconds), session.clicks
    if session.outcome is Outcome.LOST and not session.cleared:
        text = ngettext(
            "Lost after {time} and {n} click.", "Lost after {time} and {n} clicks.", clicks
        )
    elif session.shown:
        text = _("Cleared, but you hit a mine before: this counts as a loss.")
    else:
        text = ngettext("Won in {time} with {n} click.", "Won in {time} with {n} clicks.", clicks)
    return text.format(time=time, n=whole(clicks))


def figures(session: MinesweeperSession) -> list[str]:
    """Lists the figures of a cleared board; slow on large boards."""
    lines = effort(session)
    if lines:
        with suppress(MastermineError):
            risks = [risk for _cell, risk in session.guesses()]
            lines.append(guess_summary(len(risks), prod(1 - risk for risk in risks)))
    return lines


def effort(session: MinesweeperSession) -> list[str]:
    """Gives the fewest clicks for a cleared board."""
    if not session.cleared or session.secret is None:
        return []
    return [
        _("3BV, the fewest clicks that open this board without flags: {n}.").format(
            n=whole(Metrics(session.secret).bbbv)
        )
    ]


def wrong_flags(session: MinesweeperSession) -> list[str]:
    """Lists the wrong flags, once the mines may be shown."""
    wrong = session.wrong_flags
    if not wrong:
        return []
    text = ngettext(
        "{n} flag was wrong (!): {cells}.", "{n} flags were wrong (!): {cells}.", len(wrong)
    )
    return [text.format(n=whole(len(wrong)), cells=cells(wrong))]


def again(session: MinesweeperSession) -> list[str]:
    """Says how to play the same board again, if its seed repeats it."""
    if not session.turns or session.given or session.mode is not Mode.COMPUTER:
        return []
    return [
        _("To play this board again, use seed {seed} and click {cell} first.").format(
            seed=session.seed, cell=named(session.turns[0].action)
        )
    ]


def loss(cell: Cell, found: Loss | None = None) -> list[str]:
    """Says which mine was hit, its risk, and the better move; ``found`` is None if unknown."""
    if found is None:
        return [was_mine(cell)]
    lines = [
        was_certain_mine(found.cell)
        if found.risk == 1
        else _("{cell} was a mine. The risk was {risk}.").format(
            cell=named(found.cell), risk=percent(found.risk)
        )
    ]
    better = found.better
    if better.cell == found.cell:
        lines.append(_("The hint would have been the same: no cell was certainly safe."))
    elif better.risk == 0:
        safe = _("There was a safe cell, {cell}:").format(cell=named(better.cell))
        lines += [safe, *better.reasons]
    else:
        lines.append(
            _("No cell was certainly safe; the hint would have been {cell}, with {risk}.").format(
                cell=named(better.cell), risk=percent(better.risk)
            )
        )
    return lines


def figure_rows(review: ReplayReview) -> list[tuple[str, str]]:
    """Returns the figures by which players compare games, each with its name."""
    found = review.figures
    if found is None:
        return []
    clicks = _("{n}: {left} left, {right} right, {double} chords; {wasted} changed nothing").format(
        n=whole(found.clicks),
        left=whole(found.left),
        right=whole(found.right),
        double=whole(found.double),
        wasted=whole(found.wasted),
    )
    rows = [
        (_("3BV"), _("{solved} of {bbbv}").format(solved=found.solved, bbbv=found.bbbv)),
        (_("ZiNi"), _("{zini}; human {human}").format(zini=found.zini, human=found.human_zini)),
        (_("clicks"), clicks),
    ]
    if found.efficiency is not None:
        rows.append((_("efficiency"), rounded(found.efficiency)))
    if found.seconds:
        rows.insert(0, (_("time"), _("{n} s").format(n=decimal(found.seconds, 2))))
        rows.append((_("3BV/s"), decimal(found.speed or 0.0, 2)))
    if review.pauses is not None:
        rows.append((_("lost beside a safe cell"), _("{n} s").format(n=decimal(review.pauses, 1))))
    return rows
