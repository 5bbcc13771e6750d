"""Measures the strength of each built-in strategy, and writes results/STRENGTH.md.

``python tools/strength.py`` measures all; ``--strategies knuth,pseq`` only these, and keeps the
other lines of results/strength.jsonl. ``--table`` only writes the page from that file. Each line is
a strategy at a game.

A deterministic strategy of Mastermind plays every code, so its figures are exact. All others play a
match with the same drawn secrets: 100, 200, 500, 1000 games and so on, while ``--seconds`` of one
core suffice.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from mastermine import __version__
from mastermine.arena import statistics
from mastermine.arena.evaluation import evaluate
from mastermine.arena.run import Run
from mastermine.arena.runner import conduct
from mastermine.arena.standings import Score, Standings
from mastermine.core.errors import MastermineError
from mastermine.core.strategy import Strategy
from mastermine.registry import find_strategy, own_strategies, parse_rules

ROOT = Path(__file__).parents[1]
STORE = ROOT / "results/strength.jsonl"
"""The page is beside it: STRENGTH.md."""

PRESETS = {
    "mastermind": ["classic", "bulls-and-cows"],
    "minesweeper": ["beginner", "intermediate", "expert"],
}
"""Presets that are played, by game."""

SEED = "strength"
SECONDS = 10.0
COMMAND = "python tools/strength.py"
PERSON = "a person"
"""Reason of a missing figure."""


@dataclass
class Measured:
    """Figures of a strategy at a game; a line of the store."""

    preset: str
    strategy: str
    version: str = __version__
    """Version of mastermine."""
    command: str = COMMAND
    games: int = 0
    exact: bool = False
    """True if every code was played and nothing was random."""
    histogram: list[int] = field(default_factory=list)
    """Mastermind: entry i counts the codes found at guess i + 1."""
    wins: int = 0
    """Minesweeper: number of games won."""
    reason: str | None = None
    """Reason of a missing figure."""

    @property
    def key(self) -> tuple[str, str]:
        return self.preset, self.strategy

    def figures(self) -> str:
        """Formats the figures with their standard error."""
        if self.reason is not None:
            return f"not measured: {self.reason}"
        if not self.histogram:
            rate = 100 * self.wins / self.games
            error = 100 * (statistics.win_rate_error(self.wins, self.games) or 0.0)
            return f"{rate:.2f} ± {error:.2f} % ({self.games:,} games)"
        mean, worst = statistics.average(self.histogram), statistics.worst(self.histogram)
        if self.exact:
            return f"{mean:.4f}, at most {worst} ({statistics.total(self.histogram):,} in all)"
        error = statistics.standard_error(self.histogram) or 0.0
        return f"{mean:.3f} ± {error:.3f}, at most {worst} ({self.games:,} games)"


Table = dict[tuple[str, str], Measured]


def load(store: Path = STORE) -> Table:
    """Reads the measurements, by preset and strategy."""
    if not store.exists():
        return {}
    found = [Measured(**json.loads(line)) for line in store.read_text("utf-8").splitlines()]
    return {each.key: each for each in found}


def save(table: Table, store: Path) -> None:
    """Writes all lines, in the order of games and names."""
    lines = [
        json.dumps(asdict(table[key]), ensure_ascii=False) for key in selected([]) if key in table
    ]
    store.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def selected(strategies: list[str]) -> list[tuple[str, str]]:
    """Returns the pairs of preset and strategy to play."""
    return [
        (preset, name)
        for game, presets in PRESETS.items()
        for preset in presets
        for name in own_strategies(game)
        if name in (strategies or [name])
    ]


def measure(preset: str, name: str, seconds: float) -> Measured:
    """Measures a strategy, without a guess limit."""
    rules = parse_rules(SPECS.get(preset, preset))
    strategy = find_strategy(name, rules.game)
    measured = Measured(preset, name)
    if strategy.interactive:
        measured.reason = PERSON
        return measured
    try:
        if rules.game == "mastermind" and not draws(rules, strategy):
            found = evaluate(rules, strategy)
            measured.games, measured.histogram = found.codes, list(found.histogram)
            measured.exact = found.exact
        else:
            score = match(rules, strategy, seconds)
            measured.games, measured.wins = score.games, score.wins
            measured.histogram = score.histogram
            if score.failures:
                measured.reason = score.failed[0].failure
    except MastermineError as error:  # it cannot play this game
        measured.reason = str(error).partition(";")[0]
    return measured


def draws(rules: Any, strategy: Strategy) -> bool:
    """Returns True if a strategy uses random numbers in a game."""
    [part] = conduct(Run.of(rules, [strategy], 1, SEED, moves=False))
    return bool(part.drew)


def match(rules: Any, strategy: Strategy, seconds: float) -> Score:
    """Plays as many games as the time allows; at least 100."""
    run = Run.of(rules, [strategy], MAX_ROUNDS, SEED, moves=False)
    standings = Standings(run.names, run.risky)
    score = standings.scores[0]
    for rounds in ladder():
        if rounds > MAX_ROUNDS or score.microseconds / 1e6 * rounds > seconds * max(score.games, 1):
            break
        for part in conduct(run, missing=[range(score.games + 1, rounds + 1)]):
            standings.add(part.games, part.drew)
    return score


MAX_ROUNDS = 1_000_000


def ladder() -> Iterator[int]:
    """Yields the numbers of games of a match: 100, 200, 500, 1000 and so on."""
    for power in count(2):
        yield from (step * 10**power for step in (1, 2, 5))


HEAD = """\
# How well the strategies play

