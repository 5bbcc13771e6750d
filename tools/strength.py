"""Measures the strength of each built-in strategy, and writes results/STRENGTH.md.

``python tools/strength.py`` measures what results/strength.jsonl does not have yet, so it can be
stopped at any time; ``--strategies knuth,pseq`` plays these anew, and ``--table`` only writes the
page. Each line is a strategy at a game.

A deterministic strategy of Mastermind plays every code, so its figures are exact; others play a
match with the same drawn secrets: 100, 200, 500, 1000 games and so on, while ``--seconds`` of one
core suffice. In Minesweeper each plays ``--games``, and fewer on boards of other densities; the
strongest also starts in each cell.
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
from mastermine.arena.plots import drawing, picture_of
from mastermine.arena.results import Results
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
    "minesweeper": [
        *("beginner", "intermediate", "expert"),
        *("beginner-open", "intermediate-open", "expert-open"),
    ],
}
"""Presets that are played, by game."""

STRONGEST = "champion"

SAME_GUESSES = {"efficient"}
"""Strategies that win the same games as the strongest; they are left out."""

STARTS = {
    "expert": "![Games won by the first cell, if it is safe](starts-expert.png)",
    "expert-open": "![Games won by the first cell, if it opens an area](starts-expert-open.png)",
}
"""Presets of Minesweeper that the strongest strategy starts in each cell, and their pictures."""

OPEN_STARTS = {"beginner-open": "2.2", "intermediate-open": "2.2", "expert-open": "3.3"}
"""Where each strategy starts if the first click opens an area; else in the corner."""

MINES = range(40, 150, 10)
"""Numbers of mines on a board of the size of expert, for different densities."""

GAMES = 200_000
"""Games of Minesweeper at a level; a tenth of them at a density, a twentieth for a first cell."""

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
    levels = [
        (preset, name)
        for game, presets in PRESETS.items()
        for preset in presets
        for name in players(game)
    ]
    pairs = [*levels, *starts(), *densities()]
    return [(preset, name) for preset, name in pairs if name in (strategies or [name])]


def players(game: str) -> list[str]:
    """Returns the strategies that are measured."""
    return [name for name in own_strategies(game) if name not in SAME_GUESSES]


def starts() -> list[tuple[str, str]]:
    """Returns the pairs for all first cells; cells that mirror each other are one."""
    return [
        (preset, f"{STRONGEST}:first={x}.{y}")
        for preset in STARTS
        for x, y in parse_rules(preset).first_actions()
    ]


def densities() -> list[tuple[str, str]]:
    """Returns the pairs for all densities of mines."""
    return [(f"30x16x{n}", name) for n in MINES for name in players("minesweeper")]


def measure(preset: str, name: str, seconds: float, games: int = GAMES) -> Measured:
    """Measures a strategy, without a guess limit."""
    rules = parse_rules(SPECS.get(preset, preset))
    strategy = find_strategy(name, rules.game)
    if preset in OPEN_STARTS and "first=" not in name:
        strategy = strategy.having(first=OPEN_STARTS[preset])
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
            if rules.game == "mastermind":
                games = 0
            elif preset not in PRESETS["minesweeper"]:
                games //= 10
            elif "first=" in name:
                games //= 20
            score = match(rules, strategy, seconds, games)
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


def match(rules: Any, strategy: Strategy, seconds: float, games: int) -> Score:
    """Plays this many games; with 0 as many as the time allows, and at least 100."""
    run = Run.of(rules, [strategy], MAX_ROUNDS, SEED, moves=False)
    standings = Standings(run.names, run.risky)
    score = standings.scores[0]
    for rounds in [games] if games else ladder():
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
guesses for all codes together. The others played a match. Minesweeper: the share of the games won,
from the corner; {opens}, which opens an area
(`efficient` is not there: it guesses as `champion` does);
[Compare](../docs/how-to/compare.md#minefields) has published figures. After ± comes the standard
error.

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
    opens = ", ".join(f"`{preset}` with `:first={cell}`" for preset, cell in OPEN_STARTS.items())
    parts = [HEAD.format(versions=versions, seed=SEED, specs=f"{specs} and so on", opens=opens)]
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
    if started := [preset for preset in STARTS if has_all_starts(table, preset)]:
        parts.append("\n\n".join([STARTED, *(STARTS[preset] for preset in started)]) + "\n")
    if any(key in table for key in densities()):
        parts.append(by_density(table))
    return "\n".join(parts)


STARTED = f"""\
## Minesweeper: the first cell

How often `{STRONGEST}` wins at expert if it starts in each cell."""

DENSE = """\
## Minesweeper: density

Games won on 30x16 cells, in percent, by the number of mines.

![Games won by the number of mines, a line for each strategy](density.png)
"""


def by_density(table: Table) -> str:
    """Returns the section about densities."""
    names = players("minesweeper")
    lines = [DENSE, f"| mines | {' | '.join(f'`{name}`' for name in names)} |"]
    lines.append(f"| --- |{' --- |' * len(names)}")
    for n in MINES:
        found = [table.get((f"30x16x{n}", name)) for name in names]
        cells = (
            "not measured" if each is None or each.reason else f"{100 * each.wins / each.games:.2f}"
            for each in found
        )
        lines.append(f"| {n} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def has_all_starts(table: Table, preset: str) -> bool:
    """Returns True if each first cell of a preset is measured."""
    return all(key in table for key in starts() if key[0] == preset)


def results(table: Table, preset: str, names: list[str]) -> Results:
    """Returns the measured games of strategies as the results of a match."""
    kept = [table[preset, name] for name in names if (preset, name) in table]
    found = [each for each in kept if not each.reason]
    scores = [
        Score(each.strategy, wins=each.wins, losses=each.games - each.wins, drew=True)
        for each in found
    ]
    return Results(preset, parse_rules(preset), scores, max(each.games for each in found))


def draw(table: Table, folder: Path) -> None:
    """Draws the pictures of first cells and densities, as far as they are measured."""
    for preset in STARTS:
        if has_all_starts(table, preset):
            names = [name for of, name in starts() if of == preset]
            picture = picture_of([results(table, preset, names)], "start")
            drawing.draw(picture, folder / f"starts-{preset}.png")
    names = players("minesweeper")
    sizes = [f"30x16x{n}" for n in MINES]
    dense = [results(table, preset, names) for preset in sizes if (preset, names[0]) in table]
    if dense:
        drawing.draw(picture_of(dense, "density"), folder / "density.png")


def cell(table: Table, preset: str, name: str) -> str:
    """Formats the figures of a strategy at a game."""
    found = table.get((preset, name))
    return found.figures() if found else "not measured"


def write(table: Table, store: Path) -> None:
    """Writes the page and its pictures beside the store."""
    draw(table, store.parent)
    store.with_name("STRENGTH.md").write_text(page(table), "utf-8")


def options(arguments: list[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--strategies", type=several, default=[], help="such as knuth,pseq")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"of a core, for a match ({SECONDS:.0f})"
    )
    parser.add_argument(
        "--games", type=int, default=GAMES, help=f"of Minesweeper at a level ({GAMES:,})"
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
    wanted = [] if args.table else selected(args.strategies)
    for preset, name in wanted if args.strategies else [key for key in wanted if key not in table]:
        measured = measure(preset, name, args.seconds, args.games)
        table[measured.key] = measured
        save(table, args.store)
        print(f"{preset:>14}  {name:<18} {measured.figures()}", flush=True)
    write(table, args.store)


if __name__ == "__main__":
    main(sys.argv[1:])
