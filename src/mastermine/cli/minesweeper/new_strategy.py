"""Templates of ``mastermine new-strategy`` for Minesweeper."""

from __future__ import annotations

FIELD = '''"""A strategy for Minesweeper."""

from mastermine.core.strategy import strategy
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.knowledge import BoardView


@strategy("{name}", game="minesweeper")
def {function}(view: BoardView) -> Cell:
    """Open the closed cell with the lowest mine probability; the last one if several."""
    # Available: view.rules, view.turns, view.knowledge, view.rng.
    return min(reversed(view.knowledge.closed()), key=view.knowledge.risk)
'''

TEXTS = {"view": FIELD}
