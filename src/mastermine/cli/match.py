"""``mastermine match``: strategies against each other, and against a person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.mastermind.evaluate import average, folded, processes
from mastermine.core.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from rich.console import Console
    from rich.table import Table

    from mastermine.arena.match import Round, Standings
    from mastermine.arena.survival import Survivors
    from mastermine.cli.mastermind.person import TerminalPerson
    from mastermine.core.play import Record
    from mastermine.core.strategy import Strategy


@click.command(
    help=_(
        "Let strategies play the same codes, or the same minefields.\n\n"
        "A round is one new code, and every strategy looks for it. Then: the codes found (wins) "
        "and not found (losses), and the average guesses of the wins with its standard error. "
        "Minesweeper: the part of the minefields opened without hitting a mine, with its standard "
        "error, the clicks that might have hit one, and the time. "
        "The strategy human is you, in Mastermind only. Ctrl-C ends the match and prints what was "
        "played.\n\n"
        "\b\n"
        "  mastermine match classic --strategy knuth,entropy,methodical --rounds 100\n"
        "  mastermine match 5x8 -s knuth,random-consistent --rounds 10 --limit 7 --show\n"
        "  mastermine match classic -s human,knuth --rounds 5 --hide-codes\n"
        "  mastermine match expert -s thesis,safest,pseq --rounds 10000"
    )
)
@output.spec_argument
@output.strategies_option
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar="N",
    default=10,
    show_default=True,
    help=_("How many codes, or minefields, are played."),
)
@output.limit_option
@click.option("--show", is_flag=True, help=_("Print each round with its guesses and answers."))
@click.option(
    "--hide-codes",
    is_flag=True,
    help=_("Never print the codes or minefields, nor the moves made in them."),
)
@output.jobs_option
@output.seed_option()
@output.json_option
def match(
    spec: str,
    names: tuple[str, ...],
    rounds: int,
    limit: int | None,
    show: bool,
    hide_codes: bool,
    jobs: int,
    seed: int | str | None,
    as_json: bool,
) -> None:
    """Rounds of the same secret for all."""
    from mastermine.arena.survival import is_perilous
    from mastermine.core.errors import InvalidSpec
    from mastermine.core.random import fresh_seed
    from mastermine.games import parse_rules
    from mastermine.mastermind.knowledge import listable

    rules = parse_rules(spec, limit)
    strategies = output.find_strategies(names, rules.game)
    seed = fresh_seed() if seed is None else seed
    people = any(strategy.asks for strategy in strategies)
    perilous = is_perilous(rules)
    if not perilous and rules.limit is None and not listable(rules):
        raise InvalidSpec(
            _("a match on {n:,} codes may never end; give a limit, such as --limit 20").format(
                n=rules.size
            )
        )
    shown: list[Round] = []
    screen = output.console(err=as_json)
    interrupted = False
    prepare: Callable[..., tuple[Standings | Survivors, Begin]] = (
        _survivors if perilous else _finders
    )
    standings, begin = prepare(rules, strategies, rounds, seed, show or people)
    try:
        # A person plays one round after the other, here.
        one = 1 if people else jobs
        with processes(one) as executor, _present(screen, hide_codes, people) as person:
            games = begin(executor)
            if not perilous:
                output.tell_slow(rules, rounds)
            for played in output.watched(games, rounds, _("playing"), quiet=people or show):
                if played is None:
                    continue
                if person:
                    person.ended(
                        next(r for r, s in zip(played.records, strategies, strict=True) if s.asks)
                    )
                if as_json:
                    shown += [played] if show else []
                elif show or people:
                    _show_round(screen, played, perilous, show, hide_codes)
                if people and hide_codes and standings.rounds < rounds:
                    click.pause(_("Press a key for the next code."), err=as_json)
    except (EOFError, click.Abort):
        click.echo(err=True)  # The input has ended, after a prompt: so has the match.
    except KeyboardInterrupt:
        interrupted = True
        click.echo(err=True)  # The prompt, or the bar, is left where it was.
    if as_json:
        data: dict[str, Any] = {
            "rules": rules.spec(),
            "rounds": standings.rounds,
            "rounds_asked": rounds,
            "stopped": standings.rounds < rounds,
            "seed": seed,
            "results": [score.to_dict() for score in standings.scores],
        }
        if show:
            data["games"] = [_round_data(played, perilous, hide_codes) for played in shown]
        output.print_json(data)
    else:
        if standings.rounds < rounds:
            screen.print(
                _("Stopped after {n:,} of {rounds:,} rounds.").format(
                    n=standings.rounds, rounds=rounds
                )
            )
        title = ngettext(
            "{spec}: {n:,} round (seed {seed})",
            "{spec}: {n:,} rounds (seed {seed})",
            standings.rounds,
        ).format(spec=rules.spec(), n=standings.rounds, seed=seed)
        screen.print(_table(title, standings))
    if interrupted:
        raise KeyboardInterrupt


Begin = Callable[["Executor | None"], "Iterator[tuple[Round | None, int]]"]
"""What starts the games: it gives each round, where it is wanted, and how many were played."""


def _finders(
    rules: Any, strategies: list[Strategy], rounds: int, seed: int | str, _watched: bool
) -> tuple[Standings, Begin]:
    """A game in which a secret is found: how soon is what counts."""
    from mastermine.arena.match import Standings, match

    standings = Standings(strategies)

    def begin(executor: Executor | None) -> Iterator[tuple[Round | None, int]]:
        games = match(rules, strategies, rounds, seed, executor)
        return ((_counted(standings, played, played), 1) for played in games)

    return standings, begin


def _survivors(
    rules: Any, strategies: list[Strategy], rounds: int, seed: int | str, watched: bool
) -> tuple[Survivors, Begin]:
    """A game that one mistake loses: how often it is won is what counts."""
    from mastermine.arena.match import match
    from mastermine.arena.survival import Survivors, survival, survive

    standings = Survivors(strategies)

    def begin(executor: Executor | None) -> Iterator[tuple[Round | None, int]]:
        if not watched:
            parts = survival(rules, strategies, rounds, seed, executor)
            return ((_counted(standings, part, None), part[0].games) for part in parts)
        games = match(rules, strategies, rounds, seed, executor)
        return (
            (_counted(standings, survive(rules, strategies, seed, [played.number]), played), 1)
            for played in games
        )

    return standings, begin


def _counted(standings: Any, part: Any, played: Round | None) -> Round | None:
    """The round, once it is counted."""
    standings.add(part)
    return played


@contextmanager
def _present(screen: Console, hide_codes: bool, people: bool) -> Iterator[TerminalPerson | None]:
    """Let a person at this terminal be asked, where one takes part, on this console's stream."""
    if not people:
        yield None
        return
    from mastermine.cli.mastermind.person import TerminalPerson
    from mastermine.core.person import present

    person = TerminalPerson(screen, hide_codes)
    token = present.set(person)
    try:
        with redirect_stdout(screen.file):
            yield person
    finally:
        present.reset(token)


