"""Plays Mastermind games of growing size with the strategies, and writes results/LARGE.md.

``python tools/large.py`` plays all of them; ``--games 8x12 --strategies sampled,genetic`` only
these. Each cell, a strategy at a size, is a line of results/large.jsonl, which is written after
every chunk, so that the next run resumes. ``--seed`` plays other secrets, as cells of their own;
the page has all games of a strategy together. ``--table`` only writes the page and its picture from
that file.

All strategies of a game play the same secrets, in the same order. A cell ends after ``--rounds``
games or ``--seconds`` of one core, whichever comes first. A cell with fewer than 20 games then is
omitted, and the page says why.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from math import log2
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from mastermine.arena import statistics
from mastermine.arena.executors import workers
from mastermine.arena.run import FAILED, Run
from mastermine.arena.runner import conduct
from mastermine.arena.standings import Standings
from mastermine.core.errors import MastermineError
from mastermine.i18n.languages import ENGLISH
from mastermine.i18n.text import speaking
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy, parse_rules_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from matplotlib.axes import Axes

ROOT = Path(__file__).parents[1]
STORE = ROOT / "results/large.jsonl"
"""The page and the picture are beside it: LARGE.md and large.png."""

GAMES = ["4x6", "5x8", "6x9", "8x12", "10x10", "12x12", "16x20"]
LONG = ["30x30", "60x60", "100x100"]
"""Games that only ``linear`` plays by default."""

STRATEGIES = [
    "optimal",
    "knuth",
    "entropy",
    "expected-size",
    "most-parts",
    "first-consistent",
    "random-consistent",
    "one-colour",
    "two-by-two",
    "sampled",
    "genetic",
    "evolutionary",
    "linear",
]

SEED = "large"
ROUNDS, SECONDS = 1000, 120.0
LEAST = 20
"""Minimum number of games of a mean."""
HOPELESS = 4
"""A cell that would exceed its time by this factor is abandoned."""
PATIENCE = 20.0
"""Target duration of a chunk, in seconds."""
GAME = 600.0
"""Time limit of a game, in seconds of wall time."""
SAVED = 1.0
"""Minimum interval between writes of the store, in seconds."""

GENETIC = "genetic algorithm, Berghman, Goossens & Leus 2009, as quoted elsewhere"
TICKS = [2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800]
"""Ticks of the scales of the picture."""

PUBLISHED = {
    "4x6": [
        ("4.340", "the least there is, Koyama & Lai 1993"),
        ("4.373", "most parts, Kooi 2005"),
        ("4.39", GENETIC),
        ("4.395", "expected size, Irving 1978"),
        ("4.415", "entropy, Neuwirth 1982"),
        ("4.476", "worst case, Knuth 1977, with the rule for ties used here"),
    ],
    "5x8": [("5.62", GENETIC)],
    "6x9": [("6.48", GENETIC)],
    "8x12": [("8.37", GENETIC)],
}
"""Published averages, by game."""


@dataclass
class Cell:
    """Results of a strategy at a game; a line of the store."""

    game: str
    strategy: str
    seed: str
    rounds: int = 0
    """Number of games played, from the first secret on."""
    histogram: list[int] = field(default_factory=list)
    """Entry i counts the codes found at guess i + 1."""
    failed: int = 0
    reason: str | None = None
    """Reason of its failure, or why it cannot play this game."""
    turns: int = 0
    """Number of guesses, with those of failed games."""
    microseconds: int = 0
    """CPU time of all guesses, with answers and candidates."""
    processor: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.game, self.strategy, self.seed

    @property
    def seconds(self) -> float:
        return self.microseconds / 1e6

    @property
    def mean(self) -> float | None:
        """Mean guesses per code; None for too few games, or after a failure."""
        fair = self.rounds >= LEAST and not self.failed
        return statistics.average(self.histogram) if fair else None


Cells = dict[tuple[str, str, str], Cell]


def load(store: Path) -> Cells:
    """Reads the stored cells."""
    if not store.exists():
        return {}
    cells = [Cell(**json.loads(line)) for line in store.read_text("utf-8").splitlines()]
    return {cell.key: cell for cell in cells}


def save(cells: Cells, store: Path) -> None:
    """Writes all cells, one per line; the file is replaced atomically."""
    fresh = store.with_suffix(".new")
    lines = [json.dumps(asdict(cell), ensure_ascii=False) for cell in cells.values()]
    fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    fresh.replace(store)


def play(
    cell: Cell, rounds: int, seconds: float, jobs: int, executor: Executor | None
) -> Iterator[None]:
    """Plays the missing games of a cell in chunks."""
    if enough(cell, rounds, seconds):
        return
    rules = parse_rules_of(Mastermind, cell.game)
    cell.processor, cell.reason = processor(), None
    try:
        strategies = [find_strategy(cell.strategy)]
        run = Run.of(rules, strategies, rounds, cell.seed, time_limit=GAME, moves=False)
        while not enough(cell, rounds, seconds):
            for part in conduct(run, executor, [more(cell, rounds, seconds, jobs)]):
                standings = Standings(run.names, run.risky)
                standings.add(part.games)
                score = standings.scores[0]
                cell.rounds += score.games
                cell.histogram = statistics.merged([cell.histogram, score.histogram])
                cell.failed += score.failures
                cell.turns += sum(game.turns or 0 for game in part.games)
                cell.microseconds += score.microseconds
                for game in part.games:
                    if game.outcome == FAILED:
                        cell.reason = game.failure
                yield
    except MastermineError as error:  # it cannot play this game
        cell.reason = str(error).partition(";")[0]
        yield


def enough(cell: Cell, rounds: int, seconds: float) -> bool:
    """Returns True if a cell has its games or its time, or is hopeless."""
    if cell.rounds >= rounds or cell.failed or cell.seconds >= seconds:
        return True
    return hopeless(cell, seconds)


def hopeless(cell: Cell, seconds: float) -> bool:
    """Returns True if a strategy is far too slow for a cell."""
    return cell.rounds > 0 and cell.seconds * LEAST > HOPELESS * seconds * cell.rounds


def more(cell: Cell, rounds: int, seconds: float, jobs: int) -> range:
    """Returns the numbers of the next games that fit into the time."""
    count = jobs
    if cell.rounds:
        left = min(seconds - cell.seconds, PATIENCE * jobs)
        count = max(jobs, int(left * cell.rounds / max(cell.seconds, 1e-3)))
    return range(cell.rounds + 1, min(cell.rounds + count, rounds) + 1)


def processor() -> str:
    """Names the processor."""
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text("utf-8").splitlines() if cpu_info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


# The page.

HEAD = """\
# Strategies in large games of Mastermind

