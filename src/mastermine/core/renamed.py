"""Strategies of Mastermind that have another name than in earlier versions.

Runs in stores before revision 0003 and saved games before version 2 have the earlier names.
"""

from __future__ import annotations

from typing import Any

from mastermine.i18n.text import _

RENAMED = {"methodical": "one-colour"}
"""Name of each strategy by its earlier name."""


def renamed(home: str) -> str:
    """Returns the name of a stored strategy, with its options, in this version."""
    name, colon, options = home.partition(":")
    return RENAMED.get(name, name) + colon + options


def renamed_in_game(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns the data of a saved game with the name of its strategy in this version.

    If that differs, the field ``renamed`` has the earlier name. Other data stays unchanged.
    """
    home = fields.get("strategy")
    if (
        not isinstance(home, str)
        or not str(fields.get("rules")).startswith("mastermind:")
        or renamed(home) == home
    ):
        return fields
    return {**fields, "strategy": renamed(home), "renamed": home}


def renamed_in_run(fields: dict[str, Any]) -> dict[str, Any]:
    """Returns the JSON values of a run with the names of its strategies in this version.

    If one differs, the field ``renamed`` maps its name to the earlier one. Strategies from files
    keep their names.
    """
    if not fields["rules"].startswith("mastermind:"):
        return fields
    former = {
        renamed(each["name"]): each["name"]
        for each in fields["entrants"]
        if each["source"] is None and renamed(each["home"]) != each["home"]
    }
    if not former:
        return fields
    entrants = [
        {**each, "name": renamed(each["name"]), "home": renamed(each["home"])}
        if renamed(each["name"]) in former and each["source"] is None
        else each
        for each in fields["entrants"]
    ]
    return {**fields, "entrants": entrants, "renamed": former}


def renaming_note(former: str, name: str) -> str:
    """Returns the sentence about a renamed strategy in stored data."""
    return _("Stored by an earlier version: its strategy {former} is now called {name}.").format(
        former=former, name=name
    )
