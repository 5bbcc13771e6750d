"""The numbers in the rules of the built-in strategies, as ``constants.json`` has them.

The native core is built with the same file, so that both choose the same cells.
"""

from __future__ import annotations

import json
from typing import Any, Final

from mastermine.minesweeper.learned import stored

_values: dict[str, Any] = json.loads(stored("constants.json"))

SHORTLIST: Final[int] = _values["shortlisted"]
"""Number of cells that are examined more closely."""

MARGIN: Final[float] = _values["margin"]
"""Cells are considered if their chance to be safe is at least this fraction of the best.

Tuned on 30,000 expert games: with 0.9 or 0.95 as many are won, with 1 fewer.
"""

PROGRESS: Final[float] = _values["progress_weight"]
CELLS: Final[float] = _values["cell_weight"]
INFORMATION: Final[float] = _values["information_weight"]
"""Weights of progress, of cells that become certain, and of information, relative to survival.

Tuned on 40,000 expert games: without the last two 0.3 % fewer are won; changing the weights by a
factor of two hardly matters.
"""

LIKELY_SAFE: Final[float] = _values["likely_safe"]
"""Risk below which a cell counts as likely to be safe."""

DENSITIES: Final[tuple[float, float]] = _values["least_density"], _values["most_density"]
"""Least and greatest density of mines for which the weights of ``champion`` were fitted, those of
the levels."""

POSSIBLE: Final[float] = _values["possible"]
"""Smaller probabilities are ignored."""

MAX_TELLERS: Final[int] = _values["max_tellers"]
"""Maximum number of tellers (see ``twins``); twins with more are too unlikely to matter."""

LIKELY_TWINS: Final[float] = _values["likely_twins"]
"""Minimum mine probability of each cell of twins and tellers."""

THREATENING: Final[float] = _values["threatening"]
"""From this lowest threat on, ``thesis`` guesses a corner of the board instead."""

ENDGAME_LAYOUTS: Final[int] = _values["few_layouts"]
"""Default number of possible layouts from which best play is searched."""
