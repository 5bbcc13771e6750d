"""``mastermine check``: does a strategy play fair, and to the end?"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from mastermine.cli import output
from mastermine.command_line import seed_option
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import N_, _, nearest

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

VIOLATION_EXIT_STATUS = 1
"""The exit status when a strategy violates something."""


@click.command(
    help=_(
        "Say whether a strategy plays fair, and to the end.\n\n"
        "STRATEGY is FILE.py:NAME, FILE.py for all that are in it, or a name. It plays small games "
        "of every kind: its moves must be legal; equal turns, with equal random numbers, must get "
        "an equal move; it must leave what it is shown as it is, and come to an end. What it "
        "violates is printed, a line each, and the exit status is 1.\n\n"
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
    help=_("For a strategy that may guess for ever: look at its first moves only."),
)
@output.seconds_option(
    N_(
        "How long it may take for each of the games that are tried; to take longer is a violation, "
        "and no other game is tried then."
    ),
    default=60,
)
@seed_option(used=False)
@output.json_option
@click.pass_context
def check(ctx: click.Context, strategy: str, endless: bool, seconds: float, as_json: bool) -> None:
    results = []
    for each in _found(strategy):
        findings, tried = _judged(each, not endless, seconds)
        results.append(
            {"strategy": each.name, "game": each.game, "findings": findings, "tried": tried}
        )
        if not as_json:
            _tell(each, findings, tried, not endless)
    if as_json:
        output.print_json({"strategies": results})
    if any(result["findings"] for result in results):
        ctx.exit(VIOLATION_EXIT_STATUS)


def _found(text: str) -> list[Strategy]:
    """The strategies that a text names, of whichever game. Raises InvalidSpec."""
    from mastermine.core.options import read_home
    from mastermine.core.strategy_file import missing, read_source, strategies_in
    from mastermine.registry import GAMES, OtherGame, find_strategy, strategy_names

    home = read_home(text)
    if home.path is not None:
        there = strategies_in(home.path, read_source(home.path))
        named = [each for each in there if home.name in ("", each.name)]
        if not named:
            raise InvalidSpec(missing(home.path, home.name, there))
        return [each.having(**dict(home.options)) for each in named]
    known = [name for game in GAMES for name in strategy_names(game)]
    if home.name not in known:
        raise InvalidSpec(
            _("there is no strategy {name!r}; {hint}").format(
                name=home.name, hint=nearest(home.name, known)
            )
        )
    for game in GAMES:
        with suppress(OtherGame):
            return [find_strategy(text, game)]
    raise AssertionError(text)


def _judged(strategy: Strategy, finishes: bool, seconds: float) -> tuple[list[str], list[str]]:
    """What a strategy violates, and all that was tried; one of others' in another process."""
    from mastermine.arena.executors import workers
    from mastermine.arena.pools.resilient_executor import ResilientExecutor, WorkerDied
    from mastermine.arena.reproduce import is_ours

    if is_ours(strategy):
        return _findings(strategy, finishes, seconds)
    with workers(2) as executor:
        assert isinstance(executor, ResilientExecutor)
        try:
            found: tuple[list[str], list[str]] = executor.alone(
                _findings, strategy, finishes, seconds, tries=1
            ).result()
        except WorkerDied as error:
            told = _("strategy {name}: {error}").format(name=strategy.title, error=error)
            return [told], []
    return found


def _findings(strategy: Strategy, finishes: bool, seconds: float) -> tuple[list[str], list[str]]:
    """What a strategy violates, a line each, and all that was tried."""
    from mastermine.arena.watchdog import OutOfTime, allowed
    from mastermine.testing import checks

    if strategy.asks:
        raise InvalidSpec(
            _("strategy {name} asks a person, who is not checked").format(name=strategy.name)
        )
    found: list[str] = []
    tried: list[str] = []
    for what, part in checks(strategy, finishes=finishes):
        tried.append(what)
        try:
            with allowed(seconds):
                part()
        except (AssertionError, MastermineError) as error:
            found.append(" ".join(str(error).split()))
        except OutOfTime:
            found.append(
                _("strategy {name} in {rules}: it takes longer than {n} s").format(
                    name=strategy.title, rules=what, n=plain(seconds)
                )
            )
            break  # It would take as long for each of the others.
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            found.append(
                _("strategy {name} in {rules}: it raises {error}").format(
                    name=strategy.title, rules=what, error=strategy.blame(error)
                )
            )
    return found, tried


def _tell(strategy: Strategy, findings: list[str], tried: list[str], finishes: bool) -> None:
    from mastermine.arena.run import is_perilous
    from mastermine.registry import bare_spec, parse_rules

    for finding in findings:
        click.echo(finding)
    if findings:
        return
    specs = [bare_spec(what) for what in tried if ":" in what]
    played = (
        # Translators: stands after "Tried:"; {specs} are sizes, such as 2x3, 3x4.
        _("its first moves in {specs}")
        if not finishes
        # Translators: stands after "Tried:"; {specs} are sizes, such as 3x3x1, 4x4x2.
        else _("games in {specs}")
        if is_perilous(parse_rules(tried[-1]))
        # Translators: stands after "Tried:"; {specs} are sizes, such as 2x3, 3x4.
        else _("every code of {specs}")
    )
    click.echo(
        # Translators: {played} is such as "every code of 2x3, 3x4".
        _("{name}: all is well. Tried: {played}.").format(
            name=strategy.name, played=played.format(specs=", ".join(specs))
        )
    )
