"""``mastermine solve`` for Mastermind: shows how a strategy finds a code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, cast

import click
from rich.padding import Padding
from rich.text import Text

from mastermine.cli import output
from mastermine.cli.mastermind import board
from mastermine.coach.guess import facts, found_in, possible, why
from mastermine.coach.reasons import described, reasons, reasons_data
from mastermine.coach.steps import Step, steps
from mastermine.core.errors import TooLarge
from mastermine.core.oracle import Honest
from mastermine.core.random import Random, fresh_seed
from mastermine.core.strategy import Strategy
from mastermine.i18n.text import _
from mastermine.mastermind import Code, Mastermind, Notation, listable
from mastermine.mastermind import Step as Reason
from mastermine.registry import find_strategy
from mastermine.session.messages.mastermind import guess_number, not_found, the_code_was

MAX_COUNTED_PLACES = 32
"""Possible codes of longer games are counted only if they can be listed; estimates take long."""


def solve(
    rules: Mastermind,
    *,
    secret: str | None,
    name: str,
    seed: int | str | None,
    explain: bool,
    as_json: bool,
    colours: tuple[str, ...] | None,
    first: str | None,
) -> None:
    if first is not None:
        raise click.UsageError(_("--first is for Minesweeper"))
    strategy = find_strategy(name, rules.game)
    if explain and not _counted(rules):
        raise TooLarge(
            _(
                "--explain works for at most {most} places, and {spec} has more: leave --explain "
                "out"
            ).format(spec=rules.spec(), most=MAX_COUNTED_PLACES)
        )
    notation = Notation.of(rules, colours)
    output.warn_slow(rules)
    seed = fresh_seed() if seed is None else seed
    rng = Random(seed)
    oracle = Honest(rules, None if secret is None else notation.parse(secret), rng)
    game = steps(rules, strategy, oracle, rng.fork("strategy"))
    if as_json:
        played = list(game)
        output.print_json(
            {
                "rules": rules.spec(),
                "strategy": strategy.name,
                "seed": seed,
                "secret": rules.format_action(cast("Code", oracle.reveal())),
                **_data(played, strategy, notation, explain),
            }
        )
        return
    game = chain([next(game)], game)  # Errors come before any output.
    screen = output.console()
    heading = (
        # Translators: {name} is a strategy.
        _("{spec}, played by {name} (seed {seed})")
        if secret is None
        # Translators: {name} is a strategy.
        else _("{spec}, played by {name}")
    )
    screen.print(heading.format(spec=rules.spec(), name=strategy.name, seed=seed))
    if explain or colours is not None:
        screen.print(board.legend(notation))
    played = _explain(game, strategy, notation) if explain else _tabulate(game, notation)
    n = len(played)
    if rules.solved(played[-1].feedback):
        screen.print(found_in(n))
    else:
        code = notation.format(cast("Code", oracle.reveal()))
        screen.print(not_found(n), f"{the_code_was()} {code}")
    if secret is not None and any(step.before.drew for step in played):
        screen.print(output.repeated_by(seed))


def _counted(rules: Mastermind) -> bool:
    return listable(rules) or rules.places <= MAX_COUNTED_PLACES


def _data(
    game: list[Step], strategy: Strategy, notation: Notation, explain: bool
) -> dict[str, Any]:
    rules, turns = notation.rules, []
    for step in game:
        left = step.knowledge.estimate() if _counted(rules) else None
        turn: dict[str, Any] = {
            "guess": rules.format_action(step.guess),
            "answer": rules.format_feedback(step.feedback),
            "left": left and left.number,
            "exact": left and left.exact,
        }
        if explain:
            turn["why"] = why(step.assessment, strategy, notation)
            turn["facts"] = facts(step.knowledge, notation)
            turn["steps"] = reasons_data(_new(step), notation)
        turns.append(turn)
    won = rules.solved(game[-1].feedback)
    return {"turns": turns, "outcome": "won" if won else "lost", "guesses": len(game)}


def _new(step: Step) -> list[Reason]:
    """Returns the steps to what is certain since the guess."""
    return reasons(step.knowledge, since=len(step.before.turns))


def _tabulate(game: Iterator[Step], notation: Notation) -> list[Step]:
    played = list(game)
    counted = _counted(notation.rules)
    rows = [(s.guess, s.feedback, s.knowledge.estimate() if counted else None) for s in played]
    screen = output.console()
    screen.print(board.turns_table(screen, notation, rows))
    return played


def _explain(game: Iterator[Step], strategy: Strategy, notation: Notation) -> list[Step]:
    screen = output.console()
    played: list[Step] = []
    for step in game:
        played.append(step)
        head = Text(guess_number(len(played)), style="bold")
        screen.print()
        screen.print(head, board.pegs_or_digits(notation, step.guess, screen.width - 12), sep="  ")
        for sentence in why(step.assessment, strategy, notation):
            screen.print(Padding(sentence, (0, 0, 0, 2)))
        left, solved = step.knowledge.estimate(), notation.rules.solved(step.feedback)
        screen.print(
            Text.assemble(
                "  ",
                (_("Answer"), "bold"),
                "  ",
                board.answer_or_figures(notation, step.guess, step.feedback, screen.width - 12),
                "  ",
                "" if solved else possible(left),
            )
        )
        if not solved:
            lines = [described(each, notation) for each in _new(step)]
            for sentence in [*lines, *facts(step.knowledge, notation)]:
                screen.print(Padding(sentence, (0, 0, 0, 2)))
    screen.print()
    return played