`make strength` played these games and wrote this page from [strength.jsonl](strength.jsonl), with
mastermine {versions}; `python tools/strength.py --table` writes it again without playing.
[Strategies](../docs/reference/strategies.md) describes them.

Mastermind: the average and the maximum number of guesses per code, without a limit. A strategy that
draws no random numbers played every code, and its figures are exact: *in all* is the number of
guesses for all codes together. The others played a match. Minesweeper: the share of the games won;
[Compare](../docs/how-to/compare.md#minefields) has more games and published figures. After ± comes
the standard error.

To reproduce a line: `mastermine evaluate SPEC --strategy NAME` if it is exact, else
`mastermine match SPEC --strategy NAME --rounds GAMES --seed {seed}`; SPEC is {specs}.
"""

SPECS = {"classic": "4x6", "bulls-and-cows": "4x10-distinct"}
"""Presets of Mastermind without their guess limit."""

TITLES = {"mastermind": "Mastermind: guesses", "minesweeper": "Minesweeper: games won"}


def page(table: Table) -> str:
    """Returns the text of results/STRENGTH.md."""
    versions = ", ".join(sorted({each.version for each in table.values()})) or __version__
    specs = " or ".join(f"`{spec}`" for spec in (*SPECS.values(), "beginner"))
    parts = [HEAD.format(versions=versions, seed=SEED, specs=f"{specs} and so on")]
    for game, presets in PRESETS.items():
        lines = [
            f"## {TITLES[game]}\n",
            f"| strategy | {' | '.join(presets)} |",
            f"| --- |{' --- |' * len(presets)}",
        ]
        for name in own_strategies(game):
            if not any((preset, name) in table for preset in presets):
                continue
            cells = (cell(table, preset, name) for preset in presets)
            lines.append(f"| `{name}` | {' | '.join(cells)} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def cell(table: Table, preset: str, name: str) -> str:
    """Formats the figures of a strategy at a game."""
    found = table.get((preset, name))
    return found.figures() if found else "not measured"


def write(table: Table, store: Path) -> None:
    """Writes the page beside the store."""
    store.with_name("STRENGTH.md").write_text(page(table), "utf-8")


def options(arguments: list[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--strategies", type=several, default=[], help="such as knuth,pseq")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"of a core, for a match ({SECONDS:.0f})"
    )
    parser.add_argument("--table", action="store_true", help="play nothing, only write the page")
    parser.add_argument("--store", type=Path, default=STORE, help="where the figures are kept")
    return parser.parse_args(arguments)


def several(text: str) -> list[str]:
    """Splits a list of names at its commas."""
    return [name for name in text.split(",") if name]


def known(strategies: Iterable[str]) -> None:
    """Raises InvalidSpec for an unknown strategy."""
    names = {name for _preset, name in selected([])}
    for strategy in strategies:
        if strategy not in names:
            find_strategy(strategy)


def main(arguments: list[str]) -> None:
    """Measures, and writes the page."""
    args = options(arguments)
    try:
        known(args.strategies)
    except MastermineError as error:
        sys.exit(f"strength.py: {error}")
    table = load(args.store)
    for preset, name in [] if args.table else selected(args.strategies):
        measured = measure(preset, name, args.seconds)
        table[measured.key] = measured
        save(table, args.store)
        print(f"{preset:>14}  {name:<18} {measured.figures()}", flush=True)
    write(table, args.store)


if __name__ == "__main__":
    main(sys.argv[1:])
