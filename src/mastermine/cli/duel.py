"""``mastermine duel``: is one strategy better than another? As many rounds as it takes to say."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

import click

from mastermine.cli import output
from mastermine.cli.run_progress import Conducted, opened, tell_kept
from mastermine.command_line import limit_option, seed_option
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import plain
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
        "Say whether strategy A is better than strategy B, after as few rounds as that takes.\n\n"
        "Both play the same codes, or minefields, until a sequential test knows: either A is "
        "better, or it is not better by the margin. Of strategies without any difference at most "
        "a part alpha is called better; of those that differ by the margin at most a part beta is "
        "not. A code that is not found counts as one guess more than the limit. Every code of a "
        "small game once is exact: mastermine match --every.\n\n"
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
    help=_("The game, also as first word.  [default: classic, or expert where A plays that]"),
)
@click.option(
    "--margin",
    type=float,
    metavar=_("M"),
    help=_(
        "How much better is to be found out: guesses a code, or percentage points of the win rate "
        "in Minesweeper.  [default: 0.05, or 1]"
    ),
)
@click.option(
    "--alpha",
    type=float,
    metavar=_("P"),
    default=0.05,
    show_default=True,
    help=_("How often A may be called better when it is not."),
)
@click.option(
    "--beta",
    type=float,
    metavar=_("P"),
    default=0.05,
    show_default=True,
    help=_("How often A may be called not better when it is, by the margin."),
)
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    metavar=_("N"),
    default=100_000,
    show_default=True,
    help=_("The most rounds."),
)
@limit_option
@output.game_time_option
@output.resume_option
@output.no_store_option
@output.store_option
@output.jobs_option
@output.cluster_option
@seed_option()
@output.json_option
def duel(
    words: tuple[str, ...],
    resume: str | None,
    store: str | None,
    no_store: bool,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    from mastermine.cli import run_options

    if resume is not None:
        run_options.check_resume(())
    screen = output.console()
    with opened(store, not no_store, create=resume is None) as keeping:
        if keeping and resume is not None:
            fought = resumed(keeping, keeping.resolve(resume))
        else:
            run, test = _run(words, options)
            fought = Duel.begin(run, keeping, _command(run, options))
            fought.test = test
        test = fought.test
        if not fought.run.risky:
            output.tell_slow(fought.run.rules)
        if test.verdict is None:
            try:
                for _games in fought.parts(jobs, cluster):
                    pass
            except KeyboardInterrupt:  # It came between two parts.
                fought.interrupted = True
        if test.verdict:
            fought.end()
    if as_json:
        output.print_json(fought.data())
    else:
        fought.show(screen)
        tell_kept(fought)
    if fought.interrupted:
        raise KeyboardInterrupt


class Duel(Conducted):
    """A run of two that ends with the verdict of a sequential test."""

    test: SequentialTest
    command: ClassVar[str] = "duel"

    def _played(self, jobs: int | None, cluster: str | None) -> Iterator[Part]:
        from mastermine.arena.sequential import lost_turns, until_verdict

        parts = super()._played(jobs, cluster)
        return until_verdict(parts, self.test, lost_turns(self.run.rules))

    def replay(self, store: Store, number: int) -> None:
        """Let the test see the rounds that were played before."""
        from mastermine.arena.sequential import gains, lost_turns

        for games in store.games(number):
            for gain in gains(games, lost_turns(self.run.rules)):
                self.test.add(gain)

    def end(self) -> None:
        """Let the rounds that were played be all that were to be played."""
        from mastermine.arena.secret_source import Sample

        self.run = replace(self.run, field=Sample(self.standings.rounds))
        self.missing = []
        if self.store and self.id:
            self.store.resize(self.id, self.run.rounds, self.written)

    def standing(self) -> str:
        from mastermine.cli import verdict

        return f"{verdict.ratio(self.test)}  {super().standing()}"

    def data(self, **compared: bool) -> dict[str, Any]:
        of_test = {**self.test.to_dict(), "comparison": self._comparison().to_dict()}
        return {**super().data(**compared), **of_test}

    def show(self, screen: Console, **compared: bool) -> None:
        from mastermine.cli import verdict

        super().show(screen, **compared)
        for line in verdict.sentences(self.run, self.test, self._comparison()):
            screen.print(line, soft_wrap=True)

    def _comparison(self) -> Comparison:
        from mastermine.arena.comparison import compare

        return compare(self.standings, 0, 1, self.run)


def resumed(store: Store, number: int) -> Duel:
    """The duel of this number, where it was left. Raises InvalidSpec for a run that is none."""
    from mastermine.arena.reproduce import is_duel

    kept = store.kept(number)
    if not is_duel(kept.command):
        raise InvalidSpec(
            _("run {n} is no duel: mastermine match --resume {n} goes on with it").format(n=number)
        )
    options = duel.make_context("duel", shlex.split(kept.command)[2:]).params
    fought = Duel.resume(store, number)
    fought.test = _test(fought.run, options)
    fought.replay(store, number)
    return fought


def _sides(words: tuple[str, ...], game: str | None) -> tuple[str, str, str]:
    """The game, and the two who play it. Raises UsageError, InvalidSpec."""
    from mastermine.registry import parse_rules

    if len(words) == 3 and game is None:
        if _is_game(words[2]) and not _is_game(words[0]):
            return words[2], words[0], words[1]
        parse_rules(words[0])
        return words[0], words[1], words[2]
    if len(words) == 3:
        raise click.UsageError(_("give the game once: as the first word, or with --game"))
    if len(words) != 2 or any(map(_is_game, words)):
        raise click.UsageError(
            _("a duel is between two strategies, such as mastermine duel entropy knuth")
        )
    return game or _usual(words[0]), words[0], words[1]


def _is_game(word: str) -> bool:
    from mastermine.registry import parse_rules

    try:
        parse_rules(word)
    except InvalidSpec:
        return False
    return True


def _usual(name: str) -> str:
    """The game that is meant where none is named: one that this strategy plays."""
    from mastermine.registry import OtherGame, find_strategy

    try:
        find_strategy(name, "mastermind")
    except OtherGame:
        return "expert"
    return "classic"


def _run(words: tuple[str, ...], options: dict[str, Any]) -> tuple[Run, SequentialTest]:
    """The run that the options ask for, and its test. Raises UsageError, MastermineError."""
    from mastermine.arena.run import TIME_LIMIT_SECONDS, Run
    from mastermine.arena.sequential import MIN_ROUNDS
    from mastermine.core.random import fresh_seed
    from mastermine.registry import find_strategy, parse_rules

    spec, *names = _sides(words, options["game"])
    rules = parse_rules(spec, options["limit"])
    strategies = [find_strategy(name, rules.game) for name in names]
    for strategy in strategies:
        if strategy.asks:
            raise InvalidSpec(
                _("a duel takes thousands of rounds, too many for {name}; play a match").format(
                    name=strategy.name
                )
            )
    if options["rounds"] < MIN_ROUNDS:
        raise InvalidSpec(
            ngettext(
                "no verdict comes from {n} round; it takes at least {fewest}",
                "no verdict comes from {n} rounds; it takes at least {fewest}",
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
    """The test that the options ask for. Raises InvalidSpec."""
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
