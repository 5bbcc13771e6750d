"""Minesweeper as the registry knows it."""

from __future__ import annotations

from mastermine.core.registration import Game
from mastermine.i18n.text import N_

GAME = Game(
    "minesweeper",
    N_("Minesweeper"),
    {
        "rules": "mastermine.minesweeper.rules:Minesweeper",
        "presets": "mastermine.minesweeper.presets:PRESETS",
        "coach.hint": "mastermine.coach.click:hint",
        "picture": "mastermine.session.share.picture.fields:painted_record",
    },
    strategies="mastermine.minesweeper.strategies",
    bare=r"\d+x\d+x\d+",
    trials=tuple(
        f"minesweeper:{size}"
        for size in ("2x2x1", "4x4x3", "5x3x4-any", "6x5x5", "7x7x6-open", "9x4x9")
    ),
    examples=("pseq", "safest"),
)
