"""Computes the trees that come with the program, and their table in results/README.md.

``python tools/trees.py`` makes all of them, ``python tools/trees.py 4x6 4x10-distinct`` only these.
Each is searched by one thread, so the same tree is found everywhere; only the times differ. Every
tree is verified on every code before it is written.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mastermine.mastermind.optimal.search import Objective, optimal_play
from mastermine.mastermind.optimal.shipped import file_name
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules_of

if TYPE_CHECKING:
    from mastermine.mastermind.optimal.search import Optimum
    from mastermine.mastermind.optimal.tree import Tree

ROOT = Path(__file__).parents[1]
TREES = ROOT / "src/mastermine/mastermind/optimal/trees"
RESULTS = ROOT / "results/README.md"

GAMES = """
2x2 2x3 2x4 2x5 2x6 2x7 2x8 2x9 2x10 3x2 3x3 3x4 3x5 3x6 3x7 3x8 3x9 3x10 4x2 4x3 4x4 4x5 4x6 4x7
4x8 5x2 5x3 5x4 5x5 6x2 6x3 6x4 7x2 8x2
3x3-distinct 3x4-distinct 3x5-distinct 3x6-distinct 3x7-distinct 3x8-distinct 3x9-distinct
3x10-distinct 4x4-distinct 4x5-distinct 4x6-distinct 4x7-distinct 4x8-distinct 4x9-distinct
4x10-distinct 5x5-distinct 5x6-distinct 5x7-distinct
2x5-black 3x3-black 3x4-black 3x5-black 4x3-black 4x4-black 5x2-black 5x3-black 6x2-black
3x3-places 3x4-places 3x6-places 4x3-places 4x4-places 4x6-places
"""

OBJECTIVES = (Objective.EXPECTED_THEN_WORST, Objective.WORST_THEN_EXPECTED)

HEAD = "| game | objective | total | average | worst | positions | seconds | command |"


@dataclass(frozen=True)
class Made:
    """A finished search."""

    optimum: Optimum

    @property
    def command(self) -> str:
        """The command that computes the tree."""
        found = self.optimum
        return f"mastermine optimal {found.rules.spec()} --objective {found.objective.value}"

    @property
    def row(self) -> str:
        """Row of the table."""
        found = self.optimum
        average = (found.total or 0) / found.rules.size
        cells = [
            game_of(found.rules),
            found.objective.value,
            str(found.total),
            f"{average:.4f}",
            str(found.worst),
            str(found.nodes),
            f"{found.seconds:.2f}",
            f"`{self.command}`",
        ]
        return f"| {' | '.join(cells)} |"


def game_of(rules: Mastermind) -> str:
    """Formats the size, such as 4x6."""
    return rules.spec().removeprefix(f"{rules.game}:")


def make(rules: Mastermind) -> list[Made]:
    """Searches by both objectives and writes the trees; a tree optimal for both is one file."""
    made = [Made(optimal_play(rules, objective)) for objective in OBJECTIVES]
    assert all(each.optimum.proven for each in made)
    expected, worst = (each.optimum for each in made)
    (TREES / file_name(rules, worst=True)).unlink(missing_ok=True)
    if expected.worst == worst.worst:
        keep(expected.tree, made, file_name(rules))
    else:
        keep(expected.tree, made[:1], file_name(rules))
        keep(worst.tree, made[1:], file_name(rules, worst=True))
    return made


def keep(tree: Tree | None, made: list[Made], name: str) -> None:
    """Verifies a tree that is optimal by these searches on every code, and writes it."""
    assert tree is not None
    verify_tree(tree)
    replace(tree, notes=tuple(f"{each.command}: proven" for each in made)).save(TREES / name)


def rows_of(text: str) -> dict[tuple[str, str], str]:
    """Parses the rows of the table, by game and objective."""
    lines = [line for line in text.splitlines() if line.startswith("| ") and "`" in line]
    return {
        (cells[1].strip(), cells[2].strip()): line for line in lines if (cells := line.split("|"))
    }


def table(rows: dict[tuple[str, str], str]) -> str:
    """Formats the rows as a table, in the order of the games."""
    order = GAMES.split()
    kept = sorted((key for key in rows if key[0] in order), key=lambda key: order.index(key[0]))
    return "\n".join(
        [HEAD, "| --- | --- " + "| ---: " * 5 + "| --- |", *(rows[key] for key in kept), ""]
    )


def main(games: list[str]) -> None:
    """Computes the trees of these games and updates the table."""
    for game in games:
        made = make(parse_rules_of(Mastermind, game))
        text = RESULTS.read_text("utf-8")
        rows = rows_of(text)
        for each in made:
            rows[game_of(each.optimum.rules), each.optimum.objective.value] = each.row
            print(each.row, flush=True)
        RESULTS.write_text(text.partition(HEAD)[0] + table(rows), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or GAMES.split())
