"""``mastermine match``: strategies against each other, and against a person."""

from __future__ import annotations

from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Any

import click

from mastermine.cli import output
from mastermine.cli.evaluate import average, folded, processes
from mastermine.core.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from mastermine.arena.match import Round, Score
    from mastermine.cli.person import TerminalPerson
    from mastermine.core.play import Record
    from mastermine.mastermind.rules import Mastermind


@click.command(
    help=_(
        "Let strategies play the same codes.\n\n"
        "A round is one new code, and every strategy looks for it. Then: the codes found (wins) "
        "and not found (losses), and the average guesses of the wins with its standard error. "
        "The strategy human is you. Ctrl-C ends the match and prints what was played.\n\n"
        "\b\n"
        "  mastermine match classic --strategy knuth,entropy,methodical --rounds 100\n"
        "  mastermine match 5x8 -s knuth,random-consistent --rounds 10 --limit 7 --show\n"
        "  mastermine match classic -s human,knuth --rounds 5 --hide-codes"
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
    help=_("How many codes are played."),
)
@output.limit_option
@click.option("--show", is_flag=True, help=_("Print each round with its guesses and answers."))
@click.option(
    "--hide-codes",
    is_flag=True,
    help=_("Never print the codes, nor the guesses made for them."),
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
    """Rounds of the same code for all."""
    from mastermine.arena.match import Standings
    from mastermine.arena.match import match as start
    from mastermine.core.errors import InvalidSpec
    from mastermine.core.random import fresh_seed
    from mastermine.games import parse_rules
    from mastermine.mastermind.knowledge import listable

    rules = parse_rules(spec, limit)
    strategies = output.find_strategies(names, rules.game)
    seed = fresh_seed() if seed is None else seed
    people = any(strategy.asks for strategy in strategies)
    if rules.limit is None and not listable(rules):
        raise InvalidSpec(
            _("a match on {n:,} codes may never end; give a limit, such as --limit 20").format(
                n=rules.size
            )
        )
    standings = Standings(strategies)
    shown: list[Round] = []
    screen = output.console(err=as_json)
    interrupted = False
    try:
        # A person plays one round after the other, here.
        one = 1 if people else jobs
        with processes(one) as executor, _present(screen, hide_codes, people) as person:
            games = start(rules, strategies, rounds, seed, executor)
            output.tell_slow(rules, rounds)
            for played in _watched(games, rounds, quiet=people or show):
                standings.add(played)
                if person:
                    person.ended(
                        next(r for r, s in zip(played.records, strategies, strict=True) if s.asks)
                    )
                if as_json:
                    shown += [played] if show else []
                elif show or people:
                    _show_round(screen, played, show, hide_codes)
                if people and hide_codes and played.number < rounds:
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
            "seed": seed,
            "results": [score.to_dict() for score in standings.scores],
        }
        if show:
            data["games"] = [_round_data(played, hide_codes) for played in shown]
        output.print_json(data)
    else:
        if standings.rounds < rounds:
            screen.print(
                _("Stopped after {n:,} of {rounds:,} rounds.").format(
                    n=standings.rounds, rounds=rounds
                )
            )
        _show_scores(screen, rules, standings.rounds, seed, standings.scores)
    if interrupted:
        raise KeyboardInterrupt


@contextmanager
def _present(screen: Console, hide_codes: bool, people: bool) -> Iterator[TerminalPerson | None]:
    """Let a person at this terminal be asked, where one takes part, on this console's stream."""
    if not people:
        yield None
        return
    from mastermine.cli.person import TerminalPerson
    from mastermine.core.person import present

    person = TerminalPerson(screen, hide_codes)
    token = present.set(person)
    try:
        with redirect_stdout(screen.file):
            yield person
    finally:
        present.reset(token)


def _watched(games: Iterable[Round], rounds: int, quiet: bool) -> Iterator[Round]:
    """The rounds, with a bar on a terminal's standard error."""
    screen = output.console(err=True)
    if quiet or not screen.is_terminal:
        yield from games
        return
    from rich.progress import track

    yield from track(games, _("playing"), total=rounds, console=screen, transient=True)


def _show_round(screen: Console, played: Round, show: bool, hide_codes: bool) -> None:
    """How a round went: with every turn where that is asked for and nothing is to be hidden."""
    from rich.text import Text

    head = _("Round {n}").format(n=played.number)
    if not hide_codes:
        head = _("{round}: the code was {code}").format(round=head, code=played.secret)
    screen.print(Text(head, style="bold"))
    rows = output.table(_("strategy"), _("guesses"), numbers=(1,))
    rows.show_header = False
    turns = show and not hide_codes
    if turns:
        rows.add_column(_("turns"))
    told = [_result(record.outcome, len(record.turns)) for record in played.records]
    names = [str(record.strategy) for record in played.records]
    room = screen.width - max(map(len, names)) - max(map(len, told)) - 6
    for name, result, record in zip(names, told, played.records, strict=True):
        rows.add_row(name, result, *([_wrapped(record, room)] if turns else []))
    screen.print(rows)
    screen.print()


def _wrapped(record: Record, width: int) -> str:
    """The turns of a game in lines of this width; no turn is broken."""
    from textwrap import fill

    gap = "\N{NO-BREAK SPACE}"  # Only other spaces are for breaking lines.
    turns = (f"{guess} {answer}".replace(" ", gap) for guess, answer in record.turns)
    return fill(", ".join(turns), max(width, 20)).replace(gap, " ")


def _result(outcome: str | None, guesses: int) -> str:
    if outcome != "won":
        return _("not found")
    return ngettext("{n} guess", "{n} guesses", guesses).format(n=guesses)


def _round_data(played: Round, hide_codes: bool) -> dict[str, Any]:
    return {
        "round": played.number,
        "code": None if hide_codes else played.secret,
        "games": [
            {
                "strategy": record.strategy,
                "outcome": record.outcome,
                "guesses": len(record.turns),
                "turns": None if hide_codes else [list(turn) for turn in record.turns],
            }
            for record in played.records
        ],
    }


def _show_scores(
    screen: Console, rules: Mastermind, rounds: int, seed: int | str, scores: list[Score]
) -> None:
    title = ngettext(
        "{spec}: {n:,} round (seed {seed})", "{spec}: {n:,} rounds (seed {seed})", rounds
    ).format(spec=rules.spec(), n=rounds, seed=seed)
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
    for score in scores:
        rows.add_row(
            score.strategy,
            str(score.wins),
            str(score.losses),
            average(score.average, score.standard_error),
            "–" if score.worst is None else str(score.worst),
            folded(score.to_dict()["histogram"]),
        )
    screen.print(rows)