`make large` played these games, and wrote this page from [large.jsonl](large.jsonl);
`python tools/large.py --table` writes it again without playing. [How the strategies
work](../docs/how-to/large.md), and [what else is known](../docs/background/open.md).

All strategies of a game played the same secrets (seed {seed}), in the same order; those with fewer
games played the first of them. Games of other seeds are added; the averages by seed are below the
table. The command for the games of a row, in this folder's parent:
```sh
python tools/large.py --games 8x12 --strategies sampled --seed {plain} --rounds 2000 --seconds 9999
```

*Guesses* is the mean with its standard error, without a limit. *ms a guess* is the time of one
core, with the runner's own work; deterministic guesses of the first four turns are cached for all
games, so the time falls with more games. A dash stands for fewer than {least} games.
"""


def page(cells: Cells, picture: bool) -> str:
    """Returns the text of results/LARGE.md."""
    parts = [HEAD.format(seed=f"`{SEED}`", plain=SEED, least=LEAST)]
    if names := sorted({cell.processor for cell in cells.values()}):
        parts.append(f"Played on {', '.join(names)}.\n")
    else:
        parts.append("Nothing was played yet.\n")
    if picture:
        parts.append("![Guesses against the size of the game](large.png)\n")
    parts.extend(
        section(game, [cell for cell in cells.values() if cell.game == game])
        for game in by_size({cell.game for cell in cells.values()})
    )
    return "\n".join(parts)


def by_size(games: Iterable[str]) -> list[str]:
    """Sorts games by size, the smallest first."""
    return sorted(games, key=lambda game: (parse_rules_of(Mastermind, game).size, game))


def section(game: str, cells: list[Cell]) -> str:
    """Returns the section of a game: its table, published averages, and omitted strategies."""
    seeds = [cell for cell in cells if cell.seed != SEED]
    seeds = [cell for cell in cells if cell.strategy in {other.strategy for other in seeds}]
    cells = pooled(cells)
    size = parse_rules_of(Mastermind, game).size
    number = f"{size:,}" if size < 10**15 else f"about {float(size):.1e}"
    lines = [
        f"## {game}: {number} codes, {log2(size):.1f} bits\n",
        "| strategy | games | guesses | worst | ms a guess |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(row(cell) for cell in sorted(cells, key=place)),
        "",
    ]
    if game in PUBLISHED:
        figures = "; ".join(f"{figure} ({whose})" for figure, whose in PUBLISHED[game])
        lines += [f"Published averages: {figures}.", ""]
    lines += [f"- {why}" for cell in sorted(cells, key=place) if (why := reason(cell))]
    lines += [
        f"- `{cell.strategy}`, seed `{cell.seed}`: {cell.rounds:,} games, {average(cell)}."
        for cell in sorted(seeds, key=lambda cell: (cell.strategy, cell.seed != SEED, cell.seed))
        if cell.mean is not None
    ]
    return "\n".join(lines).rstrip() + "\n"


def pooled(cells: Iterable[Cell]) -> list[Cell]:
    """Returns one cell per game and strategy, with the games of all seeds."""
    together: dict[tuple[str, str], Cell] = {}
    for cell in cells:
        known = together.get((cell.game, cell.strategy))
        together[cell.game, cell.strategy] = (
            cell
            if known is None
            else replace(
                known,
                rounds=known.rounds + cell.rounds,
                histogram=statistics.merged([known.histogram, cell.histogram]),
                failed=known.failed + cell.failed,
                reason=known.reason or cell.reason,
                turns=known.turns + cell.turns,
                microseconds=known.microseconds + cell.microseconds,
            )
        )
    return list(together.values())


def average(cell: Cell) -> str:
    """Formats the mean of a cell that has one, with its standard error."""
    return f"{cell.mean:.3f} ± {statistics.standard_error(cell.histogram) or 0.0:.3f}"


def place(cell: Cell) -> tuple[bool, float, str]:
    """Returns the sort key of a cell: fewest guesses first."""
    return cell.mean is None, cell.mean or 0.0, cell.strategy


def row(cell: Cell) -> str:
    """Returns a row of the table."""
    if cell.mean is None:
        figures = ["–", "–", "–", "–"]
    else:
        figures = [
            f"{cell.rounds:,}",
            average(cell),
            str(statistics.worst(cell.histogram)),
            f"{cell.microseconds / 1e3 / cell.turns:.2f}",
        ]
    return f"| `{cell.strategy}` | {' | '.join(figures)} |"


def reason(cell: Cell) -> str | None:
    """Returns why a cell has no mean."""
    if cell.mean is not None:
        return None
    if cell.reason is not None:
        return f"`{cell.strategy}`: {cell.reason}."
    if not cell.rounds:
        return f"`{cell.strategy}`: not played to the end of its first game."
    return f"`{cell.strategy}`: {cell.seconds / cell.rounds:.1f} s a game, too slow for {LEAST}."


def draw(cells: Cells, out: Path) -> bool:
    """Plots guesses against the bits of a code; returns False without data or matplotlib."""
    from importlib.util import find_spec

    measured = [cell for cell in pooled(cells.values()) if cell.mean is not None]
    if not measured or find_spec("matplotlib") is None:
        return False
    from matplotlib.figure import Figure
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    from mastermine.arena.plots import style

    with style.styled():
        figure = Figure(figsize=(7, 4.5), layout="constrained")
        axes = figure.add_subplot()
        for index, strategy in enumerate(
            s for s in STRATEGIES if any(c.strategy == s for c in measured)
        ):
            _line(axes, [cell for cell in measured if cell.strategy == strategy], index)
        axes.set(xscale="log", yscale="log")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(FixedLocator(TICKS))
            axis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:g}"))
            axis.set_minor_locator(NullLocator())
        axes.set_xlabel("bits of the code: log2 of the number of codes")
        axes.set_ylabel("guesses on average")
        axes.grid(visible=True)
        figure.legend(loc="outside right upper")
        style.write(figure, out, "png")
    return True


def _line(axes: Axes, cells: list[Cell], index: int) -> None:
    """Plots a strategy, from small games to large ones."""
    from mastermine.arena.plots import style

    order = {game: n for n, game in enumerate(by_size(cell.game for cell in cells))}
    cells = sorted(cells, key=lambda cell: order[cell.game])
    axes.errorbar(
        [log2(parse_rules_of(Mastermind, cell.game).size) for cell in cells],
        [cell.mean or 0.0 for cell in cells],
        yerr=[statistics.standard_error(cell.histogram) or 0.0 for cell in cells],
        label=cells[0].strategy,
        color=style.COLOURS[index % len(style.COLOURS)],
        marker=style.MARKERS[index % len(style.MARKERS)],
        linestyle=style.DASHES[index // len(style.COLOURS) % len(style.DASHES)],
        markersize=3.5,
        linewidth=0.9,
    )


def write(cells: Cells, store: Path) -> None:
    """Writes the page and its picture."""
    picture = store.with_name("large.png")
    drawn = draw(cells, picture)
    store.with_name("LARGE.md").write_text(page(cells, drawn or picture.exists()), "utf-8")


# The command.


def selected(games: list[str], strategies: list[str]) -> list[tuple[str, str]]:
    """Returns the pairs of game and strategy to play."""
    return [
        (game, strategy)
        for game in games or GAMES + LONG
        for strategy in strategies or (["linear"] if game in LONG else STRATEGIES)
    ]


def several(text: str) -> list[str]:
    """Splits a list of names at its commas."""
    return [name for name in text.split(",") if name]


def options(arguments: list[str]) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=several, default=[], help="such as 4x6,8x12")
    parser.add_argument("--strategies", type=several, default=[], help="such as sampled,linear")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"games a cell ({ROUNDS})")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"of a core, for a cell ({SECONDS:.0f})"
    )
    parser.add_argument("--seed", default=SEED, help=f"of the secrets ({SEED})")
    parser.add_argument("--jobs", type=int, default=1, help="cores that play (1)")
    parser.add_argument("--again", action="store_true", help="forget what is kept of these cells")
    parser.add_argument("--table", action="store_true", help="play nothing, only write the page")
    parser.add_argument("--store", type=Path, default=STORE, help="where the cells are kept")
    return parser.parse_args(arguments)


def check(args: argparse.Namespace) -> None:
    """Raises MastermineError for an unknown game or strategy."""
    for game in args.games:
        parse_rules_of(Mastermind, game)
    for strategy in args.strategies:
        find_strategy(strategy)


def played(args: argparse.Namespace, cells: Cells, tell: Callable[[str], None]) -> None:
    """Plays what is missing; at any time, the store lacks at most the last second."""
    saved = monotonic()
    with workers(args.jobs) as executor:
        for game, strategy in selected(args.games, args.strategies):
            cell = Cell(game, strategy, args.seed)
            if not args.again:
                cell = cells.get(cell.key, cell)
            cells[cell.key] = cell
            try:
                for _part in play(cell, args.rounds, args.seconds, args.jobs, executor):
                    if monotonic() - saved > SAVED:
                        save(cells, args.store)
                        saved = monotonic()
            finally:
                save(cells, args.store)
            why = reason(cell)
            tell(f"{game:>8} {row(cell)}" + (f" {why}" if why else ""))


def main(arguments: list[str]) -> None:
    """Plays, and writes the page."""
    args = options(arguments)
    args.store.parent.mkdir(parents=True, exist_ok=True)
    cells = load(args.store)
    with speaking(ENGLISH):
        try:
            check(args)
            if not args.table:
                played(args, cells, lambda line: print(line, flush=True))
        except KeyboardInterrupt:
            print("Stopped; the same command goes on.")
        except MastermineError as error:
            sys.exit(f"large.py: {error}")
        write(cells, args.store)


if __name__ == "__main__":
    main(sys.argv[1:])
