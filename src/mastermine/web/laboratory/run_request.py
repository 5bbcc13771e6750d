"""Runs requested by a browser, with limits that the command line does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from mastermine.arena.reproduce import is_ours, strategies_of
from mastermine.arena.run import Run, entrants_of, is_risky
from mastermine.arena.secret_source import Every, Sample
from mastermine.command_line import seed
from mastermine.core.errors import InvalidSpec, TooLarge, in_field
from mastermine.core.game import Divisible
from mastermine.core.options import read_home
from mastermine.core.random import fresh_seed
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import parse_rules
from mastermine.session.saved import daily
from mastermine.web.new_game import check_size

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

MAX_ROUNDS = 100_000
"""Maximum rounds of a match in the browser."""
MAX_STRATEGIES = 12
"""Maximum strategies of a match in the browser."""
MAX_CODES = 1 << 20
"""Maximum number of listed codes; more take minutes and gigabytes to search."""

Text = Annotated[str, Field(max_length=200)]
"""A short text."""
Rounds = Annotated[int, Field(ge=1, le=MAX_ROUNDS)]
Number = Annotated[int, Field(ge=-(1 << 63), lt=1 << 63)]


class NewMatch(BaseModel):
    """A match: its rules, strategies and secrets. Without a seed a fresh one is drawn."""

    model_config = ConfigDict(extra="forbid")

    rules: Text = Field(examples=["classic"])
    strategies: Annotated[list[Text], Field(max_length=MAX_STRATEGIES)] = Field(
        examples=[["knuth", "entropy"]]
    )
    rounds: Rounds | None = Field(None, examples=[200])
    every: bool = Field(False, description="play every secret once, instead of rounds")
    seed: Number | Text | None = Field(None, description="any text: the same secrets again")


class MoreRounds(BaseModel):
    """New number of rounds of a run, to extend it."""

    model_config = ConfigDict(extra="forbid")

    rounds: Rounds | None = Field(None, examples=[400])


def rules_of(text: str) -> dict[str, Any]:
    """Describes the rules of a text. Raises InvalidSpec, TooLarge.

    ``secrets``: their number if a match can play each of them once, else None.
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
        "most_rounds": MAX_ROUNDS,
        "most_strategies": MAX_STRATEGIES,
    }


def _rules(text: str) -> Any:
    """Parses rules. Raises InvalidSpec, and TooLarge beyond the limits of the browser."""
    rules = parse_rules(text)
    check_size(rules)
    known = rules.knowledge()
    listed = isinstance(known, Divisible) and getattr(known, "listed", True)
    if listed and rules.secret_count > MAX_CODES:
        raise TooLarge(
            ngettext(
                "{spec} has {n} code; the maximum in the browser is {most}; play larger matches "
                "on the command line",
                "{spec} has {n} codes; the maximum in the browser is {most}; play larger matches "
                "on the command line",
                rules.secret_count,
            ).format(spec=rules.spec(), n=whole(rules.secret_count), most=whole(MAX_CODES))
        )
    return rules


def _every(rules: Any) -> Every:
    """Returns every secret once. Raises TooLarge beyond the maximum rounds."""
    # Codes are counted before they are listed, because a long list takes time.
    many = isinstance(rules.knowledge(), Divisible) and rules.secret_count > MAX_ROUNDS
    field = Every(rules.secret_count) if many else Every.of(rules)
    if field.rounds > MAX_ROUNDS:
        raise TooLarge(
            # Translators: {most} is 100,000.
            ngettext(
                "{spec} has {n} secret; the maximum in the browser is {most} rounds; play longer "
                "matches on the command line",
                "{spec} has {n} secrets; the maximum in the browser is {most} rounds; play longer "
                "matches on the command line",
                field.rounds,
            ).format(spec=rules.spec(), n=whole(field.rounds), most=whole(MAX_ROUNDS))
        )
    return field


def run_of(match: NewMatch) -> Run:
    """Creates the run of a match. Raises InvalidSpec, TooLarge."""
    with in_field("rules"):
        rules = _rules(match.rules)
    with in_field("strategies"):
        strategies = _strategies(match, rules)
    if match.every and match.rounds is not None:
        raise InvalidSpec(
            _("choose every secret once or a number of rounds, not both"), field="rounds"
        )
    if not match.every and match.rounds is None:
        raise InvalidSpec(
            _("choose a number of rounds, from 1 to {most}, or every secret once").format(
                most=whole(MAX_ROUNDS)
            ),
            field="rounds",
        )
    with in_field("every"):
        field = Sample(match.rounds) if match.rounds is not None else _every(rules)
    drawn_from = fresh_seed() if match.seed is None else seed(str(match.seed))
    daily.check_seed(drawn_from)
    return Run(rules, entrants_of(strategies), field, drawn_from, moves=not is_risky(rules))


def _strategies(match: NewMatch, rules: Any) -> list[Strategy]:
    """Finds the strategies of a match. Raises InvalidSpec."""
    words = [word for text in match.strategies for word in text.split(",")]
    for word in words:
        home = read_home(word)
        if not home.is_installed:
            raise InvalidSpec(
                (
                    _("{word} is a file; strategy files can be used on the command line only")
                    if home.command is None
                    else _("{word} is a program; engines can be used on the command line only")
                ).format(word=word)
            )
    strategies = strategies_of(words, rules)
    for strategy in strategies:
        if not may_play(strategy):
            raise InvalidSpec(
                _("{name} cannot play matches in the browser; choose another strategy").format(
                    name=strategy.name
                )
            )
    if len(strategies) > MAX_STRATEGIES:
        raise InvalidSpec(
            ngettext(
                "{n} strategy is too many; the maximum in the browser is {most}",
                "{n} strategies are too many; the maximum in the browser is {most}",
                len(strategies),
            ).format(n=len(strategies), most=MAX_STRATEGIES)
        )
    return strategies


def may_play(strategy: Strategy) -> bool:
    """Returns True for a built-in strategy that does not ask a person."""
    return is_ours(strategy) and not strategy.interactive
