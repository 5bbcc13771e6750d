"""Minesweeper: rules, boards, deduction, exact probabilities, strategies."""

from __future__ import annotations

from mastermine.core.lazy import lazy

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Analysis": "probability",
        "Board": "board",
        "BoardView": "knowledge",
        "CLOSED": "board",
        "CORNER": "guessing",
        "Cell": "board",
        "Feedback": "rules",
        "First": "rules",
        "FirstClick": "endgame",
        "ImpossibleBoard": "board",
        "Layout": "board",
        "MINED": "board",
        "Metrics": "metrics",
        "Minesweeper": "rules",
        "Optimum": "endgame",
        "Reading": "formats",
        "SIGNS": "board",
        "Step": "deduction",
        "TIME_LIMIT_SECONDS": "endgame",
        "UNNUMBERED": "board",
        "analyze": "probability",
        "deduce": "deduction",
        "draw_layout": "generate",
        "draw_noguess": "generate",
        "explain": "deduction",
        "heading": "deduction",
        "must_guess": "deduction",
        "needs_no_guess": "generate",
        "neighbour_table": "board",
        "next_step": "deduction",
        "opens_zero": "generate",
        "optimal_play": "endgame",
        "parse_cell": "rules",
        "read_layout": "formats",
        "read_position": "formats",
        "rule_name": "deduction",
        "write_layout": "formats",
        "write_url": "formats",
    },
)
