"""Builds a run from the options of a command."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mastermine.arena.reproduce import is_duel, lengthen, strategies_of
from mastermine.arena.run import TIME_LIMIT_SECONDS, Run, entrants_of, is_risky
from mastermine.arena.secret_source import Every, Field, Listed, Sample
from mastermine.cli import output
from mastermine.cli.run_progress import ActiveRun
from mastermine.cli.trust import check_run
from mastermine.core.errors import InvalidSpec, MastermineError, system_reason
from mastermine.core.random import fresh_seed
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _
from mastermine.registry import GAMES, example_strategies, parse_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.arena.store import Store
    from mastermine.cli.round_printer import Notation

DEFAULT_ROUNDS = 10
"""Default number of rounds of a match."""
UNRELATED = ("store", "jobs", "cluster", "memory", "as_json")
"""Parameters that do not affect the games of a run."""


def run_of(
    spec: str | None,
    names: tuple[str, ...],
    show: bool,
    options: dict[str, Any],
    names_of_pegs: tuple[str, ...] | None = None,
) -> Run:
    """Returns the run of a match between the strategies ``names``.

    ``names_of_pegs``: the names used in the file of secrets. Raises UsageError, MastermineError.
    """
    if spec is None:
        raise click.UsageError(_("missing argument SPEC: a game, such as classic or 4x6"))
    rules = parse_rules(spec, options["limit"])
    if not names:
        raise click.UsageError(
            # Translators: {example} and {list} are commands.
            _("name the strategies, such as {example}; {list} lists them").format(
                example=f"--strategy {','.join(example_strategies(rules.game))}",
                list="mastermine strategies",
            )
        )
    notation = notation_of(rules, names_of_pegs)
    strategies = strategies_of(names, rules)
    return Run(
        rules,
        entrants_of(strategies),
        _field(rules, options["rounds"], options["every"], options["secrets"], notation),
        fresh_seed() if options["seed"] is None else options["seed"],
        options["seconds"] or TIME_LIMIT_SECONDS,
        not is_risky(rules) or show or options["moves"] or bool(options["out"]),
    )


def _field(
    rules: Any, rounds: int | None, every: bool, secrets: str | None, notation: Notation | None
) -> Field:
    """Returns the secrets. Raises UsageError, InvalidSpec, TooLarge."""
    if (rounds is not None) + every + (secrets is not None) > 1:
        raise click.UsageError(_("use only one of --rounds, --every and --secrets"))
    if every:
        return Every.of(rules)
    if secrets is not None:
        return Listed(tuple(_secrets(rules, secrets, notation)))
    return Sample(rounds or DEFAULT_ROUNDS)


def _secrets(rules: Any, path: str, notation: Notation | None) -> Iterator[str]:
    """Reads the secrets in a file or standard input, in a notation if there is one.

    Raises InvalidSpec with the line number.
    """
    name = _("standard input") if path == "-" else path
    lines = enumerate(_text(path, name).splitlines(), start=1)
    entries = [(number, line.strip()) for number, line in lines if line.split("#")[0].strip()]
    if not entries:
        # Translators: {path} is a file, or "standard input".
        raise InvalidSpec(_("{path} contains no secret; write one per line").format(path=name))
    own = GAMES[rules.game].part("cli.secret")
    parse = partial(own, rules) if own else notation.parse if notation else rules.parse_secret
    for number, line in entries:
        try:
            yield rules.format_secret(parse(line))
        except MastermineError as error:
            raise InvalidSpec(
                _("{path}, line {n}, {text!r}: {error}").format(
                    path=name, n=number, text=line, error=error
                )
            ) from None


def _text(path: str, name: str) -> str:
    """Reads a file, or standard input for ``-``. Raises InvalidSpec, with this name."""
    try:
        with click.open_file(path, encoding="utf-8-sig") as file:
            return str(file.read())
    except (OSError, ValueError) as error:
        reason = system_reason(error) if isinstance(error, OSError) else _("not a text file")
        raise InvalidSpec(
            _("cannot read the secrets in {path}: {error}").format(path=name, error=reason)
        ) from None


def check_resume(allowed: tuple[str, ...]) -> None:
    """Raises UsageError if parameters are given that a resumed run already has.

    ``allowed``: parameters of this command that may be given.
    """
    context = click.get_current_context()
    given = [
        _display_name(parameter, context)
        for parameter in context.command.params
        if parameter.name not in ("resume", *UNRELATED, *allowed)
        and context.get_parameter_source(str(parameter.name)) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(
            # Translators: {these} are options and arguments, such as --seed and SPEC.
            _("--resume takes all settings from the run; leave out {these}").format(
                these=listed(given)
            )
        )


def _display_name(parameter: click.Parameter, context: click.Context) -> str:
    """Returns the long name of an option or the metavar of an argument."""
    if isinstance(parameter, click.Argument):
        return re.sub(r"^\[(\w+…?)\]$", r"\1", parameter.make_metavar(context))
    return max(parameter.opts, key=len)


def resumed(store: Store, name: str, rounds: int | None, trust: bool) -> ActiveRun:
    """Returns a stored run to resume. Raises InvalidSpec.

    ``rounds``: new number of rounds of a run with random secrets. ``trust``: runs its strategy
    files without a question.
    """
    number = store.resolve(name)
    stored = store.run(number)
    if is_duel(stored.command) and not stored.finished:
        raise InvalidSpec(
            # Translators: {line} is to be typed.
            _("run {n} is a duel; resume it with {line}").format(
                n=number, line=output.command_line(f"duel --resume {number}")
            )
        )
    check_run(store, stored, trust)
    if rounds is not None:
        lengthen(store, stored, rounds)
    return ActiveRun.resume(store, number)


def notation_of(rules: Any, names: tuple[str, ...] | None) -> Notation | None:
    """Returns the notation with these names, or one whose codes differ from those in files.

    None if there is neither. Raises InvalidSpec, UsageError.
    """
    notation = GAMES[rules.game].part("notation")
    if names is None:
        usual = notation and notation.of(rules)
        return usual if usual and usual.labels != usual.digits else None
    if notation is None:
        raise click.UsageError(_("--colours is for Mastermind; Minesweeper has no colours"))
    named: Notation = notation.of(rules, names)
    return named
