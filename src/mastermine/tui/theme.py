"""Themes: dark, light and high contrast.

By default, the success colour is the secondary one, and all others are the primary one.
"""

from __future__ import annotations

from textual.theme import Theme

from mastermine.i18n.text import N_

DARK = Theme(
    name="mastermine-dark",
    primary="#7aa2f7",
    secondary="#9ece6a",
    accent="#e0af68",
    warning="#e0af68",
    error="#f7768e",
    foreground="#d5d9ea",
    background="#16181f",
    surface="#1f222c",
    panel="#2a2e3b",
    dark=True,
)

LIGHT = Theme(
    name="mastermine-light",
    primary="#2457b3",
    secondary="#3c6e11",
    accent="#8a5a00",
    warning="#8a5a00",
    error="#b3261e",
    foreground="#1c1e24",
    background="#fafafa",
    surface="#f0f0f2",
    panel="#e0e1e6",
    dark=False,
)

CONTRAST = Theme(
    name="mastermine-contrast",
    primary="#ffff00",
    secondary="#00ffff",
    error="#ff8080",
    success="#80ff80",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#262626",
    dark=True,
    text_alpha=1.0,
)

THEMES = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}
"""Themes by their names in the settings."""

NAMES = {"dark": N_("dark"), "light": N_("light"), "contrast": N_("high contrast")}
