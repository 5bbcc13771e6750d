"""``mastermine solve`` for Mastermind: watch a strategy find a code."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import click

from mastermine.cli import output
from mastermine.cli.mastermind.turn_options import notation_for
from mastermine.i18n.text import _, capital, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.coach.steps import Step
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind import Code, Mastermind, Notation


MOST_PLACES = 32
"""In longer codes, if they cannot be listed, it is not said how many are left: that takes long."""


def solve(
    rules: Mastermind,
    secret: str | None,
    name: str,
    seed: int | str | None,
    *,
    explain: bool,
    as_json: bool,
    colours: str | None,
    first: str | None,
) -> None:
    """One game, turn by turn."""
    if first is not None:
        raise click.UsageError(_("--first is the first click: it is for Minesweeper"))
    from mastermine.coach.steps import steps
    from mastermine.core.errors import TooLarge
    from mastermine.core.oracle import Honest
    from mastermine.core.random import Random, fresh_seed
    from mastermine.core.strategy import Heuristic
    from mastermine.registry import find_strategy

    strategy = find_strategy(name, rules.game)
    if explain and not _counted(rules):
        raise TooLarge(
            _(
                "{spec}: reasons are told in games of at most {most} places; without --explain "
                "there may be more"
            ).format(spec=rules.spec(), most=MOST_PLACES)
        )
    notation = notation_for(rules, colours)
    output.tell_slow(rules)
    told = seed is not None or secret is None or not isinstance(strategy, Heuristic)
    seed = fresh_seed() if seed is None else seed
    rng = Random(seed)
    oracle = Honest(rules, None if secret is None else notation.parse(secret), rng)
    game = steps(rules, strategy, oracle, rng.fork("strategy"))
    if as_json:
        made = list(game)
        output.print_json(
            {
                "rules": rules.spec(),
                "strategy": strategy.name,
                "seed": seed,
                "secret": notation.format(cast("Code", oracle.reveal())),
                **_as_data(made, rules, strategy, notation, explain),
            }
        )
        return
    game = chain([next(game)], game)  # What cannot be played says so before anything is printed.
    screen = output.console()
    heading = (
        # Translators: {name} is a strategy.
        _("{spec}, played by {name} (seed {seed})")
        if told
        # Translators: {name} is a strategy.
        else _("{spec}, played by {name}")
    )
    screen.print(heading.format(spec=rules.spec(), name=strategy.name, seed=seed))
    made = _explain(game, rules, strategy, notation) if explain else _tabulate(game, notation)
    screen.print(_ending(made, rules, notation, cast("Code", oracle.reveal())))


def _counted(rules: Mastermind) -> bool:
    """Whether it is said how many codes are left."""
    from mastermine.mastermind import listable

    return listable(rules) or rules.places <= MOST_PLACES


def _as_data(
    game: list[Step], rules: Mastermind, strategy: Strategy, notation: Notation, explain: bool
) -> dict[str, Any]:
    from mastermine.coach.guess import facts, why

    turns = []
    for step in game:
        left = step.knowledge.reckoned() if _counted(rules) else None
        turn: dict[str, Any] = {
            "guess": notation.format(step.guess),
            "answer": rules.format_feedback(step.feedback),
            "left": left and left.number,
            "exact": left and left.exact,
        }
        if explain:
            turn["why"] = why(step.assessment, strategy, notation)
            turn["facts"] = facts(step.knowledge, notation)
        turns.append(turn)
    won = rules.solved(game[-1].feedback)
    return {"turns": turns, "outcome": "won" if won else "lost", "guesses": len(game)}


def _tabulate(game: Iterator[Step], notation: Notation) -> list[Step]:
    from mastermine.cli.mastermind import board

    made = list(game)
    told = _counted(notation.rules)
    rows = [(s.guess, s.feedback, s.knowledge.reckoned() if told else None) for s in made]
    screen = output.console()
    screen.print(board.turns_table(screen, notation, rows))
    return made


def _explain(
    game: Iterator[Step], rules: Mastermind, strategy: Strategy, notation: Notation
) -> list[Step]:
    """Tell each turn as soon as it is made."""
    from rich.padding import Padding
    from rich.text import Text

    from mastermine.cli.mastermind import board
    from mastermine.coach.guess import facts, why

    screen = output.console()
    screen.print(board.legend(notation))
    made: list[Step] = []
    for step in game:
        made.append(step)
        head = Text(_("Guess {n}").format(n=len(made)), style="bold")
        screen.print()
        screen.print(head, board.pegs_or_digits(notation, step.guess, screen.width - 12), sep="  ")
        for sentence in why(step.assessment, strategy, notation):
            screen.print(Padding(sentence, (0, 0, 0, 2)))
        left = step.knowledge.reckoned()
        screen.print(
            Text.assemble(
                "  ",
                (_("Answer"), "bold"),
                "  ",
                board.answer_or_figures(notation, step.guess, step.feedback, screen.width - 12),
                "  ",
                ""
                if rules.solved(step.feedback)
                else capital(
                    ngettext("{n} code is left.", "{n} codes are left.", left.number).format(n=left)
                ),
            )
        )
        if not rules.solved(step.feedback):
            for sentence in facts(step.knowledge, notation):
                screen.print(Padding(sentence, (0, 0, 0, 2)))
    screen.print()
    return made


def _ending(made: list[Step], rules: Mastermind, notation: Notation, code: Code) -> str:
    if rules.solved(made[-1].feedback):
        return ngettext("Found in {n} guess.", "Found in {n} guesses.", len(made)).format(
            n=len(made)
        )
    return ngettext(
        "Not found in {n} guess: the code was {code}.",
        "Not found in {n} guesses: the code was {code}.",
        len(made),
    ).format(n=len(made), code=notation.format(code))
