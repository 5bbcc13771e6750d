"""Mastermind as the registry knows it."""

from __future__ import annotations

from mastermine.core.registration import Game
from mastermine.i18n.text import N_

GAME = Game(
    "mastermind",
    N_("Mastermind"),
    {
        "rules": "mastermine.mastermind.rules:Mastermind",
        "presets": "mastermine.mastermind.presets:PRESETS",
        "coach.hint": "mastermine.coach.guess:hint",
        "picture": "mastermine.session.share.picture.codes:painted_record",
    },
    strategies="mastermine.mastermind.strategies",
    bare=r"\d+x\d+(?![\dx])",
    trials=tuple(
        f"mastermind:{size}"
        for size in ("3x4", "4x2", "1x4", "3x4-distinct", "2x3+blank", "2x5-black", "3x3-places")
    ),
    examples=("knuth", "entropy"),
)
