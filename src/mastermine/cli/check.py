"""The command ``mastermine check``: conformance tests of a strategy."""

from __future__ import annotations

from contextlib import suppress
from itertools import chain, groupby
from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.command_line import seed_option
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import N_, _, nearest, ngettext

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

VIOLATION_EXIT_STATUS = 1
"""Exit status if a strategy breaks a rule."""


@click.command(
    help=_(
        "Check that a strategy follows the rules and finishes its games.\n\n"
        "STRATEGY is FILE.py:NAME, FILE.py for all strategies in the file, or a name. It plays "
        "small games of every kind. Its moves must be legal and repeatable: the same turns and "
        "random numbers must give the same move. It must not change the objects that it gets, and "
        "must finish every game. Each violation is printed in one line; the exit status is then "
        "1.\n\n"
        "\b\n"
        "  mastermine check careful.py\n"
        "  mastermine check careful.py:careful:depth=3\n"
        "  mastermine check random --endless"
    )
)
@click.argument("strategy", metavar=_("STRATEGY"))
@click.option(
    "--endless",
    is_flag=True,
    help=_("Check only the first moves of a strategy that may never finish."),
)
@output.seconds_option(
    N_("Time limit in seconds for each game; exceeding it ends the check."),
    default=60,
)
@output.memory_option
@seed_option(used=False)
@output.json_option
@click.pass_context
def check(
    ctx: click.Context,
    strategy: str,
    endless: bool,
    seconds: float,
    memory: int | None,
    as_json: bool,
) -> None:
    results = []
    for each in _find_strategies(strategy):
        findings, tried = _check(each, not endless, seconds, memory)
        results.append(
            {"strategy": each.name, "game": each.game, "findings": findings, "tried": tried}
        )
        if not as_json:
            _show(each, findings, tried, not endless)
    if as_json:
        output.print_json({"strategies": results})
    if any(result["findings"] for result in results):
        ctx.exit(VIOLATION_EXIT_STATUS)


def _find_strategies(text: str) -> list[Strategy]:
    """Returns the strategies that a text names, of any game. Raises InvalidSpec."""
    from mastermine.core.options import read_home
    from mastermine.core.strategy_file import missing, read_source, strategies_in
    from mastermine.registry import (
        GAMES,
        OtherGame,
        find_strategy,
        strategy_names,
        unknown_strategy,
    )

    home = read_home(text)
    if home.path is not None:
        in_file = strategies_in(home.path, read_source(home.path))
        named = [each for each in in_file if home.name in ("", each.name)]
        if not named:
            raise InvalidSpec(missing(home.path, home.name, in_file))
        return [each.having(**dict(home.options)) for each in named]
    if home.command is not None:
        from mastermine.engines.check import games_of

        return [find_strategy(text, game) for game in games_of(home.command)]
    known = [name for game in GAMES for name in strategy_names(game)]
    if home.name not in known:
        raise unknown_strategy(home.name, nearest(home.name, known))
    for game in GAMES:
        with suppress(OtherGame):
            return [find_strategy(text, game)]
    raise AssertionError(text)


def _check(
    strategy: Strategy, finishes: bool, seconds: float, memory: int | None
) -> tuple[list[str], list[str]]:
    """Returns the findings and the games tried; runs users' strategies in another process."""
    from mastermine.arena.executors import workers
    from mastermine.arena.pools.resilient_executor import ResilientExecutor, WorkerDied
    from mastermine.arena.reproduce import is_ours

    if is_ours(strategy):
        return _findings(strategy, finishes, seconds)
    with workers(2, memory=memory) as executor:
        assert isinstance(executor, ResilientExecutor)
        try:
            result: tuple[list[str], list[str]] = executor.alone(
                _findings, strategy, finishes, seconds, tries=1
            ).result()
        except WorkerDied as error:
            finding = _("strategy {name}: {error}").format(name=strategy.title, error=error)
            return [finding], []
    return result


def _findings(strategy: Strategy, finishes: bool, seconds: float) -> tuple[list[str], list[str]]:
    """Returns the violations, one line each, and the games tried."""
    from mastermine.arena.watchdog import OutOfTime, allowed
    from mastermine.core.options import read_home
    from mastermine.engines.check import protocol_checks
    from mastermine.testing import checks

    if strategy.interactive:
        raise InvalidSpec(
            _("strategy {name} asks a person; it cannot be checked").format(name=strategy.name)
        )
    found: list[str] = []
    tried: list[str] = []
    command = read_home(strategy.home).command
    protocol = () if command is None else protocol_checks(command, strategy.game)
    for what, part in chain(protocol, checks(strategy, finishes=finishes)):
        tried.append(what)
        try:
            with allowed(seconds):
                if part() is False:  # It refuses these rules.
                    tried.pop()
        except (AssertionError, MastermineError) as error:
            found.append(" ".join(str(error).split()))
        except OutOfTime:
            found.append(
                _("strategy {name} in {rules}: it takes longer than {n} s").format(
                    name=strategy.title, rules=what, n=plain(seconds)
                )
            )
            break  # Every other game would take as long.
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            found.append(
                _("strategy {name} in {rules}: it raises {error}").format(
                    name=strategy.title, rules=what, error=strategy.blame(error)
                )
            )
    return found, tried


def _show(strategy: Strategy, findings: list[str], tried: list[str], finishes: bool) -> None:
    from mastermine.arena.run import is_risky
    from mastermine.registry import bare_spec, parse_rules

    # The situation stands before the colon.
    for _reason, same in groupby(findings, lambda finding: finding.partition(": ")[2]):
        first, *others = same
        click.echo(first)
        if others:
            click.echo(
                ngettext(
                    "The same in {n} more game", "The same in {n} more games", len(others)
                ).format(n=len(others))
            )
    if findings:
        return
    specs = [bare_spec(what) for what in tried if ":" in what]
    played = (
        # Translators: follows "Checked:"; {specs} are sizes, such as 2x3, 3x4.
        _("the first moves in {specs}")
        if not finishes
        # Translators: follows "Checked:"; {specs} are sizes, such as 3x3x1, 4x4x2.
        else _("games in {specs}")
        if is_risky(parse_rules(tried[-1]))
        # Translators: follows "Checked:"; {specs} are sizes, such as 2x3, 3x4.
        else _("every code of {specs}")
    )
    click.echo(
        # Translators: {played} is such as "every code of 2x3, 3x4".
        _("{name} passed. Checked: {played}.").format(
            name=strategy.name, played=played.format(specs=", ".join(specs))
        )
    )
