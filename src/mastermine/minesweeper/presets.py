"""Named levels of Minesweeper."""

from __future__ import annotations

from typing import Literal

from mastermine.core.preset import Preset

_ALL = (
    Preset(
        "beginner",
        "minesweeper:9x9x10",
        "Minesweeper, Beginner",
        "9 by 9 cells with 10 mines, as in Windows since 2000; before that it was 8 by 8.",
        'Wikipedia, "Microsoft Minesweeper"',
    ),
    Preset(
        "intermediate",
        "minesweeper:16x16x40",
        "Minesweeper, Intermediate",
        "16 by 16 cells with 40 mines.",
        'Wikipedia, "Microsoft Minesweeper"',
    ),
    Preset(
        "expert",
        "minesweeper:30x16x99",
        "Minesweeper, Expert",
        "30 by 16 cells with 99 mines: the level for which records and win rates are published.",
        'Wikipedia, "Microsoft Minesweeper"',
    ),
    Preset(
        "beginner-1990",
        "minesweeper:8x8x10",
        "Minesweeper, Beginner until Windows 98",
        "8 by 8 cells with 10 mines, denser than today's.",
        'Wikipedia, "Microsoft Minesweeper"',
    ),
)

Name = Literal[
    "beginner",
    "intermediate",
    "expert",
    "beginner-1990",
]
"""Names of the presets, so that type checkers know the game."""

PRESETS: dict[str, Preset] = {preset.name: preset for preset in _ALL}
"""All presets by name, in the order in which they are printed."""
