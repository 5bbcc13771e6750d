"""``mastermine solve`` for Minesweeper: shows each step with its reason and the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any, cast

import click
from rich.padding import Padding
from rich.text import Text

from mastermine.cli import output
from mastermine.cli.minesweeper import input_files
from mastermine.cli.minesweeper.layout_options import Guaranteed, check_guarantee
from mastermine.cli.minesweeper.minefield import Minefield
from mastermine.coach.sweep import Stage, sweep
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Outcome
from mastermine.core.oracle import Honest
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, pgettext
from mastermine.minesweeper import (
    CORNER,
    Cell,
    Layout,
    Minesweeper,
    cell_of,
    read_layout,
    rows_first,
    rule_name,
)
from mastermine.registry import find_strategy
from mastermine.session.messages import minesweeper


def solve(
    rules: Minesweeper,
    *,
    secret: Layout | str | None,
    name: str,
    seed: int | str | None,
    explain: bool,
    as_json: bool,
    colours: str | None,
    first: Cell | str | None,
) -> None:
    if colours is not None:
        raise click.UsageError(_("--colours is for Mastermind"))
    strategy = find_strategy(name, rules.game)
    seed = fresh_seed() if seed is None else seed
    rng = Random(seed)
    layout = read_secret(secret, rules) if isinstance(secret, str) else secret
    oracle = Honest(rules, rng=rng) if layout is None else Guaranteed(rules, layout)
    cell = None if first is None else cell_of(first, rules.width, rules.height)
    game = sweep(rules, strategy, oracle, rng.fork("strategy"), cell)
    if as_json:
        with rows_first(False):  # JSON contains x,y.
            stages = list(game)
            output.print_json(
                {
                    "rules": rules.spec(),
                    "strategy": strategy.name,
                    "seed": seed,
                    "secret": rules.format_secret(cast("Layout", oracle.reveal())),
                    "steps": [_data(stage, rules) for stage in stages],
                    "outcome": stages[-1].outcome and stages[-1].outcome.value,
                    "clicks": sum(len(stage.turns) for stage in stages),
                    "guesses": sum(stage.risk > 0 for stage in stages),
                }
            )
        return
    game = chain([next(game)], game)  # Errors come before any output.
    screen = output.console()
    heading = (
        # Translators: {name} is a strategy, which guesses if nothing is certain.
        _("{spec}, guesses by {name} (seed {seed})")
        if secret is None
        # Translators: {name} is a strategy, which guesses if nothing is certain.
        else _("{spec}, guesses by {name}")
    )
    screen.print(heading.format(spec=rules.spec(), name=strategy.name, seed=seed))
    screen.print(f"{rules.describe()}.")
    stages = list(_explain(game)) if explain else list(game)
    if not explain:
        _summarize(stages)
    _end(stages, cast("Layout", oracle.reveal()))
    if secret is not None and any(stage.drew for stage in stages):
        screen.print(output.repeated_by(seed))


def read_secret(text: str, rules: Minesweeper) -> Layout:
    """Reads a layout from text, a link or a file. Raises InvalidSpec, IllegalMove."""
    data = input_files.find(text)
    if data is None:
        return rules.parse_secret(text)
    if isinstance(data, bytes) and data.lstrip()[:1] == b"{":
        raise InvalidSpec(
            _(
                "{path} is JSON, not a layout: give rows of . and *, an .mbf or .mine file, or a "
                "link; to resume a saved game, use mastermine play --load"
            ).format(path=text)
        )
    layout = read_layout(data)
    if (layout.width, layout.height, layout.count) != (rules.width, rules.height, rules.mines):
        raise InvalidSpec(
            _("the layout is {width}x{height}x{mines}, but the rules are {spec}").format(
                width=layout.width, height=layout.height, mines=layout.count, spec=rules.spec()
            )
        )
    return layout


def read_guaranteed(rules: Minesweeper, text: str) -> Layout:
    """Reads a layout and checks the guarantee for a first click in the corner.

    Raises InvalidSpec, IllegalMove.
    """
    layout = read_secret(text, rules)
    check_guarantee(rules, layout, CORNER)
    return layout


def _data(stage: Stage, rules: Minesweeper) -> dict[str, Any]:
    step = stage.step
    return {
        "rule": _rule(stage),
        "proof": [list(cell) for cell in step.proof] if step else [],
        "safe": [list(cell) for cell in step.safe] if step else [],
        "mines": [list(cell) for cell in step.mines] if step else [],
        "risk": stage.risk,
        "why": list(stage.reasons),
        "turns": [
            [rules.format_action(turn.action), rules.format_feedback(turn.feedback)]
            for turn in stage.turns
        ],
        "board": str(stage.board).splitlines(),
    }


def _rule(stage: Stage) -> str:
    if stage.step is not None:
        return stage.step.rule
    return "guess" if stage.risk > 0 else "click"


def _explain(game: Iterator[Stage]) -> Iterator[Stage]:
    screen = output.console()
    for number, stage in enumerate(game, start=1):
        screen.print()
        screen.print(_heading(number, stage))
        for sentence in stage.reasons:
            screen.print(Padding(sentence, (0, 0, 0, 2)))
        if stage.outcome is None:
            at = stage.advice.cell if stage.advice is not None else None
            proof = stage.step.proof if stage.step is not None else ()
            screen.print(Minefield(stage.board, stage.mines, at, proof))
        yield stage


def _heading(number: int, stage: Stage) -> Text:
    step = stage.step
    head = Text(f"{number}. ", style="bold")
    if step is None:
        if stage.advice is not None:
            title = minesweeper.move_title(stage.advice.cell, stage.risk)
            head.append(title, "bold yellow" if stage.risk > 0 else "bold")
        return head
    head.append(step.name, "bold cyan")
    if step.safe:
        head.append(f"  {minesweeper.safe_cells(step)}", "green")
    if step.mines:
        head.append(f"  {minesweeper.mine_cells(step)}", "red")
    return head


def _summarize(stages: list[Stage]) -> None:
    screen = output.console()
    # Translators: heads a column of rules that prove cells to be safe or mines.
    rule = _("rule")
    # Translators: heads a column: how many times a rule was used.
    rows = output.table(rule, _("times"), numbers=(1,))
    # Translators: how a move was found: by a guess, or as a safe click.
    others = {"guess": pgettext("clicks at random", "guess"), "click": _("click")}
    for rule, times in Counter(map(_rule, stages)).most_common():
        rows.add_row(others.get(rule) or rule_name(rule), whole(times))
    screen.print(rows)
    for number, stage in enumerate(stages, start=1):
        if stage.risk > 0 and stage.advice is not None:
            guess = minesweeper.move_title(stage.advice.cell, stage.risk)
            screen.print(minesweeper.step_title(number, len(stages), guess))
    screen.print()


def _end(stages: list[Stage], layout: Layout) -> None:
    screen = output.console()
    last = stages[-1]
    hit = last.turns[-1].action if last.outcome is Outcome.LOST else None
    screen.print(Minefield(last.board, last.mines, hit, layout=layout))
    screen.print(minesweeper.strategy_ended(stages))
