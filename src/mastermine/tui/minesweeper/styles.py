"""Signs and style names of a minefield."""

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
"""Signs of the marks; of two marks in a cell, the later one here is shown."""

PRETTY = {CLOSED_SIGN: "■", FLAG: "⚑", "0": "·", MINE: "✱"}
PLAIN = {"0": " "}
"""Signs that are drawn differently, in Unicode and in ASCII."""

RISKS = ((0.1, "low"), (0.25, "some"), (0.5, "high"), (1.0, "grave"))
"""Upper bounds of mine probabilities and the names of their styles."""

NAMES = {
    CLOSED_SIGN: "closed",
    FLAG: "flag",
    MINE: "mine",
    HIT: "hit",
    WRONG: "wrong",
    "?": "open",
}
"""Style names of the signs that are not numbers."""


def percent(chance: float) -> tuple[str, str]:
    """Returns a probability as ``++``, ``**`` or 01 to 99, and its style name."""
    if chance in (0.0, 1.0):
        return ("**", "risk-mine") if chance else ("++", "risk-safe")
    name = next(name for most, name in RISKS if chance <= most)
    return f"{min(max(round(100 * chance), 1), 99):02}", f"risk-{name}"
