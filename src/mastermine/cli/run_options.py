"""The run that the options of a command ask for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mastermine.arena.reproduce import is_duel, lengthen, strategies_of
from mastermine.arena.run import TIME_LIMIT_SECONDS, Run, entrants_of, is_perilous
from mastermine.arena.secret_source import Every, Field, Listed, Sample
from mastermine.cli.run_progress import Conducted
from mastermine.core.errors import InvalidSpec, MastermineError, system_reason
from mastermine.core.random import fresh_seed
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _
from mastermine.registry import GAMES, parse_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.arena.store import Store
    from mastermine.cli.round_printer import Notation

DEFAULT_ROUNDS = 10
"""Rounds of a match."""
KEEPING = ("store", "jobs", "cluster", "as_json")
"""What has nothing to do with the games of a run."""


def run_of(spec: str | None, names: tuple[str, ...], show: bool, options: dict[str, Any]) -> Run:
    """The run of a match. Raises UsageError, MastermineError."""
    if spec is None:
        raise click.UsageError(_("missing argument SPEC: the game, such as classic or 4x6"))
    if not names:
        raise click.UsageError(_("missing option --strategy: who plays, such as knuth,entropy"))
    rules = parse_rules(spec, options["limit"])
    strategies = strategies_of(names, rules)
    return Run(
        rules,
        entrants_of(strategies),
        _field(rules, options["rounds"], options["every"], options["secrets"]),
        fresh_seed() if options["seed"] is None else options["seed"],
        options["seconds"] or TIME_LIMIT_SECONDS,
        not is_perilous(rules) or show or options["moves"] or bool(options["out"]),
    )


def _field(rules: Any, rounds: int | None, every: bool, secrets: str | None) -> Field:
    """The secrets. Raises UsageError, InvalidSpec, TooLarge."""
    if (rounds is not None) + every + (secrets is not None) > 1:
        raise click.UsageError(_("only one of --rounds, --every and --secrets can be given"))
    if every:
        return Every.of(rules)
    if secrets is not None:
        return Listed(tuple(_secrets(rules, secrets)))
    return Sample(rounds or DEFAULT_ROUNDS)


def _secrets(rules: Any, path: str) -> Iterator[str]:
    """The secrets of a file, or of standard input. Raises InvalidSpec, naming the line."""
    named = _("standard input") if path == "-" else path
    lines = enumerate(_text(path, named).splitlines(), start=1)
    written = [(number, line.strip()) for number, line in lines if line.split("#")[0].strip()]
    if not written:
        # Translators: {path} is a file, or "standard input".
        raise InvalidSpec(_("{path} holds no secret; write one a line").format(path=named))
    parse = GAMES[rules.game].part("cli.secret")
    for number, line in written:
        try:
            yield rules.format_secret(parse(rules, line) if parse else rules.parse_secret(line))
        except MastermineError as error:
            raise InvalidSpec(
                _("{path}, line {n}, {text!r}: {error}").format(
                    path=named, n=number, text=line, error=error
                )
            ) from None


def _text(path: str, named: str) -> str:
    """What a file holds, or standard input for ``-``. Raises InvalidSpec, with this name."""
    try:
        with click.open_file(path, encoding="utf-8-sig") as file:
            return str(file.read())
    except (OSError, ValueError) as error:
        told = system_reason(error) if isinstance(error, OSError) else _("it is no text")
        raise InvalidSpec(
            _("the secrets in {path} cannot be read: {error}").format(path=named, error=told)
        ) from None


def check_resume(may: tuple[str, ...]) -> None:
    """Raises UsageError for what a run that is gone on with has already.

    ``may``: the parameters of this command that may be given nevertheless.
    """
    context = click.get_current_context()
    given = [
        _called(parameter, context)
        for parameter in context.command.params
        if parameter.name not in ("resume", *KEEPING, *may)
        and context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(
            # Translators: {these} are options and arguments, such as --seed and SPEC.
            _(
                "--resume takes the game, who plays, and all else from the run: leave {these} out"
            ).format(these=listed(given))
        )


def _called(parameter: click.Parameter, context: click.Context) -> str:
    """What a person writes: ``--long``, or what stands for an argument."""
    if isinstance(parameter, click.Argument):
        return re.sub(r"^\[(\w+…?)\]$", r"\1", parameter.make_metavar(context))
    return max(parameter.opts, key=len)


def resumed(store: Store, name: str, rounds: int | None) -> Conducted:
    """The run of this name, where it was left. Raises InvalidSpec.

    ``rounds``: so many it is to have, where its secrets are drawn.
    """
    number = store.resolve(name)
    kept = store.kept(number)
    if is_duel(kept.command) and not kept.finished:
        raise InvalidSpec(
            _("run {n} is a duel: mastermine duel --resume {n} goes on with it").format(n=number)
        )
    if rounds is not None:
        lengthen(store, kept, rounds)
    return Conducted.resume(store, number)


def notation_of(run: Run, colours: str | None) -> Notation | None:
    """The colours' own names, where they have any. Raises InvalidSpec, UsageError."""
    if colours is None:
        return None
    notation = GAMES[run.rules.game].part("notation")
    if notation is None:
        raise click.UsageError(_("--colours is for Mastermind: there are none in Minesweeper"))
    named: Notation = notation(run.rules, colours.split(","))
    return named
