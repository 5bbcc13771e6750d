"""``mastermine adversary``: play strategies against an adversary that commits to no code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.command_line import KEEPS, seed_option
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from rich.console import Console

    from mastermine.mastermind import Mastermind, Met, Notation

MAX_SHOWN_TURNS = 12
"""Longer games are printed without their middle."""


@click.command(
    help=_(
        "Play strategies against an adversary that commits to no code.\n\n"
        "With --keep largest, each answer keeps as many codes possible as it can. With --keep "
        "hardest, it keeps the codes for which the best play needs the most guesses, as far as "
        "that can be searched. The adversary does not know the strategy, so a fixed code may need "
        "more guesses. The game's own limit is ignored. A strategy without random numbers always "
        "plays the same game.\n\n"
        "\b\n"
        "  mastermine adversary 4x6 --strategy knuth,entropy\n"
        "  mastermine adversary bulls-and-cows -s most-parts --keep largest --json"
    )
)
@output.spec_argument
@output.strategies_option()
@click.option(
    "--keep",
    type=click.Choice(KEEPS),
    metavar=_("NAME"),
    default="hardest",
    show_default=True,
    help=_("Codes that each answer keeps: largest or hardest."),
)
@seed_option(default=0)
@output.json_option
def adversary(spec: str, names: tuple[str, ...], keep: str, seed: int | str, as_json: bool) -> None:
    from mastermine.arena.reproduce import strategies_of
    from mastermine.mastermind import Keep, Mastermind, meet_adversary
    from mastermine.registry import parse_rules_of

    rules = parse_rules_of(Mastermind, spec)
    strategies = strategies_of(names, rules)
    output.warn_slow(rules, len(strategies))
    games: list[Met] = []
    for strategy in strategies:
        with output.working(_("{name} plays").format(name=strategy.name)):
            games.append(meet_adversary(rules, strategy, Keep(keep), seed))
    output.print_result(as_json, _data, _show, rules, keep, games)


def _data(rules: Mastermind, keep: str, games: list[Met]) -> dict[str, Any]:
    return {
        "rules": rules.spec(),
        "keep": keep,
        "games": [
            {
                "strategy": met.strategy,
                "found": met.found,
                "guesses": met.guesses,
                "code": met.record.secret,
                "turns": [list(turn) for turn in met.record.turns],
            }
            for met in games
        ],
    }


def _show(screen: Console, rules: Mastermind, _keep: str, games: list[Met]) -> None:
    heads = [_("strategy"), _("guesses"), _("final code"), _("turns")]
    rows = output.table(*heads, title=output.codes_title(rules), numbers=(1,))
    for met in games:
        rows.add_row(
            met.strategy,
            # Translators: the code was not found in {n} guesses.
            whole(met.guesses) if met.found else _("more than {n}").format(n=whole(met.guesses)),
            *_codes(rules.notation, met),
        )
    screen.print(rows)


def _codes(notation: Notation, met: Met) -> tuple[str, str]:
    """Formats the final code, if there is one, and the turns."""

    def code(text: str) -> str:
        return notation.format(notation.rules.parse_action(text))

    def answer(text: str) -> str:
        return notation.format_answer(notation.rules.parse_feedback(text)).replace(" ", "")

    turns = [f"{code(guess)} {answer(given)}" for guess, given in met.record.turns]
    if len(turns) > MAX_SHOWN_TURNS:
        turns = [*turns[: MAX_SHOWN_TURNS - 1], "…", turns[-1]]
    return code(met.record.secret) if met.record.secret else "", ", ".join(turns)
