"""The command ``mastermine duel``: a sequential test between two strategies."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import click

from mastermine.cli import output
from mastermine.cli.run_progress import ActiveRun, optional_store, report_stored
from mastermine.command_line import limit_option, seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from mastermine.arena.comparison import Comparison
    from mastermine.arena.run import Part, Run
    from mastermine.arena.sequential import SequentialTest
    from mastermine.arena.store import Store


@click.command(
    help=_(
        "Test whether strategy A is better than strategy B, in as few rounds as possible.\n\n"
        "Both play the same codes or minefields until a sequential test decides: A is better, or A "
        "is not better by the margin. If the strategies are equal, the test calls A better with "
        "probability at most alpha; if A is better by the margin, the test misses it with "
        "probability at most beta. A code that is not found counts as one guess more than the "
        "limit. For an exact comparison in a small game use mastermine match --every.\n\n"
        "\b\n"
        "  mastermine duel entropy knuth\n"
        "  mastermine duel classic most-parts entropy --margin 0.02 --alpha 0.01\n"
        "  mastermine duel thesis safest --game beginner --margin 2"
    )
)
@click.argument("words", metavar=_("[SPEC] A B"), nargs=-1)
@click.option(
    "--game",
    "-g",
    metavar=_("SPEC"),
    help=_("Game; may also be the first argument.  [default: classic; expert in Minesweeper]"),
)
@click.option(
    "--margin",
    type=float,
    metavar=_("M"),
    help=_(
        "Difference to detect, in guesses per code, or in percentage points of the win rate in "
        "Minesweeper.  [default: 0.05; 1 in Minesweeper]"
    ),
)
@click.option(
    "--alpha",
    type=float,
    metavar=_("P"),
    default=0.05,
    show_default=True,
    help=_("Probability of calling A better when it is not."),
)
@click.option(
    "--beta",
    type=float,
    metavar=_("P"),
    default=0.05,
    show_default=True,
    help=_("Probability of missing that A is better by the margin."),
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar=_("N"),
    default=100_000,
    show_default=True,
    help=_("Maximum number of rounds."),
)
@limit_option
@output.game_time_option
@output.resume_option
@output.trust_option
@output.no_store_option
@output.store_option
@output.jobs_option
@output.cluster_option
@output.memory_option
@seed_option()
@output.json_option
def duel(
    words: tuple[str, ...],
    resume: str | None,
    trust: bool,
    store: str | None,
    no_store: bool,
    jobs: int | None,
    cluster: str | None,
    memory: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    from mastermine.cli import run_options
    from mastermine.cli.trust import check_run

    if resume is not None:
        run_options.check_resume(("trust",))
    screen = output.console()
    with optional_store(store, not no_store, create=resume is None) as opened:
        if opened and resume is not None:
            number = opened.resolve(resume)
            check_run(opened, opened.run(number), trust)
            active = resumed(opened, number)
        else:
            run, test = _run(words, options)
            active = Duel.begin(run, opened, _command(run, options))
            active.test = test
        test = active.test
        if not active.run.risky:
            output.warn_slow(active.run.rules)
        if test.verdict is None:
            try:
                for _games in active.parts(jobs, cluster, memory=memory):
                    pass
            except KeyboardInterrupt:  # Between two chunks.
                active.interrupted = True
        if test.verdict:
            active.end()
    if as_json:
        output.print_json(active.data())
    else:
        active.show(screen)
        report_stored(active)
    if active.interrupted:
        raise KeyboardInterrupt


class Duel(ActiveRun):
    """A run of two strategies that ends with the verdict of a sequential test."""

    test: SequentialTest
    command: ClassVar[str] = "duel"

    def _play(self, jobs: int | None, cluster: str | None, memory: int | None) -> Iterator[Part]:
        from mastermine.arena.sequential import lost_turns, until_verdict

        parts = super()._play(jobs, cluster, memory)
        return until_verdict(parts, self.test, lost_turns(self.run.rules))

    def replay(self, store: Store, number: int) -> None:
        """Feeds the test the rounds played before."""
        from mastermine.arena.sequential import gains, lost_turns

        for games in store.games(number):
            for gain in gains(games, lost_turns(self.run.rules)):
                self.test.add(gain)

    def end(self) -> None:
        """Sets the number of rounds of the run to those played."""
        from mastermine.arena.secret_source import Sample

        self.run = replace(self.run, field=Sample(self.standings.rounds))
        self.missing = []
        if self.store and self.id:
            self.store.resize(self.id, self.run.rounds, self.start_command)

    def status(self) -> str:
        from mastermine.cli import verdict

        return f"{verdict.ratio(self.test)}  {super().status()}"

    def data(self, **comparisons: bool) -> dict[str, Any]:
        of_test = {**self.test.to_dict(), "comparison": self._comparison().to_dict()}
        return {**super().data(**comparisons), **of_test}

    def show(self, screen: Console, *, ranking: bool = False, **_pairs: bool) -> None:
        """Prints the standings and the verdict, which compares the pair."""
        from mastermine.cli import verdict

        super().show(screen, ranking=ranking)
        if not self.standings.rounds:
            return
        for line in verdict.sentences(self.run, self.test, self._comparison()):
            screen.print(line, soft_wrap=True)
        if exact := self._exact_line():
            screen.print(
                # Translators: {command} is to be typed; the form is for {n}.
                ngettext(
                    "For the exact result over the only code: {command}",
                    "For the exact result over all {n} codes: {command}",
                    self.run.rules.secret_count,
                ).format(n=whole(self.run.rules.secret_count), command=output.command_line(exact)),
                soft_wrap=True,
            )

    def _exact_line(self) -> str | None:
        """Returns the command that replaces a duel of strategies without random numbers, if any."""
        from mastermine.cli.evaluate import MAX_SERIAL_CODES
        from mastermine.core.game import Divisible
        from mastermine.registry import bare_spec

        rules = self.run.rules
        listed = isinstance(rules.knowledge(), Divisible) and rules.secret_count <= MAX_SERIAL_CODES
        if not listed or any(score.drew or score.failures for score in self.standings.scores):
            return None
        names = ",".join(entrant.home for entrant in self.run.entrants)
        return shlex.join(["evaluate", bare_spec(rules.spec()), "--strategy", names])

    def _comparison(self) -> Comparison:
        from mastermine.arena.comparison import compare

        return compare(self.standings, 0, 1, self.run)


def resumed(store: Store, number: int) -> Duel:
    """Returns a stored duel to resume.

    Raises InvalidSpec for a run that is no duel, StoreError for a command that cannot be read.
    """
    from mastermine.arena.reproduce import is_duel

    stored = store.run(number)
    if not is_duel(stored.command):
        raise InvalidSpec(
            # Translators: {line} is to be typed.
            _("run {n} is not a duel; resume it with {line}").format(
                n=number, line=output.command_line(f"match --resume {number}")
            )
        )
    try:
        options = duel.make_context("duel", shlex.split(stored.command)[2:]).params
    except (ValueError, click.ClickException, click.exceptions.Exit):
        raise store.damaged(number) from None
    active = Duel.resume(store, number)
    if len(active.run.entrants) != 2:
        raise store.damaged(number)
    active.test = _test(active.run, options)
    active.replay(store, number)
    return active


def _sides(words: tuple[str, ...], game: str | None) -> tuple[str, str, str]:
    """Returns the game and the two strategies. Raises UsageError, InvalidSpec."""
    from mastermine.registry import example_strategies, parse_rules

    if len(words) == 3 and game is None:
        if _is_game(words[2]) and not _is_game(words[0]):
            return words[2], words[0], words[1]
        parse_rules(words[0])
        return words[0], words[1], words[2]
    if len(words) == 3:
        raise click.UsageError(_("give the game once: as the first word, or with --game"))
    if len(words) != 2 or any(map(_is_game, words)):
        spec = game or next(filter(_is_game, words), "classic")
        names = " ".join(example_strategies(parse_rules(spec).game))
        raise click.UsageError(
            # Translators: {command} is a command.
            _("{command} takes two strategies, such as {example}").format(
                command="mastermine duel", example=f"mastermine duel {names}"
            )
        )
    return game or _default_game(words[0]), words[0], words[1]


def _is_game(word: str) -> bool:
    from mastermine.registry import parse_rules

    try:
        parse_rules(word)
    except InvalidSpec:
        return False
    return True


def _default_game(name: str) -> str:
    """Returns the default game of a strategy."""
    from mastermine.registry import OtherGame, find_strategy

    try:
        find_strategy(name, "mastermind")
    except OtherGame:
        return "expert"
    return "classic"


def _run(words: tuple[str, ...], options: dict[str, Any]) -> tuple[Run, SequentialTest]:
    """Returns the requested run and its test. Raises UsageError, MastermineError."""
    from mastermine.arena.run import TIME_LIMIT_SECONDS, Run
    from mastermine.arena.sequential import MIN_ROUNDS
    from mastermine.core.random import fresh_seed
    from mastermine.registry import find_strategy, parse_rules

    spec, *names = _sides(words, options["game"])
    rules = parse_rules(spec, options["limit"])
    strategies = [find_strategy(name, rules.game) for name in names]
    for strategy in strategies:
        if strategy.interactive:
            raise InvalidSpec(
                _(
                    "a duel takes thousands of rounds, too many for {name}; use mastermine match"
                ).format(name=strategy.name)
            )
    if options["rounds"] < MIN_ROUNDS:
        raise InvalidSpec(
            ngettext(
                "a duel of {n} round has no verdict; it takes at least {fewest} rounds",
                "a duel of {n} rounds has no verdict; it takes at least {fewest} rounds",
                options["rounds"],
            ).format(n=options["rounds"], fewest=MIN_ROUNDS)
        )
    run = Run.of(
        rules,
        strategies,
        options["rounds"],
        fresh_seed() if options["seed"] is None else options["seed"],
        time_limit=options["seconds"] or TIME_LIMIT_SECONDS,
        moves=False,
    )
    return run, _test(run, options)


def _margin(run: Run, options: dict[str, Any]) -> float:
    margin: float | None = options["margin"]
    if margin is not None:
        return margin
    return 1.0 if run.risky else 0.05


def _test(run: Run, options: dict[str, Any]) -> SequentialTest:
    """Returns the requested test. Raises InvalidSpec."""
    from mastermine.arena.sequential import SequentialTest, reach

    margin = _margin(run, options)
    if run.risky:
        if not 0 < margin < 100:
            raise InvalidSpec(
                # Translators: {n} may have a fraction.
                _(
                    "the margin must be more than 0 and less than 100 percentage points, not {n}"
                ).format(n=plain(margin))
            )
        margin /= 100
    return SequentialTest(margin, options["alpha"], options["beta"], reach(run.rules, margin))


def _command(run: Run, options: dict[str, Any]) -> str:
    from mastermine.arena.reproduce import exactly, full_command

    words = ["duel", run.rules.spec(), *(entrant.home for entrant in run.entrants)]
    words += ["--margin", exactly(_margin(run, options))]
    for name in ("alpha", "beta"):
        words += [f"--{name}", exactly(options[name])]
    return full_command([*words, "--rounds", str(run.rounds)], run)