def _show_round(
    screen: Console, played: Round, perilous: bool, show: bool, hide_codes: bool
) -> None:
    """How a round went: with every turn where that is asked for and nothing is to be hidden."""
    from rich.text import Text

    head = _("Round {n}").format(n=played.number)
    if not hide_codes and not perilous:
        head = _("{round}: the code was {code}").format(round=head, code=played.secret)
    screen.print(Text(head, style="bold"))
    if perilous and not hide_codes:
        for layout in _layouts(played):
            screen.print(layout, soft_wrap=True)
    rows = output.table(_("strategy"), _("guesses"), numbers=(1,))
    rows.show_header = False
    turns = show and not hide_codes
    if turns:
        rows.add_column(_("turns"))
    told = [_result(record, perilous) for record in played.records]
    names = [str(record.strategy) for record in played.records]
    room = screen.width - max(map(len, names)) - max(map(len, told)) - 6
    for name, result, record in zip(names, told, played.records, strict=True):
        rows.add_row(name, result, *([_wrapped(record, perilous, room)] if turns else []))
    screen.print(rows)
    screen.print()


def _layouts(played: Round) -> list[str]:
    """The minefield; or whose it was, where they began with different clicks."""
    if len({record.secret for record in played.records}) == 1:
        return [played.secret]
    return [f"{record.strategy}: {record.secret}" for record in played.records]


def _wrapped(record: Record, perilous: bool, width: int) -> str:
    """The turns of a game in lines of this width; no turn is broken. Of clicks only the cell."""
    from textwrap import fill

    gap = "\N{NO-BREAK SPACE}"  # Only other spaces are for breaking lines.
    if perilous:
        return fill(" ".join(cell for cell, _shown in record.turns), max(width, 20))
    turns = (f"{guess} {answer}".replace(" ", gap) for guess, answer in record.turns)
    return fill(", ".join(turns), max(width, 20)).replace(gap, " ")


def _result(record: Record, perilous: bool) -> str:
    n = len(record.turns)
    if perilous and record.outcome == "won":
        return ngettext("won, {n} click", "won, {n} clicks", n).format(n=n)
    if perilous:
        return ngettext("lost, {n} click", "lost, {n} clicks", n).format(n=n)
    if record.outcome != "won":
        return _("not found")
    return ngettext("{n} guess", "{n} guesses", n).format(n=n)


def _round_data(played: Round, perilous: bool, hide_codes: bool) -> dict[str, Any]:
    return {
        "round": played.number,
        "layout" if perilous else "code": None if hide_codes else played.secret,
        "games": [
            {
                "strategy": record.strategy,
                **({"layout": None if hide_codes else record.secret} if perilous else {}),
                "outcome": record.outcome,
                "clicks" if perilous else "guesses": len(record.turns),
                "turns": None if hide_codes else [list(turn) for turn in record.turns],
            }
            for record in played.records
        ],
    }


def _table(title: str, standings: Standings | Survivors) -> Table:
    from mastermine.arena.match import Standings

    return (
        _finders_table(title, standings)
        if isinstance(standings, Standings)
        else _survivors_table(title, standings)
    )


def _finders_table(title: str, standings: Standings) -> Table:
    rows = output.table(
        _("strategy"),
        _("wins"),
        _("losses"),
        _("average"),
        _("worst"),
        _("guesses: wins"),
        title=title,
        numbers=range(1, 5),
    )
    for score in standings.scores:
        rows.add_row(
            score.strategy,
            str(score.wins),
            str(score.losses),
            average(score.average, score.standard_error),
            "–" if score.worst is None else str(score.worst),
            folded(score.to_dict()["histogram"]),
        )
    return rows


def _survivors_table(title: str, standings: Survivors) -> Table:
    rows = output.table(
        _("strategy"),
        _("wins"),
        _("losses"),
        _("win rate, %"),
        _("guesses a game"),
        _("ms a game"),
        title=title,
        numbers=range(1, 6),
    )
    for score in standings.scores:
        rate, error = score.win_rate, score.win_rate_error
        rows.add_row(
            score.strategy,
            str(score.wins),
            str(score.losses),
            "–" if rate is None or error is None else f"{100 * rate:.2f} ± {100 * error:.2f}",
            "–" if score.guesses is None else f"{score.guesses:.3f}",
            "–" if score.milliseconds is None else f"{score.milliseconds:.3f}",
        )
    return rows
