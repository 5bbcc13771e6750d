"""The ladder: our strategies and engines of others on the same secrets, in one page.

Each player has a run of its own in the ladder's store, with the same seed, so that a new player
plays alone and everything can be stopped at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from mastermine import __version__
from mastermine.arena.ranking import ranking
from mastermine.arena.reproduce import command_of
from mastermine.arena.run import FAILED, Game, Run, is_risky
from mastermine.arena.secret_source import Every, Sample
from mastermine.arena.sequential import SequentialTest, Verdict, gains, lost_turns, reach
from mastermine.arena.standings import Score, Standings
from mastermine.arena.worker import clock_of, play_part
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.options import read_home
from mastermine.core.oracle import Honest
from mastermine.core.play import Record, play
from mastermine.core.random import Random
from mastermine.engines.command import PREFIX, Asker
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, nearest
from mastermine.registry import GAMES, find_strategy, parse_rules
from mastermine.system.folders import data_folder, write_at_once

if TYPE_CHECKING:
    from mastermine.arena.store import Store
    from mastermine.core.game import View
    from mastermine.core.strategy import Strategy

SEED = "ladder"

SPECS = {"mastermind": "4x6", "minesweeper": "expert"}
"""The rules of each ladder."""

OURS = {
    "mastermind": ("knuth", "entropy", "most-parts", "expected-size", "optimal"),
    "minesweeper": ("champion", "farsighted", "endgame", "pseq", "safest", "single-point"),
}
"""Our players."""

ROUNDS = 10_000
"""Number of rounds where secrets are drawn; in Mastermind every code is played."""

MARGINS = {"mastermind": 0.05, "minesweeper": 0.01}
"""Differences that the test of neighbours detects: guesses, or part of the games won."""

TIMED_SECONDS = 5.0
TIMED_GAMES = 20
"""The time of a move is measured in so many games, or in this time."""

MAX_DISPUTES = 20
"""Number of failed games of a player whose moves are written."""


class Added(NamedTuple):
    """An engine that the user added."""

    command: str
    about: str = ""
    """Text for the page, such as its version and commit."""


@dataclass
class Ladder:
    """The engines that the user added, in a file."""

    file: Path
    engines: dict[str, Added] = field(default_factory=dict)
    """Engines by name."""

    @classmethod
    def read(cls, file: Path | None = None) -> Ladder:
        """Reads the file, or that of the user. Raises InvalidSpec if it is damaged."""
        file = data_folder() / "ladder.json" if file is None else file
        if not file.exists():
            return cls(file)
        try:
            read = json.loads(file.read_text("utf-8"))
            engines = {name: Added(each["command"], each["about"]) for name, each in read.items()}
            if not all(isinstance(text, str) for each in engines.values() for text in each):
                raise ValueError(engines)
        except (OSError, ValueError, AttributeError, KeyError, TypeError):
            raise InvalidSpec(
                _("{file} is damaged; delete it and add the engines again").format(file=file)
            ) from None
        return cls(file, engines)

    def add(self, name: str, command: str, about: str = "") -> list[str]:
        """Adds an engine; returns the games that it plays. Raises InvalidSpec."""
        if not name.replace("-", "").replace("_", "").isalnum():
            raise InvalidSpec(_("{name!r} is not a name: use letters and digits").format(name=name))
        if any(name in names for names in OURS.values()):
            raise InvalidSpec(
                _("{name} is a player of the ladder; choose another name").format(name=name)
            )
        plays = games_of(command)
        if not plays:
            raise InvalidSpec(_("{name} plays no game of the ladder").format(name=name))
        for game in plays:
            find_strategy(PREFIX + command, game)
        self._save({**self.engines, name: Added(command, about)})
        return plays

    def remove(self, name: str) -> None:
        """Removes an engine; its games stay in the store. Raises InvalidSpec."""
        if name not in self.engines:
            raise InvalidSpec(
                _("there is no engine {name!r} in the ladder; {hint}").format(
                    name=name, hint=nearest(name, list(self.engines))
                )
            )
        self._save({key: value for key, value in self.engines.items() if key != name})

    def _save(self, engines: dict[str, Added]) -> None:
        self.engines = engines
        written = {name: each._asdict() for name, each in engines.items()}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_at_once(self.file, json.dumps(written, ensure_ascii=False, indent=1) + "\n")

    def players(self, game: str) -> Iterator[tuple[str, Strategy, str]]:
        """Yields the players of a game: names, strategies, and texts about them.

        Raises InvalidSpec.
        """
        for name in OURS[game]:
            yield name, find_strategy(name, game), ""
        for name, (command, about) in self.engines.items():
            if game in games_of(command):
                yield name, find_strategy(PREFIX + command, game), about


def games_of(command: str) -> list[str]:
    """Returns the games of the ladder that an engine plays. Raises InvalidSpec."""
    with Asker(read_home(PREFIX + command).command or "").engine() as engine:
        return sorted(engine.plays & SPECS.keys())


def run_of(game: str, strategy: Strategy, rounds: int = ROUNDS) -> Run:
    """Returns the run of a player."""
    rules = parse_rules(SPECS[game])
    secrets = Sample(rounds) if is_risky(rules) else Every.of(rules)
    return replace(Run.of(rules, [strategy], 1, SEED, moves=False), field=secrets)


def stored_run(store: Store, run: Run) -> int | None:
    """Returns the number of a run in the store; the number of rounds may differ."""
    for stored in store.runs():
        if replace(stored.run, field=run.field) == run:
            return stored.id
    return None


@dataclass
class Pace:
    """Plays as a strategy and measures the time of its moves, in seconds."""

    strategy: Strategy
    moves: int = 0
    cpu: float = 0.0
    """Processor time, with that of its engine."""
    elapsed: float = 0.0

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        clock = clock_of(self.strategy)
        cpu, start = clock(), perf_counter()
        try:
            return self.strategy(view)
        finally:
            self.moves += 1
            self.cpu += clock() - cpu
            self.elapsed += perf_counter() - start

    @property
    def milliseconds(self) -> tuple[float, float]:
        """Processor time and elapsed time of a move."""
        return 1000 * self.cpu / self.moves, 1000 * self.elapsed / self.moves


def pace_of(run: Run) -> Pace:
    """Measures a player in a few games, one at a time."""
    rules = run.rules
    pace = Pace(run.entrants[0].strategy(rules.game))
    for number in range(TIMED_GAMES):
        rng = Random(f"{SEED} pace {number}")
        with suppress(MastermineError):
            play(rules, pace, Honest(rules, None, rng), rng)
        if pace.elapsed > TIMED_SECONDS:
            break
    return pace


@dataclass(frozen=True)
class Rung:
    """A player and its results."""

    name: str
    run: Run
    games: list[Game]
    drew: bool
    pace: tuple[float, float]
    """Milliseconds of a move: of the processor, and elapsed."""
    about: str = ""
    """Text for the page, such as its version and commit."""

    @property
    def title(self) -> str:
        """Its name, with the text about it in brackets."""
        return f"{self.name} ({self.about})" if self.about else self.name

    @property
    def score(self) -> Score:
        """Its score over all games that all players have played."""
        return standings_of([self]).scores[0]

    @property
    def exact(self) -> bool:
        """True if every secret was played, and no random number."""
        return isinstance(self.run.field, Every) and not self.drew

    @property
    def command(self) -> str:
        """The command that plays the same games."""
        return command_of(self.run)

    def figure(self) -> str:
        """Formats its result with the standard error."""
        score = self.score
        if self.run.risky:
            return f"{100 * (score.win_rate or 0):.2f} ± {100 * (score.win_rate_error or 0):.2f} %"
        mean = "–" if score.average is None else f"{score.average:.4f}"
        error = (
            "" if self.exact or score.standard_error is None else f" ± {score.standard_error:.4f}"
        )
        # Translators: {n} is a number of lost games, after an average.
        lost = _(", {n} lost").format(n=whole(score.losses)) if score.losses else ""
        return f"{mean}{error}{lost}"

    def disputes(self) -> Iterator[tuple[Game, Record]]:
        """Plays the failed games again, with their moves."""
        failed = [game for game in self.games if game.outcome == FAILED]
        for game in failed[:MAX_DISPUTES]:
            [again] = play_part(
                replace(self.run, moves=True), range(game.round, game.round + 1)
            ).games
            yield game, again.record(self.run)


def standings_of(rungs: Sequence[Rung]) -> Standings:
    """Returns the standings of players over the rounds that all have played."""
    names = [rung.name for rung in rungs]
    standings = Standings(names, rungs[0].run.risky)
    rounds = zip(*(rung.games for rung in rungs), strict=False)
    games = [game._replace(entrant=at) for games in rounds for at, game in enumerate(games)]
    standings.add(games, [at for at, rung in enumerate(rungs) if rung.drew])
    return standings


def best_first(rungs: Iterable[Rung]) -> list[Rung]:
    """Sorts players by the games won, or by the average number of guesses."""

    def cost(rung: Rung) -> float:
        score, lost = rung.score, lost_turns(rung.run.rules)
        if lost is None:
            return -score.wins / score.games
        return (score.total + lost * score.losses) / score.games

    return sorted(rungs, key=cost)


def verdict(first: Rung, second: Rung) -> str:
    """Says whether a player is better than the next one, by the sequential test of ``duel``."""
    rules = first.run.rules
    if first.exact and second.exact:
        return _("exact")
    margin = MARGINS[rules.game]
    test = SequentialTest(margin, reach=reach(rules, margin))
    pairs = zip(first.games, second.games, strict=False)
    for gain in gains([game for pair in pairs for game in pair], lost_turns(rules)):
        if test.add(gain):
            break
    match test.verdict:
        case Verdict.BETTER:
            # Translators: {n} is a number of rounds after which a test decided.
            return _("better ({n})").format(n=whole(test.rounds))
        case Verdict.NOT_BETTER:
            # Translators: {n} is a number of rounds after which a test decided.
            return _("not better ({n})").format(n=whole(test.rounds))
        case _none:
            return _("open")


def section(game: str, rungs: Sequence[Rung], disputes: Path) -> str:
    """Returns the part of the page about a game; the moves of failed games go to a file."""
    rules = parse_rules(SPECS[game])
    ordered = best_first(rungs)
    standings = standings_of(ordered)
    rated = {each.strategy: each for each in ranking(standings)}
    heads = [
        "",
        _("player"),
        _("games won") if is_risky(rules) else _("guesses"),
        _("rating"),
        _("than the next"),
        _("ms of CPU a move"),
        _("ms a move"),
    ]
    lines = [
        f"## {_(GAMES[game].title)}: {rules.spec()}\n",
        _row(heads),
        _row(["---"] * len(heads)),
    ]
    for at, rung in enumerate(ordered):
        rating = rated[rung.name]
        following = ordered[at + 1] if at + 1 < len(ordered) else None
        cells = [
            str(at + 1),
            rung.name,
            rung.figure(),
            f"{rating.rating:+.0f} ± {rating.error:.0f}",
            "" if following is None else verdict(rung, following),
            *(f"{each:.3g}" for each in rung.pace),
        ]
        lines.append(_row(cells))
    lines += ["", *(f"- {rung.title}: `{rung.command}`" for rung in ordered)]
    records = []
    for rung in ordered:
        for failed, record in rung.disputes():
            records.append(record)
            review = f"mastermine review {disputes.name} {len(records)}"
            lines.append(f"- {rung.name}, {failed.failure} (`{review}`)")
    if records:
        text = "".join(f"{record.to_json()}\n" for record in records)
        write_at_once(disputes, text)
    return "\n".join(lines) + "\n"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def page(sections: Iterable[str]) -> str:
    """Returns the page."""
    head = _(
        "# Ladder\n\n"
        "The players play the same secrets (mastermine {version}, seed {seed}). After ± comes "
        "the standard error. *Than the next*: the sequential test of `mastermine duel` over the "
        "same rounds, with their number; *exact* where every code was played. The time of a move "
        "is measured apart, one game at a time.\n"
    ).format(version=__version__, seed=SEED)
    return "\n".join([head, *sections])
