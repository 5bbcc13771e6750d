"""The run that a browser asks for: the same that the command line plays, within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from mastermine.arena.reproduce import is_ours, strategies_of
from mastermine.arena.run import Run, entrants_of, is_perilous
from mastermine.arena.secret_source import Every, Sample
from mastermine.command_line import seed
from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.options import read_home
from mastermine.core.random import fresh_seed
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import Mastermind, listable
from mastermine.registry import parse_rules
from mastermine.web.new_game import check_board

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

MOST_ROUNDS = 100_000
"""The most rounds of a match that a browser asks for."""
MOST_STRATEGIES = 12
"""The most strategies of such a match."""
MOST_CODES = 1 << 20
"""The most codes of those that are listed: more take minutes and gigabytes to search."""

Text = Annotated[str, Field(max_length=200)]
"""A text that a person writes in a line."""
Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]
Number = Annotated[int, Field(ge=-(1 << 63), lt=1 << 63)]


class Asked(BaseModel):
    """A match: its rules, who plays, on which secrets. Without a seed a fresh one is drawn."""

    model_config = ConfigDict(extra="forbid")

    rules: Text = Field(examples=["classic"])
    strategies: Annotated[list[Text], Field(max_length=MOST_STRATEGIES)] = Field(
        examples=[["knuth", "entropy"]]
    )
    rounds: Rounds | None = Field(None, examples=[200])
    every: bool = Field(False, description="every secret once, in place of so many rounds")
    seed: Number | Text | None = Field(None, description="any text: the same secrets again")


class Longer(BaseModel):
    """How many rounds a run is to have, where it is to have more than it was begun with."""

    model_config = ConfigDict(extra="forbid")

    rounds: Rounds | None = Field(None, examples=[400])


def rules_of(text: str) -> dict[str, Any]:
    """What rules a text names, in words. Raises InvalidSpec, TooLarge.

    ``secrets``: how many there are, where a match can play each of them once.
    """
    rules = _rules(text)
    try:
        secrets: int | None = _every(rules).rounds
    except (InvalidSpec, TooLarge):
        secrets = None
    return {
        "rules": rules.spec(),
        "game": rules.game,
        "words": rules.describe(),
        "secrets": secrets,
        "most_rounds": MOST_ROUNDS,
        "most_strategies": MOST_STRATEGIES,
    }


def _rules(text: str) -> Any:
    """The rules. Raises InvalidSpec, and TooLarge for those that no match here may have."""
    rules = parse_rules(text)
    if isinstance(rules, Mastermind):
        check_board(rules)
    if isinstance(rules, Mastermind) and rules.size > MOST_CODES and listable(rules):
        raise TooLarge(
            ngettext(
                "{spec} has {n} code; in the browser a match may have {most}, on the command "
                "line more",
                "{spec} has {n} codes; in the browser a match may have {most}, on the command "
                "line more",
                rules.size,
            ).format(spec=rules.spec(), n=whole(rules.size), most=whole(MOST_CODES))
        )
    return rules


def _every(rules: Any) -> Every:
    """Every secret once. Raises TooLarge for more than a match here may have rounds."""
    # Codes are counted before they are listed, which takes a while where they are many.
    listed = not isinstance(rules, Mastermind) or rules.size <= MOST_ROUNDS
    field = Every.of(rules) if listed else Every(rules.size)
    if field.rounds > MOST_ROUNDS:
        raise TooLarge(
            # Translators: {most} is 100,000.
            ngettext(
                "{spec} has {n} secret; in the browser a match may have {most} rounds, on the "
                "command line more",
                "{spec} has {n} secrets; in the browser a match may have {most} rounds, on the "
                "command line more",
                field.rounds,
            ).format(spec=rules.spec(), n=whole(field.rounds), most=whole(MOST_ROUNDS))
        )
    return field


def run_of(asked: Asked) -> Run:
    """The run. Raises InvalidSpec, TooLarge."""
    rules = _rules(asked.rules)
    words = [word for text in asked.strategies for word in text.split(",")]
    for word in words:
        if read_home(word).path is not None:
            raise InvalidSpec(
                _("{word} is a file; files of strategies play on the command line only").format(
                    word=word
                )
            )
    strategies = strategies_of(words, rules)
    for strategy in strategies:
        if not may_play(strategy):
            raise InvalidSpec(
                _("{name} takes no part in matches of the browser; choose another").format(
                    name=strategy.name
                )
            )
    if len(strategies) > MOST_STRATEGIES:
        raise InvalidSpec(
            ngettext(
                "{n} strategy is too many for the browser; there may be {most}",
                "{n} strategies are too many for the browser; there may be {most}",
                len(strategies),
            ).format(n=len(strategies), most=MOST_STRATEGIES)
        )
    if asked.every and asked.rounds is not None:
        raise InvalidSpec(_("every secret once, or a number of rounds: only one can be given"))
    if not asked.every and asked.rounds is None:
        raise InvalidSpec(
            _("say how many rounds, from 1 to {most}, or every secret once").format(
                most=whole(MOST_ROUNDS)
            )
        )
    field = Sample(asked.rounds) if asked.rounds is not None else _every(rules)
    drawn_from = fresh_seed() if asked.seed is None else seed(str(asked.seed))
    return Run(rules, entrants_of(strategies), field, drawn_from, moves=not is_perilous(rules))


def may_play(strategy: Strategy) -> bool:
    """Whether it comes with mastermine, and plays by itself."""
    return is_ours(strategy) and not strategy.asks
