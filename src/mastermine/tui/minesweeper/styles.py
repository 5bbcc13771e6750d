"""How the signs of a minefield are drawn, and what their styles are called."""

from __future__ import annotations

from mastermine.tui.minesweeper.signs import CLOSED_SIGN, FLAG, HIT, MINE, WRONG

MARKS = {
    "was-safe": "+",
    "was-mine": "*",
    "number": "=",
    "mine": "*",
    "safe": "+",
    "bad": "!",
    "hint": ">",
}
"""What cells can be marked as, with signs for it; of two marks in a cell the later one counts."""

PRETTY = {CLOSED_SIGN: "■", FLAG: "⚑", "0": "·", MINE: "✱"}
PLAIN = {"0": " "}
"""How signs are drawn where they are not drawn as they are: with other letters, and in ASCII."""

RISKS = ((0.1, "low"), (0.25, "some"), (0.5, "high"), (1.0, "grave"))
"""The names of chances up to each of these."""

NAMES = {
    CLOSED_SIGN: "closed",
    FLAG: "flag",
    MINE: "mine",
    HIT: "hit",
    WRONG: "wrong",
    "?": "open",
}
"""The names of the styles of signs that are no numbers."""


def percent(chance: float) -> tuple[str, str]:
    """A chance in two signs, and its style: ``++`` safe, ``**`` a mine, 01 to 99 between."""
    if chance in (0.0, 1.0):
        return ("**", "risk-mine") if chance else ("++", "risk-safe")
    name = next(name for most, name in RISKS if chance <= most)
    return f"{min(max(round(100 * chance), 1), 99):02}", f"risk-{name}"
